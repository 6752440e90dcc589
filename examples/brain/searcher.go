package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// A searcher is a thinker that stands on the library.
type searcher struct {
	s    *gomoku.Searcher
	hash int64 // bytes of its table
}

const (
	// The program, the run-time system, the library's tables and the first hash table: 26 MiB measured, with some room.
	fixedMemory  = 32 << 20
	threadMemory = 1 << 20 // of each thread but the first: 0.3 MiB measured, with some room
	leastHash    = 1 << 20
	// Before anything is said about memory, as little as is good: mostly a limit follows, and the table is made anew.
	startHash = 16 << 20
	freeHash  = 64 << 20 // without a limit
	// Beyond this a table no longer pays in a game, and it has to be cleared. A quarter is to be had in one piece of a
	// 32-bit address space.
	mostHash = (1 << 30) >> ((64 - strconv.IntSize) / 16)

	mostThreads = 256 // of the library
)

// leastMemory is what the tables alone need; less would break the limit.
func leastMemory(threads int) int64 {
	return fixedMemory + leastHash + threadMemory*int64(max(threads-1, 0))
}

// hashSize is how much of the memory the transposition table gets. A third leaves room for the old table while a new
// one takes its place.
func (s settings) hashSize() int64 {
	room := s.memory - leastMemory(s.threads) + leastHash
	switch {
	case s.hash > 0 && s.memory > 0:
		return max(leastHash, min(s.hash, room))
	case s.hash > 0:
		return s.hash
	case s.memory == memoryUnsaid:
		return startHash
	case s.memory == 0:
		return freeHash
	}
	return max(leastHash, min(s.memory/3, room, mostHash))
}

func newSearcher(options ...gomoku.Option) (*searcher, error) {
	s, err := gomoku.NewSearcher(options...)
	return &searcher{s: s}, err
}

func (t *searcher) prepare(want settings) error {
	var problem error
	hash := want.hashSize()
	if hash < want.hash {
		problem = fmt.Errorf("max_memory %d leaves room for a hash table of %d KiB alone, not %d", want.memory, hash>>10, want.hash>>10)
	}
	if hash != t.hash {
		if hash < t.hash {
			defer debug.FreeOSMemory() // the bigger table that is replaced
		}
		limit := int64(math.MaxInt64)
		if want.memory > 0 {
			limit = want.memory - want.memory/8
		}
		debug.SetMemoryLimit(limit)
	}
	if err := t.s.Set(gomoku.WithHashSize(hash), gomoku.WithThreads(max(want.threads, 1))); err != nil {
		problem = errors.Join(problem, err)
	} else {
		t.hash = hash
	}
	if want.fresh {
		t.s.Clear()
	}
	// Memory is allocated and tables are built here, not on a move's clock; what each thread needs comes with the first
	// search alone.
	b, err := gomoku.NewBoard(want.size, want.rule)
	if err != nil {
		return err
	}
	if err := errors.Join(b.Play(gomoku.At(want.size/2, want.size/2)), t.s.Prepare(b)); err != nil {
		return errors.Join(problem, err)
	}
	_, err = t.s.Search(context.Background(), b, gomoku.WithDepth(1))
	return errors.Join(problem, err)
}

// Enough for a first move, whatever the position.
const atOnceBudget = 5 * time.Millisecond

func (t *searcher) think(ctx context.Context, b *gomoku.Board, want task) (gomoku.Result, error) {
	limits := []gomoku.SearchOption{gomoku.WithExcluded(want.excluded...), gomoku.WithMultiPV(want.lines)}
	if want.balance {
		limits = append(limits, gomoku.WithBalance(want.target))
	}
	if !want.atOnce && ctx.Err() == nil {
		full := append(limits[:len(limits):len(limits)],
			gomoku.WithTimeBudget(want.budget), gomoku.WithProgress(want.report))
		if want.depth > 0 {
			full = append(full, gomoku.WithDepth(want.depth))
		}
		if want.nodes > 0 {
			full = append(full, gomoku.WithNodes(want.nodes))
		}
		r, err := t.s.Search(ctx, b, full...)
		if err == nil || ctx.Err() == nil {
			return r, err
		}
	}
	if errors.Is(context.Cause(ctx), errEnd) {
		return gomoku.Result{}, errEnd
	}
	// Asked to answer at once, or stopped before there was any move.
	return t.s.Search(context.WithoutCancel(ctx), b, append(limits, gomoku.WithDepth(1), gomoku.WithTimeBudget(atOnceBudget))...)
}

func (t *searcher) decide(ctx context.Context, s *opening.State, want task) (opening.Action, error) {
	if !want.atOnce && ctx.Err() == nil {
		// The searches of a decision take the searcher's own limits; think gives each search its own.
		if err := t.s.Set(gomoku.WithTimeBudget(want.budget)); err != nil {
			return opening.Action{}, err
		}
		a, err := opening.Decide(ctx, t.s, s)
		if err == nil || ctx.Err() == nil {
			return a, err
		}
	}
	if errors.Is(context.Cause(ctx), errEnd) {
		return opening.Action{}, errEnd
	}
	if err := t.s.Set(gomoku.WithTimeBudget(atOnceBudget)); err != nil {
		return opening.Action{}, err
	}
	return opening.Decide(context.WithoutCancel(ctx), t.s, s)
}
