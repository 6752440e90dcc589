package engine

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/table"
)

// An Engine searches for one game, one search at a time.
type Engine struct {
	config   Config
	shared   shared
	threads  []*thread
	moving   searching           // where there are several threads
	root     pattern.Color       // side at the root of the last search
	seen     bool                // there was a search
	panicked atomic.Pointer[any] // the first panic of a helper
	clock    wallClock
}

// New returns an engine. Its table is allocated at the first search.
func New(config Config) *Engine {
	return &Engine{config: config, clock: wallClock{time.Now, context.WithTimeout}}
}

// SetConfig changes the configuration between searches. What was learned is forgotten where it means something else now.
func (e *Engine) SetConfig(config Config, sameEvaluation bool) {
	if config.HashBytes != e.config.HashBytes {
		e.shared.table = nil
	}
	if !sameEvaluation || config.Params != e.config.Params || config.Radius != e.config.Radius || config.Width != e.config.Width || config.Defense != e.config.Defense {
		e.Clear()
	}
	e.config = config
}

// Clear forgets what earlier searches learned.
func (e *Engine) Clear() {
	if e.shared.table != nil {
		e.shared.table.Clear()
	}
	e.threads = nil
	e.seen = false
}

// Prepare allocates what searches of p need, so that the first one does not take the time.
func (e *Engine) Prepare(p *position.Position) {
	s := &e.shared
	if s.table == nil {
		s.table = table.New(e.config.HashBytes)
	}
	weights := e.config.Weights[p.Rule()]
	if weights == nil {
		weights = eval.BuiltIn(p.Rule())
	}
	if t := s.tables; t == nil || t.Size() != p.Size() || t.Rule() != p.Rule() || t.Weights() != weights || t.Radius() != e.config.Radius {
		e.Clear()
		s.tables = position.StandardTables(p.Size(), p.Rule()).WithWeights(weights).WithRadius(e.config.Radius)
	}
}

// Search looks for the best move of root, which it does not change, until a limit is met or ctx ends. There must be a legal
// move.
func (e *Engine) Search(ctx context.Context, root *position.Position, limits Limits) Result {
	release := e.begin(ctx, root, &limits)
	defer release()
	main, helpers := e.threads[0], e.threads[1:]
	endHelpers := startHelpers(&e.shared, helpers, &e.panicked)
	defer endHelpers() // also where the caller's evaluator or loop body panics or leaves its goroutine
	s := newRootSearch(main)
	s.run()
	endHelpers()
	if v := e.panicked.Load(); v != nil {
		panic(*v)
	}
	if s.plain {
		pickBestThread(&s.result, helpers)
	}
	r := s.finish()
	for _, t := range e.threads {
		r.Stats.add(&t.stats)
		r.Stats.Nodes += t.nodes() - t.stats.Nodes
		r.Techniques.add(&t.techniques)
	}
	return r
}

// begin readies the threads for a search of root.
func (e *Engine) begin(ctx context.Context, root *position.Position, limits *Limits) (release func()) {
	e.Prepare(root)
	c, s := &e.config, &e.shared
	weighted := c.Defense != position.DefenseUnit || c.RootBound
	if weighted && e.seen && root.Side() != e.root {
		e.Clear() // another side's weight: scores mean something else
	}
	e.root, e.seen = root.Side(), true
	e.panicked.Store(nil)
	s.table.NextSearch()
	s.begin(limits, newTimeManager(e.clock, limits.Deadline, limits.Clock, root))
	s.searching = nil
	if c.Threads > 1 {
		s.searching = &e.moving
		s.searching.clear() // a panic may have left something
	}
	for len(e.threads) < max(c.Threads, 1) {
		e.threads = append(e.threads, newThread(s, len(e.threads), c.Params))
	}
	e.threads = e.threads[:max(c.Threads, 1)]
	for _, t := range e.threads {
		t.begin(root, c)
	}
	return s.watch(ctx)
}
