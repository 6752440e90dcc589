package opening

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gomoku-go/gomoku"
)

// Options configure [Balanced].
type Options struct {
	// Seed determines the stones that are put at random.
	Seed uint64
	// Tries is the greatest number of openings to try; 0 means 8.
	Tries int
}

const defaultTries = 8

// Balanced makes a fair opening on a board of any size and rule. It puts all stones but the last at random, each near another one, and
// the last where it makes the game most even, see [gomoku.WithBalance]. A second search checks how even the game is. If it gives
// either side less than 45 percent, by [gomoku.Score.WinRate], Balanced tries again, and in the end returns the most even opening of
// all tries. Nil options mean the defaults.
//
// Each try takes two searches of se. With a new or cleared searcher, and a limit of depth or nodes, the same seed gives the same
// opening. When ctx ends, Balanced returns the best opening so far. Errors are those of [gomoku.NewBoard] and
// [gomoku.Searcher.Search].
func Balanced(ctx context.Context, se *gomoku.Searcher, size int, rule gomoku.Rule, o *Options) (*gomoku.Board, error) {
	if o == nil {
		o = new(Options)
	}
	tries := o.Tries
	switch {
	case tries < 0:
		return nil, fmt.Errorf("opening: Options.Tries is %d: want 1 or more, or 0 for %d", tries, defaultTries)
	case tries == 0:
		tries = defaultTries
	}
	empty, err := gomoku.NewBoard(size, rule)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(o.Seed, 0))
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
		if isEven(bestScore, rule) {
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
