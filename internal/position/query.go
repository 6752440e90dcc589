package position

import (
	"math/bits"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
)

// Size returns the board size.
func (p *Position) Size() int { return p.tables.size }

// Rule returns the rule.
func (p *Position) Rule() pattern.Rule { return p.tables.rule }

// Tables returns the tables that p was made with.
func (p *Position) Tables() *Tables { return p.tables }

// Side returns the color to move.
func (p *Position) Side() pattern.Color { return p.side }

// Len returns how many plays and passes Undo can take back.
func (p *Position) Len() int { return p.ply }

// Stones returns the number of stones on the board.
func (p *Position) Stones() int { return p.stones }

// Full reports whether no empty cell is left.
func (p *Position) Full() bool { return p.stones == p.tables.size*p.tables.size }

// Move returns the i-th move that Undo can take back, from 0; None for a pass.
func (p *Position) Move(i int) Cell { return p.frames[i].move }

// LastMove returns the last stone that Undo can take back, None if there is none or it was a pass.
func (p *Position) LastMove() Cell {
	if p.ply == 0 {
		return None
	}
	return p.frames[p.ply-1].move
}

// Stone returns the color of the stone on c, and false where there is none.
func (p *Position) Stone(c Cell) (pattern.Color, bool) {
	if !p.occupied.Has(c & cellMask) {
		return 0, false
	}
	l := p.tables.lineOf[c&cellMask][0]
	digit := p.lines[0][l.index&63] >> ((l.rotation + 4*maxHalf) & 63) & 3
	return pattern.Color(digit>>1) & 1, true
}

// OnBoard reports whether c is a cell of the board.
func (p *Position) OnBoard(c Cell) bool { return c < numCells && p.tables.board.Has(c) }

// Empty reports whether c is a cell of the board without a stone.
func (p *Position) Empty(c Cell) bool { return p.OnBoard(c) && !p.occupied.Has(c) }

// Hash returns a hash of stones, side to move, size and rule. It does not depend on the order of moves.
func (p *Position) Hash() uint64 {
	if p.side == pattern.White {
		return p.hash ^ turnKey()
	}
	return p.hash
}

// HashOfImage returns what Hash would be if each stone lay where image takes it. No two stones may go to the same point.
func (p *Position) HashOfImage(image func(Cell) Cell) uint64 {
	h := p.tables.root
	for y := range p.Size() {
		for x := range p.Size() {
			c := CellAt(x, y)
			if color, ok := p.Stone(c); ok {
				h ^= keys[color&1][image(c)&cellMask]
			}
		}
	}
	if p.side == pattern.White {
		h ^= turnKey()
	}
	return h
}

// HashAfter returns what Hash would be after the side to move plays c.
func (p *Position) HashAfter(c Cell) uint64 {
	h := p.hash ^ keys[p.side&1][c&cellMask]
	if p.side == pattern.Black {
		h ^= turnKey()
	}
	return h
}

// Lines4 returns the four patterns of the empty cell c for a color.
func (p *Position) Lines4(color pattern.Color, c Cell) pattern.Lines {
	return pattern.Lines(p.cells[c&cellMask] >> (16 * uint(color&1)))
}

// Info returns class and move scores of the empty cell c for a color.
func (p *Position) Info(color pattern.Color, c Cell) Info {
	return p.tables.sides[color&1].info[p.Lines4(color, c)]
}

// PolicyScore returns what the policy adds to the score of a move of the side to move to the empty cell c. theirLast and ourLast
// are the last moves of the opponent and of the side to move; None where there was none. Without a policy it is 0.
func (p *Position) PolicyScore(c, theirLast, ourLast Cell) int {
	us := p.side & 1
	t := p.tables
	ours, theirs := t.sides[us], t.sides[us^1]
	v := eval.Pair(&ours.attackFactors[p.Lines4(us, c)], &theirs.defenseFactors[p.Lines4(us^1, c)])
	if theirLast < numCells {
		v += int(t.near[us][0][(c-theirLast)&cellMask])
	}
	if ourLast < numCells {
		v += int(t.near[us][1][(c-ourLast)&cellMask])
	}
	return v
}

// Class returns the class of the empty cell c for a color.
func (p *Position) Class(color pattern.Color, c Cell) pattern.Class { return p.Info(color, c).Class() }

// Wins reports whether a stone of color on the empty cell c makes a winning five.
func (p *Position) Wins(color pattern.Color, c Cell) bool {
	return p.Class(color, c) == pattern.ClassFive
}

// Shapes returns the shapes of the empty cell c for a color, by line.
func (p *Position) Shapes(color pattern.Color, c Cell) (s [4]pattern.Shape) {
	lines := p.Lines4(color, c)
	for d := range s {
		s[d] = lines.At(d).Shape()
	}
	return s
}

// ShapeCount returns the number of empty cells whose best shape for a color is s. It takes a few instructions.
func (p *Position) ShapeCount(color pattern.Color, s pattern.Shape) int {
	if s != pattern.NoShape {
		return int(p.sums[color&1].shapes >> shapeShift(s) & countMask)
	}
	n := p.tables.size*p.tables.size - p.stones
	for s := pattern.ShapeTwo; s < pattern.NumShapes; s++ {
		n -= p.ShapeCount(color, s)
	}
	return n
}

// Fives returns the number of cells where a color wins at once.
func (p *Position) Fives(color pattern.Color) int { return p.ShapeCount(color, pattern.ShapeFive) }

// WinFours returns the number of cells of ClassWinFour for a color.
func (p *Position) WinFours(color pattern.Color) int {
	return int(p.sums[color&1].value >> winFourShift & countMask)
}

// FourThrees returns the number of cells of ClassFourThree for a color.
func (p *Position) FourThrees(color pattern.Color) int {
	return int(p.sums[color&1].value >> fourThreeShift & countMask)
}

// DoubleThrees returns the number of cells of ClassDoubleThree for a color.
func (p *Position) DoubleThrees(color pattern.Color) int {
	return int(p.sums[color&1].value >> doubleThreeShift & countMask)
}

// FoulSuspects returns the number of cells of ClassFoul, for Black in renju.
func (p *Position) FoulSuspects() int {
	return int(p.sums[pattern.Black].value >> foulShift & countMask)
}

// Fours returns the number of cells where a color makes a four of any kind, short of a five.
func (p *Position) Fours(color pattern.Color) int {
	s := p.sums[color&1].shapes
	return int(s>>shapeShift(pattern.ShapeFour)&countMask + s>>shapeShift(pattern.ShapeOpenFour)&countMask)
}

// OpenThrees returns the number of cells whose best shape for a color is an open three.
func (p *Position) OpenThrees(color pattern.Color) int {
	return p.ShapeCount(color, pattern.ShapeOpenThree)
}

// Candidates returns the empty cells near the stones.
func (p *Position) Candidates() (s Set) {
	for i := range s {
		s[i] = p.candidates[i] &^ p.occupied[i]
	}
	return s
}

// EmptyCells returns all empty cells of the board.
func (p *Position) EmptyCells() (s Set) {
	for i := range s {
		s[i] = p.tables.board[i] &^ p.occupied[i]
	}
	return s
}

// FiveThrough returns a winning row through the stone on c: its first cell, the step to the next and the number of stones.
// Without one, n is 0. The falling diagonal's step wraps around: the i-th cell is (first + i*step) % None.
func (p *Position) FiveThrough(c Cell) (first, step Cell, n int) {
	color, ok := p.Stone(c)
	if !ok {
		return None, 0, 0
	}
	for d := range 4 {
		if pattern.Line(p.linePatterns(c, d)>>(4*color)&15) != pattern.Five {
			continue
		}
		step, first = Steps[d], c
		for p.owns(color, first-step) {
			first -= step
		}
		for n = 1; p.owns(color, first+Cell(n)*step); n++ {
		}
		return first & cellMask, step, n
	}
	return None, 0, 0
}

// owns reports whether a stone of color stands on c, which may lie off the board.
func (p *Position) owns(color pattern.Color, c Cell) bool {
	owner, ok := p.Stone(c & cellMask)
	return ok && owner == color
}

// StandingShapes counts the shapes of a color that stand on the board. On each line the color's stones form chains:
// neighbors lie at most four points apart and no stone of the opponent between them. A chain counts once, under the
// strongest shape that any of its stones has part in. It scans the board: about a microsecond.
func (p *Position) StandingShapes(color pattern.Color) (counts [pattern.NumShapes]int) {
	const low = 0x5555555555555555 // the low bit of every cell
	for d := range 4 {
		step := Steps[d]
		for i, line := range &p.lines[d] {
			ours := line >> color & low &^ (line >> (color ^ 1)) // two bits set are a wall
			if ours&(ours-1) == 0 {
				continue // fewer than two stones are no shape
			}
			theirs := line >> (color ^ 1) & low
			best, last := pattern.NoShape, -1
			cell := p.lineStart(d, i)
			for m := ours; m != 0; m &= m - 1 {
				z := bits.TrailingZeros64(m)
				if last >= 0 && (z-last > 2*4 || theirs>>last&(1<<(z-last)-1) != 0) {
					counts[best]++
					best = pattern.NoShape
				}
				last = z
				c := cell + Cell(z/2-maxHalf)*step
				best = max(best, pattern.Line(p.linePatterns(c, d)>>(4*color)&15).Shape())
			}
			counts[best]++
		}
	}
	return counts
}

// lineStart returns where cell 0 of line i of direction d would lie; it may be off the board.
func (p *Position) lineStart(d, i int) Cell {
	switch d {
	case 0:
		return CellAt(0, i)
	case 1:
		return CellAt(i, 0)
	case 2:
		return CellAt(0, i-(MaxSize-1)) & cellMask
	}
	return CellAt(0, i) & cellMask
}

// Lines returns StandingShapes of one shape.
func (p *Position) Lines(color pattern.Color, s pattern.Shape) int { return p.StandingShapes(color)[s] }
