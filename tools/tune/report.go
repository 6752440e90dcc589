package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/games"
)

// report brings the report on the evaluation up to date. Each of its parts lies between two marks and is written anew as a
// whole; without what a part is made of it stays as it is.
func report(args []string) error {
	fs := flag.NewFlagSet("report", flag.ExitOnError)
	out := fs.String("out", "../docs/evaluation.md", "report to bring up to date")
	images := fs.String("images", "../docs/images", "directory for its pictures")
	weights := fs.String("weights", "../internal/eval/default.weights", "weight file to report on; the record of its fit lies beside it")
	data := fs.String("data", "", "files of games, separated by commas, to check predictions with; without any that part stays as it is")
	keptOnly := fs.Bool("kept-back", false, "of those games only the ones that fit keeps back")
	dir := fs.String("road", "", "directory of tune road, for the table of rounds; without one that part stays as it is")
	fs.Parse(args)
	if fs.NArg() > 0 {
		return fmt.Errorf("report: unexpected argument %q: see -help", fs.Arg(0))
	}
	if *keptOnly && *data == "" {
		return errors.New("-kept-back chooses from the games of -data: give both")
	}
	text, err := os.ReadFile(*out)
	if err != nil {
		return err
	}
	doc := string(text)
	link, err := filepath.Rel(filepath.Dir(*out), *images)
	if err != nil {
		return err
	}
	link = filepath.ToSlash(link)
	pictures := map[string][]*plot.Plot{} // drawn only when all else is right
	put := func(part, text string) {
		if err == nil {
			doc, err = replacePart(doc, part, text)
		}
	}

	f, file, err := readWeightFile(*weights)
	if err != nil {
		return err
	}
	facts, err := f.facts(file)
	if err != nil {
		return fmt.Errorf("%s: %w", *weights, err)
	}
	put("weights", facts)
	var curves strings.Builder
	for _, r := range f.records {
		name := fmt.Sprintf("curves-%v.png", r.Rule)
		fmt.Fprintf(&curves, "%v:\n\n![Learning curves, %v](%s/%s)\n\n%s\n", r.Rule, r.Rule, link, name, markdown(curveRows(r.Curves), 0))
		plots, plotErr := curvePlots(r.Curves)
		if plotErr != nil {
			return plotErr
		}
		pictures[name] = plots
	}
	put("curves", curves.String())
	if *data != "" {
		checks, checkErr := checkPredictions(fields(*data), *keptOnly)
		if checkErr != nil {
			return checkErr
		}
		plots, plotErr := checks.plot()
		if plotErr != nil {
			return plotErr
		}
		pictures["reliability.png"] = plots
		put("reliability", fmt.Sprintf("![Predicted and observed win rates](%s/reliability.png)\n\n%s", link, checks.text()))
	}
	if *dir != "" {
		r, roadErr := readRoad(*dir)
		if roadErr != nil {
			return roadErr
		}
		put("rounds", r.text())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", *out, err)
	}
	if err := os.MkdirAll(*images, 0o755); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(pictures)) {
		if err := writePlots(filepath.Join(*images, name), pictures[name]); err != nil {
			return err
		}
	}
	return writeFile(*out, []byte(doc))
}

// replacePart puts a text between the marks of a part.
func replacePart(doc, part, text string) (string, error) {
	begin := fmt.Sprintf("<!-- begin %s: written by tune report -->\n", part)
	end := fmt.Sprintf("<!-- end %s -->\n", part)
	before, rest, ok := strings.Cut(doc, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return "", fmt.Errorf("wants the lines %q and %q around the part to replace", strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return before + begin + "\n" + strings.TrimSpace(text) + "\n\n" + end + after, nil
}

// facts is what the weight file is and says, and what a test of the library holds against it.
func (f *weightFile) facts(file []byte) (string, error) {
	if len(f.fits) == 0 {
		return "", errors.New("says nothing of the fits that it comes from: write it with tune fit")
	}
	for _, s := range f.fits {
		if !slices.ContainsFunc(f.records, func(r fitRecord) bool { return reflect.DeepEqual(r.summary, s) }) {
			return "", fmt.Errorf("the record beside it, with %s behind its name, does not tell of the fit of %v: take the one that fit wrote with the file", recordEnding, s.Rule)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "The file has %d bytes, SHA-256 `%s`.\n\n", len(file), sumOf(file))
	rows := [][]string{{"Rule", "Games", "kept back", "Positions learned from", "kept back", "Losses on what was kept back"}}
	for _, s := range f.fits {
		var losses []string
		for _, name := range slices.Sorted(maps.Keys(s.Losses)) {
			losses = append(losses, fmt.Sprintf("%s %.5f", name, s.Losses[name]))
		}
		rows = append(rows, []string{s.Rule.String(), fmt.Sprint(s.Games), fmt.Sprint(s.KeptBack), fmt.Sprint(s.Positions), fmt.Sprint(s.Checked), strings.Join(losses, ", ")})
	}
	b.WriteString(markdown(rows, 1))
	var others []string
	for rule := gomoku.Freestyle; rule <= gomoku.CaroOverline; rule++ {
		if f.set[rule] == nil {
			others = append(others, rule.String())
		}
	}
	if len(others) > 0 {
		fmt.Fprintf(&b, "\nWithout weights of their own: %s.\n", strings.Join(others, ", "))
	}
	b.WriteString("\nIn the words of the file, with the SHA-256 of the games and all settings:\n\n")
	for _, s := range f.fits {
		text, err := json.Marshal(s)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "    # %s%s\n", fitMark, text)
	}
	for _, r := range f.records {
		fmt.Fprintf(&b, "\nThe fit of %v was made by a program with the checksum %s, %s.\n", r.Rule, r.Program, r.Go)
	}
	return b.String(), nil
}

// A check compares the predictions of gomoku.Score.WinRate with what came of them, under one rule.
type check struct {
	rule      gomoku.Rule
	outcomes  *outcomes
	bins      [numBins]bin
	meanError float64
	scale     float64 // of a fit to the same games, 0 if there is none
	data      string
	nodes     []string // a move, of the runs that the games are of
}

type checks []*check

// checkPredictions reads games. With keptOnly only those count that a fit to the same files keeps back.
func checkPredictions(names []string, keptOnly bool) (list checks, err error) {
	all, err := readGames(strings.Join(names, ","))
	if err != nil {
		return nil, err
	}
	settings, err := settingsOf(names)
	if err != nil {
		return nil, err
	}
	for rule := gomoku.Freestyle; rule <= gomoku.CaroOverline; rule++ {
		c := &check{rule: rule, outcomes: new(outcomes)}
		var some []*games.Game
		n := 0
		for _, g := range all {
			if g.Rule == rule {
				if !keptOnly || keptBack(n) {
					some = append(some, g)
					c.outcomes.add(g)
				}
				n++
			}
		}
		if len(some) == 0 {
			continue
		}
		c.data = games.Sum(some)
		c.bins, c.meanError = c.outcomes.reliability(func(s gomoku.Score) float64 { return s.WinRate(rule) })
		if c.scale, err = c.outcomes.scale(); err != nil {
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
	rows := [][]string{{"Rule", "Run", "Games", "Positions", "certain, left out", "Mean error", "Scale that these games would have"}}
	for _, c := range l {
		scale := "none"
		if c.scale > 0 {
			scale = fmt.Sprintf("%.0f", c.scale)
		}
		rows = append(rows, []string{c.rule.String(), strings.Join(c.nodes, "; "), fmt.Sprint(c.outcomes.games), fmt.Sprint(c.positions()), fmt.Sprint(c.outcomes.certain), fmt.Sprintf("%.2f %%", 100*c.meanError), scale})
	}
	b.WriteString(markdown(rows, 2))
	rows = [][]string{{"Predicted"}}
	for _, c := range l {
		rows[0] = append(rows[0], c.rule.String(), "positions")
	}
	for i := range numBins {
		row := []string{fmt.Sprintf("%d to %d %%", 100*i/numBins, 100*(i+1)/numBins)}
		for _, c := range l {
			if n := c.bins[i]; n.positions > 0 {
				row = append(row, fmt.Sprintf("%.1f → %.1f", 100*n.predicted, 100*n.observed), fmt.Sprint(n.positions))
			} else {
				row = append(row, "", "")
			}
		}
		rows = append(rows, row)
	}
	fmt.Fprintf(&b, "\nWhat was predicted in the mean → what came of it, in %%:\n\n%s\nSHA-256 of the games:\n\n", markdown(rows, 1))
	for _, c := range l {
		fmt.Fprintf(&b, "- %v `%s`\n", c.rule, c.data)
	}
	return b.String()
}

func (c *check) positions() (n int) {
	for _, b := range c.bins {
		n += b.positions
	}
	return n
}

// fewPositions is how many a bin needs to be drawn: with fewer, chance alone moves it by several percent.
const fewPositions = 100

func (l checks) plot() ([]*plot.Plot, error) {
	var plots []*plot.Plot
	for _, c := range l {
		p := newPlot(fmt.Sprintf("%v: mean error %.2f %%", c.rule, 100*c.meanError), "predicted", "observed")
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
		right, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}})
		if err != nil {
			return nil, err
		}
		right.Dashes = []vg.Length{vg.Points(2), vg.Points(2)}
		p.Add(right)
		var points plotter.XYs
		for _, b := range c.bins {
			if b.positions >= fewPositions {
				points = append(points, plotter.XY{X: b.predicted, Y: b.observed})
			}
		}
		if len(points) > 0 {
			if err := addLine(p, "", points, inks[0]); err != nil {
				return nil, err
			}
		}
		plots = append(plots, p)
	}
	return plots, nil
}
