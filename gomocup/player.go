package gomocup

import (
	"context"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// A Player finds the moves of a brain. [Serve] does everything else: commands, positions, clocks and errors. [NewPlayer] makes one
// from a [gomoku.Searcher]. Serve calls the methods one at a time, on its own goroutine.
//
// A Player that can do more implements [Analyzer] or [Opener] too.
type Player interface {
	// Prepare is called at the beginning of a game and whenever the manager changes a setting. What takes time, such as
	// allocating tables, belongs here, because it is not on a move's clock. An error refuses the settings: the manager gets it
	// as the answer ERROR to START or RESTART, or to the next command that wants a move.
	Prepare(s Settings) error
	// Move returns a move for the side to move on b, as Best of the result. The game on b is not over, and Move must leave b as
	// it was. Lines, Depth and Stats of the result are shown to the manager's user.
	//
	// When ctx ends, Move must return at once, with the best move so far, or with an error if there is none yet. If a move is
	// still wanted then, Move is called again with a Time of 0. After an error the game stands as before the command.
	Move(ctx context.Context, b *gomoku.Board, l Limits) (gomoku.Result, error)
}

// An Analyzer is a [Player] that can also answer Yixin-Board's questions: the best few moves, balanced moves, and moves with some
// points excluded. Without it the brain refuses yxnbest, yxbalanceone, yxbalancetwo and yxblock.
type Analyzer interface {
	Player
	// Analyze is like Move, for a particular question.
	Analyze(ctx context.Context, b *gomoku.Board, q Query, l Limits) (gomoku.Result, error)
}

// An Opener is a [Player] that can also play the opening protocol Swap2. Without it the brain refuses SWAP2BOARD.
type Opener interface {
	Player
	// Decide chooses an action of the opening, with ctx, limits and errors as in Move. It must not change s.
	Decide(ctx context.Context, s *opening.State, l Limits) (opening.Action, error)
}

// Settings are what a [Player] prepares for.
type Settings struct {
	Size     int // of the board, in points
	Rule     gomoku.Rule
	Memory   int64 // bytes that the whole program may use; 0: no limit; [MemoryUnknown]: the manager has not said it yet
	HashSize int64 // bytes that the manager wants for the transposition table; 0: the player chooses, within Memory
	Threads  int   // to search with, 1 or more
	NewGame  bool  // a new game begins: forget earlier games

	// Message shows a line of text to the manager's user. It may be called until Prepare returns.
	Message func(text string)
}

// alike reports whether a player that accepted s accepts t as well.
func (s Settings) alike(t Settings) bool {
	return s.Size == t.Size && s.Rule == t.Rule && s.Memory == t.Memory && s.HashSize == t.HashSize && s.Threads == t.Threads
}

// MemoryUnknown is the Memory of [Settings] until the manager sends INFO max_memory.
const MemoryUnknown = -1

// Limits are the limits of one move.
type Limits struct {
	Time  time.Duration // the time for the move; 0: answer at once
	Depth int           // in plies; 0: no limit
	Nodes int64         // 0: no limit

	// Progress shows an intermediate result to the manager's user. It may be called as often as there is one, because Serve
	// drops what comes too often. Call it on the goroutine of Move, before Move returns.
	Progress func(gomoku.Info)
}

// A Query is what an [Analyzer] is asked for.
type Query struct {
	Lines    int            // how many of the best moves to find, 1 or more
	Excluded []gomoku.Point // not to be played
	Balance  bool           // find the move whose score is nearest to Target, instead of the best move
	Target   gomoku.Score   // from the view of the side to move
}
