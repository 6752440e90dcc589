package gomoku

import (
	"context"
	"iter"
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/position"
)

// Analyze searches deeper and deeper and yields a line after every iteration, for programs that show the search at work. With
// [WithMultiPV] it yields every rank of a depth, one after the other. It ends when the loop breaks, ctx ends, a limit is reached or
// there is nothing more to find; without a limit it may go on for as long as the loop does. It uses neither a book nor a level. An
// error, one of those of [Searcher.Search], is yielded as the only element.
func (s *Searcher) Analyze(ctx context.Context, b *Board, limits ...SearchOption) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		c, release, err := s.begin(ctx, b, limits)
		if err != nil {
			yield(Info{}, err)
			return
		}
		defer release()
		s.engine.Prepare(&b.pos)
		l := c.limits(ctx, time.Now(), false)
		l.Progress = func(i engine.Info) bool {
			info := infoOf(i)
			if c.progress != nil {
				c.progress(info)
			}
			return yield(info, nil)
		}
		if r := s.engine.Search(ctx, &b.pos, l); r.Best == position.None {
			yield(Info{}, ErrNoMove)
		}
	}
}
