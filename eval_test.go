package gomoku_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

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
	t.Parallel()
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
	t.Parallel()
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

func TestEvaluateAllocatesNothing(t *testing.T) {
	for name, e := range builtIn {
		b := newBoard(t, 15, gomoku.Renju, "h8 i9 g9 i7 j10 k8 f8 e11")
		if n := testing.AllocsPerRun(100, func() { e.Evaluate(b) }); n != 0 {
			t.Errorf("%s: Evaluate allocates %v times", name, n)
		}
	}
}
