package gomoku

import "math"

// winScale says how many units of score are one unit of log-odds under each rule: what the scores of the built-in evaluation
// turned out to be worth in games of the engine with itself. tools/tune fits them (tune winrate).
var winScale = [...]float64{
	Freestyle:    178,
	Standard:     181,
	Renju:        198,
	Caro:         400,
	CaroOverline: 377,
}

// WinRate returns what a side with the score s may expect from a game under the rule, from 0 for a loss to 1 for a win, a draw
// counting as one half: a logistic function of the score. A win that is certain is 1, a loss 0, see [Score.Mate].
//
// The scale is that of the built-in evaluation between equals; scores of another [Evaluator] may mean more or less. A number
// that is no rule has no scale: NaN.
func (s Score) WinRate(rule Rule) float64 {
	switch {
	case !rule.valid():
		return math.NaN()
	case s > MaxEval:
		return 1
	case s < -MaxEval:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(s)/winScale[rule]))
}
