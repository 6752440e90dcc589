// Package table is the transposition table: what searches have found out about positions, by their hash. Threads share it
// without locks.
package table

import (
	"math"
	"math/bits"
	"sync/atomic"
)

// A Bound says how a stored value relates to the true one.
type Bound uint8

// The bounds; Exact is both.
const (
	Upper Bound = 1 << iota
	Lower
	Exact = Upper | Lower
)

// An Entry is what the table knows of a position.
type Entry struct {
	Move  uint16 // a cell; NoMove where there is none
	Value int16  // from the side to move's view; wins counted from this position
	Eval  int16  // static evaluation, NoEval where it was not computed
	Depth int16  // in the search's own units, -2048 to 2047
	Bound Bound
	PV    bool // the position was once on a principal variation
}

// Values that mean nothing.
const (
	NoMove = 1 << 10
	NoEval = -1 << 15
)

// A slot is one entry of sixteen bytes. The key is stored as hash^data (Hyatt and Mann, 2002): if the writes of two threads mix,
// the key does not fit the data and the probe misses. Both words are atomic, which costs nothing measurable.
//
//	data: value 16 | eval 16 | depth 12 | move 11 | age 6 | bound 2 | pv 1
type slot struct{ key, data atomic.Uint64 }

const (
	evalShift  = 16
	depthShift = 32
	moveShift  = 44
	ageShift   = 55
	boundShift = 61
	pvShift    = 63
	ageMask    = 1<<6 - 1
	depthBias  = 1 << 11
)

// A bucket is one cache line.
type bucket [4]slot

// A Table has no pointers inside, so the garbage collector does not look at its memory.
type Table struct {
	buckets []bucket
	age     uint64
}

// BucketSize is the size of the smallest table in bytes.
const BucketSize = 64

// New returns an empty table of at most the given size in bytes, at least one bucket, with its memory touched.
func New(size int64) *Table {
	t := &Table{buckets: make([]bucket, max(size/BucketSize, 1))}
	largePages(t.buckets)
	t.Clear()
	return t
}

// Size returns the size in bytes.
func (t *Table) Size() int64 { return int64(len(t.buckets)) * BucketSize }

// Clear forgets everything. No search may be running.
func (t *Table) Clear() {
	clear(t.buckets)
	t.age = 0
}

// NextSearch makes entries of earlier searches the first to be replaced. No search may be running.
func (t *Table) NextSearch() { t.age = (t.age + 1) & ageMask }

func (t *Table) bucket(hash uint64) *bucket {
	i, _ := bits.Mul64(hash, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// Probe returns what is known about the position with the given hash.
func (t *Table) Probe(hash uint64) (e Entry, ok bool) {
	b := t.bucket(hash)
	for i := range b {
		data := b[i].data.Load()
		if b[i].key.Load()^data == hash && data != 0 {
			return unpack(data), true
		}
	}
	return Entry{}, false
}

// Store keeps e, in place of what is known about the same position unless that is much deeper, or else of the entry in
// its bucket that is worth least by depth and age.
func (t *Table) Store(hash uint64, e Entry) {
	b := t.bucket(hash)
	var victim *slot
	worst := math.MaxInt
	for i := range b {
		s := &b[i]
		data := s.data.Load()
		if data == 0 {
			if worst > emptyWorth {
				victim, worst = s, emptyWorth
			}
			continue
		}
		depth := int(data>>depthShift&(1<<12-1)) - depthBias
		if s.key.Load()^data == hash {
			if e.Move == NoMove {
				e.Move = uint16(data >> moveShift & (1<<11 - 1)) // a known move is better than none
			}
			if e.Bound != Exact && int(e.Depth)+sameDepth < depth && data>>ageShift&ageMask == t.age {
				return
			}
			victim = s
			break
		}
		if worth := depth - agePenalty*int((t.age-data>>ageShift)&ageMask); worth < worst {
			victim, worst = s, worth
		}
	}
	data := pack(e, t.age)
	victim.key.Store(hash ^ data)
	victim.data.Store(data)
}

// Replacement, in units of depth (sixteenths of a ply).
const (
	agePenalty = 64 // a search further back counts as four plies less
	sameDepth  = 32 // a bound of the same position replaces one that is up to two plies deeper

	emptyWorth = -1 << 20 // an empty slot is taken before any other
)

func pack(e Entry, age uint64) uint64 {
	data := uint64(uint16(e.Value)) | uint64(uint16(e.Eval))<<evalShift |
		uint64(int(e.Depth)+depthBias)&(1<<12-1)<<depthShift | uint64(e.Move)<<moveShift | age<<ageShift | uint64(e.Bound)<<boundShift
	if e.PV {
		data |= 1 << pvShift
	}
	return data
}

func unpack(data uint64) Entry {
	return Entry{
		Value: int16(data),
		Eval:  int16(data >> evalShift),
		Depth: int16(int(data>>depthShift&(1<<12-1)) - depthBias),
		Move:  uint16(data >> moveShift & (1<<11 - 1)),
		Bound: Bound(data >> boundShift & 3),
		PV:    data>>pvShift != 0,
	}
}
