package review

import (
	"context"

	"github.com/gomoku-go/gomoku"
)

// A turn is a position of the game with the move that was played there.
type turn struct {
	board *gomoku.Board  // before the move
	next  *gomoku.Board  // after it; before it where a foul ended the game
	view  *view          // of board
	then  *view          // of next
	foul  bool           // the rule forbids the move
	ended bool           // by the foul
	fives []gomoku.Point // where the mover could have won at once
	stops []gomoku.Point // where else the mover could have stopped all fives that the opponent threatened
}

// make plays move i of the game.
func (t *turn) make(g *gomoku.Game, i int) error {
	p := g.Moves[i]
	t.next = t.board.Clone()
	if t.fives = fives(t.board, t.board.Turn()); len(t.fives) == 0 {
		t.stops = fiveStops(t.board)
	}
	t.foul = t.board.Turn() == gomoku.Black && t.board.Forbidden(p) != gomoku.NoFoul
	t.ended = t.foul && g.Reason == gomoku.ByFoul && i == len(g.Moves)-1
	switch {
	case t.ended:
		return nil
	case p == gomoku.NoPoint:
		return t.next.Pass()
	}
	return t.next.PlayUnclaimed(p)
}

// lookAfter looks at the position after the move p.
func (s *searcher) lookAfter(ctx context.Context, t *turn, p gomoku.Point) (err error) {
	if t.ended {
		t.then = &view{score: gomoku.WinIn(0)} // the opponent has won
		return nil
	}
	if t.then, err = s.look(ctx, t.next); err != nil {
		return err
	}
	// A proof holds for the next position along its line, even if this search does not find it again.
	if v := t.view; v != nil && p == v.best && (v.wins() || v.loses()) && !t.then.wins() && !t.then.loses() {
		t.then.score = after(v.score)
		if len(v.line) > 1 {
			t.then.line, t.then.best = v.line[1:], v.line[1]
		}
	}
	return nil
}

// colorOf returns the color of move i of the game, counted from 0.
func colorOf(g *gomoku.Game, i int) gomoku.Color {
	first := g.First
	if first == gomoku.Empty {
		first = gomoku.Black
	}
	if i%2 == 1 {
		return first.Opponent()
	}
	return first
}
