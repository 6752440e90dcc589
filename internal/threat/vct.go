package threat

import (
	"math/bits"
	"sync/atomic"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// VCT searches for a victory by continuous threats, by fours and threes. It is a proof number search (df-pn: Nagai, 2002)
// over this game:
//
//   - The attacker may only play threats. A four is one. So is a three: a move that makes a three on one of its lines, or
//     stops the opponent's five, after which the attacker would win with two more moves if the opponent passed (an open
//     four, two fours, or in renju a four whose only block is a foul, then the five).
//   - The defender may play every legal move. Those that leave the two moves standing lose and are left out; the others are
//     the moves that take each of these wins away, and all fours.
//   - A five ends the game. The attacker wins with its own five only.
//
// So NoWin means: no such win exists. A quiet move, or a three that threatens a longer row of fours only, is not part of it.
// A win is only returned after every legal reply to every move of it was tried, see verify.
//
// Memory is fixed at construction. A VCT belongs to one position and one goroutine; what it learnt stays valid when the
// position moves on.
type VCT struct {
	p        *position.Position
	vcf      *VCF
	attacker pattern.Color
	table    []proof
	mask     uint64
	nodes    int64 // moves made, those of vcf not counted
	visits   int64 // nodes expanded
	limit    int64 // of nodes, those of vcf included
	stop     *atomic.Bool
	stopped  bool
	children []child // of all nodes of the current path
	cells    []position.Cell
	won      []verified
	line     []position.Cell
}

// A proof is what is known of a position: how many leaves at least must be decided to prove, or disprove, that the attacker
// wins. Zero is a proof.
type proof struct {
	hash   uint64
	pn, dn uint32
	work   uint32 // nodes below it, for replacement
	_      uint32
}

// A child is a move with the numbers of the position after it.
type child struct {
	cell   position.Cell
	order  uint16 // which of equal ones first, the highest
	pn, dn uint32
}

const (
	infinite   = 1 << 30
	bucket     = 4   // entries that a position may lie in
	probeNodes = 100 // of the search for fours at each new position
)

var weak = true

// NewVCT returns a solver for p whose table has the given number of entries, a power of two from 1,024; an entry takes 24
// bytes, and the memo of the solver for fours inside and that of the verification another 8 together. A set stop ends a
// search; it may be nil.
func NewVCT(p *position.Position, entries int, stop *atomic.Bool) *VCT {
	if stop == nil {
		stop = new(atomic.Bool)
	}
	return &VCT{
		p: p, vcf: NewVCF(p, max(entries/2, 1), stop), stop: stop,
		table: make([]proof, entries), mask: uint64(entries-1) &^ (bucket - 1),
		won: make([]verified, max(entries/4, 1)),
	}
}

// Nodes returns the number of moves made so far, those of the search for fours included.
func (v *VCT) Nodes() int64 { return v.nodes + v.vcf.nodes }

// Visits returns the number of positions expanded so far.
func (v *VCT) Visits() int64 { return v.visits }

// Stopped reports whether the last search ended for its budget.
func (v *VCT) Stopped() bool { return v.stopped }

// Clear forgets everything.
func (v *VCT) Clear() {
	clear(v.table)
	clear(v.won)
	v.vcf.Clear()
}

// Solve looks for a win of the side to move within a number of nodes (moves made). With Won comes a line against the
// longest defence that the proof meets, from the first move to the five; it need not be a shortest win, and is valid until
// the next search.
func (v *VCT) Solve(nodes int64) (Verdict, []position.Cell) {
	before := v.Nodes()
	v.limit, v.stopped = before+nodes, false
	v.attacker = v.p.Side()
	pn, dn := v.evalAttack(int(min(nodes/4, 1<<20)))
	if pn != 0 && dn != 0 {
		pn, dn = v.attack(infinite, infinite)
	}
	switch {
	case pn == 0:
		if line := v.verifiedLine(v.Nodes() - before); line != nil {
			return Won, line
		}
	case dn == 0 && !v.stopped:
		return NoWin, nil
	}
	return NotFound, nil
}

// over reports whether the budget is used up.
func (v *VCT) over() bool {
	if v.nodes+v.vcf.nodes >= v.limit || v.stop.Load() {
		v.stopped = true
	}
	return v.stopped
}

// key returns the table's key for a hash of the position: who attacks is part of it.
func (v *VCT) key(hash uint64) uint64 {
	if v.attacker == pattern.White {
		return hash ^ 0x9E3779B97F4A7C15
	}
	return hash
}

// lookup returns what is known of a position.
func (v *VCT) lookup(key uint64) (pn, dn uint32, ok bool) {
	at := key & v.mask
	for i := range v.table[at : at+bucket] {
		if e := &v.table[at+uint64(i)]; e.hash == key && e.pn|e.dn != 0 {
			return e.pn, e.dn, true
		}
	}
	return 0, 0, false
}

// store keeps the numbers of a position, in the place of the one in its bucket that took the least work.
func (v *VCT) store(key uint64, pn, dn uint32, work int64) {
	at := key & v.mask
	b := v.table[at : at+bucket]
	least := 0
	for i := range b {
		if b[i].hash == key {
			least = i
			break
		}
		if b[i].work < b[least].work {
			least = i
		}
	}
	b[least] = proof{hash: key, pn: pn, dn: dn, work: uint32(min(work, 1<<31))}
}

// attack searches the position with the attacker to move until its numbers reach a threshold.
func (v *VCT) attack(tp, td uint32) (pn, dn uint32) {
	p := v.p
	before := v.nodes
	v.visits++
	key := v.key(p.Hash())
	first := len(v.children)
	v.listAttacks()
	list := v.children[first:]
	for {
		pn, dn = infinite, 0
		open := uint32(0)
		best, second := -1, uint32(infinite)
		for i := range list {
			c := &list[i]
			if best < 0 || c.pn < pn || c.pn == pn && c.order > list[best].order {
				second = pn
				pn, best = c.pn, i
			} else if c.pn < second {
				second = c.pn
			}
			if weak {
				if c.dn > 0 {
					dn = max(dn, c.dn)
					open++
				}
			} else {
				dn = min(dn+c.dn, infinite)
			}
		}
		if weak && open > 0 {
			dn = min(dn+open-1, infinite)
		}
		if pn == 0 {
			dn = infinite
		}
		if dn == 0 {
			pn = infinite
		}
		if pn >= tp || dn >= td || pn == 0 || dn == 0 || v.over() {
			break
		}
		c := &list[best]
		cp := min(tp, second+second/4+1)
		cd := td - dn + c.dn
		if weak {
			cd = td - open + 1
		}
		p.Play(c.cell)
		v.nodes++
		c.pn, c.dn = v.defend(cp, cd)
		p.Undo()
	}
	v.children = v.children[:first]
	v.store(key, pn, dn, v.nodes-before)
	return pn, dn
}

// defend searches the position with the defender to move until its numbers reach a threshold.
func (v *VCT) defend(tp, td uint32) (pn, dn uint32) {
	p := v.p
	before := v.nodes
	v.visits++
	key := v.key(p.Hash())
	first := len(v.children)
	v.listDefences()
	list := v.children[first:]
	for {
		pn, dn = 0, infinite
		open := uint32(0)
		best, second := -1, uint32(infinite)
		for i := range list {
			c := &list[i]
			if best < 0 || c.dn < dn || c.dn == dn && c.order > list[best].order {
				second = dn
				dn, best = c.dn, i
			} else if c.dn < second {
				second = c.dn
			}
			if weak {
				if c.pn > 0 {
					pn = max(pn, c.pn)
					open++
				}
			} else {
				pn = min(pn+c.pn, infinite)
			}
		}
		if weak && open > 0 {
			pn = min(pn+open-1, infinite)
		}
		if dn == 0 {
			pn = infinite
		}
		if pn == 0 {
			dn = infinite
		}
		if pn >= tp || dn >= td || pn == 0 || dn == 0 || v.over() {
			break
		}
		c := &list[best]
		cd := min(td, second+second/4+1)
		cp := tp - pn + c.pn
		if weak {
			cp = tp - open + 1
		}
		p.Play(c.cell)
		v.nodes++
		c.pn, c.dn = v.attack(cp, cd)
		p.Undo()
	}
	v.children = v.children[:first]
	v.store(key, pn, dn, v.nodes-before)
	return pn, dn
}

// listAttacks appends the attacker's threats with their numbers to the children.
func (v *VCT) listAttacks() {
	p := v.p
	me := v.attacker
	start := len(v.cells)
	if p.Fives(me.Opponent()) > 0 {
		v.cells = p.AppendBlocks(v.cells, me.Opponent())
	} else {
		v.cells = appendThrees(v.cells, p, me)
	}
	for _, c := range v.cells[start:] {
		info := p.Info(me, c)
		if info.Class() == pattern.ClassFoul && p.Foul(c) != position.NoFoul {
			continue
		}
		key := v.key(p.HashAfter(c))
		pn, dn, ok := v.lookup(key)
		if !ok {
			p.Play(c)
			v.nodes++
			pn, dn = v.evalDefence()
			p.Undo()
			v.store(key, pn, dn, 0)
		}
		if dn == 0 {
			continue
		}
		v.children = append(v.children, child{c, uint16(info.Attack()), pn, dn})
		if pn == 0 {
			break // one win is enough
		}
	}
	v.cells = v.cells[:start]
}

// appendThrees appends the empty cells where a color makes at least a three on some line. Two stones side by side make a
// three with one three points off, so all empty cells are looked at and not only the position's candidates.
func appendThrees(dst []position.Cell, p *position.Position, color pattern.Color) []position.Cell {
	empty := p.EmptyCells()
	for i := range empty {
		for w := empty[i]; w != 0; w &= w - 1 {
			c := position.Cell(i<<6 | bits.TrailingZeros64(w))
			if p.Class(color, c) >= pattern.ClassThree {
				dst = append(dst, c)
			}
		}
	}
	return dst
}

// evalDefence returns first numbers for the position after a move of the attacker.
func (v *VCT) evalDefence() (pn, dn uint32) {
	p := v.p
	me := v.attacker
	he := me.Opponent()
	if p.Fives(he) > 0 {
		return infinite, 0
	}
	if p.Fives(me) == 0 && (p.WinFours(he) > 0 || !threatens(p, me)) {
		return infinite, 0 // no threat, or too slow against an open four
	}
	start := len(v.cells)
	v.cells = v.appendDefences(v.cells)
	n := len(v.cells) - start
	v.cells = v.cells[:start]
	if n == 0 {
		return 0, infinite
	}
	return uint32(n), 1
}

// evalAttack returns first numbers for the position after a move of the defender; probe is how many nodes the search for
// fours may take.
func (v *VCT) evalAttack(probe int) (pn, dn uint32) {
	p := v.p
	me := v.attacker
	if p.Fives(me) > 0 {
		return 0, infinite
	}
	if n := p.Fives(me.Opponent()); n > 0 {
		if n > 1 && p.Rule() < pattern.Caro {
			return infinite, 0
		}
		return 1, 1
	}
	if p.WinFours(me) > 0 {
		return 0, infinite
	}
	if p.Fours(me) > 0 && v.vcf.Quick(int64(probe)) > 0 {
		return 0, infinite
	}
	threes := p.OpenThrees(me) + p.Fours(me)
	if threes+p.ShapeCount(me, pattern.ShapeThree) == 0 {
		return infinite, 0
	}
	return 1, uint32(1 + threes)
}

// listDefences appends the defender's replies with their numbers to the children.
func (v *VCT) listDefences() {
	p := v.p
	he := v.attacker.Opponent()
	start := len(v.cells)
	v.cells = v.appendDefences(v.cells)
	for _, c := range v.cells[start:] {
		key := v.key(p.HashAfter(c))
		pn, dn, ok := v.lookup(key)
		if !ok {
			p.Play(c)
			v.nodes++
			pn, dn = v.evalAttack(probeNodes)
			p.Undo()
			v.store(key, pn, dn, 0)
		}
		if pn == 0 {
			continue
		}
		v.children = append(v.children, child{c, uint16(p.Info(he, c).Defend()), pn, dn})
		if dn == 0 {
			break
		}
	}
	v.cells = v.cells[:start]
}

// appendDefences appends the defender's legal moves that may be an answer to the standing threat: after every other one the
// attacker wins with one or two moves.
func (v *VCT) appendDefences(dst []position.Cell) []position.Cell {
	p := v.p
	me := v.attacker
	he := me.Opponent()
	start := len(dst)
	switch {
	case p.Fives(me) > 0:
		dst = p.AppendBlocks(dst, me)
	case p.WinFours(me) > 0:
		dst = p.AppendDefences(dst, me, pattern.ClassWinFour)
		if p.Fours(he) == 0 {
			break
		}
		// Any four gains a move.
		n := len(dst)
		dst = p.AppendClass(dst, he, pattern.ClassFour)
		keep := n
	fours:
		for _, c := range dst[n:] {
			if p.Class(he, c) == pattern.ClassFoul && p.Lines4(he, c).Shape() < pattern.ShapeFour {
				continue
			}
			for _, d := range dst[start:n] {
				if c == d {
					continue fours
				}
			}
			dst[keep] = c
			keep++
		}
		dst = dst[:keep]
	default:
		// A threat that hangs on fouls: try all.
		empty := p.EmptyCells()
		for i := range empty {
			for w := empty[i]; w != 0; w &= w - 1 {
				c := position.Cell(i<<6 | bits.TrailingZeros64(w))
				p.Play(c)
				v.nodes++
				if p.Fives(he) > 0 || !threatens(p, me) {
					dst = append(dst, c)
				}
				p.Undo()
			}
		}
	}
	if p.Rule() == pattern.Renju && he == pattern.Black {
		keep := start
		for _, c := range dst[start:] {
			if p.Foul(c) == position.NoFoul {
				dst[keep] = c
				keep++
			}
		}
		dst = dst[:keep]
	}
	return dst
}

// threatens reports whether a color without fives would win with two moves if it were its turn: by an open four, by two
// fours, or by a four whose only block is a foul. The opponent has no five.
func threatens(p *position.Position, color pattern.Color) bool {
	if p.WinFours(color) > 0 {
		return true
	}
	if p.Rule() != pattern.Renju || p.FoulSuspects() == 0 || p.Fours(color) == 0 {
		return false
	}
	empty := p.EmptyCells()
	for i := range empty {
		for w := empty[i]; w != 0; w &= w - 1 {
			c := position.Cell(i<<6 | bits.TrailingZeros64(w))
			if color == pattern.Black {
				// A straight four on a point that looks like a foul and is none.
				if p.Class(color, c) == pattern.ClassFoul && p.Lines4(color, c).Shape() == pattern.ShapeOpenFour && p.Foul(c) == position.NoFoul {
					return true
				}
				continue
			}
			if p.Class(color, c) < pattern.ClassFour {
				continue
			}
			side := p.Side()
			if side != color {
				p.Pass()
			}
			p.Play(c)
			five := p.FiveCell(color)
			won := five != position.None && p.Foul(five) != position.NoFoul
			p.Undo()
			if side != color {
				p.Undo()
			}
			if won {
				return true
			}
		}
	}
	return false
}
