package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training/curve"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
	"github.com/gomoku-go/gomoku/tools/internal/training/trainingtest"
	"github.com/gomoku-go/gomoku/tools/internal/training/weightfile"
)

// skeleton is a report without its parts.
const skeleton = `# By hand

<!-- begin weights: written by tune report -->
<!-- end weights -->
between
<!-- begin curves: written by tune report -->
old
<!-- end curves -->
<!-- begin reliability: written by tune report -->
never checked
<!-- end reliability -->
<!-- begin rounds: written by tune report -->
no pipeline
<!-- end rounds -->
the end
`

func TestReport(t *testing.T) {
	dir := t.TempDir()
	name := func(n string) string { return filepath.Join(dir, n) }
	trainingtest.SelfPlay(t, gomoku.Freestyle, 30, name("g"))
	if err := quiet("fit", "-data", name("g"), "-out", name("w"), "-epochs", "2", "-net", "2"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name("doc.md"), []byte(skeleton), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(more ...string) string {
		t.Helper()
		if err := quiet("report", append([]string{"-out", name("doc.md"), "-images", name("pictures"), "-weights", name("w")}, more...)...); err != nil {
			t.Fatal(err)
		}
		return string(mustRead(t, name("doc.md")))
	}
	want := func(doc string, texts ...string) {
		t.Helper()
		for _, text := range texts {
			if !strings.Contains(doc, text) {
				t.Errorf("the report lacks %q:\n%s", text, doc)
			}
		}
	}
	f, file, err := weightfile.Read(name("w"))
	if err != nil {
		t.Fatal(err)
	}
	fitLine := strings.Split(string(file), "\n")[1]
	row := curve.Table(f.Records[0].Curves).Markdown(0)

	// The weights alone: the other parts stay.
	doc := run()
	want(doc, "# By hand\n", "\nbetween\n", "\nthe end\n", "SHA-256 `"+weightfile.SHA256(file)+"`", "    "+fitLine+"\n", "| freestyle | 30 | 2 | ",
		"Without weights of their own: standard, renju, caro, caro-overline.", "](pictures/curves-freestyle.png)", row, "\nnever checked\n", "\nno pipeline\n")
	if strings.Contains(doc, "\nold\n") {
		t.Error("the old curves are still there")
	}
	if again := run(); again != doc {
		t.Errorf("the same report once more is another:\n%s", again)
	}
	picture := mustRead(t, name("pictures/curves-freestyle.png"))

	// Predictions that are as right as the scale of the library.
	scale := 100 / math.Log(1/(1-gomoku.Score(100).WinRate(gomoku.Renju))-1)
	if err := os.Rename(trainingtest.Scored(t, gomoku.Renju, 20_000, scale), name("r")); err != nil {
		t.Fatal(err)
	}
	list, err := data.Read([]string{name("r")})
	if err != nil {
		t.Fatal(err)
	}
	doc = run("-data", name("r")+","+name("g"))
	want(doc, "](pictures/reliability.png)", "| renju |", "| freestyle | 50 nodes, seed 1 | 30 | ", "- renju `"+games.Sum(list)+"`", "\nno pipeline\n", row)
	if strings.Contains(doc, "never checked") {
		t.Error("the old check is still there")
	}
	if !bytes.HasPrefix(mustRead(t, name("pictures/reliability.png")), []byte("\x89PNG")) || !bytes.Equal(picture, mustRead(t, name("pictures/curves-freestyle.png"))) {
		t.Error("no picture of the check, or another of the same curves")
	}

	before := doc
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-weights", name("none")}, "none"},
		{[]string{"-data", name("none")}, "none"},
		{[]string{"-pipeline", name("none")}, "none"},
		{[]string{"-out", name("none.md")}, "none.md"},
		{[]string{"more"}, "unexpected argument"},
		{[]string{"-weights", "../../internal/eval/file.go"}, "gomoku weights"},
	} {
		args := append([]string{"-out", name("doc.md"), "-images", name("pictures"), "-weights", name("w")}, c.args...)
		if err := quiet("report", args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.args, err, c.want)
		}
	}
	// A weight file without its own record, and one that says nothing.
	if err := os.WriteFile(name("w.fit.json"), bytes.Replace(mustRead(t, name("w.fit.json")), []byte(`"seed": 1`), []byte(`"seed": 2`), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := quiet("report", "-out", name("doc.md"), "-images", name("pictures"), "-weights", name("w")); err == nil || !strings.Contains(err.Error(), "does not tell of the fit of freestyle") {
		t.Errorf("another fit's record: %v", err)
	}
	if err := os.WriteFile(name("zero"), []byte(zeroWeights(t)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := quiet("report", "-out", name("doc.md"), "-images", name("pictures"), "-weights", name("zero")); err == nil || !strings.Contains(err.Error(), "says nothing") {
		t.Errorf("weights without a fit: %v", err)
	}
	if got := string(mustRead(t, name("doc.md"))); got != before {
		t.Error("a command that failed has changed the report")
	}
	if err := os.WriteFile(name("doc.md"), []byte(strings.Replace(skeleton, "<!-- end curves", "<!-- end of curves", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name("w.fit.json")); err != nil {
		t.Fatal(err)
	}
	if err := quiet("fit", "-data", name("g"), "-out", name("w"), "-epochs", "2", "-net", "2"); err != nil {
		t.Fatal(err)
	}
	if err := quiet("report", "-out", name("doc.md"), "-images", name("pictures"), "-weights", name("w")); err == nil || !strings.Contains(err.Error(), "<!-- end curves -->") {
		t.Errorf("a lost mark: %v", err)
	}
}
