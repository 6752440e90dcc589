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

// Depths count in sixteenths of a ply, so that reductions and extensions can be finer than a ply.
const (
	onePly   = 16
	maxPly   = 200
	maxDepth = 100 // plies
)

// A worker searches on a position of its own.
type worker struct {
	engine  *Engine
	number  int // 0 is the first
	params  Params
	p       *position.Position
	own     *position.Position // p where no evaluator brings its own
	eval    Evaluator          // nil: the built-in one
	follow  Follower           // of it, if it wants to know of moves
	scorer  Scorer
	vcf     *threat.VCF
	vct     *threat.VCT     // of the first worker
	asked   []position.Cell // buffers of askScorer
	answers []int32
	ctx     context.Context
	limits  *Limits

	side       pattern.Color // at the root
	weighted   bool          // the defense weight is not one
	lazy       int           // PlainValue less this is taken for a lower bound of the evaluation; 0: never
	start      time.Time
	stats      Stats
	techniques Techniques
	vcfBefore  int64
	polled     int64 // nodes at which the clock was last looked at
	interval   int64
	published  atomic.Int64 // nodes as the first worker knows them
	others     int64        // nodes of the other workers, as the first knows them
	found      Result       // of a helper's last complete iteration
	stopped    bool
	timeUp     bool
	nodesUp    bool
	selDepth   int
	rootDepth  int // of the iteration, in plies

	tracer Tracer
	traced int  // nodes of fewer plies are traced: 0 without a tracer
	inside bool // trace is calling

	reductions [64][64]int16 // by depth in plies and number of the move, sixteenths
	history    history
	stack      [maxPly + 2]node
}

// A node is what a worker keeps of each ply of the current line.
type node struct {
	moves   []uint64 // packed, see ordering.go
	blocks  []position.Cell
	put     []putOff        // moves that other workers were at
	quiet   []position.Cell // searched quiet moves, for the history
	loud    []position.Cell // searched threats
	pv      []position.Cell
	move    position.Cell // being searched
	skip    position.Cell // left out, in a singular search
	exit    Exit          // where the last search of the node ended
	eval    int
	killers [2]position.Cell
}

func newWorker(e *Engine, number int) *worker {
	w := &worker{engine: e, number: number, params: e.config.Params}
	for i := range w.stack {
		n := &w.stack[i]
		n.killers = [2]position.Cell{position.None, position.None}
		n.skip = position.None
	}
	w.fillReductions()
	return w
}

// begin makes the worker ready for a search of root.
func (w *worker) begin(ctx context.Context, root *position.Position, limits *Limits) {
	c := &w.engine.config
	w.ctx, w.limits = ctx, limits
	w.side = root.Side()
	w.weighted = c.Defense != position.DefenseUnit
	w.start = w.engine.now()
	if c.Attach != nil {
		a := c.Attach(root, w.engine.tables)
		w.p, w.eval, w.follow, w.scorer = a.Position, a.Evaluator, a.Follower, a.Scorer
		w.interval = 32
	} else {
		if w.own == nil {
			w.own = position.New(w.engine.tables)
		}
		w.p, w.eval, w.follow, w.scorer = w.own, nil, nil, nil
		w.p.Restart(root, w.engine.tables)
		w.interval = 512
		w.lazy = 0
		if !w.weighted && w.p.Tables().HasNet() {
			w.lazy = w.params.LazyMargin
		}
	}
	if w.vcf == nil || w.vcf.Position() != w.p {
		w.vcf = threat.NewVCF(w.p, 1<<14, &w.engine.stop)
	}
	w.vcfBefore = w.vcf.Nodes()
	w.stats, w.techniques = Stats{}, Techniques{}
	w.stopped, w.timeUp, w.nodesUp = false, false, false
	w.polled, w.selDepth = 0, 0
	w.tracer, w.traced, w.inside = nil, 0, false
	if c.Tracer != nil && w.number == 0 {
		w.tracer, w.traced = c.Tracer, min(c.TracePlies, maxPly)+1
	}
	w.published.Store(0)
	w.others = 0
	w.found = Result{}
	w.history.age()
	for i := range w.stack {
		w.stack[i].killers = [2]position.Cell{position.None, position.None}
		w.stack[i].skip = position.None // a panic may have left it
	}
}

// why says what ended the search, once it stopped before its depth.
func (w *worker) why(ctx context.Context) Stop {
	switch {
	case w.timeUp:
		return StopTime
	case w.nodesUp:
		return StopNodes
	case ctx.Err() != nil:
		if ctx.Err() == context.DeadlineExceeded {
			return StopTime
		}
		return StopCanceled
	case w.engine.stop.Load(), !w.limits.Deadline.IsZero() && !w.engine.now().Before(w.limits.Deadline):
		return StopTime // the timer was faster than the look at the clock
	}
	return StopDepth
}

// nodes returns the moves made in this search.
func (w *worker) nodes() int64 { return w.stats.Nodes + w.vcf.Nodes() - w.vcfBefore }

// poll reports whether the search must end. It looks at the clock every few hundred nodes.
func (w *worker) poll() bool {
	if w.stopped {
		return true
	}
	n := w.nodes()
	if w.limits.Nodes > 0 && w.number == 0 && n+w.others >= w.limits.Nodes {
		w.stopped, w.nodesUp = true, true
		return true
	}
	if n-w.polled >= w.interval {
		w.polled = n
		w.look(n)
		if len(w.engine.workers) > 1 {
			// With a worker on every processor, whoever wants to end the search would wait for the scheduler's time slice.
			runtime.Gosched()
		}
	}
	if w.engine.stop.Load() || w.number > 0 && w.engine.quit.Load() {
		w.stopped = true
	}
	return w.stopped
}

// look is the slow part of poll: clock, context, and the nodes of other workers.
func (w *worker) look(n int64) {
	if w.number > 0 {
		w.published.Store(n)
		return
	}
	w.others = 0
	for _, o := range w.engine.workers[1:] {
		w.others += o.published.Load()
	}
	if w.ctx.Err() != nil {
		w.stopped = true
	}
	if w.limits.Deadline.IsZero() && w.limits.budget.most == 0 {
		return
	}
	now := w.engine.now()
	if !w.limits.Deadline.IsZero() && !now.Before(w.limits.Deadline) || w.limits.budget.most > 0 && now.Sub(w.start) >= w.limits.budget.most {
		w.stopped, w.timeUp = true, true
	}
}

// play makes a move of the search, undo takes it back.
func (w *worker) play(c position.Cell) {
	w.p.Play(c)
	w.stats.Nodes++
	if w.follow != nil {
		w.follow.Played(c)
	}
}

func (w *worker) undo() {
	c := w.p.Undo()
	if w.follow != nil {
		w.follow.Undone(c)
	}
}

// evaluate returns the static value of the position for the side to move.
func (w *worker) evaluate() int {
	w.stats.Evals++
	switch {
	case w.eval != nil:
		return clampEval(w.eval.Evaluate())
	case w.weighted:
		return clampEval(w.p.ValueWithDefense(w.side, w.engine.config.Defense))
	}
	return clampEval(w.p.Value())
}

// Techniques count how often each technique was tried and how often it succeeded.
type Techniques struct {
	Futility, Razoring, MoveCount, Reduced, Singular, LeafFours, Forced, Idle, Raised, FailHigh Count
}

// A Count is how often something was tried and how often it succeeded.
type Count struct{ Tried, Succeeded int64 }
