// Package reference decides the rules of five in a row by putting stones on a
// grid and looking. It exists for tests only and is slow on purpose: no
// tables, no bits, nothing kept up to date from move to move, so that a reader
// can hold it against the rules, and the fast packages can be held against it.
//
// Its words have the same numbers as those of the root package. It imports
// nothing of the module.
package reference

import "fmt"

// A Rule says what wins, and whether Black has fouls.
type Rule uint8

const (
	Freestyle    Rule = iota // five or more
	Standard                 // exactly five
	Renju                    // Black: exactly five, and fouls; White: five or more
	Caro                     // exactly five, not closed by the opponent at both ends
	CaroOverline             // six or more, or five not closed at both ends
)

// Rules are all rules, in order.
var Rules = [...]Rule{Freestyle, Standard, Renju, Caro, CaroOverline}

func (r Rule) String() string {
	names := [...]string{"freestyle", "standard", "renju", "caro", "caro-overline"}
	if int(r) >= len(names) {
		return fmt.Sprintf("Rule(%d)", uint8(r))
	}
	return names[r]
}

// A Color is what lies on a point.
type Color uint8

const (
	Empty Color = iota
	Black
	White
)

func (c Color) String() string {
	names := [...]string{"empty", "black", "white"}
	if int(c) >= len(names) {
		return fmt.Sprintf("Color(%d)", uint8(c))
	}
	return names[c]
}

// Opponent returns the other color; of Empty, Empty.
func (c Color) Opponent() Color {
	switch c {
	case Black:
		return White
	case White:
		return Black
	}
	return Empty
}

// A Foul is what Black may not do in Renju.
type Foul uint8

const (
	NoFoul Foul = iota
	Overline
	DoubleFour
	DoubleThree
)

func (f Foul) String() string {
	names := [...]string{"no-foul", "overline", "double-four", "double-three"}
	if int(f) >= len(names) {
		return fmt.Sprintf("Foul(%d)", uint8(f))
	}
	return names[f]
}

// A Point is a column from the left and a row from the bottom, both from 0.
type Point struct{ X, Y int }

func (p Point) String() string { return fmt.Sprintf("%c%d", 'a'+rune(p.X), p.Y+1) }

func (p Point) add(d Point, n int) Point { return Point{p.X + n*d.X, p.Y + n*d.Y} }

// Directions are the four ways a line can run: horizontal, vertical, rising
// and falling diagonal.
var Directions = [4]Point{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// A Board is a grid with stones, any number of either color. It is for one
// goroutine at a time, as is the Memo behind it.
type Board struct {
	size   int
	rule   Rule
	stones [][]Color // [y][x]
	memo   *Memo
}

// New returns an empty board. Boards that share a memo spare each other work;
// nil makes a fresh one.
func New(size int, rule Rule, memo *Memo) *Board {
	if memo == nil {
		memo = NewMemo()
	}
	b := &Board{size: size, rule: rule, memo: memo}
	for range size {
		b.stones = append(b.stones, make([]Color, size))
	}
	return b
}

// Size returns the number of columns, which is the number of rows.
func (b *Board) Size() int { return b.size }

// Rule returns the rule.
func (b *Board) Rule() Rule { return b.rule }

// Inside reports whether p is on the board.
func (b *Board) Inside(p Point) bool {
	return p.X >= 0 && p.X < b.size && p.Y >= 0 && p.Y < b.size
}

// At returns what lies on p; outside the board that is nothing.
func (b *Board) At(p Point) Color {
	if !b.Inside(p) {
		return Empty
	}
	return b.stones[p.Y][p.X]
}

// Set makes p, which must be on the board, hold c: a stone, or Empty.
func (b *Board) Set(p Point, c Color) { b.stones[p.Y][p.X] = c }

func (b *Board) isEmpty(p Point) bool { return b.Inside(p) && b.At(p) == Empty }

// Points returns all points row by row from a1.
func (b *Board) Points() []Point {
	var all []Point
	for y := range b.size {
		for x := range b.size {
			all = append(all, Point{x, y})
		}
	}
	return all
}

// run returns the unbroken row in direction d that the stone on p belongs to.
func (b *Board) run(p, d Point) []Point {
	c := b.At(p)
	for b.At(p.add(d, -1)) == c {
		p = p.add(d, -1)
	}
	var row []Point
	for ; b.At(p) == c; p = p.add(d, 1) {
		row = append(row, p)
	}
	return row
}

// isFive reports whether a row of stones of color c wins.
func (b *Board) isFive(c Color, row []Point, d Point) bool {
	n := len(row)
	before, after := row[0].add(d, -1), row[n-1].add(d, 1)
	// At answers Empty outside the board: an edge closes nothing.
	closed := b.At(before) == c.Opponent() && b.At(after) == c.Opponent()
	switch b.rule {
	case Freestyle:
		return n >= 5
	case Standard:
		return n == 5
	case Renju:
		return n == 5 || n > 5 && c == White
	case Caro:
		return n == 5 && !closed
	case CaroOverline:
		return n >= 6 || n == 5 && !closed
	}
	panic("unreachable: " + b.rule.String())
}

// WinningRows returns the rows through the stone on p that win.
func (b *Board) WinningRows(p Point) [][]Point {
	var rows [][]Point
	if b.At(p) == Empty {
		return nil
	}
	for _, d := range Directions {
		if row := b.run(p, d); b.isFive(b.At(p), row, d) {
			rows = append(rows, row)
		}
	}
	return rows
}

// Wins reports whether a stone of color c on the empty point p makes a winning
// five.
func (b *Board) Wins(c Color, p Point) bool {
	b.Set(p, c)
	defer b.Set(p, Empty)
	return len(b.WinningRows(p)) > 0
}

// Foul returns the first of Fouls, or NoFoul.
func (b *Board) Foul(p Point) Foul {
	for _, f := range b.Fouls(p) {
		return f
	}
	return NoFoul
}

// Fouls returns every foul that a black stone on the empty point p is, in the
// order of the constants; only Renju has any. A stone that makes a five is
// none.
func (b *Board) Fouls(p Point) []Foul {
	if b.rule != Renju {
		return nil
	}
	b.Set(p, Black)
	defer b.Set(p, Empty)
	if len(b.WinningRows(p)) > 0 {
		return nil
	}
	var fouls []Foul
	overlines, fours, threes := 0, 0, 0
	for _, d := range Directions {
		if len(b.run(p, d)) > 5 {
			overlines++
		}
		fours += b.fours(p, d)
		if b.isThree(p, d) {
			threes++
		}
	}
	if overlines > 0 {
		fouls = append(fouls, Overline)
	}
	if fours > 1 {
		fouls = append(fouls, DoubleFour)
	}
	if threes > 1 {
		fouls = append(fouls, DoubleThree)
	}
	return fouls
}

// fours counts the fours in direction d that the black stone on p belongs to.
// A four is four black stones to which one stone can be added to make exactly
// five. Two points that complete the same four stones make one four.
func (b *Board) fours(p, d Point) int {
	found := map[[4]Point]bool{}
	for n := -4; n <= 4; n++ { // a point farther off cannot be in one five with p
		q := p.add(d, n)
		if !b.isEmpty(q) {
			continue
		}
		b.Set(q, Black)
		if row := b.run(p, d); len(row) == 5 && contains(row, q) {
			var four [4]Point
			i := 0
			for _, r := range row {
				if r != q {
					four[i] = r
					i++
				}
			}
			found[four] = true
		}
		b.Set(q, Empty)
	}
	return len(found)
}

// isThree reports whether the black stone on p belongs to a three in direction
// d. A three is three stones to which, without making a five at the same time,
// one stone can be added to make a straight four, on a point that is no foul.
func (b *Board) isThree(p, d Point) bool {
	for n := -3; n <= 3; n++ { // a point farther off cannot be in one four with p
		q := p.add(d, n)
		if !b.isEmpty(q) {
			continue
		}
		b.Set(q, Black)
		straight := len(b.WinningRows(q)) == 0 && contains(b.run(p, d), q) && b.isStraightFour(p, d)
		b.Set(q, Empty)
		if straight && len(b.Fouls(q)) == 0 {
			return true
		}
	}
	return false
}

// isStraightFour reports whether the black stone on p belongs to an unbroken
// row of four in direction d that a stone at either end makes exactly five.
func (b *Board) isStraightFour(p, d Point) bool {
	row := b.run(p, d)
	if len(row) != 4 {
		return false
	}
	for _, end := range [2]Point{row[0].add(d, -1), row[3].add(d, 1)} {
		if !b.isEmpty(end) {
			return false
		}
		b.Set(end, Black)
		n := len(b.run(p, d))
		b.Set(end, Empty)
		if n != 5 {
			return false
		}
	}
	return true
}

func contains(row []Point, p Point) bool {
	for _, q := range row {
		if q == p {
			return true
		}
	}
	return false
}

// String draws the board, the top row first: X is Black, O is White.
func (b *Board) String() string {
	s := fmt.Sprintf("%d %v\n", b.size, b.rule)
	for y := b.size - 1; y >= 0; y-- {
		s += fmt.Sprintf("%2d", y+1)
		for x := range b.size {
			s += " " + string(".XO"[b.stones[y][x]])
		}
		s += "\n"
	}
	s += "  "
	for x := range b.size {
		s += fmt.Sprintf(" %c", 'a'+rune(x))
	}
	return s + "\n"
}
