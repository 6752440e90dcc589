package gomoku_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gomoku-go/gomoku"
)

// Every option has the default that its documentation names: said or not, it makes no difference to a search.
func TestDefaults(t *testing.T) {
	t.Parallel()
	b := newBoard(t, 15, gomoku.Freestyle, "h8 i9 h9 h10")
	want := comparable(search(t, newSearcher(t), b, gomoku.WithDepth(6)))
	for name, option := range map[string]gomoku.Option{
		"evaluator": gomoku.WithEvaluator(new(gomoku.PatternEvaluator)), "defense": gomoku.WithDefenseWeight(1), "radius": gomoku.WithRadius(2),
		"width": gomoku.WithWidth(0), "threads": gomoku.WithThreads(1), "hash size": gomoku.WithHashSize(16 << 20), "level": gomoku.WithLevel(gomoku.Expert),
		"seed": gomoku.WithSeed(0), "lines": gomoku.WithMultiPV(1), "moves": gomoku.WithMoves(), "excluded": gomoku.WithExcluded(),
		"book": gomoku.WithBook(new(gomoku.Book)), "clock": gomoku.WithGameClock(gomoku.Clock{}),
	} {
		if diff := cmp.Diff(want, comparable(search(t, newSearcher(t, option), b, gomoku.WithDepth(6)))); diff != "" {
			t.Errorf("%s: the default said differs from the default left out (-left out +said):\n%s", name, diff)
		}
	}
}

func TestSetBetweenSearches(t *testing.T) {
	s := newSearcher(t, gomoku.WithDepth(2))
	b := quiet(t)
	search(t, s, b)
	for _, o := range []gomoku.Option{
		gomoku.WithHashSize(64 << 10), gomoku.WithHashSize(1 << 20), gomoku.WithRadius(1), gomoku.WithRadius(3), gomoku.WithWidth(4), gomoku.WithWidth(0),
		gomoku.WithDefenseWeight(1.2), gomoku.WithEvaluator(new(gomoku.ShapeEvaluator)),
		gomoku.WithEvaluator(gomoku.NewPatternEvaluator(gomoku.PatternWeights{})), gomoku.WithDepth(3), gomoku.WithMultiPV(2),
	} {
		if err := s.Set(o); err != nil {
			t.Fatal(err)
		}
		search(t, s, b)
	}
	var wrong *gomoku.OptionError
	if err := s.Set(gomoku.WithDepth(1), gomoku.WithRadius(0)); !errors.As(err, &wrong) {
		t.Errorf("Set of a wrong radius: %v", err)
	}
	if r := search(t, s, b); r.Depth != 3 || len(r.Lines) != 2 {
		t.Errorf("a Set that failed changed the searcher: depth %d, %d lines", r.Depth, len(r.Lines))
	}
	// Boards of every size and rule, one after the other.
	for size := gomoku.MinSize; size <= gomoku.MaxSize; size += 4 {
		for _, rule := range rules {
			search(t, s, newBoard(t, size, rule, "c3 d4"))
		}
	}
}

func TestErrBusy(t *testing.T) {
	b := quiet(t)
	var s *gomoku.Searcher
	calls := 0
	s = newSearcher(t, gomoku.WithEvaluator(gomoku.EvaluatorFunc(func(*gomoku.Board) gomoku.Score {
		if calls++; calls > 1 {
			return 0
		}
		if _, err := s.Search(t.Context(), b); err != gomoku.ErrBusy {
			t.Errorf("Search during a search: %v", err)
		}
		if _, err := s.Solve(t.Context(), b, gomoku.VCF); err != gomoku.ErrBusy {
			t.Errorf("Solve during a search: %v", err)
		}
		if err := s.Set(gomoku.WithDepth(1)); err != gomoku.ErrBusy {
			t.Errorf("Set during a search: %v", err)
		}
		s.Clear()
		return 0
	})))
	search(t, s, b, gomoku.WithDepth(2))
	if calls == 0 {
		t.Error("the evaluator was not called")
	}
}

// recovered runs f on a goroutine of its own, which f may leave by panic or by runtime.Goexit, and returns the panic.
func recovered(f func()) (v any) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { v = recover() }()
		f()
	}()
	<-done
	return v
}

func TestSearcherOutlivesLoopBodies(t *testing.T) {
	b := quiet(t)
	for name, leave := range map[string]func(){"panic": func() { panic("mine") }, "Goexit": runtime.Goexit} {
		var calls atomic.Int64
		s := newSearcher(t, gomoku.WithThreads(2), gomoku.WithHashSize(1<<20), gomoku.WithEvaluator(gomoku.EvaluatorFunc(func(*gomoku.Board) gomoku.Score {
			calls.Add(1)
			return 0
		})))
		for kind, f := range map[string]func(){
			"Analyze": func() {
				for range s.Analyze(context.Background(), b) {
					leave()
				}
			},
			"WithProgress": func() {
				_, err := s.Search(context.Background(), b, gomoku.WithProgress(func(gomoku.Info) { leave() }))
				t.Error("Search returns", err)
			},
		} {
			want := any("mine")
			if name == "Goexit" {
				want = nil
			}
			if v := recovered(f); v != want {
				t.Errorf("%s: %s becomes %v, want %v", kind, name, v, want)
			}
			before := calls.Load()
			time.Sleep(5 * time.Millisecond)
			if n := calls.Load() - before; n != 0 {
				t.Errorf("%s: after a %s the other thread goes on: %d evaluations", kind, name, n)
			}
			search(t, s, b, gomoku.WithDepth(2)) // neither busy nor broken
		}
	}
}

func TestPanicOfAHelperReachesTheCaller(t *testing.T) {
	var caller atomic.Value
	s := newSearcher(t, gomoku.WithThreads(2), gomoku.WithHashSize(1<<20), gomoku.WithEvaluator(gomoku.EvaluatorFunc(func(*gomoku.Board) gomoku.Score {
		if here := goroutine(); here != caller.Load() {
			panic("mine")
		}
		return 0
	})))
	v := recovered(func() {
		caller.Store(goroutine())
		r, err := s.Search(context.Background(), quiet(t), gomoku.WithTimeBudget(10*time.Second))
		t.Errorf("Search returns %v, %v", r, err)
	})
	if v != "mine" {
		t.Errorf("recovered %v, want the evaluator's panic", v)
	}
	if err := s.Set(gomoku.WithEvaluator(gomoku.NewPatternEvaluator(gomoku.PatternWeights{}))); err != nil {
		t.Fatal(err)
	}
	search(t, s, quiet(t), gomoku.WithDepth(3))
}

// A panic of the evaluator leaves nothing behind that changes what later searches find.
func TestPanicLeavesNoTrace(t *testing.T) {
	patterns := gomoku.NewPatternEvaluator(gomoku.PatternWeights{})
	want := search(t, newSearcher(t, gomoku.WithHashSize(1<<20), gomoku.WithDepth(5)), quiet(t))
	for n := 1; n < 4000; n = n*3/2 + 1 {
		calls := 0
		s := newSearcher(t, gomoku.WithHashSize(1<<20), gomoku.WithDepth(5), gomoku.WithEvaluator(gomoku.EvaluatorFunc(func(b *gomoku.Board) gomoku.Score {
			if calls++; calls == n {
				panic("mine")
			}
			return patterns.Evaluate(b)
		})))
		if v := recovered(func() { s.Search(context.Background(), quiet(t), gomoku.WithDepth(20)) }); v != "mine" {
			t.Fatalf("recovered %v, want the panic of evaluation %d", v, n)
		}
		if err := s.Set(gomoku.WithEvaluator(patterns)); err != nil {
			t.Fatal(err)
		}
		if got := search(t, s, quiet(t)); comparable(got) != comparable(want) {
			t.Errorf("after a panic in evaluation %d: %v, want %v", n, comparable(got), comparable(want))
		}
	}
}

func TestNilContextLeavesTheSearcherFree(t *testing.T) {
	s := newSearcher(t, gomoku.WithDepth(1), gomoku.WithHashSize(1<<20))
	var none context.Context
	if v := recovered(func() { s.Search(none, quiet(t)) }); v == nil {
		t.Error("a nil context does not panic")
	}
	search(t, s, quiet(t))
}
