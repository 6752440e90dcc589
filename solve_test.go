package gomoku_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// A solution is a line that both sides may play and that ends with the winner's five; a forced win by fours is one by fours
// and threes as well.
func TestSolveLines(t *testing.T) {
	t.Parallel()
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

func TestSolveDepth(t *testing.T) {
	t.Parallel()
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
