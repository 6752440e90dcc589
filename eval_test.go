package gomoku_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gomoku-go/gomoku"
)

func TestScore(t *testing.T) {
	for plies := range 1000 {
		win, loss := gomoku.WinIn(plies), gomoku.LossIn(plies)
		if win <= gomoku.MaxEval || loss >= -gomoku.MaxEval || loss != -win {
			t.Fatalf("WinIn(%d) = %d, LossIn(%d) = %d", plies, win, plies, loss)
		}
		if n, ok := win.Mate(); n != plies || !ok {
			t.Fatalf("WinIn(%d).Mate() = %d, %v", plies, n, ok)
		}
		if n, ok := loss.Mate(); n != -plies || !ok {
			t.Fatalf("LossIn(%d).Mate() = %d, %v", plies, n, ok)
		}
		if plies > 0 && (win >= gomoku.WinIn(plies-1) || loss <= gomoku.LossIn(plies-1)) {
			t.Fatalf("a win in %d plies is not worse than one in %d", plies, plies-1)
		}
	}
	for plies, want := range map[int]gomoku.Score{-1: gomoku.WinIn(0), math.MinInt: gomoku.WinIn(0), 1000: gomoku.WinIn(999), math.MaxInt: gomoku.WinIn(999)} {
		if got := gomoku.WinIn(plies); got != want {
			t.Errorf("WinIn(%d) = %d, want %d", plies, got, want)
		}
	}
	for s, want := range map[gomoku.Score]string{
		0: "0", 125: "+125", -8: "-8", gomoku.MaxEval: "+29000", -gomoku.MaxEval: "-29000",
		gomoku.WinIn(1): "+M1", gomoku.LossIn(6): "-M6", gomoku.WinIn(999): "+M999",
		31000: "+31000", math.MinInt32: "-2147483648",
	} {
		if s.String() != want {
			t.Errorf("String() of %d = %q, want %q", int32(s), s.String(), want)
		}
		if _, ok := s.Mate(); ok != (want[len(want)-1] != '0' && want[1] == 'M') {
			t.Errorf("Mate() of %v: %v", s, ok)
		}
	}
}

func TestShapeEvaluator(t *testing.T) {
	scores := gomoku.DefaultShapeScores()
	// The unit: a five of 1,000,000 is 29,000.
	worth := func(sum float64) gomoku.Score { return gomoku.Score(math.Round(sum * 29_000 / 1_000_000)) }
	tests := []struct {
		name         string
		black, white string
		defense      float64
		want         gomoku.Score // for Black
	}{
		{"nothing", "", "", 1, 0},
		{"a stone", "h8", "", 1, 0},
		{"open two", "h8 i8", "", 1, worth(200)},
		{"open three, counted once", "g8 h8 i8", "", 1, worth(5_000)},
		{"broken three", "g8 h8 j8", "", 1, worth(5_000)},
		{"open four", "g8 h8 i8 j8", "", 1, worth(100_000)},
		{"four", "a8 b8 c8 d8", "", 1, worth(10_000)},
		{"broken four", "d8 f8 g8 h8", "", 1, worth(10_000)},
		{"five apart", "d8 e8 g8 h8", "", 1, worth(10_000)},
		{"theirs", "", "g8 h8 i8", 1, -worth(5_000)},
		{"theirs, feared", "", "g8 h8 i8", 1.5, -worth(7_500)},
		{"theirs, ignored", "", "g8 h8 i8", 0.5, -worth(2_500)},
		{"both", "d8 e8 f8", "d12 e12 f12 g12", 1, worth(5_000) - worth(100_000)},
		{"small change", "h8 i8", "c3 d3", 1, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := setUp(t, 15, gomoku.Freestyle, test.black, test.white, gomoku.Black)
			for _, e := range []*gomoku.ShapeEvaluator{shapeEvaluator(t, scores), new(gomoku.ShapeEvaluator)} {
				if got := e.WithDefense(test.defense, gomoku.Black).Evaluate(b); max(got-test.want, test.want-got) > 1 {
					t.Errorf("Evaluate = %v, want %v\n%v", got, test.want, b)
				}
				if got, plain := e.WithDefense(1, gomoku.White).Evaluate(b), e.Evaluate(b); got != plain {
					t.Errorf("Evaluate = %v with weight 1, want %v as without\n%v", got, plain, b)
				}
			}
		})
	}

	saturated := setUp(t, 22, gomoku.Freestyle, "a1 b1 c1 d1 a3 b3 c3 d3", "", gomoku.Black)
	scores.Four = scores.Five
	if got := shapeEvaluator(t, scores).Evaluate(saturated); got != gomoku.MaxEval {
		t.Errorf("two fours worth a five each: %v, want MaxEval", got)
	}
}

func shapeEvaluator(t testing.TB, scores gomoku.ShapeScores) *gomoku.ShapeEvaluator {
	t.Helper()
	e, err := gomoku.NewShapeEvaluator(scores)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestNewShapeEvaluatorErrors(t *testing.T) {
	broken := gomoku.DefaultShapeScores()
	broken.Three = -1
	for want, scores := range map[string]gomoku.ShapeScores{
		"Five is 0: want 1 or more":                         {},
		"-1 for the shape three: want 0 to Five":            broken,
		"11 for the shape open four: want 0 to Five, which": {Five: 10, OpenFour: 11},
	} {
		if e, err := gomoku.NewShapeEvaluator(scores); e != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("NewShapeEvaluator(%v) = %v, %v; want an error with %q", scores, e, err, want)
		}
	}
}

// Whatever the weight, what is good for one side is bad for the other, as long as the side at the root stays the same.
func TestDefenseIsZeroSum(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	weights := []float64{0.1, 0.7, 0.99, 1, 1.2, 10}
	differ := 0
	for i := range 200 {
		b := randomGame(t, r, 7+r.IntN(10), rules[i%len(rules)], 10+r.IntN(50))
		if b.Outcome() != gomoku.Undecided {
			continue
		}
		other := b.Clone()
		other.Pass()
		for _, w := range weights {
			for _, before := range weights {
				e := new(gomoku.ShapeEvaluator).WithDefense(before, gomoku.White).(gomoku.DefenseWeighter)
				black, white := e.WithDefense(w, gomoku.Black), e.WithDefense(w, gomoku.White)
				if got, back := black.Evaluate(b), black.Evaluate(other); got != -back {
					t.Fatalf("weight %v after %v: %v for one side, %v for the other\n%v", w, before, got, back, b)
				}
				if got, want := black.Evaluate(b), new(gomoku.ShapeEvaluator).WithDefense(w, gomoku.Black).Evaluate(b); got != want {
					t.Fatalf("weight %v after %v: %v, want %v as without the earlier one\n%v", w, before, got, want, b)
				}
				if black.Evaluate(b) != white.Evaluate(b) {
					differ++
				}
			}
		}
	}
	if differ == 0 {
		t.Error("the weight changes nothing")
	}

	// Black at the root fears White's three, wherever in the search: White to move sees it as worth more, too.
	b := setUp(t, 15, gomoku.Freestyle, "", "g8 h8 i8", gomoku.White)
	plain := new(gomoku.ShapeEvaluator)
	feared := plain.WithDefense(2, gomoku.Black)
	if p, f := plain.Evaluate(b), feared.Evaluate(b); f != 2*p || p <= 0 {
		t.Errorf("White's three is worth %v, and to one who weighs it twice %v", p, f)
	}
	if p, f := plain.Evaluate(b), plain.WithDefense(2, gomoku.White).Evaluate(b); f != p {
		t.Errorf("White's own three is worth %v, and to a White who fears Black's twice %v", p, f)
	}
}

func BenchmarkShapeEvaluator(b *testing.B) {
	board := newBoard(b, 15, gomoku.Freestyle, "h8 i9 h9 h10 i8 g8 j8 k8 g7 f6 j10 i10 g10 f9")
	e := new(gomoku.ShapeEvaluator)
	b.ReportAllocs()
	for b.Loop() {
		e.Evaluate(board)
	}
}

// The built-in evaluator may be named or left out: the search is the same.
func TestNamedPatternEvaluator(t *testing.T) {
	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	for _, m := range []gomoku.Point{gomoku.At(7, 7), gomoku.At(7, 8), gomoku.At(9, 7)} {
		if err := b.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	var results []gomoku.Result
	for _, opts := range [][]gomoku.Option{nil, {gomoku.WithEvaluator(gomoku.NewPatternEvaluator(gomoku.PatternWeights{}))}} {
		s, err := gomoku.NewSearcher(append(opts, gomoku.WithDepth(6))...)
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Search(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		r.Stats.Elapsed = 0
		results = append(results, r)
	}
	if d := cmp.Diff(results[0], results[1]); d != "" {
		t.Errorf("with the evaluator named the search differs:\n%s", d)
	}
}

// The weight belongs to a color: the more the opponent of the side at the root threatens, the more a larger weight takes
// from root's score, at nodes of either side; and with weight 1 it is as if there were none.
func TestPatternDefense(t *testing.T) {
	e := gomoku.NewPatternEvaluator(gomoku.PatternWeights{})
	for _, turn := range []gomoku.Color{gomoku.Black, gomoku.White} {
		// White has an open three, Black nothing much.
		b := setUp(t, 15, gomoku.Freestyle, "b2 n3 c13 m12", "h8 i8 j8", turn)
		scores := func(root gomoku.Color) (list []gomoku.Score) {
			for _, w := range []float64{0.5, 1, 1.2, 2, 4} {
				v := e.WithDefense(w, root).Evaluate(b)
				if turn != root {
					v = -v // from root's view
				}
				list = append(list, v)
			}
			return list
		}
		black, white := scores(gomoku.Black), scores(gomoku.White)
		for i := 1; i < len(black); i++ {
			if black[i] >= black[i-1] {
				t.Errorf("%v to move: Black's scores %v do not fall as White's three weighs more", turn, black)
				break
			}
		}
		if black[1] != -white[1] {
			t.Errorf("%v to move: with weight 1 Black has %v and White %v", turn, black[1], white[1])
		}
	}
	empty, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	if v := e.WithDefense(10, gomoku.Black).Evaluate(empty); v > gomoku.MaxEval/4 || v < -gomoku.MaxEval/4 {
		t.Errorf("the empty board is worth %v at weight 10", v)
	}
}
