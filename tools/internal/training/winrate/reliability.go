package winrate

import (
	"math"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/internal/training/logistic"
)

// NumBins is how many bins of equal width the predictions are divided into.
const NumBins = 10

// A Bin is a row of a reliability table: the positions whose predictions are in it, with the means of what was predicted and of
// what came of them.
type Bin struct {
	Positions           int
	Predicted, Observed float64
}

// Logistic predicts with a scale, as gomoku.Score.WinRate does.
func Logistic(scale float64) func(gomoku.Score) float64 {
	return func(s gomoku.Score) float64 { return logistic.Chance(float64(s) / scale) }
}

// Reliability compares predictions with results, and returns the mean of the differences of the bins, weighted by their
// positions (the expected calibration error).
func (o *Outcomes) Reliability(predict func(gomoku.Score) float64) (bins [NumBins]Bin, meanError float64) {
	all := 0.0
	for i, n := range o.positions {
		if n == 0 {
			continue
		}
		p := predict(gomoku.Score(i) - gomoku.MaxEval)
		b := &bins[min(int(p*NumBins), NumBins-1)]
		b.Positions += n
		b.Predicted += p * float64(n)
		b.Observed += o.points[i]
		all += float64(n)
	}
	for i := range bins {
		if b := &bins[i]; b.Positions > 0 {
			meanError += math.Abs(b.Predicted-b.Observed) / all
			b.Predicted /= float64(b.Positions)
			b.Observed /= float64(b.Positions)
		}
	}
	return bins, meanError
}
