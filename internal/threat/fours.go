package threat

import (
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A scoredMove is a four to try: how promising it is in the upper bits, the cell in the lower.
type scoredMove uint32

// continues is added to the score of a four that sees the attacker's last move, above all scores of points: a line of fours
// goes on where it is.
const continues = 1 << 13

// minSecond is what a four must at least make of a second line to be part of a selective search: less for the first move than
// for later ones.
func minSecond(ply int) pattern.Line {
	if ply == 0 {
		return pattern.Two
	}
	return pattern.OpenTwo
}

// LeadsOn reports whether a four on a point with the given lines makes an open two or more of a second line as well.
func LeadsOn(lines pattern.Lines) bool { return twoLines(lines, pattern.OpenTwo) }

// twoLines reports whether a point makes at least so much of two of its lines.
func twoLines(lines pattern.Lines, least pattern.Line) bool {
	n := 0
	for d := range 4 {
		if lines.At(d) >= least {
			n++
		}
	}
	return n > 1
}

// generate lists the fours of the side to move, or only those that stop the opponent's five. Where the opponent has none, a
// selective search leaves out the fours that do not lead on.
func (v *VCF) generate(ply int, last position.Cell, selective bool) []scoredMove {
	p := v.p
	us := p.Side()
	them := us.Opponent()
	list := v.fours[ply][:0]
	cells := v.cells[ply][:0]
	if p.Fives(them) > 0 {
		cells = p.AppendBlocks(cells, them)
		selective = false
	} else {
		cells = p.AppendClass(cells, us, pattern.ClassFour)
	}
	least := minSecond(ply)
	for _, c := range cells {
		info := p.Info(us, c)
		class := info.Class()
		if class < pattern.ClassFour {
			continue
		}
		if class == pattern.ClassFoul && (p.Lines4(us, c).Shape() < pattern.ShapeFour || p.Foul(c) != position.NoFoul) {
			continue
		}
		if selective && class == pattern.ClassFour && !twoLines(p.Lines4(us, c), least) { // one is the four itself
			continue
		}
		score := info.Attack()
		if inSight(c, last) {
			score += continues
		}
		list = append(list, scoredMove(score)<<16|scoredMove(c))
	}
	v.cells[ply], v.fours[ply] = cells, list
	return list
}

// inSight reports whether two cells lie within four points of each other on a line. None never is.
func inSight(a, b position.Cell) bool {
	if b == position.None {
		return false
	}
	ax, ay := a.XY()
	bx, by := b.XY()
	dx, dy := ax-bx, ay-by
	return max(dx, -dx, dy, -dy) <= 4 && (dx == 0 || dy == 0 || dx == dy || dx == -dy)
}

// pickBest moves the best four to the end of the list and returns its cell. Equal ones go by their cells, so the result does
// not depend on the order of the list.
func pickBest(list []scoredMove) position.Cell {
	best := 0
	for i, m := range list {
		if m > list[best] {
			best = i
		}
	}
	end := len(list) - 1
	list[best], list[end] = list[end], list[best]
	return position.Cell(list[end] & 0xFFFF)
}
