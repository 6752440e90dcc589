package players

import (
	"context"
	"math/rand/v2"

	"github.com/gomoku-go/gomoku"
)

// random plays any legal move.
func random(_ context.Context, b *gomoku.Board, r *rand.Rand) (gomoku.Point, error) {
	legal := b.AppendLegal(nil)
	if len(legal) == 0 {
		return gomoku.NoPoint, gomoku.ErrNoMove
	}
	return legal[r.IntN(len(legal))], nil
}

// Own shapes weigh a little more than the opponent's of the same kind, and less than those of the next.
var (
	ownWorth   = [...]int{gomoku.Two: 2, gomoku.OpenTwo: 6, gomoku.Three: 6, gomoku.OpenThree: 30, gomoku.Four: 32, gomoku.OpenFour: 600, gomoku.Five: 100000}
	theirWorth = [...]int{gomoku.Two: 1, gomoku.OpenTwo: 4, gomoku.Three: 4, gomoku.OpenThree: 20, gomoku.Four: 21, gomoku.OpenFour: 300, gomoku.Five: 20000}
)

// greedy looks one ply ahead: its own five, else the opponent's, else the point where the shapes of both sides are
// worth most. It chooses among equals by chance.
func greedy(_ context.Context, b *gomoku.Board, r *rand.Rand) (gomoku.Point, error) {
	legal := b.AppendLegal(nil)
	if len(legal) == 0 {
		return gomoku.NoPoint, gomoku.ErrNoMove
	}
	if b.Stones() == 0 {
		return gomoku.At(b.Size()/2, b.Size()/2), nil
	}
	own, theirs := b.Turn(), b.Turn().Opponent()
	best, ties := -1, 0
	var move gomoku.Point
	for _, q := range legal {
		worth := 0
		shapes, answers := b.Shapes(own, q), b.Shapes(theirs, q)
		for i := range shapes {
			worth += ownWorth[shapes[i]] + theirWorth[answers[i]]
		}
		switch {
		case worth > best:
			best, ties, move = worth, 1, q
		case worth == best:
			// Each of n equals comes out with chance 1/n.
			if ties++; r.IntN(ties) == 0 {
				move = q
			}
		}
	}
	return move, nil
}
