package winrate

import (
	"math"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training/trainingtest"
)

func TestScale(t *testing.T) {
	for _, scale := range []float64{60, 200, 700} {
		name := trainingtest.Scored(t, gomoku.Renju, 20_000, scale)
		o := new(Outcomes)
		for g, err := range games.All(name) {
			if err != nil {
				t.Fatal(err)
			}
			o.Add(g)
		}
		got, err := o.Scale()
		if err != nil || math.Abs(got-scale) > 0.06*scale {
			t.Errorf("scale %v, %v, want %v", got, err, scale)
		}
		bins, meanError := o.Reliability(Logistic(got))
		if meanError > 0.02 || o.Games != 20_000 || o.Certain != 400 {
			t.Errorf("mean error %v of %d games, %d certain", meanError, o.Games, o.Certain)
		}
		n := 0
		for i, b := range bins {
			n += b.Positions
			if b.Positions > 0 && (int(b.Predicted*NumBins) != i || math.Abs(b.Observed-b.Predicted) > 5/math.Sqrt(float64(b.Positions))) {
				t.Errorf("scale %v: bin %d: %+v", scale, i, b)
			}
		}
		if n != 19_600 {
			t.Errorf("%d positions in the bins", n)
		}
		// Half the scale is a poor prediction.
		if _, other := o.Reliability(Logistic(got / 2)); other < 2*meanError {
			t.Errorf("mean error %v, with half the scale %v", meanError, other)
		}
	}
}

// Draws pull to the middle: with all games drawn, or results that have nothing to do with the scores, there is no scale.
func TestNoScale(t *testing.T) {
	for name, result := range map[string]func(score float64) float64{
		"all drawn":     func(float64) float64 { return 0.5 },
		"always right":  func(s float64) float64 { return (1 + math.Copysign(1, s)) / 2 },
		"always wrong":  func(s float64) float64 { return (1 - math.Copysign(1, s)) / 2 },
		"nothing there": nil,
	} {
		o := new(Outcomes)
		if result != nil {
			for s := -500; s <= 500; s += 10 {
				o.positions[s+int(gomoku.MaxEval)] += 2
				o.points[s+int(gomoku.MaxEval)] += 2 * result(float64(s))
			}
		}
		if scale, err := o.Scale(); err == nil {
			t.Errorf("%s: scale %v", name, scale)
		}
	}
}
