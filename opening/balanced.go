package opening

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gomoku-go/gomoku"
)

// Options say how [Balanced] makes an opening.
type Options struct {
	// Seed decides where the stones lie that are put by chance.
	Seed uint64
	// Tries is how many openings are made at most before the most even one is taken; 0 means 8.
	Tries int
}

const defaultTries = 8

// Balanced makes a fair opening on a board of any size and rule. All stones but the last are put by chance, each near another
// one, and the last is the one that leads nearest to an even game, by [gomoku.WithBalance]. A second search looks for the best
// move of the other side. Where that gives a side less than 45 or more than 55 chances in a hundred, by [gomoku.Score.WinRate],
// Balanced tries again, and takes the most even opening of all tries. Nil options stand for the defaults.
//
// Each try takes two searches of se. The same seed gives the same opening from a new or cleared searcher whose limit is one of
// depth or nodes. The end of ctx ends the tries with the best so far; an error is that of [gomoku.NewBoard] or
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
