package report

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/plots"
	"github.com/gomoku-go/gomoku/tools/internal/tables"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
	"github.com/gomoku-go/gomoku/tools/internal/training/winrate"
)

// A check compares the predictions of gomoku.Score.WinRate with what came of them, under one rule.
type check struct {
	rule      gomoku.Rule
	outcomes  *winrate.Outcomes
	bins      [winrate.NumBins]winrate.Bin
	meanError float64
	scale     float64  // of a fit to the same games, 0 if there is none
	sum       string   // of the games
	nodes     []string // a move, of the runs that the games are of
}

type checks []*check

// checkPredictions reads games. With heldOut only those count that a fit to the same files holds out.
func checkPredictions(names []string, heldOut bool) (list checks, err error) {
	all, err := data.Read(names)
	if err != nil {
		return nil, err
	}
	settings, err := settingsOf(names)
	if err != nil {
		return nil, err
	}
	for rule := gomoku.Freestyle; rule <= gomoku.CaroOverline; rule++ {
		c := &check{rule: rule, outcomes: new(winrate.Outcomes)}
		var some []*games.Game
		n := 0
		for _, g := range all {
			if g.Rule == rule {
				if !heldOut || data.HeldOut(n) {
					some = append(some, g)
					c.outcomes.Add(g)
				}
				n++
			}
		}
		if len(some) == 0 {
			continue
		}
		c.sum = games.Sum(some)
		c.bins, c.meanError = c.outcomes.Reliability(func(s gomoku.Score) float64 { return s.WinRate(rule) })
		if c.scale, err = c.outcomes.Scale(); err != nil {
			c.scale = 0
		}
		for _, s := range settings {
			if text := fmt.Sprintf("%d nodes, seed %d", s.Nodes, s.Seed); s.Rule == rule && s.Nodes > 0 && !slices.Contains(c.nodes, text) {
				c.nodes = append(c.nodes, text)
			}
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		return nil, errors.New("there are no games to check with: give files of selfplay with -data")
	}
	return list, nil
}

func settingsOf(names []string) (list []games.Settings, err error) {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		r, err := games.NewReader(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, r.Settings())
	}
	return list, nil
}

func (l checks) text() string {
	var b strings.Builder
	rows := tables.Table{{"Rule", "Run", "Games", "Positions", "certain, left out", "Mean error", "Scale that these games would have"}}
	for _, c := range l {
		scale := "none"
		if c.scale > 0 {
			scale = fmt.Sprintf("%.0f", c.scale)
		}
		rows = append(rows, []string{c.rule.String(), strings.Join(c.nodes, "; "), fmt.Sprint(c.outcomes.Games), fmt.Sprint(c.outcomes.Positions), fmt.Sprint(c.outcomes.Certain), fmt.Sprintf("%.2f %%", 100*c.meanError), scale})
	}
	b.WriteString(rows.Markdown(2))
	rows = tables.Table{{"Predicted"}}
	for _, c := range l {
		rows[0] = append(rows[0], c.rule.String(), "positions")
	}
	for i := range winrate.NumBins {
		row := []string{fmt.Sprintf("%d to %d %%", 100*i/winrate.NumBins, 100*(i+1)/winrate.NumBins)}
		for _, c := range l {
			if n := c.bins[i]; n.Positions > 0 {
				row = append(row, fmt.Sprintf("%.1f → %.1f", 100*n.Predicted, 100*n.Observed), fmt.Sprint(n.Positions))
			} else {
				row = append(row, "", "")
			}
		}
		rows = append(rows, row)
	}
	fmt.Fprintf(&b, "\nWhat was predicted in the mean → what came of it, in %%:\n\n%s\nSHA-256 of the games:\n\n", rows.Markdown(1))
	for _, c := range l {
		fmt.Fprintf(&b, "- %v `%s`\n", c.rule, c.sum)
	}
	return b.String()
}

// fewPositions is how many a bin needs to be drawn: with fewer, chance alone moves it by several percent.
const fewPositions = 100

// plots draws a reliability diagram of each rule.
func (l checks) plots() (list []*plot.Plot, err error) {
	for _, c := range l {
		p := plots.New(fmt.Sprintf("%v: mean error %.2f %%", c.rule, 100*c.meanError), "predicted", "observed")
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
		right, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}})
		if err != nil {
			return nil, err
		}
		right.Dashes = []vg.Length{vg.Points(2), vg.Points(2)}
		p.Add(right)
		var points plotter.XYs
		for _, b := range c.bins {
			if b.Positions >= fewPositions {
				points = append(points, plotter.XY{X: b.Predicted, Y: b.Observed})
			}
		}
		if len(points) > 0 {
			if err := plots.AddLine(p, "", points, plots.Inks[0]); err != nil {
				return nil, err
			}
		}
		list = append(list, p)
	}
	return list, nil
}
