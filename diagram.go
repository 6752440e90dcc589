package gomoku

import (
	"fmt"
	"strconv"
	"strings"
)

// String draws the board: a header with size, rule and the side to move, then the rows from the top, with X for Black and O for White.
// [ParseBoard] reads it. When the game is over the header also gives the outcome, and names the side whose turn it would be.
//
//	7x7 freestyle, white to move
//	7 . . . . . . .
//	6 . . . . . . .
//	5 . . . . . . .
//	4 . . . X . . .
//	3 . . . . . . .
//	2 . . . . . . .
//	1 . . . . . . .
//	  a b c d e f g
func (b *Board) String() string {
	if b.size == 0 {
		return "no board\n"
	}
	width := len(strconv.Itoa(b.size))
	var s strings.Builder
	s.Grow(64 + (b.size+1)*(2*b.size+width+1))
	fmt.Fprintf(&s, "%dx%d %v, %v to move", b.size, b.size, b.rule, colorOf(b.pos.Side()))
	if b.outcome != Undecided {
		fmt.Fprintf(&s, " (game over: %v)", b.outcome)
	}
	s.WriteByte('\n')
	for y := b.size - 1; y >= 0; y-- {
		fmt.Fprintf(&s, "%*d", width, y+1)
		for x := range b.size {
			s.WriteByte(' ')
			s.WriteByte(glyphs[b.At(At(x, y))])
		}
		s.WriteByte('\n')
	}
	fmt.Fprintf(&s, "%*s", width, "")
	for x := range b.size {
		s.WriteByte(' ')
		s.WriteByte(byte('a' + x))
	}
	s.WriteByte('\n')
	return s.String()
}

// glyphs draw the colors.
const glyphs = ".XO"

// ParseBoard reads a diagram as [Board.String] draws it, or one written by hand in the same way: a header such as
//
//	15x15 renju, black to move
//
// and then a line for each row from the top, with its points separated by spaces: X for Black, O for White, and a dot for an empty
// point. The numbers before the rows, the letters below them, and empty lines are optional. The stones are set up as by [NewPosition],
// because a diagram does not tell the moves that led to it; [ParsePosition] reads a text that does.
func ParseBoard(diagram string) (*Board, error) {
	p := diagramParser{}
	for text := range strings.Lines(strings.TrimPrefix(diagram, byteOrderMark)) {
		p.line++
		if err := p.read(strings.TrimSpace(text)); err != nil {
			return nil, explain(err, "board diagram, line %d", p.line)
		}
	}
	if p.size == 0 {
		return nil, errorf("board diagram: empty: want a header such as %q", exampleHeader)
	}
	if p.rows < p.size {
		return nil, errorf("board diagram: %d rows: want %d", p.rows, p.size)
	}
	b, err := NewPosition(p.size, p.rule, p.stones[Black], p.stones[White], p.turn)
	if err != nil {
		return nil, explain(err, "board diagram")
	}
	if p.outcome != "" {
		if want := fmt.Sprintf("(game over: %v)", b.outcome); p.outcome != want {
			return nil, errorf("board diagram: the header says %s, but the game on the board is %v", quote(p.outcome), b.outcome)
		}
	}
	return b, nil
}

// byteOrderMark is what some editors begin a file with.
const byteOrderMark = "\ufeff"

const exampleHeader = "15x15 freestyle, black to move"

type diagramParser struct {
	line    int
	size    int // 0 before the header
	rule    Rule
	turn    Color
	outcome string // what the header says in parentheses
	rows    int
	letters bool // the last line has been seen
	stones  [White + 1][]Point
}

func (d *diagramParser) read(line string) error {
	switch {
	case line == "":
		return nil
	case d.size == 0:
		return d.header(line)
	case d.rows < d.size:
		return d.row(strings.Fields(line))
	case d.letters:
		return errorf("%s after the end of the board", quote(line))
	}
	for x, field := range strings.Fields(line) {
		if x >= d.size || field != string(rune('a'+x)) {
			return errorf("%s: want the %d columns' letters, or nothing", quote(line), d.size)
		}
		if x == d.size-1 {
			d.letters = true
		}
	}
	if !d.letters {
		return errorf("%s: want %d letters", quote(line), d.size)
	}
	return nil
}

func (d *diagramParser) header(line string) error {
	bad := func(why string) error {
		return errorf("header %s: %s: want one such as %q", quote(line), why, exampleHeader)
	}
	first, second, ok := strings.Cut(line, ",")
	words, rest := strings.Fields(first), strings.Fields(second)
	if !ok || len(words) != 2 || len(rest) < 3 || rest[1] != "to" || rest[2] != "move" {
		return bad("not understood")
	}
	columns, rows, ok := strings.Cut(words[0], "x")
	size, err := strconv.Atoi(columns)
	if !ok || columns != rows || err != nil {
		return bad("no size")
	}
	if err := d.rule.UnmarshalText([]byte(words[1])); err != nil {
		return err
	}
	if err := checkBoard(size, d.rule); err != nil {
		return err
	}
	if err := d.turn.UnmarshalText([]byte(rest[0])); err != nil {
		return err
	}
	if !d.turn.isSide() {
		return bad("no side to move")
	}
	d.size = size
	d.outcome = strings.Join(rest[3:], " ")
	return nil
}

func (d *diagramParser) row(fields []string) error {
	y := d.size - 1 - d.rows
	if len(fields) > 0 && fields[0] == strconv.Itoa(y+1) {
		fields = fields[1:]
	}
	if len(fields) != d.size {
		return errorf("%d points in row %d: want %d, separated by spaces, after the row's number", len(fields), y+1, d.size)
	}
	for x, field := range fields {
		switch field {
		case ".":
		case "X", "x":
			d.stones[Black] = append(d.stones[Black], At(x, y))
		case "O", "o":
			d.stones[White] = append(d.stones[White], At(x, y))
		default:
			return errorf("%s on %v: want X, O or a dot", quote(field), At(x, y))
		}
	}
	d.rows++
	return nil
}
