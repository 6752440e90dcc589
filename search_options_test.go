package gomoku_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
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

func TestWithDepth(t *testing.T) {
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

// The lines of a search for all lines tell which moves the radius allows.
func TestWithRadius(t *testing.T) {
	b := quiet(t)
	for radius := 1; radius <= gomoku.MaxSize; radius++ {
		near := 0
		for _, p := range b.AppendLegal(nil) {
			for _, q := range b.Moves() {
				if distance(p, q) <= radius {
					near++
					break
				}
			}
		}
		r := search(t, newSearcher(t, gomoku.WithRadius(radius), gomoku.WithDepth(1)), b, gomoku.WithMultiPV(1000))
		if len(r.Lines) != near {
			t.Errorf("radius %d: %d moves, want the %d that near", radius, len(r.Lines), near)
		}
	}
	// A five, and the block of one, count from any distance.
	for _, c := range []struct{ black, white, want string }{
		{"a1 b1 c1 d1", "o15 a15 h8 k5", "e1"},
		{"o15 a15 h8 k5", "a1 b1 c1 d1", "e1"},
		{"a1 o1 a15 o15", "g8 h8 k8 j8", "i8"},
	} {
		b := setUp(t, 15, gomoku.Freestyle, c.black, c.white, gomoku.Black)
		r := search(t, newSearcher(t, gomoku.WithRadius(1), gomoku.WithWidth(1), gomoku.WithDepth(4)), b)
		if r.Best != point(t, c.want) {
			t.Errorf("radius 1, width 1: %v, want %s\n%v", r.Best, c.want, b)
		}
	}
}

func TestWithWidth(t *testing.T) {
	wide := search(t, newSearcher(t), quiet(t), gomoku.WithDepth(5))
	narrow := search(t, newSearcher(t, gomoku.WithWidth(3)), quiet(t), gomoku.WithDepth(5))
	if narrow.Stats.Nodes*2 > wide.Stats.Nodes {
		t.Errorf("width 3 takes %d nodes, all moves %d", narrow.Stats.Nodes, wide.Stats.Nodes)
	}
}

// Without threats in reach, the score of a move at depth 1 is the evaluation of what it leads to.
func TestMultiPVScores(t *testing.T) {
	b := newBoard(t, 15, gomoku.Freestyle, "h8 i9")
	for _, w := range []float64{1, 0.5, 2} {
		shape := new(gomoku.ShapeEvaluator)
		r := search(t, newSearcher(t, gomoku.WithEvaluator(shape), gomoku.WithDefenseWeight(w)), b, gomoku.WithDepth(1), gomoku.WithMultiPV(1000))
		weighted := shape.WithDefense(w, gomoku.Black)
		for i, l := range r.Lines {
			c := b.Clone()
			if err := c.Play(l.Moves[0]); err != nil {
				t.Fatal(err)
			}
			if want := -weighted.Evaluate(c); l.Score != want {
				t.Errorf("defense %v: score of %v is %v, evaluation %v", w, l.Moves[0], l.Score, want)
			}
			if i > 0 && l.Score > r.Lines[i-1].Score {
				t.Errorf("line %d is better than the one before: %v", i, r.Lines)
			}
		}
	}
}

func TestMultiPVIsSorted(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for i := range 60 {
		b := middleGame(t, r, 9, rules[i%5], 4+r.IntN(30))
		got := search(t, newSearcher(t, gomoku.WithHashSize(1<<20)), b, gomoku.WithDepth(3), gomoku.WithMultiPV(6))
		want := min(6, len(b.AppendLegal(nil)))
		if len(got.Lines) != want {
			t.Errorf("%d lines, want %d", len(got.Lines), want)
		}
		if !slices.IsSortedFunc(got.Lines, func(a, b gomoku.Line) int { return int(b.Score - a.Score) }) {
			t.Errorf("lines out of order: %v\n%v", got.Lines, b)
		}
	}
}

// The score of a position for one side is minus that for the other, whatever the weight.
func TestDefenseWeightIsZeroSum(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for i := range 50 {
		b := middleGame(t, r, 11, rules[i%5], 10+r.IntN(30))
		for _, root := range []gomoku.Color{gomoku.Black, gomoku.White} {
			e := new(gomoku.ShapeEvaluator).WithDefense(0.7, root)
			mine := e.Evaluate(b)
			c := b.Clone()
			if err := c.Pass(); err != nil {
				t.Fatal(err)
			}
			if his := e.Evaluate(c); his != -mine {
				t.Errorf("root %v: %v to move %v, %v to move %v\n%v", root, b.Turn(), mine, c.Turn(), his, b)
			}
		}
	}
}

// A weighter remembers what it was asked for.
type weighter struct {
	gomoku.Evaluator
	asked *[]string
}

func (w weighter) WithDefense(weight float64, root gomoku.Color) gomoku.Evaluator {
	*w.asked = append(*w.asked, fmt.Sprint(weight, root))
	return w.Evaluator
}

func TestDefenseWeighterIsAskedForTheRoot(t *testing.T) {
	var asked []string
	w := weighter{gomoku.EvaluatorFunc(func(*gomoku.Board) gomoku.Score { return 0 }), &asked}
	s := newSearcher(t, gomoku.WithEvaluator(w), gomoku.WithDefenseWeight(1.5))
	b := quiet(t)
	search(t, s, b, gomoku.WithDepth(1))
	if err := b.Play(gomoku.At(3, 3)); err != nil {
		t.Fatal(err)
	}
	search(t, s, b, gomoku.WithDepth(2))
	if got := strings.Join(asked, ", "); got != "1.5 white, 1.5 black" {
		t.Errorf("asked for %s", got)
	}
}

func TestWithExcluded(t *testing.T) {
	b := setUp(t, 15, gomoku.Freestyle, "h8 i8 j8 k8", "a1 c1 e1 g1", gomoku.Black)
	s := newSearcher(t, gomoku.WithDepth(3))
	g8, l8 := point(t, "g8"), point(t, "l8")
	for _, c := range []struct{ excluded, want []gomoku.Point }{
		{nil, []gomoku.Point{g8, l8}},
		{[]gomoku.Point{g8}, []gomoku.Point{l8}},
		{[]gomoku.Point{l8, gomoku.At(21, 21), point(t, "a1")}, []gomoku.Point{g8}},
	} {
		if r := search(t, s, b, gomoku.WithExcluded(c.excluded...)); !slices.Contains(c.want, r.Best) {
			t.Errorf("excluded %v: %v, want one of %v", c.excluded, r.Best, c.want)
		}
	}
	if r := search(t, s, b, gomoku.WithExcluded(g8, l8), gomoku.WithMultiPV(500)); slices.ContainsFunc(r.Lines, func(l gomoku.Line) bool {
		return l.Moves[0] == g8 || l.Moves[0] == l8
	}) {
		t.Errorf("excluded points in %v", r.Lines)
	}
	all := b.AppendLegal(nil)
	if _, err := s.Search(t.Context(), b, gomoku.WithExcluded(all...)); err != gomoku.ErrNoMove {
		t.Errorf("all points excluded: %v, want ErrNoMove", err)
	}
	for _, err := range s.Analyze(t.Context(), b, gomoku.WithExcluded(all...)) {
		if err != gomoku.ErrNoMove {
			t.Errorf("all points excluded: Analyze yields %v, want ErrNoMove", err)
		}
	}
	last := all[len(all)-1]
	if r := search(t, s, b, gomoku.WithExcluded(all[:len(all)-1]...)); r.Best != last {
		t.Errorf("all but %v excluded: %v", last, r.Best)
	}
	// At every level as well, even where another move would be safer.
	block := setUp(t, 15, gomoku.Freestyle, "a1 c1 e1 g1", "h8 i8 j8 k8 l9", gomoku.Black)
	for level := gomoku.Level(1); level <= gomoku.Expert; level++ {
		if r := search(t, s, block, gomoku.WithExcluded(g8, l8), gomoku.WithNodes(5000)); r.Best == g8 || r.Best == l8 {
			t.Errorf("level %v: %v, which is excluded", level, r.Best)
		}
		s = newSearcher(t, gomoku.WithLevel(level))
	}
	empty := newBoard(t, 15, gomoku.Freestyle, "")
	if r := search(t, s, empty, gomoku.WithExcluded(gomoku.At(7, 7)), gomoku.WithDepth(2)); r.Best == gomoku.At(7, 7) {
		t.Error("the excluded center is played")
	}
}

// A move chosen by chance is as good as it was said to be.
func TestRandomTieBreak(t *testing.T) {
	zero := gomoku.WithEvaluator(gomoku.EvaluatorFunc(func(*gomoku.Board) gomoku.Score { return 0 }))
	b := setUp(t, 15, gomoku.Freestyle, "h8 i8 j8 e4", "g8 c3 c12 m3", gomoku.White)
	// The three is closed at one end: nothing is forced yet, and many moves are equal.
	chosen := make(map[gomoku.Point]int)
	for seed := range uint64(40) {
		s := newSearcher(t, zero, gomoku.WithSeed(seed), gomoku.WithHashSize(1<<20))
		r := search(t, s, b, gomoku.WithDepth(2), gomoku.WithRandomTieBreak(0))
		again := search(t, newSearcher(t, zero, gomoku.WithSeed(seed), gomoku.WithHashSize(1<<20)), b, gomoku.WithDepth(2), gomoku.WithRandomTieBreak(0))
		if r.Best != again.Best {
			t.Errorf("seed %d chooses %v and %v", seed, r.Best, again.Best)
		}
		chosen[r.Best]++
	}
	if len(chosen) < 10 {
		t.Errorf("only %d moves are chosen: %v", len(chosen), chosen)
	}
	// Only one move blocks, and only it may be chosen.
	four := setUp(t, 15, gomoku.Freestyle, "h8 i8 j8 k8 e4", "g8 c3 c12 m3 n13", gomoku.White)
	for seed := range uint64(20) {
		s := newSearcher(t, gomoku.WithSeed(seed), gomoku.WithHashSize(1<<20))
		if r := search(t, s, four, gomoku.WithDepth(3), gomoku.WithRandomTieBreak(20)); r.Best != point(t, "l8") {
			t.Errorf("seed %d: %v leaves a four open", seed, r.Best)
		}
	}
}

func TestWithBalance(t *testing.T) {
	shape := new(gomoku.ShapeEvaluator)
	b := newBoard(t, 15, gomoku.Freestyle, "h8 i9 i8")
	s := newSearcher(t, gomoku.WithEvaluator(shape), gomoku.WithDepth(1))
	all := search(t, s, b, gomoku.WithMultiPV(1000))
	for _, target := range []gomoku.Score{-gomoku.MaxEval, -100, -6, 0, 3, 5, 100, gomoku.MaxEval} {
		s.Clear()
		r := search(t, s, b, gomoku.WithBalance(target))
		far := func(v gomoku.Score) gomoku.Score { return max(v-target, target-v) }
		for _, l := range all.Lines {
			if far(l.Score) < far(r.Score) {
				t.Errorf("balance %v: %v with %v, but %v has %v", target, r.Best, r.Score, l.Moves[0], l.Score)
			}
		}
	}
}

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

// comparable is a result without its times.
func comparable(r gomoku.Result) string {
	r.Stats.Elapsed = 0
	return fmt.Sprintf("%+v", r)
}

func TestSearchIsReproducible(t *testing.T) {
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

// A follower checks that it is told of every move, and that it is only asked about games that go on.
type follower struct {
	t       *testing.T
	b       *gomoku.Board
	played  []gomoku.Point
	stones  map[gomoku.Point]gomoku.Color
	evals   *int
	clones  *int
	orders  *int
	isClone bool
}

func (f *follower) Reset(b *gomoku.Board) {
	f.b, f.played, f.stones = b, nil, stonesOf(b)
}

func stonesOf(b *gomoku.Board) map[gomoku.Point]gomoku.Color {
	m := make(map[gomoku.Point]gomoku.Color)
	for y := range b.Size() {
		for x := range b.Size() {
			if p := gomoku.At(x, y); b.At(p) != gomoku.Empty {
				m[p] = b.At(p)
			}
		}
	}
	return m
}

func (f *follower) Played(b *gomoku.Board, p gomoku.Point) {
	f.played = append(f.played, p)
	if b != f.b || f.stones[p] != gomoku.Empty || b.At(p) != b.Turn().Opponent() {
		f.t.Errorf("Played(%v): it was %v, now %v, %v to move", p, f.stones[p], b.At(p), b.Turn())
	}
	f.stones[p] = b.At(p)
}

func (f *follower) Undone(b *gomoku.Board, p gomoku.Point) {
	if n := len(f.played); n == 0 || f.played[n-1] != p {
		f.t.Errorf("Undone(%v) after %v", p, f.played)
		return
	}
	f.played = f.played[:len(f.played)-1]
	if p != gomoku.NoPoint {
		if b.At(p) != gomoku.Empty {
			f.t.Errorf("Undone(%v): %v stands there", p, b.At(p))
		}
		delete(f.stones, p)
	}
}

func (f *follower) Clone() gomoku.IncrementalEvaluator {
	*f.clones++
	c := *f
	c.isClone = true
	return &c
}

func (f *follower) Evaluate(b *gomoku.Board) gomoku.Score {
	*f.evals++
	if !f.isClone || b != f.b {
		f.t.Errorf("Evaluate of a follower that was not reset for this board")
	}
	stones := stonesOf(b)
	if len(stones) != len(f.stones) {
		f.t.Errorf("%d stones, told of %d", len(stones), len(f.stones))
	}
	for p, c := range stones {
		if f.stones[p] != c {
			f.t.Errorf("%v on %v, told of %v", c, p, f.stones[p])
		}
	}
	checkUndecided(f.t, b)
	return gomoku.Score(b.Hash() % 200)
}

func checkUndecided(t *testing.T, b *gomoku.Board) {
	t.Helper()
	if b.Outcome() != gomoku.Undecided || b.Turn() == gomoku.Empty || b.Stones() == b.Size()*b.Size() ||
		b.CountShapes(gomoku.Black, gomoku.Five)+b.CountShapes(gomoku.White, gomoku.Five) > 0 {
		t.Errorf("asked about a game that is over\n%v", b)
	}
}

type orderer struct{ follower }

func (o *orderer) ScoreMoves(b *gomoku.Board, points []gomoku.Point, dst []gomoku.Score) {
	*o.orders++
	if b != o.b || len(points) != len(dst) {
		o.t.Errorf("ScoreMoves of %d points, %d scores", len(points), len(dst))
	}
	for i, p := range points {
		if b.At(p) != gomoku.Empty {
			o.t.Errorf("ScoreMoves of %v, where %v stands", p, b.At(p))
		}
		dst[i] = gomoku.Score(i)
	}
}

func (o *orderer) Clone() gomoku.IncrementalEvaluator {
	*o.clones++
	c := *o
	c.isClone = true
	return &c
}

func TestIncrementalEvaluatorIsKeptInStep(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var evals, clones, orders int
	f := follower{t: t, evals: &evals, clones: &clones, orders: &orders}
	for i := range 20 {
		b := middleGame(t, r, 7+i%4, rules[i%5], 3+r.IntN(30))
		var e gomoku.Evaluator = &f
		if i%2 == 0 {
			e = &orderer{f}
		}
		limits := []gomoku.SearchOption{gomoku.WithNodes(1500)}
		if i%3 == 0 {
			limits = append(limits, gomoku.WithMultiPV(3))
		}
		search(t, newSearcher(t, gomoku.WithEvaluator(e)), b, limits...)
		if t.Failed() {
			break
		}
	}
	if evals == 0 || clones == 0 || orders == 0 {
		t.Errorf("%d evaluations, %d clones, %d orders", evals, clones, orders)
	}
}

func TestEvaluatorSeesUndecidedGames(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	s := newSearcher(t, gomoku.WithEvaluator(gomoku.EvaluatorFunc(func(b *gomoku.Board) gomoku.Score {
		checkUndecided(t, b)
		return 0
	})))
	for i := range 60 {
		b := middleGame(t, r, 5+i%3, rules[i%5], 10+r.IntN(40))
		search(t, s, b, gomoku.WithNodes(2000), gomoku.WithMultiPV(1+i%2*3))
		if t.Failed() {
			return
		}
	}
}

// No opinion of an evaluator passes for a win.
func TestEvaluationsSaturate(t *testing.T) {
	for _, huge := range []gomoku.Score{1 << 30, -1 << 30, gomoku.WinIn(3), gomoku.LossIn(4)} {
		s := newSearcher(t, gomoku.WithEvaluator(gomoku.EvaluatorFunc(func(b *gomoku.Board) gomoku.Score {
			if b.Turn() == gomoku.Black {
				return huge
			}
			return -huge
		})))
		for depth := 1; depth <= 4; depth++ {
			r := search(t, s, quiet(t), gomoku.WithDepth(depth))
			if r.Score != gomoku.MaxEval && r.Score != -gomoku.MaxEval {
				t.Errorf("evaluation %d: score %d at depth %d", int(huge), int(r.Score), depth)
			}
		}
	}
}

// A scorer's opinion decides which of equal moves comes first, but never hides a threat.
type prefer struct {
	gomoku.EvaluatorFunc
	p gomoku.Point
}

func (s prefer) ScoreMoves(_ *gomoku.Board, points []gomoku.Point, dst []gomoku.Score) {
	for i, p := range points {
		dst[i] = gomoku.Score(-distance(p, s.p))
		if p == s.p {
			dst[i] = 1 << 30
		}
	}
}

func TestMoveScorer(t *testing.T) {
	zero := gomoku.EvaluatorFunc(func(*gomoku.Board) gomoku.Score { return 0 })
	b := newBoard(t, 15, gomoku.Freestyle, "h8 i9")
	for _, p := range points(t, "h10 f6 k11 j7") {
		if r := search(t, newSearcher(t, gomoku.WithEvaluator(prefer{zero, p})), b, gomoku.WithDepth(1)); r.Best != p {
			t.Errorf("the evaluator prefers %v and the search plays %v", p, r.Best)
		}
	}
	four := setUp(t, 15, gomoku.Freestyle, "h8 i8 j8 k8 e4", "g8 c3 c12 m3 n13", gomoku.White)
	if r := search(t, newSearcher(t, gomoku.WithEvaluator(prefer{zero, point(t, "d4")})), four, gomoku.WithDepth(3)); r.Best != point(t, "l8") {
		t.Errorf("%v leaves a four open", r.Best)
	}
}

func TestEmptyBoard(t *testing.T) {
	s := newSearcher(t)
	for size := gomoku.MinSize; size <= gomoku.MaxSize; size++ {
		for _, rule := range rules {
			if r := search(t, s, newBoard(t, size, rule, ""), gomoku.WithDepth(2)); r.Best != gomoku.At(size/2, size/2) {
				t.Errorf("size %d, %v: %v, want the center", size, rule, r.Best)
			}
		}
	}
	start := time.Now()
	search(t, s, newBoard(t, 15, gomoku.Freestyle, ""), gomoku.WithTimeBudget(10*time.Second))
	if d := time.Since(start); d > 2*time.Second {
		t.Errorf("the first move takes %v", d)
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
			start := time.Now()
			r, err := s.Search(t.Context(), b, gomoku.WithTimeBudget(5*time.Second))
			if len(last) == 0 {
				if err != gomoku.ErrNoMove {
					t.Errorf("only a foul left: %v, want ErrNoMove\n%v", err, b)
				}
				continue
			}
			if err != nil || r.Best != last[0] || time.Since(start) > time.Second {
				t.Errorf("%v %d: %v, %v after %v, want %v\n%v", rule, size, r.Best, err, time.Since(start), last, b)
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
