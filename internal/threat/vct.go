package threat

import (
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/stop"
)

// VCT searches for a victory by continuous threats, by fours and threes. It is a proof-number search over this game:
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
// Memory is fixed at construction. A VCT belongs to one position and one goroutine; what it learned stays valid when the
// position moves on.
type VCT struct {
	threatOrder int // in how many moves a threat must threaten to win: strictOrder or wideOrder
	p           *position.Position
	vcf         *VCF
	attacker    pattern.Color
	table       []proof
	mask        uint64
	nodes       int64 // moves made, those of vcf not counted
	visits      int64 // nodes expanded
	limit       int64 // of nodes, those of vcf included
	stop        *stop.Flag
	children    []child         // of all nodes of the current path
	cells       []position.Cell // a stack of moves in the same way
	verified    []verifiedWin
	line        []position.Cell
}

const (
	// The number of moves, fours and the five, with which the attacker would win after a threat if the opponent passed. It is a
	// finer form of the order of a threat in lambda search (Thomsen, 2000).
	strictOrder = 2 // an open four or two fours at once, then the five
	wideOrder   = 6 // up to four simple fours before that: problems have quiet moves that threaten as much

	// Budgets in nodes. A third or five times as many made no measurable difference.
	probeNodes      = 50   // of the search for fours at each new position
	simulationNodes = 1000 // of a simulation
	threatNodes     = 100  // of the search for the fours that a quiet move threatens
	quietNodes      = 100  // of the search for quiet moves
)

// NewVCT returns a solver for p whose table has the given number of entries, a power of two from 1,024 on. An entry takes 24
// bytes, and the hash table of the solver for fours and the verified positions take another 8 for each. A set flag ends a
// search; it may be nil.
func NewVCT(p *position.Position, entries int, flag *stop.Flag) *VCT {
	if flag == nil {
		flag = new(stop.Flag)
	}
	return &VCT{
		p: p, vcf: NewVCF(p, max(entries/2, 1), flag), stop: flag,
		table: make([]proof, entries), mask: uint64(entries-1) &^ (bucket - 1),
		verified: make([]verifiedWin, max(entries/4, 1)),
	}
}

// Position returns the position that v belongs to.
func (v *VCT) Position() *position.Position { return v.p }

// Nodes returns the number of moves made so far, those of the search for fours included.
func (v *VCT) Nodes() int64 { return v.nodes + v.vcf.nodes }

// Visits returns the number of positions expanded so far.
func (v *VCT) Visits() int64 { return v.visits }

// Clear forgets everything.
func (v *VCT) Clear() {
	clear(v.table)
	clear(v.verified)
	v.vcf.Clear()
}

// Solve looks for a win of the side to move within a number of nodes (moves made). With Won comes a line against the
// longest defense that the proof meets, from the first move to the five; it need not be a shortest win, and is valid until
// the next search. Verifying a win takes more nodes, some hundreds for each move that makes a three.
func (v *VCT) Solve(nodes int64) (Verdict, []position.Cell) { return v.solve(strictOrder, nodes) }

// SolveWide is Solve with more threats for positions that have no win of its kind: also moves after which the attacker
// would win with up to six moves, fours and the five, if the opponent passed, whether they make a three or not. Not all of
// these are looked at. NoWin means the same as from Solve; it comes only when the wider search has ended without a win.
func (v *VCT) SolveWide(nodes int64) (Verdict, []position.Cell) {
	before := v.Nodes()
	verdict, line := v.solve(strictOrder, nodes)
	if verdict == NoWin {
		return v.solve(wideOrder, nodes-(v.Nodes()-before))
	}
	return verdict, line
}

// solve looks for a win by threats of the given order.
func (v *VCT) solve(order int, nodes int64) (Verdict, []position.Cell) {
	// The fours of the position itself are looked at more closely than those of the positions that follow.
	rootProbe := min(nodes/4, 1<<20)

	before := v.Nodes()
	v.limit = before + nodes
	v.attacker, v.threatOrder = v.p.Side(), order
	pn, dn := v.evaluateAttack(rootProbe)
	if pn != 0 && dn != 0 {
		pn, dn = v.attack(infinite, infinite)
	}
	switch {
	case pn == 0:
		if line := v.verifiedLine(v.Nodes() - before); line != nil {
			return Won, line
		}
	case dn == 0:
		return NoWin, nil
	}
	return NotFound, nil
}

// over reports whether the budget is used up.
func (v *VCT) over() bool { return v.Nodes() >= v.limit || v.stop.Poll() }
