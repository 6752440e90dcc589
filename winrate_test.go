package gomoku_test

import (
	"math"
	"testing"

	"github.com/gomoku-go/gomoku"
)

func TestWinRate(t *testing.T) {
	for _, rule := range rules {
		if got := gomoku.Score(0).WinRate(rule); got != 0.5 {
			t.Errorf("%v: an even score has %v", rule, got)
		}
		last := 0.0
		for s := -gomoku.MaxEval; s <= gomoku.MaxEval; s++ {
			p := s.WinRate(rule)
			if p < last || p < 0 || p > 1 || math.Abs(p+(-s).WinRate(rule)-1) > 1e-12 {
				t.Fatalf("%v: WinRate(%v) = %v after %v, and %v for %v", rule, s, p, last, (-s).WinRate(rule), -s)
			}
			last = p
		}
		// A scale between 50 and 1,000 is plausible, whatever a fit says.
		if a, b := gomoku.Score(50).WinRate(rule), gomoku.Score(1000).WinRate(rule); a > 0.74 || b < 0.73 {
			t.Errorf("%v: 50 is %v, 1000 is %v", rule, a, b)
		}
		for s, want := range map[gomoku.Score]float64{
			gomoku.WinIn(1): 1, gomoku.WinIn(999): 1, gomoku.LossIn(0): 0, gomoku.LossIn(999): 0, math.MaxInt32: 1, math.MinInt32: 0,
		} {
			if got := s.WinRate(rule); got != want {
				t.Errorf("%v: WinRate of %v = %v, want %v", rule, s, got, want)
			}
		}
	}
	if got := gomoku.Score(100).WinRate(gomoku.Rule(5)); !math.IsNaN(got) {
		t.Errorf("WinRate under no rule = %v, want NaN", got)
	}
}
