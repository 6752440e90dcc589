package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/internal/experiment"
	"github.com/gomoku-go/gomoku/tools/internal/training"
	"github.com/gomoku-go/gomoku/tools/internal/training/curve"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
	"github.com/gomoku-go/gomoku/tools/internal/training/weightfile"
)

const fitIntroduction = `
Trains the weights of a rule on games of self-play: the values of points and threats,
then the policy, then the network. One game in twenty is held out for validation; the
epoch that predicts those games best is taken.

    go run ./selfplay -games 5000 -out f.games
    go run ./tune fit -data f.games -out freestyle.weights

It takes about half a minute for 100,000 positions (some 4,000 games) on two cores. It
writes the weight file, and a record of the training beside it (OUT.fit.json). The
same games and flags give the same file.`

// fit trains weights on games.
func fit(_ context.Context, args []string, stdout, _ io.Writer) error {
	f := newFlags("fit", fitIntroduction, stdout)
	games := dataFlag(f, "")
	out := f.String("out", "", "weight `file` to write; a record of the fit goes beside it, with "+weightfile.RecordEnding+" behind its name")
	base := f.String("base", "", "weight `file` whose other rules are kept; with -keep the fit begins with it, for a rule that it does not have with its freestyle")
	curvesTo := f.String("curves", "", "`files` for the learning curves, separated by commas: "+strings.Join(curve.Formats, ", "))
	var rule gomoku.Rule
	var s training.Settings
	trainingFlags(f, &rule, &s)
	if err := parse(f, args, dataHint); err != nil {
		return err
	}
	if err := s.Check(); err != nil {
		return err
	}
	names, curves := experiment.Fields(*games), experiment.Fields(*curvesTo)
	if err := checkOutput(names, *out, curves); err != nil {
		return err
	}
	file := new(weightfile.File)
	if *base != "" {
		var err error
		if file, _, err = weightfile.Read(*base); err != nil {
			return err
		}
	}
	list, err := data.Read(names)
	if err != nil {
		return err
	}
	record, err := file.Fit(list, rule, s, stdout)
	if err != nil {
		return err
	}
	if err := file.Write(*out, record); err != nil {
		return err
	}
	for _, name := range curves {
		if err := curve.Write(name, record.Curves); err != nil {
			return err
		}
	}
	return nil
}

// checkOutput finds out before the work whether its results can be written.
func checkOutput(games []string, out string, curves []string) error {
	if out == "" || len(games) == 0 {
		return errors.New("fit needs -data and -out")
	}
	for _, name := range curves {
		if !slices.Contains(curve.Formats, filepath.Ext(name)) {
			return fmt.Errorf("-curves %s: want a name that ends in %s", name, strings.Join(curve.Formats, ", "))
		}
	}
	for _, name := range append(curves, out) {
		if _, err := os.Stat(filepath.Dir(name)); err != nil {
			return err
		}
	}
	for _, name := range games {
		if a, err := os.Stat(name); err == nil {
			if b, err := os.Stat(out); err == nil && os.SameFile(a, b) {
				return fmt.Errorf("-out %s would overwrite the games of -data", out)
			}
		}
	}
	return nil
}
