package position

import (
	"math/bits"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// threatCells returns word i of the empty cells where a four can lie. A stone that makes a four or more stands within two
// points of another of its row, so the candidates hold them all unless the radius is one; a three may lie a point further.
func (p *Position) threatCells(i int) uint64 {
	if p.tables.radius < 2 {
		return p.tables.board[i] &^ p.occupied[i]
	}
	return p.candidates[i] &^ p.occupied[i]
}

// AppendClass appends the empty cells whose class for a color is at least least, in ascending order; foul suspects are
// among them. From ClassFour on the list is complete; weaker classes may lack cells that are no candidates.
func (p *Position) AppendClass(dst []Cell, color pattern.Color, least pattern.Class) []Cell {
	info := &p.tables.sides[color&1].info
	shift := 16 * uint(color&1)
	for i := range setWords {
		for w := p.threatCells(i); w != 0; w &= w - 1 {
			c := Cell(i<<6|bits.TrailingZeros64(w)) & cellMask
			if info[uint16(p.cells[c]>>shift)].Class() >= least {
				dst = append(dst, c)
			}
		}
	}
	return dst
}

// FiveCell returns a cell where a color wins at once, None without one. It looks around the last stone first, where new
// fives arise.
func (p *Position) FiveCell(color pattern.Color) Cell {
	if p.Fives(color) == 0 {
		return None
	}
	info := &p.tables.sides[color&1].info
	shift := 16 * uint(color&1)
	if last := p.LastMove(); last != None {
		for d := range 4 {
			for _, step := range [2]Cell{Steps[d], -Steps[d]} {
				c := last
				for range 4 {
					c = (c + step) & cellMask
					if !p.tables.board.Has(c) {
						break
					}
					if !p.occupied.Has(c) && info[uint16(p.cells[c]>>shift)].Class() == pattern.ClassFive {
						return c
					}
				}
			}
		}
	}
	for i := range setWords {
		for w := p.tables.board[i] &^ p.occupied[i]; w != 0; w &= w - 1 {
			c := Cell(i<<6|bits.TrailingZeros64(w)) & cellMask
			if info[uint16(p.cells[c]>>shift)].Class() == pattern.ClassFive {
				return c
			}
		}
	}
	return None
}

// AppendBlocks appends the cells where a stone of the opponent leaves color without a five. Usually that is the one point
// that makes the five; under caro also the points that close its open end. With two fives to stop there may be none.
func (p *Position) AppendBlocks(dst []Cell, color pattern.Color) []Cell {
	n := p.Fives(color)
	if n == 0 {
		return dst
	}
	if r := p.tables.rule; r != pattern.Caro && r != pattern.CaroOverline {
		if n == 1 {
			dst = append(dst, p.FiveCell(color))
		}
		return dst
	}
	return p.AppendDefenses(dst, color, pattern.ClassFive)
}

// maxThreats is how many threats AppendDefenses looks at. Where there are more, hardly any move stops them all.
const maxThreats = 16

// AppendDefenses appends the empty cells where a stone of the opponent leaves color no point of at least the given class. It
// finds all such cells; with more than maxThreats points to stop, cells that miss one of them may be among the result.
func (p *Position) AppendDefenses(dst []Cell, color pattern.Color, class pattern.Class) []Cell {
	p.scratch = p.AppendClass(p.scratch[:0], color, class)
	n := 0
	for _, w := range p.scratch {
		if p.Class(color, w) != pattern.ClassFoul {
			p.scratch[n] = w
			n++
		}
	}
	return p.appendDefenses(dst, color, class, p.scratch[:min(n, maxThreats)])
}

// appendDefenses is AppendDefenses against the given threats.
func (p *Position) appendDefenses(dst []Cell, color pattern.Color, class pattern.Class, threats []Cell) []Cell {
	if len(threats) == 0 {
		return dst
	}
	try := func(m Cell, rest []Cell) bool {
		for _, w := range rest {
			if w == m {
				continue
			}
			if after, ok := p.classWith(color, w, m); !ok || after >= class && after != pattern.ClassFoul {
				return false
			}
		}
		return true
	}
	first, rest := threats[0], threats[1:]
	if try(first, rest) {
		dst = append(dst, first)
	}
	for d := range 4 {
		for _, step := range [2]Cell{Steps[d], -Steps[d]} {
			m := first
			for range p.tables.half / 2 {
				m = (m + step) & cellMask
				if !p.tables.board.Has(m) {
					break
				}
				if !p.occupied.Has(m) && try(m, threats) {
					dst = append(dst, m)
				}
			}
		}
	}
	return dst
}

// classWith returns the class of the empty cell w for a color after the opponent puts a stone on m; ok is false where m
// does not see w, so that nothing changes.
func (p *Position) classWith(color pattern.Color, w, m Cell) (class pattern.Class, ok bool) {
	wx, wy := w.XY()
	mx, my := m.XY()
	dx, dy := mx-wx, my-wy
	var d, distance int
	switch {
	case dy == 0:
		d, distance = 0, dx
	case dx == 0:
		d, distance = 1, dy
	case dx == dy:
		d, distance = 2, dx
	case dx == -dy:
		d, distance = 3, dx
	default:
		return 0, false
	}
	t := p.tables
	half := int(t.half / 2)
	if distance > half || distance < -half || distance == 0 {
		return 0, false
	}
	l := t.lineOf[w&cellMask][d]
	line := bits.RotateLeft64(p.lines[d][l.index&63], -int(l.rotation)) >> (4*maxHalf - t.half)
	line ^= 1 << (color ^ 1) << (2 * (half + distance))
	patterns := t.lines[(line&t.low|line>>2&(t.low<<t.half))&(1<<(4*maxHalf)-1)]
	lines := p.Lines4(color, w)
	shift := 4 * d
	lines = lines&^(15<<shift) | pattern.Lines(patterns>>(4*color)&15)<<shift
	return t.sides[color&1].info[lines].Class(), true
}

// AppendFourThreeDefenses appends all moves of color's opponent that may meet a threatened four with an open three: the
// defenses, the opponent's own fours, and what makes the forced reply to that four a four itself. Any other move lets color
// play the four, and after the reply the open four. The opponent is to move and nothing stronger threatens; ok is false
// where this reasoning does not hold and every move must be looked at.
func (p *Position) AppendFourThreeDefenses(dst []Cell, color pattern.Color) (cells []Cell, ok bool) {
	t := p.tables
	switch {
	case t.rule == pattern.Caro || t.rule == pattern.CaroOverline: // a five can be met at its ends
		return dst, false
	case t.rule == pattern.Renju && color == pattern.Black: // the three may be none
		return dst, false
	}
	us := color ^ 1
	p.scratch = p.AppendClass(p.scratch[:0], color, pattern.ClassFourThree)
	n := 0
	for _, w := range p.scratch[:min(len(p.scratch), maxThreats)] {
		reply := p.replyTo(color, w)
		if reply == None || p.Class(us, reply) >= pattern.ClassFour {
			continue // the reply gains a move: this threat may be none
		}
		p.scratch[n] = w
		n++
		for d := range 4 {
			if p.Lines4(us, reply).At(d) < pattern.Three {
				continue
			}
			dst = p.appendAlong(dst, reply, d, func(c Cell, distance int) bool {
				return p.lineWith(us, reply, d, distance) >= pattern.Four
			})
		}
	}
	if n == 0 {
		return dst, false
	}
	dst = p.appendDefenses(dst, color, pattern.ClassFourThree, p.scratch[:n])
	if p.Fours(us) > 0 {
		dst = p.AppendClass(dst, us, pattern.ClassFour)
	}
	return dst, true
}

// replyTo returns where the opponent must play after a stone of color on w made a simple four.
func (p *Position) replyTo(color pattern.Color, w Cell) Cell {
	for d := range 4 {
		if p.Lines4(color, w).At(d) != pattern.Four {
			continue
		}
		var room [8]Cell
		for _, c := range p.appendAlong(room[:0], w, d, func(c Cell, distance int) bool {
			return p.lineWith(color, c, d, -distance) == pattern.Five
		}) {
			return c
		}
	}
	return None
}

// appendAlong appends the empty cells within four points of c on its line of direction d that a function accepts, given the
// cell and its distance.
func (p *Position) appendAlong(dst []Cell, c Cell, d int, accept func(q Cell, distance int) bool) []Cell {
	for _, sign := range [2]int{1, -1} {
		q := c
		for i := 1; i <= 4; i++ {
			q = (q + Cell(sign)*Steps[d]) & cellMask
			if !p.tables.board.Has(q) {
				break
			}
			if !p.occupied.Has(q) && accept(q, sign*i) {
				dst = append(dst, q)
			}
		}
	}
	return dst
}

// lineWith returns the pattern of the empty cell c on its line of direction d for a color after a stone of that color at
// the given distance along the line.
func (p *Position) lineWith(color pattern.Color, c Cell, d, distance int) pattern.Line {
	t := p.tables
	half := int(t.half / 2)
	l := t.lineOf[c&cellMask][d&3]
	line := bits.RotateLeft64(p.lines[d&3][l.index&63], -int(l.rotation)) >> (4*maxHalf - t.half)
	line ^= 1 << (color & 1) << (2 * (half + distance))
	patterns := t.lines[(line&t.low|line>>2&(t.low<<t.half))&(1<<(4*maxHalf)-1)]
	return pattern.Line(patterns >> (4 * color) & 15)
}
