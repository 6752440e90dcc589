package engine

import (
	"context"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// Each limit ends the search for its own reason.
func TestStop(t *testing.T) {
	frozen := time.Unix(1000, 0)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	expired, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	for _, c := range []struct {
		name   string
		moves  string
		ctx    context.Context
		limits Limits
		want   Stop
	}{
		{"depth", quiet[0], t.Context(), Limits{Depth: 3}, StopDepth},
		{"nodes", quiet[0], t.Context(), Limits{Nodes: 1000}, StopNodes},
		{"nodes before depth", quiet[0], t.Context(), Limits{Nodes: 1000, Depth: 50}, StopNodes},
		{"deadline", quiet[0], t.Context(), Limits{Deadline: frozen}, StopTime},
		{"expired context", quiet[0], expired, Limits{}, StopTime},
		{"canceled context", quiet[0], canceled, Limits{}, StopCanceled},
		{"progress", quiet[0], t.Context(), Limits{Progress: func(i Info) bool { return i.Depth < 3 }}, StopCanceled},
		{"fours", "h8 a1 h9 c1 h10 e1", t.Context(), Limits{}, StopSolved},
		{"one move and no time to lose", "h8 h7 h9 c1 h10 e1 h11", t.Context(), Limits{Deadline: frozen.Add(time.Hour)}, StopOnlyMove},
		{"one move", "h8 h7 h9 c1 h10 e1 h11", t.Context(), Limits{Depth: 8}, StopDepth},
		{"lost", "b1 a1 c1 a15 d1 o15 e1 o1 g8 a13 h8 c15 i8", t.Context(), Limits{}, StopSolved},
	} {
		for _, threads := range []int{1, 3} {
			e := newEngine()
			e.config.HashBytes, e.config.Threads = 1<<20, threads
			e.clock = (&fakeClock{t: frozen}).wall()
			c.limits.MultiPV = 1
			r := e.Search(c.ctx, play(t, 15, pattern.Freestyle, c.moves), c.limits)
			if r.Stop != c.want {
				t.Errorf("%s, %d threads: stopped for %d, want %d", c.name, threads, r.Stop, c.want)
			}
			if len(r.Lines) != 1 || r.Lines[0].Moves[0] != r.Best {
				t.Errorf("%s, %d threads: best %s, lines %v", c.name, threads, nameOf(r.Best), r.Lines)
			}
		}
	}
}

// The first reason counts, but for a result that is certain.
func TestEnding(t *testing.T) {
	var e ending
	if e.isOver() || e.why() != 0 {
		t.Fatal("over before it began")
	}
	e.end(StopNodes)
	e.endNow(StopTime)
	if !e.isOver() || e.why() != StopNodes || !e.abort.IsSet() {
		t.Errorf("why %d, abort %v, want %d and true", e.why(), e.abort.IsSet(), StopNodes)
	}
	e.settle(StopSolved)
	if e.why() != StopSolved {
		t.Errorf("why %d, want %d", e.why(), StopSolved)
	}
	e.reset()
	if e.isOver() || e.abort.IsSet() {
		t.Error("over after reset")
	}
}
