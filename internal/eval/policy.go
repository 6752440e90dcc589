package eval

import (
	"fmt"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// A Policy says how promising a move is beyond what it makes and what it takes, each for itself, in units of Weights.Attack:
// what both are worth together, and where the move lies from the last moves. It only orders moves.
//
// Both together are a product of two short vectors, one by the code of what the move makes and one by that of what it takes: a
// table of all pairs of codes with few numbers (matrix factorisation; Koren, Bell and Volinsky, 2009).
type Policy struct {
	Make [2][pattern.NumCodes][PolicyRank]int8 // by color of the mover
	Take [2][pattern.NumCodes][PolicyRank]int8 // by color of the mover, by the opponent's code
	Near [2][2][NumOffsets]int16               // by color of the mover; from the opponent's last move, and from the own one
}

// Shape of a policy.
const (
	PolicyRank  = 4
	PolicyShift = 4 // takes the product of two vectors to the units of Attack
	MaxNear     = 1000

	// Offsets are classes of two points by how far they lie apart along both axes, the longer way first; far ones are none.
	MaxOffset  = 6
	NumOffsets = 1 + (MaxOffset+1)*(MaxOffset+2)/2
)

// Offset returns the class of two points that lie dx and dy apart, 0 for far ones.
func Offset(dx, dy int) int {
	dx, dy = max(dx, -dx), max(dy, -dy)
	long, short := max(dx, dy), min(dx, dy)
	if long > MaxOffset {
		return 0
	}
	return 1 + long*(long+1)/2 + short
}

// valid checks the bounds of the numbers.
func (p *Policy) valid() error {
	for color := range p.Near {
		for who := range p.Near[color] {
			for i, v := range &p.Near[color][who] {
				if v < -MaxNear || v > MaxNear {
					return fmt.Errorf("%d for offset %d: want at most %d either way", v, i, MaxNear)
				}
			}
		}
	}
	return nil
}

// Pair returns what a move is worth for making and taking together.
func Pair(mine, his *[PolicyRank]int8) int {
	v := int(mine[0])*int(his[0]) + int(mine[1])*int(his[1]) + int(mine[2])*int(his[2]) + int(mine[3])*int(his[3])
	return v >> PolicyShift
}
