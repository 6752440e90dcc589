package gomoku

import (
	"context"
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/position"
)

// bookMove is a book move where the book knows the position and nothing speaks against the move: the search must not be
// told to leave points out or to look for something else than the best, and a short look must not find the move lost.
func bookMove(ctx context.Context, e *engine.Engine, b *Board, c *config, deadline time.Time) (Result, bool) {
	if c.book == nil || c.balance || c.multiPV > 1 || !c.level.knowsBooks() {
		return Result{}, false
	}
	if b.CountPoints(b.Turn(), Five) > 0 {
		return Result{}, false // a five is taken, whatever the book says
	}
	p, ok := c.book.Draw(b, c.seed)
	if !ok || !c.allows(p) || !b.IsLegal(p) {
		return Result{}, false
	}
	// The look must not cost a move its time: some milliseconds, less where less is left. Without a limit of time the clock must
	// have no say in the result.
	const lookNodes, lookTime = 5_000, 20 * time.Millisecond
	if d := time.Now().Add(lookTime); !deadline.IsZero() && d.Before(deadline) {
		deadline = d
	}
	nodes := int64(lookNodes)
	if c.nodes > 0 {
		nodes = min(nodes, c.nodes)
	}
	r := e.Search(ctx, &b.pos, engine.Limits{Depth: 8, Nodes: nodes, Deadline: deadline, MultiPV: 1, Moves: []position.Cell{p.cell()}})
	result, err := resultOf(r, 0)
	if err != nil || result.Score < -MaxEval {
		return Result{}, false
	}
	result.Stop = StopBook
	return result, true
}
