package table

import (
	"math/rand/v2"
	"sync"
	"testing"
)

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	table := New(1 << 16)
	r := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		e := Entry{
			Move: uint16(r.IntN(NoMove + 1)), Value: int16(r.IntN(1<<16) - 1<<15), Eval: int16(r.IntN(1<<16) - 1<<15),
			Depth: int16(r.IntN(4096) - 2048), Bound: Bound(1 + r.IntN(3)), PV: r.IntN(2) == 0,
		}
		hash := r.Uint64()
		table.Store(hash, e)
		if got, ok := table.Probe(hash); !ok || got != e {
			t.Fatalf("Probe after Store(%+v) = %+v, %v", e, got, ok)
		}
	}
}

func TestReplacement(t *testing.T) {
	t.Parallel()
	table := New(BucketSize) // one bucket: four entries
	for i := range 4 {
		table.Store(uint64(i+1), Entry{Depth: int16(100 + i), Bound: Exact, Move: NoMove})
	}
	table.Store(9, Entry{Depth: 50, Bound: Exact, Move: NoMove})
	if _, ok := table.Probe(1); ok {
		t.Error("the shallowest of four entries survived a fifth")
	}
	table.Store(4, Entry{Depth: 10, Bound: Lower, Move: 7})
	if e, _ := table.Probe(4); e.Depth != 103 {
		t.Errorf("a shallow bound replaced an entry of depth 103: depth %d", e.Depth)
	}
	table.Store(4, Entry{Depth: 10, Bound: Exact, Move: NoMove})
	if e, _ := table.Probe(4); e.Depth != 10 {
		t.Errorf("an exact entry did not replace the same position's: depth %d", e.Depth)
	}
	for range 3 {
		table.NextSearch()
	}
	table.Store(10, Entry{Depth: 0, Bound: Exact, Move: NoMove})
	table.Store(11, Entry{Depth: 0, Bound: Exact, Move: NoMove})
	if _, ok := table.Probe(10); !ok {
		t.Error("a new entry was replaced where old ones lie about")
	}
	table.Clear()
	if _, ok := table.Probe(11); ok {
		t.Error("Clear left an entry")
	}
}

// Mixed writes must never be read as an entry of a position that nobody stored.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	table := New(4 * BucketSize)
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 1))
			for range 20_000 {
				hash := r.Uint64N(64) * 0x9e3779b97f4a7c15
				if e, ok := table.Probe(hash); ok && uint64(uint16(e.Value)) != hash>>48 {
					t.Errorf("hash %x has the value of another position", hash)
					return
				}
				table.Store(hash, Entry{Value: int16(hash >> 48), Depth: int16(r.IntN(100)), Bound: Exact, Move: NoMove})
			}
		})
	}
	wg.Wait()
}
