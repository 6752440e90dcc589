package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/gomoku-go/gomoku/tools/internal/training/pipeline"
)

const pipelineIntroduction = `
Trains weights round by round. Each round plays games of self-play with the best weights so
far, fits new ones to the games of all rounds, and plays a match between them. The new
weights are taken only if the match speaks for them.

    go run ./tune pipeline -rounds 3 -dir DIR
    go run ./tune pipeline -from none -rounds 3 -games 2000 -nodes 1000 -match-nodes 3000 -dir DIR

The second one begins from scratch and takes about two minutes on two cores; with the
default flags a round takes a few. All files go into DIR: the games, weights and match of
each round, and at the end RULE.weights with its record and the table rounds.md. After an
interrupt or a kill the same command continues, and more -rounds may follow later.`

// runPipeline trains weights by self-play, fits and matches, round by round.
func runPipeline(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	f := newFlags("pipeline", pipelineIntroduction, stdout)
	var c pipeline.Config
	dir := f.String("dir", "", "`directory` of the pipeline; one that holds a part of it continues")
	rounds := f.Int("rounds", 3, "rounds in all")
	from := f.String("from", "builtin", "weights to begin with: none (from scratch, all zero), builtin, or a `file`")
	sizeFlag(f, &c.Size)
	f.IntVar(&c.Games, "games", 5000, "games of self-play a round")
	f.Int64Var(&c.Nodes, "nodes", 2000, "nodes a move in self-play, at random half of it more or less")
	f.IntVar(&c.MatchGames, "match-games", 400, "games of the match of a round, at most")
	f.Int64Var(&c.MatchNodes, "match-nodes", 5000, "nodes a move in the match")
	f.Float64Var(&c.Elo0, "elo0", 0, "with -elo1: new weights are taken if the test accepts that they are stronger by elo1 rather than elo0, either error 5 %")
	f.Float64Var(&c.Elo1, "elo1", 40, "see -elo0; equal to it: all games of a match are played, and the new weights taken if the 95 % interval of their score lies above one half")
	runner := pipeline.Runner{Log: stdout, Progress: stderr}
	parallelFlag(f, &runner.Parallel)
	trainingFlags(f, &c.Rule, &c.Fit)
	if err := parse(f, args, seeFlags); err != nil {
		return err
	}
	c.Seed = c.Fit.Seed
	switch {
	case *dir == "" || strings.Contains(*dir, ","):
		return fmt.Errorf("-dir %q: want a directory, without a comma in its name", *dir)
	case *rounds < 1 || runner.Parallel < 1:
		return errors.New("-rounds and -parallel: want at least 1")
	}
	if err := c.Check(); err != nil {
		return err
	}
	start, err := c.Start(*from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(*dir, 0o755); err != nil {
		return err
	}
	if runner.Pipeline, err = pipeline.Open(*dir, c, start); err != nil {
		return err
	}
	for len(runner.Rounds) < *rounds {
		if err := runner.Round(ctx); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	weights, err := runner.Finish()
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s\n\n", runner.Title())
	runner.Table().Write(stdout, 1)
	fmt.Fprintf(stdout, "\nweights: %s\n", weights)
	return nil
}
