package repository_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// docs/evaluation.md tells of the weights that the library embeds: of this very file, and with the figures that it has itself.
func TestEvaluationReport(t *testing.T) {
	t.Chdir(root)
	const command = "bring docs/evaluation.md up to date: cd tools && go run ./tune report"
	file, err := os.ReadFile("internal/eval/default.weights")
	if err != nil {
		t.Fatal(err)
	}
	weights, err := gomoku.ReadPatternWeights(bytes.NewReader(file))
	if err != nil || weights == (gomoku.PatternWeights{}) {
		t.Fatalf("the embedded weights: %v", err)
	}
	_, part, _ := strings.Cut(readFile(t, "docs/evaluation.md"), "<!-- begin weights: written by tune report -->\n")
	part, _, ok := strings.Cut(part, "<!-- end weights -->")
	if !ok {
		t.Fatal("docs/evaluation.md has lost the marks around its part on the weights")
	}
	want := func(text string) {
		t.Helper()
		if !strings.Contains(part, text) {
			t.Errorf("the report does not say %q\n%s", text, command)
		}
	}
	want(fmt.Sprintf("has %d bytes, SHA-256 `%x`", len(file), sha256.Sum256(file)))

	header, _, _ := bytes.Cut(file, []byte("\n\n"))
	fits, rules := 0, ""
	for line := range strings.Lines(string(header)) {
		if names, ok := strings.CutPrefix(line, "rules "); ok {
			rules = names
		}
		text, ok := strings.CutPrefix(line, "# fit ")
		if !ok {
			continue
		}
		fits++
		want("\n    " + strings.TrimSpace(line) + "\n")
		var fit struct {
			Rule, Data                          string
			Games, KeptBack, Positions, Checked int
			Losses                              map[string]float64
		}
		if err := json.Unmarshal([]byte(text), &fit); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if len(fit.Data) != 64 || fit.Games < 20 || fit.KeptBack < 1 || fit.Positions < 1000 || fit.Checked < 100 || len(fit.Losses) < 2 {
			t.Errorf("%s: the file does not tell what it comes from", line)
		}
		row := fmt.Sprintf("\n| %s | %d | %d | %d | %d | ", fit.Rule, fit.Games, fit.KeptBack, fit.Positions, fit.Checked)
		want(row)
		_, losses, _ := strings.Cut(part, row)
		losses, _, _ = strings.Cut(losses, "\n")
		for _, name := range slices.Sorted(maps.Keys(fit.Losses)) {
			if loss := fmt.Sprintf("%s %.5f", name, fit.Losses[name]); !strings.Contains(losses, loss) {
				t.Errorf("the report does not say %q\n%s", loss, command)
			}
		}
	}
	if n := strings.Count(part, "\n    # fit "); fits == 0 || n != fits {
		t.Errorf("the report has %d fits, the embedded file %d\n%s", n, fits, command)
	}
	for r := gomoku.Freestyle; r <= gomoku.CaroOverline; r++ {
		_, others, _ := strings.Cut(part, "Without weights of their own: ")
		others, _, _ = strings.Cut(others, ".\n")
		own, listed := slices.Contains(strings.Fields(rules), r.String()), slices.Contains(strings.Split(others, ", "), r.String())
		if own == listed {
			t.Errorf("%v: weights of its own: %v; the report says otherwise\n%s", r, own, command)
		}
	}
}
