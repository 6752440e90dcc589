package gomoku_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A node of the search allocates nothing: four times the nodes take no more memory.
// slack is what a busy machine may add to the time of a search.
const slack = 2 * time.Second

func TestWithDepth(t *testing.T) {
	t.Parallel()
	s := newSearcher(t)
	var nodes int64
	for d := 1; d <= 6; d++ {
		s.Clear()
		r := search(t, s, quiet(t), gomoku.WithDepth(d))
		if r.Depth != d || r.Stop != gomoku.StopDepth {
			t.Errorf("depth %d: %d, stop %v", d, r.Depth, r.Stop)
		}
		if r.Stats.Nodes <= nodes {
			t.Errorf("depth %d takes %d nodes, the one before %d", d, r.Stats.Nodes, nodes)
		}
		nodes = r.Stats.Nodes
	}
}

func TestWithNodes(t *testing.T) {
	for _, e := range []gomoku.Option{gomoku.WithSeed(1), gomoku.WithEvaluator(new(gomoku.ShapeEvaluator))} {
		s := newSearcher(t, e)
		for _, n := range []int64{1, 10, 100, 1000, 10_000} {
			r := search(t, s, quiet(t), gomoku.WithNodes(n))
			if r.Stop != gomoku.StopNodes || r.Stats.Nodes < n || r.Stats.Nodes > n+200 {
				t.Errorf("%d nodes: %d, stop %v", n, r.Stats.Nodes, r.Stop)
			}
		}
	}
	// The smaller of two limits holds, and the call's takes the place of the searcher's.
	s := newSearcher(t, gomoku.WithNodes(500))
	if r := search(t, s, quiet(t), gomoku.WithDepth(1)); r.Stop != gomoku.StopDepth {
		t.Errorf("500 nodes and depth 1: stop %v", r.Stop)
	}
	if r := search(t, s, quiet(t), gomoku.WithNodes(2000)); r.Stop != gomoku.StopNodes || r.Stats.Nodes < 2000 {
		t.Errorf("2000 nodes in place of 500: %d", r.Stats.Nodes)
	}
}

// Random budgets on random positions. How far searches go over is measured; only the grossest is an error, since other
// work may keep the machine busy.
func TestTimeBudgets(t *testing.T) {
	n, longest := 20, 60*time.Millisecond
	if os.Getenv("GOMOKU_LONG") != "" {
		n, longest = 1000, time.Second
	} else if testing.Short() {
		n = 4
	}
	r := rand.New(rand.NewPCG(8, 8))
	searchers := make([]*gomoku.Searcher, len(rules))
	for i := range searchers {
		searchers[i] = newSearcher(t)
	}
	var over []time.Duration
	for i := range n {
		b := middleGame(t, r, 15, rules[i%5], 2+r.IntN(40))
		budget := 10*time.Millisecond + time.Duration(r.Int64N(int64(longest-10*time.Millisecond)))
		s := searchers[i%5]
		if err := s.Prepare(b); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		got, err := s.Search(context.Background(), b, gomoku.WithTimeBudget(budget))
		d := time.Since(start) - budget
		if err != nil {
			t.Fatal(err)
		}
		checkResult(t, b, got)
		if got.Stop == gomoku.StopTime {
			over = append(over, d)
			if got.Depth < 1 {
				t.Logf("%v: depth %d\n%v", budget, got.Depth, b)
			}
		} else if d > slack {
			t.Errorf("stop %v %v over time", got.Stop, d)
		}
	}
	if len(over) == 0 {
		return
	}
	slices.Sort(over)
	t.Logf("%d searches, %d of them ended by time: over by %v in the median, p90 %v, p99 %v, worst %v", n, len(over),
		over[len(over)/2], over[len(over)*9/10], over[len(over)*99/100], over[len(over)-1])
	if over[len(over)-1] > slack {
		t.Errorf("%v over time", over[len(over)-1])
	}
}

// Memory is allocated before the clock starts, so the smallest budget still finds a move worth having.
func TestTableIsNoPartOfTheBudget(t *testing.T) {
	s := newSearcher(t, gomoku.WithHashSize(256<<20))
	r := search(t, s, quiet(t), gomoku.WithTimeBudget(30*time.Millisecond))
	if r.Stats.Nodes == 0 {
		t.Errorf("no nodes; depth %d, stop %v", r.Depth, r.Stop)
	}
}

func TestSearchAndContexts(t *testing.T) {
	b := quiet(t)
	s := newSearcher(t)
	search(t, s, b, gomoku.WithDepth(1)) // allocates

	ctx, cancel := context.WithCancelCause(context.Background())
	reason := errors.New("the shop is closed")
	cancel(reason)
	if _, err := s.Search(ctx, b); err != reason {
		t.Errorf("canceled before: %v, want the cause", err)
	}
	if _, err := s.Solve(ctx, b, gomoku.VCF); err != reason {
		t.Errorf("canceled before: Solve: %v, want the cause", err)
	}
	expired, stop := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer stop()
	if _, err := s.Search(expired, b); err != context.DeadlineExceeded {
		t.Errorf("deadline before: %v", err)
	}

	for _, wait := range []time.Duration{0, time.Millisecond, 20 * time.Millisecond} {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(wait, cancel)
		start := time.Now()
		r, err := s.Search(ctx, b, gomoku.WithDepth(100))
		if err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		if d := time.Since(start); d > wait+slack {
			t.Errorf("%v after the cancel the search returns", d-wait)
		}
		if err == nil {
			checkResult(t, b, r)
			if r.Stop != gomoku.StopCanceled {
				t.Errorf("canceled after %v: stop %v", wait, r.Stop)
			}
		}
		cancel()
	}
	deadline, stop := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer stop()
	start := time.Now()
	r, err := s.Search(deadline, b, gomoku.WithDepth(100))
	if err != nil || r.Stop != gomoku.StopTime || time.Since(start) > slack {
		t.Errorf("deadline: %v, stop %v after %v", err, r.Stop, time.Since(start))
	}
	checkResult(t, b, r)
	// The deadline takes the place of the second that a search without limits has.
	deadline, stop = context.WithTimeout(context.Background(), 1500*time.Millisecond)
	defer stop()
	if !testing.Short() {
		start = time.Now()
		if r, err := s.Search(deadline, b); err != nil || r.Stop == gomoku.StopTime && time.Since(start) < 1400*time.Millisecond {
			t.Errorf("a deadline of 1.5 s: %v, stop %v after %v", err, r.Stop, time.Since(start))
		}
	}
}

// A context that ends at the moment when its search does must not stop the next search.
func TestEndOfOneContextDoesNotStopTheNextSearch(t *testing.T) {
	b := quiet(t)
	s := newSearcher(t, gomoku.WithHashSize(64<<10))
	for i := range 2000 {
		ctx, cancel := context.WithCancel(context.Background())
		if _, err := s.Search(ctx, b, gomoku.WithDepth(1), gomoku.WithProgress(func(gomoku.Info) { cancel() })); err != nil {
			t.Fatal(err)
		}
		cancel()
		if r, err := s.Search(context.Background(), b, gomoku.WithDepth(2)); err != nil || r.Depth != 2 {
			t.Fatalf("search %d: depth %d, stop %v, %v", i, r.Depth, r.Stop, err)
		}
	}
}

// A slow evaluator does not keep the search from ending in time.
func TestSlowEvaluator(t *testing.T) {
	s := newSearcher(t, gomoku.WithEvaluator(gomoku.EvaluatorFunc(func(*gomoku.Board) gomoku.Score {
		time.Sleep(2 * time.Millisecond)
		return 0
	})))
	start := time.Now()
	r := search(t, s, quiet(t), gomoku.WithTimeBudget(30*time.Millisecond))
	if d := time.Since(start); d > 30*time.Millisecond+slack/2 || r.Stop != gomoku.StopTime {
		t.Errorf("stop %v after %v", r.Stop, d)
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
