package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"

	"github.com/gomoku-go/gomoku/tune"
)

func spsa(args []string) error { return interruptible(args, runSPSA) }

const spsaUsage = `usage: tune spsa -params NUMBER,... [flags]

seeks better numbers by games: two players differ from the current values by a step up or down in every number at once, and
each number moves a little toward the winner's.`

// runSPSA seeks better numbers by games: see [tune.SPSA].
func runSPSA(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	f := flag.NewFlagSet("spsa", flag.ContinueOnError)
	var o gameFlags
	var s tune.SPSAOptions
	list := f.String("params", "", "numbers, separated by commas: NAME:LOW:TOP:STEP, or NAME=START:LOW:TOP:STEP to begin elsewhere than today")
	f.IntVar(&s.Pairs, "iterations", 1000, "pairs of games")
	f.IntVar(&s.Batch, "batch", 8, "pairs that are played before their results count")
	f.Float64Var(&s.Rate, "rate", 0.02, "share of a step by which a won game moves a number at the end")
	confirm := f.Int("confirm", 0, "at last, a confirmation match of so many pairs of games between the new values and the old; 0: none")
	o.define(f, "pattern", 0, 20_000)
	if err := parse(f, args, spsaUsage, stderr); err != nil {
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
	if err := o.read(); err != nil {
		return err
	}
	params, err := o.target.params("-params", *list)
	if err != nil {
		return err
	}
	o.play(names(params))
	now, err := o.settings()
	if err != nil {
		return err
	}
	// With other ones the games would not be those of the file.
	now["-params"], now["-iterations"] = *list, fmt.Sprint(s.Pairs)
	now["-batch"], now["-rate"] = fmt.Sprint(s.Batch), fmt.Sprint(s.Rate)
	closeLog, err := o.openLog("spsa", now)
	if err != nil {
		return err
	}
	defer func() {
		if closeErr := closeLog(); err == nil {
			err = closeErr
		}
	}()
	told := 0
	s.Moved = func(pairs int, values []float64) {
		if pairs-told < 50 && pairs < s.Pairs {
			return
		}
		told = pairs
		fmt.Fprintf(stdout, "%d pairs:", pairs)
		for i, p := range params {
			fmt.Fprintf(stdout, " %s=%.4g", p.Name, values[i])
		}
		fmt.Fprintln(stdout)
	}
	show(&o.run, "spsa", stderr)
	s.RunOptions = o.run
	values, err := tune.SPSA(ctx, params, &o.games, &s)
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
	t, err := o.confirm(ctx, values, start, s.Pairs, *confirm, stderr)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "the new values against the old: %s\n", score(t))
	return nil
}
