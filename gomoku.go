package gomoku

import (
	"strconv"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// The sizes of a board: a board of size n has n×n points, and n lies between MinSize and MaxSize.
const (
	MinSize     = 5
	DefaultSize = 15
	MaxSize     = 22
)

// A Rule says which rows win and which moves are forbidden. The zero value is Freestyle. Renju with overlines allowed and omok, in
// which two open threes are forbidden for both, are not offered: there are no tournaments or archives of games to check and tune
// them against.
type Rule uint8

const (
	// Freestyle: five or more stones in a row win.
	Freestyle Rule = iota
	// Standard: exactly five in a row win; a longer row does not.
	Standard
	// Renju: White wins with five or more, Black with exactly five. Black must not make a longer row, two fours or two threes with
	// one stone (see [Foul]), unless that stone also makes five.
	Renju
	// Caro: exactly five in a row win, unless both ends are blocked by stones of the opponent. The edge of the board does not block.
	Caro
	// CaroOverline: as Caro, but six or more in a row win too, blocked or not.
	CaroOverline
)

var ruleNames = []string{"freestyle", "standard", "renju", "caro", "caro-overline"}

// String returns the rule's name in lower case: freestyle, standard, renju, caro or caro-overline.
func (r Rule) String() string { return nameOf("Rule", ruleNames, uint8(r)) }

// MarshalText returns the rule's name, or an error if r is none of the rules.
func (r Rule) MarshalText() ([]byte, error) { return marshalName("Rule", ruleNames, uint8(r)) }

// UnmarshalText sets r to the rule of that name.
func (r *Rule) UnmarshalText(text []byte) error { return unmarshalName(r, "rule", ruleNames, text) }

func (r Rule) valid() bool { return r <= CaroOverline }

// A Color is what a point of the board holds, or whose turn it is. The zero value is Empty.
type Color uint8

const (
	Empty Color = iota
	Black       // plays first
	White
)

var colorNames = []string{"empty", "black", "white"}

// Opponent returns the other side: White for Black, Black for White, and Empty for Empty.
func (c Color) Opponent() Color {
	switch c {
	case Black:
		return White
	case White:
		return Black
	}
	return Empty
}

// String returns the color's name in lower case: empty, black or white.
func (c Color) String() string { return nameOf("Color", colorNames, uint8(c)) }

// MarshalText returns the color's name, or an error if c is no color.
func (c Color) MarshalText() ([]byte, error) { return marshalName("Color", colorNames, uint8(c)) }

// UnmarshalText sets c to the color of that name.
func (c *Color) UnmarshalText(text []byte) error { return unmarshalName(c, "color", colorNames, text) }

func (c Color) isSide() bool { return c == Black || c == White }

// side is c as the internal packages know it. c must be Black or White.
func (c Color) side() pattern.Color { return pattern.Color(c - Black) }

func colorOf(side pattern.Color) Color { return Black + Color(side) }

// A Point is a place on the board. It means the same on boards of every size, is comparable, and can be a map key. The zero value
// is NoPoint. As text a point is the letter of its column, from the left, and the number of its row, from the bottom, as in game
// records: a1 is the bottom left corner, and h8 the center of a 15×15 board.
type Point uint16

// NoPoint is not a place. In a list of moves it stands for a pass.
const NoPoint Point = 0

// At returns the point in column x from the left and row y from the bottom, both counted from zero: At(0, 0) is a1, and At(7, 7)
// is h8. It returns NoPoint unless x and y both lie between 0 and MaxSize-1.
func At(x, y int) Point {
	if uint(x) >= MaxSize || uint(y) >= MaxSize {
		return NoPoint
	}
	return pointOf(position.CellAt(x, y))
}

// XY returns the column from the left and the row from the bottom, both counted from zero. For NoPoint it returns -1, -1.
func (p Point) XY() (x, y int) {
	if !p.valid() {
		return -1, -1
	}
	return p.cell().XY()
}

// A Point is one more than the cell of the internal packages, which number the board's points in a room of 32×32.

func pointOf(c position.Cell) Point {
	if c == position.None {
		return NoPoint
	}
	return Point(c) + 1
}

// cell must only be called on a valid point.
func (p Point) cell() position.Cell { return position.Cell(p - 1) }

// valid reports whether p lies on a board of MaxSize. A number that a program made up by conversion may not.
func (p Point) valid() bool { return p.on(MaxSize) }

// on reports whether p lies on a board of the given size, which may be zero.
func (p Point) on(size int) bool {
	i := p - 1 // wraps for NoPoint
	return int(i&31) < size && int(i>>5) < size
}

// ParsePoint reads a point as [Point.String] writes it, in lower or upper case: "h8" or "H8". It accepts every point of a board of
// MaxSize. Whether a smaller board has the point is for [Board.Play] to say.
func ParsePoint(s string) (Point, error) {
	if len(s) >= 2 && len(s) <= 3 {
		x := int(s[0]|0x20) - 'a'
		y, err := strconv.Atoi(s[1:])
		if digits := s[1] >= '1' && s[1] <= '9'; digits && err == nil { // no sign, no leading zero
			if p := At(x, y-1); p != NoPoint && isLetter(s[0]) {
				return p, nil
			}
		}
	}
	return NoPoint, errorf("point %s: want a letter from a to %c and a number from 1 to %d, such as h8",
		quote(s), 'a'+MaxSize-1, MaxSize)
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// String returns the point as in "h8", and "-" for NoPoint.
func (p Point) String() string {
	if !p.valid() {
		return "-"
	}
	x, y := p.XY()
	return string(rune('a'+x)) + strconv.Itoa(y+1)
}

// MarshalText returns the point as [Point.String] does, or an error if p is neither NoPoint nor a point of a board.
func (p Point) MarshalText() ([]byte, error) {
	if p != NoPoint && !p.valid() {
		return nil, errorf("Point(%d) is not a point of a board", uint16(p))
	}
	return []byte(p.String()), nil
}

// UnmarshalText reads what MarshalText writes: all that [ParsePoint] takes, and "-" for NoPoint.
func (p *Point) UnmarshalText(text []byte) error {
	if string(text) == "-" {
		*p = NoPoint
		return nil
	}
	q, err := ParsePoint(string(text))
	if err != nil {
		return err
	}
	*p = q
	return nil
}

// A Foul is the reason why a point is forbidden for Black under [Renju]. If there are several reasons, the first in the order
// Overline, DoubleFour, DoubleThree is given. A stone that makes exactly five is never a foul.
type Foul uint8

const (
	NoFoul      Foul = iota
	Overline         // more than five in a row
	DoubleFour       // two or more fours at once, perhaps in the same line
	DoubleThree      // two or more threes at once that could become open fours without a foul
)

var foulNames = []string{"none", "overline", "double four", "double three"}

// String returns the foul's name in lower case: none, overline, double four or double three.
func (f Foul) String() string { return nameOf("Foul", foulNames, uint8(f)) }

// MarshalText returns the foul's name, or an error if f is no foul.
func (f Foul) MarshalText() ([]byte, error) { return marshalName("Foul", foulNames, uint8(f)) }

// UnmarshalText sets f to the foul of that name.
func (f *Foul) UnmarshalText(text []byte) error { return unmarshalName(f, "foul", foulNames, text) }

// An Outcome is the state or the result of a game. The zero value is Undecided.
type Outcome uint8

const (
	Undecided Outcome = iota
	BlackWins
	WhiteWins
	Draw // the board is full
)

var outcomeNames = []string{"undecided", "black wins", "white wins", "draw"}

// Winner returns the color that has won, or Empty.
func (o Outcome) Winner() Color {
	switch o {
	case BlackWins:
		return Black
	case WhiteWins:
		return White
	}
	return Empty
}

// winOf is the outcome where c has won. c must be Black or White.
func winOf(c Color) Outcome { return BlackWins + Outcome(c-Black) }

// String returns the outcome in words: undecided, black wins, white wins or draw.
func (o Outcome) String() string { return nameOf("Outcome", outcomeNames, uint8(o)) }

// MarshalText returns the outcome in words, or an error if o is no outcome.
func (o Outcome) MarshalText() ([]byte, error) { return marshalName("Outcome", outcomeNames, uint8(o)) }

// UnmarshalText sets o to the outcome that the words name.
func (o *Outcome) UnmarshalText(text []byte) error {
	return unmarshalName(o, "outcome", outcomeNames, text)
}

// A Shape is what stones in a line amount to. The zero value is NoShape; later shapes are stronger. A shape may have gaps (XX.X,
// X.XXX), and it needs room: three stones that can no longer become five are NoShape. What counts as a five depends on the board's
// [Rule]; the fouls of Renju are ignored.
type Shape uint8

const (
	NoShape   Shape = iota
	Two             // one more stone makes a Three
	OpenTwo         // one more stone makes an OpenThree
	Three           // one more stone makes a Four
	OpenThree       // one more stone makes an OpenFour
	Four            // one more stone makes a Five
	OpenFour        // one more stone makes a Five in two ways, of which the opponent can stop only one
	Five            // wins
)

var shapeNames = []string{"none", "two", "open two", "three", "open three", "four", "open four", "five"}

// String returns the shape's name in lower case: none, two, open two, three, open three, four, open four or five.
func (s Shape) String() string { return nameOf("Shape", shapeNames, uint8(s)) }

// MarshalText returns the shape's name, or an error if s is no shape.
func (s Shape) MarshalText() ([]byte, error) { return marshalName("Shape", shapeNames, uint8(s)) }

// UnmarshalText sets s to the shape of that name.
func (s *Shape) UnmarshalText(text []byte) error { return unmarshalName(s, "shape", shapeNames, text) }
