package gomoku

import (
	"math"
	"strconv"
)

// A Score says how good a position is for the side to move: positive is good, 0 is even. Scores of an evaluator lie within
// ±[MaxEval]; those beyond are certain wins and losses, see [WinIn]. How much 100 points are worth depends on the evaluator; for the
// built-in one, [Score.WinRate] turns a score into winning chances.
//
// In JSON a score is a plain number. A win in n plies is 30,000 − n and a loss in n plies n − 30,000, so programs without
// [Score.Mate] can tell them too.
type Score int32

// MaxEval is the greatest score that an evaluator can give, and -MaxEval the least. The search limits scores to that range, so that
// no estimate can be mistaken for a certain win.
const MaxEval Score = 29_000

const (
	mateScore Score = 30_000                     // a win that is on the board already
	maxMate         = int(mateScore-MaxEval) - 1 // plies of the longest win that a score can tell
)

// WinIn returns the score of a certain win in the given number of plies: WinIn(1) means that the side to move wins with its next
// stone. Faster wins have higher scores. The range is 0 to 999 plies; numbers outside count as the nearest in it.
func WinIn(plies int) Score { return mateScore - Score(min(max(plies, 0), maxMate)) }

// LossIn returns the score of a certain loss in the given number of plies, which is -WinIn(plies): LossIn(2) means that the
// opponent wins with its next stone, whatever the side to move plays now.
func LossIn(plies int) Score { return -WinIn(plies) }

// Mate reports whether s is a certain win or loss (which chess programs call a mate), and after how many plies the game ends: plies
// is positive if the side to move wins and negative if it loses. The number is that of the line that was found. Where the win needs
// threes there may be a faster one, because such a win is proved without looking for the shortest.
func (s Score) Mate() (plies int, ok bool) {
	switch {
	case s > MaxEval && s <= mateScore:
		return int(mateScore - s), true
	case s < -MaxEval && s >= -mateScore:
		return -int(mateScore + s), true
	}
	return 0, false
}

// String returns the score with its sign, such as "+125", "-8" or "0". A win in seven plies is "+M7", a loss in six "-M6".
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

// WinRate returns the result that the side with score s can expect under the rule, from 0 for a certain loss to 1 for a certain
// win, where a draw counts as one half. It is a logistic function of the score.
//
// The scale fits the built-in evaluation, in games between players of equal strength; scores of another [Evaluator] may mean more or
// less. If rule is not a valid rule, WinRate returns NaN.
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
