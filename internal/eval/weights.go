// Package eval holds the numbers of the built-in evaluation and their file format. How they enter a position's sums is
// the business of package position, which keeps the features up to date.
package eval

import (
	"bytes"
	_ "embed"
	"sync"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// Weights are the numbers of one rule. The value of a position for one color is the sum of Point over the empty points, by
// the code of what the color would have there; the difference of both colors, and Threat by the side to move and the
// threat mask of the position (package position), make the score. About 200 units are one unit of log-odds of winning.
type Weights struct {
	Point  [2][pattern.NumCodes]int16 // by color, in -MaxPoint..MaxPoint
	Threat [2][NumThreats]int16       // by side to move
	Attack [2][pattern.NumCodes]int16 // by color: how much a move is worth trying for what it makes, 0..MaxMove
	Defend [2][pattern.NumCodes]int16 // by color of the mover: for what it takes from the opponent, by the opponent's code
}

// Bounds of the weights.
const (
	MaxPoint   = 1<<14 - 1
	MaxMove    = 1<<13 - 1
	NumThreats = 1 << 11
)

// The bits of a threat mask, from the side to move's view. The side to move has no five itself: that would be the end.
const (
	HisFive = 1 << iota
	MyWinFour
	HisWinFour
	MyFourThree
	MyFour
	MyDoubleThree
	MyOpenThree
	HisFourThree
	HisFour
	HisDoubleThree
	HisOpenThree
)

//go:embed default.weights
var defaultFile []byte

// shipped are the weights in the embedded file, which tools/tune makes.
var shipped = sync.OnceValue(func() Set {
	s, err := Read(bytes.NewReader(defaultFile))
	if err != nil {
		panic("eval: embedded weights: " + err.Error())
	}
	for rule, w := range s {
		if w == nil {
			s[rule] = handSet(pattern.Rule(rule))
		}
	}
	return s
})

// BuiltIn returns the weights of a rule that the library ships. They must not be changed.
func BuiltIn(rule pattern.Rule) *Weights { return shipped()[rule] }

// handSet returns weights set by hand: a line is worth what lineValue says, two lines through one point more than the
// sum, and of two equal threats the mover's counts more.
func handSet(rule pattern.Rule) *Weights {
	w := new(Weights)
	for code, lines := range codes() {
		value := 0
		for d := range 4 {
			value += lineValue[lines.At(d)]
		}
		value += value * value / 400
		for color := range pattern.Color(2) {
			fouls := rule == pattern.Renju && color == pattern.Black
			class := lines.Class(fouls)
			point := min(value, 600)
			if class == pattern.ClassFoul {
				point = 0
			}
			w.Point[color][code] = int16(point)
			w.Attack[color][code] = int16(min(2*value+classMove[class], MaxMove))
			w.Defend[color.Opponent()][code] = int16(min(value+classMove[class]/2, MaxMove))
		}
	}
	for mask := range NumThreats {
		v := 0
		for bit, value := range threatValue {
			if mask>>bit&1 != 0 {
				v += value
			}
		}
		w.Threat[0][mask], w.Threat[1][mask] = int16(v), int16(v)
	}
	return w
}

// codes returns, for every code, four lines that have it.
func codes() []pattern.Lines {
	list := make([]pattern.Lines, pattern.NumCodes)
	for a := range pattern.NumLines {
		for b := range a + 1 {
			for c := range b + 1 {
				for d := range c + 1 {
					lines := pattern.Lines(a) | pattern.Lines(b)<<4 | pattern.Lines(c)<<8 | pattern.Lines(d)<<12
					list[lines.Code()] = lines
				}
			}
		}
	}
	return list
}

var lineValue = [pattern.NumLines]int{
	pattern.One: 1, pattern.OpenOne: 3, pattern.Two: 4, pattern.OpenTwo: 12, pattern.BroadTwo: 14, pattern.WideTwo: 16,
	pattern.Three: 16, pattern.OpenThree: 45, pattern.WideThree: 52,
	pattern.Four: 50, pattern.DoubleFour: 60, pattern.OpenFour: 120, pattern.Five: 200,
}

var classMove = [pattern.NumClasses]int{
	pattern.ClassTwo: 10, pattern.ClassThree: 30, pattern.ClassOpenThree: 150, pattern.ClassDoubleThree: 800,
	pattern.ClassFour: 200, pattern.ClassFourThree: 2000, pattern.ClassWinFour: 4000, pattern.ClassFive: 6000,
}

var threatValue = [11]int{-120, 400, -250, 200, 20, 120, 50, -100, -10, -60, -25}
