package gomoku_test

import (
	"math"
	"testing"

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
