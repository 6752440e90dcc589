package match

import (
	"fmt"
	"math"

	"github.com/gomoku-go/gomoku"
)

// A Count counts the games of a player.
type Count struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// add counts a game that brought the given half points: 0, 1 or 2.
func (c *Count) add(half int) {
	switch half {
	case 0:
		c.Lost++
	case 1:
		c.Drawn++
	case 2:
		c.Won++
	}
}

// Games returns the number of games.
func (c Count) Games() int { return c.Won + c.Drawn + c.Lost }

// Points returns the points of the player: 1 for a game won, ½ for a draw.
func (c Count) Points() float64 { return float64(c.Won) + float64(c.Drawn)/2 }

// Score returns the player's share of the points, between 0 and 1; NaN without games.
func (c Count) Score() float64 { return c.Points() / float64(c.Games()) }

// plus returns the sum of two counts.
func (c Count) plus(d Count) Count { return Count{c.Won + d.Won, c.Drawn + d.Drawn, c.Lost + d.Lost} }

// reversed returns the games from the opponent's view.
func (c Count) reversed() Count { return Count{Won: c.Lost, Drawn: c.Drawn, Lost: c.Won} }

// A Tally is the result of a match from the view of player A. The zero value is empty.
//
// Its statistics take a pair of games as the unit, because the two games from one opening are not independent of each other: an
// opening that favors Black lets each player win once.
type Tally struct {
	Black Count `json:"black"` // games in which A was Black
	White Count `json:"white"` // games in which A was White

	// Pairs counts pairs of games by the half points that they brought A: 0 for two losses, up to 4 for two wins. The
	// literature calls these the pentanomial frequencies.
	Pairs [5]int `json:"pairs"`

	single single // the last game, if it waits for the second one of its pair
}

// A single is what a Tally remembers of the first game of a pair.
type single struct {
	pair, half int
	waits      bool
}

// Add counts a game. Games come in the order of their numbers, as [Run] yields them; one whose partner is missing counts in
// the score, and not in Pairs.
func (t *Tally) Add(g *Game) {
	half := int(2 * g.Points())
	if g.Color == gomoku.Black {
		t.Black.add(half)
	} else {
		t.White.add(half)
	}
	if pair := g.Number / 2; t.single.waits && t.single.pair == pair {
		t.Pairs[t.single.half+half]++
		t.single = single{}
	} else {
		t.single = single{pair: pair, half: half, waits: true}
	}
}

// Total returns the games of both colors together.
func (t Tally) Total() Count { return t.Black.plus(t.White) }

// FirstPlayer returns all games from the view of Black, which shows the advantage of the first move.
func (t Tally) FirstPlayer() Count { return t.Black.plus(t.White.reversed()) }

// Games returns the number of games.
func (t Tally) Games() int { return t.Total().Games() }

// Score returns A's share of the points, between 0 and 1; NaN without games.
func (t Tally) Score() float64 { return t.Total().Score() }

// pairs returns the number of pairs, and the mean and the sample variance of a pair's score, between 0 and 1.
func (t Tally) pairs() (n, mean, variance float64) {
	var sum, squares float64
	for half, count := range t.Pairs {
		score := float64(half) / 4
		n += float64(count)
		sum += float64(count) * score
		squares += float64(count) * score * score
	}
	mean = sum / n
	return n, mean, max(0, squares-sum*mean) / (n - 1)
}

// StdErr returns the standard error of Score, by pairs; NaN with less than two of them.
func (t Tally) StdErr() float64 {
	n, _, variance := t.pairs()
	if n < 2 {
		return math.NaN()
	}
	return math.Sqrt(variance / n)
}

// confidence is that of all intervals.
const confidence = 0.95

// Interval returns the 95 % interval of A's true score, by Student's t distribution over the pairs. With less than two pairs, or
// if all of them scored the same, it is the score interval of E. B. Wilson (1927) over the games; without games, 0 to 1.
func (t Tally) Interval() (low, high float64) {
	n, _, variance := t.pairs()
	if n < 2 || variance == 0 {
		return wilson(t.Total())
	}
	// A game whose partner is missing counts in the score, not in the spread.
	score, half := t.Score(), studentQuantile((1+confidence)/2, n-1)*t.StdErr()
	return max(0, score-half), min(1, score+half)
}

// Elo returns the difference in Elo between A and B, with its 95 % interval: [Elo] of Score and Interval.
func (t Tally) Elo() (elo, low, high float64) {
	low, high = t.Interval()
	return Elo(t.Score()), Elo(low), Elo(high)
}

// String returns the result for people, as in "12.5 of 20, 62.5 % [44.1, 80.9]": points, games, score and its 95 % interval.
func (t Tally) String() string {
	if t.Games() == 0 {
		return "no games"
	}
	low, high := t.Interval()
	return fmt.Sprintf("%.1f of %d, %.1f %% [%.1f, %.1f]", t.Total().Points(), t.Games(), 100*t.Score(), 100*low, 100*high)
}

// Elo returns the difference of ratings that corresponds to a score between 0 and 1, by the logistic formula; ±Inf at 0 and 1.
func Elo(score float64) float64 { return 400 * math.Log10(score/(1-score)) }

// Expected returns the expected score at a difference of ratings. It is the inverse of [Elo].
func Expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// wilson returns the score interval of E. B. Wilson (1927), with a draw as half a success.
func wilson(c Count) (low, high float64) {
	n := float64(c.Games())
	if n == 0 {
		return 0, 1
	}
	const z = 1.959963984540054 // the normal quantile of (1+confidence)/2
	p := c.Score()
	center := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	low, high = max(0, center-half), min(1, center+half)
	switch p { // exact, where rounding would leave a little
	case 0:
		low = 0
	case 1:
		high = 1
	}
	return low, high
}
