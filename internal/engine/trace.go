package engine

import (
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/table"
)

// A Tracer is told what the first thread does in the first plies of its tree, for people who want to see it. Visits nest:
// what happens between Enter and Leave belongs to that node, and a node may be visited several times in a row, with other
// windows and depths. Calls come from the goroutine of the search; slices belong to it and change after the call.
//
// Without a tracer a node pays one comparison for all this.
type Tracer interface {
	// Enter begins a visit.
	Enter(Visit)
	// Moves lists the moves of the node at ply in the order in which they are to be searched, once it comes to them.
	Moves(ply int, kind NodeType, moves []position.Cell)
	// Skip says that a move of the node at ply is left out.
	Skip(ply int, move position.Cell, why Skip)
	// Leave ends the visit of the node at ply.
	Leave(ply int, r Return)
}

// A Visit is with what a node is searched.
type Visit struct {
	Ply         int
	Move        position.Cell // that led here; None at the root, and where the opponent was made to pass
	Excluded    position.Cell // None but in a singular search, which leaves out this move of the same node
	Alpha, Beta int           // from the view of the side to move here
	Depth       int           // sixteenths of a ply
	Cut         bool          // a score of Beta or more is expected
	Rank        int           // of the line sought, at the root
}

// A Return is what became of a visit.
type Return struct {
	Score int // from the view of the side to move here
	Exit  Exit
	Eval  int // static, if Known
	Known bool
	PV    []position.Cell // where the window was open
}

// An Exit is where a node's search ended.
type Exit uint8

// The exits.
const (
	ExitStopped  Exit = iota // a limit ended the search; the score is none
	ExitFive                 // the move to here makes five
	ExitStatic               // decided by the threats that the position's counters show
	ExitDeep                 // too many plies
	ExitMate                 // mate distance: a quicker win is known elsewhere
	ExitLeaf                 // evaluated, or won by fours
	ExitTable                // known from the table
	ExitFutility             // so far above beta that no move is tried
	ExitRazor                // so far below alpha that only fours are tried
	ExitSingular             // a second move reaches beta as well
	ExitLost                 // no move meets the threat
	ExitNoMoves              // nothing to play
	ExitAll                  // every move that was not left out was searched
	ExitCutoff               // a move reached beta
)

// A Skip is why a move is left out.
type Skip uint8

// The reasons.
const (
	SkipCount Skip = iota // a late quiet move at low depth
	SkipWidth             // beyond the width that the caller set
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
