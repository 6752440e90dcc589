package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// A style is how points are shown. Both styles are understood whichever is shown.
type style uint8

const (
	letters style = iota // h8: column letter from the left, row from the bottom
	rowCol               // 7,7: row from the top, column from the left, both from zero
)

// point shows p on a board of the given size.
func (s style) point(p gomoku.Point, size int) string {
	if p == gomoku.NoPoint || s == letters {
		return p.String()
	}
	x, y := p.XY()
	return fmt.Sprintf("%d,%d", size-1-y, x)
}

// narrow turns the full-width forms that Chinese input methods write into ASCII: "ｈ８" into "h8", "７，７" into "7,7".
func narrow(text string) string {
	return strings.Map(func(r rune) rune {
		const fullWidth = '！' - '!'
		switch {
		case r >= '！' && r <= '～':
			return r - fullWidth
		case r == '、':
			return ','
		case r == '\u3000' || r == '\u00a0':
			return ' '
		}
		return r
	}, text)
}

// parsePoint reads a point of a board of the given size: "h8", or row and column from the top left counted from zero, as "7,7" or "7 7".
// Full-width forms are as good as ASCII.
func parsePoint(w *words, text string, size int) (gomoku.Point, error) {
	s := strings.ToLower(strings.TrimSpace(narrow(text)))
	if inner, ok := strings.CutPrefix(s, "("); ok {
		if inner, ok = strings.CutSuffix(inner, ")"); ok {
			s = strings.TrimSpace(inner)
		}
	}
	x, y, ok := parseLetters(s)
	if !ok {
		var row int
		if row, x, ok = parseRowCol(s); ok {
			y = size - 1 - row
		}
	}
	last := size - 1
	switch {
	case !ok:
		center := gomoku.At(size/2, size/2)
		return gomoku.NoPoint, w.errorf(w.notAPoint, quote(text), letters.point(center, size), rowCol.point(center, size))
	case x < 0 || x > last || y < 0 || y > last:
		return gomoku.NoPoint, w.errorf(w.offBoard, quote(text), gomoku.At(0, 0), gomoku.At(last, last),
			"0,0", fmt.Sprintf("%d,%d", last, last))
	}
	return gomoku.At(x, y), nil
}

// parseLetters reads a column letter and a row; the point may lie off the board.
func parseLetters(s string) (x, y int, ok bool) {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return 0, 0, false
	}
	row, ok := parseNumber(strings.TrimSpace(s[1:]))
	return int(s[0] - 'a'), row - 1, ok
}

// parseRowCol reads two numbers with a comma or space between them; the point may lie off the board.
func parseRowCol(s string) (row, col int, ok bool) {
	first, second, ok := strings.Cut(s, ",")
	if !ok {
		if first, second, ok = strings.Cut(s, " "); !ok {
			first, second, ok = strings.Cut(s, "\t")
		}
	}
	if !ok {
		return 0, 0, false
	}
	row, ok1 := parseNumber(strings.TrimSpace(first))
	col, ok2 := parseNumber(strings.TrimSpace(second))
	return row, col, ok1 && ok2
}

// parseNumber reads a whole number. Numbers too large for any board come back as one that is off every board.
func parseNumber(s string) (n int, ok bool) {
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	if err != nil || n > 1000 || n < -1000 {
		return 1000, true
	}
	return n, true
}

// quote shows text that a user typed, harmless to a terminal and cut to a readable length.
func quote(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most-1]) + "…"
	}
	return strconv.Quote(text)
}

// A command is what a line of input asks for.
type command uint8

const (
	cmdPoint command = iota
	cmdUndo
	cmdHint
	cmdMoves
	cmdEval
	cmdBoard
	cmdSave
	cmdLoad
	cmdReplay
	cmdNew
	cmdResign
	cmdForceSave
	cmdReview
	cmdLevel
	cmdSwap
	cmdHelp
	cmdQuit
)

// commands are known by their English and Chinese names, whatever the language.
var commands = map[string]command{
	"undo": cmdUndo, "悔棋": cmdUndo,
	"hint": cmdHint, "提示": cmdHint,
	"moves": cmdMoves, "候选": cmdMoves,
	"eval": cmdEval, "评估": cmdEval, "形势": cmdEval,
	"board": cmdBoard, "棋盘": cmdBoard,
	"save": cmdSave, "保存": cmdSave, "存盘": cmdSave,
	"save!": cmdForceSave, "保存!": cmdForceSave,
	"review": cmdReview, "分析": cmdReview,
	"level": cmdLevel, "级别": cmdLevel, "棋力": cmdLevel,
	"swap": cmdSwap, "换边": cmdSwap,
	"load": cmdLoad, "载入": cmdLoad, "读取": cmdLoad,
	"replay": cmdReplay, "复盘": cmdReplay,
	"new": cmdNew, "新局": cmdNew,
	"resign": cmdResign, "认输": cmdResign,
	"help": cmdHelp, "?": cmdHelp, "帮助": cmdHelp,
	"quit": cmdQuit, "exit": cmdQuit, "q": cmdQuit, "退出": cmdQuit,
}

// parseCommand takes a line apart: a command and its argument, or cmdPoint and the whole line.
func parseCommand(line string) (cmd command, name, argument string) {
	line = strings.TrimSpace(line)
	name, argument = line, ""
	if i := strings.IndexAny(line, " \t\u3000"); i >= 0 {
		name, argument = line[:i], strings.Trim(line[i:], " \t\u3000")
	}
	if cmd, ok := commands[strings.ToLower(narrow(name))]; ok {
		return cmd, name, argument
	}
	return cmdPoint, line, ""
}

// looksLikePoint tells a point that is wrong from a word that is no command, for the better error.
func looksLikePoint(line string) bool { return strings.ContainsAny(narrow(line), "0123456789") }
