package engine

import (
	"context"
	"sync"
	"testing"
	"time"

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
			// The first worker ends the search once it sees the others' nodes; how soon that is depends on the machine.
			if n := r.Stats.Nodes; r.Stop == StopNodes && n < 20_000*int64(threads) {
				t.Errorf("%d threads, position %d: %d nodes, want %d at least", threads, i, n, 20_000*threads)
			}
		}
	}
}

// A fakeClock goes on by a step at every look.
type fakeClock struct {
	t    time.Time
	step time.Duration
}

func (f *fakeClock) now() time.Time {
	f.t = f.t.Add(f.step)
	return f.t
}

// A game of a hundred moves of each side ends with time on the clock.
func TestClockLasts(t *testing.T) {
	for _, c := range []Clock{
		{Left: 20 * time.Second}, {Left: time.Second}, {Left: 50 * time.Millisecond}, {Left: 30 * time.Millisecond, Increment: 100 * time.Millisecond},
		{Left: 3 * time.Minute, PerMove: 5 * time.Second}, {Left: 24 * time.Hour},
	} {
		p := position.New(position.StandardTables(15, pattern.Freestyle))
		left := c.Left
		for move := range 100 {
			b := plan(p, Clock{Left: left, Increment: c.Increment, PerMove: c.PerMove})
			if b.most <= 0 || b.usual > b.most || c.PerMove > 0 && b.most > c.PerMove {
				t.Fatalf("%+v, move %d: budget %+v of %v", c, move, b, left)
			}
			left -= b.most // always the worst
			if left <= 0 {
				t.Fatalf("%+v: out of time at move %d", c, move)
			}
			left += c.Increment
		}
	}
}

func TestClockEndsSearch(t *testing.T) {
	e := newEngine()
	f := &fakeClock{time.Unix(0, 0), time.Millisecond}
	e.now = f.now
	start := f.t
	limits := Limits{Clock: Clock{Left: 40 * time.Second}, MultiPV: 1}
	r := e.Search(context.Background(), play(t, 15, pattern.Freestyle, quiet[0]), limits)
	took := f.t.Sub(start)
	if b := plan(play(t, 15, pattern.Freestyle, quiet[0]), limits.Clock); r.Stop != StopTime || took > b.most+100*time.Millisecond || took < b.usual/3 {
		t.Errorf("stopped for %d after %v, budget %+v", r.Stop, took, b)
	}
}

func TestPace(t *testing.T) {
	scale := func(scores []int, best ...position.Cell) time.Duration {
		var p pace
		for i, c := range best {
			p.update(c, scores[i])
		}
		return p.scale(time.Second)
	}
	calm := scale([]int{0, 0, 0, 0, 0, 0}, 1, 1, 1, 1, 1, 1)
	changing := scale([]int{0, 0, 0, 0, 0, 0}, 1, 2, 1, 2, 1, 2)
	falling := scale([]int{0, 0, 0, 0, 0, -150}, 1, 1, 1, 1, 1, 1)
	if calm >= time.Second || changing <= time.Second || falling <= calm {
		t.Errorf("calm %v, changing %v, falling %v of a second", calm, changing, falling)
	}
}

// Of two results the deeper one counts, the first worker's at the same depth, and a better one where the game is decided.
func TestSettle(t *testing.T) {
	at := func(cell position.Cell, depth, score int) Result {
		return Result{Best: cell, Depth: depth, Lines: []Line{{Moves: []position.Cell{cell}, Score: score}}}
	}
	nothing := Result{Best: 7} // the first worker may not have ended its first iteration
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
		e := newEngine()
		e.helpers = new(sync.WaitGroup)
		e.threads = []*thread{newThread(e, 0), newThread(e, 1)}
		e.threads[1].found = c.helper
		got := c.first
		e.settle(&got)
		want := c.first.Best
		if c.helps {
			want = c.helper.Best
		}
		if got.Best != want {
			t.Errorf("%s: move %d, want %d", c.name, got.Best, want)
		}
	}
}

func TestBusy(t *testing.T) {
	var b searching
	p := play(t, 15, pattern.Freestyle, quiet[0])
	k, other := searchingKey(p.Hash(), 5), searchingKey(p.Hash(), 6)
	b.add(k)
	if !b.has(k) || b.has(other) {
		t.Fatalf("one move is being searched: has %v, has another %v", b.has(k), b.has(other))
	}
	b.remove(other)
	if !b.has(k) {
		t.Error("removing another move removed this one")
	}
	b.remove(k)
	if b.has(k) {
		t.Error("still there after remove")
	}
	b.add(k)
	b.clear()
	if b.has(k) {
		t.Error("still there after clear")
	}
}
