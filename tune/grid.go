package tune

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/gomoku-go/gomoku/match"
)

// GridOptions are how much [Grid] plays, and how.
type GridOptions struct {
	Pairs  int // pairs of games of each cell in the first round; 0: 20. Each further round plays twice as many
	Rounds int // 0: one. After the first, each round has half the step around the best cell so far

	RunOptions
}

const defaultPairs = 20 // of a cell

// A Cell is what one vector of values scored.
type Cell struct {
	Values []float64   // in the order of the parameters
	Tally  match.Tally // of the values against the start
	Games  []Game      // in the order of their numbers
}

// A Round is one pass of [Grid].
type Round struct {
	Axes  [][]float64 // the values of each parameter, rising
	Cells []Cell      // all combinations of them; those of the last parameter change fastest
}

// Best returns the cell with the greatest score, the first of several. It panics if there are no cells.
func (r *Round) Best() *Cell {
	best := &r.Cells[0]
	for i := range r.Cells {
		if r.Cells[i].Tally.Score() > best.Tally.Score() {
			best = &r.Cells[i]
		}
	}
	return best
}

// Tied reports whether several cells have the greatest score, so that [Round.Best] is no better than some others.
func (r *Round) Tied() bool {
	best := r.Best()
	return slices.ContainsFunc(r.Cells, func(c Cell) bool {
		return c.Tally.Score() == best.Tally.Score() && !slices.Equal(c.Values, best.Values)
	})
}

// More than anyone has the time for.
const (
	maxCells  = 100_000
	maxGames  = 10_000_000 // of a round
	maxPairs  = 1_000_000
	maxRounds = 10
)

// Grid plays every combination of the parameters' values against the start values: Low, Low+Step, and so on up to High. Each
// further round takes, of every parameter, the best value so far and its neighbors at half the distance, and plays twice as
// many pairs; games of the same values in an earlier round count there too. All cells play from the same openings.
//
// The last round's [Round.Best] is the answer. The cost is the product of the numbers of values, times two games a pair;
// for more than three parameters take [SPSA]. Nil options mean the defaults. When ctx ends, the error is its cause; with any error, the
// rounds are those that are complete.
func Grid(ctx context.Context, params []Param, g *Games, options *GridOptions) ([]Round, error) {
	var o GridOptions
	if options != nil {
		o = *options
	}
	o.Pairs, o.Rounds = cmp.Or(o.Pairs, defaultPairs), cmp.Or(o.Rounds, 1)
	if err := checkParams(params); err != nil {
		return nil, err
	}
	for i := range params {
		if p := &params[i]; p.Integer && !p.fixed() && !whole(p.Step) {
			return nil, fmt.Errorf("tune: parameter %q: Step must be a whole number, not %v", p.Name, p.Step)
		}
	}
	switch {
	case o.Pairs < 1 || o.Pairs > maxPairs:
		return nil, fmt.Errorf("tune: GridOptions.Pairs is %d: want 1 to %d", o.Pairs, maxPairs)
	case o.Rounds < 1 || o.Rounds > maxRounds:
		return nil, fmt.Errorf("tune: GridOptions.Rounds is %d: want 1 to %d", o.Rounds, maxRounds)
	}
	r, err := newRunner(params, g, &o.RunOptions)
	if err != nil {
		return nil, err
	}
	opponent := starts(params)
	var rounds []Round
	for n := range o.Rounds {
		var best []float64
		if n > 0 {
			best = rounds[n-1].Best().Values
		}
		round := Round{Axes: make([][]float64, len(params))}
		cells, pairs := int64(1), o.Pairs<<n
		for i := range params {
			if round.Axes[i], err = params[i].axis(best, i, n); err != nil {
				return rounds, err
			}
			if cells *= int64(len(round.Axes[i])); cells > maxCells {
				return rounds, fmt.Errorf("tune: a grid of more than %d cells: take larger steps or fewer parameters", maxCells)
			}
		}
		if 2*cells*int64(pairs) > maxGames {
			return rounds, fmt.Errorf("tune: %d cells of %d pairs are more than %d games: take larger steps, or fewer parameters or pairs", cells, pairs, maxGames)
		}
		var vectors [][]float64
		var pairings []pairing
		for values := range combinations(round.Axes) {
			if err := r.checkPlayer(values); err != nil {
				return rounds, err
			}
			vectors = append(vectors, values)
			for k := range pairs {
				pairings = append(pairings, pairing{k, values, opponent})
			}
		}
		if err := r.checkPlayer(opponent); err != nil {
			return rounds, err
		}
		played, err := r.play(ctx, pairings, 0, 2*len(pairings))
		if err != nil {
			return rounds, err
		}
		for i, values := range vectors {
			round.Cells = append(round.Cells, cell(values, played[i*pairs:(i+1)*pairs]))
		}
		rounds = append(rounds, round)
	}
	return rounds, nil
}

// cell gathers the games of a vector.
func cell(values []float64, pairs [][2]Game) Cell {
	c := Cell{Values: values}
	for _, pair := range pairs {
		c.Games = append(c.Games, pair[:]...)
	}
	for i := range c.Games {
		c.Tally.Add(&c.Games[i].Game)
	}
	return c
}

// axis returns the values of a parameter in a round: all of them, or those around the best.
func (p *Param) axis(best []float64, i, round int) ([]float64, error) {
	if p.fixed() {
		return []float64{p.Low}, nil
	}
	if best == nil {
		n := math.Floor((p.High-p.Low)/p.Step + 1e-9) // 0.7 and five steps of 0.1 are 1.2, give or take a bit
		if n >= maxCells {
			return nil, fmt.Errorf("tune: parameter %q: Step %v makes more than %d values from %v to %v", p.Name, p.Step, maxCells, p.Low, p.High)
		}
		var values []float64
		for k := 0.0; k <= n; k++ {
			values = append(values, tidy(p.Low+k*p.Step))
		}
		if len(slices.Compact(slices.Clone(values))) < len(values) {
			return nil, fmt.Errorf("tune: parameter %q: Step %v is too small to tell values from %v to %v apart: twelve digits count", p.Name, p.Step, p.Low, p.High)
		}
		return values, nil
	}
	step := p.Step / math.Exp2(float64(round))
	if p.Integer {
		step = max(math.Round(step), 1)
	}
	var values []float64
	for _, v := range []float64{tidy(best[i] - step), best[i], tidy(best[i] + step)} {
		if v >= p.Low && v <= p.High {
			values = append(values, v)
		}
	}
	return slices.Compact(values), nil
}

// tidy takes off what the arithmetic left: 1 and not 0.9999999999999999, so that equal values are equal.
func tidy(v float64) float64 {
	if math.Abs(v) < 1e-290 {
		return 0 // the unit of less would be beyond all numbers
	}
	unit := math.Pow(10, 12-math.Ceil(math.Log10(math.Abs(v))))
	return math.Round(v*unit) / unit
}

// combinations yields all vectors with one value of each axis, the last axis changing fastest.
func combinations(axes [][]float64) iter.Seq[[]float64] {
	return func(yield func([]float64) bool) {
		index := make([]int, len(axes))
		for {
			values := make([]float64, len(axes))
			for i, k := range index {
				values[i] = axes[i][k]
			}
			if !yield(values) {
				return
			}
			i := len(axes) - 1
			for ; i >= 0; i-- {
				if index[i]++; index[i] < len(axes[i]) {
					break
				}
				index[i] = 0
			}
			if i < 0 {
				return
			}
		}
	}
}
