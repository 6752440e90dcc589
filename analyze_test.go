package gomoku_test

import (
	"bytes"
	"context"
	"runtime"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku"
)

func goroutine() string {
	stack := make([]byte, 64)
	return string(bytes.Fields(stack[:runtime.Stack(stack, false)])[1])
}

func TestWithProgress(t *testing.T) {
	for _, lines := range []int{1, 3} {
		depth, rank, here := 0, 0, goroutine()
		var last gomoku.Info
		r := search(t, newSearcher(t), quiet(t), gomoku.WithDepth(5), gomoku.WithMultiPV(lines), gomoku.WithProgress(func(i gomoku.Info) {
			if rank == 0 {
				depth++
			}
			if i.Depth != depth || i.Rank != rank || i.SelDepth < i.Depth || goroutine() != here {
				t.Errorf("report of depth %d, rank %d, selective depth %d, on goroutine %s, want depth %d, rank %d on %s",
					i.Depth, i.Rank, i.SelDepth, goroutine(), depth, rank, here)
			}
			if i.Stats.Nodes < last.Stats.Nodes || i.Stats.Elapsed < last.Stats.Elapsed {
				t.Errorf("stats go back: %+v, %+v", last.Stats, i.Stats)
			}
			checkLine(t, quiet(t), i.Line)
			rank = (rank + 1) % lines
			last = i
		}))
		if depth != 5 || rank != 0 || last.Rank != lines-1 || !slices.Equal(last.Line.Moves, r.Lines[lines-1].Moves) {
			t.Errorf("the last report is %+v, the result %+v", last, r)
		}
	}
}

func TestAnalyze(t *testing.T) {
	s := newSearcher(t)
	b := quiet(t)
	before := state(b)
	// Breaking out, at any rank.
	for stop := 1; stop <= 7; stop++ {
		n := 0
		for i, err := range s.Analyze(t.Context(), b, gomoku.WithMultiPV(3)) {
			if err != nil || i.Depth != 1+n/3 || i.Rank != n%3 {
				t.Fatalf("element %d: depth %d, rank %d, %v", n, i.Depth, i.Rank, err)
			}
			checkLine(t, b, i.Line)
			if n++; n == stop {
				break
			}
		}
		if n != stop {
			t.Errorf("%d elements, want %d", n, stop)
		}
	}
	// A limit.
	last := 0
	for i, err := range s.Analyze(t.Context(), b, gomoku.WithDepth(4)) {
		if err != nil {
			t.Fatal(err)
		}
		last = i.Depth
	}
	if last != 4 {
		t.Errorf("depth %d, want 4", last)
	}
	// The context.
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for i, err := range s.Analyze(ctx, b) {
		if err != nil {
			t.Fatal(err)
		}
		if i.Depth == 3 {
			cancel()
		}
		if i.Depth > 4 {
			t.Errorf("depth %d after the end of the context", i.Depth)
			break
		}
	}
	// Errors come alone.
	for name, seq := range map[string]func(func(gomoku.Info, error) bool){
		"canceled": s.Analyze(ctx, b),
		"busy": func(yield func(gomoku.Info, error) bool) {
			for range s.Analyze(t.Context(), b) {
				s.Analyze(t.Context(), b)(yield)
				break
			}
		},
		"over":  s.Analyze(t.Context(), newBoard(t, 15, gomoku.Freestyle, "a1 a2 b1 b2 c1 c2 d1 d2 e1")),
		"wrong": s.Analyze(t.Context(), b, gomoku.WithDepth(0)),
	} {
		n := 0
		for _, err := range seq {
			n++
			if err == nil {
				t.Errorf("%s: no error", name)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d elements", name, n)
		}
	}
	if state(b) != before {
		t.Error("Analyze changed the board")
	}
	// A panic of the loop's body leaves the searcher usable.
	func() {
		defer func() { _ = recover() }()
		for range s.Analyze(t.Context(), b) {
			panic("enough")
		}
	}()
	search(t, s, b, gomoku.WithDepth(1))
}
