package engine

import (
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/table"
)

// outcome returns the score of a position whose end the counters show, so that no move need be made:
//
//   - a five of our own: won in 1;
//   - no five of theirs, and a point that makes an open four or two fours: won in 3;
//   - no four of theirs, and a point with a four and an open three, or with two open threes: won in 5. The four forces a reply
//     on its own line, the threes cannot be stopped by one stone, and they gain no four in time. Black in renju must first see
//     whether its threes are real, so it is left to the search.
func outcome(p *position.Position, ply int) (score int, ok bool) {
	us := p.Side()
	them := us.Opponent()
	switch {
	case p.Fives(us) > 0:
		return winIn(ply + 1), true
	case p.Full():
		return 0, true
	case p.Fives(them) > 0:
		return 0, false
	case p.WinFours(us) > 0:
		return winIn(ply + 3), true
	case p.FourThrees(us)+p.DoubleThrees(us) > 0 && p.Fours(them) == 0 && !(us == pattern.Black && p.Rule() == pattern.Renju):
		return winIn(ply + 5), true
	}
	return 0, false
}

// leaf returns the score of a position that is not searched deeper: the evaluation, unless we win by fours, which a
// selective VCF looks for. The opponent threatens no five here.
func (t *thread) leaf(beta, ply int) int {
	if bound, ok := t.lazyEvaluate(); ok && bound >= beta {
		return bound
	}
	eval := t.evaluate()
	if eval >= beta {
		return eval // a win would only be more
	}
	if fours := t.p.Fours(t.p.Side()); t.params.LeafVCF == 0 || fours < t.params.LeafVCF {
		return eval
	}
	hash := t.p.Hash()
	t.stats.HashProbes++
	if entry, ok := t.shared.table.Probe(hash); ok {
		t.stats.HashHits++
		if v := fromTable(int(entry.Value), ply); entry.Bound&table.Lower != 0 && v > MaxEval {
			return v
		}
	}
	plies := t.vcf.QuickSelective(int64(t.params.LeafVCFNodes))
	t.techniques[LeafVCF].add(plies > 0)
	if plies == 0 {
		return eval
	}
	score := winIn(ply + plies)
	t.shared.table.Store(hash, table.Entry{
		Move: table.NoMove, Value: int16(toTable(score, ply)), Eval: int16(eval), Depth: 0, Bound: table.Lower,
	})
	return score
}

// lazyFutility evaluates the node and tries reverse futility pruning before the table is probed: half of all nodes end here,
// and the built-in evaluation costs less than a cache miss in the table. Without its net it costs less still, so that comes
// first (lazy evaluation). A custom evaluation may be slow, and waits for the table.
func (t *thread) lazyFutility(n *node, beta, depth, ply int) (score int, ok bool) {
	if t.eval.custom != nil {
		return 0, false
	}
	try := n.prunable && depth < t.params.FutilityDepth*onePly
	if try {
		t.techniques[Futility].Tried++
		if bound, ok := t.lazyEvaluate(); ok && t.isFutile(bound, beta, depth, false) {
			t.techniques[Futility].Succeeded++
			return bound, true
		}
	}
	n.eval = t.evaluate()
	n.improving = ply < 2 || n.eval > t.stack[ply-2].eval
	if try && t.isFutile(n.eval, beta, depth, n.improving) {
		t.techniques[Futility].Succeeded++
		return n.eval, true
	}
	return 0, false
}

// isFutile reports whether a score is so far above beta that so few plies will hardly take it away.
func (t *thread) isFutile(score, beta, depth int, improving bool) bool {
	margin := t.params.FutilityMargin * depth / onePly
	if improving {
		margin -= t.params.FutilityMargin
	}
	return score-max(margin, 0) >= beta
}

// probe asks the table. A bound from a search of at least the same depth may end the node, unless its line is wanted.
func (t *thread) probe(n *node, alpha, beta, depth, ply int) (score int, ok bool) {
	n.hash = t.p.Hash()
	if n.excluded != position.None {
		n.hash ^= goldenRatio * uint64(n.excluded+1) // what the node is worth without a move is another question
	}
	n.tableMove, n.tableScore = position.None, 0
	t.stats.HashProbes++
	n.entry, n.hit = t.shared.table.Probe(n.hash)
	if !n.hit {
		return 0, false
	}
	t.stats.HashHits++
	n.tableMove, n.tableScore = position.Cell(n.entry.Move), fromTable(int(n.entry.Value), ply)
	if n.tableMove != position.None && !t.p.Empty(n.tableMove) {
		n.tableMove = position.None // another position with the same hash
	}
	return n.tableScore, !n.pv && int(n.entry.Depth) >= depth && decides(n.entry.Bound, n.tableScore, alpha, beta)
}

// decides reports whether a value with that bound decides the window.
func decides(b table.Bound, v, alpha, beta int) bool {
	return b == table.Exact || b&table.Lower != 0 && v >= beta || b&table.Upper != 0 && v <= alpha
}

// evaluateNode sets what the node is worth by itself: the static evaluation, which the table may know, and the table's
// score where that says more.
func (t *thread) evaluateNode(n *node, ply int) {
	if !n.inFive && t.eval.custom != nil {
		if n.hit && n.entry.Eval != table.NoEval {
			n.eval = int(n.entry.Eval)
		} else {
			n.eval = t.evaluate()
		}
	}
	n.improving = ply < 2 || n.eval > t.stack[ply-2].eval
	n.refined = n.eval
	if n.hit && !n.inFive && !decided(n.tableScore) && decides(n.entry.Bound, n.tableScore, n.eval, n.eval+1) {
		n.refined = n.tableScore
	}
}

// prune ends a node without making a move where its evaluation is far outside of the window.
func (t *thread) prune(n *node, alpha, beta, depth, ply int) (score int, ok bool) {
	// Reverse futility pruning by what the table has added, and for a custom evaluation, which is asked after the table.
	custom := t.eval.custom != nil
	if depth < t.params.FutilityDepth*onePly && (custom || n.refined != n.eval) {
		futile := t.isFutile(n.refined, beta, depth, n.improving)
		t.techniques[Futility].Tried += int64(btoi(custom)) // the built-in one has been counted
		t.techniques[Futility].Succeeded += int64(btoi(futile))
		if futile {
			n.exit = ExitFutility
			return n.refined, true
		}
	}
	// Razoring (Birmingham and Kent, 1977): the evaluation is so far below alpha that only a win by fours can help.
	if depth/onePly < t.params.RazorDepth && n.refined+t.params.RazorBase+t.params.RazorMargin*depth/onePly < alpha {
		v := t.leaf(beta, ply)
		t.techniques[Razoring].add(v <= alpha)
		if v <= alpha {
			n.exit = ExitRazor
			return v, true
		}
	}
	return 0, false
}

// store keeps what the search of a node has found out.
func (t *thread) store(n *node, best position.Cell, bound table.Bound, depth, ply int) {
	if n.excluded != position.None && best == position.None {
		return
	}
	t.shared.table.Store(n.hash, table.Entry{
		Move: uint16(best), Value: int16(toTable(n.best, ply)), Eval: int16(n.eval), Depth: int16(min(depth, maxDepth*onePly)),
		Bound: bound, PV: n.pv,
	})
}
