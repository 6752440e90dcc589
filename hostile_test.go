package gomoku_test

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// What callers and their evaluators do in the midst of a search, and options at the ends of their ranges.

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
				t.Errorf("%s: after a %s the other worker goes on: %d evaluations", kind, name, n)
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

func TestTiesTakeAFive(t *testing.T) {
	// Twenty stones that lie apart give every depth much to do before it comes to the five at d2 or i2.
	black := "b14 d12 f10 m9 e7 n3 e2 f2 g2 h2"
	white := "g14 m14 k12 c9 j9 k7 h5 i5 j5 b3"
	b := setUp(t, 15, gomoku.Freestyle, black, white, gomoku.Black)
	for _, margin := range []gomoku.Score{0, 50} {
		for nodes := int64(1); nodes < 3000; nodes += 1 + nodes/8 {
			r := search(t, newSearcher(t, gomoku.WithHashSize(64<<10)), b, gomoku.WithNodes(nodes), gomoku.WithRandomTieBreak(margin))
			if b.Shape(gomoku.Black, r.Best) != gomoku.Five || r.Score != gomoku.WinIn(1) {
				t.Errorf("margin %v, %d nodes: %v with %v, want a five", margin, nodes, r.Best, r.Score)
			}
		}
	}
}

func TestTiesKeepTheBalance(t *testing.T) {
	// Most moves after the open three win; balance seeks one that does not.
	b := setUp(t, 9, gomoku.Freestyle, "d5 e5 f5", "d7 e6 f3", gomoku.Black)
	const margin = 10
	for _, target := range []gomoku.Score{0, 200, -200} {
		off := func(v gomoku.Score) gomoku.Score { return max(v-target, target-v) }
		limits := []gomoku.SearchOption{gomoku.WithBalance(target), gomoku.WithDepth(4)}
		nearest := search(t, newSearcher(t, gomoku.WithHashSize(1<<20)), b, limits...)
		limits = append(limits, gomoku.WithRandomTieBreak(margin))
		low, high := gomoku.WinIn(1), gomoku.Score(0) // distances of the moves chosen
		for seed := range uint64(12) {
			r := search(t, newSearcher(t, gomoku.WithHashSize(1<<20), gomoku.WithSeed(seed)), b, limits...)
			low, high = min(low, off(r.Score)), max(high, off(r.Score))
			// The score must be the move's own: most moves win.
			c := b.Clone()
			if err := c.Play(r.Best); err != nil {
				t.Fatal(err)
			}
			reply := search(t, newSearcher(t, gomoku.WithHashSize(1<<20)), c, gomoku.WithDepth(3))
			if _, decided := reply.Score.Mate(); decided { // another search may see another value, but no proof
				t.Errorf("target %v, seed %d: %v is said to be worth %v, and is worth %v", target, seed, r.Best, r.Score, -reply.Score)
			}
		}
		// The seed chooses and changes nothing else, so all chose from one tree. Without a margin the tree is another, but not far off.
		if high > low+margin || low > off(nearest.Score)+margin {
			t.Errorf("target %v: moves chosen lie %v to %v off, the nearest of a search without a margin %v", target, low, high, off(nearest.Score))
		}
	}
}

func TestGameClockWithASlowEvaluator(t *testing.T) {
	s := newSearcher(t, gomoku.WithHashSize(1<<20), gomoku.WithEvaluator(gomoku.EvaluatorFunc(func(*gomoku.Board) gomoku.Score {
		time.Sleep(60 * time.Millisecond)
		return 0
	})))
	start := time.Now()
	r := search(t, s, quiet(t), gomoku.WithGameClock(gomoku.Clock{Left: 800 * time.Millisecond}))
	// Never more than a quarter of what is left; an evaluation that has begun is waited for.
	if d := time.Since(start); d > 260*time.Millisecond+slack/2 || r.Stop != gomoku.StopTime {
		t.Errorf("stop %v after %v of 800 ms", r.Stop, d)
	}
}

func TestOddClocks(t *testing.T) {
	s := newSearcher(t, gomoku.WithHashSize(1<<20))
	search(t, s, quiet(t), gomoku.WithDepth(1)) // allocates
	for _, c := range []gomoku.Clock{
		{PerMove: 1},
		{PerMove: 4},
		{Left: 1},
		{Left: math.MaxInt64, PerMove: 1},
		{Left: time.Millisecond, Increment: math.MaxInt64},
		{Increment: math.MaxInt64, PerMove: time.Millisecond},
		{Left: 50 * time.Millisecond, Increment: math.MaxInt64 / 3},
		{Left: math.MaxInt64, Increment: math.MaxInt64, PerMove: 50 * time.Millisecond},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		start := time.Now()
		r, err := s.Search(ctx, quiet(t), gomoku.WithGameClock(c))
		if d := time.Since(start); err != nil || d > 50*time.Millisecond+slack || r.Stop != gomoku.StopTime {
			t.Errorf("clock %v: stop %v after %v, %v", c, r.Stop, d, err)
		}
		cancel()
	}
}

func TestSolveDepth(t *testing.T) {
	b := setUp(t, 15, gomoku.Freestyle, "h8 i8 j7 j6", "a1 a15 o15 o1", gomoku.Black)
	s := newSearcher(t, gomoku.WithHashSize(1<<20))
	solve := func(k gomoku.ThreatSearch, depth int) gomoku.Solution {
		r, err := s.Solve(context.Background(), b, k, gomoku.WithDepth(depth), gomoku.WithNodes(100_000))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	free := solve(gomoku.VCT, math.MaxInt)
	if free.Verdict != gomoku.Won {
		t.Fatalf("VCT of any depth: %v, want a win\n%v", free.Verdict, b)
	}
	checkLine(t, b, free.Line)
	moves := (len(free.Line.Moves) + 1) / 2
	if got := solve(gomoku.VCT, moves); got.Verdict != gomoku.Won {
		t.Errorf("VCT of %d moves: %v, want the win %v", moves, got.Verdict, free.Line)
	}
	if got := solve(gomoku.VCT, moves-1); got.Verdict != gomoku.NotFound || len(got.Line.Moves) > 0 {
		t.Errorf("VCT of %d moves: %v with %v, want nothing found", moves-1, got.Verdict, got.Line)
	}
	if got := solve(gomoku.VCF, math.MaxInt); got.Verdict != gomoku.NoWin {
		t.Errorf("VCF of any depth: %v, want no win", got.Verdict)
	}
}

// A search for balance leaves fives alone, but a level that finds nothing else safe plays one.
func TestLevelBalanceAndAFive(t *testing.T) {
	b := setUp(t, 15, gomoku.Freestyle, "e2 f2 g2 h2", "g8 h8 i8 j8", gomoku.Black)
	for _, level := range []gomoku.Level{gomoku.Medium, gomoku.Hard} {
		r := search(t, newSearcher(t, gomoku.WithLevel(level), gomoku.WithHashSize(1<<20)), b, gomoku.WithBalance(0))
		if b.Shape(gomoku.Black, r.Best) == gomoku.Five != (r.Score == gomoku.WinIn(1)) {
			t.Errorf("level %v: %v is said to be worth %v\n%v", level, r.Best, r.Score, b)
		}
		if b.Shape(gomoku.Black, r.Best) != gomoku.Five {
			t.Errorf("level %v: %v loses to a five\n%v", level, r.Best, b)
		}
	}
}

// Lines of wins and losses end with the five, after as many moves as the score says, or are cut short before it: checkLine.
func TestLinesOfMates(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	whole, short := 0, 0
	for i := range 150 {
		b := middleGame(t, r, 7+r.IntN(7), rules[i%len(rules)], 8+r.IntN(30))
		s := newSearcher(t, gomoku.WithHashSize(64<<10), gomoku.WithNodes(1+r.Int64N(3000)))
		lines := search(t, s, b, gomoku.WithMultiPV(1+r.IntN(4))).Lines // checks them
		for info, err := range s.Analyze(context.Background(), b, gomoku.WithNodes(500)) {
			if err != nil {
				t.Fatal(err)
			}
			checkLine(t, b, info.Line)
			lines = append(lines, info.Line)
		}
		for _, l := range lines {
			switch plies, ok := l.Score.Mate(); {
			case ok && max(plies, -plies) == len(l.Moves):
				whole++
			case ok:
				short++
			}
		}
	}
	if whole < 50 {
		t.Errorf("only %d whole lines of mates, and %d short ones: the test shows nothing", whole, short)
	}
	t.Logf("%d whole lines of mates, %d short ones", whole, short)
}

func TestBookKeepsToNodes(t *testing.T) {
	b := newBoard(t, 15, gomoku.Freestyle, "h8")
	s := newSearcher(t, gomoku.WithBook(gomoku.DefaultBook()), gomoku.WithHashSize(1<<20))
	for _, nodes := range []int64{1, 100, 1000} {
		r := search(t, s, b, gomoku.WithNodes(nodes))
		if r.Stop != gomoku.StopBook || r.Stats.Nodes > nodes {
			t.Errorf("%d nodes: stop %v after %d", nodes, r.Stop, r.Stats.Nodes)
		}
	}
}
