package duel

import (
	"context"
	"errors"
	"fmt"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/gomocup"
)

// An engine is a process that speaks the Gomocup protocol, a fresh one for every game.
type engine struct {
	gomocup.Engine
	clock Clock
}

func newEngine(command string, c Clock) *engine {
	path, args := shell(command)
	return &engine{gomocup.Engine{Path: path, Args: args, Memory: c.Memory, Grace: c.Tolerance}, c}
}

// Move asks the engine. A move against the rules is for the game to judge.
func (e *engine) Move(ctx context.Context, b *gomoku.Board) (Move, error) {
	r, err := e.Engine.Move(ctx, b, gomoku.Clock{PerMove: e.clock.Turn})
	switch {
	case errors.Is(err, gomocup.ErrIllegalMove):
		err = nil
	case errors.Is(err, gomocup.ErrTimeout):
		err = fmt.Errorf("%w: %w", errTime, err)
	}
	return Move{Point: r.Best, Score: r.Score, Depth: r.Depth, Nodes: r.Stats.Nodes}, err
}
