package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// A command is what the manager asks for, read but not yet judged: whether a square is free or on the board at all is
// for the brain to say. A list such as BOARD … DONE is one command.
type command interface{}

type (
	startCommand    struct{ width, height int } // START n, RECTSTART w,h
	restartCommand  struct{}
	beginCommand    struct{}
	turnCommand     struct{ square square }
	playCommand     struct{ square square }
	takebackCommand struct{ square square }
	boardCommand    struct{ stones []listed }
	infoCommand     struct{ key, value string } // the key in lower case
	aboutCommand    struct{}
	stopCommand     struct{} // the inbox has acted on it when it was read
	endCommand      struct{}
	badCommand      struct{ reason string } // known, but not to be understood: ERROR
	unknownCommand  struct{ text string }   // UNKNOWN
)

// A square is a point in the protocol's own terms: 0-based, y counted from the top.
type square struct{ x, y int }

func (s square) String() string { return fmt.Sprintf("%d,%d", s.x, s.y) }

// point turns the square into a point of the library, which counts rows from the bottom.
func (s square) point(size int) (gomoku.Point, error) {
	if s.x < 0 || s.y < 0 || s.x >= size || s.y >= size {
		return gomoku.NoPoint, fmt.Errorf("%v is not on the board: use 0,0 to %d,%d", s, size-1, size-1)
	}
	return gomoku.At(s.x, size-1-s.y), nil
}

func squareOf(p gomoku.Point, size int) square {
	x, y := p.XY()
	return square{x, size - 1 - y}
}

// A listed stone is a line of BOARD … DONE.
type listed struct {
	square square
	field  int // own or theirs
}

const (
	own    = 1
	theirs = 2
	// 3 marks stones of a finished line in a continuous game, and forbidden points; we take neither.
)

// A list longer than any board can only be a mistake; its rest is read and dropped.
const maxListed = gomoku.MaxSize * gomoku.MaxSize

// A parser turns lines into commands. It remembers one thing: the list that it is in.
type parser struct {
	list   string // the word that opened the list, "" outside
	stones []listed
	fault  string // what was wrong with the list first
}

// feed takes a line and returns the commands that it completes: mostly one, none within a list.
func (p *parser) feed(line string) []command {
	line = strings.TrimSpace(line)
	if line == "" {
		return nil
	}
	if p.list == "" {
		return p.single(line)
	}
	switch word, _ := split(line); word {
	case "DONE":
		return []command{p.closeList()}
	case "END":
		p.list = ""
		return []command{endCommand{}}
	case "START", "RESTART", "RECTSTART":
		// A manager that begins a new game has given the list up. Taking the line for a bad stone would leave it
		// without an answer for ever.
		opened := p.list
		p.list = ""
		return append([]command{badCommand{opened + " was not ended by DONE"}}, p.single(line)...)
	}
	p.addStone(line)
	return nil
}

func (p *parser) single(line string) []command {
	word, rest := split(line)
	switch word {
	case "START":
		return []command{parseStart(rest)}
	case "RECTSTART":
		return []command{parseRectStart(rest)}
	case "RESTART":
		return []command{restartCommand{}}
	case "BEGIN":
		return []command{beginCommand{}}
	case "TURN", "PLAY", "TAKEBACK":
		return []command{parseSquareCommand(word, rest)}
	case "BOARD", "SWAP2BOARD":
		*p = parser{list: word}
		return nil
	case "INFO":
		key, value := split(rest)
		return []command{infoCommand{strings.ToLower(key), value}}
	case "ABOUT":
		return []command{aboutCommand{}}
	case "STOP", "YXSTOP":
		return []command{stopCommand{}}
	case "END":
		return []command{endCommand{}}
	}
	return []command{unknownCommand{quote(line)}}
}

func (p *parser) addStone(line string) {
	if p.fault != "" {
		return
	}
	fields := strings.Split(line, ",")
	last := len(fields) - 1
	switch {
	case p.list == "BOARD" && last == 2:
		s, err := parseSquare(fields[0] + "," + fields[1])
		field, ok := parseNumber(fields[2])
		switch {
		case err != nil || !ok:
			p.fault = fmt.Sprintf("bad line %q in BOARD: want x,y,field", quote(line))
		case field == 3:
			p.fault = fmt.Sprintf("field 3 at %v: continuous games are not supported", s)
		case field != own && field != theirs:
			p.fault = fmt.Sprintf("bad field in %q: want 1 (own) or 2 (opponent)", quote(line))
		case len(p.stones) == maxListed:
			p.fault = "more stones than any board holds"
		default:
			p.stones = append(p.stones, listed{s, field})
		}
	case p.list == "BOARD":
		p.fault = fmt.Sprintf("bad line %q in BOARD: want x,y,field", quote(line))
	}
}

func (p *parser) closeList() command {
	done := *p
	*p = parser{}
	switch {
	case done.list == "SWAP2BOARD":
		return badCommand{"SWAP2BOARD is not supported: send BOARD"}
	case done.fault != "":
		return badCommand{done.fault}
	}
	return boardCommand{done.stones}
}

// parseStart takes "15", and "15 15" or "15,15" as some managers write.
func parseStart(s string) command {
	numbers := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' })
	if len(numbers) == 1 {
		numbers = append(numbers, numbers[0])
	}
	return sizes("START", s, numbers)
}

func parseRectStart(s string) command {
	return sizes("RECTSTART", s, strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }))
}

func sizes(word, text string, numbers []string) command {
	if len(numbers) == 2 {
		w, okW := parseNumber(numbers[0])
		h, okH := parseNumber(numbers[1])
		if okW && okH {
			return startCommand{w, h}
		}
	}
	want := "START n"
	if word == "RECTSTART" {
		want = "RECTSTART w,h"
	}
	return badCommand{fmt.Sprintf("bad size %q: want %s", quote(text), want)}
}

func parseSquareCommand(word, rest string) command {
	s, err := parseSquare(rest)
	if err != nil {
		return badCommand{fmt.Sprintf("%s: %v", word, err)}
	}
	switch word {
	case "PLAY":
		return playCommand{s}
	case "TAKEBACK":
		return takebackCommand{s}
	}
	return turnCommand{s}
}

func parseSquare(s string) (square, error) {
	xs, ys, ok := strings.Cut(s, ",")
	x, okX := parseNumber(xs)
	y, okY := parseNumber(ys)
	if !ok || !okX || !okY {
		return square{}, fmt.Errorf("bad square %q: want x,y", quote(s))
	}
	return square{x, y}, nil
}

// parseNumber reads an integer, with blanks around it. One too big for an int32 is cut to the biggest.
func parseNumber(s string) (int, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 32)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	return int(n), true
}

// split parts the first word, in upper case, from the rest.
func split(line string) (word, rest string) {
	line = strings.TrimSpace(line)
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		line, rest = line[:i], strings.TrimSpace(line[i:])
	}
	return strings.ToUpper(line), rest
}

// quote makes foreign text fit for one line of ours.
func quote(s string) string {
	const most = 60
	cut := false
	var clean strings.Builder
	for _, r := range s {
		if clean.Len() >= most {
			cut = true
			break
		}
		if !strconv.IsPrint(r) {
			r = '?'
		}
		clean.WriteRune(r)
	}
	if cut {
		clean.WriteString("…")
	}
	return clean.String()
}
