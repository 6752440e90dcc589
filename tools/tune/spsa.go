package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/gomoku-go/gomoku/tools/internal/experiment"
	"github.com/gomoku-go/gomoku/tune"
)

const spsaIntroduction = `
Improves many parameters at once (Spall, 1992): two players differ from the current values by
a step up or down in every parameter, play a pair of games, and each parameter moves a little
toward the winner's. A step should be worth some ten Elo.

    go run ./tune spsa -params FutilityMargin:20:120:6,MoveCountBase:1:20:1.5 -log spsa.jsonl

With the default flags it takes about twenty minutes on two cores; real gains want many more
-iterations. It prints the values as they move, and writes the games where -log says.

` + experiment.ParametersHelp

// spsa seeks better values by games: see [tune.SPSA].
func spsa(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	f := newFlags("spsa", spsaIntroduction, stdout)
	var r experiment.Runner
	var s tune.SPSAOptions
	list := f.String("params", "", "`parameters`, separated by commas: NAME:LOW:TOP:STEP, or NAME=START:LOW:TOP:STEP to begin elsewhere than today")
	f.IntVar(&s.Pairs, "iterations", 1000, "pairs of games")
	f.IntVar(&s.Batch, "batch", 8, "pairs that are played before their results count")
	f.Float64Var(&s.Rate, "rate", 0.02, "share of a step by which a won game moves a parameter at the end")
	confirm := f.Int("confirm", 0, "pairs of games of a confirmation match at the end, between the new values and the old; 0: none")
	gameFlags(f, &r, "pattern", 0, 20_000)
	if err := parse(f, args, seeFlags); err != nil {
		return err
	}
	switch {
	case *confirm < 0:
		return fmt.Errorf("-confirm %d: at least 0", *confirm)
	case s.Batch < 1:
		return fmt.Errorf("-batch %d: at least 1", s.Batch)
	case s.Pairs < 1:
		return fmt.Errorf("-iterations %d: at least 1", s.Pairs)
	case s.Rate == 0:
		return errors.New("-rate 0: nothing would move")
	}
	if err := r.Load(); err != nil {
		return err
	}
	params, err := r.Params("-params", *list)
	if err != nil {
		return err
	}
	r.Play(params)
	now, err := r.Settings()
	if err != nil {
		return err
	}
	// With other ones the games would not be those of the file.
	now["-params"], now["-iterations"] = *list, fmt.Sprint(s.Pairs)
	now["-batch"], now["-rate"] = fmt.Sprint(s.Batch), fmt.Sprint(s.Rate)
	closeLog, err := r.OpenLog("spsa", now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeLog()) }()
	s.Moved = tellMoves(params, s.Pairs, stdout)
	experiment.ShowProgress(&r.Run, "spsa", stderr)
	s.RunOptions = r.Run
	values, err := tune.SPSA(ctx, params, &r.Games, &s)
	if err != nil || *confirm == 0 {
		return err
	}
	var start []float64
	for i, p := range params {
		start = append(start, p.Start)
		if p.Integer {
			values[i] = math.Round(values[i])
		}
	}
	t, err := r.Confirm(ctx, values, start, s.Pairs, *confirm, stderr)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "the new values against the old: %s\n", experiment.Score(t))
	return nil
}

// tellMoves prints the values after every fifty pairs and at the end.
func tellMoves(params []tune.Param, all int, stdout io.Writer) func(pairs int, values []float64) {
	told := 0
	return func(pairs int, values []float64) {
		if pairs-told < 50 && pairs < all {
			return
		}
		told = pairs
		fmt.Fprintf(stdout, "%d pairs:", pairs)
		for i, p := range params {
			fmt.Fprintf(stdout, " %s=%.4g", p.Name, values[i])
		}
		fmt.Fprintln(stdout)
	}
}
