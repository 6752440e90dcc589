// Package winrate measures what scores are worth: how often positions with a score were won, the scale that predicts it best,
// and how reliable predictions are. It is for gomoku.Score.WinRate.
package winrate

import (
	"fmt"
	"math"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training/logistic"
)

// An Outcomes counts, for each score that is no certain win or loss, what came of the positions with it.
type Outcomes struct {
	Games     int
	Positions int // whose score is not certain
	Certain   int // positions with a certain win or loss, which have nothing to fit

	positions [2*gomoku.MaxEval + 1]int     // by score
	points    [2*gomoku.MaxEval + 1]float64 // of the side to move
}

// Add adds the positions of a game.
func (o *Outcomes) Add(g *games.Game) {
	o.Games++
	for i, p := range g.Plies {
		if _, ok := p.Score.Mate(); ok {
			o.Certain++
			continue
		}
		o.Positions++
		o.positions[p.Score+gomoku.MaxEval]++
		o.points[p.Score+gomoku.MaxEval] += g.Points(g.Mover(g.Random + i))
	}
}

// Scale finds the scale of greatest likelihood: where the predictions, weighted by their scores, are right in the sum. That sum
// falls with the slope, so halving finds it.
func (o *Outcomes) Scale() (float64, error) {
	surplus := func(logScale float64) (sum float64) { // of the points there are over those predicted
		slope := math.Exp(-logScale)
		for i, n := range o.positions {
			if s := float64(i) - float64(gomoku.MaxEval); n > 0 {
				sum += s * (o.points[i] - float64(n)*logistic.Chance(slope*s))
			}
		}
		return sum
	}
	low, high := math.Log(1), math.Log(1e5)
	if surplus(low) >= 0 || surplus(high) <= 0 {
		return 0, fmt.Errorf("the scores of %d games do not tell the results, or tell them all: more games are needed", o.Games)
	}
	for range 60 {
		if middle := (low + high) / 2; surplus(middle) < 0 {
			low = middle // too steep
		} else {
			high = middle
		}
	}
	return math.Exp((low + high) / 2), nil
}
