package gomoku_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

func newSearcher(t testing.TB, opts ...gomoku.Option) *gomoku.Searcher {
	t.Helper()
	s, err := gomoku.NewSearcher(opts...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// search searches, and checks what holds for every result.
func search(t testing.TB, s *gomoku.Searcher, b *gomoku.Board, limits ...gomoku.SearchOption) gomoku.Result {
	t.Helper()
	before := fmt.Sprint(b, b.Hash(), b.Len(), b.Turn(), b.Stones())
	r, err := s.Search(t.Context(), b, limits...)
	if err != nil {
		t.Fatalf("Search: %v\n%v", err, b)
	}
	if after := fmt.Sprint(b, b.Hash(), b.Len(), b.Turn(), b.Stones()); after != before {
		t.Fatalf("the search changed the board\n%s\n%s", before, after)
	}
	checkResult(t, b, r)
	return r
}

func checkResult(t testing.TB, b *gomoku.Board, r gomoku.Result) {
	t.Helper()
	if !b.IsLegal(r.Best) {
		t.Errorf("Best = %v is not legal\n%v", r.Best, b)
	}
	if r.Stop < gomoku.StopDepth || r.Stop > gomoku.StopOnlyMove {
		t.Errorf("Stop = %v", r.Stop)
	}
	if len(r.Lines) == 0 {
		t.Fatalf("no lines\n%v", b)
	}
	if r.Lines[0].Moves[0] != r.Best || r.Lines[0].Score != r.Score {
		t.Errorf("Best %v, Score %v, and the first line is %v\n%v", r.Best, r.Score, r.Lines[0], b)
	}
	first := make(map[gomoku.Point]bool)
	for _, l := range r.Lines {
		checkLine(t, b, l)
		if first[l.Moves[0]] {
			t.Errorf("two lines begin with %v\n%v", l.Moves[0], b)
		}
		first[l.Moves[0]] = true
	}
	checkStats(t, r.Stats)
}

// checkLine replays a line. One of a win or loss ends with the five after exactly the plies that the score says, or before
// anyone has won.
func checkLine(t testing.TB, b *gomoku.Board, l gomoku.Line) {
	t.Helper()
	plies, mate := l.Score.Mate()
	if !mate && (l.Score > gomoku.MaxEval || l.Score < -gomoku.MaxEval) {
		t.Errorf("score %d is none", int(l.Score))
	}
	c := b.Clone()
	for i, p := range l.Moves {
		err := c.Play(p)
		if p == gomoku.NoPoint {
			err = c.Pass()
		}
		if err != nil {
			t.Errorf("line %v: move %d, %v: %v\n%v", l, i+1, p, err, b)
			return
		}
	}
	if !mate {
		if c.Winner() != gomoku.Empty {
			t.Errorf("line %v wins, and its score says nothing of it\n%v", l, b)
		}
		return
	}
	winner := b.Turn()
	if plies < 0 {
		winner, plies = winner.Opponent(), -plies
	}
	if len(l.Moves) > plies || len(l.Moves) == plies && c.Winner() != winner || len(l.Moves) < plies && c.Winner() != gomoku.Empty {
		t.Errorf("line %v ends with winner %v after %d moves\n%v", l, c.Winner(), len(l.Moves), b)
	}
}

func checkStats(t testing.TB, s gomoku.Stats) {
	t.Helper()
	if s.Searched > s.Generated || s.FirstMoveCutoffs > s.Cutoffs || s.HashHits > s.HashProbes || s.Nodes < 0 || s.Evals < 0 || s.Elapsed < 0 ||
		s.PruningRate() < 0 || s.PruningRate() > 1 {
		t.Errorf("stats %+v do not go together", s)
	}
}

// middleGame is a random game of some n moves, not over, with at least two stones.
func middleGame(t testing.TB, r *rand.Rand, size int, rule gomoku.Rule, n int) *gomoku.Board {
	t.Helper()
	n = min(n, size*size-4)
	for ; ; n = max(n-1, 4) {
		if b := randomGame(t, r, size, rule, n); b.Outcome() == gomoku.Undecided && b.Stones() > 1 && len(b.AppendLegal(nil)) > 0 {
			return b
		}
	}
}

// quiet is an opening without threats.
func quiet(t testing.TB) *gomoku.Board {
	return newBoard(t, 15, gomoku.Freestyle, "h8 i9 g6 i7 k8")
}

// Whatever ends a search and whatever it was asked for, the result holds together.
func TestSearchResultsHold(t *testing.T) {
	t.Parallel()
	kinds := map[string][]gomoku.SearchOption{
		"plain":     nil,
		"multipv":   {gomoku.WithMultiPV(3)},
		"all lines": {gomoku.WithMultiPV(1000)},
		"tie":       {gomoku.WithRandomTieBreak(50)},
		"both":      {gomoku.WithRandomTieBreak(50), gomoku.WithMultiPV(2)},
		"balance":   {gomoku.WithBalance(0)},
		"fair":      {gomoku.WithBalance(100), gomoku.WithMultiPV(2)},
	}
	r := rand.New(rand.NewPCG(1, 2))
	evaluators := []gomoku.Option{gomoku.WithSeed(0), gomoku.WithEvaluator(new(gomoku.ShapeEvaluator)),
		gomoku.WithRadius(1), gomoku.WithWidth(2), gomoku.WithDefenseWeight(2)}
	n := 40
	if os.Getenv("GOMOKU_LONG") != "" {
		n = 2000
	}
	for name, limits := range kinds {
		t.Run(name, func(t *testing.T) {
			for i := range n {
				s := newSearcher(t, gomoku.WithHashSize(1<<20), evaluators[i%len(evaluators)])
				size := 5 + r.IntN(11)
				b := middleGame(t, r, size, rules[i%5], 2+r.IntN(size*size/2))
				for _, n := range []int64{1, 2, 1 + r.Int64N(60), 1 + r.Int64N(3000)} {
					search(t, s, b, append(limits, gomoku.WithNodes(n))...)
				}
				if t.Failed() {
					return
				}
			}
		})
	}
}

func TestSearchAtTheEdgesOfAGame(t *testing.T) {
	s := newSearcher(t)
	over := newBoard(t, 15, gomoku.Freestyle, "a1 a2 b1 b2 c1 c2 d1 d2 e1")
	if _, err := s.Search(t.Context(), over); err != gomoku.ErrGameOver {
		t.Errorf("finished game: %v", err)
	}
	if _, err := s.Search(t.Context(), nil); err == nil {
		t.Error("no board: no error")
	}
	if _, err := s.Search(t.Context(), new(gomoku.Board)); err == nil {
		t.Error("zero board: no error")
	}
	for _, rule := range rules {
		for size := 5; size <= 8; size++ {
			b := fullBut(t, size, rule, 1)
			last := b.AppendLegal(nil)
			r, err := s.Search(t.Context(), b, gomoku.WithTimeBudget(5*time.Second))
			if len(last) == 0 {
				if err != gomoku.ErrNoMove {
					t.Errorf("only a foul left: %v, want ErrNoMove\n%v", err, b)
				}
				continue
			}
			if err != nil || r.Best != last[0] {
				t.Errorf("%v %d: %v, %v, want %v\n%v", rule, size, r.Best, err, last, b)
			}
			if r.Stop != gomoku.StopOnlyMove && r.Stop != gomoku.StopSolved {
				t.Errorf("%v %d: stop %v", rule, size, r.Stop)
			}
		}
	}
}

// fullBut returns a board full of stones but for the last n points, without a five.
func fullBut(t testing.TB, size int, rule gomoku.Rule, n int) *gomoku.Board {
	t.Helper()
	var black, white []gomoku.Point
	for i := range size*size - n {
		x, y := i%size, i/size
		if (x+2*y)%4 < 2 {
			black = append(black, gomoku.At(x, y))
		} else {
			white = append(white, gomoku.At(x, y))
		}
	}
	b, err := gomoku.NewPosition(size, rule, black, white, gomoku.Black)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The eight ways to lay a position on the board have one result: whether it is won does not depend on where it lies.
func TestSearchKnowsNoDirection(t *testing.T) {
	t.Parallel()
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

// A win that a search announces is won, against whatever the opponent tries.
func TestAnnouncedWinsAreWon(t *testing.T) {
	t.Parallel()
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

// comparable is a result without its times.
func comparable(r gomoku.Result) string {
	r.Stats.Elapsed = 0
	return fmt.Sprintf("%+v", r)
}

func TestSearchIsReproducible(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	opts := [][]gomoku.Option{
		nil,
		{gomoku.WithEvaluator(new(gomoku.ShapeEvaluator))},
		{gomoku.WithLevel(gomoku.Medium), gomoku.WithSeed(7)},
		{gomoku.WithRandomTieBreak(30), gomoku.WithSeed(9)},
		{gomoku.WithDefenseWeight(1.3), gomoku.WithMultiPV(2)},
	}
	for i := range 15 {
		o := opts[i%len(opts)]
		rule := rules[i%5]
		b := middleGame(t, r, 13, rule, 6+r.IntN(20))
		used := newSearcher(t, o...)
		fresh := newSearcher(t, o...)
		sequence := func(s *gomoku.Searcher) (results []string) {
			c := b.Clone()
			for range 4 {
				if c.Outcome() != gomoku.Undecided {
					break
				}
				got := search(t, s, c, gomoku.WithNodes(3000))
				results = append(results, comparable(got))
				if err := c.Play(got.Best); err != nil {
					t.Fatal(err)
				}
			}
			return results
		}
		search(t, used, middleGame(t, r, 15, rules[(i+1)%5], 20), gomoku.WithNodes(5000))
		search(t, used, b, gomoku.WithNodes(5000))
		used.Clear()
		want := sequence(fresh)
		if got := sequence(used); !slices.Equal(got, want) {
			t.Errorf("options %d: after Clear\n%v\nfresh\n%v\n%v", i%len(opts), strings.Join(got, "\n"), strings.Join(want, "\n"), b)
		}
	}
}

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
