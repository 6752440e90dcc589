package gomoku_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

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
	t.Parallel()
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

// The score of a position for one side is minus that for the other, whatever the weight.
func TestDefenseWeightIsZeroSum(t *testing.T) {
	t.Parallel()
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

func TestShapeEvaluatorOnASmallBoard(t *testing.T) {
	e := new(gomoku.ShapeEvaluator)
	for _, c := range []struct{ black, white, want string }{
		{"b3 c3 d3", "a1 e5", "a3 e3"},
		{"c2 c3 c4", "a1 e5", "c1 c5"},
		{"b2 c3 d4", "a4 e2", "a1 e5"},
	} {
		b := setUp(t, 5, gomoku.Freestyle, c.black, c.white, gomoku.White)
		r := search(t, newSearcher(t, gomoku.WithEvaluator(e), gomoku.WithDepth(2), gomoku.WithWidth(5)), b)
		if !slices.Contains(points(t, c.want), r.Best) {
			t.Errorf("%v, want an end of the three: %s\n%v", r.Best, c.want, b)
		}
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
