// Package logistic has what models of chances are made of: predictions from log-odds, and their losses.
package logistic

import "math"

// Chance returns the probability that log-odds stand for.
func Chance(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// Divergence returns the Kullback-Leibler divergence of a prediction, in log-odds, from the chance that it should be.
func Divergence(want, odds float64) float64 {
	p := min(max(Chance(odds), 1e-9), 1-1e-9)
	d := 0.0
	if want > 0 {
		d += want * math.Log(want/p)
	}
	if want < 1 {
		d += (1 - want) * math.Log((1-want)/(1-p))
	}
	return d
}

// Softmax turns scores of choices into their probabilities, in place.
func Softmax[F float32 | float64](scores []F) {
	highest := F(math.Inf(-1))
	for _, v := range scores {
		highest = max(highest, v)
	}
	total := F(0)
	for i := range scores {
		scores[i] = F(math.Exp(float64(scores[i] - highest)))
		total += scores[i]
	}
	for i := range scores {
		scores[i] /= total
	}
}
