package engine

import (
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/table"
)

// A Tracer is told what the first worker does in the first plies of its tree, for people who want to see it. Visits nest:
// what happens between Enter and Leave belongs to that node, and a node may be visited several times in a row, with other
// windows and depths. Calls come from the goroutine of the search; slices belong to it and change after the call.
//
// Without a tracer a node pays one comparison for all this.
type Tracer interface {
	// Enter begins a visit.
	Enter(Visit)
	// Moves lists the moves of the node at ply in the order in which they are to be searched, once it comes to them.
	Moves(ply int, kind Kind, moves []position.Cell)
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

// Kind is what generate found out about a node.
type Kind uint8

// The kinds.
const (
	KindQuiet   = Kind(quietNode)   // any move
	KindDefence = Kind(defenceNode) // against an open four or the like: defences and own fours
	KindBlock   = Kind(blockNode)   // against a five
)

// A Skip is why a move is left out.
type Skip uint8

// The reasons.
const (
	SkipCount Skip = iota // a late quiet move at low depth
	SkipWidth             // beyond the width that the caller set
)

// entering reports by turns whether a visit begins here, and whether trace has begun it already and calls.
func (w *worker) entering() bool {
	w.inside = !w.inside
	return w.inside
}

// trace is search with the tracer told.
func (w *worker) trace(alpha, beta, depth, ply int, cut bool) int {
	n := &w.stack[ply]
	w.tracer.Enter(Visit{Ply: ply, Move: w.stack[ply-1].move, Excluded: n.skip, Alpha: alpha, Beta: beta, Depth: depth, Cut: cut})
	v := w.search(alpha, beta, depth, ply, cut)
	r := Return{Score: v, Exit: n.exit, PV: n.pv}
	if w.stopped {
		r.Exit = ExitStopped
	}
	if r.Exit >= ExitFutility && n.eval != table.NoEval {
		r.Eval, r.Known = n.eval, true
	}
	w.tracer.Leave(ply, r)
	return v
}

// traceRoot is searchRoot with the tracer told.
func (w *worker) traceRoot(moves []rootMove, k, alpha, beta, depth int) int {
	w.tracer.Enter(Visit{Move: position.None, Excluded: position.None, Alpha: alpha, Beta: beta, Depth: depth, Rank: k})
	kind := KindQuiet
	if l := w.limits; l.MultiPV <= 1 && !l.Balance && !l.TieBreak { // others look at all moves
		switch p := w.p; {
		case p.Fives(p.Side().Opponent()) > 0:
			kind = KindBlock
		case p.WinFours(p.Side().Opponent()) > 0 && w.params.Restrict > 0:
			kind = KindDefence
		}
	}
	var cells []position.Cell
	for _, m := range moves[k:] {
		cells = append(cells, m.cell)
	}
	w.tracer.Moves(0, kind, cells)
	v := w.searchRoot(moves, k, alpha, beta, depth)
	r := Return{Score: v, Exit: ExitAll}
	if v >= beta {
		r.Exit = ExitCutoff
	}
	if w.stopped {
		r.Exit = ExitStopped
	}
	if w.p.Fives(w.p.Side().Opponent()) == 0 {
		r.Eval, r.Known = w.stack[0].eval, true
	}
	for i := k; i < len(moves) && r.PV == nil; i++ {
		if moves[i].score == v {
			r.PV = moves[i].line
		}
	}
	w.tracer.Leave(0, r)
	return v
}

// traceFive tells of a five at the root, which is not searched.
func (w *worker) traceFive(c position.Cell, alpha, beta int) {
	w.tracer.Enter(Visit{Ply: 1, Move: c, Excluded: position.None, Alpha: -beta, Beta: -alpha})
	w.tracer.Leave(1, Return{Score: -winIn(1), Exit: ExitFive})
}

// traceMoves tells of the list of a node, which stays as it is.
func (w *worker) traceMoves(ply int, node kind, list []uint64) {
	rest := append([]uint64(nil), list...)
	var cells []position.Cell
	for m := pickBest(rest); m != 0; m = pickBest(rest) {
		cells = append(cells, cellOf(m))
	}
	w.tracer.Moves(ply, Kind(node), cells)
}
