package engine

import (
	"context"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// Workers share nothing but the table: the race detector watches.
func TestThreads(t *testing.T) {
	for _, threads := range []int{2, 5} {
		c := newEngine().config
		c.Threads, c.HashBytes = threads, 1<<20
		e := New(c)
		for i, moves := range quiet[:6] {
			p := play(t, 15, pattern.Freestyle, moves)
			hash := p.Hash()
			r := e.Search(context.Background(), p, Limits{Nodes: 20_000 * int64(threads), MultiPV: 1})
			if !p.Empty(r.Best) || p.Hash() != hash || len(r.Lines) != 1 || r.Lines[0].Moves[0] != r.Best {
				t.Fatalf("%d threads, position %d: result %+v", threads, i, r)
			}
			// The first thread ends the search once it sees the others' nodes; how soon that is depends on the machine.
			if n := r.Stats.Nodes; r.Stop == StopNodes && n < 20_000*int64(threads) {
				t.Errorf("%d threads, position %d: %d nodes, want %d at least", threads, i, n, 20_000*threads)
			}
		}
	}
}

// Of two results the deeper one counts, the first thread's at the same depth, and a better one where the game is decided.
func TestPickBestThread(t *testing.T) {
	at := func(cell position.Cell, depth, score int) Result {
		return Result{Best: cell, Depth: depth, Lines: []Line{{Moves: []position.Cell{cell}, Score: score}}}
	}
	nothing := Result{Best: 7} // the first thread may not have ended its first iteration
	for _, c := range []struct {
		name          string
		first, helper Result
		helps         bool
	}{
		{"deeper", at(1, 8, 40), at(2, 9, -40), true},
		{"the same depth, more hopeful", at(1, 8, 40), at(2, 8, 90), false},
		{"shallower, more hopeful", at(1, 8, 40), at(2, 7, 90), false},
		{"a win", at(1, 8, 40), at(2, 6, winIn(9)), true},
		{"a slower win", at(1, 8, winIn(7)), at(2, 12, winIn(9)), false},
		{"a loss", at(1, 8, 40), at(2, 12, lossIn(10)), false},
		{"a way out", at(1, 8, lossIn(10)), at(2, 8, -300), true},
		{"nothing from the first", nothing, at(2, 3, 0), true},
		{"nothing from the helper", at(1, 8, 40), Result{}, false},
	} {
		got := c.first
		pickBestThread(&got, []*thread{{number: 1, found: c.helper}})
		want := c.first.Best
		if c.helps {
			want = c.helper.Best
		}
		if got.Best != want {
			t.Errorf("%s: move %d, want %d", c.name, got.Best, want)
		}
	}
}
