package review

import (
	"math"

	"github.com/gomoku-go/gomoku"
)

// moveAccuracy is the accuracy of a move that lost so much of the chances, from 0 to 1: the curve of Lichess, see [Player].
func moveAccuracy(loss float64) float64 {
	return min(max(103.1668*math.Exp(-0.04354*100*loss)-3.1669, 0), 100)
}

// accuracy is that of one side's moves, see [Player]. rates are Black's chances at every ply.
func accuracy(moves []Move, side gomoku.Color, rates []float64) float64 {
	const least, most = 0.5, 12 // bounds of a weight, in points of a hundred: Lichess's
	var sum, weights, inverse, n float64
	for _, m := range moves {
		if m.Color != side || !m.Label.judged() {
			continue
		}
		weight := min(max(100*volatility(rates, m.Number), least), most)
		sum += weight * m.Accuracy
		weights += weight
		inverse += 1 / max(m.Accuracy, 1) // a single move of accuracy 0 does not make the whole game 0
		n++
	}
	if n == 0 {
		return 100
	}
	return rounded((sum/weights+n/inverse)/2, 1)
}

// volatility is the standard deviation of the chances over a tenth of the game, two plies to eight, that ends with ply n.
func volatility(rates []float64, n int) float64 {
	width := min(max(len(rates)/10, 2), 8)
	window := rates[max(n+1-width, 0) : n+1]
	var mean, variance float64
	for _, r := range window {
		mean += r / float64(len(window))
	}
	for _, r := range window {
		variance += (r - mean) * (r - mean) / float64(len(window))
	}
	return math.Sqrt(variance)
}
