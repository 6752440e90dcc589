// Package duel plays games between two players: configurations of the library's searcher, simple built-in players, or
// engines that speak the Gomocup protocol.
package duel

import (
	"context"
	"errors"

	"github.com/gomoku-go/gomoku"
)

// A Player plays one game at a time, on one goroutine.
type Player interface {
	// NewGame forgets the last game. The seed decides every random choice in the game to come.
	NewGame(size int, rule gomoku.Rule, seed uint64) error
	// Move finds a move for the side to move; b must come back as it was. gomoku.ErrNoMove ends the game as a draw, the
	// end of ctx ends it without a result, every other error loses it.
	Move(ctx context.Context, b *gomoku.Board) (Move, error)
	// Close ends what NewGame began. It may be called more than once.
	Close() error
}

// A Move is what a player answers, with what it tells of its thoughts (zero where it does not).
type Move struct {
	Point gomoku.Point
	Score gomoku.Score
	Depth int
	Nodes int64
}

// errTime is the loss of a game by a move that came too late.
var errTime = errors.New("too late")
