package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/causes"
	"github.com/gomoku-go/gomoku/tune"
)

// What articles on the game look at, table by table.
var (
	shapeAxes = []string{
		"defense:0.7:1.2:0.1,openthree:0.4:0.7:0.1",
		"openfour:5:12:1.75,opentwo:200:400:50",
		"width:8:20:4,radius:1:3:1",
	}
	patternAxes = []string{"defense:0.7:1.2:0.1,width:8:24:8"}
)

// A Grid is an experiment of one or more tables, each of which tries all combinations of some parameters against the start
// values. A table begins with the best of those before.
type Grid struct {
	runner       *Runner
	pairs        int          // of each cell in the first round of a table
	rounds       int          // of each table
	params       []tune.Param // all parameters, in the order in which they came first
	tables       []*table
	best         []float64                  // of all tables
	confirmation match.Tally                // the best against the start; no games if nobody asked
	causes       map[string]*causes.Verdict // of losses, by lossKey; nil if nobody asked
}

// A table is what came of one list of axes.
type table struct {
	axes   []tune.Param
	rounds []tune.Round
	best   tune.Cell
}

// NewGrid makes a grid of the tables whose axes are listed; without any, of those that articles show. It finds what is wrong
// with any of them before the first one is played.
func NewGrid(r *Runner, axes []string, pairs, rounds int) (*Grid, error) {
	s := &Grid{runner: r, pairs: pairs, rounds: rounds}
	if err := s.readAxes(axes); err != nil {
		return nil, err
	}
	r.Play(s.params)
	return s, s.check()
}

// Drawable returns an error if a table has too many axes for a heat map.
func (s *Grid) Drawable() error {
	for _, t := range s.tables {
		if len(t.axes) > 2 {
			return fmt.Errorf("-plot shows tables of one or two parameters, and there is one of %d: %s", len(t.axes), strings.Join(names(t.axes), ", "))
		}
	}
	return nil
}

// Parameters names all parameters, in the order of a game's values.
func (s *Grid) Parameters() []string { return names(s.params) }

// readAxes makes the tables of the lists.
func (s *Grid) readAxes(lists []string) error {
	if len(lists) == 0 {
		lists = patternAxes
		if s.runner.Evaluator == "shape" {
			lists = shapeAxes
		}
	}
	starts := map[string]float64{}
	for _, list := range lists {
		axes, err := s.runner.Params("-axes", list)
		if err != nil {
			return err
		}
		for _, a := range axes {
			switch start, again := starts[a.Name]; {
			case !again:
				starts[a.Name] = a.Start
				s.params = append(s.params, tune.Param{Name: a.Name, Low: a.Start, High: a.Start, Start: a.Start, Integer: a.Integer})
			case start != a.Start:
				return fmt.Errorf("-axes %s: %s starts with %v, and with %v in another table; the opponent of all tables is one", list, a.Name, a.Start, start)
			}
		}
		s.tables = append(s.tables, &table{axes: axes})
	}
	return nil
}

// start is what the opponent has.
func (s *Grid) start() (v []float64) {
	for _, p := range s.params {
		v = append(v, p.Start)
	}
	return v
}

// tableParams are the parameters of a table over their axes, and the others with the given values.
func (s *Grid) tableParams(t *table, others []float64) []tune.Param {
	params := slices.Clone(s.params)
	for i := range params {
		params[i].Low, params[i].High = others[i], others[i]
		for _, a := range t.axes {
			if a.Name == params[i].Name {
				params[i] = a
			}
		}
	}
	return params
}

// check finds what is wrong with any of the tables before the first one is played: a grid whose time is over plays nothing.
func (s *Grid) check() error {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for _, t := range s.tables {
		_, err := tune.Grid(over, s.tableParams(t, s.start()), &s.runner.Games, &tune.GridOptions{Pairs: s.pairs, Rounds: s.rounds})
		if !errors.Is(err, context.Canceled) {
			return err
		}
	}
	return nil
}

// Play plays the tables one after the other, and a confirmation match of so many pairs of games. What is best in one table is
// kept in those that follow.
func (s *Grid) Play(ctx context.Context, confirm int, stderr io.Writer) (err error) {
	s.best = s.start()
	for n, t := range s.tables {
		ShowProgress(&s.runner.Run, fmt.Sprintf("table %d of %d", n+1, len(s.tables)), stderr)
		o := &tune.GridOptions{Pairs: s.pairs, Rounds: s.rounds, RunOptions: s.runner.Run}
		if t.rounds, err = tune.Grid(ctx, s.tableParams(t, s.best), &s.runner.Games, o); err != nil {
			return err
		}
		t.best = *t.rounds[len(t.rounds)-1].Best()
		s.best = t.best.Values
	}
	if confirm > 0 {
		s.confirmation, err = s.runner.Confirm(ctx, s.best, s.start(), s.pairs<<(s.rounds-1), confirm, stderr)
	}
	return err
}
