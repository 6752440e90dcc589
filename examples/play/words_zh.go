package main

var chinese = words{
	colors:  [3]string{"无", "黑方", "白方"},
	human:   "你",
	machine: "电脑",
	rules:   [5]string{"无禁手", "标准（恰好五连）", "连珠（黑方有禁手）", "卡罗", "卡罗（长连亦胜）"},
	fouls:   [4]string{"非禁手", "长连禁手", "四四禁手", "三三禁手"},
	shapes:  [8]string{"无", "眠二", "活二", "眠三", "活三", "冲四", "活四", "五连"},
	aShape:  [8]string{"无", "眠二", "活二", "眠三", "活三", "冲四", "活四", "五连"},
	pass:    "停一手",

	comma: "，", semicolon: "；", dash: "：", parens: "（%s）",

	greeting:     "五子棋，棋盘 %d×%d，规则：%s。",
	seat:         "%s（%s）：%s",
	seatLevel:    "%s（%d 级）",
	typeAPoint:   "请输入落子点，例如 %s；输入“帮助”查看全部命令。",
	captionMoves: "第 %d 手",
	captionLast:  "上一手 %s",
	captionTurn:  "轮到%s",
	forbids:      "%s 为黑方禁手点",
	clock:        "用时剩余：黑 %s，白 %s",
	prompt:       "%s> ",
	promptClock:  "%s %s> ",
	promptOver:   "对局结束> ",
	overHint:     "对局已结束。可输入：分析、新局、换边、级别 数字、悔棋、复盘、保存 文件、载入 文件、退出。",

	moved:     "%s %s",
	mustPass:  "%s只剩禁手点，停一手。",
	thinking:  "%s思考中…… ",
	searching: "计算中……",
	score:     "评分 %s",
	depth:     "深度 %d",
	nodes:     "%s 节点",
	line:      "变化 %s",
	fromBook:  "出自开局库",
	only:      "唯一的一手",
	center:    "空棋盘的中心",
	atOnce:    "无需思考",
	stats:     "剪枝率 %s，截断 %s 次（首着占 %s），置换表命中 %s，每秒 %s 节点",

	hintLabel: "提示：", movesLabel: "", evalLabel: "", undoLabel: "悔棋：", statsLabel: "  ", replayLabel: "", resultLabel: "结果：",

	evalStatic: "以轮到的%s而言：静态评分 %s",
	evalSearch: "搜索评分 %s（深度 %d）",
	evalShapes: "%s棋形：%s",
	evalShape:  "%d 个%s",
	evalNone:   "无",
	saved:      "对局已保存到 %s",
	loaded:     "已载入 %s，共 %d 手",
	newGame:    "新的一局，棋盘 %d×%d，规则：%s",
	setUp:      "摆好的棋子：黑 %s；白 %s",
	noMovesYet: "尚未落子",
	help: `落子：输入列字母和行号，如 h8；或从左上角数起（从 0 开始）的行和列，如 7,7 或 7 7，全角逗号也可以。

  undo   悔棋        退回到你的上一手
  hint   提示        推荐一手棋并说明理由
  moves  候选        最好的十手棋及评分
  eval   评估        评估当前形势
  board  棋盘        显示棋盘
  review 分析        逐手分析本局：每手的得失和更好的着法
  level  级别 数字   设定电脑的级别，1 到 10
  swap   换边        与电脑交换所执颜色
  save   保存 文件   保存对局和计时；以 .sgf、.psq、.lib、.pos 结尾时存为通用棋谱
  save!  保存! 文件  同上，覆盖已有的文件
  load   载入 文件   继续已保存的对局，或任何格式棋谱的主线
  replay 复盘        列出全部着法；“复盘 5”显示第 5 手之后的棋盘
  new    新局        重新开始
  resign 认输        认输
  help   帮助        显示本说明
  quit   退出        退出程序

在终端中，Ctrl-C 让电脑立即落子；紧接着再按一次，或在提示符下按，则退出。Tab 补全命令。
评分和胜率以轮到的一方为准；+M5 表示双方再下五手之内取胜，-M4 表示四手之内落败。
`,

	wins:         "直接五连取胜",
	winsIn:       "%d 手内必胜",
	blocksFive:   "挡住%s的五连",
	makes:        "形成%s",
	makesBoth:    "同时形成%s和%s",
	stops:        "占住%s形成%s的要点",
	stopsBoth:    "占住%s同时形成%s和%s的要点",
	putsOff:      "只能拖延（%d 手内落败）",
	bestBySearch: "搜索认为最好的一手",

	won:           "%s胜",
	draw:          "和棋",
	unfinished:    "未下完",
	byFive:        "五连 %s-%s",
	byTime:        "超时",
	byResignation: "认输",
	byFoul:        "禁手",
	byIllegalMove: "违规落子",
	byAgreement:   "协议",
	timeIsUp:      "%s时间用完。",
	interrupted:   "已中断。继续这一局请运行：%s",

	unknown:       "%s 既不是落子点也不是命令：请输入落子点（如 %s）或“帮助”",
	notAPoint:     "%s 不是落子点：请输入列字母和行号（如 %s），或从左上角数起的行和列（如 %s）",
	offBoard:      "%s 不在棋盘上：落子点从 %s 到 %s，或按行列从 %s 到 %s",
	occupied:      "%s 已有%s的棋子，请另选一个空点",
	forbidden:     "%s 是黑方禁手：%s，请另选一点",
	gameOver:      "对局已结束：可输入分析、新局、换边、级别 数字、悔棋、复盘、保存 文件、载入 文件、退出",
	nothingToUndo: "没有可以悔的棋",
	noUndoHere:    "双方都由电脑下，没有你的棋可悔",
	noArgument:    "%[1]s 后面不需要内容：只输入 %[1]s",
	needFile:      "%[1]s 需要文件名，例如：%[1]s game.json",
	needLevel:     "%[1]s 需要 1 到 10 的数字；电脑现在是 %[2]d 级",
	badLevel:      "%s 不是级别：请输入 1（初学者）到 10（时间允许多强就多强）",
	levelIs:       "电脑现在是 %d 级",
	nothingToSwap: "没有可换的边：换边只用于人与电脑对弈",
	swapped:       "你现在执%s",
	exists:        "%[1]s 已存在：用 save! %[1]s 覆盖",
	overwrite:     "%s 已存在。是否覆盖？[y/N] ",
	notSaved:      "未保存",
	stdinTaken:    "标准输入在这里用于命令",
	noSuchMove:    "%s 不是手数：请输入 0 到 %d 之间的数",
	tooLong:       "这一行太长：每行最多 %d 字节",
	hasControl:    "这一行含有控制字符：请只输入文字、数字和空格",
	notUTF8:       "这一行不是 UTF-8 文字，请重新输入",
	readFailed:    "无法读取输入：%v",
	writeFailed:   "无法写出输出：%v",
	searchFailed:  "无法继续：%v",

	cannotLoad:     "无法载入 %s：%v",
	cannotSave:     "无法保存 %s：%v",
	cannotReadBook: "无法读取开局库 %s：%v",
	notRegular:     "不是普通文件",
	tooBig:         "超过 %d 字节，不是保存的对局",
	notASave:       "不是保存的对局",
	manyGames:      "文件中有 %d 局，只能读取一局",
	trailing:       "对局之后还有多余内容",
	badVersion:     "格式版本为 %d，本程序只能读取版本 %d",
	badClock:       "%s的计时 %s 不是有效时间（如 9m58s）",

	badFlag:       "-%s %s：应为%s",
	unknownFlag:   "未知参数 %s；用 -h 查看全部参数",
	flagNeedsArg:  "参数 %s 需要一个值；用 -h 查看说明",
	unexpectedArg: "多余的参数 %s；用 -h 查看全部参数",
	wantOneOf:     "下列之一：%s",
	wantAtLeast:   "不小于 %d 的整数",
	wantRange:     " %s 到 %s 之间的数",
	wantDuration:  "时间，例如 %s",
	wantBool:      " true 或 false",
	wantFile:      "文件名",
	wantName:      "名字",
	wantCharset:   "字符集名，例如 GBK 或 Shift_JIS",

	opening: openingWords{
		players:     [3]string{"无", "先手", "后手"},
		seat:        "%s：%s",
		prompt:      "%s> ",
		center:      "天元 %s",
		square:      "范围 %s 至 %s",
		putOne:      "请落一子，%s",
		putTwo:      "再摆两子（白、黑），例如 %s",
		putThree:    "请摆三子（黑、白、黑），例如 %s",
		fifths:      "请给出 %d 个不同形的第五手打点",
		fifth:       "请落第五手",
		colors:      "选择黑或白",
		declare:     "请宣布第五手打点数，1 至 %d",
		ten:         "或输入 %d，提供这么多第五手打点",
		choose:      "请从打点中选定第五手：%s",
		alternative: "%s；%s",
		took:        "%s执%s",
		offered:     "%s宣布打点数 %d",
		candidates:  "%s打点 %s",
		result:      "%s：%s，%s：%s",
		name:        "%s %s",
		label:       "开局：",
		notNow:      "开局结束后才能使用 %s；“新局”重新开始，“退出”离开",
		twice:       "有重复的点，请选择不同的点",
		refused:     "不合开局规则：%s",
		notAnAction: "%s 不是开局此时所需：%s",
		withLoad:    "不与 -load 同用，载入的对局已过开局",
		wantSize:    "配合不小于 %d 的奇数 -size，开局从天元开始",
		help:        `开局阶段按提示输入：落子点（如 h8 i9 g7）；选色输入黑或白；或第五手打点数。“提示”给出电脑的选择。`,
	},

	review: chineseReview,

	usageHead: `用法：play [参数]

终端五子棋。不带参数时你执黑，与电脑对弈。

`,
	usageTail: `
对局中输入“帮助”查看命令。输出不是终端时，标准输出每手一行，如 "black h8"，命令的回答以命令名开头，最后一行为 "result: ..."（均为英文）；
提示和错误写到标准错误。
使用 -review 时，标准输出为复盘结果。
退出状态：对局结束、复盘结束、输入结束或退出为 0，Ctrl-C 为 130，参数或文件有误为 2。
`,
	defaultIs: "（默认：%s）",
	flags: map[string]flagWords{
		"size":      {"N", "棋盘每边的点数，5 到 22", "15"},
		"rule":      {"RULE", "规则：freestyle（无禁手）、standard（恰好五连）、renju（连珠）、caro、caro-overline", "freestyle；连珠开局则为 renju"},
		"color":     {"COLOR", "你执的颜色：black 黑、white 白、both（两人对弈）、none（电脑自弈）", "black"},
		"level":     {"LEVEL", "电脑棋力：从 1（初学者）到 10（时间允许多强就多强）；easy 即 2，medium 即 5，hard 即 8，expert 即 10", "hard；指定 -depth 或 -nodes 时为 expert"},
		"time":      {"TIME", "电脑每手最长思考时间，如 800ms、5s，只写 5 即 5 秒；复盘时为每手所用时间", "800ms；指定 -depth 或 -nodes 时不限"},
		"depth":     {"N", "电脑最多向前看的手数，0 为不限；配合 -seed 可重现对局", "0"},
		"nodes":     {"N", "电脑每次搜索最多走的步数，0 为不限；在任何电脑上结果相同", "0"},
		"radius":    {"N", "电脑只考虑离已有棋子这么远以内的点，1 到 22", "2"},
		"width":     {"N", "电脑在每个局面最多考虑的着法数（威胁除外），0 为全部", "0"},
		"evaluator": {"NAME", "电脑的评估方式：pattern，或教学用的 shape", "pattern"},
		"defense":   {"W", "对手威胁相对于自己威胁的权重，0.1 到 10", "1"},
		"book":      {"FILE", "电脑的开局库：文件名、default 或 none", "default，即内置开局库"},
		"seed":      {"N", "电脑所有随机选择的种子", "每次不同"},
		"clock":     {"TIME", "双方各自的总时间，如 10m；用完判负", "不计时"},
		"opening":   {"NAME", "公平开局的方式：swap、swap2、rif、soosorv8、taraguchi10 或 yamaguchi；此时 -color 的黑、白指先手、后手，开局后才计时", "none"},
		"load":      {"FILE", "继续已保存的对局，包括大小、规则、着法和计时；或任何格式棋谱的主线；- 为标准输入", "新的一局"},
		"review":    {"FILE", "复盘分析一局棋谱：保存的对局或任何格式的棋谱；- 为标准输入；-time、-depth、-nodes 决定分析力度，-size、-rule 补足棋谱未写明的内容", "无"},
		"game":      {"N", "载入或分析文件中的第几局（从 1 起）；分析时可用 all 表示全部", "唯一的一局"},
		"charset":   {"NAME", "不是 UTF-8 且未注明字符集的文件所用的字符集，如 GBK", "无"},
		"json":      {"", "以 JSON 输出复盘结果，每局一行，供程序使用", "false"},
		"coords":    {"STYLE", "坐标显示方式：letters（h8）或 rowcol（7,7）；两种输入都可以", "letters"},
		"lang":      {"LANG", "语言：en 或 zh", "随系统语言，否则 en"},
		"name":      {"NAME", "你的名字，写入保存的棋谱", "human"},
		"ascii":     {"", "用 ASCII 字符画棋盘（系统编码不是 UTF-8 时自动如此）", "false"},
		"stats":     {"", "电脑每手之后显示搜索统计", "false"},
		"quiet":     {"", "只输出着法、回答和错误，不显示欢迎语、提示符和棋盘", "false"},
		"version":   {"", "显示版本", "false"},
		"h":         {"", "显示本说明", ""},
	},
}
