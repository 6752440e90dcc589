package engine

import (
	"context"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A panic may leave the middle of a singular search behind; the next search begins afresh.
func TestBeginForgetsSkippedMoves(t *testing.T) {
	p := play(t, 15, pattern.Freestyle, quiet[0])
	limits := Limits{Depth: 1, MultiPV: 1}
	e := newEngine()
	best := e.Search(context.Background(), p, limits).Best
	for i := range e.threads[0].stack {
		e.threads[0].stack[i].excluded = best
	}
	e.Search(context.Background(), p, limits)
	for i := range e.threads[0].stack {
		if c := e.threads[0].stack[i].excluded; c != position.None {
			t.Fatalf("ply %d still leaves out cell %d", i, c)
		}
	}
}
