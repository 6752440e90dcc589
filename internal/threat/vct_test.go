package threat

import (
	"os"
	"sync/atomic"
	"testing"
	"time"
)

// long reports whether the tests shall take their time: GOMOKU_LONG is set.
func long() bool { return os.Getenv("GOMOKU_LONG") != "" }

func TestVCTPuzzles(t *testing.T) {
	for _, z := range readPuzzles(t) {
		if z.Kind == "vcf" {
			continue
		}
		if f := os.Getenv("PZ"); f != "" && f != z.ID {
			continue
		}
		p := z.position()
		hash := p.Hash()
		var stop atomic.Bool
		timer := time.AfterFunc(10*time.Second, func() { stop.Store(true) })
		v := NewVCT(p, 1<<20, &stop)
		start := time.Now()
		verdict, line := v.Solve(1 << 60)
		d := time.Since(start)
		timer.Stop()
		if p.Hash() != hash {
			t.Fatalf("%s: the search changed the position", z.ID)
		}
		s := ""
		for _, c := range line {
			s += " " + name(c)
		}
		t.Logf("%-40s %s %-20.20s v=%d %8.3fs visits %d nodes %d len %d %s", z.ID, z.Kind, z.Verified, verdict, d.Seconds(), v.Visits(), v.Nodes(), len(line), s)
	}
}
