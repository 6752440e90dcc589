// Tuning shows how to seek better weights for an evaluator of your own by games: a grid of two of them against the start, coarse
// to fine, then all three at once by SPSA, and at last what came of it in new games.
//
//	go run ./examples/tuning
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"os/signal"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tune"
)

// threats values a position by what one more stone of either side would make. The weights are those of an open three and a
// closed four; an open two is worth 10. The third one is worth having the move, in tenths of what is on the board.
func threats(weights []float64) gomoku.Evaluator {
	three, four, move := weights[0], weights[1], 1+weights[2]/10
	return gomoku.EvaluatorFunc(func(b *gomoku.Board) gomoku.Score {
		value := func(c gomoku.Color) float64 {
			return 10*float64(b.CountPoints(c, gomoku.OpenTwo)) + three*float64(b.CountPoints(c, gomoku.OpenThree)) + four*float64(b.CountPoints(c, gomoku.Four))
		}
		side := b.Turn()
		return gomoku.Score(math.Round(move*value(side) - value(side.Opponent())))
	})
}

// params are the weights, with round numbers to start from.
var params = []tune.Param{
	{Name: "open three", Low: 0, High: 80, Step: 20, Start: 20},
	{Name: "four", Low: 0, High: 80, Step: 20, Start: 20},
	{Name: "move", Low: -5, High: 10, Step: 2, Start: 0},
}

func run(ctx context.Context, w io.Writer, size, pairs int) error {
	g := &tune.Games{Player: tune.Evaluator(threats), Size: size, Limit: gomoku.WithDepth(3)}
	show := tune.RunOptions{Progress: func(done, all int) {
		if done == 0 {
			fmt.Fprintf(w, "%d games to play\n", all)
		}
	}}

	two := append([]tune.Param(nil), params...)
	two[2].Low, two[2].High = 0, 0 // keep it as it is
	rounds, err := tune.Grid(ctx, two, g, &tune.GridOptions{Pairs: pairs, Rounds: 2, RunOptions: show})
	if err != nil {
		return err
	}
	for i, r := range rounds {
		fmt.Fprintf(w, "round %d: open three, four: points against the start, and the 95 %% interval\n", i+1)
		for _, c := range r.Cells {
			fmt.Fprintf(w, "%4v %4v  %v\n", c.Values[0], c.Values[1], c.Tally)
		}
	}
	best := rounds[len(rounds)-1].Best().Values

	all := append([]tune.Param(nil), params...)
	for i := range all {
		all[i].Start, all[i].Step = best[i], all[i].Step/2
	}
	values, err := tune.SPSA(ctx, all, g, &tune.SPSAOptions{Pairs: 10 * pairs, Rate: 0.1, RunOptions: show})
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "SPSA: open three %.1f, four %.1f, move %.1f\n", values[0], values[1], values[2])

	// The confirmation match has another seed: new openings, so that the luck of the search does not count again.
	start := []float64{params[0].Start, params[1].Start, params[2].Start}
	o := &match.Options{Size: size, Seed: 1, Games: 10 * pairs}
	t, err := match.Play(ctx, g.Contender(values), g.Contender(start), o)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "against the start: %v\n", t)
	return nil
}

func main() {
	log.SetFlags(0)
	size := flag.Int("size", 11, "size of the board")
	pairs := flag.Int("pairs", 10, "pairs of games of each cell, 2 or more; all else grows with it")
	flag.Parse()
	if flag.NArg() > 0 || *pairs < 2 {
		log.Fatal("tuning: want no arguments, and -pairs of at least 2: see -h")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, *size, *pairs); err != nil {
		log.Fatal(err)
	}
}
