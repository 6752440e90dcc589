// Package tune seeks good numbers for an evaluator of your own, or for the options of a search, by letting them play: two
// searchers that differ in nothing but these numbers play pairs of games from one opening, with the colors changed.
//
// A [Param] describes a number, and [Games] says how a vector of values plays. [Grid] plays all combinations of some values
// against fixed ones, coarse to fine: a table that shows how much each number matters. [SPSA] turns any number of them at once,
// a little after each pair of games.
//
//	g := &tune.Games{Player: tune.Evaluator(func(v []float64) gomoku.Evaluator { return Mine{v[0], v[1]} })}
//	params := []tune.Param{
//		{Name: "three", Low: 1, High: 9, Step: 2, Start: 3},
//		{Name: "two", Low: 0, High: 2, Step: 0.5, Start: 1},
//	}
//	rounds, err := tune.Grid(ctx, params, g, &tune.GridOptions{Pairs: 50, Rounds: 2})
//
// # Chance
//
// Games decide little: after 100 of them a score of 50 % may as well have been 40 or 60. The interval of a [match.Tally] says how
// much. The best of many cells owes some of its score to luck, so test it in a confirmation match from openings that the search
// has not seen, those of another seed:
//
//	best := rounds[len(rounds)-1].Best().Values
//	t, err := match.Play(ctx, g.Contender(best), g.Contender([]float64{3, 1}), &match.Options{Games: 400, Seed: g.Seed + 1})
//
// And what wins at a small depth need not win at a large one.
//
// # Reproducibility
//
// The same parameters, settings and seed give the same games and the same answer on any number of processors, if the searches
// end by depth or nodes and have one thread each. A game is therefore never played twice: those in [RunOptions.Done], of this
// run or an earlier one that was killed, are taken as they are.
package tune

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
)

// A Param is a number to tune.
type Param struct {
	Name      string  // for errors and tables
	Low, High float64 // the least and the greatest value to try; where both are the same, the number keeps that value
	// Step is the distance between neighbors in the first round of [Grid]. For [SPSA] it is how far the two players'
	// values lie from the mean at the end: so far that it is worth some percent of the games.
	Step float64
	// Start is the value of the player that Grid plays against, which may lie outside Low and High, and the value that
	// SPSA begins with.
	Start   float64
	Integer bool // only whole numbers: Low, High and Start must be whole, for Grid Step too
}

func (p *Param) fixed() bool { return p.Low == p.High }

// check reports what is wrong with p, whatever it is used for.
func (p *Param) check() error {
	for _, v := range []float64{p.Low, p.High, p.Step, p.Start} {
		if math.IsNaN(v) || math.Abs(v) > maxValue {
			return fmt.Errorf("tune: parameter %q: %v is not a number between -%g and %g", p.Name, v, maxValue, maxValue)
		}
	}
	switch {
	case p.Low > p.High:
		return fmt.Errorf("tune: parameter %q: Low %v is above High %v", p.Name, p.Low, p.High)
	case !p.fixed() && p.Step <= 0:
		return fmt.Errorf("tune: parameter %q: a Step above 0 is needed, not %v", p.Name, p.Step)
	case p.Integer && (!whole(p.Low) || !whole(p.High) || !whole(p.Start)):
		return fmt.Errorf("tune: parameter %q: Low, High and Start must be whole numbers, not %v, %v and %v", p.Name, p.Low, p.High, p.Start)
	}
	return nil
}

const maxValue = 1e12 // far from where whole numbers have gaps

func whole(v float64) bool { return v == math.Trunc(v) }

func checkParams(params []Param) error {
	var errs []error
	for i := range params {
		errs = append(errs, params[i].check())
	}
	if !slices.ContainsFunc(params, func(p Param) bool { return !p.fixed() }) {
		errs = append(errs, errors.New("tune: no parameter has a High above its Low: there is nothing to try"))
	}
	return errors.Join(errs...)
}

func starts(params []Param) (v []float64) {
	for _, p := range params {
		v = append(v, p.Start)
	}
	return v
}

// Games says how the games of a search are played.
type Games struct {
	// Player returns the options of the searcher that plays with the given values, one for each parameter in their order.
	// It is called from several goroutines at once; the slice is its own. The seed of these options does not count:
	// each pair of games has its own. A searcher has a table of 4 MiB unless the options say otherwise.
	Player func(values []float64) ([]gomoku.Option, error)

	Limit gomoku.SearchOption // of each search; nil: WithDepth(4)
	Rule  gomoku.Rule
	Size  int    // of the board; 0: gomoku.DefaultSize
	Seed  uint64 // of openings, of the players' random choices and of those of SPSA

	// Openings are used by turns, one for each pair of games; nil: they are made from Seed, see [match.Openings].
	Openings [][]gomoku.Point
}

// RunOptions are the part of [GridOptions] and [SPSAOptions] that changes neither games nor answer.
type RunOptions struct {
	Parallel int // games at a time; 0: as many as there are processors

	// Done are games that need not be played: a run that continues after a kill puts those here that Finished saw, in any
	// order. They must have been played with the same settings.
	Done []Game

	// Finished is told of each game as soon as it ends, in whatever order; an error ends the search, and nothing is told after
	// it. Nil: nobody. It is called from the goroutine that called Grid or SPSA, as Progress is.
	Finished func(Game) error

	// Progress is told how many games there are, in this round of Grid or in the whole of SPSA, and how many are done, at
	// the beginning and after each. Nil: nobody.
	Progress func(done, all int)
}

// Evaluator returns a [Games.Player] for an evaluator that build makes from the values, with no other options. Build is called
// from several goroutines at once, and the evaluator may serve several searchers, as [gomoku.Evaluator] says.
func Evaluator(build func(values []float64) gomoku.Evaluator) func(values []float64) ([]gomoku.Option, error) {
	if build == nil {
		return nil // which Grid and the others refuse
	}
	return func(values []float64) ([]gomoku.Option, error) {
		return []gomoku.Option{gomoku.WithEvaluator(build(values))}, nil
	}
}

// Contender returns the player with these values for a match against any other: the confirmation match of what a search found,
// for example. Its searches have the limit of g.
func (g *Games) Contender(values []float64) *match.Contender {
	values = slices.Clone(values)
	options, err := g.options(values)
	if err != nil {
		return &match.Contender{Name: fmt.Sprint(values), New: func() (match.Player, error) { return nil, err }}
	}
	return match.Searcher(fmt.Sprint(values), options...)
}

// options returns those of the searcher that plays with the values.
func (g *Games) options(values []float64) ([]gomoku.Option, error) {
	if g.Player == nil {
		return nil, errNoPlayer
	}
	more, err := g.Player(slices.Clone(values))
	if err != nil {
		return nil, err
	}
	limit := g.Limit
	if limit == nil {
		limit = gomoku.WithDepth(4)
	}
	options := append([]gomoku.Option{gomoku.WithHashSize(4 << 20)}, more...)
	return append(options, limit), nil
}

var errNoPlayer = errors.New("tune: Games.Player is nil: it must make a searcher's options from values")

// A Game is a game of a search: player A has the values that are tried. It can be written as JSON and read back.
type Game struct {
	match.Game
	A []float64 `json:"a"` // the values of A
	B []float64 `json:"b"`
}

// key tells games apart that may go differently under the same settings.
func (g *Game) key() string { return keyOf(g.Number, g.A, g.B) }

func keyOf(number int, a, b []float64) string {
	key := strconv.AppendInt(nil, int64(number), 10)
	for _, values := range [2][]float64{a, b} {
		key = append(key, ':')
		for _, v := range values {
			key = strconv.AppendFloat(append(key, ' '), v, 'g', -1, 64)
		}
	}
	return string(key)
}
