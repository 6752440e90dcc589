package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/checksum"
	"github.com/gomoku-go/gomoku/tools/internal/progress"
	"github.com/gomoku-go/gomoku/tools/internal/selfplay"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
	"github.com/gomoku-go/gomoku/tools/internal/training/weightfile"
)

// A Runner does what is left of the next round.
type Runner struct {
	*Pipeline
	Parallel int       // games at a time
	Log      io.Writer // what happens
	Progress io.Writer // a progress bar, if it is a terminal
}

// Round does what is left of the next round. It returns nil early when ctx ends.
func (r Runner) Round(ctx context.Context) (err error) {
	n := len(r.Rounds) + 1
	// The file of games stays open until the end of the round: its lock keeps a second process away.
	w, err := r.selfPlay(ctx, n)
	if w != nil {
		defer func() { err = errors.Join(err, w.Close()) }()
	}
	if err != nil || ctx.Err() != nil {
		return err
	}
	summary, list, err := r.fit(n)
	if err != nil {
		return err
	}
	round := Round{Fit: *summary}
	for _, g := range list[len(list)-r.Config.Games:] {
		round.Games++
		round.Positions += len(g.Plies)
	}
	if err := r.match(ctx, n, &round); err != nil || ctx.Err() != nil {
		return err
	}
	r.Rounds = append(r.Rounds, round)
	fmt.Fprintf(r.Log, "round %d: %s\n", n, round.Verdict)
	return r.save()
}

// selfPlay plays what is missing of a round's games, with the weights that were taken last. The file that it returns is open.
func (r Runner) selfPlay(ctx context.Context, n int) (*games.Writer, error) {
	c := r.Config
	set, sum, err := selfplay.ReadWeights(r.Weights(r.Taken()))
	if err != nil {
		return nil, err
	}
	settings := games.Settings{Nodes: c.Nodes, Rule: c.Rule, Size: c.Size, Seed: r.seed(n), Weights: []string{sum}}
	if settings.Program, err = checksum.Program(); err != nil {
		return nil, err
	}
	w, err := games.Open(r.gamesFile(n), settings)
	if err != nil {
		return nil, err
	}
	missing, _ := w.Missing(c.Games)
	fmt.Fprintf(r.Log, "round %d: self-play, %d of %d games are there\n", n, c.Games-missing, c.Games)
	bar := progress.New(missing, r.Progress)
	player := func() (selfplay.Player, error) { return selfplay.WithItself(set, settings), nil }
	err = selfplay.Fill(ctx, w, c.Games, r.Parallel, player, func(*games.Game) { _ = bar.Add(1) })
	_ = bar.Finish()
	return w, err
}

// fit makes the weight file of a round from the games of all rounds so far, unless it is there. It returns what the file says,
// and the games.
func (r Runner) fit(n int) (*weightfile.Summary, []*games.Game, error) {
	var names []string
	for k := range n {
		names = append(names, r.gamesFile(k+1))
	}
	list, err := data.Read(names)
	if err != nil {
		return nil, nil, err
	}
	name := r.Weights(n)
	f, _, err := weightfile.Read(name)
	if errors.Is(err, os.ErrNotExist) {
		if f, _, err = weightfile.Read(r.Weights(0)); err != nil {
			return nil, nil, err
		}
		record, fitErr := f.Fit(list, r.Config.Rule, r.Config.Fit, r.Log)
		if fitErr != nil {
			return nil, nil, fitErr
		}
		err = f.Write(name, record)
	}
	if err != nil {
		return nil, nil, err
	}
	summary := f.Summary(r.Config.Rule)
	if summary == nil || summary.Data != games.Sum(list) {
		return nil, nil, fmt.Errorf("%s was not fitted to the games of this pipeline: remove it, and the same command makes it anew", name)
	}
	return summary, list, nil
}
