package main

var english = words{
	colors:  [3]string{"nobody", "Black", "White"},
	human:   "you",
	machine: "the machine",
	rules:   [5]string{"freestyle", "standard", "renju", "caro", "caro-overline"},
	fouls:   [4]string{"not forbidden", "an overline", "a double four", "a double three"},
	shapes:  [8]string{"nothing", "two", "open two", "three", "open three", "four", "open four", "five"},
	aShape:  [8]string{"nothing", "a two", "an open two", "a three", "an open three", "a four", "an open four", "a five"},
	pass:    "pass",

	comma: ", ", semicolon: "; ", dash: ": ", parens: " (%s)",

	greeting:     "Five in a row on %d×%d, %s.",
	seat:         "%s (%s): %s",
	seatLevel:    "%s, level %d",
	typeAPoint:   `Type a point such as %s, or "help".`,
	captionMoves: "move %d",
	captionLast:  "last %s",
	captionTurn:  "%s to move",
	forbids:      "%s forbidden for Black",
	clock:        "clock: Black %s, White %s",
	prompt:       "%s> ",
	promptClock:  "%s %s> ",
	promptOver:   "game over> ",
	overHint:     "The game is over. review, new, swap, level N, undo, replay, save FILE, load FILE or quit.",

	moved:     "%s %s",
	mustPass:  "%s has no point left that is not forbidden, and passes.",
	thinking:  "%s thinks … ",
	searching: "searching …",
	score:     "score %s",
	depth:     "depth %d",
	nodes:     "%s nodes",
	line:      "line %s",
	fromBook:  "from the opening book",
	only:      "the only move",
	center:    "the center of the empty board",
	atOnce:    "at once",
	stats:     "pruning rate %s, cutoffs %s (first move %s), hash hits %s, %s nodes/s",

	hintLabel: "Hint: ", movesLabel: "", evalLabel: "", undoLabel: "Taken back: ", statsLabel: "  ", replayLabel: "", resultLabel: "Result: ",

	evalStatic: "for %s, who is to move: %s by static evaluation",
	evalSearch: "%s by search to depth %d",
	evalShapes: "%s has %s",
	evalShape:  "%d × %s",
	evalNone:   "no shapes",
	saved:      "game saved in %s",
	loaded:     "game from %s, %d moves",
	newGame:    "new game on %d×%d, %s",
	setUp:      "set up: black %s; white %s",
	noMovesYet: "no moves yet",
	help: `A move is a point: column letter and row as "h8", or row and column from the top left, counted from zero, as "7,7" or "7 7".

  undo         back to your last turn
  hint         a good move, and why
  moves        the ten best moves with their scores
  eval         what the position is worth for the side to move
  board        draw the board
  review       go through the game: what each move was worth, and what was better
  level N      set the machine's level, 1 to 10
  swap         exchange sides with the machine
  save FILE    save the game with its clocks; FILE.sgf, .psq, .lib and .pos are records for other programs
  save! FILE   the same, over a file that exists
  load FILE    continue a saved game, or the main line of a record of any format
  replay       list the moves; "replay 5" shows the board after move 5
  new          start over
  resign       give up
  help         this list
  quit         leave

At a terminal, Ctrl-C makes the machine move now; a second one, or one at the prompt, leaves. Tab completes commands.
Scores are for the side to move, with its chances to win; +M5 is a win within five more stones, counting both sides, and -M4 a loss within four.
`,

	wins:         "wins: five in a row",
	winsIn:       "wins in %d",
	blocksFive:   "blocks %s's five",
	makes:        "makes %s",
	makesBoth:    "makes two threats at once: %s and %s",
	stops:        "keeps %s from %s",
	stopsBoth:    "keeps %s from two threats at once: %s and %s",
	putsOff:      "puts off a loss in %d",
	bestBySearch: "the best that the search finds",

	won:           "%s wins",
	draw:          "draw",
	unfinished:    "unfinished",
	byFive:        "five %s-%s",
	byTime:        "time",
	byResignation: "resignation",
	byFoul:        "forbidden move",
	byIllegalMove: "illegal move",
	byAgreement:   "agreement",
	timeIsUp:      "%s's time is up.",
	interrupted:   "Interrupted. To go on with this game: %s",

	unknown:       `%s is neither a point nor a command: type a point such as %s, or "help"`,
	notAPoint:     "%s is not a point: type a column letter and a row as %s, or row and column from the top left as %s",
	offBoard:      "%s is not on the board: points go from %s to %s, or as row and column from %s to %s",
	occupied:      "%s is taken: %s has a stone there; choose an empty point",
	forbidden:     "%s is forbidden for Black: %s; choose another point",
	gameOver:      "the game is over: review, new, swap, level N, undo, replay, save FILE, load FILE or quit",
	nothingToUndo: "there is no move of yours to take back",
	noUndoHere:    "the machine plays both sides: there is no turn of yours to go back to",
	noArgument:    "%[1]s takes no argument: type just %[1]s",
	needFile:      "%[1]s needs the name of a file: %[1]s game.json",
	needLevel:     "%[1]s needs a number from 1 to 10; the machine plays at level %[2]d now",
	badLevel:      "%s is not a level: type a number from 1, for beginners, to 10, as strong as time allows",
	levelIs:       "the machine plays at level %d",
	nothingToSwap: "there are no sides to swap: swap is for a game of a person against the machine",
	swapped:       "you are %s now",
	exists:        "%[1]s exists: save! %[1]s overwrites it",
	overwrite:     "%s exists. Overwrite it? [y/N] ",
	notSaved:      "not saved",
	stdinTaken:    "standard input is taken by the commands",
	noSuchMove:    "%s is not the number of a move: type one from 0 to %d",
	tooLong:       "that line is too long: a line has at most %d bytes",
	hasControl:    "that line has control characters in it: type letters, digits and spaces only",
	notUTF8:       "that line is not UTF-8 text: type it again",
	readFailed:    "cannot read input: %v",
	writeFailed:   "cannot write output: %v",
	searchFailed:  "cannot go on: %v",

	cannotLoad:     "cannot load %s: %v",
	cannotSave:     "cannot save %s: %v",
	cannotReadBook: "cannot read the book %s: %v",
	notRegular:     "not a regular file",
	tooBig:         "not a saved game: it is larger than %d bytes",
	notASave:       "not a saved game",
	manyGames:      "%d games in the file; want one",
	trailing:       "the file goes on after the game",
	badVersion:     "version %d of the format; this program reads version %d",
	badClock:       "%s's clock %s is not a time such as 9m58s",

	badFlag:       "-%s %s: want %s",
	unknownFlag:   "unknown flag %s; -h lists them",
	flagNeedsArg:  "flag %s needs a value; -h explains it",
	unexpectedArg: "unexpected argument %s; -h lists the flags",
	wantOneOf:     "one of %s",
	wantAtLeast:   "a whole number, %d or more",
	wantRange:     "a number from %s to %s",
	wantDuration:  "a time such as %s",
	wantBool:      "true or false",
	wantFile:      "the name of a file",
	wantName:      "a name",
	wantCharset:   "the name of a charset, such as GBK or Shift_JIS",

	opening: openingWords{
		players:     [3]string{"nobody", "first", "second"},
		seat:        "%s player: %s",
		prompt:      "%s player> ",
		center:      "on the center, %s",
		square:      "from %s to %s",
		putOne:      "put a stone %s",
		putTwo:      "put two more stones, white and black, as %s",
		putThree:    "put three stones, black, white and black, as %s",
		fifths:      "put %d points for the fifth move, all different",
		fifth:       "put the fifth stone",
		colors:      "choose black or white",
		declare:     "say how many fifth moves there will be, 1 to %d",
		ten:         "%d to offer so many fifth moves",
		choose:      "choose the fifth move: %s",
		alternative: "%s, or %s",
		took:        "%s takes %s",
		offered:     "%s offers %d",
		candidates:  "%s puts %s",
		result:      "%s is %s, %s is %s",
		name:        "%s %s",
		label:       "Opening: ",
		notNow:      "%s has to wait until the opening is over; new starts over, quit leaves",
		twice:       "a point is there twice; choose different points",
		refused:     "not allowed: %s",
		notAnAction: "%s is not what the opening wants: %s",
		withLoad:    "no -load with it, because a loaded game is past its opening",
		wantSize:    "an odd -size of %d or more, because the opening begins on the center",
		help:        `During the opening, type what it asks for: points, such as "h8 i9 g7"; black or white to choose a color; or a number of fifth moves. hint says what the machine would do.`,
	},

	review: englishReview,

	usageHead: `Usage: play [flags]

Five in a row in the terminal. Without flags you are Black against the machine.

`,
	usageTail: `
At the prompt "help" lists the commands.
When output is piped, standard output has a line such as "black h8" for each move, answers that begin with the command's name, and a last line "result: ..."; all of them are in English. Prompts and errors go to standard error. With -review, standard output is the review.
Exit status: 0 at the end of the game, of the review or of the input, and after quit; 130 after Ctrl-C; 2 for a bad flag or file.
`,
	defaultIs: " (default %s)",
	flags: map[string]flagWords{
		"size":      {"N", "number of rows and columns of the board, 5 to 22", "15"},
		"rule":      {"RULE", "freestyle, standard, renju, caro or caro-overline", "freestyle; renju with its openings"},
		"color":     {"COLOR", "what you play: black, white, both (two people) or none (the machine plays itself)", "black"},
		"level":     {"LEVEL", "strength of the machine from 1, for beginners, to 10, as strong as time allows; easy is 2, medium 5, hard 8 and expert 10", "hard; expert with -depth or -nodes"},
		"time":      {"TIME", "longest time that the machine thinks about a move, such as 800ms, 5s or 5 (seconds); in a review, the time for each move", "800ms; no limit with -depth or -nodes"},
		"depth":     {"N", "plies that the machine looks ahead at most, 0 for no limit; with -seed, games can be repeated", "0"},
		"nodes":     {"N", "moves that the machine tries in a search at most, 0 for no limit; the result is the same on every computer", "0"},
		"radius":    {"N", "how far from a stone the machine considers points, 1 to 22", "2"},
		"width":     {"N", "moves that the machine considers in a position at most, threats aside; 0 for all", "0"},
		"evaluator": {"NAME", "how the machine values positions: pattern, or shape, the classic teaching evaluator", "pattern"},
		"defense":   {"W", "weight of your threats relative to the machine's own, 0.1 to 10", "1"},
		"book":      {"FILE", "opening book of the machine: a file, default or none", "default, the built-in one"},
		"seed":      {"N", "seed of every random choice of the machine", "a new one each time"},
		"clock":     {"TIME", "time of each side for the whole game, such as 10m; the side that runs out of it loses", "no clock"},
		"opening":   {"NAME", "protocol for a fair opening: swap, swap2, rif, soosorv8, taraguchi10 or yamaguchi; black and white of -color then mean the first and second player, and clocks start after the opening", "none"},
		"load":      {"FILE", "continue a saved game with its size, rule, moves and clocks, or the main line of a record of any format; - is standard input", "a new game"},
		"review":    {"FILE", "review a recorded game instead: a saved one or a record of any format; - is standard input; -time, -depth and -nodes set how thorough it is, -size and -rule add what the file does not say", "none"},
		"game":      {"N", "number of the game in the file, from 1; or all, for a review", "the only one"},
		"charset":   {"NAME", "charset of files that are not in UTF-8 and do not name theirs, such as GBK", "none"},
		"json":      {"", "write the review as JSON, one line per game", "false"},
		"coords":    {"STYLE", "how points are shown: letters (h8) or rowcol (7,7); you may type either", "letters"},
		"lang":      {"LANG", "language: en or zh", "that of the locale, else en"},
		"name":      {"NAME", "your name, for saved records", "human"},
		"ascii":     {"", "draw the board in plain ASCII, the default where the locale is not UTF-8", "false"},
		"stats":     {"", "show search statistics after each move of the machine", "false"},
		"quiet":     {"", "moves, answers and errors only: no greeting, prompts or boards", "false"},
		"version":   {"", "print the version", "false"},
		"h":         {"", "print this text", ""},
	},
}
