package engine

import (
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// Every technique is tried and succeeds, never more often than it is tried, and what is rarely wrong mostly succeeds.
func TestTechniques(t *testing.T) {
	for _, threads := range []int{1, 2} {
		e := newEngine()
		e.config.HashBytes, e.config.Threads = 1<<20, threads
		var sum, own Techniques
		for _, moves := range quiet[:8] {
			r := e.Search(t.Context(), play(t, 15, pattern.Freestyle, moves), Limits{Depth: 9, MultiPV: 1})
			sum.add(&r.Techniques)
			for _, thread := range e.threads {
				own.add(&thread.techniques)
			}
		}
		if sum != own {
			t.Errorf("%d threads: the result has %v, the threads %v", threads, sum, own)
		}
		for k, c := range sum {
			if c.Succeeded <= 0 || c.Succeeded > c.Tried {
				t.Errorf("%d threads: %s: %d successes of %d tries", threads, techniqueNames[k], c.Succeeded, c.Tried)
			}
		}
		for _, k := range []Technique{Razoring, LateMove, AlphaRaise, FailHigh, Unproductive} {
			if c := sum[k]; 2*c.Succeeded < c.Tried {
				t.Errorf("%d threads: %s held %d times of %d", threads, techniqueNames[k], c.Succeeded, c.Tried)
			}
		}
	}
}

func TestTechniquesString(t *testing.T) {
	var c Techniques
	c[Futility].add(true)
	c[Futility].add(false)
	const want = "futility 1/2, razoring 0/0, singular 0/0, leaf VCF 0/0, move count 0/0, late move 0/0, alpha raise 0/0, fail high 0/0, unproductive 0/0, forced reply 0/0"
	if got := c.String(); got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
}
