package engine

import (
	"context"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// quiet are twenty positions of 8 to 14 stones, the last fourteen from games of self-play that went on for long.
var quiet = []string{
	"h8 h9 h10 i8 g10 i10 i9 g11 j11 k10",
	"h8 h9 i10 i8 j9 h11 j7 g10",
	"h8 h9 j8 g8 i10 g10 i9 i8 j7",
	"h8 h9 h6 i8 j7 j9 i7 h7 g6",
	"h8 i9 j6 g9 k7 i10 j9 i8 i11 j7",
	"h8 i9 i8 g8 j8 k8 i7 g9",
	"g8 j9 i6 h6 j6 h7 h5 j7",
	"e11 k5 j4 l5 j5 k6 k7 j6 i7",
	"h6 i9 g7 f8 j8 j7 h8 h9 i7 g5",
	"f10 g10 i10 i6 j6 h7 j7 j8 g8 h9 h8",
	"h9 h7 i8 j7 f7 j10 j6 i10 i7 h8 i9 i6",
	"j11 i9 d4 e6 h10 h9 g9 i11 i10 g10 j10 j9 i8",
	"g6 h7 j6 h8 f8 i6 g7 i5 g8 g5 h5 i4 i3 h9",
	"j8 i7 f10 i8 j6 h7 i9 h10",
	"j7 g10 g11 f10 h10 f12 f11 e11 d10",
	"g7 h7 j10 i6 g8 h9 j7 g9 h10 h8",
	"k4 l4 i4 j6 f7 i5 j5 k6 i6 h7 h5",
	"j6 h10 f10 j10 j9 i7 i8 k9 j8 k10 i10 k8",
	"i6 i8 i10 j10 h10 f8 h6 f7 j9 h11 f9 h7 i7",
	"k6 i7 f6 i8 i6 h8 k5 h7 k8 k7 j7 h5 h6 j6",
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
					fours += e.threads[0].vcf.Nodes()
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
			b.Logf("%v", tech)
		})
	}
}
