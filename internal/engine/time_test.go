package engine

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/threat"
)

// A fakeClock goes on by a step at every look.
type fakeClock struct {
	t    time.Time
	step time.Duration
}

func (f *fakeClock) now() time.Time {
	f.t = f.t.Add(f.step)
	return f.t
}

// wall returns the clock as the only one there is: no timer fires, but for a time that has passed.
func (f *fakeClock) wall() wallClock {
	return wallClock{f.now, func(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
		if d <= 0 {
			return context.WithTimeout(ctx, 0)
		}
		return context.WithCancel(ctx)
	}}
}

// Whatever a clock shows, a move gets some time, never more than the clock allows, and no product overflows.
func TestDivide(t *testing.T) {
	times := []time.Duration{0, 1, 2, time.Microsecond, time.Millisecond, 20 * time.Millisecond, time.Second, time.Hour, math.MaxInt64 / 3, math.MaxInt64}
	for _, left := range times {
		for _, increment := range times {
			for _, perMove := range times {
				c := Clock{left, increment, perMove}
				s := divide(c, 0)
				if left == 0 && perMove == 0 {
					if s != (share{}) {
						t.Errorf("divide(%v) = %v, want no limit", c, s)
					}
					continue
				}
				// Without a rest to divide there is no optimum: the move may take it all.
				if s.maximum <= 0 || (s.optimum > 0) != (left > 0) || s.optimum > s.maximum || left > 0 && s.maximum > max(left, time.Microsecond) || perMove > 0 && s.maximum > max(perMove, time.Microsecond) {
					t.Errorf("divide(%v) = %v", c, s)
				}
				restless := timeManager{optimum: s.optimum, changes: 32, falling: 1000}
				if d := restless.scaled(); d < s.optimum {
					t.Errorf("divide(%v): %v becomes %v where the best move changes", c, s.optimum, d)
				}
			}
		}
	}
}

// A game of a hundred moves of each side ends with time on the clock.
func TestGameLasts(t *testing.T) {
	for _, c := range []Clock{
		{Left: 20 * time.Second}, {Left: time.Second}, {Left: 50 * time.Millisecond}, {Left: 30 * time.Millisecond, Increment: 100 * time.Millisecond},
		{Left: 3 * time.Minute, PerMove: 5 * time.Second}, {Left: 24 * time.Hour},
	} {
		left := c.Left
		for move := range 100 {
			s := divide(Clock{Left: left, Increment: c.Increment, PerMove: c.PerMove}, 2*move)
			if s.maximum <= 0 || s.optimum > s.maximum || c.PerMove > 0 && s.maximum > c.PerMove {
				t.Fatalf("%+v, move %d: %+v of %v", c, move, s, left)
			}
			left -= s.maximum // always the worst
			if left <= 0 {
				t.Fatalf("%+v: out of time at move %d", c, move)
			}
			left += c.Increment
		}
	}
}

// The optimum stretches where the best move changes or the score falls, and shrinks where nothing happens.
func TestScaledTime(t *testing.T) {
	scaled := func(scores []int, best ...position.Cell) time.Duration {
		m := timeManager{optimum: time.Second, best: position.None}
		for i, c := range best {
			m.update(c, scores[i])
		}
		return m.scaled()
	}
	calm := scaled([]int{0, 0, 0, 0, 0, 0}, 1, 1, 1, 1, 1, 1)
	changing := scaled([]int{0, 0, 0, 0, 0, 0}, 1, 2, 1, 2, 1, 2)
	falling := scaled([]int{0, 0, 0, 0, 0, -150}, 1, 1, 1, 1, 1, 1)
	if calm >= time.Second || changing <= time.Second || falling <= calm {
		t.Errorf("calm %v, changing %v, falling %v of a second", calm, changing, falling)
	}
}

// All limits of time become one deadline, the earliest.
func TestDeadline(t *testing.T) {
	start := time.Unix(1000, 0)
	clock := &fakeClock{t: start}
	p := position.New(position.StandardTables(15, pattern.Freestyle))
	perMove := Clock{PerMove: 10 * time.Second}
	maximum := divide(perMove, 0).maximum
	for _, c := range []struct {
		name     string
		deadline time.Time
		clock    Clock
		want     time.Time
	}{
		{"no limit", time.Time{}, Clock{}, time.Time{}},
		{"a deadline", start.Add(time.Second), Clock{}, start.Add(time.Second)},
		{"a clock", time.Time{}, perMove, start.Add(maximum)},
		{"a deadline before the clock's", start.Add(time.Second), perMove, start.Add(time.Second)},
		{"a deadline after the clock's", start.Add(time.Minute), perMove, start.Add(maximum)},
	} {
		m := newTimeManager(clock.wall(), c.deadline, c.clock, p)
		if !m.deadline.Equal(c.want) || m.limited() != !c.want.IsZero() {
			t.Errorf("%s: deadline %v, limited %v, want %v", c.name, m.deadline, m.limited(), c.want)
		}
	}
}

// Searches take their time from the engine's clock alone, whatever the wall's shows.
func TestEngineClock(t *testing.T) {
	e := newEngine()
	f := &fakeClock{time.Unix(1000, 0), 50 * time.Millisecond}
	e.clock = f.wall()
	root := play(t, 15, pattern.Freestyle, quiet[0])

	clock := Clock{Left: 40 * time.Second}
	share, start := divide(clock, root.Stones()), f.t
	r := e.Search(t.Context(), root, Limits{Clock: clock, MultiPV: 1})
	if took := f.t.Sub(start); r.Stop != StopTime || took > share.maximum+time.Second || took < share.optimum/3 {
		t.Errorf("clock: stopped for %d after %v of %+v", r.Stop, took, share)
	}

	start = f.t
	r = e.Search(t.Context(), root, Limits{Deadline: f.t.Add(10 * time.Second), MultiPV: 1})
	if took := f.t.Sub(start); r.Stop != StopTime || took < 10*time.Second || took > 11*time.Second {
		t.Errorf("deadline: stopped for %d after %v", r.Stop, took)
	}

	// On the wall's clock that deadline would be long past.
	s := e.Solve(t.Context(), crossing(), true, Limits{Deadline: f.t.Add(time.Hour)})
	if s.Verdict != threat.Won || s.Stop != StopSolved {
		t.Errorf("Solve: verdict %d, stopped for %d", s.Verdict, s.Stop)
	}
	// This one takes more than 300,000 nodes.
	s = e.Solve(t.Context(), root, true, Limits{Deadline: f.t})
	if s.Verdict != threat.NotFound || s.Stop != StopTime {
		t.Errorf("Solve at its deadline: verdict %d, stopped for %d", s.Verdict, s.Stop)
	}
}

// The timer ends a search whose threads do not come to look at the clock.
func TestTimer(t *testing.T) {
	e := newEngine()
	f := &fakeClock{t: time.Unix(1000, 0)}
	var timeout time.Duration
	e.clock = wallClock{f.now, func(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
		timeout = d
		return context.WithTimeout(ctx, 0)
	}}
	r := e.Search(t.Context(), play(t, 15, pattern.Freestyle, quiet[0]), Limits{Deadline: f.t.Add(time.Hour), MultiPV: 1})
	if r.Stop != StopTime || timeout != time.Hour {
		t.Errorf("stopped for %d, timer of %v, want %d after an hour", r.Stop, timeout, StopTime)
	}
}
