package main

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"

	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/experiment"
	"github.com/gomoku-go/gomoku/tools/internal/jsonlog"
	"github.com/gomoku-go/gomoku/tune"
)

// smallGrid are flags of a grid of seconds: two tables, of 3×2 and of 2 cells.
var smallGrid = []string{
	"-size", "7", "-depth", "1", "-pairs", "3", "-confirm", "4", "-seed", "5",
	"-axes", "defense:0.5:2.5:1,openthree:0.1:0.5:0.4", "-axes", "radius:1:2:1",
}

func mustGrid(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	var out bytes.Buffer
	if err := grid(t.Context(), args, &out, io.Discard); err != nil {
		t.Fatalf("tune grid %s: %v", strings.Join(args, " "), err)
	}
	return out.String()
}

func with(flags []string, more ...string) []string { return append(more, flags...) }

// An entry is a game in a log.
type entry struct {
	tune.Game
	Confirmation bool `json:"confirmation"`
}

// readLog returns the games of a log, each there once.
func readLog(t *testing.T, name, kind string) (games []entry) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy")
	if err := os.WriteFile(copied, data, 0o644); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	l, err := jsonlog.Open(copied, kind, map[string]string{}, func(_, _ map[string]string) []string { return nil }, func(g *entry) error {
		key := fmt.Sprint(g.Number, g.A, g.B, g.Confirmation)
		if seen[key] {
			return fmt.Errorf("game %s is there twice", key)
		}
		seen[key] = true
		games = append(games, *g)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	return games
}

// What the files say is what the games say.
func TestGridFiles(t *testing.T) {
	dir := t.TempDir()
	name := func(n string) string { return filepath.Join(dir, n) }
	out := mustGrid(t, with(smallGrid, "-log", name("log"), "-table", name("t.csv"), "-plot", name("p.png"))...)
	games := readLog(t, name("log"), "grid")

	f, err := os.ReadFile(name("t.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(f)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := "table,round,defense,openthree,radius,won,drawn,lost,share,low,high,missed_three,too_timid"; strings.Join(lines[0], ",") != want {
		t.Fatalf("columns %v, want %s", lines[0], want)
	}
	first := 0
	for _, line := range lines[1:] {
		var v []float64
		for _, cell := range line {
			n, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(err)
			}
			v = append(v, n)
		}
		table, round, won, drawn, lost, share, low, high := v[0], v[1], int(v[5]), int(v[6]), int(v[7]), v[8], v[9], v[10]
		if table == 1 && round == 1 {
			first++
		}
		pairs := 3 << int(round-1)
		var count [3]int // by half points
		black := 0
		for _, g := range games {
			if !g.Confirmation && g.Number < 2*pairs && g.A[0] == v[2] && g.A[1] == v[3] && g.A[2] == v[4] {
				count[int(2*g.Points())]++
				if g.Color == gomoku.Black {
					black++
				}
				if fmt.Sprint(g.B) != "[1 0.5 2]" {
					t.Errorf("a game against %v", g.B)
				}
			}
		}
		if count != [3]int{lost, drawn, won} || black != pairs {
			t.Errorf("%v: the log has %v games lost, drawn and won, %d of %d as black", line, count, black, 2*pairs)
		}
		if want := (float64(won) + float64(drawn)/2) / float64(2*pairs); share < want-1e-6 || share > want+1e-6 || low > share || high < share || low < 0 || high > 1 {
			t.Errorf("%v: share %v [%v, %v], want %v", line, share, low, high, want)
		}
		if int(v[11]+v[12]) > lost {
			t.Errorf("%v: more causes than losses", line)
		}
	}
	if first != 6 {
		t.Errorf("%d cells in the first round of table 1, want 6", first)
	}
	for _, want := range []string{"defense \\ openthree", "table 2: radius", "best: ", "in 8 games from new openings", "causes of the "} {
		if !strings.Contains(out, want) {
			t.Errorf("the text has no %q:\n%s", want, out)
		}
	}
	p, err := os.ReadFile(name("p.png"))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(p))
	if err != nil {
		t.Fatal(err)
	}
	if b := picture.Bounds(); b.Dx() != 2*420 || b.Dy() != 380 {
		t.Errorf("the picture is %v, want 840×380", b)
	}
	colors := map[[3]uint32]bool{}
	for y := 40; y < 320; y += 10 {
		for x := 70; x < 400; x += 10 {
			r, g, b, _ := picture.At(x, y).RGBA()
			colors[[3]uint32{r, g, b}] = true
		}
	}
	if len(colors) < 3 {
		t.Errorf("the heat map has %d colors", len(colors))
	}

	// From the log alone: the same again, in the other formats.
	if again := mustGrid(t, with(smallGrid, "-log", name("log"), "-table", name("t.md"), "-plot", name("p.svg"))...); again != out {
		t.Errorf("from the log\n%s\nwant\n%s", again, out)
	}
	if n := len(readLog(t, name("log"), "grid")); n != len(games) {
		t.Errorf("%d games in the log, %d before", n, len(games))
	}
	svg, err := os.ReadFile(name("p.svg"))
	if err != nil {
		t.Fatal(err)
	}
	var root struct {
		XMLName xml.Name `xml:"svg"`
		Width   string   `xml:"width,attr"`
	}
	if err := xml.Unmarshal(svg, &root); err != nil || root.Width != "630pt" { // 840 pixels of 1/96 inch
		t.Errorf("SVG: width %q, %v", root.Width, err)
	}
	md, err := os.ReadFile(name("t.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?m)^\| 0\.5 \| \d+\.\d \[\d+\.\d, \d+\.\d\] \| \d+\.\d \[`).Match(md) {
		t.Errorf("Markdown:\n%s", md)
	}
}

// The same seed gives the same table, however many games run at a time; another seed another one.
func TestGridSeed(t *testing.T) {
	one := mustGrid(t, with(smallGrid, "-parallel", "1", "-causes", "0")...)
	if two := mustGrid(t, with(smallGrid, "-parallel", "2", "-causes", "0")...); two != one {
		t.Errorf("two games at a time:\n%s\none:\n%s", two, one)
	}
	other := mustGrid(t, append(with(smallGrid, "-causes", "0"), "-seed", "6")...)
	if strings.ReplaceAll(other, "seed 6", "seed 5") == one {
		t.Error("another seed gives the same table")
	}
}

// Weights that think open twos nothing lose. The interval is that of package match, whose figures are checked by hand there.
func TestGridBadWeights(t *testing.T) {
	dir := t.TempDir()
	mustGrid(t, "-size", "13", "-depth", "2", "-pairs", "20", "-rounds", "1", "-confirm", "0", "-axes", "opentwo:1:200:199", "-causes", "0", "-table", filepath.Join(dir, "t.csv"))
	data, err := os.ReadFile(filepath.Join(dir, "t.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil || len(lines) != 3 {
		t.Fatalf("%v, %v", lines, err)
	}
	if lines[2][6] != "0.5" {
		t.Errorf("the start against itself: %v", lines[2])
	}
	if bad, _ := strconv.ParseFloat(lines[1][6], 64); bad >= 0.45 {
		t.Errorf("open twos that are worth 1 score %v", bad)
	}
}

func TestGridErrors(t *testing.T) {
	dir := t.TempDir()
	name := func(n, text string) string {
		if err := os.WriteFile(filepath.Join(dir, n), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, n)
	}
	for want, args := range map[string][]string{
		"unexpected argument":                      {"x"},
		"flag provided but not defined":            {"-nonsense"},
		`no parameter "foo"; there are`:            {"-axes", "foo:1:2:1"},
		`no parameter "openfour"`:                  {"-evaluator", "pattern", "-axes", "openfour:1:2:1"},
		"-axes defense:1:2: want NAME:LOW":         {"-axes", "defense:1:2"},
		"-axes: want NAME":                         {"-axes", ""},
		"invalid syntax":                           {"-axes", "defense:1:two:1"},
		"want LOW below TOP":                       {"-axes", "defense:2:1:1"},
		"a STEP above 0":                           {"-axes", "defense:1:2:nan"},
		"for the second time":                      {"-axes", "defense:1:2:1,defense:1:2:1"},
		"the opponent of all tables is one":        {"-axes", "defense=0.9:1:2:1", "-axes", "defense:1:2:1"},
		"WithDefenseWeight(0.05)":                  {"-axes", "defense:0.05:1:0.5"},
		"WithRadius(0)":                            {"-axes", "defense:1:2:1", "-axes", "radius:0:3:1"}, // before the first table
		"Step must be a whole number":              {"-axes", "radius:1:3:0.5"},
		"makes more than":                          {"-axes", "defense:1:2:1e-9"},
		"-set openthree: want NAME=VALUE":          {"-set", "openthree"},
		"radius is a whole number":                 {"-set", "radius=1.5"},
		"-set gives defense to both sides already": {"-set", "defense=1.1"},
		"-evaluator mine: want pattern or shape":   {"-evaluator", "mine"},
		"-weights are those of":                    {"-weights", "x"},
		"no such file":                             {"-evaluator", "pattern", "-weights", filepath.Join(dir, "none")},
		"pattern weights":                          {"-evaluator", "pattern", "-weights", name("weights", "none")},
		"want 5 to 22":                             {"-size", "4"},
		"a limit is needed":                        {"-depth", "0"},
		"cannot be negative":                       {"-nodes", "-1"},
		"-pairs 0":                                 {"-pairs", "0"},
		"-rounds 0":                                {"-rounds", "0"},
		"GridOptions.Rounds is 11":                 {"-rounds", "11"},
		"-confirm -1":                              {"-confirm", "-1"},
		"-causes 5: at least 1000":                 {"-causes", "5"},
		"-parallel 0":                              {"-parallel", "0"},
		"ends in .png or .svg":                     {"-plot", "x.jpg"},
		"ends in .md or .csv":                      {"-table", "x"},
		"one of 3: defense, radius, width":         {"-plot", "x.png", "-axes", "defense:1:2:1,radius:1:2:1,width:5:6:1"},
		"no such directory":                        {"-plot", filepath.Join(dir, "none", "x.png")},
		"holds no opening":                         {"-openings", name("empty", "# nothing\n")},
		"line 1: bad point":                        {"-openings", name("bad", "a,b\n")},
		"no log of a grid":                         {"-log", name("precious", "words\n")},
	} {
		var out bytes.Buffer
		err := grid(t.Context(), args, &out, io.Discard)
		want := strings.ReplaceAll(want, "no such directory", "no such file")
		if err == nil || !strings.Contains(err.Error(), want) || out.Len() > 0 {
			t.Errorf("%v: error %v, output %q, want %q", args, err, out.String(), want)
		}
	}
	if data, err := os.ReadFile(filepath.Join(dir, "precious")); err != nil || string(data) != "words\n" {
		t.Errorf("what is no log was changed: %q, %v", data, err)
	}
	// A log of other games.
	log := filepath.Join(dir, "log")
	small := []string{"-size", "6", "-depth", "1", "-pairs", "1", "-rounds", "1", "-confirm", "0", "-causes", "0", "-axes", "radius:1:2:1", "-log", log}
	mustGrid(t, small...)
	before, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if err := grid(t.Context(), append(small, "-seed", "9", "-depth", "2"), io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), `-depth (was "1", is "2"), -seed (was "1", is "9")`) {
		t.Errorf("another seed and depth: %v", err)
	}
	if after, err := os.ReadFile(log); err != nil || !bytes.Equal(before, after) {
		t.Errorf("a refused log has changed, %v", err)
	}
}

// A kill at any moment loses the running games only, and the table is that of a run in one go.
func TestKill(t *testing.T) {
	for command, flags := range map[string][]string{
		"grid": append(smallGrid, "-parallel", "2", "-causes", "0"),
		"spsa": {"-evaluator", "shape", "-size", "7", "-depth", "1", "-nodes", "0", "-parallel", "2", "-params", "openthree:0.1:0.9:0.1,radius:1:3:1", "-iterations", "40", "-confirm", "3"},
	} {
		t.Run(command, func(t *testing.T) {
			dir := t.TempDir()
			log := filepath.Join(dir, "log")
			args := append([]string{command}, flags...)
			whole, err := program(t, args...).Output()
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, "-log", log)
			lines := func() int {
				data, _ := os.ReadFile(log)
				return bytes.Count(data, []byte("\n"))
			}
			var last string
			seen, kills := 0, 0
			for ; ; kills++ {
				if kills > 100 {
					t.Fatalf("%d games after %d kills", seen, kills)
				}
				c := program(t, args...)
				var out bytes.Buffer
				c.Stdout = &out
				if err := c.Start(); err != nil {
					t.Fatal(err)
				}
				ended := make(chan error, 1)
				go func() { ended <- c.Wait() }()
				var err error
				for wait := lines() + 15; err == nil && lines() < wait; {
					select {
					case err = <-ended:
						if err == nil {
							err = io.EOF
						}
					case <-time.After(time.Millisecond):
					}
				}
				if errors.Is(err, io.EOF) { // it came to its end
					last = out.String()
					break
				}
				if err != nil {
					t.Fatalf("%v: %s", err, out.String())
				}
				_ = c.Process.Kill()
				<-ended
				// As a kill in the midst of a write would leave it.
				f, err := os.OpenFile(log, os.O_WRONLY|os.O_APPEND, 0)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := f.WriteString(`{"game":3,"a":[0.5`[:1+kills%18]); err != nil {
					t.Fatal(err)
				}
				f.Close()
				if now := lines(); now <= seen {
					t.Fatalf("%d lines, %d before", now, seen)
				} else {
					seen = now
				}
			}
			if kills < 2 {
				t.Errorf("it was killed only %d times", kills)
			}
			if last != string(whole) {
				t.Errorf("after %d kills:\n%s\nin one go:\n%s", kills, last, whole)
			}
			games := readLog(t, log, command)
			if len(games)+1 != lines() {
				t.Errorf("%d games in %d lines", len(games), lines())
			}
		})
	}
}

// The command does what package tune does with a player that is built by hand.
func TestSPSA(t *testing.T) {
	g := &tune.Games{
		Size: 13, Limit: gomoku.WithDepth(1), Seed: 3,
		Player: func(v []float64) ([]gomoku.Option, error) {
			scores := gomoku.DefaultShapeScores()
			scores.OpenThree = int(math.Round(v[1] * 10_000))
			scores.Two = 70
			e, err := gomoku.NewShapeEvaluator(scores)
			return []gomoku.Option{gomoku.WithEvaluator(e), gomoku.WithDefenseWeight(v[0])}, err
		},
	}
	params := []tune.Param{
		{Name: "defense", Low: 0.5, High: 10, Step: 2, Start: 6},
		{Name: "openthree", Low: 0, High: 0.9, Step: 0.1, Start: 0.5},
	}
	v, err := tune.SPSA(t.Context(), params, g, &tune.SPSAOptions{Pairs: 10, Batch: 4, Rate: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	c, err := match.Play(t.Context(), g.Contender(v), g.Contender([]float64{6, 0.5}), &match.Options{Size: 13, Games: 8, Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("10 pairs: defense=%.4g openthree=%.4g\nthe new values against the old: %s\n", v[0], v[1], experiment.Score(c))

	var out bytes.Buffer
	args := []string{"-evaluator", "shape", "-size", "13", "-depth", "1", "-nodes", "0", "-seed", "3", "-set", "two=70", "-batch", "4",
		"-params", "defense=6:0.5:10:2,openthree:0:0.9:0.1", "-iterations", "10", "-rate", "0.5", "-confirm", "4"}
	if err := spsa(t.Context(), args, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Errorf("output %q, want %q", out.String(), want)
	}
	if v[0] == 6 || v[1] == 0.5 {
		t.Errorf("nothing has moved: %v", v)
	}
	for want, args := range map[string][]string{
		"-params: want NAME": {},
		"-batch 0":           {"-batch", "0"},
		"-confirm -1":        {"-confirm", "-1"},
		"Rate is -1":         {"-rate", "-1", "-params", "FutilityMargin:20:120:6"},
		"-iterations 0":      {"-iterations", "0", "-params", "FutilityMargin:20:120:6"},
		"is not between":     {"-params", "FutilityMargin=10:20:120:6"},
		"a limit is needed":  {"-nodes", "0"},
		"second time":        {"-params", "defense:1:2:1,defense:1:2:1"},
	} {
		if err := spsa(t.Context(), args, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want %q", args, err, want)
		}
	}
}
