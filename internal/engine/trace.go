package engine

import (
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/table"
)

// traceEnter tells of a visit that begins.
func (t *thread) traceEnter(alpha, beta, depth, ply int, cut bool) {
	t.tracer.Enter(Visit{
		Ply: ply, Move: t.stack[ply-1].move, Excluded: t.stack[ply].excluded, Alpha: alpha, Beta: beta, Depth: depth, Cut: cut,
	})
}

// traceLeave tells what became of it.
func (t *thread) traceLeave(score, ply int) {
	n := &t.stack[ply]
	r := Return{Score: score, Exit: n.exit, PV: n.line}
	if t.stopped {
		r.Exit = ExitStopped
	}
	if r.Exit >= ExitFutility && n.eval != table.NoEval {
		r.Eval, r.Known = n.eval, true
	}
	t.tracer.Leave(ply, r)
}

// traceEnterRoot tells of a visit of the root that begins, and of its moves.
func (t *thread) traceEnterRoot(moves []rootMove, k, alpha, beta, depth int) {
	t.tracer.Enter(Visit{Move: position.None, Excluded: position.None, Alpha: alpha, Beta: beta, Depth: depth, Rank: k})
	var cells []position.Cell
	for _, m := range moves[k:] {
		cells = append(cells, m.cell)
	}
	t.tracer.Moves(0, t.stack[0].kind, cells)
}

// traceLeaveRoot tells what became of it.
func (t *thread) traceLeaveRoot(moves []rootMove, k, score, beta int) {
	n := &t.stack[0]
	r := Return{Score: score, Exit: ExitAll, Eval: n.eval, Known: !n.inFive}
	if score >= beta {
		r.Exit = ExitCutoff
	}
	if t.stopped {
		r.Exit = ExitStopped
	}
	for i := k; i < len(moves) && r.PV == nil; i++ {
		if moves[i].score == score {
			r.PV = moves[i].line
		}
	}
	t.tracer.Leave(0, r)
}

// traceFive tells of a five at the root, which is not searched.
func (t *thread) traceFive(c position.Cell, alpha, beta int) {
	t.tracer.Enter(Visit{Ply: 1, Move: c, Excluded: position.None, Alpha: -beta, Beta: -alpha})
	t.tracer.Leave(1, Return{Score: -winIn(1), Exit: ExitFive})
}

// traceMoves tells of the list of a node, which stays as it is.
func (t *thread) traceMoves(n *node, ply int) {
	rest := append([]uint64(nil), n.picker.list...)
	var cells []position.Cell
	for m := pickBest(rest); m != 0; m = pickBest(rest) {
		cells = append(cells, cellOf(m))
	}
	t.tracer.Moves(ply, n.kind, cells)
}
