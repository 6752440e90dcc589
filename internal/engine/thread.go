package engine

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/threat"
)

// A thread searches on a position of its own.
type thread struct {
	engine  *Engine
	number  int // 0 is the first
	params  Params
	p       *position.Position
	own     *position.Position // p where no evaluator brings its own
	eval    Evaluator          // nil: the built-in one
	follow  Follower           // of it, if it wants to know of moves
	scorer  Scorer
	vcf     *threat.VCF
	vct     *threat.VCT     // of the first thread
	asked   []position.Cell // buffers of askScorer
	answers []int32
	ctx     context.Context
	limits  *Limits

	side       pattern.Color // at the root
	weighted   bool          // the defense weight is not one
	lazyMargin int           // ValueWithoutNet less this is taken for a lower bound of the evaluation; 0: never
	start      time.Time
	stats      Stats
	techniques Techniques
	vcfBefore  int64
	polled     int64 // nodes at which the clock was last looked at
	interval   int64
	published  atomic.Int64 // nodes as the first thread knows them
	others     int64        // nodes of the other threads, as the first knows them
	found      Result       // of a helper's last complete iteration
	stopped    bool
	timeUp     bool
	nodesUp    bool
	selDepth   int
	rootDepth  int // of the iteration, in plies

	tracer Tracer
	traced int // nodes of fewer plies are traced: 0 without a tracer

	reductions reductions
	width      int
	history    history
	stack      [maxPly + 2]node
}

func newThread(e *Engine, number int) *thread {
	t := &thread{engine: e, number: number, params: e.config.Params}
	for i := range t.stack {
		n := &t.stack[i]
		n.killers = [2]position.Cell{position.None, position.None}
		n.excluded = position.None
	}
	t.reductions.fill(&t.params)
	return t
}

// begin makes the thread ready for a search of root.
func (t *thread) begin(ctx context.Context, root *position.Position, limits *Limits) {
	c := &t.engine.config
	t.ctx, t.limits = ctx, limits
	t.side = root.Side()
	t.weighted = c.Defense != position.DefenseUnit
	t.start = t.engine.now()
	if c.Attach != nil {
		a := c.Attach(root, t.engine.tables)
		t.p, t.eval, t.follow, t.scorer = a.Position, a.Evaluator, a.Follower, a.Scorer
		t.interval = 32
	} else {
		if t.own == nil {
			t.own = position.New(t.engine.tables)
		}
		t.p, t.eval, t.follow, t.scorer = t.own, nil, nil, nil
		t.p.Restart(root, t.engine.tables)
		t.interval = 512
		t.lazyMargin = 0
		if !t.weighted && t.p.Tables().HasNet() {
			t.lazyMargin = t.params.LazyMargin
		}
	}
	if t.vcf == nil || t.vcf.Position() != t.p {
		t.vcf = threat.NewVCF(t.p, 1<<14, &t.engine.stop)
	}
	t.vcfBefore = t.vcf.Nodes()
	t.stats, t.techniques = Stats{}, Techniques{}
	t.stopped, t.timeUp, t.nodesUp = false, false, false
	t.polled, t.selDepth = 0, 0
	t.tracer, t.traced = nil, 0
	if c.Tracer != nil && t.number == 0 {
		t.tracer, t.traced = c.Tracer, min(c.TracePlies, maxPly)+1
	}
	t.published.Store(0)
	t.others = 0
	t.found = Result{}
	t.history.age()
	t.width = noLimit
	if c.Width > 0 {
		t.width = c.Width
	}
	for i := range t.stack {
		t.stack[i].killers = [2]position.Cell{position.None, position.None}
		t.stack[i].excluded = position.None // a panic may have left it
	}
}

// why says what ended the search, once it stopped before its depth.
func (t *thread) why(ctx context.Context) Stop {
	switch {
	case t.timeUp:
		return StopTime
	case t.nodesUp:
		return StopNodes
	case ctx.Err() != nil:
		if ctx.Err() == context.DeadlineExceeded {
			return StopTime
		}
		return StopCanceled
	case t.engine.stop.IsSet(), !t.limits.Deadline.IsZero() && !t.engine.now().Before(t.limits.Deadline):
		return StopTime // the timer was faster than the look at the clock
	}
	return StopDepth
}

// nodes returns the moves made in this search.
func (t *thread) nodes() int64 { return t.stats.Nodes + t.vcf.Nodes() - t.vcfBefore }

// poll reports whether the search must end. It looks at the clock every few hundred nodes.
func (t *thread) mustStop() bool {
	if t.stopped {
		return true
	}
	n := t.nodes()
	if t.limits.Nodes > 0 && t.number == 0 && n+t.others >= t.limits.Nodes {
		t.stopped, t.nodesUp = true, true
		return true
	}
	if n-t.polled >= t.interval {
		t.polled = n
		t.look(n)
		if len(t.engine.threads) > 1 {
			// With a thread on every processor, whoever wants to end the search would wait for the scheduler's time slice.
			runtime.Gosched()
		}
	}
	if t.engine.stop.Poll() || t.number > 0 && t.engine.quit.Load() {
		t.stopped = true
	}
	return t.stopped
}

// look is the slow part of poll: clock, context, and the nodes of other threads.
func (t *thread) look(n int64) {
	if t.number > 0 {
		t.published.Store(n)
		return
	}
	t.others = 0
	for _, o := range t.engine.threads[1:] {
		t.others += o.published.Load()
	}
	if t.ctx.Err() != nil {
		t.stopped = true
	}
	if t.limits.Deadline.IsZero() && t.limits.budget.most == 0 {
		return
	}
	now := t.engine.now()
	if !t.limits.Deadline.IsZero() && !now.Before(t.limits.Deadline) || t.limits.budget.most > 0 && now.Sub(t.start) >= t.limits.budget.most {
		t.stopped, t.timeUp = true, true
	}
}

// play makes a move of the search, undo takes it back.
func (t *thread) play(c position.Cell) {
	t.p.Play(c)
	t.stats.Nodes++
	if t.follow != nil {
		t.follow.Played(c)
	}
}

func (t *thread) undo() {
	c := t.p.Undo()
	if t.follow != nil {
		t.follow.Undone(c)
	}
}

// evaluate returns the static value of the position for the side to move.
func (t *thread) evaluate() int {
	t.stats.Evals++
	switch {
	case t.eval != nil:
		return clampEval(t.eval.Evaluate())
	case t.weighted:
		return clampEval(t.p.ValueWithDefense(t.side, t.engine.config.Defense))
	}
	return clampEval(t.p.Value())
}

// Techniques count how often each technique was tried and how often it succeeded.
type Techniques struct {
	Futility, Razoring, MoveCount, Reduced, Singular, LeafFours, Forced, Idle, Raised, FailHigh Count
}

// A Count is how often something was tried and how often it succeeded.
type Count struct{ Tried, Succeeded int64 }
