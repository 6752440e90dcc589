package threat

import (
	"math/bits"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/stop"
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
	reach     int // moves within which a three must threaten to win
	p         *position.Position
	vcf       *VCF
	attacker  pattern.Color
	table     []proof
	mask      uint64
	nodes     int64 // moves made, those of vcf not counted
	visits    int64 // nodes expanded
	limit     int64 // of nodes, those of vcf included
	stop      *stop.Flag
	stopped   bool
	simulated int64   // nodes at which a simulation ends
	children  []child // of all nodes of the current path
	cells     []position.Cell
	won       []verified
	line      []position.Cell
}

// A proof is what is known of a position: how many leaves at least must be decided to prove, or disprove, that the attacker
// wins. Zero is a proof.
type proof struct {
	hash   uint64
	pn, dn uint32
	work   uint32        // nodes below it, for replacement
	move   position.Cell // of the attacker, where its win is proved by one
}

// A child is a move with the numbers of the position after it.
type child struct {
	cell   position.Cell
	order  uint16 // which of equal ones first, the highest
	pn, dn uint32
	four   bool // the move is a four of the defender
	tried  bool // as a mere exchange, in vain
}

const (
	infinite = 1 << 30
	bucket   = 4 // entries that a position may lie in

	// Budgets in nodes. Five times as many or a third make no difference worth the name.
	probeNodes    = 50   // of the search for fours at each new position
	exchangeNodes = 1000 // of a simulation
	threatNodes   = 100  // of the search for the fours that a quiet move threatens
	collectNodes  = 100  // of the search for quiet moves

	strictReach = 2
	wideReach   = 6 // quiet moves that threaten four fours and the five occur in problems
)

// NewVCT returns a solver for p whose table has the given number of entries, a power of two from 1,024; an entry takes 24
// bytes, and what comes with it (the memo of the solver for fours, the positions verified) another 8. A set flag ends a
// search; it may be nil.
func NewVCT(p *position.Position, entries int, flag *stop.Flag) *VCT {
	if flag == nil {
		flag = new(stop.Flag)
	}
	return &VCT{
		p: p, vcf: NewVCF(p, max(entries/2, 1), flag), stop: flag,
		table: make([]proof, entries), mask: uint64(entries-1) &^ (bucket - 1),
		won: make([]verified, max(entries/4, 1)),
	}
}

// Position returns the position that v belongs to.
func (v *VCT) Position() *position.Position { return v.p }

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
// the next search. To verify a win takes nodes of its own, some hundred for each of its moves by threes.
func (v *VCT) Solve(nodes int64) (Verdict, []position.Cell) { return v.solve(strictReach, nodes) }

// SolveWide is Solve with more threats for positions that have no win of its kind: also moves after which the attacker
// would win with up to six moves, fours and the five, if the opponent passed, whether they make a three or not. Not all of
// these are looked at. NoWin means the same as from Solve; it comes only when the wider search has ended without a win.
func (v *VCT) SolveWide(nodes int64) (Verdict, []position.Cell) {
	before := v.Nodes()
	verdict, line := v.solve(strictReach, nodes)
	if verdict == NoWin {
		return v.solve(wideReach, nodes-(v.Nodes()-before))
	}
	return verdict, line
}

// solve looks for a win where a three must threaten to win within reach moves.
func (v *VCT) solve(reach int, nodes int64) (Verdict, []position.Cell) {
	before := v.Nodes()
	v.limit, v.stopped = before+nodes, false
	v.attacker, v.reach = v.p.Side(), reach
	pn, dn := v.evalAttack(min(nodes/4, 1<<20))
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
	if v.nodes+v.vcf.nodes >= v.limit || v.stop.Poll() {
		v.stopped = true
	}
	return v.stopped
}

// key returns the table's key for a hash of the position: who attacks is part of it.
func (v *VCT) key(hash uint64) uint64 {
	hash ^= uint64(v.reach) * 0xD6E8FEB86659FD93
	if v.attacker == pattern.White {
		return hash ^ 0x9E3779B97F4A7C15
	}
	return hash
}

// lookup returns what is known of a position, nil for nothing.
func (v *VCT) lookup(key uint64) *proof {
	at := key & v.mask
	b := v.table[at : at+bucket]
	for i := range b {
		if e := &b[i]; e.hash == key && e.pn|e.dn != 0 {
			return e
		}
	}
	return nil
}

// store keeps the numbers of a position, in the place of the one in its bucket that took the least work.
func (v *VCT) store(key uint64, pn, dn uint32, move position.Cell, work int64) {
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
	b[least] = proof{hash: key, pn: pn, dn: dn, move: move, work: uint32(min(work, 1<<31))}
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
	move := position.None
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
			if c.dn > 0 {
				dn = max(dn, c.dn)
				open++
			}
		}
		if open > 0 {
			dn = min(dn+open-1, infinite)
		}
		if pn == 0 {
			dn, move = infinite, list[best].cell
		}
		if dn == 0 {
			pn = infinite
		}
		if pn >= tp || dn >= td || pn == 0 || dn == 0 || v.over() {
			break
		}
		c := &list[best]
		cp := min(tp, second+second/4+1)
		cd := td - open + 1
		p.Play(c.cell)
		v.nodes++
		c.pn, c.dn = v.defend(cp, cd)
		p.Undo()
	}
	v.children = v.children[:first]
	v.store(key, pn, dn, move, v.nodes-before)
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
		best, second, open := -1, uint32(infinite), uint32(0)
		answered := true // all moves but fours
		for i := range list {
			c := &list[i]
			if c.pn == 0 {
				continue
			}
			if best < 0 || c.dn < dn || c.dn == dn && c.order > list[best].order {
				second = dn
				dn, best = c.dn, i
			} else if c.dn < second {
				second = c.dn
			}
			pn = max(pn, c.pn)
			open++
			answered = answered && c.four
		}
		if open > 0 {
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
		if answered && c.four && !c.tried {
			c.tried = true
			if v.exchange(c.cell) {
				c.pn, c.dn = 0, infinite
				continue
			}
		}
		cd := min(td, second+second/4+1)
		cp := tp - open + 1
		p.Play(c.cell)
		v.nodes++
		c.pn, c.dn = v.attack(cp, cd)
		p.Undo()
	}
	v.children = v.children[:first]
	v.store(key, pn, dn, position.None, v.nodes-before)
	return pn, dn
}

// listAttacks appends the attacker's threats with their numbers to the children.
func (v *VCT) listAttacks() {
	p := v.p
	me := v.attacker
	start := len(v.cells)
	switch {
	case p.Fives(me.Opponent()) > 0:
		v.cells = p.AppendBlocks(v.cells, me.Opponent())
	case v.reach > strictReach && p.Fours(me) > 0:
		var set position.Set
		v.collect(&set, v.reach-2, v.nodes+collectNodes)
		v.cells = set.Append(v.cells)
	case p.Rule() == pattern.Renju && p.FoulSuspects() > 0:
		v.cells = appendThrees(v.cells, p, me)
	default:
		v.cells = appendPromising(v.cells, p, me)
	}
	for _, c := range v.cells[start:] {
		info := p.Info(me, c)
		if info.Class() == pattern.ClassFoul && p.Foul(c) != position.NoFoul {
			continue
		}
		key := v.key(p.HashAfter(c))
		var pn, dn uint32
		if e := v.lookup(key); e != nil {
			pn, dn = e.pn, e.dn
		} else {
			p.Play(c)
			v.nodes++
			counters := v.vcf.nodes
			pn, dn = v.evalDefence()
			p.Undo()
			if dn > 0 || v.vcf.nodes > counters {
				v.store(key, pn, dn, position.None, 0)
			}
		}
		if dn == 0 {
			continue
		}
		v.children = append(v.children, child{cell: c, order: uint16(info.Attack()), pn: pn, dn: dn})
		if pn == 0 {
			break // one win is enough
		}
	}
	v.cells = v.cells[:start]
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

// seesFour reports whether a color could make a four on a point within four of c on a line.
func seesFour(p *position.Position, color pattern.Color, c position.Cell) bool {
	for d, step := range position.Steps {
		if p.Lines4(color, c).At(d) < pattern.Three {
			continue
		}
		for _, step := range [2]position.Cell{step, -step} {
			q := c
			for range 4 {
				q = (q + step) & (1<<10 - 1)
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

// collect adds the cells where the attacker, to move, would make a three now or after some fours: a quiet move elsewhere
// adds nothing to its fours.
func (v *VCT) collect(set *position.Set, fours int, limit int64) {
	p := v.p
	me := v.attacker
	start := len(v.cells)
	v.cells = appendThrees(v.cells, p, me)
	end := len(v.cells)
	for _, c := range v.cells[start:end] {
		set.Add(c)
	}
	if fours > 0 && p.Fives(me.Opponent()) == 0 {
		for _, c := range v.cells[start:end] {
			if v.nodes > limit {
				break
			}
			if p.Lines4(me, c).Shape() < pattern.ShapeFour || p.Class(me, c) == pattern.ClassFoul {
				continue
			}
			p.Play(c)
			b := p.FiveCell(me)
			p.Play(b)
			v.nodes += 2
			v.collect(set, fours-1, limit)
			p.Undo()
			p.Undo()
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
	if p.Fives(me) == 0 && (p.WinFours(he) > 0 || p.Fours(me) == 0) {
		return infinite, 0 // too slow against an open four, or no threat
	}
	start := len(v.cells)
	cells, ok := v.appendDefences(v.cells)
	v.cells = cells[:start]
	n := len(cells) - start
	if !ok {
		if v.reach > strictReach && v.stop.IsSet() {
			return 1, 1 // the search for a threat was cut short
		}
		return infinite, 0
	}
	if n == 0 {
		return 0, infinite
	}
	if p.Fives(me) == 0 {
		n += 2 // a three leaves more to prove than a four
	}
	return uint32(n), 1
}

// evalAttack returns first numbers for the position after a move of the defender; probe is how many nodes the search for
// fours may take.
func (v *VCT) evalAttack(probe int64) (pn, dn uint32) {
	p := v.p
	me := v.attacker
	if p.Fives(me) > 0 {
		return 0, infinite
	}
	if n := p.Fives(me.Opponent()); n > 0 {
		if n > 1 && p.Rule() < pattern.Caro {
			return infinite, 0
		}
		if n > 1 {
			return 1, 1
		}
		b := p.FiveCell(me.Opponent())
		if me == pattern.Black && p.Foul(b) != position.NoFoul {
			return infinite, 0
		}
		if p.Rule() >= pattern.Caro {
			return 1, 1
		}
		p.Play(b)
		v.nodes++
		pn, dn = v.evalDefence()
		p.Undo()
		return pn, dn
	}
	if p.WinFours(me) > 0 {
		return 0, infinite
	}
	if p.Fours(me) > 0 && v.vcf.Quick(probe) > 0 {
		return 0, infinite
	}
	threes := p.OpenThrees(me) + p.Fours(me)
	if threes+p.ShapeCount(me, pattern.ShapeThree) == 0 {
		return infinite, 0
	}
	return 1, uint32(1 + 3*threes)
}

// exchange reports whether the win against the defender's other moves is proved also after the four r and its block: most
// fours of the defender change nothing. The proof of the position is tried move by move with the two stones more (after
// Kawano's simulation, 1996).
func (v *VCT) exchange(r position.Cell) bool {
	if v.p.Fives(v.attacker) > 0 {
		return false
	}
	v.simulated = v.nodes + exchangeNodes
	return v.simulateFour(r)
}

// simulateFour plays the four r and its block, and simulates the proof of the position before.
func (v *VCT) simulateFour(r position.Cell) bool {
	p := v.p
	key := p.Hash()
	p.Play(r)
	defer p.Undo()
	v.nodes++
	if p.Fives(v.attacker) > 0 {
		return true
	}
	after := v.key(p.Hash())
	if e := v.lookup(after); e != nil && (e.pn == 0 || e.dn == 0) {
		return e.pn == 0
	}
	if p.Fives(p.Side().Opponent()) != 1 {
		return false
	}
	b := p.FiveCell(p.Side().Opponent())
	if p.Foul(b) != position.NoFoul && v.attacker == pattern.Black {
		return false
	}
	p.Play(b)
	v.nodes++
	won := v.simulateDefence(key ^ p.Hash())
	p.Undo()
	if won {
		v.store(after, 0, infinite, b, 0)
	}
	return won
}

// simulateAttack reports whether the win of the position that differs by delta is one here too, the attacker to move.
func (v *VCT) simulateAttack(delta uint64) bool {
	p := v.p
	key := v.key(p.Hash())
	pn, dn := v.numbers(key, true)
	if pn == 0 || dn == 0 {
		return pn == 0
	}
	e := v.lookup(key ^ delta)
	if e == nil || e.pn != 0 || !p.Empty(e.move) {
		return false
	}
	m := e.move
	if v.attacker == pattern.Black && p.Foul(m) != position.NoFoul {
		return false
	}
	p.Play(m)
	v.nodes++
	won := v.simulateDefence(delta)
	p.Undo()
	if won {
		v.store(key, 0, infinite, m, 0)
	}
	return won
}

// simulateDefence is simulateAttack with the defender to move.
func (v *VCT) simulateDefence(delta uint64) bool {
	p := v.p
	key := v.key(p.Hash())
	pn, dn := v.numbers(key, false)
	if pn == 0 || dn == 0 {
		return pn == 0
	}
	if v.nodes > v.simulated {
		return false
	}
	start := len(v.cells)
	v.cells, _ = v.appendDefences(v.cells)
	won := true
	he := p.Side()
	for _, four := range [2]bool{false, true} {
		for _, c := range v.cells[start:] {
			if !won || four != (p.Lines4(he, c).Shape() >= pattern.ShapeFour) {
				continue
			}
			p.Play(c)
			v.nodes++
			won = v.simulateAttack(delta)
			p.Undo()
			if !won && four && p.Fives(v.attacker) == 0 {
				won = v.simulateFour(c)
			}
		}
	}
	v.cells = v.cells[:start]
	if won {
		v.store(key, 0, infinite, position.None, 0)
	}
	return won
}

// numbers returns those of the position, whose key is given; if nothing is known of it, from a first look at it.
func (v *VCT) numbers(key uint64, attacking bool) (pn, dn uint32) {
	if e := v.lookup(key); e != nil {
		return e.pn, e.dn
	}
	if attacking {
		pn, dn = v.evalAttack(probeNodes)
	} else {
		pn, dn = v.evalDefence()
	}
	v.store(key, pn, dn, position.None, 0)
	return pn, dn
}

// listDefences appends the defender's replies with their numbers to the children.
func (v *VCT) listDefences() {
	p := v.p
	he := v.attacker.Opponent()
	start := len(v.cells)
	v.cells, _ = v.appendDefences(v.cells)
	for _, c := range v.cells[start:] {
		key := v.key(p.HashAfter(c))
		var pn, dn uint32
		if e := v.lookup(key); e != nil {
			pn, dn = e.pn, e.dn
		} else {
			p.Play(c)
			v.nodes++
			pn, dn = v.evalAttack(probeNodes)
			p.Undo()
			v.store(key, pn, dn, position.None, 0)
		}
		if pn == 0 {
			continue
		}
		v.children = append(v.children, child{cell: c, order: uint16(p.Info(v.attacker, c).Defend()), pn: pn, dn: dn, four: p.Lines4(he, c).Shape() >= pattern.ShapeFour})
		if dn == 0 {
			break
		}
	}
	v.cells = v.cells[:start]
}

// appendDefences appends the defender's legal moves that may be an answer to the standing threat: after every other one the
// attacker wins by fours. ok is false if there is no threat.
func (v *VCT) appendDefences(dst []position.Cell) (cells []position.Cell, ok bool) {
	p := v.p
	me := v.attacker
	he := me.Opponent()
	start := len(dst)
	switch {
	case p.Fives(me) > 0:
		dst = p.AppendBlocks(dst, me)
	case p.WinFours(me) > 0:
		dst = p.AppendDefences(dst, me, pattern.ClassWinFour)
		dst = v.appendCounters(dst, start) // gain a move
	case threatens(p, me):
		// It hangs on fouls.
		dst = v.appendTried(dst, func() bool { return threatens(p, me) })
	default:
		if v.reach <= strictReach || p.Fours(me) == 0 {
			return dst, false
		}
		if dst, ok = v.appendZone(dst); !ok {
			return dst, false
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
	return dst, true
}

// appendTried appends the empty cells after which the defender has a five or the attacker does not win any more.
func (v *VCT) appendTried(dst []position.Cell, wins func() bool) []position.Cell {
	p := v.p
	he := v.attacker.Opponent()
	empty := p.EmptyCells()
	for i := range empty {
		for w := empty[i]; w != 0; w &= w - 1 {
			c := position.Cell(i<<6 | bits.TrailingZeros64(w))
			p.Play(c)
			v.nodes++
			if p.Fives(he) > 0 || !wins() {
				dst = append(dst, c)
			}
			p.Undo()
		}
	}
	return dst
}

// appendCounters appends the cells where the defender makes a four, but for those that are in dst[start:] already.
func (v *VCT) appendCounters(dst []position.Cell, start int) []position.Cell {
	p := v.p
	he := v.attacker.Opponent()
	if p.Fours(he) == 0 {
		return dst
	}
	n := len(dst)
	dst = p.AppendClass(dst, he, pattern.ClassFour)
	keep := n
counters:
	for _, c := range dst[n:] {
		if p.Class(he, c) == pattern.ClassFoul && p.Lines4(he, c).Shape() < pattern.ShapeFour {
			continue
		}
		for _, d := range dst[start:n] {
			if c == d {
				continue counters
			}
		}
		dst[keep] = c
		keep++
	}
	return dst[:keep]
}

// appendZone looks for a win by a few fours in case the defender passes, and appends the cells where a stone could harm it:
// those that the fours and their blocks take, and those where the defender would make a four at any time on the way. Any
// other stone leaves the win as it is.
func (v *VCT) appendZone(dst []position.Cell) (cells []position.Cell, ok bool) {
	p := v.p
	start, length := len(dst), p.Len()
	p.Pass()
	if v.vcf.within(v.reach, threatNodes) == 0 {
		p.Undo()
		return dst, false
	}
	// Under caro a stone farther off may close a five; where fouls play a part it may make one or undo one.
	far := p.Rule() >= pattern.Caro
	dst = append(dst, v.vcf.lines[0]...)
	dst = v.appendCounters(dst, start)
	for i, end := 0, len(v.vcf.lines[0])-1; i < end && !far; i++ {
		if dst[start+i] == position.None {
			far = true
			break
		}
		p.Play(dst[start+i])
		v.nodes++
		far = p.Rule() == pattern.Renju && p.FoulSuspects() > 0
		if i%2 == 1 {
			dst = v.appendCounters(dst, start)
		}
	}
	for p.Len() > length {
		p.Undo()
	}
	if far {
		dst = v.appendTried(dst[:start], func() bool { return v.vcf.within(v.reach, threatNodes) > 0 })
	}
	return dst, true
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
