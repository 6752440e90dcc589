package main

import "github.com/gomoku-go/gomoku/review"

// reviewWords is what a review says, in one language.
type reviewWords struct {
	head       string // black, white, size, size, rule, moves
	game       string // number
	columns    string // the sense of the figures
	setUp      string // Black's stones, White's stones
	first      string // color
	progress   string // move, moves
	labels     map[review.Label]string
	wins       map[review.WinKind]string // how
	better     string                    // line
	best       string                    // line
	missedWin  string                    // how, line
	unstopped  string                    // color, how, line
	allows     string                    // color, how, line
	won        string
	graph      string // mark
	turning    string // list
	turn       string // number, color, point, percent before, percent after
	lostBy     string // color, number, point
	noTurn     string
	summary    string // color, accuracy, moves, list
	count      string // verdict, number
	result     string // outcome
	incomplete string // reviewed, moves

	// Errors.
	cannot     string // file, error
	gameFailed string // number, error
	moreGames  string
	fewGames   string // wanted, games
	noGame     string
	otherRule  string // error
	withReview string // flag
	without    string // flag
	wantGame   string
}

var englishReview = reviewWords{
	head:     "Black: %s; White: %s; %d×%d, %s; moves: %d",
	game:     "Game %d",
	columns:  "Scores and chances to win are Black's: with the best move → with the move played. +M5 is a win of Black in five more stones, -M5 one of White.",
	setUp:    "Set up: black %s; white %s",
	first:    "%s moves first",
	progress: "move %d of %d …",
	labels: map[review.Label]string{
		review.Best: "best", review.Good: "good", review.Inaccuracy: "inaccuracy", review.Mistake: "mistake", review.Blunder: "blunder", review.MissedWin: "missed win",
		review.MissedBlock: "missed block", review.Forced: "forced", review.Lost: "lost already", review.Foul: "forbidden move",
		review.Book: "book",
	},
	wins:       map[review.WinKind]string{review.ByFive: "a five", review.ByFours: "a win by fours", review.ByThrees: "a win by threes", review.BySearch: "a win"},
	better:     "better: %s",
	best:       "best: %s",
	missedWin:  "%s was there: %s",
	unstopped:  "does not stop %[2]s of %[1]s: %[3]s",
	allows:     "allows %[2]s of %[1]s: %[3]s",
	won:        "wins",
	graph:      "Black's chances after each move (%s: turning points)",
	turning:    "Turning points: %s",
	turn:       "%d %s %s (%s → %s)",
	lostBy:     "%s lost the game with move %d, %s",
	noTurn:     "none",
	summary:    "%s: accuracy %.1f in %d moves; %s",
	count:      "%s %d",
	result:     "Result: %s",
	incomplete: "Interrupted after %d of %d moves.",

	cannot:     "cannot review %s: %v",
	gameFailed: "game %d: %v",
	moreGames:  "more than one game in the file: choose one, as with -game 1, or use -game all",
	fewGames:   "there is no game %d in the file, which has %d",
	noGame:     "no game in the file",
	otherRule:  "%w: say which one with -rule",
	withReview: "-%s goes with -review FILE only",
	without:    "no -%s with it: that flag is for playing",
	wantGame:   "the number of a game from 1, or all",
}

var chineseReview = reviewWords{
	head:     "黑方：%s；白方：%s；棋盘 %d×%d，规则：%s；共 %d 手",
	game:     "第 %d 局",
	columns:  "评分和胜率均以黑方为准：最佳着法 → 实际着法。+M5 表示双方再下五手之内黑方取胜，-M5 表示白方取胜。",
	setUp:    "摆好的棋子：黑 %s；白 %s",
	first:    "%s先走",
	progress: "第 %d 手，共 %d 手……",
	labels: map[review.Label]string{
		review.Best: "最佳", review.Good: "好棋", review.Inaccuracy: "缓手", review.Mistake: "失误", review.Blunder: "恶手", review.MissedWin: "错失胜机",
		review.MissedBlock: "漏防", review.Forced: "必应", review.Lost: "败局已定", review.Foul: "禁手",
		review.Book: "定式",
	},
	wins:       map[review.WinKind]string{review.ByFive: "五连", review.ByFours: "连续冲四胜", review.ByThrees: "连续冲四活三胜", review.BySearch: "必胜"},
	better:     "更好：%s",
	best:       "最佳：%s",
	missedWin:  "本有%s：%s",
	unstopped:  "没有防住%s的%s：%s",
	allows:     "给了%s%s：%s",
	won:        "取胜",
	graph:      "每手之后黑方的胜率（%s：转折点）",
	turning:    "转折点：%s",
	turn:       "第 %d 手 %s %s（%s → %s）",
	lostBy:     "%s的败着是第 %d 手 %s",
	noTurn:     "无",
	summary:    "%s：准确率 %.1f，共 %d 手；%s",
	count:      "%s %d",
	result:     "结果：%s",
	incomplete: "已中断：复盘了 %d 手，共 %d 手。",

	cannot:     "无法复盘 %s：%v",
	gameFailed: "第 %d 局：%v",
	moreGames:  "文件中不止一局：用 -game 1 选一局，或 -game all 全部复盘",
	fewGames:   "没有第 %d 局，文件中共 %d 局",
	noGame:     "文件中没有对局",
	otherRule:  "%w；可用 -rule 指定规则",
	withReview: "-%s 只能与 -review FILE 同用",
	without:    "不与 -%s 同用，那是对局的参数",
	wantGame:   "从 1 起的局数或 all",
}
