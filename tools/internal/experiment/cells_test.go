package experiment

import (
	"slices"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tune"
)

// By hand: see the test of match.Tally.Interval.
func TestScore(t *testing.T) {
	c := match.Tally{Black: match.Count{Won: 10, Drawn: 1, Lost: 9}, Pairs: [5]int{0, 2, 5, 3, 0}}
	if got, want := Score(c), "52.5 [39.3, 65.7]"; got != want { // 52.5 ± 2.262157·5.83333
		t.Errorf("score %s, want %s", got, want)
	}
}

// A cell is best only where no other reaches its interval.
func TestBest(t *testing.T) {
	// Ten pairs of games each, so many of them won twice, the others lost twice.
	cell := func(won int, v float64) tune.Cell {
		return tune.Cell{Values: []float64{v}, Tally: match.Tally{Black: match.Count{Won: won, Lost: 10 - won}, White: match.Count{Won: won, Lost: 10 - won}, Pairs: [5]int{10 - won, 0, 0, 0, won}}}
	}
	axes := []tune.Param{{Name: "defense"}}
	for want, cells := range map[string][]tune.Cell{
		"no cell is best: several have the same score; taken further: defense=2, 50.0 [":   {cell(5, 2), cell(5, 3), cell(4, 4)},
		"no cell is clearly best: 1 other is within the error of the highest, defense=3, ": {cell(5, 2), cell(6, 3), cell(0, 4)},
		"no cell is clearly best: 2 others are within the error of the highest, ":          {cell(5, 2), cell(6, 3), cell(5, 4)},
		"best: defense=3, 100.0 [": {cell(0, 2), cell(10, 3), cell(0, 4)},
	} {
		r := tune.Round{Cells: cells}
		s := &Grid{params: slices.Clone(axes)}
		if got := s.bestText(&table{axes: axes, rounds: []tune.Round{r}, best: *r.Best()}); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
