package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/games"
)

// winrate fits what scores are worth, for gomoku.Score.WinRate.
func winrate(args []string) error {
	fs := flag.NewFlagSet("winrate", flag.ExitOnError)
	data := fs.String("data", "", "files of games, separated by commas")
	fs.Parse(args)
	if fs.NArg() > 0 {
		return fmt.Errorf("winrate: unexpected argument %q: files of games go after -data, separated by commas", fs.Arg(0))
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	return fitWinRates(ctx, fields(*data), os.Stdout)
}

// An outcomes counts, for each score that is no certain win or loss, what came of the positions with it.
type outcomes struct {
	positions [2*gomoku.MaxEval + 1]int
	points    [2*gomoku.MaxEval + 1]float64 // of the side to move
	games     int
	certain   int // positions with a certain win or loss, of which there is nothing to fit
}

func (o *outcomes) add(g *games.Game) {
	o.games++
	for i, p := range g.Plies {
		if _, ok := p.Score.Mate(); ok {
			o.certain++
			continue
		}
		o.positions[p.Score+gomoku.MaxEval]++
		o.points[p.Score+gomoku.MaxEval] += g.Points(g.Mover(g.Random + i))
	}
}

// scale finds the scale of greatest likelihood: where the predictions, weighed by their scores, are right in the sum. That sum
// falls with the slope, so halving finds it.
func (o *outcomes) scale() (float64, error) {
	surplus := func(logScale float64) (sum float64) { // of the points there are over those predicted
		slope := math.Exp(-logScale)
		for i, n := range o.positions {
			if s := float64(i) - float64(gomoku.MaxEval); n > 0 {
				sum += s * (o.points[i] - float64(n)*sigmoid(slope*s))
			}
		}
		return sum
	}
	low, high := math.Log(1), math.Log(1e5)
	if surplus(low) >= 0 || surplus(high) <= 0 {
		return 0, fmt.Errorf("the scores of %d games do not tell the results, or tell them all: more games are needed", o.games)
	}
	for range 60 {
		if middle := (low + high) / 2; surplus(middle) < 0 {
			low = middle // too steep
		} else {
			high = middle
		}
	}
	return math.Exp((low + high) / 2), nil
}

// A bin is a row of a reliability table.
type bin struct {
	positions           int
	predicted, observed float64 // in the mean
}

const numBins = 10

// logistic predicts with a scale, as gomoku.Score.WinRate does.
func logistic(scale float64) func(gomoku.Score) float64 {
	return func(s gomoku.Score) float64 { return sigmoid(float64(s) / scale) }
}

// reliability compares predictions with results, in bins of equal width, and returns the mean of the differences of the bins,
// weighed by their positions.
func (o *outcomes) reliability(predict func(gomoku.Score) float64) (bins [numBins]bin, meanError float64) {
	all := 0.0
	for i, n := range o.positions {
		if n == 0 {
			continue
		}
		p := predict(gomoku.Score(i) - gomoku.MaxEval)
		b := &bins[min(int(p*numBins), numBins-1)]
		b.positions += n
		b.predicted += p * float64(n)
		b.observed += o.points[i]
		all += float64(n)
	}
	for i := range bins {
		if b := &bins[i]; b.positions > 0 {
			meanError += math.Abs(b.predicted-b.observed) / all
			b.predicted /= float64(b.positions)
			b.observed /= float64(b.positions)
		}
	}
	return bins, meanError
}

func fitWinRates(ctx context.Context, names []string, w io.Writer) error {
	var rules [gomoku.CaroOverline + 1]*outcomes
	for g, err := range games.All(names...) {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if rules[g.Rule] == nil {
			rules[g.Rule] = new(outcomes)
		}
		rules[g.Rule].add(g)
	}
	found := false
	for rule, o := range rules {
		if o == nil {
			continue
		}
		found = true
		name := gomoku.Rule(rule)
		scale, err := o.scale()
		if err != nil {
			return fmt.Errorf("%v: %w", name, err)
		}
		bins, meanError := o.reliability(logistic(scale))
		total := 0
		for _, b := range bins {
			total += b.positions
		}
		fmt.Fprintf(w, "%v: %d games, %d positions, and %d whose score is certain; scale %.0f, mean error %.2f %%\n", name, o.games, total, o.certain, scale, 100*meanError)
		fmt.Fprintf(w, "%-14s%12s%12s%12s%12s\n", "win rate", "positions", "predicted", "observed", "difference")
		for i, b := range bins {
			if b.positions > 0 {
				fmt.Fprintf(w, "%.1f to %.1f    %12d%12.4f%12.4f%+12.4f\n", float64(i)/numBins, float64(i+1)/numBins, b.positions, b.predicted, b.observed, b.observed-b.predicted)
			}
		}
	}
	if !found {
		return errors.New("there are no games: give files of selfplay with -data")
	}
	return nil
}
