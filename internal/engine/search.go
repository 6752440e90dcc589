package engine

import (
	"math"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/table"
	"github.com/gomoku-go/gomoku/internal/threat"
)

// static returns the score of a position whose end the counters show, so that no move need be made:
//
//   - a five of one's own: won in 1;
//   - no five of the opponent, and a point that makes an open four or two fours: won in 3;
//   - no four of the opponent, and a point with a four and an open three, or with two open threes: won in 5. The four
//     forces a reply on its own line, the threes cannot be stopped by one stone, and the opponent gains no four in time.
//     Black in renju must first see whether its threes are real, so it is left to the search.
func (w *worker) static(ply int) (v int, ok bool) {
	p := w.p
	me := p.Side()
	he := me.Opponent()
	switch {
	case p.Fives(me) > 0:
		return winIn(ply + 1), true
	case p.Full():
		return 0, true
	case p.Fives(he) > 0:
		return 0, false
	case p.WinFours(me) > 0:
		return winIn(ply + 3), true
	case p.FourThrees(me)+p.DoubleThrees(me) > 0 && p.Fours(he) == 0 && !(me == pattern.Black && p.Rule() == pattern.Renju):
		return winIn(ply + 5), true
	}
	return 0, false
}

// search returns the score of the position from the side to move's view, exact if it lies between alpha and beta, else a
// bound (fail soft). Depth is in sixteenths of a ply. At a cut node a score of beta or more is expected.
func (w *worker) search(alpha, beta, depth, ply int, cut bool) int {
	if ply < w.traced && w.entering() {
		return w.trace(alpha, beta, depth, ply, cut)
	}
	p, n := w.p, &w.stack[ply]
	pv := beta-alpha > 1
	n.pv = n.pv[:0] // a node on the line may ask with a window of one, and still takes the line from here
	if pv {
		w.selDepth = max(w.selDepth, ply)
	}
	if w.poll() {
		return 0
	}
	me := p.Side()
	he := me.Opponent()

	// 1. What the counters decide.
	if v, ok := w.static(ply); ok {
		n.exit = ExitStatic
		return v
	}
	if ply >= maxPly {
		n.exit = ExitDeep
		return w.evaluate()
	}

	// 2. Mate distance: nothing here can be better than winning with the next stone but two, or worse than losing with the
	// opponent's next.
	alpha, beta = max(alpha, lossIn(ply+2)), min(beta, winIn(ply+3))
	if alpha >= beta {
		n.exit = ExitMate
		return alpha
	}

	// 3. Leaves. A threatened five is never left standing, and what follows its block is a leaf again: else chains of fours
	// would be searched to their ends with all other moves between them.
	inFive := p.Fives(he) > 0
	if depth <= 0 && !inFive {
		n.exit = ExitLeaf
		return w.leaf(alpha, beta, ply)
	}

	// 4. Reverse futility: quiet positions do not lose that much in so few plies. Half of all nodes end here, so the built-in
	// evaluation, which costs less than the table's cache miss, is asked first.
	threatened := inFive || p.WinFours(he) > 0
	prune := !pv && !threatened && n.skip == position.None && !decided(alpha) && !decided(beta)
	eval, improving := table.NoEval, false
	if !inFive && w.eval == nil {
		if prune && w.lazy > 0 {
			if v := clampEval(p.PlainValue()) - w.lazy; w.futile(v, beta, depth, false) {
				n.exit = ExitFutility
				return v
			}
		}
		eval = w.evaluate()
		n.eval = eval
		improving = ply < 2 || eval > w.stack[ply-2].eval
		if prune && w.futile(eval, beta, depth, improving) {
			n.exit = ExitFutility
			return eval
		}
	}

	// 5. The table.
	hash := p.Hash()
	if n.skip != position.None {
		hash ^= 0x9e3779b97f4a7c15 * uint64(n.skip+1)
	}
	w.stats.HashProbes++
	entry, hit := w.engine.table.Probe(hash)
	tableMove, tableValue := position.None, 0
	if hit {
		w.stats.HashHits++
		tableMove, tableValue = position.Cell(entry.Move), fromTable(int(entry.Value), ply)
		if tableMove != position.None && !p.Empty(tableMove) {
			tableMove = position.None // another position with the same hash
		}
		if !pv && int(entry.Depth) >= depth && bounds(entry.Bound, tableValue, alpha, beta) {
			n.exit = ExitTable
			return tableValue
		}
	}

	// 6. Static evaluation, the table's score if that says more.
	if !inFive && w.eval != nil {
		if hit && entry.Eval != table.NoEval {
			eval = int(entry.Eval)
		} else {
			eval = w.evaluate()
		}
	}
	n.eval = eval
	improving = ply < 2 || eval > w.stack[ply-2].eval
	refined := eval
	if hit && !inFive && !decided(tableValue) && bounds(entry.Bound, tableValue, eval, eval+1) {
		refined = tableValue
	}

	if prune {
		plies := depth / onePly
		if (refined != eval || w.eval != nil) && w.futile(refined, beta, depth, improving) {
			n.exit = ExitFutility
			return refined
		}

		// 7. Razoring: so far below that only a win by fours can help.
		if plies < w.params.RazorDepth && refined+w.params.RazorBase+w.params.RazorMargin*depth/onePly < alpha {
			w.techniques.Razoring.Tried++
			if v := w.leaf(alpha, beta, ply); v <= alpha {
				w.techniques.Razoring.Succeeded++
				n.exit = ExitRazor
				return v
			}
		}
	}

	// 8. Internal iterative reduction: without a table move this visit mostly serves to find one.
	if w.params.IterativeDepth > 0 && depth >= w.params.IterativeDepth*onePly && tableMove == position.None && !inFive && (pv || cut) {
		depth -= onePly
	}

	// 9. Singular extension: a table move that alone holds the position is searched deeper. That others come up to beta as
	// well is a cutoff.
	singular := 0
	if w.params.SingularDepth > 0 && tableMove != position.None && depth >= w.params.SingularDepth*onePly && n.skip == position.None &&
		!inFive && ply < w.rootDepth*2 && entry.Bound&table.Lower != 0 && int(entry.Depth) >= depth-3*onePly && !decided(tableValue) {
		w.techniques.Singular.Tried++
		mark := tableValue - w.params.SingularMargin*depth/onePly
		n.skip = tableMove
		v := w.search(mark-1, mark, depth/2, ply, cut)
		n.skip, n.eval = position.None, eval
		if w.stopped {
			return 0
		}
		switch {
		case v < mark:
			w.techniques.Singular.Succeeded++
			singular = onePly
		case mark >= beta && !pv:
			n.exit = ExitSingular
			return mark
		case tableValue >= beta:
			singular = -onePly
		}
	}

	// 10. Moves.
	list, node := w.generate(ply, tableMove)
	w.stats.Generated += int64(len(list))
	if ply+1 < w.traced {
		w.traceMoves(ply, node, list)
	}
	n.exit = ExitAll
	switch {
	case len(list) > 0:
	case node == blockNode:
		n.exit = ExitLost
		return lossIn(ply + 2) // every block is a foul, or none blocks all
	case node == defenceNode:
		n.exit = ExitLost
		return lossIn(ply + 4)
	case node == fourThreeNode:
		n.exit = ExitLost
		return lossIn(ply + 6)
	default:
		n.exit = ExitNoMoves
		return w.evaluate() // Black in renju with fouls only may pass; or there is nothing near the stones
	}

	best, bestMove, bound := -infinity, position.None, table.Upper
	n.quiet, n.loud = n.quiet[:0], n.loud[:0]
	tried, quiet := 0, 0
	plies := depth / onePly
	leaveOut := plies < w.params.CountDepth && w.params.CountDepth > 0
	mostQuiet := w.params.CountBase + depth*depth/onePly*w.params.CountScale/(onePly*onePly)
	if !improving {
		mostQuiet /= 2
	}
	width := len(list)
	if w.engine.config.Width > 0 {
		width = w.engine.config.Width
	}
	raised := false
	failing := w.params.FailHighMargin > 0 && cut && prune && refined >= beta+w.params.FailHighMargin && plies >= 2
	top := 0 // the order of the best move, but for the table's
	share := len(w.engine.workers) > 1 && plies >= shareDepth && n.skip == position.None
	n.put = n.put[:0]
	again := 0 // how many of them had their second turn
	for {
		m, number := pickBest(list), tried+len(n.put)-again
		if m == 0 {
			if again == len(n.put) {
				break
			}
			m, number = n.put[again].move, n.put[again].number
			again++
		}
		c := cellOf(m)
		if c == n.skip {
			continue
		}
		gap := 0 // how far the move's order lies behind
		if c != tableMove {
			if top == 0 {
				top = orderOf(m)
			}
			gap = top - orderOf(m)
		}
		mine, his := p.Class(me, c), p.Class(he, c)
		// A threat, or what takes one from the opponent.
		loud := mine >= pattern.ClassOpenThree || his >= pattern.ClassOpenThree
		idle := w.params.IdleReduction > 0 && mine == pattern.ClassFour && his < pattern.ClassOpenThree && node != blockNode && c != tableMove &&
			!threat.LeadsOn(p.Lines4(me, c))
		if idle {
			loud = false
		}
		if node == quietNode && !loud {
			if tried >= width && best > -MaxEval {
				if ply+1 < w.traced {
					w.tracer.Skip(ply, c, SkipWidth)
				}
				continue // the caller asked for a narrow search; that all moves lose must be true nevertheless
			}

			// 11. Move-count pruning: late quiet moves, once some move does not lose.
			if leaveOut && best > -MaxEval && quiet >= mostQuiet && !pv {
				w.techniques.MoveCount.Succeeded++
				if ply+1 < w.traced {
					w.tracer.Skip(ply, c, SkipCount)
				}
				continue
			}
		}

		// With several workers: what another one is at can wait.
		key := uint64(0)
		if share && tried > 0 {
			key = busyKey(hash, c)
			if again == 0 && w.engine.busy.has(key) {
				n.put = append(n.put, putOff{m, number})
				continue
			}
		}

		// 12. Extensions.
		extension := 0
		if node == blockNode {
			extension = w.params.ForcedExtension
			w.techniques.Forced.Succeeded++
		} else if c == tableMove {
			extension = singular
		}
		next := depth - onePly + extension

		// 13. Idle fours put off what must come, and each would be searched as deep as what it puts off.
		if idle && tried > 0 {
			next -= w.params.IdleReduction
			w.techniques.Idle.Succeeded++
		}

		// 14. Alpha-raise and fail-high reduction: where some move is good enough already, or the evaluation says that most
		// moves are, the others are looked at with less care.
		if raised && node == quietNode && !loud && w.params.RaiseReduction > 0 {
			next -= w.params.RaiseReduction
			w.techniques.Raised.Succeeded++
		}
		if failing && mine < pattern.ClassFour && node == quietNode {
			next -= onePly
			w.techniques.FailHigh.Succeeded++
		}

		// 15. Late move reductions: the later, and the less promising by its order, the shallower, but for threats.
		reduction := 0
		if tried > 0 && plies >= 2 && node == quietNode && w.params.ReductionScale > 0 {
			reduction = int(w.reductions[min(plies, 63)][min(number, 63)])
			reduction += min(gap*w.params.PolicyScale/100, w.params.PolicyMost)
			if cut {
				reduction += w.params.ReductionCut
			}
			if entry.PV {
				reduction -= w.params.ReductionPV
			}
			if !improving {
				reduction += onePly / 2
			}
			if pv {
				reduction -= onePly / 2
			}
			if loud {
				reduction = reduction/2 - onePly/2
			}
			if c == n.killers[0] || c == n.killers[1] {
				reduction -= onePly / 2
			}
			reduction -= int(w.history.moves[me][btoi(loud)][c&1023]) * onePly / historyMax
			reduction = min(max(reduction, 0), next)
			reduction = max(reduction, 0)
		}

		n.move = c
		w.stats.Searched++
		if key != 0 {
			w.engine.busy.add(key)
		}
		w.play(c)
		var v int
		switch {
		case tried == 0 && pv:
			v = -w.search(-beta, -alpha, next, ply+1, false)
		case tried == 0:
			v = -w.search(-beta, -alpha, next, ply+1, !cut)
		default:
			// 16. Prove with a null window that it is no better.
			v = -w.search(-alpha-1, -alpha, next-reduction, ply+1, true)
			if v > alpha && reduction > 0 {
				w.techniques.Reduced.Succeeded++
				v = -w.search(-alpha-1, -alpha, next, ply+1, !cut)
			}
			if v > alpha && pv {
				v = -w.search(-beta, -alpha, next, ply+1, false)
			}
		}
		if reduction > 0 {
			w.techniques.Reduced.Tried++
		}
		w.undo()
		if key != 0 {
			w.engine.busy.remove(key)
		}
		if w.stopped {
			return 0
		}
		tried++
		if !loud {
			quiet++
		}
		if v > best {
			best = v
			if v > alpha {
				bestMove, bound = c, table.Exact
				if pv {
					n.pv = append(append(n.pv[:0], c), w.stack[ply+1].pv...)
				}
				if v >= beta {
					bound, n.exit = table.Lower, ExitCutoff
					w.stats.Cutoffs++
					if tried == 1 {
						w.stats.FirstMoveCutoffs++
					}
					if node != blockNode {
						w.learn(ply, depth, c, loud)
					}
					break
				}
				alpha = v
				raised = plies >= 3 && plies <= 11
			}
		}
		if loud {
			n.loud = append(n.loud, c)
		} else {
			n.quiet = append(n.quiet, c)
		}
	}
	if tried == 0 {
		return alpha // a singular search with nothing else to try
	}
	if n.skip == position.None || bestMove != position.None {
		w.engine.table.Store(hash, table.Entry{
			Move: uint16(bestMove), Value: int16(toTable(best, ply)), Eval: int16(eval), Depth: int16(min(depth, maxDepth*onePly)), Bound: bound, PV: pv,
		})
	}
	return best
}

// futile reports whether a score is so far above beta that so few plies will hardly take it away.
func (w *worker) futile(score, beta, depth int, improving bool) bool {
	if depth >= w.params.FutilityDepth*onePly {
		return false
	}
	margin := w.params.FutilityMargin * depth / onePly
	if improving {
		margin -= w.params.FutilityMargin
	}
	w.techniques.Futility.Tried++
	if score-max(margin, 0) < beta {
		return false
	}
	w.techniques.Futility.Succeeded++
	return true
}

// bounds reports whether a value with that bound decides the window.
func bounds(b table.Bound, v, alpha, beta int) bool {
	return b == table.Exact || b&table.Lower != 0 && v >= beta || b&table.Upper != 0 && v <= alpha
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (w *worker) fillReductions() {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			r := float64(w.params.ReductionScale) / 100 * math.Log(float64(d)) * math.Log(float64(n)) * onePly
			w.reductions[d][n] = int16(math.Round(r)) + int16(w.params.ReductionBase)
		}
	}
}
