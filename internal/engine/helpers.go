package engine

import (
	"sync"
	"sync/atomic"
)

// Every thread searches the same root on its own, and they help one another through the table: what one has found, the others
// need not (lazy SMP). So that they do not all do the same, helpers start at different depths.

// startHelpers starts the threads, all but the first of a search. The function that it returns ends them and waits; it may be
// called again. The first panic of a helper goes to panicked: it belongs to the goroutine that asked for the search.
func startHelpers(s *shared, helpers []*thread, panicked *atomic.Pointer[any]) (end func()) {
	var wg sync.WaitGroup
	for _, t := range helpers {
		wg.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					panicked.CompareAndSwap(nil, &v)
					s.ending.endNow(StopCanceled)
				}
			}()
			t.help()
		})
	}
	return func() {
		s.ending.end(StopCanceled) // unless the search has ended by itself
		wg.Wait()
	}
}

// help is the loop of a helper: it deepens until the search is over.
func (t *thread) help() {
	moves := t.rootMoves(true)
	if len(moves) == 0 {
		return
	}
	const starts = 3 // different depths to start from
	for depth := 1 + t.number%starts; depth <= maxDepth; depth++ {
		t.rootDepth = depth
		t.aspire(moves, 0, depth)
		if t.stopped {
			return
		}
		t.found = Result{Best: moves[0].cell, Depth: depth, Lines: linesOf(nil, moves[:1])}
		if score := moves[0].score; decided(score) && depth >= pliesToEnd(score) {
			return
		}
	}
}

// pickBestThread replaces the first thread's result by a helper's, once all are done: where the game is decided by a better
// one, otherwise by a deeper one. At equal depth the first thread's stays, because a higher score is no evidence of a better
// move.
func pickBestThread(r *Result, helpers []*thread) {
	for _, t := range helpers {
		f := &t.found
		if len(f.Lines) == 0 {
			continue
		}
		better := len(r.Lines) == 0
		if !better {
			found, known := f.Lines[0].Score, r.Lines[0].Score
			if decided(found) || decided(known) {
				better = found > known
			} else {
				better = f.Depth > r.Depth
			}
		}
		if better {
			r.Best, r.Depth, r.Lines = f.Best, f.Depth, f.Lines
		}
	}
}
