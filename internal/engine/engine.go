// Package engine searches for the best move: iterative deepening over a principal variation search with the threats of the
// game taken from the position's counters.
package engine

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/stop"
	"github.com/gomoku-go/gomoku/internal/table"
	"github.com/gomoku-go/gomoku/internal/threat"
)

// An Evaluator judges the position that it was attached to, from the side to move's view.
type Evaluator interface{ Evaluate() int }

// A Follower is told of each move of the position, None for a pass.
type Follower interface {
	Played(position.Cell)
	Undone(position.Cell)
}

// A Scorer says which moves to try first.
type Scorer interface {
	ScoreMoves(cells []position.Cell, dst []int32)
}

// Attached is a foreign evaluator at work for one thread.
type Attached struct {
	Position  *position.Position // the one that it looks at, on which the thread moves
	Evaluator Evaluator
	Follower  Follower // nil: it need not know of moves
	Scorer    Scorer   // nil: it has no opinion on their order
}

// Config is what stays the same between searches.
type Config struct {
	// Attach returns an evaluator for a thread, its position in the state of the root. With a nil Attach the built-in
	// evaluation is used, which is faster.
	Attach    func(root *position.Position, t *position.Tables) Attached
	Weights   eval.Set // of the built-in evaluation
	Defense   int      // in position.DefenseUnit, for the built-in evaluation
	RootBound bool     // scores depend on the side at the root
	Radius    int
	Width     int // 0: all
	Threads   int // threads; 0 is one
	HashBytes int64
	Params    Params

	Tracer     Tracer // nil: none
	TracePlies int    // so many plies from the root are traced
}

// Limits are what ends a search, and which moves it may choose.
type Limits struct {
	Depth     int // 0: none
	Nodes     int64
	Deadline  time.Time
	Clock     Clock // what the game leaves for this move and the next ones
	MultiPV   int
	Excluded  []position.Cell
	TieBreak  bool // choose among the moves within TieMargin of the best
	TieMargin int
	Balance   bool // seek the score nearest to Target
	Target    int
	Seed      uint64
	Progress  func(Info) bool // false ends the search

	budget budget // made of Clock
}

// A Stop is why a search ended, numbered as in the public package.
type Stop uint8

// The reasons.
const (
	StopDepth Stop = iota + 1
	StopTime
	StopNodes
	StopCanceled
	StopSolved
	StopBook
	StopOnlyMove
)

// Stats count the work of a search.
type Stats struct {
	Nodes, Evals, Generated, Searched, Cutoffs, FirstMoveCutoffs, HashProbes, HashHits int64
}

func (s *Stats) add(t *Stats) {
	s.Nodes += t.Nodes
	s.Evals += t.Evals
	s.Generated += t.Generated
	s.Searched += t.Searched
	s.Cutoffs += t.Cutoffs
	s.FirstMoveCutoffs += t.FirstMoveCutoffs
	s.HashProbes += t.HashProbes
	s.HashHits += t.HashHits
}

// A Line is a move with what is expected to follow.
type Line struct {
	Moves []position.Cell
	Score int
}

// Info is the state of a search after a line of an iteration is done.
type Info struct {
	Depth, SelDepth, Rank int
	Line                  Line
	Stats                 Stats
	Elapsed               time.Duration
}

// Result is what a search found.
type Result struct {
	Best       position.Cell // None if there is no move to give
	Depth      int
	Lines      []Line
	Stop       Stop
	Stats      Stats
	Techniques Techniques
}

// An Engine searches for one game, one search at a time.
type Engine struct {
	config    Config
	table     *table.Table
	tables    *position.Tables // of the last search
	root      pattern.Color    // side at the root of the last search
	seen      bool             // there was a search
	threads   []*thread        // the first searches on the caller's goroutine
	stop      stop.Flag        // the search is over for all threads
	quit      atomic.Bool      // the first thread is done
	helpers   *sync.WaitGroup
	searching *searching          // where there are several threads
	panicked  atomic.Pointer[any] // the first panic of a helper
	now       func() time.Time    // time.Now but in tests
}

// New returns an engine. Its table is allocated at the first search.
func New(config Config) *Engine { return &Engine{config: config, now: time.Now} }

// SetConfig changes the configuration between searches. What was learnt is forgotten where it means something else now.
func (e *Engine) SetConfig(config Config, sameEvaluation bool) {
	if config.HashBytes != e.config.HashBytes {
		e.table = nil
	}
	if !sameEvaluation || config.Params != e.config.Params || config.Radius != e.config.Radius || config.Width != e.config.Width || config.Defense != e.config.Defense {
		e.Clear()
	}
	e.config = config
}

// Clear forgets what earlier searches learnt.
func (e *Engine) Clear() {
	if e.table != nil {
		e.table.Clear()
	}
	e.threads = nil
	e.seen = false
}

// Prepare allocates what searches of p need, so that the first one does not take the time.
func (e *Engine) Prepare(p *position.Position) {
	if e.table == nil {
		e.table = table.New(e.config.HashBytes)
	}
	weights := e.config.Weights[p.Rule()]
	if weights == nil {
		weights = eval.BuiltIn(p.Rule())
	}
	if t := e.tables; t == nil || t.Size() != p.Size() || t.Rule() != p.Rule() || t.Weights() != weights || t.Radius() != e.config.Radius {
		e.Clear()
		e.tables = position.StandardTables(p.Size(), p.Rule()).WithWeights(weights).WithRadius(e.config.Radius)
	}
}

// start readies the thread for a search of root.
func (e *Engine) start(ctx context.Context, root *position.Position, limits *Limits) (t *thread, release func()) {
	e.Prepare(root)
	weighted := e.config.Defense != position.DefenseUnit || e.config.RootBound
	if weighted && e.seen && root.Side() != e.root {
		e.Clear() // another side's weight: scores mean something else
	}
	e.root, e.seen = root.Side(), true
	e.table.NextSearch()
	e.stop.Reset()
	e.quit.Store(false)
	e.panicked.Store(nil)
	for len(e.threads) < max(e.config.Threads, 1) {
		e.threads = append(e.threads, newThread(e, len(e.threads)))
	}
	e.threads = e.threads[:max(e.config.Threads, 1)]
	// The clock's limit has a timer too: threads look at the clock every few nodes, which a slow evaluator makes seconds.
	deadline := limits.Deadline
	if most := limits.budget.most; most > 0 {
		if d := time.Now().Add(most); deadline.IsZero() || d.Before(deadline) {
			deadline = d
		}
	}
	ctx, release = e.watch(ctx, deadline)
	if len(e.threads) > 1 {
		if e.searching == nil {
			e.searching = new(searching)
		}
		e.searching.clear() // a panic may have left something
	}
	for _, t := range e.threads {
		t.begin(ctx, root, limits)
	}
	return e.threads[0], release
}

// watch sets e.stop when ctx ends or the deadline comes. Once the caller has called release, that is over: without waiting
// for it, the end of one search could stop the next.
func (e *Engine) watch(ctx context.Context, deadline time.Time) (watched context.Context, release func()) {
	cancel := func() {}
	if !deadline.IsZero() {
		ctx, cancel = context.WithDeadline(ctx, deadline)
	}
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		e.stop.Set()
		close(done)
	})
	return ctx, func() {
		if !stop() {
			<-done
		}
		cancel()
	}
}

// Search looks for the best move of root, which it does not change, until a limit is met or ctx ends. There must be a legal
// move.
func (e *Engine) Search(ctx context.Context, root *position.Position, limits Limits) Result {
	limits.budget = plan(root, limits.Clock)
	t, release := e.start(ctx, root, &limits)
	defer release()
	wait := e.help()
	defer func() { // also where the caller's evaluator or loop body panics or leaves its goroutine
		e.quit.Store(true)
		wait()
	}()
	r := t.iterate()
	e.quit.Store(true)
	wait()
	if v := e.panicked.Load(); v != nil {
		panic(*v)
	}
	if r.Stop == 0 {
		r.Stop = t.why(ctx)
	}
	for _, t := range e.threads {
		r.Stats.add(&t.stats)
		r.Stats.Nodes += t.vcf.Nodes() - t.vcfBefore
	}
	r.Techniques = t.techniques
	return r
}

// Safe reports whether the side to move of p has no win by at most the given number of fours.
func (e *Engine) Safe(p *position.Position, moves int) bool {
	verdict, _ := threat.NewVCF(p, 1<<10, nil).Shortest(moves, 100_000)
	return verdict != threat.Won
}

// solveEntries is the size of the table of a search for a win by threes: 32 MB in all, which last for some ten seconds
// before results are lost.
const solveEntries = 1 << 20

// A Solution is what Solve found.
type Solution struct {
	Verdict threat.Verdict
	Line    Line
	Stop    Stop
	Stats   Stats
}

// Solve looks for a forced win of the side to move by fours, or by fours and threes. Limits.Depth bounds its moves.
func (e *Engine) Solve(ctx context.Context, root *position.Position, threes bool, limits Limits) (s Solution) {
	e.Prepare(root)
	e.stop.Reset()
	_, release := e.watch(ctx, limits.Deadline)
	defer release()
	p := position.New(e.tables)
	p.Restart(root, e.tables)
	nodes := int64(1) << 62
	if limits.Nodes > 0 {
		nodes = limits.Nodes
	}
	var verdict threat.Verdict
	var line []position.Cell
	if threes {
		v := threat.NewVCT(p, solveEntries, &e.stop)
		verdict, line = v.SolveWide(nodes)
		s.Stats.Nodes = v.Nodes()
		if limits.Depth > 0 && (len(line)+1)/2 > limits.Depth {
			verdict = threat.NotFound // there may be a shorter one
		}
	} else {
		v := threat.NewVCF(p, 1<<18, &e.stop)
		verdict, line = v.Shortest(limits.Depth, nodes)
		s.Stats.Nodes = v.Nodes()
	}
	s.Verdict = verdict
	if verdict == threat.Won {
		s.Line = Line{Moves: slices.Clone(line), Score: winIn(len(line))}
	}
	switch {
	case verdict != threat.NotFound:
		s.Stop = StopSolved
	case !limits.Deadline.IsZero() && !time.Now().Before(limits.Deadline):
		s.Stop = StopTime
	case ctx.Err() != nil:
		s.Stop = StopCanceled
	case s.Stats.Nodes >= nodes:
		s.Stop = StopNodes
	default:
		s.Stop = StopDepth
	}
	return s
}
