package review

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A view is the result of searching a position, for the side to move.
type view struct {
	score gomoku.Score
	best  gomoku.Point // NoPoint: a pass, or the game is over
	line  []gomoku.Point
	depth int
}

func (v *view) wins() bool  { return isWin(v.score) }
func (v *view) loses() bool { return isWin(-v.score) }

// isWin reports whether the score is a certain win.
func isWin(s gomoku.Score) bool {
	_, ok := s.Mate()
	return ok && s > 0
}

// before turns the score of the position after a move into the mover's score before it. A proved win or loss is then one ply further
// away; other scores only change sign.
func before(s gomoku.Score) gomoku.Score {
	plies, ok := s.Mate()
	switch {
	case !ok:
		return -s
	case s > 0:
		return gomoku.LossIn(plies + 1)
	}
	return gomoku.WinIn(-plies + 1)
}

// after turns a proved score of a position into that of the position after its best move.
func after(s gomoku.Score) gomoku.Score {
	plies, _ := s.Mate()
	if s > 0 {
		return gomoku.LossIn(plies - 1)
	}
	return gomoku.WinIn(-plies - 1)
}

// A searcher searches positions, all of them with the same limits.
type searcher struct {
	*gomoku.Searcher
	limits []gomoku.SearchOption
}

func newSearcher(o *Options) (*searcher, error) {
	limits := o.Limits
	if len(limits) == 0 {
		limits = []gomoku.SearchOption{gomoku.WithNodes(DefaultNodes)}
	}
	all := append([]gomoku.Option{}, o.Search...)
	for _, l := range limits {
		all = append(all, l)
	}
	if _, err := gomoku.NewSearcher(all...); err != nil { // report wrong values before the first move
		return nil, err
	}
	s, err := gomoku.NewSearcher(o.Search...)
	return &searcher{s, limits}, err
}

// untimed hides a context's deadline. It is meant for the whole review, but a search would take it as its own time limit.
type untimed struct{ context.Context }

func (untimed) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }

// look searches a position. The line of a win goes on to the five if possible. The end of ctx is an error, because the result of a
// search that was cut short cannot be compared with others.
func (s *searcher) look(ctx context.Context, b *gomoku.Board, excluded ...gomoku.Point) (*view, error) {
	if over := b.Outcome(); over != gomoku.Undecided {
		v := &view{}
		if over.Winner() != gomoku.Empty { // only a move can have ended it, so the side to move has lost
			v.score = gomoku.LossIn(0)
		}
		return v, nil
	}
	found, err := s.Search(ctx, b, append(s.limits[:len(s.limits):len(s.limits)], gomoku.WithExcluded(excluded...))...)
	switch {
	case errors.Is(err, gomoku.ErrNoMove) && len(excluded) == 0: // nothing but forbidden points
		next := b.Clone()
		if err := next.Pass(); err != nil {
			return nil, err
		}
		v, err := s.look(ctx, next)
		if err != nil {
			return nil, err
		}
		return &view{score: before(v.score), line: append([]gomoku.Point{gomoku.NoPoint}, v.line...), depth: v.depth}, nil
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	}
	v := &view{score: found.Score, best: found.Best, line: []gomoku.Point{found.Best}, depth: found.Depth}
	if len(found.Lines) > 0 {
		v.line = found.Lines[0].Moves
	}
	if v.wins() {
		err = s.finish(ctx, b, v)
	}
	return v, err
}

// finish extends the line of a win to the five.
func (s *searcher) finish(ctx context.Context, b *gomoku.Board, v *view) error {
	end := b.Clone()
	if err := end.PlayMoves(v.line...); err != nil {
		return err
	}
	most, _ := v.score.Mate()
	for end.Outcome() == gomoku.Undecided && len(v.line) < most {
		found, err := s.Search(ctx, end, s.limits...)
		if err != nil {
			if errors.Is(err, gomoku.ErrNoMove) {
				return nil // the line would need a pass
			}
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := end.Play(found.Best); err != nil {
			return err
		}
		v.line = append(v.line, found.Best)
	}
	return nil
}

// noFours reports whether it is proved that the side to move has no win by fours.
func (s *searcher) noFours(ctx context.Context, b *gomoku.Board) (bool, error) {
	const enough = 500_000 // nodes; few positions take more
	if b.Outcome() != gomoku.Undecided {
		return true, nil
	}
	found, err := s.Solve(ctx, b, gomoku.VCF, gomoku.WithNodes(enough))
	if err != nil {
		return false, err
	}
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	return found.Verdict == gomoku.NoWin, nil
}

// eval is a score with its chances.
func eval(s gomoku.Score, rule gomoku.Rule) Eval {
	e := Eval{Score: s, WinRate: rounded(s.WinRate(rule), 4)}
	if plies, ok := s.Mate(); ok {
		e.Mate = plies
	}
	return e
}

// rounded cuts a number to some decimals, beyond which exponentials may differ between computers.
func rounded(f float64, decimals int) float64 {
	unit := math.Pow10(decimals)
	return math.Round(f*unit) / unit
}
