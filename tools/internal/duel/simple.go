package duel

import (
	"context"
	"math/rand/v2"

	"github.com/gomoku-go/gomoku"
)

// random plays any legal move.
type random struct{ r *rand.Rand }

func (p *random) NewGame(size int, rule gomoku.Rule, seed uint64) error {
	p.r = newRand(seed)
	return nil
}

func (p *random) Move(ctx context.Context, b *gomoku.Board) (Move, error) {
	legal := b.AppendLegal(nil)
	if len(legal) == 0 {
		return Move{}, gomoku.ErrNoMove
	}
	return Move{Point: legal[p.r.IntN(len(legal))]}, nil
}

func (p *random) Close() error { return nil }

// greedy looks one ply ahead: its own five, else the opponent's, else the point where the shapes of both sides are
// worth most. It chooses among equals by chance.
type greedy struct{ r *rand.Rand }

func (p *greedy) NewGame(size int, rule gomoku.Rule, seed uint64) error {
	p.r = newRand(seed)
	return nil
}

// Own shapes weigh a little more than the opponent's of the same kind, and less than those of the next.
var (
	ownWorth   = [...]int{gomoku.Two: 2, gomoku.OpenTwo: 6, gomoku.Three: 6, gomoku.OpenThree: 30, gomoku.Four: 32, gomoku.OpenFour: 600, gomoku.Five: 100000}
	theirWorth = [...]int{gomoku.Two: 1, gomoku.OpenTwo: 4, gomoku.Three: 4, gomoku.OpenThree: 20, gomoku.Four: 21, gomoku.OpenFour: 300, gomoku.Five: 20000}
)

func (p *greedy) Move(ctx context.Context, b *gomoku.Board) (Move, error) {
	legal := b.AppendLegal(nil)
	if len(legal) == 0 {
		return Move{}, gomoku.ErrNoMove
	}
	centre := gomoku.At(b.Size()/2, b.Size()/2)
	if b.Stones() == 0 {
		return Move{Point: centre}, nil
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
			if ties++; p.r.IntN(ties) == 0 {
				move = q
			}
		}
	}
	return Move{Point: move}, nil
}

func (p *greedy) Close() error { return nil }

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }
