package gomoku_test

import (
	"context"
	"fmt"
	"syscall/js"
	"testing"
	"time"

	gomoku "github.com/gomoku-go/gomoku"
)

// TestEventsOfJavaScript checks that JavaScript's own timers are served during a search: a page reacts to its buttons.
func TestEventsOfJavaScript(t *testing.T) {
	const wait, tick = 300 * time.Millisecond, 10 * time.Millisecond
	const least = 6 // of 30: starved, it gets none, and other programs take their share
	for name, work := range longWork(t) {
		t.Run(name, func(t *testing.T) {
			promptly(t, func() string {
				n := 0
				count := js.FuncOf(func(js.Value, []js.Value) any { n++; return nil })
				defer count.Release()
				timer := js.Global().Call("setInterval", count, tick.Milliseconds())
				defer js.Global().Call("clearInterval", timer)
				ctx, cancel := context.WithTimeout(t.Context(), wait)
				defer cancel()
				work(ctx)
				if n < least {
					return fmt.Sprintf("JavaScript's timer was served %d times in %v", n, wait)
				}
				return ""
			})
		})
	}
}

// TestSearchInsideOfACallback checks that a function that JavaScript waits for may search, though no event comes meanwhile.
func TestSearchInsideOfACallback(t *testing.T) {
	for _, threads := range []int{1, 2} {
		b, s := quiet(t), newSearcher(t, gomoku.WithThreads(threads))
		var r gomoku.Result
		var err error
		done := make(chan struct{})
		callback := js.FuncOf(func(js.Value, []js.Value) any {
			defer close(done)
			r, err = s.Search(context.Background(), b, gomoku.WithTimeBudget(100*time.Millisecond))
			return nil
		})
		js.Global().Call("setTimeout", callback, 0)
		<-done
		callback.Release()
		if err != nil || r.Stop != gomoku.StopTime {
			t.Errorf("%d threads: stop %v, %v, want %v", threads, r.Stop, err, gomoku.StopTime)
		}
	}
}
