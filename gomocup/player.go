package gomocup

import (
	"context"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// A Player finds the moves of a brain; [Serve] does everything else: commands, positions, clocks and errors. [NewPlayer]
// makes one of a [gomoku.Searcher]. Serve calls the methods one at a time, all on its own goroutine.
//
// A Player that can do more implements [Analyzer] or [Opener] too.
type Player interface {
	// Prepare gets ready for moves under the settings, at the beginning of a game and whenever the manager changes one:
	// what takes time, such as allocating tables, belongs here and not on a move's clock. An error refuses the
	// settings: the manager gets it as ERROR, to START or RESTART or to the next command that wants a move.
	Prepare(s Settings) error
	// Move returns a move for the side to move on b, which is undecided and must come back as it was. The move is
	// Best of the result; Lines, Depth and Stats are shown to the manager's user.
	//
	// When ctx ends, Move returns at once, with the best move so far or with an error where there is none yet; where a
	// move is still wanted, it is called again with no time to think. An error leaves the position as it was.
	Move(ctx context.Context, b *gomoku.Board, l Limits) (gomoku.Result, error)
}

// An Analyzer is a [Player] that answers Yixin-Board's questions: several moves, balanced moves, and moves beside blocked
// points. Without it the brain refuses the words yxnbest, yxbalanceone, yxbalancetwo and yxblock.
type Analyzer interface {
	Player
	// Analyze does what Move does, for a particular question.
	Analyze(ctx context.Context, b *gomoku.Board, q Query, l Limits) (gomoku.Result, error)
}

// An Opener is a [Player] that takes part in the opening protocol Swap2. Without it the brain does not know SWAP2BOARD.
type Opener interface {
	Player
	// Decide chooses what to do in an opening, under the terms of Move. It does not change s.
	Decide(ctx context.Context, s *opening.State, l Limits) (opening.Action, error)
}

// Settings are what a [Player] has to get ready for.
type Settings struct {
	Size     int // of the board, in points
	Rule     gomoku.Rule
	Memory   int64 // bytes that the whole program may use; 0: no limit; [MemoryUnknown]: nothing has been said yet
	HashSize int64 // bytes that the manager wants for the transposition table; 0: whatever suits the memory
	Threads  int   // to search with, 1 or more
	NewGame  bool  // forget what earlier games left

	// Message shows a line of text to the manager's user. It may be called until Prepare returns.
	Message func(text string)
}

// alike reports whether a player that took the one takes the other.
func (s Settings) alike(t Settings) bool {
	return s.Size == t.Size && s.Rule == t.Rule && s.Memory == t.Memory && s.HashSize == t.HashSize && s.Threads == t.Threads
}

// MemoryUnknown is the Memory of [Settings] until the manager sends INFO max_memory.
const MemoryUnknown = -1

// Limits are the terms of one move.
type Limits struct {
	Time  time.Duration // what the move may take; 0: answer without a search
	Depth int           // in plies; 0: no limit
	Nodes int64         // 0: no limit

	// Progress shows an intermediate result to the manager's user, as often as there is one: Serve drops what is too
	// much. It is called on the goroutine of Move, until Move returns.
	Progress func(gomoku.Info)
}

// A Query is a question to an [Analyzer].
type Query struct {
	Lines    int            // how many of the best moves to find, 1 or more
	Excluded []gomoku.Point // not to be played
	Balance  bool           // find the move whose score comes nearest to Target, not the best one
	Target   gomoku.Score   // from the view of the side that moves
}
