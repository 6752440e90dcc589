package engine

import (
	"sync/atomic"

	"github.com/gomoku-go/gomoku/internal/position"
)

// Every thread searches the same root. So that they do not all do the same, a move other than the first that another thread
// is at is deferred to the end of its node (ABDADA: Weill, 1996; in the form without counters of Kerrigan's Simplified
// ABDADA).

// shareDepth is the depth in plies from which on threads look at what the others do: below, a move is searched as soon as
// the others are asked.
const shareDepth = 3

// searching holds the moves that are being searched, by a key of position and move. A slot has room for one key, so that a
// move may be forgotten: then two threads search the same.
type searching [1 << 12]atomic.Uint64

// goldenRatio is the fraction of the golden ratio in 64 bits: its multiples differ in their upper bits.
const goldenRatio = 0x9e3779b97f4a7c15

func searchingKey(hash uint64, c position.Cell) uint64 { return hash ^ uint64(c+1)*goldenRatio }

func (s *searching) has(key uint64) bool { return s[key>>52].Load() == key }

func (s *searching) add(key uint64) { s[key>>52].Store(key) }

func (s *searching) remove(key uint64) { s[key>>52].CompareAndSwap(key, 0) }

func (s *searching) clear() {
	for i := range s {
		s[i].Store(0)
	}
}
