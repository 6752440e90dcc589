// Package pattern defines what a line of stones is worth under each rule of the game, and tabulates it.
//
// Everything is derived from one recursive definition (what would one more stone make of this?), so that there is no
// list of shapes that could be incomplete, and a rule is nothing but its own notion of a winning row.
package pattern

import "iter"

// A Rule names a variant of the game.
type Rule uint8

// The rules, numbered as in the public package.
const (
	Freestyle    Rule = iota // five or more wins
	Standard                 // exactly five wins
	Renju                    // Black: exactly five, and fouls; White: five or more
	Caro                     // exactly five, not closed by the opponent at both ends
	CaroOverline             // six or more, or five not closed at both ends
	NumRules
)

// Color is the owner of a stone, as an index.
type Color uint8

// The two colors.
const (
	Black Color = iota
	White
)

// Opponent returns the other color.
func (c Color) Opponent() Color { return c ^ 1 }

// A Line is what a color has on one line through a point once it has a stone there. Lines are ordered by strength; Overline
// stands among the worthless ones. There are at most 16, so that one fits four bits.
type Line uint8

// The line patterns. Each is defined by what one more stone can make of it; "through the point" is meant everywhere.
const (
	Dead       Line = iota // no way to a five
	Overline               // a row too long to win: a foul for Black in renju
	One                    // a way to Two
	OpenOne                // a way to OpenTwo
	Two                    // a way to Three
	OpenTwo                // one or two ways to an open three
	BroadTwo               // three ways to an open three
	WideTwo                // four or more
	Three                  // a way to Four
	OpenThree              // one way to OpenFour
	WideThree              // two or more
	Four                   // a way to Five that one reply can close
	DoubleFour             // two different fours in one line, Black in renju only: a foul
	OpenFour               // ways to Five that no single reply on the line can close
	Five                   // a winning row
	NumLines
)

// A Shape is the coarser scale that the public package shows.
type Shape uint8

// The shapes, weakest first, numbered as in the public package.
const (
	NoShape Shape = iota
	ShapeTwo
	ShapeOpenTwo
	ShapeThree
	ShapeOpenThree
	ShapeFour
	ShapeOpenFour
	ShapeFive
	NumShapes
)

// Shape returns the shape that l belongs to.
func (l Line) Shape() Shape {
	return [16]Shape{
		Two: ShapeTwo, OpenTwo: ShapeOpenTwo, BroadTwo: ShapeOpenTwo, WideTwo: ShapeOpenTwo,
		Three: ShapeThree, OpenThree: ShapeOpenThree, WideThree: ShapeOpenThree,
		Four: ShapeFour, DoubleFour: ShapeFour, OpenFour: ShapeOpenFour, Five: ShapeFive,
	}[l&15]
}

// Lines are the patterns of a point's four lines, four bits each: horizontal, vertical, rising and falling diagonal.
type Lines uint16

// At returns the pattern of direction d, 0 to 3.
func (ls Lines) At(d int) Line { return Line(ls >> (4 * d) & 15) }

// Shape returns the strongest shape of the four lines.
func (ls Lines) Shape() Shape {
	return max(ls.At(0).Shape(), ls.At(1).Shape(), ls.At(2).Shape(), ls.At(3).Shape())
}

// A Class is what a stone on a point threatens, all four lines together.
type Class uint8

// The classes, weakest first. A point has the strongest that applies; ClassFoul is only a suspicion (see Lines.Class).
const (
	ClassNone        Class = iota
	ClassTwo               // an open two
	ClassThree             // a three that can only become a simple four
	ClassOpenThree         // an open three
	ClassDoubleThree       // two or more open threes
	ClassFour              // a four
	ClassFourThree         // a four and an open three
	ClassWinFour           // an open four, or two fours at once
	ClassFive              // wins
	ClassFoul              // Black in renju: an overline, two fours or two open threes, as far as the lines alone can tell
	NumClasses
)

// Class returns the class of a point with the given lines. With fouls (Black in renju) a point whose lines show an
// overline, two fours or two open threes is ClassFoul unless it is a five; whether a double three is a real one depends
// on other points and must be looked into.
func (ls Lines) Class(fouls bool) Class {
	var n [16]int
	for d := range 4 {
		n[ls.At(d)]++
	}
	fours := n[Four] + n[OpenFour] + 2*n[DoubleFour]
	threes := n[OpenThree] + n[WideThree]
	switch {
	case n[Five] > 0:
		return ClassFive
	case fouls && (n[Overline] > 0 || fours > 1 || threes > 1):
		return ClassFoul
	case n[OpenFour] > 0 || fours > 1:
		return ClassWinFour
	case fours > 0 && threes > 0:
		return ClassFourThree
	case fours > 0:
		return ClassFour
	case threes > 1:
		return ClassDoubleThree
	case threes > 0:
		return ClassOpenThree
	case n[Three] > 0:
		return ClassThree
	case n[OpenTwo]+n[BroadTwo]+n[WideTwo] > 0:
		return ClassTwo
	}
	return ClassNone
}

// AllLines visits every four patterns in every order.
func AllLines() iter.Seq[Lines] {
	return func(yield func(Lines) bool) {
		for a := range Lines(NumLines) {
			for b := range Lines(NumLines) {
				for c := range Lines(NumLines) {
					for d := range Lines(NumLines) {
						if !yield(a | b<<4 | c<<8 | d<<12) {
							return
						}
					}
				}
			}
		}
	}
}

// NumCodes is the number of multisets of four patterns.
const NumCodes = int(NumLines) * (int(NumLines) + 1) * (int(NumLines) + 2) * (int(NumLines) + 3) / 24

// Code numbers the four patterns without regard to their order, from 0 to NumCodes-1: evaluation must not depend on the
// direction of a line, so its tables are indexed by codes. Patterns of NumLines and above are not allowed.
func (ls Lines) Code() int {
	a, b, c, d := int(ls.At(0)), int(ls.At(1)), int(ls.At(2)), int(ls.At(3))
	if a < b {
		a, b = b, a
	}
	if c < d {
		c, d = d, c
	}
	if a < c {
		a, c = c, a
	}
	if b < d {
		b, d = d, b
	}
	if b < c {
		b, c = c, b
	}
	// The combinatorial number system over a >= b >= c >= d.
	return (a+3)*(a+2)*(a+1)*a/24 + (b+2)*(b+1)*b/6 + (c+1)*c/2 + d
}
