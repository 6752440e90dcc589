package eval

import (
	"fmt"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// A Policy adds to the order of a move, in units of Weights.Attack, what Attack and Defend cannot know: what making and taking
// are worth together, and where the move lies from the last moves. It only orders moves.
//
// A table of all pairs of codes would be too large. It is factored: the value of a pair is the dot product of two short
// vectors, one for each code (matrix factorization: Koren, Bell & Volinsky, 2009).
type Policy struct {
	Make [2][pattern.NumCodes][PolicyRank]int8 // by color of the mover
	Take [2][pattern.NumCodes][PolicyRank]int8 // by color of the mover, by the opponent's code
	Near [2][2][NumOffsets]int16               // by color of the mover; from the opponent's last move, and from the own one
}

// Shape of a policy.
const (
	PolicyRank  = 4
	PolicyShift = 4    // from the dot product to the units of Attack
	MaxNear     = 1000 // of Near, positive or negative

	// An offset is a class of pairs of points: how far they lie apart along the longer and along the shorter axis. Pairs
	// farther apart than MaxOffset are of class 0.
	MaxOffset  = 6
	NumOffsets = 1 + (MaxOffset+1)*(MaxOffset+2)/2
)

// Offset returns the class of two points that lie dx and dy apart, 0 beyond MaxOffset.
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
					return fmt.Errorf("%d for offset %d: want -%d to %[3]d", v, i, MaxNear)
				}
			}
		}
	}
	return nil
}

// Pair returns what making and taking are worth together: the dot product of their vectors.
func Pair(ours, theirs *[PolicyRank]int8) int {
	v := int(ours[0])*int(theirs[0]) + int(ours[1])*int(theirs[1]) + int(ours[2])*int(theirs[2]) + int(ours[3])*int(theirs[3])
	return v >> PolicyShift
}
