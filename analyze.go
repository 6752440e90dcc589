package gomoku

import (
	"context"
	"iter"
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/position"
)

// Analyze yields the lines of ever deeper iterations, for [WithMultiPV] each rank of one depth after the other, until the
// loop breaks, ctx ends or a limit is met. Without a limit it goes on until the loop breaks or there is nothing more to
// find out. It uses neither book nor level. Errors, as those of [Searcher.Search], come as the only element.
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
