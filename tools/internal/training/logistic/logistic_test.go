package logistic

import (
	"math"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// By hand: log-odds of ln 3 are 3 to 1.
func TestChance(t *testing.T) {
	for odds, want := range map[float64]float64{0: 0.5, math.Log(3): 0.75, -math.Log(3): 0.25, 1000: 1, -1000: 0} {
		if got := Chance(odds); !near(got, want) {
			t.Errorf("Chance(%v) = %v, want %v", odds, got, want)
		}
	}
}

func TestDivergence(t *testing.T) {
	for _, c := range []struct{ want, odds, divergence float64 }{
		{0.75, math.Log(3), 0},
		{1, 0, math.Log(2)},
		{0, 0, math.Log(2)},
		{0.5, math.Log(3), 0.5*math.Log(0.5/0.75) + 0.5*math.Log(0.5/0.25)},
		{1, -1000, -math.Log(1e-9)}, // bounded
	} {
		if got := Divergence(c.want, c.odds); !near(got, c.divergence) {
			t.Errorf("Divergence(%v, %v) = %v, want %v", c.want, c.odds, got, c.divergence)
		}
	}
}

func TestSoftmax(t *testing.T) {
	p := []float64{1000 + math.Log(2), 1000 + math.Log(5), 1000 + math.Log(3)} // exp of these is beyond floating point
	Softmax(p)
	for i, want := range []float64{0.2, 0.5, 0.3} {
		if !near(p[i], want) {
			t.Errorf("Softmax: %v, want 0.2, 0.5, 0.3", p)
			break
		}
	}
	Softmax([]float32{}) // no choice, no panic
}
