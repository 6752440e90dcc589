package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gomoku-go/gomoku/match"
)

// A result is that of a pair of games from one opening.
type result struct {
	a, b   int // players
	pair   int
	points float64 // of a, out of 2
}

func sortResults(results []result) {
	slices.SortFunc(results, func(x, y result) int { return cmp.Compare(x.pair, y.pair) })
}

// fit returns the ratings that make the results most likely, by the model of Bradley and Terry (1952) with a draw as half a
// win; the first of n players has 0. Each two players that met are given half a point in two more games, which keeps a match without a
// lost game from an infinite distance and changes others by a hundredth.
//
// It is the iteration of Hunter ("MM algorithms for generalized Bradley-Terry models", 2004), by Newton's method for one player at
// a time.
func fit(n int, results []result) []float64 {
	type total struct{ points, games float64 }
	met := map[[2]int]total{}
	for _, r := range results {
		t := met[[2]int{r.a, r.b}]
		met[[2]int{r.a, r.b}] = total{t.points + r.points, t.games + 2}
	}
	type meeting struct {
		other         int
		points, games float64
	}
	meetings := make([][]meeting, n)
	for pair, t := range met {
		t.points, t.games = t.points+0.5, t.games+1
		meetings[pair[0]] = append(meetings[pair[0]], meeting{pair[1], t.points, t.games})
		meetings[pair[1]] = append(meetings[pair[1]], meeting{pair[0], t.games - t.points, t.games})
	}
	for _, m := range meetings { // not by the order of the map: sums of floating point
		slices.SortFunc(m, func(x, y meeting) int { return x.other - y.other })
	}
	const perElo = math.Ln10 / 400
	ratings := make([]float64, n)
	for range 20_000 {
		largest := 0.0
		for i := 1; i < n; i++ {
			slope, curvature := 0.0, 0.0
			for _, m := range meetings[i] {
				e := match.Expected(ratings[i] - ratings[m.other])
				slope += m.points - m.games*e
				curvature += m.games * e * (1 - e)
			}
			if curvature > 0 {
				step := max(-200, min(slope/curvature/perElo, 200))
				ratings[i] += step
				largest = max(largest, math.Abs(step))
			}
		}
		if largest < 0.001 {
			break
		}
	}
	return ratings
}

// samples is the number of bootstrap samples.
const samples = 400

// bootstrap fits samples of the results, drawn with replacement from those of each two players.
func bootstrap(n int, results []result, samples int) [][]float64 {
	r := rand.New(rand.NewPCG(1, 2))
	groups := map[[2]int][]result{}
	var keys [][2]int
	for _, x := range results {
		k := [2]int{x.a, x.b}
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], x)
	}
	var fits [][]float64
	for range samples {
		var sample []result
		for _, k := range keys {
			for range groups[k] {
				sample = append(sample, groups[k][r.IntN(len(groups[k]))])
			}
		}
		fits = append(fits, fit(n, sample))
	}
	return fits
}

// interval returns the 95 % interval of what f makes of the fits.
func interval(fits [][]float64, f func(ratings []float64) float64) (low, high float64) {
	values := make([]float64, len(fits))
	for i, ratings := range fits {
		values[i] = f(ratings)
	}
	slices.Sort(values)
	cut := len(values) * 25 / 1000
	return values[cut], values[len(values)-1-cut]
}
