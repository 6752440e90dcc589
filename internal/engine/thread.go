package engine

import (
	"runtime"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/threat"
)

// A thread is one search of the tree, on a position of its own.
type thread struct {
	shared *shared
	number int // 0 is the first, on the caller's goroutine

	// The position and what judges it.
	p    *position.Position
	own  *position.Position // p where no evaluator brings its own
	vcf  *threat.VCF
	vct  *threat.VCT // of the first thread
	eval evaluation

	// How it searches.
	params     Params
	reductions reductionTable
	width      int    // so many moves of a node are searched, threats excepted
	tracer     Tracer // nil: none
	traced     int    // nodes of fewer plies are traced: 0 without a tracer

	// Where it is, and what it has learned.
	rootDepth int // of the iteration, in plies
	selDepth  int // the deepest ply of a principal variation in the iteration
	stack     [maxPly + 2]node
	history   history
	found     Result // of a helper's last complete iteration

	// Its work, and when to stop.
	stats       Stats
	techniques  Techniques
	vcfBefore   int64 // nodes of vcf before the search
	checked     int64 // nodes at the last look at the clock
	interval    int64 // nodes between two looks
	told        int64 // nodes that a helper has added to the shared ones
	helperNodes int64 // nodes of the helpers, as the first thread knows them
	stopped     bool  // the search was cut short: scores mean nothing
}

// An evaluation is how a thread asks what a position is worth, and which moves to try first.
type evaluation struct {
	custom     Evaluator // nil: the built-in one
	follower   Follower
	scorer     Scorer
	asked      []position.Cell // buffers of askScorer
	answers    []int32
	side       pattern.Color // at the root
	defense    int           // in position.DefenseUnit
	lazyMargin int           // ValueWithoutNet less this is taken for a lower bound of the evaluation; 0: never
}

// Nodes between two looks at the clock. The built-in evaluation makes about one a microsecond; others may take long.
const (
	checkInterval       = 512
	customCheckInterval = 32
)

// vcfEntries is the size of a thread's table of positions without a win by fours: 128 KB.
const vcfEntries = 1 << 14

func newThread(s *shared, number int, params Params) *thread {
	t := &thread{shared: s, number: number, params: params}
	t.reductions.fill(&t.params)
	return t
}

// begin makes the thread ready for a search of root.
func (t *thread) begin(root *position.Position, c *Config) {
	t.attach(root, c)
	if t.vcf == nil || t.vcf.Position() != t.p {
		t.vcf = threat.NewVCF(t.p, vcfEntries, &t.shared.ending.abort)
	}
	t.vcfBefore = t.vcf.Nodes()
	t.width = noLimit
	if c.Width > 0 {
		t.width = c.Width
	}
	t.tracer, t.traced = nil, 0
	if c.Tracer != nil && t.number == 0 {
		t.tracer, t.traced = c.Tracer, min(c.TracePlies, maxPly)+1
	}
	t.stats, t.techniques, t.found = Stats{}, Techniques{}, Result{}
	t.checked, t.told, t.helperNodes, t.stopped, t.selDepth = 0, 0, 0, false, 0
	t.history.age()
	for i := range t.stack {
		n := &t.stack[i]
		n.killers = [2]position.Cell{position.None, position.None}
		n.excluded = position.None // a panic may have left it
	}
}

// attach sets the position to that of the root, with its evaluation.
func (t *thread) attach(root *position.Position, c *Config) {
	e := &t.eval
	e.side, e.defense, e.lazyMargin = root.Side(), c.Defense, 0
	if c.Attach != nil {
		a := c.Attach(root, t.shared.tables)
		t.p, e.custom, e.follower, e.scorer = a.Position, a.Evaluator, a.Follower, a.Scorer
		t.interval = customCheckInterval
		return
	}
	if t.own == nil {
		t.own = position.New(t.shared.tables)
	}
	t.p, e.custom, e.follower, e.scorer = t.own, nil, nil, nil
	t.p.Restart(root, t.shared.tables)
	t.interval = checkInterval
	if e.defense == position.DefenseUnit && t.p.Tables().HasNet() {
		e.lazyMargin = t.params.LazyMargin
	}
}

// nodes returns the moves made in this search.
func (t *thread) nodes() int64 { return t.stats.Nodes + t.vcf.Nodes() - t.vcfBefore }

// mustStop reports whether the search must end. It checks the time every few hundred nodes.
func (t *thread) mustStop() bool {
	if t.stopped {
		return true
	}
	n, limit := t.nodes(), t.shared.limits.Nodes
	if limit > 0 && t.number == 0 && n+t.helperNodes >= limit {
		t.shared.ending.end(StopNodes)
	} else if n-t.checked >= t.interval {
		t.checkTime(n)
	}
	t.stopped = t.shared.ending.isOver()
	return t.stopped
}

// checkTime is the slow part of mustStop: clock, context, and the nodes of other threads.
func (t *thread) checkTime(nodes int64) {
	t.checked = nodes
	s := t.shared
	if t.number > 0 {
		s.helperNodes.Add(nodes - t.told)
		t.told = nodes
	} else {
		t.helperNodes = s.helperNodes.Load()
		s.check()
	}
	if s.searching != nil {
		// With a thread on every processor, whoever wants to end the search would wait for the scheduler's time slice.
		runtime.Gosched()
	}
}

// play makes a move of the search, undo takes it back.
func (t *thread) play(c position.Cell) {
	t.p.Play(c)
	t.stats.Nodes++
	if t.eval.follower != nil {
		t.eval.follower.Played(c)
	}
}

func (t *thread) undo() {
	c := t.p.Undo()
	if t.eval.follower != nil {
		t.eval.follower.Undone(c)
	}
}

// evaluate returns the static evaluation of the position for the side to move.
func (t *thread) evaluate() int {
	t.stats.Evals++
	e := &t.eval
	switch {
	case e.custom != nil:
		return clampEval(e.custom.Evaluate())
	case e.defense != position.DefenseUnit:
		return clampEval(t.p.ValueWithDefense(e.side, e.defense))
	}
	return clampEval(t.p.Value())
}

// lazyEvaluate returns a lower bound of the evaluation that is cheaper than evaluate; ok is false where there is none.
func (t *thread) lazyEvaluate() (bound int, ok bool) {
	if t.eval.lazyMargin <= 0 {
		return 0, false
	}
	return clampEval(t.p.ValueWithoutNet()) - t.eval.lazyMargin, true
}
