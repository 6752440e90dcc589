package weightfile

import (
	"fmt"
	"io"
	"slices"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
)

// Start returns the weights that a rule begins with, those of freestyle where the file has none of its own, and the rule that
// they were made for.
func (f *File) Start(rule gomoku.Rule, warm bool) (w *eval.Weights, from gomoku.Rule, err error) {
	w, from = f.Set[rule], rule
	if free := f.Set[gomoku.Freestyle]; w == nil && free != nil {
		w, from = eval.Adapt(free, pattern.Rule(rule)), gomoku.Freestyle
	}
	switch {
	case w == nil:
		return nil, from, fmt.Errorf("no weights for %v, nor for freestyle", rule)
	case warm && (w.Net == nil || w.Policy == nil):
		return nil, from, fmt.Errorf("no net or no policy for %v, which -warm wants", rule)
	}
	return w, from, nil
}

// Fit fits the weights of a rule to those of the games that are of the rule, puts them into f, and tells log how it goes. The
// record that it returns is for [File.Write].
func (f *File) Fit(list []*games.Game, rule gomoku.Rule, s training.Settings, log io.Writer) (*Record, error) {
	list = slices.DeleteFunc(slices.Clone(list), func(g *games.Game) bool { return g.Rule != rule })
	r := &Record{Summary: Summary{Rule: rule, Data: games.Sum(list), Games: len(list), Settings: s}}
	for i := range list {
		if data.HeldOut(i) {
			r.HeldOut++
		}
	}
	var start *eval.Weights
	if s.Keep {
		var from gomoku.Rule
		var err error
		if start, from, err = f.Start(rule, s.Warm); err != nil {
			return nil, fmt.Errorf("-keep: -base: %w", err)
		}
		if kept := f.Summary(from); kept != nil {
			copied := *kept // the record that follows takes its place
			r.Kept = &copied
		}
	}
	result, err := training.Fit(list, rule, start, s, log)
	if err != nil {
		return nil, err
	}
	r.Training, r.Validation, r.Losses, r.Curves = result.Training, result.Validation, result.Losses, result.Curves
	f.Set[rule] = result.Weights
	return r, nil
}
