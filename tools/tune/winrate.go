package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/experiment"
	"github.com/gomoku-go/gomoku/tools/internal/training/winrate"
)

const winRateIntroduction = `
Fits the scale of gomoku.Score.WinRate, for each rule in the files: how much a score is
worth. It prints the scale for the table in winrate.go, and how well it predicts the results,
for each tenth of the predictions. It takes seconds and writes no file.

    go run ./tune winrate -data f.games,renju.games`

// winRate fits the scale of chances.
func winRate(ctx context.Context, args []string, stdout, _ io.Writer) error {
	f := newFlags("winrate", winRateIntroduction, stdout)
	files := dataFlag(f, "")
	if err := parse(f, args, dataHint); err != nil {
		return err
	}
	return fitWinRates(ctx, experiment.Fields(*files), stdout)
}

func fitWinRates(ctx context.Context, names []string, w io.Writer) error {
	var rules [gomoku.CaroOverline + 1]*winrate.Outcomes
	for g, err := range games.All(names...) {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if rules[g.Rule] == nil {
			rules[g.Rule] = new(winrate.Outcomes)
		}
		rules[g.Rule].Add(g)
	}
	found := false
	for rule, o := range rules {
		if o == nil {
			continue
		}
		found = true
		scale, err := o.Scale()
		if err != nil {
			return fmt.Errorf("%v: %w", gomoku.Rule(rule), err)
		}
		bins, meanError := o.Reliability(winrate.Logistic(scale))
		fmt.Fprintf(w, "%v: %d games, %d positions, and %d whose score is certain; scale %.0f, mean error %.2f %%\n", gomoku.Rule(rule), o.Games, o.Positions, o.Certain, scale, 100*meanError)
		fmt.Fprintf(w, "%-14s%12s%12s%12s%12s\n", "win rate", "positions", "predicted", "observed", "difference")
		for i, b := range bins {
			if b.Positions > 0 {
				fmt.Fprintf(w, "%.1f to %.1f    %12d%12.4f%12.4f%+12.4f\n", float64(i)/winrate.NumBins, float64(i+1)/winrate.NumBins, b.Positions, b.Predicted, b.Observed, b.Observed-b.Predicted)
			}
		}
	}
	if !found {
		return errors.New("there are no games: give files of selfplay with -data")
	}
	return nil
}
