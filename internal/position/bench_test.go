package position

import (
	"math/rand/v2"
	"testing"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
)

var sink uint64

// BenchmarkYardstick is a fixed chain of integer operations: divide the other figures by it to compare days and machines.
func BenchmarkYardstick(b *testing.B) {
	x := uint64(1)
	for b.Loop() {
		for range 1000 {
			x ^= x >> 30
			x *= 0xbf58476d1ce4e5b9
		}
	}
	sink += x
}

// A walk is one random game near the stones, with three siblings of every move from ply 20 on: it mispredicts branches as a
// search does, where a few games replayed over and over would be learned.
type walk struct {
	moves    []Cell
	siblings [][3]Cell
}

func randomWalks(n, length int, t *Tables, seed uint64) []walk {
	r := rand.New(rand.NewPCG(seed, 7))
	walks := make([]walk, n)
	for i := range walks {
		w := &walks[i]
		var occupied, candidates Set
		candidates.Add(CellAt(t.size/2, t.size/2))
		for range length {
			var free Set
			for k := range free {
				free[k] = candidates[k] &^ occupied[k]
			}
			list := free.Append(nil)
			if len(list) == 0 {
				break
			}
			pick := func() Cell { return list[r.IntN(len(list))] }
			c := pick()
			w.siblings = append(w.siblings, [3]Cell{pick(), pick(), pick()})
			w.moves = append(w.moves, c)
			occupied.Add(c)
			for k := range candidates {
				candidates[k] |= t.neighborhood[c][k]
			}
		}
	}
	return walks
}

func BenchmarkPlayUndo(b *testing.B) {
	for rule := range pattern.NumRules {
		b.Run("rule="+ruleNames[rule], func(b *testing.B) {
			tables := StandardTables(15, rule)
			walks := randomWalks(64, 60, tables, 5)
			p := New(tables)
			b.ReportAllocs()
			pairs, games := 0, 0
			for b.Loop() {
				w := &walks[games%len(walks)]
				games++
				for i, c := range w.moves {
					if i >= 20 {
						for _, sibling := range w.siblings[i] {
							p.Play(sibling)
							p.Undo()
						}
						pairs += 3
					}
					p.Play(c)
				}
				for range w.moves {
					p.Undo()
				}
				pairs += len(w.moves)
			}
			sink += p.hash
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(pairs), "ns/pair")
			b.ReportMetric(float64(pairs)/b.Elapsed().Seconds()/1e6, "Mpairs/s")
		})
	}
}

var ruleNames = [pattern.NumRules]string{"freestyle", "standard", "renju", "caro", "caro-overline"}

// BenchmarkValue evaluates a middle game, without a net and with one; as after a move, and as it stands.
func BenchmarkValue(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	w := *eval.BuiltIn(pattern.Freestyle)
	w.Net = nil
	plain := StandardTables(15, pattern.Freestyle).WithWeights(&w)
	v := w
	v.Net = randomNet(r)
	for name, t := range map[string]*Tables{"plain": plain, "net": plain.WithWeights(&v)} {
		b.Run(name, func(b *testing.B) {
			p := New(t)
			for p.Stones() < 30 {
				if c := CellAt(3+r.IntN(9), 3+r.IntN(9)); p.Empty(c) {
					p.Play(c)
				}
			}
			sum := 0
			for b.Loop() {
				sum += p.Value()
			}
			if sum == 1 {
				b.Log(sum)
			}
		})
	}
}
