package main

import (
	"context"
	"errors"
	"math"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A searcher is a thinker that stands on the library.
type searcher struct {
	options []gomoku.Option
	s       *gomoku.Searcher
	hash    int64
}

const (
	// The program, the run-time system, the library's tables and the first hash table: 26 MiB measured, with some room.
	fixedMemory = 32 << 20
	// Less than this and the tables alone would break the limit.
	leastMemory = fixedMemory + leastHash
	leastHash   = 1 << 20
	// Before anything is said about memory, as little as is good: mostly a limit follows, and the table is made anew.
	startHash = 16 << 20
	freeHash  = 64 << 20 // without a limit
	// Beyond this a table no longer pays in a game, and it has to be cleared.
	mostHash = 1 << 30
)

// hashSize is how much of the memory the transposition table gets. A third leaves room for the old table while a new
// one takes its place.
func hashSize(memory int64) int64 {
	switch memory {
	case memoryUnsaid:
		return startHash
	case 0:
		return freeHash
	}
	most := int64(mostHash)
	if strconv.IntSize == 32 {
		most = 256 << 20 // a piece of this size is to be had in a 32-bit address space
	}
	return max(leastHash, min(memory/3, memory-fixedMemory, most))
}

func (t *searcher) prepare(size int, rule gomoku.Rule, memory int64, fresh bool) error {
	if t.s == nil {
		s, err := gomoku.NewSearcher(t.options...)
		if err != nil {
			return err
		}
		t.s = s
	}
	var problem error
	if hash := hashSize(memory); hash != t.hash {
		if hash < t.hash {
			defer debug.FreeOSMemory() // the bigger table that is replaced
		}
		if problem = t.s.Set(gomoku.WithHashSize(hash)); problem == nil {
			t.hash = hash
		}
		limit := int64(math.MaxInt64)
		if memory > 0 {
			limit = memory - memory/8
		}
		debug.SetMemoryLimit(limit)
	}
	if fresh {
		t.s.Clear()
	}
	// Memory is allocated and tables are built here, not on a move's clock.
	b, err := gomoku.NewBoard(size, rule)
	if err != nil {
		return err
	}
	return errors.Join(problem, t.s.Prepare(b))
}

// Enough for a first move, whatever the position.
const atOnceBudget = 5 * time.Millisecond

func (t *searcher) think(ctx context.Context, b *gomoku.Board, budget time.Duration, atOnce bool, report func(gomoku.Info)) (gomoku.Result, error) {
	if !atOnce && ctx.Err() == nil {
		r, err := t.s.Search(ctx, b, gomoku.WithTimeBudget(budget), gomoku.WithProgress(report))
		if err == nil || ctx.Err() == nil {
			return r, err
		}
	}
	if errors.Is(context.Cause(ctx), errEnd) {
		return gomoku.Result{}, errEnd
	}
	// Asked to answer at once, or stopped before there was any move.
	return t.s.Search(context.WithoutCancel(ctx), b, gomoku.WithDepth(1), gomoku.WithTimeBudget(atOnceBudget))
}
