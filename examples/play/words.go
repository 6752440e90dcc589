package main

import (
	"fmt"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// words is everything the program says to a person, in one language. The comment beside a field lists the arguments of its format.
// A test checks that no field is empty and that both languages use the same arguments.
type words struct {
	// The game.
	colors         [3]string // by gomoku.Color; of Empty: nobody
	human, machine string
	rules          [5]string // by gomoku.Rule
	fouls          [4]string // by gomoku.Foul
	shapes         [8]string // by gomoku.Shape
	aShape         [8]string // the same as one of its kind
	pass           string

	// Punctuation, which Chinese has its own of.
	comma, semicolon, dash string
	parens                 string // what stands in them

	// The table.
	greeting     string // size, size, rule
	seat         string // color, stone, who
	seatLevel    string // machine, number of the level
	typeAPoint   string // example
	captionMoves string // moves
	captionLast  string // point
	captionTurn  string // color
	forbids      string // mark
	clock        string // Black's time, White's time
	prompt       string // color
	promptClock  string // color, time
	promptOver   string
	overHint     string

	// Moves.
	moved     string // color, point
	mustPass  string // color
	thinking  string // color
	searching string
	score     string // score
	depth     string // depth
	nodes     string // nodes
	line      string // points
	fromBook  string
	only      string
	center    string
	atOnce    string
	stats     string // pruning, cutoffs, share of first moves, hash hits, nodes a second

	// Answers to commands. Labels stand on a terminal only.
	hintLabel, movesLabel, evalLabel, undoLabel, statsLabel, replayLabel, resultLabel string

	evalStatic string // color, score
	evalSearch string // score, depth
	evalShapes string // color, list
	evalShape  string // number, shape
	evalNone   string
	saved      string // file
	loaded     string // file, moves
	newGame    string // size, size, rule
	setUp      string // Black's stones, White's stones
	noMovesYet string
	help       string

	// Reasons of a hint.
	wins         string
	winsIn       string // moves
	blocksFive   string // color
	makes        string // shape
	makesBoth    string // shape, shape
	stops        string // color, shape
	stopsBoth    string // color, shape, shape
	putsOff      string // moves
	bestBySearch string

	// Results.
	won           string // color
	draw          string
	unfinished    string
	byFive        string // first, last
	byTime        string
	byResignation string
	byFoul        string
	byIllegalMove string
	byAgreement   string
	timeIsUp      string // color
	interrupted   string // command line

	// Wrong input.
	unknown       string // text, example
	notAPoint     string // text, example, example
	offBoard      string // text, first and last point, first and last in rows and columns
	occupied      string // point, color
	forbidden     string // point, kind
	gameOver      string
	nothingToUndo string
	noUndoHere    string
	noArgument    string // command
	needFile      string // command
	needLevel     string // command, level
	badLevel      string // text
	levelIs       string // level
	nothingToSwap string
	swapped       string // color
	exists        string // file
	overwrite     string // file
	notSaved      string
	stdinTaken    string
	noSuchMove    string // text, moves
	tooLong       string // bytes
	hasControl    string
	notUTF8       string
	readFailed    string // error
	writeFailed   string // error
	searchFailed  string // error

	// Wrong files.
	cannotLoad     string // file, error
	cannotSave     string // file, error
	cannotReadBook string // file, error
	notRegular     string
	tooBig         string // bytes
	notASave       string
	manyGames      string // games
	trailing       string
	badVersion     string // version, ours
	badClock       string // color, time

	// Wrong flags.
	badFlag       string // flag, value, want
	unknownFlag   string // flag
	flagNeedsArg  string // flag
	unexpectedArg string // text
	wantOneOf     string // list
	wantAtLeast   string // from
	wantRange     string // from, to
	wantDuration  string // example
	wantBool      string
	wantFile      string
	wantName      string
	wantCharset   string

	opening openingWords
	review  reviewWords

	// What -h says.
	usageHead, usageTail string
	defaultIs            string // value
	flags                map[string]flagWords
}

// flagWords describes a flag: the name of its argument, empty for none, what it does, and its default.
type flagWords struct{ arg, text, def string }

// errorf makes an error that is shown to the player as it stands, so it reads as a sentence of its language.
func (w *words) errorf(format string, args ...any) error {
	return fmt.Errorf(format, args...)
}

type language uint8

const (
	langEnglish language = iota
	langChinese
)

func wordsOf(l language) *words {
	if l == langChinese {
		return &chinese
	}
	return &english
}

// languageOf is the language that -lang chooses, else that of the locale. It looks before the flags are parsed, for errors in them want a
// language too.
func languageOf(args []string, env func(string) string) language {
	value := locale(env, "LC_MESSAGES")
	for i, arg := range args {
		if arg == "--" {
			break
		}
		name, v, ok := strings.Cut(arg, "=")
		if name != "-lang" && name != "--lang" {
			continue
		}
		if !ok && i+1 < len(args) {
			v = args[i+1]
		}
		value = v
	}
	if strings.HasPrefix(value, "zh") {
		return langChinese
	}
	return langEnglish
}

// locale is the value of a category of the locale: the first of LC_ALL, the category itself and LANG that is set.
func locale(env func(string) string, category string) string {
	for _, name := range []string{"LC_ALL", category, "LANG"} {
		if v := env(name); v != "" {
			return v
		}
	}
	return ""
}

// colorName is how piped output calls a color, in every language.
func colorName(c gomoku.Color) string {
	if c == gomoku.White {
		return "white"
	}
	return "black"
}
