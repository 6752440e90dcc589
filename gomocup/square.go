package gomocup

import (
	"fmt"

	"github.com/gomoku-go/gomoku"
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

// ruleNumbers are the values of INFO rule that are supported. 2, a continuous game, is not.
var ruleNumbers = map[gomoku.Rule]int64{
	gomoku.Freestyle: 0, gomoku.Standard: 1, gomoku.Renju: 4, gomoku.CaroOverline: 8, gomoku.Caro: 9,
}

// ruleOf returns the rule with that number.
func ruleOf(number int64) (gomoku.Rule, bool) {
	for rule, n := range ruleNumbers {
		if n == number {
			return rule, true
		}
	}
	return 0, false
}
