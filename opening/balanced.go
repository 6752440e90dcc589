package opening

import (
	"context"
	"math/rand/v2"

	"github.com/gomoku-go/gomoku"
)

// Balanced makes a fair opening on a board of any size and rule. All stones but the last lie by chance, each near another one,
// and the last is the one that leads nearest to an even game, by [gomoku.WithBalance]. A second search looks for the best move
// of the other side. Where that finds the game less even than 45 to 55 in a hundred it tries again, up to 8 times, and takes
// the most even opening of all.
//
// Each try takes two searches of se. The same seed gives the same opening from a new or cleared searcher whose limit is one of
// depth or nodes. The end of ctx ends the tries with the best so far; an error is that of [gomoku.NewBoard] or
// [gomoku.Searcher.Search].
func Balanced(ctx context.Context, se *gomoku.Searcher, size int, rule gomoku.Rule, seed uint64) (*gomoku.Board, error) {
	const tries = 8
	empty, err := gomoku.NewBoard(size, rule)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seed, 0))
	var best *gomoku.Board
	var bestScore gomoku.Score
	for range tries {
		b := empty.Clone()
		scatter(b, random, 2+random.IntN(4))
		score, err := balance(ctx, se, b)
		switch {
		case err != nil && best != nil && ctx.Err() != nil:
			return best, nil
		case err != nil:
			return nil, err
		}
		if best == nil || score < bestScore {
			best, bestScore = b, score
		}
		if bestScore <= even {
			break
		}
	}
	return best, nil
}

// balance plays the move after which the game is most even, and returns how far from even a search of its own finds it. Two
// lines, for a book move is not looked at closely.
func balance(ctx context.Context, se *gomoku.Searcher, b *gomoku.Board) (gomoku.Score, error) {
	r, err := se.Search(ctx, b, gomoku.WithBalance(0))
	if err != nil {
		return 0, err
	}
	if err := b.Play(r.Best); err != nil {
		return 0, err
	}
	r, err = se.Search(ctx, b, gomoku.WithMultiPV(2))
	return distance(r.Score), err
}

// scatter puts n stones: the first near the center, and each other one near a stone.
func scatter(b *gomoku.Board, random *rand.Rand, n int) {
	const reach = 3
	near := func(v, reach int) int { return v - reach + random.IntN(2*reach+1) }
	var points []gomoku.Point
	for len(points) < n {
		x, y, from := b.Size()/2, b.Size()/2, min(2, b.Size()/2-1)
		if len(points) > 0 {
			x, y = points[random.IntN(len(points))].XY()
			from = reach
		}
		// At leaves the board of its own accord; what does not fit is tried again.
		if p := gomoku.At(near(x, from), near(y, from)); b.Play(p) == nil {
			points = append(points, p)
		}
	}
}
