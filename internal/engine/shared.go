package engine

import (
	"context"
	"sync/atomic"

	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/stop"
	"github.com/gomoku-go/gomoku/internal/table"
)

// shared is what all threads of a search have in common.
type shared struct {
	table     *table.Table
	tables    *position.Tables
	searching *searching // nil: there is one thread
	limits    *Limits
	ctx       context.Context
	time      timeManager
	ending    ending

	helperNodes atomic.Int64 // of all threads but the first, as far as they have told
}

// An ending is whether and why a search is over. The first reason counts.
type ending struct {
	reason atomic.Uint32 // a Stop; 0: the search goes on
	abort  stop.Flag     // at once: solvers look at this
}

func (e *ending) reset() {
	e.reason.Store(0)
	e.abort.Reset()
}

// end makes the search end, for a reason unless there is one already.
func (e *ending) end(reason Stop) { e.reason.CompareAndSwap(0, uint32(reason)) }

// endNow is end for reasons that come from outside: it ends solvers too.
func (e *ending) endNow(reason Stop) {
	e.end(reason)
	e.abort.Set()
}

// settle is end for a result that is certain, whatever limit was met meanwhile.
func (e *ending) settle(reason Stop) { e.reason.Store(uint32(reason)) }

// isOver reports whether the search is to end. Threads ask at every node, so that others run where only one thread exists.
func (e *ending) isOver() bool { return e.abort.Poll() || e.reason.Load() != 0 }
func (e *ending) why() Stop    { return Stop(e.reason.Load()) }

// begin readies what is shared for a search.
func (s *shared) begin(limits *Limits, time timeManager) {
	s.limits, s.time = limits, time
	s.ending.reset()
	s.helperNodes.Store(0)
}

// watch ends the search when ctx ends or the deadline comes. Threads check the time themselves, but only every so many nodes,
// which can take seconds with a slow evaluator. release ends the watch and waits until it has ended: otherwise the end of one
// search could stop the next.
func (s *shared) watch(ctx context.Context) (release func()) {
	ctx, cancel := s.time.context(ctx)
	s.ctx = ctx
	done := make(chan struct{})
	unwatch := context.AfterFunc(ctx, func() {
		s.checkContext()
		close(done)
	})
	return func() {
		if !unwatch() {
			<-done
		}
		cancel()
	}
}

// checkContext ends the search if the context has ended.
func (s *shared) checkContext() {
	switch s.ctx.Err() {
	case nil:
	case context.DeadlineExceeded:
		s.ending.endNow(StopTime)
	default:
		s.ending.endNow(StopCanceled)
	}
}

// check ends the search if the context has ended or the time is up.
func (s *shared) check() {
	s.checkContext()
	if s.time.isUp() {
		s.ending.endNow(StopTime)
	}
}
