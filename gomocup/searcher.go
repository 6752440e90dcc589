package gomocup

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// A SearcherPlayer is a [Player] that uses the library's search. It is also an [Analyzer] and an [Opener]. [NewPlayer] makes one.
type SearcherPlayer struct{ s *gomoku.Searcher }

// NewPlayer returns a player that finds its moves with s. Book, level, evaluator and seed are those of s; table, threads and time are
// what the manager allows. The player owns s from then on.
func NewPlayer(s *gomoku.Searcher) *SearcherPlayer { return &SearcherPlayer{s} }

const (
	// The program, the run-time system, the library's tables and the first hash table: 26 MiB measured, and a reserve.
	fixedMemory  = 32 << 20
	threadMemory = 1 << 20 // of each thread but the first: 0.3 MiB measured, and a reserve
	leastHash    = 1 << 20
	// Before the manager sets a limit, a small table: most managers do so soon, and then the table is made again.
	startHash = 16 << 20
	freeHash  = 64 << 20 // without a limit
	// A larger table brings nothing in a game, and takes time to clear. In a 32-bit address space a quarter of it can be had
	// in one piece.
	mostHash = (1 << 30) >> ((64 - strconv.IntSize) / 16)

	mostThreads = 256 // of the library
)

// leastMemory is the memory that the program needs with the smallest table.
func leastMemory(threads int) int64 {
	return fixedMemory + leastHash + threadMemory*int64(max(threads-1, 0))
}

// hashSize is how much of the memory the transposition table gets. A third of it leaves room for the old table while it is replaced.
func hashSize(s Settings) int64 {
	room := s.Memory - leastMemory(s.Threads) + leastHash
	switch {
	case s.HashSize > 0 && s.Memory > 0:
		return max(leastHash, min(s.HashSize, room))
	case s.HashSize > 0:
		return s.HashSize
	case s.Memory < 0:
		return startHash
	case s.Memory == 0:
		return freeHash
	}
	return max(leastHash, min(s.Memory/3, room, mostHash))
}

// Prepare implements [Player]. It refuses a memory limit that is too small for the smallest table.
func (p *SearcherPlayer) Prepare(s Settings) error {
	if p.s == nil {
		return errors.New("gomocup: the player has no searcher: make it with NewPlayer")
	}
	if least := leastMemory(s.Threads); s.Memory > 0 && s.Memory < least {
		return fmt.Errorf("max_memory %d is too small: %d bytes are needed", s.Memory, least)
	}
	hash := hashSize(s)
	if hash < s.HashSize && s.Message != nil {
		s.Message(fmt.Sprintf("max_memory %d leaves room for a hash table of %d KiB alone, not %d", s.Memory, hash>>10, s.HashSize>>10))
	}
	if err := p.s.Set(gomoku.WithHashSize(hash), gomoku.WithThreads(max(s.Threads, 1))); err != nil {
		return err
	}
	if s.NewGame {
		p.s.Clear()
	}
	// Memory is allocated and tables are built here, not on a move's clock. The memory of each thread comes only with the first
	// search.
	b, err := gomoku.NewBoard(s.Size, s.Rule)
	if err != nil {
		return err
	}
	if err := errors.Join(b.Play(gomoku.At(s.Size/2, s.Size/2)), p.s.Prepare(b)); err != nil {
		return err
	}
	_, err = p.s.Search(context.Background(), b, gomoku.WithDepth(1))
	return err
}

// Enough for a first move, whatever the position.
const atOnceBudget = 5 * time.Millisecond

// Move implements [Player].
func (p *SearcherPlayer) Move(ctx context.Context, b *gomoku.Board, l Limits) (gomoku.Result, error) {
	return p.Analyze(ctx, b, Query{Lines: 1}, l)
}

// Analyze implements [Analyzer].
func (p *SearcherPlayer) Analyze(ctx context.Context, b *gomoku.Board, q Query, l Limits) (gomoku.Result, error) {
	options := []gomoku.SearchOption{gomoku.WithExcluded(q.Excluded...), gomoku.WithMultiPV(max(q.Lines, 1))}
	if q.Balance {
		options = append(options, gomoku.WithBalance(q.Target))
	}
	if l.Time <= 0 {
		return p.s.Search(ctx, b, append(options, gomoku.WithDepth(1), gomoku.WithTimeBudget(atOnceBudget))...)
	}
	options = append(options, gomoku.WithTimeBudget(l.Time))
	if l.Progress != nil {
		options = append(options, gomoku.WithProgress(l.Progress))
	}
	if l.Depth > 0 {
		options = append(options, gomoku.WithDepth(l.Depth))
	}
	if l.Nodes > 0 {
		options = append(options, gomoku.WithNodes(l.Nodes))
	}
	return p.s.Search(ctx, b, options...)
}

// Decide implements [Opener].
func (p *SearcherPlayer) Decide(ctx context.Context, s *opening.State, l Limits) (opening.Action, error) {
	// The searches of a decision use the limits of the searcher. Analyze gives each search its own.
	budget := l.Time
	if budget <= 0 {
		budget = atOnceBudget
	}
	if err := p.s.Set(gomoku.WithTimeBudget(budget)); err != nil {
		return opening.Action{}, err
	}
	return opening.Decide(ctx, p.s, s)
}
