package engine

import (
	"context"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// quiet are positions of 8 to 10 stones.
var quiet = []string{
	"h8 h9 h10 i8 g10 i10 i9 g11 j11 k10",
	"h8 h9 i10 i8 j9 h11 j7 g10",
	"h8 h9 j8 g8 i10 g10 i9 i8 j7",
	"h8 h9 h6 i8 j7 j9 i7 h7 g6",
	"h8 i9 j6 g9 k7 i10 j9 i8 i11 j7",
	"h8 i9 i8 g8 j8 k8 i7 g9",
}

// play returns the position after moves like "h8 h9".
func play(t testing.TB, size int, rule pattern.Rule, moves string) *position.Position {
	t.Helper()
	p := position.New(position.StandardTables(size, rule))
	for _, m := range strings.Fields(moves) {
		y := 0
		for _, r := range m[1:] {
			y = 10*y + int(r-'0')
		}
		c := position.CellAt(int(m[0]-'a'), y-1)
		if !p.Empty(c) {
			t.Fatalf("%s is not empty", m)
		}
		p.Play(c)
	}
	return p
}

func newEngine() *Engine {
	return New(Config{Defense: position.DefenseUnit, Radius: position.DefaultRadius, HashBytes: 64 << 20, Params: DefaultParams()})
}

// BenchmarkSearch searches the quiet positions to a fixed depth. It is deterministic: as long as nodes/op stays the same, so
// does the tree.
func BenchmarkSearch(b *testing.B) {
	for _, depth := range []int{8, 10, 12, 14} {
		b.Run("depth="+string(rune('0'+depth/10))+string(rune('0'+depth%10)), func(b *testing.B) {
			b.ReportAllocs()
			var total Stats
			var tech Techniques
			var fours int64
			for b.Loop() {
				for _, moves := range quiet {
					e := newEngine()
					r := e.Search(context.Background(), play(b, 15, pattern.Freestyle, moves), Limits{Depth: depth, MultiPV: 1})
					total.Nodes += r.Stats.Nodes
					total.Evals += r.Stats.Evals
					fours += e.workers[0].vcf.Nodes()
					tech = r.Techniques
					total.Cutoffs += r.Stats.Cutoffs
					total.FirstMoveCutoffs += r.Stats.FirstMoveCutoffs
				}
			}
			n := float64(b.N)
			b.ReportMetric(float64(total.Nodes)/n, "nodes/op")
			b.ReportMetric(float64(fours)/float64(total.Nodes), "fours/node")
			b.ReportMetric(float64(total.FirstMoveCutoffs)/float64(total.Cutoffs), "first/cutoff")
			b.ReportMetric(float64(total.Nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			b.Logf("%+v", tech)
		})
	}
}
