package report

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/internal/tables"
	"github.com/gomoku-go/gomoku/tools/internal/training/curve"
	"github.com/gomoku-go/gomoku/tools/internal/training/weightfile"
)

// weightFacts says what the weight file is, and what it says of its fits.
func weightFacts(f *weightfile.File, content []byte) (string, error) {
	if len(f.Summaries) == 0 {
		return "", errors.New("says nothing of the fits that it comes from: write it with tune fit")
	}
	for _, s := range f.Summaries {
		if !slices.ContainsFunc(f.Records, func(r weightfile.Record) bool { return reflect.DeepEqual(r.Summary, s) }) {
			return "", fmt.Errorf("the record beside it, with %s behind its name, does not tell of the fit of %v: take the one that fit wrote with the file", weightfile.RecordEnding, s.Rule)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "The file has %d bytes, SHA-256 `%s`.\n\n", len(content), weightfile.SHA256(content))
	rows := tables.Table{{"Rule", "Games", "held out", "Training positions", "Validation positions", "Validation losses"}}
	for _, s := range f.Summaries {
		var losses []string
		for _, name := range slices.Sorted(maps.Keys(s.Losses)) {
			losses = append(losses, fmt.Sprintf("%s %.5f", name, s.Losses[name]))
		}
		rows = append(rows, []string{s.Rule.String(), fmt.Sprint(s.Games), fmt.Sprint(s.HeldOut), fmt.Sprint(s.Training), fmt.Sprint(s.Validation), strings.Join(losses, ", ")})
	}
	b.WriteString(rows.Markdown(1))
	var others []string
	for rule := gomoku.Freestyle; rule <= gomoku.CaroOverline; rule++ {
		if f.Set[rule] == nil {
			others = append(others, rule.String())
		}
	}
	if len(others) > 0 {
		fmt.Fprintf(&b, "\nWithout weights of their own: %s.\n", strings.Join(others, ", "))
	}
	b.WriteString("\nIn the words of the file, with the SHA-256 of the games and all settings:\n\n")
	for _, line := range f.Comments {
		fmt.Fprintf(&b, "    %s\n", line)
	}
	for _, r := range f.Records {
		fmt.Fprintf(&b, "\nThe fit of %v was made by a program with the checksum %s, %s.\n", r.Rule, r.Program, r.Go)
	}
	return b.String(), nil
}

// curves shows the learning curves of each rule as a picture and a table.
func (d *document) curves(f *weightfile.File) (string, error) {
	var b strings.Builder
	for _, r := range f.Records {
		name := fmt.Sprintf("curves-%v.png", r.Rule)
		fmt.Fprintf(&b, "%v:\n\n![Learning curves, %v](%s/%s)\n\n%s\n", r.Rule, r.Rule, d.link, name, curve.Table(r.Curves).Markdown(0))
		list, err := curve.Plots(r.Curves)
		if err != nil {
			return "", err
		}
		d.pictures[name] = list
	}
	return b.String(), nil
}
