package engine

import (
	"sync"
	"sync/atomic"

	"github.com/gomoku-go/gomoku/internal/position"
)

// Every thread searches the same root on its own, and they help one another through the table: what one has found, the others
// need not (lazy SMP). So that they do not all do the same, helpers start at different depths, and a move other than the
// first that another thread is at is put off to the end of its node (ABDADA: Weill, 1996; in the form without counters of
// Kerrigan's Simplified ABDADA).

// help starts the helpers. The function that it returns waits for their end; it must be called once the engine quits.
func (e *Engine) help() (wait func()) {
	var wg sync.WaitGroup
	for _, t := range e.threads[1:] {
		wg.Go(func() {
			defer func() { // an evaluator's panic belongs to the goroutine that asked for the search
				if v := recover(); v != nil {
					e.panicked.CompareAndSwap(nil, &v)
					e.stop.Set()
				}
			}()
			t.assist()
		})
	}
	e.helpers = &wg
	return wg.Wait
}

// assist searches until the first thread is done.
func (t *thread) assist() {
	moves := t.rootMoves(true)
	if len(moves) == 0 {
		return
	}
	for depth := 1 + t.number%3; depth <= maxDepth; depth++ {
		t.rootDepth = depth
		t.aspire(moves, 0, depth)
		if t.stopped {
			return
		}
		t.found = Result{Best: moves[0].cell, Depth: depth, Lines: collect(nil, moves[:1])}
		if decided(moves[0].score) && depth >= winScore-max(moves[0].score, -moves[0].score) {
			return
		}
	}
}

// settle takes another thread's result once all are done: one that is better where the game is decided, one that looked further
// where it is not. At the same depth the first thread's stays: to take the higher score would be to hope.
func (e *Engine) settle(r *Result) {
	e.quit.Store(true)
	e.helpers.Wait()
	for _, t := range e.threads[1:] {
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

// shareDepth is the depth in plies from which on threads look at what the others do.
const shareDepth = 3

// searching holds the moves that are being searched, by a key of position and move. It may forget: then two threads search the same.
type searching [1 << 12]atomic.Uint64

func searchingKey(hash uint64, c position.Cell) uint64 { return hash ^ uint64(c+1)*0x9e3779b97f4a7c15 }

func (b *searching) has(key uint64) bool { return b[key>>52].Load() == key }

func (b *searching) add(key uint64) { b[key>>52].Store(key) }

func (b *searching) remove(key uint64) { b[key>>52].CompareAndSwap(key, 0) }

func (b *searching) clear() {
	for i := range b {
		b[i].Store(0)
	}
}
