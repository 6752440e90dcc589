package gomoku

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/position"
)

// What the engine sees of a searcher's configuration and of a user's evaluator.

// engine returns what the engine needs to know of c for all searches.
func (c *config) engine() engine.Config {
	e := engine.Config{
		Defense:   position.DefenseUnit,
		Radius:    c.radius,
		Width:     c.width,
		Threads:   c.threads,
		HashBytes: c.hashBytes,
		Params:    c.params,

		Tracer:     c.tracer,
		TracePlies: c.tracePlies,
	}
	switch v := c.evaluator.(type) {
	case nil:
		e.Defense = int(math.Round(c.defense * position.DefenseUnit))
	case *PatternEvaluator:
		e.Weights = v.weights.set
		e.Defense = int(math.Round(c.defense * position.DefenseUnit))
	default:
		e.Attach = attach(v, c.defense)
		e.RootBound = c.defense != 1 // and v is a DefenseWeighter, or the option was refused
	}
	return e
}

// limits returns the limits of one search. A search, unlike an analysis, takes a second where nothing else is said.
func (c *config) limits(ctx context.Context, start time.Time, search bool) engine.Limits {
	l := engine.Limits{
		Depth: c.depth, Nodes: c.nodes, Clock: engine.Clock(c.clock), MultiPV: c.multiPV, Seed: c.seed,
		TieBreak: c.tieBreak, TieMargin: int(min(c.tieMargin, 2*mateScore)), Balance: c.balance, Target: int(c.balanceTarget),
	}
	l.Twins = c.symmetric
	for _, p := range c.moves {
		l.Moves = append(l.Moves, p.cell())
	}
	for _, p := range c.excluded {
		l.Excluded = append(l.Excluded, p.cell())
	}
	budget := c.budget
	deadline, ok := ctx.Deadline()
	if budget == 0 && c.clock.Left == 0 && c.clock.PerMove == 0 && c.depth == 0 && c.nodes == 0 && !ok && search && !c.level.isWeak() {
		budget = time.Second
	}
	if budget > 0 && (!ok || start.Add(budget).Before(deadline)) {
		deadline = start.Add(budget)
	}
	l.Deadline = deadline
	return l
}

// attach returns how a thread of the search gets an evaluator of its own with a board for it to look at.
func attach(v Evaluator, defense float64) func(*position.Position, *position.Tables) engine.Attached {
	return func(root *position.Position, t *position.Tables) engine.Attached {
		b := &Board{size: t.Size(), rule: Rule(t.Rule())}
		b.pos.Restart(root, t)
		own := v
		if w, ok := own.(DefenseWeighter); ok {
			own = w.WithDefense(defense, colorOf(root.Side()))
		}
		a := engine.Attached{Position: &b.pos}
		if inc, ok := own.(IncrementalEvaluator); ok {
			inc = inc.Clone()
			inc.Reset(b)
			a.Follower = follower{b, inc}
			own = inc
		}
		a.Evaluator = evaluator{b, own}
		if s, ok := own.(MoveScorer); ok {
			a.Scorer = &scorer{board: b, scorer: s}
		}
		return a
	}
}

// evaluator is a user's Evaluator as the engine sees it.
type evaluator struct {
	board     *Board
	evaluator Evaluator
}

func (e evaluator) Evaluate() int { return int(e.evaluator.Evaluate(e.board)) }

// follower is a user's IncrementalEvaluator as the engine sees it.
type follower struct {
	board     *Board
	evaluator IncrementalEvaluator
}

func (f follower) Played(c position.Cell) { f.evaluator.Played(f.board, pointOf(c)) }
func (f follower) Undone(c position.Cell) { f.evaluator.Undone(f.board, pointOf(c)) }

// scorer is a user's MoveScorer as the engine sees it.
type scorer struct {
	board  *Board
	scorer MoveScorer
	points []Point // buffers
	scores []Score
}

func (s *scorer) ScoreMoves(cells []position.Cell, dst []int32) {
	s.points = s.points[:0]
	for _, c := range cells {
		s.points = append(s.points, pointOf(c))
	}
	s.scores = slices.Grow(s.scores[:0], len(cells))[:len(cells)]
	clear(s.scores)
	s.scorer.ScoreMoves(s.board, s.points, s.scores)
	for i, v := range s.scores {
		dst[i] = int32(v)
	}
}
