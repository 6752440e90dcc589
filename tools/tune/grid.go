package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/gomoku-go/gomoku/tools/internal/atomicfile"
	"github.com/gomoku-go/gomoku/tools/internal/causes"
	"github.com/gomoku-go/gomoku/tools/internal/experiment"
)

const gridIntroduction = `
Plays every combination of some parameters against the start values, each opening twice with
colors changed, coarse to fine: a table of scores for every -axes, one after the other, each
with the best of those before. At the end the best of all plays a confirmation match.

    go run ./tune grid -axes openthree:0.4:0.7:0.1,three:500:2000:500 -pairs 100 -plot threes.svg

Without flags it takes about five minutes on two cores, for 4,000 games at depth 4. It prints
tables, and writes files where -table, -plot and -log say.

` + experiment.ParametersHelp

// gridFlags are those of grid that are not of all experiments.
type gridFlags struct {
	axes                           []string
	pairs, rounds, confirm, causes int
	table, plot                    string
}

// check checks the flags that need nothing else.
func (g *gridFlags) check() error {
	switch ending := filepath.Ext(g.table); {
	case g.table != "" && ending != ".md" && ending != ".csv":
		return fmt.Errorf("-table %s: want a name that ends in .md or .csv", g.table)
	case g.confirm < 0:
		return fmt.Errorf("-confirm %d: at least 0", g.confirm)
	case g.causes < 0 || g.causes > 0 && g.causes < causes.LeastNodes:
		return fmt.Errorf("-causes %d: at least %d nodes, or 0 for none", g.causes, causes.LeastNodes)
	case g.pairs < 1:
		return fmt.Errorf("-pairs %d: at least 1", g.pairs)
	case g.rounds < 1:
		return fmt.Errorf("-rounds %d: at least 1", g.rounds)
	}
	if ending := filepath.Ext(g.plot); g.plot != "" && ending != ".png" && ending != ".svg" {
		return fmt.Errorf("-plot %s: want a name that ends in .png or .svg", g.plot)
	}
	return nil
}

// grid plays tables of parameters.
func grid(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	f := newFlags("grid", gridIntroduction, stdout)
	var g gridFlags
	var r experiment.Runner
	f.Func("axes", "a table, of mostly two `parameters`: NAME:LOW:TOP:STEP or NAME=START:LOW:TOP:STEP, separated by commas; START is the opponent's; more tables with more of these flags (default: what articles look at)", func(s string) error {
		g.axes = append(g.axes, s)
		return nil
	})
	f.IntVar(&g.pairs, "pairs", 20, "pairs of games of each cell in the first round of a table; twice as many in each further one")
	f.IntVar(&g.rounds, "rounds", 2, "rounds of each table: after the first, each has half the step, around the best")
	f.IntVar(&g.confirm, "confirm", 200, "pairs of games of a confirmation match at the end, from new openings, between the best of all tables and the start; 0: none")
	f.IntVar(&g.causes, "causes", causes.LeastNodes, "look at each lost game with so many `nodes` a position, and name why; 0: do not")
	f.StringVar(&g.table, "table", "", "write the tables to this `file` too, Markdown or CSV by its ending, .md or .csv")
	f.StringVar(&g.plot, "plot", "", "draw the first round of each table to this `file` as a heat map, PNG or SVG by its ending, .png or .svg")
	gameFlags(f, &r, "shape", 4, 0)
	if err := parse(f, args, seeFlags); err != nil {
		return err
	}
	if err := g.check(); err != nil {
		return err
	}
	if err := r.Load(); err != nil {
		return err
	}
	s, err := experiment.NewGrid(&r, g.axes, g.pairs, g.rounds)
	if err != nil {
		return err
	}
	if err := g.checkFiles(s); err != nil {
		return err
	}
	now, err := r.Settings()
	if err != nil {
		return err
	}
	now["parameters of -axes"] = strings.Join(s.Parameters(), ",") // the values of games are in their order
	closeLog, err := r.OpenLog("grid", now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeLog()) }()

	if err := s.Play(ctx, g.confirm, stderr); err != nil {
		return err
	}
	if err := s.FindCauses(ctx, g.causes, stderr); err != nil {
		return err
	}
	return g.write(s, stdout)
}

// checkFiles finds out before the games whether the files can be written.
func (g *gridFlags) checkFiles(s *experiment.Grid) error {
	if g.plot != "" {
		if err := s.Drawable(); err != nil {
			return err
		}
	}
	for _, name := range []string{g.table, g.plot} {
		if _, err := os.Stat(filepath.Dir(name)); err != nil {
			return err
		}
	}
	return nil
}

// write shows what came of the grid, and writes the files.
func (g *gridFlags) write(s *experiment.Grid, stdout io.Writer) error {
	var b bytes.Buffer
	s.WriteText(&b)
	if _, err := stdout.Write(b.Bytes()); err != nil {
		return err
	}
	if g.table != "" {
		b.Reset()
		if filepath.Ext(g.table) == ".md" {
			s.WriteMarkdown(&b)
		} else if err := s.WriteCSV(&b); err != nil {
			return err
		}
		if err := atomicfile.Write(g.table, b.Bytes()); err != nil {
			return err
		}
	}
	if g.plot != "" {
		b.Reset()
		if err := s.Draw(&b, filepath.Ext(g.plot)); err != nil {
			return err
		}
		return atomicfile.Write(g.plot, b.Bytes())
	}
	return nil
}
