package engine

import (
	"slices"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// searchRoot searches the moves from number k on with one window and sets their scores.
func (t *thread) searchRoot(moves []rootMove, k, alpha, beta, depth int) int {
	if t.traced == 0 {
		return t.searchRootMoves(moves, k, alpha, beta, depth)
	}
	t.traceEnterRoot(moves, k, alpha, beta, depth)
	score := t.searchRootMoves(moves, k, alpha, beta, depth)
	t.traceLeaveRoot(moves, k, score, beta)
	return score
}

// searchRootMoves is searchRoot without the tracer. It is the loop of searchMoves, except that nothing is pruned unless the
// caller set a width, and that each move keeps its score and its line.
func (t *thread) searchRootMoves(moves []rootMove, k, alpha, beta, depth int) int {
	n := &t.stack[0]
	for i := k; i < len(moves); i++ {
		moves[i].score = -infinity
	}
	n.eval = 0
	if !n.inFive {
		n.eval = t.evaluate()
	}
	n.best = -infinity
	t.stats.Generated += int64(len(moves) - k)
	for i := k; i < len(moves); i++ {
		r, m := &moves[i], &n.current
		m.cell, m.number = r.cell, i-k
		t.classifyRoot(n, m)
		if t.skipRoot(n, m) {
			continue
		}
		if m.ours == pattern.ClassFive && t.p.Fives(n.us) > 0 {
			t.winAtOnce(n, r, alpha, beta)
			alpha = max(alpha, winIn(2)) // no other win is as quick: mate distance pruning ends the other moves at once
			if n.best >= beta {
				break
			}
			continue
		}
		next := depth - onePly
		score := t.searchMove(n, m, alpha, beta, next, t.rootReduction(n, m, depth, next), 0)
		if t.stopped {
			return 0
		}
		if m.number == 0 || score > alpha {
			r.score = score
			r.line = append([]position.Cell{m.cell}, t.stack[1].line...)
		}
		if score > n.best {
			n.best = score
			alpha = max(alpha, score)
			if score >= beta {
				break
			}
		}
	}
	return n.best
}

// skipRoot reports whether the current move is left out at the root, where only the width that the caller wants does that.
func (t *thread) skipRoot(n *node, m *move) bool {
	if m.tactical || n.best <= -MaxEval {
		return false
	}
	reason, skip := t.skipQuiet(n, m.number)
	if skip && t.traced > 1 {
		t.tracer.Skip(0, m.cell, reason)
	}
	return skip
}

// winAtOnce gives a five its score. There is nothing to search.
func (t *thread) winAtOnce(n *node, r *rootMove, alpha, beta int) {
	n.move = r.cell
	t.stats.Searched++
	if t.traced > 1 {
		t.traceFive(r.cell, alpha, beta)
	}
	r.line = []position.Cell{r.cell}
	r.score = winIn(1)
	n.best = max(n.best, r.score)
}

// searchOne returns the score of one root move in a window, outside of the loop over all of them, and its line.
func (t *thread) searchOne(c position.Cell, alpha, beta, depth int) (score int, line []position.Cell) {
	t.stack[0].move = c
	if t.p.Wins(t.p.Side(), c) {
		return winIn(1), []position.Cell{c}
	}
	t.play(c)
	score = -t.search(-beta, -alpha, depth-onePly, 1, false)
	t.undo()
	return score, slices.Concat([]position.Cell{c}, t.stack[1].line)
}
