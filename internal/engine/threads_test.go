package engine

import (
	"context"
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
