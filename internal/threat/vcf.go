// Package threat finds wins by force: the attacker leaves the opponent nothing but replies to threats.
package threat

import (
	"math/bits"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/stop"
)

// A Verdict is the outcome of a search for a forced win, numbered as in the public package.
type Verdict uint8

// The verdicts.
const (
	NotFound Verdict = iota // the budget ended
	Won
	NoWin // proved: there is none of this kind
)

// maxMoves bounds the attacker's moves of a line.
const maxMoves = 120

// VCF searches for a victory by continuous fours: every move of the attacker threatens a five, so that the opponent's
// replies are forced. The search is complete: it knows counter-fours, blocks that are fours themselves, rows that are too
// long and replies that are fouls. It belongs to one position and one goroutine.
type VCF struct {
	p       *position.Position
	memo    []uint64 // hash of a position without a win, its low eight bits replaced by the number of moves tried
	mask    uint64
	nodes   int64 // moves made, since the beginning
	limit   int64 // where to stop
	stop    *stop.Flag
	stopped bool // the budget ended
	glance  bool // only fours that lead on count
	cut     bool // the limit of moves was met somewhere
	lists   [maxMoves + 1][]attack
	blocks  [maxMoves + 1][]position.Cell
	lines   [maxMoves + 2][]position.Cell
}

// An attack is a move to try: its order in the upper bits, the cell in the lower.
type attack uint32

const exhausted = 255 // in the memo: no win however long

const glanceKey = 0x3c6ef372fe94f800 // tells the memo's entries of glances from the others

// NewVCF returns a solver for p with a memo of the given number of entries, a power of two. A set flag ends a search; it
// may be nil.
func NewVCF(p *position.Position, entries int, flag *stop.Flag) *VCF {
	if flag == nil {
		flag = new(stop.Flag)
	}
	return &VCF{p: p, memo: make([]uint64, entries), mask: uint64(entries - 1), stop: flag}
}

// Nodes returns the number of moves made so far.
func (v *VCF) Nodes() int64 { return v.nodes }

// Clear forgets the positions without a win.
func (v *VCF) Clear() { clear(v.memo) }

// Quick looks for a win of the side to move within a number of nodes, without caring whether it is the shortest. It returns
// the plies to the five, 0 if none was found.
func (v *VCF) Quick(nodes int64) int {
	v.limit, v.stopped, v.cut = v.nodes+nodes, false, false
	return v.search(maxMoves/4, 0, position.None)
}

// What a four must make of a second line to be part of a glance: at the position itself, and later.
const (
	firstLine = pattern.Two
	laterLine = pattern.OpenTwo
)

// Glance looks for a win as Quick does, but only by fours that lead on: those that win, stop a five, or also make something
// of a second line of their point. Most fours do not, few wins need one that does not, and they use up the nodes: within the same
// nodes a glance finds more wins at the leaves of a search than Quick. What it does not find may be there nevertheless.
func (v *VCF) Glance(nodes int64) int {
	v.glance = true
	plies := v.Quick(nodes)
	v.glance = false
	return plies
}

// LeadsOn reports whether a four on a point with the given lines makes an open two or more of a second line as well.
func LeadsOn(lines pattern.Lines) bool { return makesTwice(lines, laterLine) }

// makesTwice reports whether a point makes so much of two of its lines.
func makesTwice(lines pattern.Lines, least pattern.Line) bool {
	n := 0
	for d := range 4 {
		if lines.At(d) >= least {
			n++
		}
	}
	return n > 1
}

// within looks for a win of the side to move with at most moves moves of its own, as Quick does.
func (v *VCF) within(moves int, nodes int64) int {
	v.limit, v.stopped, v.cut = v.nodes+nodes, false, false
	return v.search(moves, 0, position.None)
}

// Shortest looks for a win of the side to move with the fewest moves of its own, at most moves (0: no limit), within a
// number of nodes. The line ends with the five; it is valid until the next search.
func (v *VCF) Shortest(moves int, nodes int64) (Verdict, []position.Cell) {
	if moves <= 0 || moves > maxMoves {
		moves = maxMoves
	}
	v.limit, v.stopped = v.nodes+nodes, false
	for n := 1; n <= moves; n++ {
		v.cut = false
		if v.search(n, 0, position.None) > 0 {
			return Won, v.lines[0]
		}
		if v.stopped {
			return NotFound, nil
		}
		if !v.cut {
			return NoWin, nil
		}
	}
	return NotFound, nil
}

// Stopped reports whether the last search ended for its budget.
func (v *VCF) Stopped() bool { return v.stopped }

// search returns the plies to the attacker's five with at most moves moves of its own, 0 if there is no such win. The
// attacker is to move.
func (v *VCF) search(moves, depth int, last position.Cell) int {
	p := v.p
	me := p.Side()
	v.lines[depth] = v.lines[depth][:0]
	if p.Fives(me) > 0 {
		v.lines[depth] = append(v.lines[depth], p.FiveCell(me))
		return 1
	}
	if moves < 2 {
		v.cut = v.cut || p.Fours(me) > 0
		return 0
	}
	if p.Fours(me) == 0 {
		return 0
	}
	if moves == 2 && p.WinFours(me) == 0 && (p.Rule() != pattern.Renju || p.FoulSuspects() == 0) {
		v.cut = true // a simple four does not win at once
		return 0
	}
	hash := p.Hash()
	if v.glance {
		hash ^= glanceKey // what a glance does not find may be there
		if depth == 0 {
			hash ^= glanceKey << 1
		}
	}
	if entry := v.memo[hash&v.mask]; (entry^hash)&^0xFF == 0 {
		if tried := int(entry & 0xFF); tried == exhausted || tried >= moves {
			v.cut = v.cut || tried != exhausted
			return 0
		}
	}
	if v.nodes >= v.limit || v.stop.Poll() {
		v.stopped = true
		return 0
	}

	outer := v.cut
	v.cut = false
	for list := v.generate(depth, last); len(list) > 0; {
		m := pickBest(list)
		list = list[:len(list)-1]
		if plies := v.try(m, moves, depth); plies > 0 {
			v.cut = outer
			return plies
		}
		if v.stopped {
			return 0
		}
	}
	tried := exhausted
	if v.cut {
		tried = moves
	}
	v.memo[hash&v.mask] = hash&^0xFF | uint64(tried)
	v.cut = v.cut || outer
	return 0
}

// try makes the four m and answers it in every way. It returns the plies to the five against the longest defence.
func (v *VCF) try(m position.Cell, moves, depth int) int {
	p := v.p
	me := p.Side()
	p.Play(m)
	v.nodes++
	defer p.Undo()
	if p.Fives(me) == 0 || p.Fives(me.Opponent()) > 0 {
		return 0 // a suspected four that is none, or a five of the opponent left open
	}
	replies := p.AppendBlocks(v.blocks[depth][:0], me)
	v.blocks[depth] = replies
	longest := 0
	for _, r := range replies {
		if p.Foul(r) != position.NoFoul && me == pattern.White {
			continue
		}
		p.Play(r)
		v.nodes++
		plies := v.search(moves-1, depth+1, m)
		p.Undo()
		if plies == 0 {
			return 0
		}
		if plies+2 > longest {
			longest = plies + 2
			v.lines[depth] = append(append(v.lines[depth][:0], m, r), v.lines[depth+1]...)
		}
	}
	if longest > 0 {
		return longest
	}
	// Nothing stops the five. The line shows the most stubborn reply: one of the fives where there are two.
	five := p.FiveCell(me)
	p.Play(five)
	other := p.FiveCell(me)
	p.Undo()
	if other == position.None || me == pattern.White && p.Foul(five) != position.NoFoul {
		// Its only block is a foul: the reply does not matter.
		other, five = five, v.idle(five)
	}
	v.lines[depth] = append(v.lines[depth][:0], m, five, other)
	return 3
}

// idle returns a legal move other than the five c for the side to move, None if there is none: what the opponent plays
// where its only block is a foul.
func (v *VCF) idle(c position.Cell) position.Cell {
	empty := v.p.EmptyCells()
	for i := range empty {
		for w := empty[i]; w != 0; w &= w - 1 {
			q := position.Cell(i<<6 | bits.TrailingZeros64(w))
			if q != c && v.p.Foul(q) == position.NoFoul {
				return q
			}
		}
	}
	return position.None
}

// generate lists the fours of the side to move, or only those that stop the opponent's five.
func (v *VCF) generate(depth int, last position.Cell) []attack {
	p := v.p
	me := p.Side()
	list := v.lists[depth][:0]
	choosy := v.glance && p.Fives(me.Opponent()) == 0
	least := laterLine
	if depth == 0 {
		least = firstLine
	}
	add := func(c position.Cell) {
		info := p.Info(me, c)
		if info.Class() < pattern.ClassFour {
			return
		}
		if info.Class() == pattern.ClassFoul && (p.Lines4(me, c).Shape() < pattern.ShapeFour || p.Foul(c) != position.NoFoul) {
			return
		}
		if choosy && info.Class() == pattern.ClassFour && !makesTwice(p.Lines4(me, c), least) { // one is the four itself
			return
		}
		order := info.Attack()
		if near(c, last) {
			order += 1 << 13 // a line goes on where it is
		}
		list = append(list, attack(order)<<16|attack(c))
	}
	cells := v.blocks[depth][:0]
	if p.Fives(me.Opponent()) > 0 {
		cells = p.AppendBlocks(cells, me.Opponent())
	} else {
		cells = p.AppendClass(cells, me, pattern.ClassFour)
	}
	for _, c := range cells {
		add(c)
	}
	v.blocks[depth], v.lists[depth] = cells, list
	return list
}

// near reports whether two cells see each other within four points on a line.
func near(a, b position.Cell) bool {
	if b == position.None {
		return false
	}
	ax, ay := a.XY()
	bx, by := b.XY()
	dx, dy := ax-bx, ay-by
	return max(dx, -dx, dy, -dy) <= 4 && (dx == 0 || dy == 0 || dx == dy || dx == -dy)
}

// pickBest moves the best attack to the end of the list and returns its cell. Equal ones go by their cells, so the result
// does not depend on the order.
func pickBest(list []attack) position.Cell {
	best := 0
	for i, a := range list {
		if a > list[best] {
			best = i
		}
	}
	end := len(list) - 1
	list[best], list[end] = list[end], list[best]
	return position.Cell(list[end] & 0xFFFF)
}

// Position returns the position that v belongs to.
func (v *VCF) Position() *position.Position { return v.p }
