// Package stats says what the games of a match tell about two players' strength. The unit is the pair: two games from
// one opening with colors changed, which are not independent of each other.
package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Tally counts games from the view of one player, by points: 0 lost, ½ drawn, 1 won. The zero value is empty.
type Tally struct {
	Lost, Drawn, Won int
}

// Add counts a game that brought half points: 0, 1 or 2.
func (t *Tally) Add(half int) {
	switch half {
	case 0:
		t.Lost++
	case 1:
		t.Drawn++
	case 2:
		t.Won++
	}
}

func (t Tally) Games() int { return t.Lost + t.Drawn + t.Won }

func (t Tally) Points() float64 { return float64(t.Won) + float64(t.Drawn)/2 }

// Score is the share of the points, NaN without games.
func (t Tally) Score() float64 { return t.Points() / float64(t.Games()) }

// Pairs counts pairs of games by half points: 0 (both lost) to 4 (both won).
type Pairs [5]int

func (p Pairs) Count() int {
	n := 0
	for _, c := range p {
		n += c
	}
	return n
}

// distribution gives the score of each kind of pair, 0 to 1, and how often it came.
func (p Pairs) distribution() (scores, weights []float64) {
	for i, c := range p {
		scores = append(scores, float64(i)/4)
		weights = append(weights, float64(c))
	}
	return scores, weights
}

const confidence = 0.95

// Interval is the 95 % interval of the score, by the t distribution over the pairs. Where there are too few pairs, or
// all scored the same, it is the Wilson interval of the games.
func Interval(games Tally, pairs Pairs) (lo, hi float64) {
	if n := pairs.Count(); n >= 2 {
		mean, deviation := stat.MeanStdDev(pairs.distribution())
		if deviation > 0 {
			t := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile((1 + confidence) / 2)
			half := t * stat.StdErr(deviation, float64(n))
			// A game whose partner is missing counts in the score, not in the spread.
			if games.Games() > 0 {
				mean = games.Score()
			}
			return max(0, mean-half), min(1, mean+half)
		}
	}
	return wilson(games)
}

// wilson is the score interval of E. B. Wilson (1927), draws counted as half a success.
func wilson(games Tally) (lo, hi float64) {
	n := float64(games.Games())
	if n == 0 {
		return 0, 1
	}
	z := distuv.UnitNormal.Quantile((1 + confidence) / 2)
	p := games.Score()
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	lo, hi = max(0, centre-half), min(1, centre+half)
	switch p { // exact, where rounding would leave a little
	case 0:
		lo = 0
	case 1:
		hi = 1
	}
	return lo, hi
}

// Elo is the rating difference that a score stands for, ±Inf at 0 and 1.
func Elo(score float64) float64 {
	return 400 * math.Log10(score/(1-score))
}

// Expected is the score that a rating difference promises.
func Expected(elo float64) float64 {
	return 1 / (1 + math.Pow(10, -elo/400))
}
