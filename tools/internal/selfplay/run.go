package selfplay

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/tools/games"
)

// A Player plays the game of a number. It belongs to one goroutine, and nothing of a game is left over in the next. When ctx
// ends the game is not to be used.
type Player func(ctx context.Context, number uint64) (*games.Game, error)

// WithItself returns the engine that plays with itself, as the settings of a file say.
func WithItself(set eval.Set, s games.Settings) Player {
	e := NewEngine(set)
	return func(ctx context.Context, number uint64) (*games.Game, error) {
		e.Clear()
		return Play(ctx, e, pattern.Rule(s.Rule), s.Size, s.Nodes, rand.New(rand.NewPCG(s.Seed, number))), nil
	}
}

// Fill plays those of the first n games that the file does not have, so many at a time, each worker with a player of its own.
// It tells of each game that is in the file now, one after the other. It ends early, without an error, when ctx does.
func Fill(ctx context.Context, w *games.Writer, n, parallel int, player func() (Player, error), added func(*games.Game)) error {
	missing, numbers := w.Missing(n)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next, ended := make(chan uint64), make(chan *games.Game)
	var workers sync.WaitGroup
	work := func() error {
		play, err := player()
		if err != nil {
			return err
		}
		for number := range next {
			g, err := play(ctx, number)
			switch {
			case ctx.Err() != nil:
				return nil // the game was cut short
			case err != nil:
				return err
			}
			g.Number = number
			ended <- g
		}
		return nil
	}
	for range min(parallel, missing) {
		workers.Go(func() {
			if err := work(); err != nil {
				cancel(err)
			}
		})
	}
	workers.Go(func() {
		defer close(next)
		for number := range numbers {
			select {
			case next <- number:
			case <-ctx.Done():
				return
			}
		}
	})
	go func() {
		workers.Wait()
		close(ended)
	}()
	var failure error
	for g := range ended {
		if failure != nil {
			continue
		}
		if failure = w.Add(g); failure != nil {
			cancel(failure)
			continue
		}
		added(g)
	}
	if cause := context.Cause(ctx); failure == nil && ctx.Err() != nil && !errors.Is(cause, context.Canceled) {
		failure = cause
	}
	return failure
}
