package engine

import (
	"github.com/gomoku-go/gomoku/internal/table"
)

// leaf returns the score of a position that is not searched deeper: the evaluation, unless there is a win by fours. No five
// threatens.
func (w *worker) leaf(alpha, beta, ply int) int {
	p := w.p
	if w.lazy > 0 {
		if v := clampEval(p.PlainValue()) - w.lazy; v >= beta {
			return v
		}
	}
	eval := w.evaluate()
	if eval >= beta {
		return eval // a win would only be more
	}
	me := p.Side()
	if fours := p.Fours(me); w.params.LeafFours == 0 || fours < w.params.LeafFours {
		return eval
	}
	hash := p.Hash()
	w.stats.HashProbes++
	if entry, ok := w.engine.table.Probe(hash); ok {
		w.stats.HashHits++
		if v := fromTable(int(entry.Value), ply); entry.Bound&table.Lower != 0 && v > MaxEval {
			return v
		}
	}
	w.techniques.LeafFours.Tried++
	if plies := w.vcf.Glance(int64(w.params.LeafFoursNodes)); plies > 0 {
		w.techniques.LeafFours.Succeeded++
		v := winIn(ply + plies)
		w.engine.table.Store(hash, table.Entry{
			Move: table.NoMove, Value: int16(toTable(v, ply)), Eval: int16(eval), Depth: 0, Bound: table.Lower,
		})
		return v
	}
	return eval
}
