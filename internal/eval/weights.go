// Package eval holds the weights of the built-in evaluation, its network and their file format. Package position keeps the
// features that they are applied to up to date.
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
	Net    *Net                       // nil adds nothing
	Policy *Policy                    // nil adds nothing
}

// Bounds of the weights.
const (
	MaxPoint   = 1<<14 - 1
	MaxMove    = 1<<13 - 1
	NumThreats = 1 << 11
)

// The bits of a threat mask, from the side to move's view. The side to move has no five itself: that would be the end.
const (
	TheirFive = 1 << iota
	OurWinFour
	TheirWinFour
	OurFourThree
	OurFour
	OurDoubleThree
	OurOpenThree
	TheirFourThree
	TheirFour
	TheirDoubleThree
	TheirOpenThree
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
			s[rule] = Adapt(s[pattern.Freestyle], pattern.Rule(rule))
		}
	}
	return s
})

// BuiltIn returns the weights of a rule that the library ships. They must not be changed.
func BuiltIn(rule pattern.Rule) *Weights { return shipped()[rule] }

// Adapt makes weights for a rule that has none of its own, given those of freestyle. Lines mean nearly the same under every
// rule, except that Black in renju gains nothing from points that are fouls.
func Adapt(w *Weights, rule pattern.Rule) *Weights {
	if rule != pattern.Renju {
		return w
	}
	a := *w
	if w.Net != nil {
		net := *w.Net
		a.Net = &net
	}
	if w.Policy != nil {
		policy := *w.Policy
		a.Policy = &policy
	}
	for code, lines := range codes() {
		if lines.Class(true) == pattern.ClassFoul {
			a.Point[pattern.Black][code] = 0
			a.Attack[pattern.Black][code] = 0
			a.Defend[pattern.White][code] = 0
			if a.Policy != nil {
				a.Policy.Make[pattern.Black][code] = [PolicyRank]int8{}
				a.Policy.Take[pattern.White][code] = [PolicyRank]int8{}
			}
			if a.Net != nil {
				a.Net.Embed[pattern.Black][code] = [Lanes]int16{}
			}
		}
	}
	return &a
}

// codes returns four lines for every code.
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
