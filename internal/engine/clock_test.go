package engine

import (
	"math"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// Whatever a clock shows, a move gets some time, never more than the clock allows, and no product overflows.
func TestPlan(t *testing.T) {
	p := position.New(position.StandardTables(15, pattern.Freestyle))
	times := []time.Duration{0, 1, 2, time.Microsecond, time.Millisecond, 20 * time.Millisecond, time.Second, time.Hour, math.MaxInt64 / 3, math.MaxInt64}
	for _, left := range times {
		for _, increment := range times {
			for _, perMove := range times {
				c := Clock{left, increment, perMove}
				b := plan(p, c)
				if left == 0 && perMove == 0 {
					if b != (budget{}) {
						t.Errorf("plan(%v) = %v, want no limit", c, b)
					}
					continue
				}
				// Without a rest to divide there is nothing usual: the move may take it all.
				if b.most <= 0 || (b.usual > 0) != (left > 0) || b.usual > b.most || left > 0 && b.most > max(left, time.Microsecond) || perMove > 0 && b.most > max(perMove, time.Microsecond) {
					t.Errorf("plan(%v) = %v", c, b)
				}
				restless := pace{changes: 32, falling: 1000}
				if d := restless.scale(b.usual); d < b.usual {
					t.Errorf("plan(%v): %v becomes %v where the best move changes", c, b.usual, d)
				}
			}
		}
	}
}
