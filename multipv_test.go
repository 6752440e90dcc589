package gomoku_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// Without threats in reach, the score of a move at depth 1 is the evaluation of what it leads to.
func TestMultiPVScores(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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

// Lines of wins and losses end with the five, after as many moves as the score says, or are cut short before it: checkLine.
func TestLinesOfMates(t *testing.T) {
	t.Parallel()
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
