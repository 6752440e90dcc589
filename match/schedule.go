package match

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"sync"

	"github.com/gomoku-go/gomoku"
)

// ScheduleOptions say how [Schedule] plays its games.
type ScheduleOptions struct {
	// Parallel is how many games are played at a time; 0: as many as there are processors.
	Parallel int

	// Finished is called with each game as soon as it ends, in any order, and also with games that the loop does not see
	// because it has ended. An error ends the match, and Finished is not called again. The calls come from the goroutine
	// of the loop. Nil: none.
	Finished func(*Game) error
}

// Schedule plays any games, for example those of a tournament, and yields them in the order of the fixtures. It asks for a fixture
// when a game can begin. [Run] is simpler where two contenders play many openings; its documentation also tells what happens when
// a match ends early. Nil options mean the defaults.
func Schedule(ctx context.Context, fixtures iter.Seq[Fixture], o *ScheduleOptions) iter.Seq2[*Game, error] {
	if o == nil {
		o = &ScheduleOptions{}
	}
	return schedule(ctx, o, func(_ context.Context, yield func(job, error) bool) {
		for f := range fixtures {
			if err := f.check(); err != nil {
				yield(nil, err)
				return
			}
			if !yield(playing(f), nil) {
				return
			}
		}
	})
}

func (f *Fixture) check() error {
	for side, c := range f.Players {
		if c == nil || c.New == nil {
			return fmt.Errorf("match: contender %v is nil or has no New: make one with Searcher or Func", Side(side))
		}
		if k := c.Clock; k.Left < 0 || k.Increment < 0 || k.PerMove < 0 {
			return fmt.Errorf("match: contender %v: the clock %v has a negative time", Side(side), k)
		}
	}
	if f.Number < 0 || f.MaxMoves < 0 || f.Tolerance < 0 {
		return fmt.Errorf("match: a fixture with number %d, MaxMoves %d and Tolerance %v: none may be negative", f.Number, f.MaxMoves, f.Tolerance)
	}
	return nil
}

// A job is done by a worker. One that is no game returns nil.
type job func(ctx context.Context, w *worker) (*Game, error)

// playing returns the job of a game.
func playing(f Fixture) job {
	return func(ctx context.Context, w *worker) (*Game, error) {
		g, err := w.play(ctx, &f)
		if err != nil && ctx.Err() == nil {
			return nil, fmt.Errorf("match: game %d: %w", f.Number, err)
		}
		return g, err
	}
}

// A worker plays one game at a time, with players that it keeps from game to game.
type worker struct {
	contenders [2]*Contender
	players    [2]Player
	openings   *gomoku.Searcher // makes openings; nil at first
}

func (w *worker) play(ctx context.Context, f *Fixture) (*Game, error) {
	for side, c := range f.Players {
		if w.players[side] != nil && w.contenders[side] == c {
			continue
		}
		w.dismiss(side)
		var p Player
		err := safely(func() (err error) {
			p, err = c.New()
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("player %v, %s: %w", Side(side), c.Name, err)
		}
		w.contenders[side], w.players[side] = c, p
	}
	g, ok, err := f.play(ctx, w.players)
	if !ok { // who failed once may fail again because of it
		w.close()
	}
	return g, err
}

func (w *worker) dismiss(side int) {
	if p := w.players[side]; p != nil {
		_ = p.Close() // the games are played
		w.players[side] = nil
	}
}

func (w *worker) close() {
	for side := range w.players {
		w.dismiss(side)
	}
}

// A ticket is a job with its place among all of them.
type ticket struct {
	job   job
	place int
}

// An ended is the result of a job.
type ended struct {
	game  *Game // nil if the job was no game
	place int
}

// A jobs function yields jobs. Its context ends when nobody waits for them any more.
type jobs func(ctx context.Context, yield func(job, error) bool)

// schedule does the jobs, some at a time, and yields their games in order. An error of a job or instead of one ends it.
func schedule(ctx context.Context, o *ScheduleOptions, jobs jobs) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		parallel := o.Parallel
		switch {
		case parallel < 0:
			yield(nil, fmt.Errorf("match: Parallel is %d: want 1 or more, or 0 for as many as there are processors", parallel))
			return
		case parallel == 0:
			parallel = runtime.GOMAXPROCS(0)
		}
		ctx, cancel := context.WithCancelCause(ctx)
		tickets, results := make(chan ticket), make(chan ended)
		var workers sync.WaitGroup
		for range parallel {
			workers.Go(func() {
				w := new(worker)
				defer w.close()
				for t := range tickets {
					g, err := t.job(ctx, w)
					if err != nil {
						cancel(err) // the first cause stays
						return
					}
					results <- ended{g, t.place}
				}
			})
		}
		workers.Go(func() {
			defer close(tickets)
			place := 0
			jobs(ctx, func(j job, err error) bool {
				if err != nil {
					cancel(err)
					return false
				}
				select {
				case tickets <- ticket{j, place}:
					place++
					return true
				case <-ctx.Done():
					return false
				}
			})
		})
		go func() {
			workers.Wait()
			close(results)
		}()
		order := inOrder{yield: yield, waiting: map[int]*Game{}}
		defer func() { // the loop may end by a panic
			cancel(nil)
			for range results {
			}
		}()
		tell := o.Finished != nil
		for r := range results {
			if r.game != nil && tell {
				if err := o.Finished(r.game); err != nil {
					cancel(err)
					tell = false
				}
			}
			if order.add(r); order.stopped {
				cancel(context.Canceled)
			}
		}
		if ctx.Err() != nil {
			order.rest()
			if !order.stopped {
				yield(nil, context.Cause(ctx))
			}
		}
	}
}

// inOrder yields games in the order of their places.
type inOrder struct {
	yield   func(*Game, error) bool
	waiting map[int]*Game // ended before an earlier one; nil is no game
	next    int
	stopped bool // the loop has ended
}

func (o *inOrder) add(r ended) {
	o.waiting[r.place] = r.game
	for {
		g, ok := o.waiting[o.next]
		if !ok || o.stopped {
			return
		}
		o.give(g)
	}
}

// rest yields what waits for games that will not come.
func (o *inOrder) rest() {
	for len(o.waiting) > 0 && !o.stopped {
		if g, ok := o.waiting[o.next]; ok {
			o.give(g)
		} else {
			o.next++
		}
	}
}

func (o *inOrder) give(g *Game) {
	delete(o.waiting, o.next)
	o.next++
	if g != nil {
		o.stopped = !o.yield(g, nil)
	}
}
