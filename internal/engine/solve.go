package engine

import (
	"context"
	"math"
	"slices"

	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/threat"
)

// Entries of the solvers' tables.
const (
	solveVCFEntries = 1 << 18 // 2 MB
	solveVCTEntries = 1 << 20 // 32 MB in all, which last for some ten seconds before results are lost
)

// Solve looks for a forced win of the side to move by fours, or by fours and threes. Limits.Depth bounds its moves.
func (e *Engine) Solve(ctx context.Context, root *position.Position, threes bool, limits Limits) (s Solution) {
	e.Prepare(root)
	shared := &e.shared
	shared.begin(&limits, newTimeManager(e.clock, limits.Deadline, Clock{}, root))
	release := shared.watch(ctx)
	defer release()
	p := position.New(shared.tables)
	p.Restart(root, shared.tables)
	nodes := limits.Nodes
	if nodes <= 0 {
		nodes = math.MaxInt64 / 2 // solvers add to it
	}
	var line []position.Cell
	if threes {
		v := threat.NewVCT(p, solveVCTEntries, &shared.ending.abort)
		s.Verdict, line = v.SolveWide(nodes)
		s.Stats.Nodes = v.Nodes()
		if limits.Depth > 0 && (len(line)+1)/2 > limits.Depth {
			s.Verdict = threat.NotFound // there may be a shorter one
		}
	} else {
		v := threat.NewVCF(p, solveVCFEntries, &shared.ending.abort)
		s.Verdict, line = v.Shortest(limits.Depth, nodes)
		s.Stats.Nodes = v.Nodes()
	}
	if s.Verdict == threat.Won {
		s.Line = Line{Moves: slices.Clone(line), Score: winIn(len(line))}
	}
	shared.check()
	switch {
	case s.Verdict != threat.NotFound:
		shared.ending.settle(StopSolved)
	case s.Stats.Nodes >= nodes:
		shared.ending.end(StopNodes)
	default:
		shared.ending.end(StopDepth)
	}
	s.Stop = shared.ending.why()
	return s
}

// Safe reports whether the side to move of p has no win by at most the given number of fours, as far as 100,000
// nodes show.
func (e *Engine) Safe(p *position.Position, moves int) bool {
	verdict, _ := threat.NewVCF(p, 1<<10, nil).Shortest(moves, 100_000)
	return verdict != threat.Won
}
