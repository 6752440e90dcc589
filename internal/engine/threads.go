package engine

import (
	"slices"
	"sync"

	"github.com/gomoku-go/gomoku/internal/position"
)

// Lazy SMP: every worker searches the same root on its own, and they help one another through the table alone. Helpers
// start at different depths, so that they do not all do the same; what one has found, the others need not.

// help starts the helpers. The function that it returns waits for their end; it must be called once the engine quits.
func (e *Engine) help() (wait func()) {
	var wg sync.WaitGroup
	for _, w := range e.workers[1:] {
		wg.Go(w.assist)
	}
	e.helpers = &wg
	return wg.Wait
}

// assist searches until the first worker is done.
func (w *worker) assist() {
	moves := w.rootMoves(true)
	if len(moves) == 0 {
		return
	}
	for depth := 1 + w.number%3; depth <= maxDepth; depth++ {
		w.rootDepth = depth
		w.aspire(moves, 0, depth)
		if w.stopped {
			return
		}
		w.found = Result{Best: moves[0].cell, Depth: depth, Lines: collect(nil, moves[:1])}
		if decided(moves[0].score) && depth >= winScore-max(moves[0].score, -moves[0].score) {
			return
		}
	}
}

// vote lets the workers choose the move once they are all done: each gives its move a weight by depth and score, and a
// quicker win beats all. The first worker's result stays unless another move has more weight.
func (e *Engine) vote(r *Result) {
	e.quit.Store(true)
	e.helpers.Wait()
	if len(r.Lines) == 0 || decided(r.Lines[0].Score) {
		for _, w := range e.workers[1:] {
			if f := &w.found; len(f.Lines) > 0 && (len(r.Lines) == 0 || f.Lines[0].Score > r.Lines[0].Score) {
				r.Best, r.Depth, r.Lines = f.Best, f.Depth, f.Lines
			}
		}
		return
	}
	results := []*Result{r}
	low := r.Lines[0].Score
	for _, w := range e.workers[1:] {
		if f := &w.found; len(f.Lines) > 0 && f.Depth > 0 {
			results = append(results, f)
			low = min(low, f.Lines[0].Score)
		}
	}
	weights := make(map[position.Cell]int)
	for _, v := range results {
		weights[v.Best] += (min(v.Lines[0].Score-low, 200) + 15) * v.Depth
	}
	best := slices.MaxFunc(results, func(a, b *Result) int {
		if d := weights[a.Best] - weights[b.Best]; d != 0 {
			return d
		}
		return a.Depth - b.Depth
	})
	for _, v := range results {
		if decided(v.Lines[0].Score) && v.Lines[0].Score > best.Lines[0].Score {
			best = v
		}
	}
	if weights[best.Best] > weights[r.Best] || best.Lines[0].Score > MaxEval || best.Best == r.Best && best.Depth > r.Depth {
		r.Best, r.Depth, r.Lines = best.Best, best.Depth, best.Lines
	}
}
