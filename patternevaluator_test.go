package gomoku_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gomoku-go/gomoku"
)

// The built-in evaluator may be named or left out: the search is the same.
func TestNamedPatternEvaluator(t *testing.T) {
	t.Parallel()
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
