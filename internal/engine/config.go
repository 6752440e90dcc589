package engine

import (
	"slices"
	"time"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/position"
)

// An Evaluator judges the position that it was attached to, from the side to move's view.
type Evaluator interface{ Evaluate() int }

// A Follower is told of each move of the position, None for a pass.
type Follower interface {
	Played(position.Cell)
	Undone(position.Cell)
}

// A Scorer says which moves to try first.
type Scorer interface {
	ScoreMoves(cells []position.Cell, dst []int32)
}

// Attached is a custom evaluator at work for one thread.
type Attached struct {
	Position  *position.Position // the one that it looks at, on which the thread moves
	Evaluator Evaluator
	Follower  Follower // nil: it need not know of moves
	Scorer    Scorer   // nil: it has no opinion on their order
}

// Config is what stays the same between searches.
type Config struct {
	// Attach returns an evaluator for a thread, its position in the state of the root. With a nil Attach the built-in
	// evaluation is used, which is faster.
	Attach    func(root *position.Position, t *position.Tables) Attached
	Weights   eval.Set // of the built-in evaluation
	Defense   int      // in position.DefenseUnit, for the built-in evaluation
	RootBound bool     // scores depend on the side at the root
	Radius    int
	Width     int // 0: all
	Threads   int // 0 is one
	HashBytes int64
	Params    Params

	Tracer     Tracer // nil: none
	TracePlies int    // so many plies from the root are traced
}

// Limits are what ends a search, and which moves it may choose.
type Limits struct {
	Depth     int // 0: none
	Nodes     int64
	Deadline  time.Time
	Clock     Clock // what the game leaves for this move and the next ones
	MultiPV   int
	Moves     []position.Cell // to choose from, wherever they lie; nil: all
	Excluded  []position.Cell // not to choose
	Twins     bool            // list symmetric moves too: else one of each class, but for a plain search and for Moves
	TieBreak  bool            // choose among the moves within TieMargin of the best
	TieMargin int
	Balance   bool // seek the score nearest to Target
	Target    int
	Seed      uint64
	Progress  func(Info) bool // false ends the search
}

// plain reports whether nothing but the best move is wanted.
func (l *Limits) plain() bool { return l.MultiPV <= 1 && !l.Balance && !l.TieBreak }

// allows reports whether the move at the root may be c.
func (l *Limits) allows(c position.Cell) bool {
	return (l.Moves == nil || slices.Contains(l.Moves, c)) && !slices.Contains(l.Excluded, c)
}

// A Clock is what a player has left of a game's time, what each move adds, and the most that one move may take. Zero: no
// such limit.
type Clock struct{ Left, Increment, PerMove time.Duration }
