package pipeline

import (
	"context"
	"fmt"

	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/checksum"
	"github.com/gomoku-go/gomoku/tools/internal/progress"
	"github.com/gomoku-go/gomoku/tools/internal/selfplay"
)

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
