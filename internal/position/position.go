package position

import (
	"math/bits"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
)

// Position is a board with everything that a search reads, kept up to date by Play and Undo.
//
//	cells  per cell the patterns of its four lines: Black's four nibbles | White's four nibbles << 16; an occupied cell
//	       keeps what it had before its stone
//	lines  per direction and line two bits a cell: 00 empty, 01 black, 10 white, 11 wall; cell i at bit 2*(i+5), so that
//	       five walls lie beyond either edge
//	sums   per color, see Sum
//
// There is one position and Play saves what it changes: copying the whole position every ply would be a little faster on
// small boards and a tenth slower on large ones, recomputing the patterns on undo costs 1.4 of the time. Of a cell only the
// patterns are kept; class and value are read from a table where needed, because a move changes some 18 cells and a search
// reads few of them.
//
// The zero value is not usable. A position is for one goroutine at a time.
type Position struct {
	cells      [numCells]uint32
	lines      [4][64]uint64
	candidates Set // including occupied cells
	occupied   Set
	sums       [2]Sum
	hash       uint64 // without the turn
	side       pattern.Color
	ply        int // frames in use
	top        int // changes in use
	stones     int
	tables     *Tables
	frames     []frame
	changes    []eval.Change
	scratch    []Cell // of AppendDefenses

	accumulators []accumulator // by ply; nil without a net
}

// A frame is what a ply saves as a whole.
type frame struct {
	candidates Set
	sums       [2]Sum
	hash       uint64
	move       Cell // None for a pass
	changed    uint8
	color      pattern.Color // who moved
}

// An accumulator is the first layer of the net after so many plies. It is brought up to date where an evaluation asks for it,
// because half of all moves are never evaluated.
type accumulator struct {
	sums  eval.Accumulator
	valid bool // sums are up to date
}

// maxChanges is how many cells one move can change, rounded up to a power of two so that indices can be masked.
const maxChanges = 64

// New returns the empty board with Black to move.
func New(t *Tables) *Position {
	p := new(Position)
	p.Reset(t)
	return p
}

// Reset makes p the empty board of t. It reuses p's memory.
func (p *Position) Reset(t *Tables) {
	frames, changes, scratch, accumulators := p.frames, p.changes, p.scratch, p.accumulators
	*p = Position{tables: t, hash: t.root}
	p.scratch = scratch
	points := t.size * t.size
	// Every pair of points that see each other changes at most once on the way to a full board, and a point sees at most
	// forty others; so 20 changes a point are enough for any game, with one more for the stone itself. The last move
	// takes a slice of maxChanges, however few it makes.
	if n := 21*points + maxChanges; cap(changes) < n {
		changes = make([]eval.Change, n)
	}
	const passes = 16 // more of them make the frames grow
	if n := points + passes; cap(frames) < n {
		frames = make([]frame, n)
	}
	p.frames, p.changes = frames[:cap(frames)], changes[:cap(changes)]
	if t.net != nil {
		if len(accumulators) < len(p.frames)+1 {
			accumulators = make([]accumulator, len(p.frames)+1)
		}
		p.accumulators = accumulators
		p.accumulators[0] = accumulator{valid: true}
	}
	for d := range p.lines {
		for i := range p.lines[d] {
			p.lines[d][i] = ^uint64(0)
		}
		for y := range t.size {
			for x := range t.size {
				p.lines[d][t.lineOf[CellAt(x, y)][d].index&63] &^= 3 << (2 * (along(d, x, y) + maxHalf))
			}
		}
	}
	for y := range t.size {
		for x := range t.size {
			c := CellAt(x, y)
			for d := range p.lines {
				patterns := p.linePatterns(c, d)
				p.cells[c] |= (patterns&15 | patterns>>4<<16) << (4 * d)
			}
			for color := range p.sums {
				e := &t.sides[color].entry[uint16(p.cells[c]>>(16*color))]
				p.sums[color].value += e.value
				p.sums[color].shapes += e.shapes
			}
		}
	}
}

// linePatterns reads the patterns of both colors at c on its line of direction d from the stones: Black's in the lower four
// bits, White's above. At an occupied cell they are those of a stone that stands there, for its own color.
func (p *Position) linePatterns(c Cell, d int) uint32 {
	t := p.tables
	l := t.lineOf[c&cellMask][d&3]
	w := bits.RotateLeft64(p.lines[d&3][l.index&63], -int(l.rotation)) >> (4*maxHalf - t.half)
	return uint32(t.lines[(w&t.low|w>>2&(t.low<<t.half))&(1<<(4*maxHalf)-1)])
}

// Play puts a stone of the side to move on c, which must be an empty cell of the board; nothing is checked.
func (p *Position) Play(c Cell) {
	p.play(c, p.side)
	p.side ^= 1
}

// play puts a stone of either color on c.
func (p *Position) play(c Cell, color pattern.Color) {
	c &= cellMask
	t := p.tables
	if p.ply == len(p.frames) {
		p.grow()
	}
	f := &p.frames[p.ply]
	f.move, f.color, f.candidates, f.sums, f.hash = c, color, p.candidates, p.sums, p.hash
	p.ply++
	p.stones++
	p.hash ^= keys[color&1][c]
	p.occupied.Add(c)
	for i, word := range &t.neighborhood[c] {
		p.candidates[i] |= word
	}

	// The cell itself leaves the sums. These stay in registers until the end: counters in memory take 1.6 of the time.
	blacks, whites := &t.sides[0].entry, &t.sides[1].entry
	e, g := &blacks[uint16(p.cells[c])], &whites[uint16(p.cells[c]>>16)]
	blackValue, blackShapes := p.sums[0].value-e.value, p.sums[0].shapes-e.shapes
	whiteValue, whiteShapes := p.sums[1].value-g.value, p.sums[1].shapes-g.shapes

	// Every empty cell that sees the move along a line gets a new pattern there. The loop runs over the set bits of the
	// window's empty cells: an if per cell is mispredicted and takes 1.2 to 1.4 of the time. That nothing changed is not
	// tested, for the same reason: nine in ten do change. One body serves all directions and both windows; repeating it per
	// direction gains 2 %.
	half, low := t.half, t.low
	high := low << half
	saved := (*[maxChanges]eval.Change)(p.changes[p.top:])
	saved[0] = eval.Change{Old: p.cells[c], New: eval.Nothing, Cell: uint16(c)}
	n := 1
	for d := range 4 {
		l := t.lineOf[c][d]
		line := &p.lines[d][l.index&63]
		*line ^= 1 << color << ((l.rotation + 4*maxHalf) & 63)
		r := bits.RotateLeft64(*line, -int(l.rotation)) // the move at bit 20, a cell i places on at 20+2*i
		shift := uint(4*d) & 31
		step := Steps[d]
		base := c - 2*maxHalf*step
		for e := t.empties &^ (r | r>>1); e != 0; e &= e - 1 {
			z := uint(bits.TrailingZeros64(e))
			q := (base + Cell(z/2)*step) & cellMask
			w := r >> ((z - half) & 63) // the window of q, from bit 0
			patterns := uint32(t.lines[(w&low|w>>2&high)&(1<<(4*maxHalf)-1)])
			old := p.cells[q]
			changed := old&^(0x000F000F<<shift) | ((patterns|patterns<<12)&0x000F000F)<<shift
			p.cells[q] = changed
			saved[n&(maxChanges-1)] = eval.Change{Old: old, New: changed, Cell: uint16(q)}
			n++
			b, o := &blacks[uint16(changed)], &blacks[uint16(old)]
			blackValue += b.value - o.value
			blackShapes += b.shapes - o.shapes
			w2, o2 := &whites[uint16(changed>>16)], &whites[uint16(old>>16)]
			whiteValue += w2.value - o2.value
			whiteShapes += w2.shapes - o2.shapes
		}
	}
	f.changed = uint8(n)
	p.top += n
	p.sums = [2]Sum{{blackValue, blackShapes}, {whiteValue, whiteShapes}}
	if p.accumulators != nil {
		p.accumulators[p.ply].valid = false
	}
}

// grow makes room for 64 more plies, which only many passes need.
func (p *Position) grow() {
	p.frames = append(p.frames, make([]frame, 64)...)
	if p.accumulators != nil {
		p.accumulators = append(p.accumulators, make([]accumulator, 64)...)
	}
}

// Pass gives the turn to the other side.
func (p *Position) Pass() {
	if p.ply == len(p.frames) {
		p.grow()
	}
	p.frames[p.ply].move, p.frames[p.ply].changed = None, 0
	p.ply++
	if p.accumulators != nil {
		p.accumulators[p.ply].valid = false
	}
	p.side ^= 1
}

// Undo takes back the last Play or Pass and returns its cell, None for a pass. There must be one.
func (p *Position) Undo() Cell {
	p.side ^= 1
	return p.undo()
}

func (p *Position) undo() Cell {
	p.ply--
	f := &p.frames[p.ply]
	c := f.move
	if c == None {
		return None
	}
	c &= cellMask
	t := p.tables
	p.candidates, p.sums, p.hash = f.candidates, f.sums, f.hash
	p.stones--
	p.occupied.Remove(c)
	n := int(f.changed) & (maxChanges - 1)
	p.top -= n
	saved := (*[maxChanges]eval.Change)(p.changes[p.top:])
	for i := range n {
		p.cells[saved[i].Cell&cellMask] = saved[i].Old
	}
	for d := range 4 {
		l := t.lineOf[c][d]
		p.lines[d][l.index&63] ^= 1 << f.color << ((l.rotation + 4*maxHalf) & 63)
	}
	return c
}

// Put sets up a stone of either color. It can't be taken back, and may only come before the first Play or Pass.
func (p *Position) Put(c Cell, color pattern.Color) {
	p.play(c, color)
	if p.accumulators != nil {
		p.accumulators[0] = accumulator{*p.accumulator(), true}
	}
	p.ply, p.top = 0, 0
}

// SetSide sets the side to move, before the first Play or Pass.
func (p *Position) SetSide(color pattern.Color) { p.side = color }

// CopyFrom makes p a copy of q, reusing p's memory.
func (p *Position) CopyFrom(q *Position) {
	frames, changes, scratch, accumulators := p.frames, p.changes, p.scratch, p.accumulators
	*p = *q
	p.scratch = scratch
	if cap(frames) < len(q.frames) {
		frames = make([]frame, len(q.frames))
	}
	if cap(changes) < len(q.changes) {
		changes = make([]eval.Change, len(q.changes))
	}
	if q.accumulators != nil {
		if len(accumulators) < len(q.accumulators) {
			accumulators = make([]accumulator, len(q.accumulators))
		}
		p.accumulators = accumulators
		copy(p.accumulators, q.accumulators[:q.ply+1])
	}
	p.frames, p.changes = frames[:cap(frames)], changes[:cap(changes)]
	copy(p.frames, q.frames[:q.ply])
	copy(p.changes, q.changes[:q.top])
}

// Clone returns a copy.
func (p *Position) Clone() *Position {
	q := new(Position)
	q.CopyFrom(p)
	return q
}

// Restart makes p the position of q's stones and turn under the tables t, of the same size and rule, with nothing to take
// back: how a search gets its own position.
func (p *Position) Restart(q *Position, t *Tables) {
	p.Reset(t)
	for i := range q.occupied {
		for w := q.occupied[i]; w != 0; w &= w - 1 {
			c := Cell(i<<6 | bits.TrailingZeros64(w))
			color, _ := q.Stone(c)
			p.Put(c, color)
		}
	}
	p.side = q.side
}
