package engine

import (
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/table"
)

// search returns the score of the position from the side to move's view, exact if it lies between alpha and beta, else a
// bound (fail soft: Fishburn, 1983). Depth is in sixteenths of a ply. At a cut node a score of beta or more is expected.
func (t *thread) search(alpha, beta, depth, ply int, cut bool) int {
	if ply >= t.traced {
		return t.searchNode(alpha, beta, depth, ply, cut)
	}
	t.traceEnter(alpha, beta, depth, ply, cut)
	score := t.searchNode(alpha, beta, depth, ply, cut)
	t.traceLeave(score, ply)
	return score
}

// searchNode is search without the tracer: alpha-beta in the form of a principal variation search (Marsland and Campbell,
// 1982).
func (t *thread) searchNode(alpha, beta, depth, ply int, cut bool) int {
	n := &t.stack[ply]
	n.line = n.line[:0] // a PV node whose window has shrunk to a null window takes the line too
	n.pv, n.cut = beta-alpha > 1, cut
	if n.pv {
		t.selDepth = max(t.selDepth, ply)
	}

	// 1. Limits.
	if t.mustStop() {
		return 0
	}

	// 2. What the counters decide.
	if score, ok := outcome(t.p, ply); ok {
		n.exit = ExitStatic
		return score
	}
	if ply >= maxPly {
		n.exit = ExitDeep
		return t.evaluate()
	}

	// 3. Mate distance pruning: the counters show no five, so a win takes three plies at least, and a loss two.
	alpha, beta = max(alpha, lossIn(ply+2)), min(beta, winIn(ply+3))
	if alpha >= beta {
		n.exit = ExitMate
		return alpha
	}

	// 4. Leaves. Where the opponent threatens a five, the block is searched first. The position after it is a leaf again, so
	// that a chain of fours does not carry a search of all moves along with it.
	n.us = t.p.Side()
	n.them = n.us.Opponent()
	n.inFive = t.p.Fives(n.them) > 0
	if depth <= 0 && !n.inFive {
		n.exit = ExitLeaf
		return t.leaf(beta, ply)
	}

	// 5. Reverse futility pruning: quiet positions do not lose that much in so few plies.
	n.prunable = !n.pv && !n.inFive && n.excluded == position.None && !decided(alpha) && !decided(beta) && t.p.WinFours(n.them) == 0
	n.eval = table.NoEval
	if !n.inFive {
		if score, ok := t.lazyFutility(n, beta, depth, ply); ok {
			n.exit = ExitFutility
			return score
		}
	}

	// 6. The transposition table.
	if score, ok := t.probe(n, alpha, beta, depth, ply); ok {
		n.exit = ExitTable
		return score
	}

	// 7. Static evaluation; 8. what it prunes.
	t.evaluateNode(n, ply)
	if n.prunable {
		if score, ok := t.prune(n, alpha, beta, depth, ply); ok {
			return score
		}
	}

	// 9. Internal iterative reduction (Schröder): without a table move this visit mostly serves to find one.
	if depth >= t.params.IterativeDepth*onePly && n.tableMove == position.None && !n.inFive && (n.pv || cut) && t.params.IterativeDepth > 0 {
		depth -= onePly
	}

	// 10. Singular extension.
	if score, cutoff := t.singular(n, beta, depth, ply); cutoff {
		return score
	}

	// 11. Moves.
	t.generate(n, ply)
	t.stats.Generated += int64(len(n.picker.list))
	if ply+1 < t.traced {
		t.traceMoves(n, ply)
	}
	if len(n.picker.list) == 0 {
		return t.noMoves(n, ply)
	}
	return t.searchMoves(n, alpha, beta, depth, ply)
}

// searchMoves is the part of searchNode that makes moves. There is one at least.
func (t *thread) searchMoves(n *node, alpha, beta, depth, ply int) int {
	n.beginMoves()
	t.limitQuiets(n, depth)
	n.failHigh = t.expectsFailHigh(n, beta, depth)
	n.sharing = t.shared.searching != nil && depth >= shareDepth*onePly && n.excluded == position.None
	best, bound := position.None, table.Upper
	for t.next(n, ply) {
		// 12. How deep: extensions and reductions.
		m := &n.current
		next := t.nextDepth(n, m, depth)
		reduction := t.reduction(n, m, depth, next)

		// 13. The search of the move.
		score := t.searchMove(n, m, alpha, beta, next, reduction, ply)
		if t.stopped {
			return 0
		}
		if m.applied != 0 {
			t.countApplied(m, score > alpha)
		}

		// 14. What its score means.
		n.best = max(n.best, score)
		if score > alpha {
			best, bound = m.cell, table.Exact
			if n.pv {
				n.line = append(append(n.line[:0], m.cell), t.stack[ply+1].line...)
			}
			if score >= beta {
				bound = table.Lower
				t.cutoff(n, depth)
				break
			}
			alpha = score
			n.raised = minRaiseDepth*onePly <= depth && depth < maxRaiseDepth*onePly
		}
		n.addSearched()
	}
	if n.best == -infinity {
		return alpha // a singular search with nothing else to try
	}

	// 15. The result is kept.
	t.store(n, best, bound, depth, ply)
	return n.best
}

// Singular extension asks whether a move stands alone only where the table's score is from nearly the same depth, and not in
// lines that are twice as long as the iteration is deep already: extensions must not feed on one another.
const (
	singularTableDepth = 3 // plies
	singularPlyFactor  = 2
)

// singular searches a table move that alone holds the position deeper (Anantharaman, Campbell and Hsu, 1988): it sets
// n.extension. That others come up to beta as well is a cutoff (as in multi-cut: Björnsson and Marsland, 1998).
func (t *thread) singular(n *node, beta, depth, ply int) (score int, cutoff bool) {
	n.extension = 0
	if n.tableMove == position.None || t.params.SingularDepth <= 0 || depth < t.params.SingularDepth*onePly || n.excluded != position.None ||
		n.inFive || ply >= t.rootDepth*singularPlyFactor || n.entry.Bound&table.Lower == 0 || int(n.entry.Depth) < depth-singularTableDepth*onePly || decided(n.tableScore) {
		return 0, false
	}
	singularBeta := n.tableScore - t.params.SingularMargin*depth/onePly
	facts := n.facts // the search without the move has facts of its own
	n.excluded = n.tableMove
	v := t.search(singularBeta-1, singularBeta, depth/2, ply, n.cut)
	n.facts, n.excluded = facts, position.None
	if t.stopped {
		return 0, true
	}
	t.techniques[Singular].add(v < singularBeta)
	switch {
	case v < singularBeta:
		n.extension = onePly
	case singularBeta >= beta && !n.pv:
		n.exit = ExitSingular
		return singularBeta, true
	case n.tableScore >= beta:
		n.extension = -onePly
	}
	return 0, false
}

// noMoves returns the score of a node where nothing is to be played.
func (t *thread) noMoves(n *node, ply int) int {
	n.exit = ExitLost
	switch n.kind {
	case NodeEvadeFive:
		return lossIn(ply + 2) // every block is a foul, or none blocks all
	case NodeEvadeOpenFour:
		return lossIn(ply + 4)
	case NodeEvadeFourThree:
		return lossIn(ply + 6)
	}
	n.exit = ExitNoMoves
	return t.evaluate() // Black in renju with fouls only may pass; or there is nothing near the stones
}

// searchMove makes a move, searches it and takes it back. The first is searched with the whole window. Of the others a null
// window and a reduced depth shall prove that they are no better; where that fails, they are searched again.
func (t *thread) searchMove(n *node, m *move, alpha, beta, next, reduction, ply int) (score int) {
	n.move = m.cell
	t.stats.Searched++
	if m.sharedKey != 0 {
		t.shared.searching.add(m.sharedKey)
	}
	t.play(m.cell)
	switch {
	case m.number == 0 && n.pv:
		score = -t.search(-beta, -alpha, next, ply+1, false)
	case m.number == 0:
		score = -t.search(-beta, -alpha, next, ply+1, !n.cut)
	default:
		score = -t.search(-alpha-1, -alpha, next-reduction, ply+1, true)
		if reduction > 0 && !t.stopped {
			t.techniques[LateMove].add(score <= alpha)
		}
		if score > alpha && reduction > 0 && !t.stopped {
			score = -t.search(-alpha-1, -alpha, next, ply+1, !n.cut)
		}
		if score > alpha && n.pv && !t.stopped {
			score = -t.search(-beta, -alpha, next, ply+1, false)
		}
	}
	t.undo()
	if m.sharedKey != 0 {
		t.shared.searching.remove(m.sharedKey)
	}
	return score
}

// cutoff counts a refutation by the current move, and lets the histories learn from it unless the move was forced.
func (t *thread) cutoff(n *node, depth int) {
	n.exit = ExitCutoff
	t.stats.Cutoffs++
	if n.searched() == 0 {
		t.stats.FirstMoveCutoffs++
	}
	if n.kind != NodeEvadeFive {
		t.history.update(n, depth, t.params.Continuation > 0)
	}
}
