package engine

import (
	"math"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/table"
)

// A node is one ply of the line that is being searched. A thread has one for every ply, so that nothing is allocated.
type node struct {
	facts

	// The loop over the moves.
	picker     picker
	current    move            // the move whose turn it is
	best       int             // the best score so far
	raised     bool            // a move has raised alpha, at a depth where that reduces the others
	failHigh   bool            // the evaluation says that most moves will reach beta
	sharing    bool            // moves that other threads are searching are deferred
	extension  int             // of the table move, in sixteenths of a ply
	quietLimit int             // so many quiet moves are searched
	quiets     []position.Cell // searched quiet moves
	tacticals  []position.Cell // searched tactical moves

	// What outlives a visit.
	line     []position.Cell // the principal variation from here
	move     position.Cell   // being searched
	excluded position.Cell   // by a singular search, which asks what the node is worth without this move
	exit     Exit            // where the last search of the node ended
	killers  [2]position.Cell
	cells    []position.Cell // a buffer of generate
}

// noLimit is more moves than any node has.
const noLimit = math.MaxInt

// facts are what is known of the position at a node. Each is found out once, by the step that needs it first, and read by
// every step after that.
type facts struct {
	us, them  pattern.Color
	pv        bool // the window is open: a score is wanted, not just a bound
	cut       bool // a score of beta or more is expected
	inFive    bool // they threaten a five, so we have to block
	prunable  bool // a bound may end the node before a move is made
	improving bool // the evaluation has risen since our last move
	eval      int  // static evaluation; table.NoEval where there is none
	refined   int  // the table's score where that says more than eval

	hash       uint64 // of the position and the excluded move
	entry      table.Entry
	hit        bool // entry is of this position
	tableMove  position.Cell
	tableScore int

	kind      NodeType
	theirLast position.Cell // their last move; None at the root
	ourLast   position.Cell // our last move before that
}

// A picker holds the moves of a node that have not had their turn.
type picker struct {
	list     []uint64       // packed; 0 where a move has been picked
	deferred []deferredMove // that other threads were searching
	resumed  int            // how many of them had their second turn
	top      int            // the order of the best move, but for the table's
}

// A deferredMove was being searched by another thread when its turn came (ABDADA).
type deferredMove struct {
	word   uint64
	number int // of its turn
}

func (p *picker) begin() { p.deferred, p.resumed, p.top = p.deferred[:0], 0, 0 }

// A move is a candidate whose turn it is, with what decides how deep it is searched.
type move struct {
	cell         position.Cell
	number       int           // of its turn: 0 is the first
	behind       int           // how far its order lies behind that of the best move
	ours, theirs pattern.Class // what the point is to either side
	tactical     bool          // makes a threat or takes one from the opponent
	unproductive bool          // a four that leads nowhere
	applied      uint16        // techniques that changed its depth, a bit for each
	sharedKey    uint64        // among the moves that threads are searching; 0: not there
}

// A rootMove is a move at the root with what is known of it.
type rootMove struct {
	cell  position.Cell
	score int             // of this iteration; -infinity: not better than the moves before it
	line  []position.Cell // the move and what follows; never changed, copies of the move share it
}

// searched returns the number of moves that have been searched and did not cut.
func (n *node) searched() int { return len(n.quiets) + len(n.tacticals) }

// enterRoot makes the node the root of a search of p.
func (n *node) enterRoot(p *position.Position) {
	us := p.Side()
	n.facts = facts{
		us: us, them: us.Opponent(), pv: true, inFive: p.Fives(us.Opponent()) > 0,
		tableMove: position.None, theirLast: position.None, ourLast: position.None,
	}
	n.move, n.excluded, n.quietLimit = position.None, position.None, noLimit
}

// beginMoves empties what the loop over the moves fills.
func (n *node) beginMoves() {
	n.best, n.raised, n.exit = -infinity, false, ExitAll
	n.quiets, n.tacticals = n.quiets[:0], n.tacticals[:0]
	n.picker.begin()
}

// addSearched keeps the current move for the histories.
func (n *node) addSearched() {
	if n.current.tactical {
		n.tacticals = append(n.tacticals, n.current.cell)
	} else {
		n.quiets = append(n.quiets, n.current.cell)
	}
}
