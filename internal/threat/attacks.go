package threat

import (
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// appendAttacks appends the cells where the attacker, to move, may have a threat.
func (v *VCT) appendAttacks(dst []position.Cell) []position.Cell {
	p := v.p
	us := v.attacker
	switch {
	case p.Fives(us.Opponent()) > 0:
		return p.AppendBlocks(dst, us.Opponent())
	case v.threatOrder > strictOrder && p.Fours(us) > 0:
		var set position.Set
		v.addQuietMoves(&set, v.threatOrder-2, v.nodes+quietNodes)
		return set.Append(dst)
	case p.Rule() == pattern.Renju && p.FoulSuspects() > 0:
		return appendThrees(dst, p, us)
	}
	return appendPromising(dst, p, us)
}

// appendThrees appends the empty cells where a color makes at least a three on some line. Two stones side by side make a
// three with one three points off, so all empty cells are looked at and not only the position's candidates.
func appendThrees(dst []position.Cell, p *position.Position, color pattern.Color) []position.Cell {
	empty := p.EmptyCells()
	for c := range empty.All() {
		if p.Class(color, c) >= pattern.ClassThree {
			dst = append(dst, c)
		}
	}
	return dst
}

// appendPromising appends the cells of appendThrees that may be a threat where fouls play no part. A three that is not
// open is one only if it makes a second four on a point where there is one already.
func appendPromising(dst []position.Cell, p *position.Position, color pattern.Color) []position.Cell {
	start := len(dst)
	dst = appendThrees(dst, p, color)
	keep := start
	for _, c := range dst[start:] {
		if class := p.Class(color, c); class != pattern.ClassThree || p.Fours(color) > 0 && seesFour(p, color, c) {
			dst[keep] = c
			keep++
		}
	}
	return dst[:keep]
}

// seesFour reports whether a color could make a four within four points of c, on a line where c makes a three.
func seesFour(p *position.Position, color pattern.Color, c position.Cell) bool {
	for d, step := range position.Steps {
		if p.Lines4(color, c).At(d) < pattern.Three {
			continue
		}
		for _, step := range [2]position.Cell{step, -step} {
			q := c
			for range 4 {
				q = (q + step) & (position.None - 1) // wraps around where it leaves the board
				if !p.OnBoard(q) {
					break
				}
				if p.Empty(q) && p.Class(color, q) >= pattern.ClassFour {
					return true
				}
			}
		}
	}
	return false
}

// addQuietMoves adds the cells where the attacker, to move, would make a three now or after at most so many fours: a quiet
// move elsewhere adds nothing to its fours. It ends when the solver has made limit moves.
func (v *VCT) addQuietMoves(set *position.Set, fours int, limit int64) {
	p := v.p
	us := v.attacker
	start := len(v.cells)
	v.cells = appendThrees(v.cells, p, us)
	end := len(v.cells)
	for _, c := range v.cells[start:end] {
		set.Add(c)
	}
	if fours > 0 && p.Fives(us.Opponent()) == 0 {
		for _, c := range v.cells[start:end] {
			if v.nodes > limit {
				break
			}
			if p.Lines4(us, c).Shape() < pattern.ShapeFour || p.Class(us, c) == pattern.ClassFoul {
				continue
			}
			p.Play(c)
			b := p.FiveCell(us)
			p.Play(b)
			v.nodes += 2
			v.addQuietMoves(set, fours-1, limit)
			p.Undo()
			p.Undo()
		}
	}
	v.cells = v.cells[:start]
}
