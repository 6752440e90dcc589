package gomoku

import (
	"math"
	"strconv"
)

// A Score says how good a position is, from the view of the side to move: positive is good. An evaluator's scores lie
// within ±[MaxEval]; wins and losses lie beyond, see [WinIn]. What 100 is worth is up to the evaluator.
//
// In JSON a score is a plain number: a win in n plies is 30,000 − n and a loss in n plies n − 30,000, so that a reader who has no
// [Score.Mate] can tell them, too.
type Score int32

// MaxEval is the greatest score of an evaluator, and -MaxEval the least. The search saturates what lies beyond, so that
// no opinion can be taken for a win.
const MaxEval Score = 29_000

const (
	mateScore Score = 30_000                     // a win that is on the board already
	maxMate         = int(mateScore-MaxEval) - 1 // plies of the longest win that a score can tell
)

// WinIn returns the score of a win after the given number of plies: WinIn(1) says that the side to move wins with its
// next stone. Quicker wins have greater scores. Scores tell wins of 0 to 999 plies; other numbers count as the nearest.
func WinIn(plies int) Score { return mateScore - Score(min(max(plies, 0), maxMate)) }

// LossIn returns the score of a loss after the given number of plies, -WinIn(plies): LossIn(2) says that the opponent
// wins with its next stone, whatever the side to move plays.
func LossIn(plies int) Score { return -WinIn(plies) }

// Mate reports whether s is a win or a loss that is certain, and in how many plies by the line that was found; plies is negative
// when the side to move loses. There may be a shorter way to a win by threes, for such wins are proved without looking for the shortest.
func (s Score) Mate() (plies int, ok bool) {
	switch {
	case s > MaxEval && s <= mateScore:
		return int(mateScore - s), true
	case s < -MaxEval && s >= -mateScore:
		return -int(mateScore + s), true
	}
	return 0, false
}

// String returns the score with its sign, as in "+125", "-8" and "0"; a win in seven plies is "+M7", a loss in six "-M6".
func (s Score) String() string {
	if plies, ok := s.Mate(); ok {
		if s < 0 {
			return "-M" + strconv.Itoa(-plies)
		}
		return "+M" + strconv.Itoa(plies)
	}
	if s > 0 {
		return "+" + strconv.Itoa(int(s))
	}
	return strconv.Itoa(int(s))
}

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
