package gomoku_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A node of the search allocates nothing: four times the nodes take no more memory.
func TestSearchAllocatesNothingPerNode(t *testing.T) {
	for _, rule := range rules {
		b := newBoard(t, 15, rule, "h8 i9 g10 f7") // too early for a proof
		s := newSearcher(t)
		allocs := func(nodes int64) float64 {
			return testing.AllocsPerRun(3, func() {
				s.Clear() // the same work each time
				if r, err := s.Search(context.Background(), b, gomoku.WithNodes(nodes)); err != nil || r.Stats.Nodes < nodes {
					t.Fatalf("%d nodes, %v", r.Stats.Nodes, err)
				}
			})
		}
		few, many := allocs(10_000), allocs(40_000)
		// What is left is what an iteration takes at the root, and lists that grow once.
		if more := many - few; more > 600 {
			t.Errorf("%v: %v allocations for 10,000 nodes, %v for 40,000", rule, few, many)
		}
		t.Logf("%v: %v allocations for 10,000 nodes, %v for 40,000", rule, few, many)
	}
}

func TestEvaluateAllocatesNothing(t *testing.T) {
	for name, e := range builtIn {
		b := newBoard(t, 15, gomoku.Renju, "h8 i9 g9 i7 j10 k8 f8 e11")
		if n := testing.AllocsPerRun(100, func() { e.Evaluate(b) }); n != 0 {
			t.Errorf("%s: Evaluate allocates %v times", name, n)
		}
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

// A win that a search announces is won, against whatever the opponent tries.
func TestAnnouncedWinsAreWon(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	var wins, losses int
	n := 120
	if os.Getenv("GOMOKU_LONG") != "" {
		n = 5000
	}
	for i := range n {
		b := middleGame(t, r, 9+r.IntN(7), rules[i%5], 8+r.IntN(40))
		strong := newSearcher(t, gomoku.WithHashSize(1<<20), gomoku.WithNodes(20_000))
		first := search(t, strong, b)
		plies, ok := first.Score.Mate()
		if !ok {
			continue
		}
		if plies < 0 { // the opponent wins, whatever is played
			losses++
			if err := b.Play(randomMove(r, b)); err != nil {
				t.Fatal(err)
			}
			plies = -plies - 1
			if b.Outcome() != gomoku.Undecided {
				t.Errorf("announced as lost, and won at once")
				continue
			}
		} else {
			wins++
		}
		winner := b.Turn()
		start := b.Clone()
		for moves := 0; b.Outcome() == gomoku.Undecided; moves++ {
			if plies <= 0 || moves > 60 {
				t.Errorf("no win of %v after the plies announced\n%v\nfrom\n%v", winner, b, start)
				break
			}
			var p gomoku.Point
			switch {
			case b.Turn() == winner: // with fresh eyes
				got := search(t, newSearcher(t, gomoku.WithHashSize(1<<20), gomoku.WithNodes(1_000_000)), b, gomoku.WithDepth(max(plies, 1)))
				left, ok := got.Score.Mate()
				if !ok || left < 0 {
					t.Errorf("a win in %d plies has become %v\n%v", plies, got.Score, b)
				}
				p, plies = got.Best, max(plies, left) // what is found need not be the quickest
			case len(b.AppendLegal(nil)) == 0:
				p = gomoku.NoPoint
			case r.IntN(3) == 0:
				p = randomMove(r, b)
			default:
				p = search(t, newSearcher(t, gomoku.WithHashSize(1<<20), gomoku.WithDepth(2)), b).Best
			}
			err := b.Play(p)
			if p == gomoku.NoPoint {
				err = b.Pass()
			}
			if err != nil {
				t.Fatal(err)
			}
			if t.Failed() {
				return
			}
			plies--
		}
		if b.Winner() != winner {
			t.Errorf("%v was announced as the winner; %v\n%v\nfrom\n%v", winner, b.Outcome(), b, start)
		}
	}
	if wins < 20 || losses < 5 {
		t.Errorf("only %d wins and %d losses were announced", wins, losses)
	}
	t.Logf("%d wins and %d losses announced", wins, losses)
}

func randomMove(r *rand.Rand, b *gomoku.Board) gomoku.Point {
	legal := b.AppendLegal(nil)
	return legal[r.IntN(len(legal))]
}

// The eight ways to lay a position on the board have one result: whether it is won does not depend on where it lies.
func TestSearchKnowsNoDirection(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	for i := range 40 {
		b := middleGame(t, r, 9, rules[i%5], 8+r.IntN(20))
		want := ""
		for turn := range 4 {
			for range turn {
				b = rotated(t, b)
			}
			got := search(t, newSearcher(t, gomoku.WithHashSize(1<<20)), b, gomoku.WithDepth(1))
			v := "open" // a win by threes need not be the shortest, so its length may differ
			if plies, ok := got.Score.Mate(); ok && plies > 0 {
				v = "won"
			} else if ok {
				v = "lost"
			}
			if want == "" {
				want = v
			} else if v != want {
				t.Errorf("score %s after %d turns, %s before\n%v", v, turn, want, b)
			}
		}
	}
}

func rotated(t *testing.T, b *gomoku.Board) *gomoku.Board {
	var black, white []gomoku.Point
	for p, c := range stonesOf(b) {
		x, y := p.XY()
		q := gomoku.At(b.Size()-1-y, x)
		if c == gomoku.Black {
			black = append(black, q)
		} else {
			white = append(white, q)
		}
	}
	c, err := gomoku.NewPosition(b.Size(), b.Rule(), black, white, b.Turn())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A solution is a line that both sides may play and that ends with the winner's five; a forced win by fours is one by fours
// and threes as well.
func TestSolveLines(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 14))
	n := 60
	if os.Getenv("GOMOKU_LONG") != "" {
		n = 3000
	}
	verdicts := make(map[string]int)
	for i := range n {
		b := middleGame(t, r, 9+r.IntN(7), rules[i%5], 8+r.IntN(30))
		before := state(b)
		s := newSearcher(t)
		var found [gomoku.VCT + 1]gomoku.Solution
		for _, k := range []gomoku.ThreatSearch{gomoku.VCF, gomoku.VCT} {
			solution, err := s.Solve(t.Context(), b, k, gomoku.WithNodes(30_000))
			if err != nil {
				t.Fatal(err)
			}
			found[k] = solution
			verdicts[fmt.Sprint(k, " ", solution.Verdict)]++
			checkStats(t, solution.Stats)
			if (solution.Verdict == gomoku.NotFound) == (solution.Stop == gomoku.StopSolved) {
				t.Errorf("%v: %v, stop %v", k, solution.Verdict, solution.Stop)
			}
			if solution.Verdict != gomoku.Won {
				if len(solution.Line.Moves) > 0 {
					t.Errorf("%v: %v with line %v", k, solution.Verdict, solution.Line)
				}
				continue
			}
			checkLine(t, b, solution.Line)
			if plies, ok := solution.Line.Score.Mate(); !ok || plies != len(solution.Line.Moves) {
				t.Errorf("%v: line %v is not complete\n%v", k, solution.Line, b)
			}
		}
		if found[gomoku.VCF].Verdict == gomoku.Won && found[gomoku.VCT].Verdict == gomoku.NoWin {
			t.Errorf("won by fours, not by fours and threes\n%v", b)
		}
		if state(b) != before {
			t.Fatalf("Solve changed the board\n%v", b)
		}
	}
	t.Log(verdicts)
}
