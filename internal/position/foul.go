package position

import "github.com/gomoku-go/gomoku/internal/pattern"

// Foul is why Black may not play a point in renju.
type Foul uint8

// The fouls, numbered as in the public package.
const (
	NoFoul Foul = iota
	Overline
	DoubleFour
	DoubleThree
)

// Foul returns the foul that Black would commit on the empty cell c, by the rules of the Renju International Federation:
// the first that applies of overline, double four and double three. A five is never a foul. Other rules know no fouls.
//
// Only a point with two possible threes takes more than table look-ups: Black's stone is put there, and each three must have a
// point that makes it a straight four and is no foul itself.
func (p *Position) Foul(c Cell) Foul {
	if p.tables.rule != pattern.Renju || p.Class(pattern.Black, c) != pattern.ClassFoul {
		return NoFoul
	}
	lines := p.Lines4(pattern.Black, c)
	fours, threes := 0, 0
	for d := range 4 {
		switch lines.At(d) {
		case pattern.Overline:
			return Overline
		case pattern.DoubleFour:
			fours += 2
		case pattern.Four, pattern.OpenFour:
			fours++
		case pattern.OpenThree, pattern.WideThree:
			threes++
		}
	}
	if fours > 1 {
		return DoubleFour
	}
	p.play(c, pattern.Black)
	real := 0
	for d := range 4 {
		switch lines.At(d) {
		case pattern.OpenThree, pattern.WideThree:
			// The second real three decides, and so does a lack of threes that could still be real.
			if p.canStraighten(c, d) {
				real++
			} else {
				threes--
			}
		}
		if real > 1 || threes < 2 {
			break
		}
	}
	p.undo()
	if real > 1 {
		return DoubleThree
	}
	return NoFoul
}

// canStraighten reports whether the three through Black's stone on c in direction d can become a straight four by a legal
// move that makes no five. A straight four has no gap, so the point is the next empty one on either side.
func (p *Position) canStraighten(c Cell, d int) bool {
	for _, step := range [2]Cell{Steps[d], -Steps[d]} {
		q := c + step
		for p.owns(pattern.Black, q) {
			q += step
		}
		q &= cellMask
		if p.Empty(q) && p.Lines4(pattern.Black, q).At(d) == pattern.OpenFour && !p.Wins(pattern.Black, q) && p.Foul(q) == NoFoul {
			return true
		}
	}
	return false
}
