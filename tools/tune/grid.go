package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/causes"
	"github.com/gomoku-go/gomoku/tune"
)

func grid(args []string) error { return interruptible(args, runGrid) }

const gridUsage = `usage: tune grid [-axes NUMBER,... [-axes NUMBER,...]...] [flags]

plays every combination of some numbers against the start values, each opening twice with colors changed, coarse to fine: a
table of win rates for every -axes, one after the other, each with the best of those before.`

// What articles on the game look at, table by table.
var (
	shapeAxes = []string{
		"defense:0.7:1.2:0.1,openthree:0.4:0.7:0.1",
		"openfour:5:12:1.75,opentwo:200:400:50",
		"width:8:20:4,radius:1:3:1",
	}
	patternAxes = []string{"defense:0.7:1.2:0.1,width:8:24:8"}
)

// A gridTable is what came of one -axes.
type gridTable struct {
	axes   []tune.Param
	rounds []tune.Round
	best   tune.Cell
}

// An experiment is what came of all of them.
type experiment struct {
	flags        *gameFlags
	params       []tune.Param // all numbers, in the order in which they came first
	tables       []*gridTable
	best         []float64                  // of all tables
	confirmation match.Tally                // the best against the start; no games if nobody asked
	causes       map[string]*causes.Verdict // of losses, by lossKey; nil if nobody asked
}

func runGrid(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	f := flag.NewFlagSet("grid", flag.ContinueOnError)
	var o gameFlags
	var lists []string
	f.Func("axes", "one table, of mostly two numbers: NAME:LOW:TOP:STEP or NAME=START:LOW:TOP:STEP, separated by commas; START is the opponent's; more tables with more of these flags (default: what articles look at)", func(s string) error {
		lists = append(lists, s)
		return nil
	})
	pairs := f.Int("pairs", 20, "pairs of games of each cell in the first round of a table; twice as many in each further one")
	rounds := f.Int("rounds", 2, "rounds of each table: after the first, each has half the step, around the best")
	confirm := f.Int("confirm", 200, "at last, a confirmation match of so many pairs of games, from new openings, between the best of all tables and the start; 0: none")
	nodes := f.Int("causes", causes.LeastNodes, "look at each lost game with so many nodes a position, and name why; 0: do not")
	tableFile := f.String("table", "", "write the tables to this file as well, Markdown or CSV by its ending, .md or .csv")
	plotFile := f.String("plot", "", "draw the first round of each table to this file as a heat map, PNG or SVG by its ending, .png or .svg")
	o.define(f, "shape", 4, 0)
	if err := parse(f, args, gridUsage, stderr); err != nil {
		return err
	}
	switch ending := filepath.Ext(*tableFile); {
	case *tableFile != "" && ending != ".md" && ending != ".csv":
		return fmt.Errorf("-table %s: want a name that ends in .md or .csv", *tableFile)
	case *confirm < 0:
		return fmt.Errorf("-confirm %d: at least 0", *confirm)
	case *nodes < 0 || *nodes > 0 && *nodes < causes.LeastNodes:
		return fmt.Errorf("-causes %d: at least %d nodes, or 0 for none", *nodes, causes.LeastNodes)
	case *pairs < 1:
		return fmt.Errorf("-pairs %d: at least 1", *pairs)
	case *rounds < 1:
		return fmt.Errorf("-rounds %d: at least 1", *rounds)
	}
	if ending := filepath.Ext(*plotFile); *plotFile != "" && ending != ".png" && ending != ".svg" {
		return fmt.Errorf("-plot %s: want a name that ends in .png or .svg", *plotFile)
	}
	if err := o.read(); err != nil {
		return err
	}
	s := &experiment{flags: &o}
	if err := s.readAxes(lists); err != nil {
		return err
	}
	for _, t := range s.tables {
		if *plotFile != "" && len(t.axes) > 2 {
			return fmt.Errorf("-plot shows tables of one or two numbers, and there is one of %d: %s", len(t.axes), strings.Join(names(t.axes), ", "))
		}
	}
	now, err := o.settings()
	if err != nil {
		return err
	}
	now["numbers of -axes"] = strings.Join(names(s.params), ",") // the values of games are in their order
	s.flags.play(names(s.params))
	if err := s.check(*pairs, *rounds); err != nil {
		return err
	}
	for _, name := range []string{*tableFile, *plotFile} {
		if _, err := os.Stat(filepath.Dir(name)); err != nil { // rather now than after the games
			return err
		}
	}
	closeLog, err := o.openLog("grid", now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeLog()) }()

	if err := s.play(ctx, *pairs, *rounds, *confirm, stderr); err != nil {
		return err
	}
	if err := s.findCauses(ctx, *nodes, stderr); err != nil {
		return err
	}
	var text bytes.Buffer
	s.writeText(&text)
	if _, err := stdout.Write(text.Bytes()); err != nil {
		return err
	}
	if *tableFile != "" {
		text.Reset()
		if filepath.Ext(*tableFile) == ".md" {
			s.writeMarkdown(&text)
		} else if err := s.writeCSV(&text); err != nil {
			return err
		}
		if err := writeFile(*tableFile, text.Bytes()); err != nil {
			return err
		}
	}
	if *plotFile != "" {
		text.Reset()
		if err := s.draw(&text, filepath.Ext(*plotFile)); err != nil {
			return err
		}
		return writeFile(*plotFile, text.Bytes())
	}
	return nil
}

// readAxes makes the tables of the lists.
func (s *experiment) readAxes(lists []string) error {
	if len(lists) == 0 {
		lists = patternAxes
		if s.flags.evaluator == "shape" {
			lists = shapeAxes
		}
	}
	starts := map[string]float64{}
	for _, list := range lists {
		axes, err := s.flags.target.params("-axes", list)
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
		s.tables = append(s.tables, &gridTable{axes: axes})
	}
	return nil
}

// start is what the opponent has.
func (s *experiment) start() (v []float64) {
	for _, p := range s.params {
		v = append(v, p.Start)
	}
	return v
}

// tableParams are the numbers of a table over their axes, and the others with the given values.
func (s *experiment) tableParams(t *gridTable, others []float64) []tune.Param {
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
func (s *experiment) check(pairs, rounds int) error {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for _, t := range s.tables {
		_, err := tune.Grid(over, s.tableParams(t, s.start()), &s.flags.games, &tune.GridOptions{Pairs: pairs, Rounds: rounds})
		if !errors.Is(err, context.Canceled) {
			return err
		}
	}
	return nil
}

// play plays the tables one after the other, and the confirmation match. What is best in one is kept in those that follow.
func (s *experiment) play(ctx context.Context, pairs, rounds, confirm int, stderr io.Writer) (err error) {
	s.best = s.start()
	for n, t := range s.tables {
		show(&s.flags.run, fmt.Sprintf("table %d of %d", n+1, len(s.tables)), stderr)
		o := &tune.GridOptions{Pairs: pairs, Rounds: rounds, RunOptions: s.flags.run}
		if t.rounds, err = tune.Grid(ctx, s.tableParams(t, s.best), &s.flags.games, o); err != nil {
			return err
		}
		t.best = *t.rounds[len(t.rounds)-1].Best()
		s.best = t.best.Values
	}
	if confirm > 0 {
		s.confirmation, err = s.flags.confirm(ctx, s.best, s.start(), pairs<<(rounds-1), confirm, stderr)
	}
	return err
}

// lossKey names a lost game: the same one may stand in several rounds.
func lossKey(c *tune.Cell, g *tune.Game) string { return fmt.Sprint(g.Number, c.Values) }

// findCauses looks at every game that the tried values lost.
func (s *experiment) findCauses(ctx context.Context, nodes int, stderr io.Writer) error {
	if nodes == 0 {
		return nil
	}
	var keys []string
	var lost []*match.Game
	seen := map[string]bool{}
	for _, t := range s.tables {
		for _, r := range t.rounds {
			for i := range r.Cells {
				for j := range r.Cells[i].Games {
					c, g := &r.Cells[i], &r.Cells[i].Games[j]
					if key := lossKey(c, g); g.Points() == 0 && !seen[key] {
						seen[key] = true
						keys, lost = append(keys, key), append(lost, &g.Game)
					}
				}
			}
		}
	}
	verdicts, err := causes.Find(ctx, lost, nodes, s.flags.run.Parallel, stderr)
	if err == nil {
		err = ctx.Err()
	}
	s.causes = map[string]*causes.Verdict{}
	for i, v := range verdicts {
		s.causes[keys[i]] = v
	}
	return err
}

// lossCauses counts the causes of a cell's losses.
func (s *experiment) lossCauses(c *tune.Cell) (count causes.Count) {
	for i := range c.Games {
		if v := s.causes[lossKey(c, &c.Games[i])]; v != nil && c.Games[i].Points() == 0 {
			count[v.Cause]++
		}
	}
	return count
}

// missedThree says how many of these losses came of a three: an open one of the opponent that was let stand, or one's own
// that could have become an open four.
func missedThree(c causes.Count) int { return c[causes.LeftThree] + c[causes.MissedFour] }

// score writes a score with its 95 % interval by pairs, in percent.
func score(t match.Tally) string {
	low, high := t.Interval()
	return fmt.Sprintf("%.1f [%.1f, %.1f]", 100*t.Score(), 100*low, 100*high)
}

// list writes values of numbers.
func list(params []tune.Param, of func(i int) float64) string {
	var parts []string
	for i, p := range params {
		parts = append(parts, p.Name+"="+value(p.Name, of(i)))
	}
	return strings.Join(parts, " ")
}

// settingsText says how all games went, and against whom.
func (s *experiment) settingsText() string {
	o := s.flags
	text := fmt.Sprintf("evaluator %s, %s, %v %dx%d, seed %d", o.evaluator, o.limits(), o.games.Rule, o.games.Size, o.games.Size, o.games.Seed)
	if set := o.target.set; len(set) > 0 {
		for _, name := range slices.Sorted(maps.Keys(set)) {
			text += fmt.Sprintf(", %s=%s", name, value(name, set[name]))
		}
	}
	return text
}

// index finds the numbers of a table among all.
func (s *experiment) index(t *gridTable) (at []int) {
	for _, a := range t.axes {
		at = append(at, slices.IndexFunc(s.params, func(p tune.Param) bool { return p.Name == a.Name }))
	}
	return at
}
