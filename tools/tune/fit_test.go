package main

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
	"github.com/gomoku-go/gomoku/tools/internal/training/trainingtest"
	"github.com/gomoku-go/gomoku/tools/internal/training/weightfile"
)

// Weights that fit the file's bounds, and files that are the same byte by byte for the same games and seed: with the games in
// another order in their file, and with any number of processors.
func TestFit(t *testing.T) {
	for _, rule := range []gomoku.Rule{gomoku.Freestyle, gomoku.Renju} {
		t.Run(rule.String(), func(t *testing.T) {
			dir := t.TempDir()
			name := func(n string) string { return filepath.Join(dir, n) }
			trainingtest.SelfPlay(t, rule, 60, name("a"), name("b"))
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
			run := func(games, out string, processors int, more ...string) {
				runtime.GOMAXPROCS(processors)
				args := append([]string{"-rule", rule.String(), "-data", name(games), "-epochs", "3", "-policy", "4", "-net", "4", "-out", name(out)}, more...)
				if err := quiet("fit", args...); err != nil {
					t.Fatal(err)
				}
			}
			run("a", "a.weights", 1, "-curves", strings.Join([]string{name("c.md"), name("c.csv"), name("c.png"), name("c.svg")}, ","))
			run("a", "again.weights", 4)
			run("b", "b.weights", 2)
			run("a", "seed.weights", 2, "-seed", "2")
			a := mustRead(t, name("a.weights"))
			for _, other := range []string{"again.weights", "b.weights"} {
				if !bytes.Equal(a, mustRead(t, name(other))) {
					t.Errorf("%s differs from a.weights", other)
				}
				if !bytes.Equal(mustRead(t, name("a.weights.fit.json")), mustRead(t, name(other+".fit.json"))) {
					t.Errorf("the record of %s differs", other)
				}
			}
			if bytes.Equal(a, mustRead(t, name("seed.weights"))) {
				t.Error("another seed gives the same weights")
			}

			f, _, err := weightfile.Read(name("a.weights"))
			if err != nil {
				t.Fatal(err)
			}
			w := f.Set[rule]
			if w == nil || w.Net == nil || rule != gomoku.Renju && (w.Point[0] != w.Point[1] || w.Net.Head[0] != w.Net.Head[1] || w.Net.Embed[0] != w.Net.Embed[1]) {
				t.Fatal("the rule has no weights, or not the same for both colors, or no net")
			}
			if rule == gomoku.Freestyle {
				p := position.New(position.StandardTables(15, pattern.Freestyle).WithWeights(w))
				if sum := p.Points(pattern.Black); sum < -225 || sum > 225 { // rounded at each of the 225 points
					t.Errorf("the empty board is worth %d to a side", sum)
				}
			}

			// The record tells what the file tells, and more.
			list, err := data.Read([]string{name("a")})
			if err != nil {
				t.Fatal(err)
			}
			if len(f.Summaries) != 1 || len(f.Records) != 1 || !reflect.DeepEqual(f.Summaries[0], f.Records[0].Summary) {
				t.Fatalf("the file tells %+v, the record %+v", f.Summaries, f.Records)
			}
			r := f.Records[0]
			if r.Games != 60 || r.HeldOut != 3 || r.Data != games.Sum(list) || r.Weights != weightfile.SHA256(a) || r.Training < 400 || r.Validation < 20 ||
				r.Settings.Epochs != 3 || r.Settings.Lambda != 0.8 || r.Settings.Seed != 1 || r.Program == "" || !strings.HasPrefix(string(a), r.Format+"\n") {
				t.Errorf("record %+v", r)
			}
			want := []string{"values", "moves", "policy", "net"}
			if len(r.Curves) != len(want) {
				t.Fatalf("curves %+v, want %q", r.Curves, want)
			}
			for i, c := range r.Curves {
				epochs := 3
				if i >= 2 {
					epochs = 4
				}
				if c.Name != want[i] || len(c.Losses) != epochs || c.Losses[epochs-1].Training >= c.Losses[0].Training {
					t.Errorf("curve %+v, want %s with %d epochs, falling", c, want[i], epochs)
				}
				for _, l := range c.Losses {
					if l.Validation < c.Taken().Validation {
						t.Errorf("%s: epoch %d was taken, and a loss of %v was to be had: %v", c.Name, c.Best, l.Validation, c.Losses)
					}
				}
				if i < 2 && r.Losses[c.Name] != round5(c.Taken().Validation) {
					t.Errorf("%s: loss %v, the curve has %v", c.Name, r.Losses[c.Name], c.Taken().Validation)
				}
			}

			rows, err := csv.NewReader(bytes.NewReader(mustRead(t, name("c.csv")))).ReadAll()
			if err != nil || len(rows) != 5 || len(rows[0]) != 1+2*len(want) || rows[0][2] != "values, validation" || rows[4][0] != "4" || rows[4][1] != "" {
				t.Errorf("%v, %q", err, rows)
			}
			if md := string(mustRead(t, name("c.md"))); strings.Count(md, "\n") != 6 || !strings.Contains(md, "| "+rows[1][2]+" |") {
				t.Errorf("Markdown without the figures of the CSV:\n%s", md)
			}
			if png := mustRead(t, name("c.png")); !bytes.HasPrefix(png, []byte("\x89PNG")) || len(png) > 200_000 {
				t.Errorf("a PNG of %d bytes begins with %q", len(png), png[:8])
			}
			if svg := mustRead(t, name("c.svg")); !bytes.Contains(svg, []byte("<svg")) || !bytes.Contains(svg, []byte("validation")) {
				t.Error("no SVG, or one without its legend")
			}
		})
	}
}

// Fits for other rules stay in the file, in the text as in the numbers, and so does where the numbers come from that -keep keeps.
func TestFitBase(t *testing.T) {
	dir := t.TempDir()
	name := func(n string) string { return filepath.Join(dir, n) }
	trainingtest.SelfPlay(t, gomoku.Freestyle, 30, name("f"))
	trainingtest.SelfPlay(t, gomoku.Caro, 30, name("c"))
	for _, args := range [][]string{
		{"-data", name("f") + "," + name("c"), "-out", name("1"), "-epochs", "1", "-net", "1"},
		{"-data", name("f") + "," + name("c"), "-rule", "caro", "-base", name("1"), "-out", name("2"), "-epochs", "2", "-net", "0", "-policy", "0"},
		{"-data", name("f"), "-base", name("2"), "-keep", "-net", "3", "-out", name("3")},
		{"-data", name("f") + "," + name("c"), "-rule", "caro", "-base", name("1"), "-keep", "-warm", "-net", "1", "-net-rate", "1e-12", "-policy", "1", "-policy-rate", "1e-12", "-out", name("4")},
	} {
		if err := quiet("fit", args...); err != nil {
			t.Fatal(err)
		}
	}
	f1, _, err1 := weightfile.Read(name("1"))
	f2, _, err2 := weightfile.Read(name("2"))
	f3, _, err3 := weightfile.Read(name("3"))
	if err1 != nil || err2 != nil || err3 != nil {
		t.Fatal(err1, err2, err3)
	}
	if !reflect.DeepEqual(f2.Set[gomoku.Freestyle], f1.Set[gomoku.Freestyle]) || !reflect.DeepEqual(f3.Set[gomoku.Caro], f2.Set[gomoku.Caro]) {
		t.Error("weights of the other rule have changed")
	}
	if len(f2.Summaries) != 2 || len(f2.Records) != 2 || !reflect.DeepEqual(*f2.Summary(gomoku.Freestyle), f1.Summaries[0]) || f2.Summary(gomoku.Caro).Settings.Epochs != 2 {
		t.Errorf("fits %+v", f2.Summaries)
	}
	net := f3.Summary(gomoku.Freestyle)
	if len(f3.Summaries) != 2 || net.Kept == nil || !reflect.DeepEqual(*net.Kept, f1.Summaries[0]) || net.Settings.NetEpochs != 3 {
		t.Errorf("fits %+v", f3.Summaries)
	}
	if f3.Set[gomoku.Freestyle].Point != f1.Set[gomoku.Freestyle].Point || *f3.Set[gomoku.Freestyle].Net == *f1.Set[gomoku.Freestyle].Net {
		t.Error("-keep has fitted the points, or not the net")
	}
	if set, err := eval.Read(bytes.NewReader(mustRead(t, name("3")))); err != nil || !reflect.DeepEqual(set, f3.Set) {
		t.Errorf("the library reads the file otherwise: %v", err)
	}
	// Caro has nothing in the first file: it begins with all that freestyle has, and learns nearly nothing.
	f4, _, err := weightfile.Read(name("4"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f4.Set[gomoku.Caro], f1.Set[gomoku.Freestyle]; !reflect.DeepEqual(got, want) {
		t.Error("-warm did not begin with the net of the base")
	}
}

func TestFitErrors(t *testing.T) {
	dir := t.TempDir()
	name := func(n string) string { return filepath.Join(dir, n) }
	trainingtest.SelfPlay(t, gomoku.Freestyle, 3, name("g"))
	if err := os.WriteFile(name("copy"), mustRead(t, name("g")), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name("bad.weights"), []byte(strings.Replace(zeroWeights(t), "\n", "\n# fit {\n", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-out", name("w")}, "-data"},
		{[]string{"-data", name("g")}, "-out"},
		{[]string{"-data", name("none"), "-out", name("w")}, "none"},
		{[]string{"-data", name("g") + "," + name("g"), "-out", name("w")}, "twice"},
		{[]string{"-data", name("g") + "," + name("copy"), "-out", name("w")}, "hold the same games"},
		{[]string{"-data", name("g"), "-out", dir + "/./g"}, "would overwrite"},
		{[]string{"-data", name("g"), "-out", name("no/w")}, "no: no such"},
		{[]string{"-data", name("g"), "-out", name("w"), "-rule", "renju"}, "too few games of renju: 0"},
		{[]string{"-data", name("g"), "-out", name("w"), "-epochs", "0"}, "-epochs 0"},
		{[]string{"-data", name("g"), "-out", name("w"), "-lambda", "1.5"}, "-lambda 1.5"},
		{[]string{"-data", name("g"), "-out", name("w"), "-lambda", "NaN"}, "-lambda NaN"},
		{[]string{"-data", name("g"), "-out", name("w"), "-rate", "-1"}, "-rate -1"},
		{[]string{"-data", name("g"), "-out", name("w"), "-decay", "NaN"}, "-decay NaN"},
		{[]string{"-data", name("g"), "-out", name("w"), "-patience", "-1"}, "-patience -1"},
		{[]string{"-data", name("g"), "-out", name("w"), "-keep"}, "-keep"},
		{[]string{"-data", name("g"), "-out", name("w"), "-keep", "-net", "0", "-policy", "0"}, "-net 0"},
		{[]string{"-data", name("g"), "-out", name("w"), "-warm"}, "-keep"},
		{[]string{"-data", name("g"), "-out", name("w"), "-curves", "c.gif"}, "c.gif"},
		{[]string{"-data", name("g"), "-out", name("w"), "-base", name("bad.weights")}, "bad.weights: comment"},
		{[]string{"-data", name("g"), "-out", name("w"), name("g")}, "unexpected argument"},
	} {
		if err := quiet("fit", c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.args, err, c.want)
		}
	}
	if _, err := os.Stat(name("w")); err == nil {
		t.Error("a fit that failed has written a file")
	}
}

// round5 rounds as losses in files are.
func round5(x float64) float64 { return math.Round(x*1e5) / 1e5 }

func zeroWeights(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	if err := (&eval.Set{new(eval.Weights)}).Write(&b, ""); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A model that learns by heart stops early, and what it took is the epoch before that.
func TestEarlyStop(t *testing.T) {
	dir := t.TempDir()
	name := func(n string) string { return filepath.Join(dir, n) }
	trainingtest.SelfPlay(t, gomoku.Freestyle, 21, name("g"))
	if err := quiet("fit", "-data", name("g"), "-out", name("w"), "-epochs", "60", "-rate", "0.2", "-decay", "0", "-net", "0", "-policy", "0", "-patience", "2"); err != nil {
		t.Fatal(err)
	}
	f, _, err := weightfile.Read(name("w"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range f.Records[0].Curves {
		if n := len(c.Losses); n == 60 || n < c.Best+2 {
			t.Errorf("%s: %d epochs, the best is %d", c.Name, n, c.Best)
		}
	}
	r := f.Records[0]
	if r.Losses["values"] != round5(r.Curves[0].Taken().Validation) || r.Curves[0].Losses[len(r.Curves[0].Losses)-1].Validation <= r.Curves[0].Taken().Validation {
		t.Errorf("losses %v, curve %+v", r.Losses, r.Curves[0])
	}
}
