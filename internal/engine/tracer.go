package engine

import "github.com/gomoku-go/gomoku/internal/position"

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

// A NodeType says which replies a position leaves to the side to move.
type NodeType uint8

// The types. All but the first generate evasions: moves that meet the threat, and fours of one's own where they come first.
const (
	NodeQuiet          NodeType = iota // any move
	NodeEvadeOpenFour                  // the opponent threatens an open four or the like
	NodeEvadeFourThree                 // the opponent threatens a four with an open three
	NodeEvadeFive                      // the opponent threatens a five: blocks alone
)

// A Skip is why a move is left out.
type Skip uint8

// The reasons.
const (
	SkipCount Skip = iota // a late quiet move at low depth
	SkipWidth             // beyond the width that the caller set
)
