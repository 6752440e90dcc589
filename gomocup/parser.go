package gomocup

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// maxListed is the length of the longest list. A list longer than any board is a mistake; the rest of it is read and dropped.
const maxListed = gomoku.MaxSize * gomoku.MaxSize

// lists are the words that open a list, and how many numbers a line of it has.
var lists = map[string]struct {
	numbers int
	line    string
}{
	"BOARD":       {3, "x,y,field"},
	"YXBOARD":     {3, "x,y,field"},
	"YXBLOCK":     {2, "x,y"},
	"YXBLOCKUNDO": {2, "x,y"},
	"SWAP2BOARD":  {2, "x,y"},
}

// A parser turns lines into commands. It remembers the list that it is in.
type parser struct {
	list    string // the word that opened the list, "" outside
	stones  []listed
	fault   string // the first error in the list
	foreign bool   // the line before belongs to an unknown command of Yixin-Board
}

// feed takes a line and returns the commands that it completes: mostly one, none within a list.
func (p *parser) feed(line string) []command {
	line = strings.TrimSpace(line)
	if line == "" {
		return nil
	}
	word, rest := split(line)
	if p.list == "" {
		if p.foreign && (word == "DONE" || word[0] >= '0' && word[0] <= '9') {
			// Such commands have lists of squares too, with hundreds of lines. One UNKNOWN is enough.
			p.foreign = word != "DONE"
			return nil
		}
		p.foreign = false
		return p.single(line, word, rest)
	}
	switch word {
	case "DONE":
		return []command{p.closeList()}
	case "END":
		*p = parser{}
		return []command{endCommand{}}
	case "STOP", "YXSTOP":
		return nil // may come at any time, and refers to an earlier command
	case "START", "RESTART", "RECTSTART":
		// A manager that begins a new game has dropped the list. As a bad stone the line would never be answered.
		opened := p.list
		*p = parser{}
		return append([]command{givenUpCommand{opened}}, p.single(line, word, rest)...)
	}
	p.addLine(line)
	return nil
}

func (p *parser) single(line, word, rest string) []command {
	if _, ok := lists[word]; ok {
		*p = parser{list: word}
		return nil
	}
	return []command{p.simple(line, word, rest)}
}

func (p *parser) simple(line, word, rest string) command {
	switch word {
	case "START":
		return parseSizes(word, "START n", rest)
	case "RECTSTART":
		return parseSizes(word, "RECTSTART w,h", rest)
	case "RESTART":
		return restartCommand{}
	case "BEGIN":
		return beginCommand{}
	case "TURN", "PLAY", "TAKEBACK":
		return parseSquareCommand(word, rest)
	case "INFO":
		key, value := split(rest)
		return infoCommand{strings.ToLower(key), value}
	case "ABOUT":
		return aboutCommand{}
	case "STOP", "YXSTOP":
		return stopCommand{}
	case "END":
		return endCommand{}
	case "YXNBEST":
		if n, ok := parseNumber(rest); ok && n >= 1 {
			return nbestCommand{n}
		}
		return badCommand{fmt.Sprintf("bad number of lines %q: want yxnbest n, 1 or more", quote(rest))}
	case "YXBALANCEONE", "YXBALANCETWO":
		return parseBalance(word, rest)
	case "YXBLOCKRESET":
		return blockResetCommand{}
	case "YXSHOWFORBID":
		return forbidCommand{}
	case "YXSHOWINFO":
		return showInfoCommand{}
	case "YXHASHCLEAR":
		return hashClearCommand{}
	}
	p.foreign = strings.HasPrefix(word, "YX")
	return unknownCommand{quote(line)}
}

func (p *parser) addLine(line string) {
	if p.fault != "" {
		return
	}
	numbers, ok := parseNumbers(line)
	want := lists[p.list]
	switch {
	case !ok || len(numbers) != want.numbers:
		p.fault = fmt.Sprintf("bad line %q in %s: want %s", quote(line), p.list, want.line)
	case len(p.stones) == maxListed:
		p.fault = "more stones than any board holds"
	case want.numbers == 2:
		p.stones = append(p.stones, listed{square: square{numbers[0], numbers[1]}})
	case numbers[2] == 3:
		p.fault = fmt.Sprintf("field 3 at %d,%d: continuous games are not supported", numbers[0], numbers[1])
	case numbers[2] != own && numbers[2] != theirs:
		p.fault = fmt.Sprintf("bad field in %q: want 1 (own) or 2 (opponent)", quote(line))
	default:
		p.stones = append(p.stones, listed{square{numbers[0], numbers[1]}, numbers[2]})
	}
}

func (p *parser) closeList() command {
	done := *p
	*p = parser{}
	if done.fault != "" {
		return badCommand{done.fault}
	}
	if lists[done.list].numbers == 2 {
		var squares []square
		for _, l := range done.stones {
			squares = append(squares, l.square)
		}
		if done.list == "SWAP2BOARD" {
			return swap2Command{squares}
		}
		return blockCommand{squares, done.list == "YXBLOCKUNDO"}
	}
	return boardCommand{done.stones, done.list == "YXBOARD"}
}

// parseSizes takes "15", and "15,15" or "15 15" as some managers write.
func parseSizes(word, want, text string) command {
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' })
	numbers, ok := parseNumbers(strings.Join(fields, ","))
	if ok && len(numbers) == 1 && word == "START" {
		return startCommand{numbers[0], numbers[0], false}
	}
	if ok && len(numbers) == 2 {
		return startCommand{numbers[0], numbers[1], word == "START" && !strings.Contains(text, ",")}
	}
	return badCommand{fmt.Sprintf("bad size %q: want %s", quote(text), want)}
}

func parseBalance(word, rest string) command {
	c := balanceCommand{stones: 1}
	if word == "YXBALANCETWO" {
		c.stones = 2
	}
	if rest == "" {
		return c // without a number the target is an even game
	}
	target, ok := parseNumber(rest)
	if limit := int(gomoku.MaxEval); !ok || target < -limit || target > limit {
		return badCommand{fmt.Sprintf("bad score %q: want %s b, from %d to %d", quote(rest), strings.ToLower(word), -limit, limit)}
	}
	c.target = target
	return c
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
	numbers, ok := parseNumbers(s)
	if !ok || len(numbers) != 2 {
		return square{}, fmt.Errorf("bad square %q: want x,y", quote(s))
	}
	return square{numbers[0], numbers[1]}, nil
}

// parseNumbers reads integers with commas between them.
func parseNumbers(s string) ([]int, bool) {
	var numbers []int
	for field := range strings.SplitSeq(s, ",") {
		n, ok := parseNumber(field)
		if !ok {
			return nil, false
		}
		numbers = append(numbers, n)
	}
	return numbers, true
}

// parseNumber reads an integer with blanks around it. A number that does not fit an int32 becomes the nearest one that does.
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

// quote makes text from outside safe to use in a line of ours.
func quote(s string) string { return printable(s, 60) }

// printable returns s with ? for what cannot be printed, cut after so many bytes.
func printable(s string, most int) string {
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
