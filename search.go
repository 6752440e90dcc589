package gomoku

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
)

// A Searcher finds moves, for either color, on boards of any size and rule. It remembers what earlier searches found, so use one
// Searcher from the first move of a game to the last; [Searcher.Clear] makes it forget. It runs one search at a time: a concurrent
// call returns [ErrBusy].
//
// Given the same options, the same sequence of calls since NewSearcher or Clear, one thread, and a limit of depth or nodes instead
// of time, a Searcher gives the same results on every platform.
type Searcher struct {
	config config
	engine *engine.Engine
	busy   atomic.Bool
}

// NewSearcher returns a searcher with the given options. Without any it plays at full strength and takes a second per move. The error
// joins an [*OptionError] for every invalid value. Memory is allocated at the first search.
func NewSearcher(opts ...Option) (*Searcher, error) {
	c, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	return &Searcher{config: c, engine: engine.New(c.engine())}, nil
}

// Set changes options between searches: all of them, or none if any value is invalid, and then the error is that of [NewSearcher].
// What the searcher has learned is kept as far as it is still valid. Set returns [ErrBusy] while a search runs.
func (s *Searcher) Set(opts ...Option) error {
	release, err := s.acquire()
	if err != nil {
		return err
	}
	defer release()
	c, err := s.config.set(opts)
	if err != nil {
		return err
	}
	s.engine.SetConfig(c.engine(), sameEvaluator(c.evaluator, s.config.evaluator))
	s.config = c
	return nil
}

// sameEvaluator reports whether scores of a certainly mean what scores of b do.
func sameEvaluator(a, b Evaluator) bool {
	if a == nil && b == nil {
		return true
	}
	x, ok := a.(*PatternEvaluator)
	y, also := b.(*PatternEvaluator)
	return ok && also && x == y
}

// Clear makes the searcher forget what earlier searches learned, as if it were new. It returns [ErrBusy] while a search runs.
func (s *Searcher) Clear() error {
	release, err := s.acquire()
	if err != nil {
		return err
	}
	defer release()
	s.engine.Clear()
	return nil
}

// Prepare allocates the memory that searches on boards like b need and builds the tables of its rule, so that the first search does
// not spend some tens of milliseconds on that. It returns [ErrBusy] while a search runs.
func (s *Searcher) Prepare(b *Board) error {
	release, err := s.acquire()
	if err != nil {
		return err
	}
	defer release()
	if b == nil || b.size == 0 {
		return ErrNoBoard
	}
	s.engine.Prepare(&b.pos)
	return nil
}

// acquire takes the searcher for one call.
func (s *Searcher) acquire() (release func(), err error) {
	if s == nil || s.engine == nil {
		return nil, ErrNoSearcher
	}
	if !s.busy.CompareAndSwap(false, true) {
		return nil, ErrBusy
	}
	return func() { s.busy.Store(false) }, nil
}

// begin is what every kind of search does first.
func (s *Searcher) begin(ctx context.Context, b *Board, limits []SearchOption) (c config, release func(), err error) {
	free, err := s.acquire()
	if err != nil {
		return c, nil, err
	}
	defer func() {
		if release == nil { // an error, or a panic of ctx
			free()
		}
	}()
	switch {
	case b == nil || b.size == 0:
		return c, nil, ErrNoBoard
	case b.outcome != Undecided:
		return c, nil, ErrGameOver
	}
	if c, err = s.config.with(limits); err != nil {
		return c, nil, err
	}
	if ctx.Err() != nil {
		return c, nil, context.Cause(ctx)
	}
	return c, free, nil
}

// Search looks for the best move of the side to move on b, until a limit is reached or ctx ends. It does not change b. A deadline of
// ctx is a time limit like [WithTimeBudget].
//
// Reaching a limit, or the end of ctx, is not an error: Search returns the best move found so far, and [Result.Stop] says why it
// stopped. To discard the move of a canceled search, check whether Stop is [StopCanceled].
//
// On an empty board Search plays the center (on a board of even size the point above and to the right of the middle), unless
// [WithMoves] or [WithExcluded] rule it out or [WithBalance] asks for something else. It takes a five, or the only legal move, without
// searching.
//
// The error is [ErrGameOver], [ErrNoMove], [ErrBusy], [ErrNoBoard], an [*OptionError], or, if ctx ended before the search began,
// [context.Cause] of it.
func (s *Searcher) Search(ctx context.Context, b *Board, limits ...SearchOption) (Result, error) {
	c, release, err := s.begin(ctx, b, limits)
	if err != nil {
		return Result{}, err
	}
	defer release()
	s.engine.Prepare(&b.pos) // memory comes before the clock
	start := time.Now()
	l := c.limits(ctx, start, true)
	if r, ok := bookMove(ctx, s.engine, b, &c, l.Deadline); ok {
		r.Stats.Elapsed = time.Since(start)
		return r, nil
	}
	if c.progress != nil {
		l.Progress = func(i engine.Info) bool {
			c.progress(infoOf(i))
			return true
		}
	}
	if c.level.isWeak() {
		return playAtLevel(ctx, s.engine, b, &c, l, start)
	}
	found := s.engine.Search(ctx, &b.pos, l)
	return resultOf(found, time.Since(start))
}
