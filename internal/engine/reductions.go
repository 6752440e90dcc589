package engine

import (
	"math/bits"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/threat"
)

// classify says whether the move is tactical: whether it makes a three or more, or takes one from the opponent. An
// unproductive four, one that takes no three and makes nothing of a second line, counts as a quiet move.
func (t *thread) classify(n *node, m *move) {
	t.classifyRoot(n, m)
	m.unproductive = m.ours == pattern.ClassFour && m.theirs < pattern.ClassOpenThree && n.kind != NodeEvadeFive && m.cell != n.tableMove &&
		t.params.UnproductiveReduction > 0 && !threat.LeadsOn(t.p.Lines4(n.us, m.cell))
	if m.unproductive {
		m.tactical = false
	}
}

// classifyRoot is classify at the root, where a four is a tactical move whatever it leads to.
func (t *thread) classifyRoot(n *node, m *move) {
	m.ours, m.theirs = t.p.Class(n.us, m.cell), t.p.Class(n.them, m.cell)
	m.tactical = m.ours >= pattern.ClassOpenThree || m.theirs >= pattern.ClassOpenThree
}

// skipQuiet reports whether the current move, a quiet one, is left out. Ask only once some move does not lose: that all
// moves lose must be true.
func (t *thread) skipQuiet(n *node, searched int) (reason Skip, skip bool) {
	switch {
	case searched >= t.width: // the caller asked for a narrow search
		return SkipWidth, true
	case len(n.quiets) >= n.quietLimit:
		t.techniques[MoveCount].add(true)
		return SkipCount, true
	case n.quietLimit != noLimit:
		t.techniques[MoveCount].add(false)
	}
	return 0, false
}

// limitQuiets sets how many quiet moves of the node are searched.
func (t *thread) limitQuiets(n *node, depth int) {
	n.quietLimit = noLimit
	if n.pv || depth/onePly >= t.params.MoveCountDepth || t.params.MoveCountDepth <= 0 {
		return
	}
	n.quietLimit = t.params.MoveCountBase + depth*depth/onePly*t.params.MoveCountScale/(onePly*onePly)
	if !n.improving {
		n.quietLimit /= 2
	}
}

// Alpha-raise reduction takes a ply at these depths: in shallower nodes there is little to save, and in deeper ones what it
// overlooks costs more.
const (
	minRaiseDepth = 3
	maxRaiseDepth = 12 // exclusive
)

// expectsFailHigh reports whether fail-high reduction takes a ply of a node's quiet moves: at an expected cut node whose
// evaluation is well above beta.
func (t *thread) expectsFailHigh(n *node, beta, depth int) bool {
	return t.params.FailHighMargin > 0 && n.cut && n.prunable && n.refined >= beta+t.params.FailHighMargin && depth >= minReductionDepth*onePly
}

// nextDepth returns the depth that is left after the current move of a node, before late move reductions.
func (t *thread) nextDepth(n *node, m *move, depth int) int {
	next := depth - onePly
	m.applied = 0
	switch {
	case n.kind == NodeEvadeFive:
		// Forced replies do not count as depth.
		next += t.params.ForcedExtension
		m.applied |= 1 << ForcedReply
	case m.cell == n.tableMove:
		next += n.extension
	}
	if m.unproductive && m.number > 0 {
		// It only delays what must come, and must not push that beyond the horizon at full depth.
		next -= t.params.UnproductiveReduction
		m.applied |= 1 << Unproductive
	}
	if n.kind != NodeQuiet {
		return next
	}
	if n.raised && !m.tactical && t.params.RaiseReduction > 0 {
		// Some move is good enough already.
		next -= t.params.RaiseReduction
		m.applied |= 1 << AlphaRaise
	}
	if n.failHigh && m.ours < pattern.ClassFour {
		// The evaluation says that most moves are good enough.
		next -= onePly
		m.applied |= 1 << FailHigh
	}
	return next
}

// countApplied counts what was done to the depth of a move, once it is known whether the move raised alpha.
func (t *thread) countApplied(m *move, raised bool) {
	for set := m.applied; set != 0; set &= set - 1 {
		k := Technique(bits.TrailingZeros16(set))
		t.techniques[k].add(raised == (k == ForcedReply))
	}
}

// Nodes below these depths, in plies, are not reduced: there is hardly a ply to take.
const (
	minReductionDepth     = 2
	minRootReductionDepth = 3
)

// halfPly is the step of the smaller corrections in reduction.
const halfPly = onePly / 2

// reduction returns by how much less than next the current move of a node is searched at first (late move reductions): the
// later, and the less promising by its order, the shallower.
func (t *thread) reduction(n *node, m *move, depth, next int) int {
	if m.number == 0 || depth < minReductionDepth*onePly || n.kind != NodeQuiet || t.params.ReductionScale <= 0 {
		return 0
	}
	r := t.reductions.at(depth, m.number)
	r += min(m.behind*t.params.PolicyScale/100, t.params.PolicyMax)
	if n.cut {
		r += t.params.ReductionCut
	}
	if n.entry.PV {
		r -= t.params.ReductionPV
	}
	if !n.improving {
		r += halfPly
	}
	if n.pv {
		r -= halfPly
	}
	if m.tactical { // what it threatens is decided in the next plies
		r = r/2 - halfPly
	}
	if m.cell == n.killers[0] || m.cell == n.killers[1] {
		r -= halfPly
	}
	r -= t.history.of(n.us, m.tactical, m.cell) * onePly / historyMax // a ply at most, either way
	return min(max(r, 0), max(next, 0))
}

// rootReduction is reduction at the root. What the order of a move, killers and histories say is no news there: after the
// first iteration the moves are sorted by their results. The first two moves are not reduced, nor is the last ply, since the
// root's choice hangs on each score.
func (t *thread) rootReduction(n *node, m *move, depth, next int) int {
	if m.number <= 1 || depth < minRootReductionDepth*onePly || m.tactical || t.params.ReductionScale <= 0 || t.p.WinFours(n.them) > 0 {
		return 0
	}
	return max(min(t.reductions.at(depth, m.number)-halfPly, next-onePly), 0)
}
