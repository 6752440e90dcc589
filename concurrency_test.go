package gomoku_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	gomoku "github.com/gomoku-go/gomoku"
)

// longWork is everything that may keep a processor busy for long, each on a position where it does not end by itself.
func longWork(t *testing.T) map[string]func(context.Context) gomoku.StopReason {
	threes, err := gomoku.ParseBoard(threesEverywhere)
	if err != nil {
		t.Fatal(err)
	}
	searching := func(options ...gomoku.Option) func(context.Context) gomoku.StopReason {
		s := newSearcher(t, options...)
		if err := s.Prepare(quiet(t)); err != nil {
			t.Fatal(err)
		}
		return func(ctx context.Context) gomoku.StopReason {
			r, err := s.Search(ctx, quiet(t), gomoku.WithDepth(100))
			if err != nil {
				t.Fatal(err)
			}
			return r.Stop
		}
	}
	solving := func(b *gomoku.Board, k gomoku.ThreatSearch) func(context.Context) gomoku.StopReason {
		s := newSearcher(t)
		return func(ctx context.Context) gomoku.StopReason {
			r, err := s.Solve(ctx, b, k, gomoku.WithNodes(1<<40))
			if err != nil {
				t.Fatal(err)
			}
			return r.Stop
		}
	}
	return map[string]func(context.Context) gomoku.StopReason{
		"Search":           searching(),
		"Search/threads=2": searching(gomoku.WithThreads(2)),
		"Search/shapes":    searching(gomoku.WithEvaluator(new(gomoku.ShapeEvaluator))),
		"Solve/VCF":        solving(foursEverywhere(t), gomoku.VCF),
		"Solve/VCT":        solving(threes, gomoku.VCT),
	}
}

// threesEverywhere is a position whose threes keep the proof search busy for more than a second.
const threesEverywhere = `15x15 freestyle, black to move
15 . . . . . . . . . . . . . . .
14 . . . . . . . . . . . . . . .
13 . . . . . . . . . . . . . . .
12 . . . . . . . . . . X . . . .
11 . . . . . O . . . . . X . . .
10 . . . . . . . X . O . . . . .
 9 . . . O . . O . X . . . . . .
 8 . . . . . . . O . O . . . . .
 7 . . . . . . . . . X . . . . .
 6 . . . . . O . . . . . . . . .
 5 . . . . X . . . X . . . . . .
 4 . . . . . . . . . . . . . . .
 3 . . . . . . . . . . . . . . .
 2 . . . . . . . . . . . . . . .
 1 . . . . . . . . . . . . . . .
   a b c d e f g h i j k l m n o
`

// foursEverywhere returns a board with fifteen rows of three, closed at one end and too far apart to help one another: the
// solver for fours has 3 to the 15th positions to look at.
func foursEverywhere(t *testing.T) *gomoku.Board {
	t.Helper()
	var black, white []gomoku.Point
	for y := 0; y < 20; y += 4 {
		for x := 0; x < 18; x += 6 {
			white = append(white, gomoku.At(x, y))
			black = append(black, gomoku.At(x+1, y), gomoku.At(x+2, y), gomoku.At(x+3, y))
		}
	}
	b, err := gomoku.NewPosition(20, gomoku.Freestyle, black, white, gomoku.Black)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// promptly runs attempt, which measures times, until it is content: other programs may have the processor for a while.
func promptly(t *testing.T, attempt func() (complaint string)) {
	t.Helper()
	var complaint string
	for i := range 20 {
		time.Sleep(time.Duration(i) * 50 * time.Millisecond) // until they are done
		if complaint = attempt(); complaint == "" {
			return
		}
	}
	t.Error(complaint)
}

// TestCancelIsPrompt checks that a search ends within 20 ms of the end of its context, on one thread too.
func TestCancelIsPrompt(t *testing.T) {
	const wait, prompt = 300 * time.Millisecond, 20 * time.Millisecond
	for name, work := range longWork(t) {
		t.Run(name, func(t *testing.T) {
			promptly(t, func() string {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var canceled time.Time
				start := time.Now()
				time.AfterFunc(wait, func() {
					canceled = time.Now()
					cancel()
				})
				stop := work(ctx)
				if stop != gomoku.StopCanceled {
					t.Fatalf("stop %v after %v, want %v", stop, time.Since(start), gomoku.StopCanceled)
				}
				if d := canceled.Sub(start) - wait; d > prompt {
					return "the timer came " + d.String() + " late"
				}
				if d := time.Since(canceled); d > prompt {
					return "returned " + d.String() + " after the cancel"
				}
				return ""
			})
		})
	}
}

// TestOthersRunMeanwhile checks that a search leaves other goroutines their turns, on one thread too.
func TestOthersRunMeanwhile(t *testing.T) {
	const wait, tick = 300 * time.Millisecond, 10 * time.Millisecond
	const least = 6 // of 30: starved, it gets none, and other programs take their share
	for name, work := range longWork(t) {
		t.Run(name, func(t *testing.T) {
			promptly(t, func() string {
				ctx, cancel := context.WithTimeout(t.Context(), wait)
				defer cancel()
				ticks := make(chan int)
				go func() {
					ticker := time.NewTicker(tick)
					defer ticker.Stop()
					for n := 0; ; n++ {
						select {
						case <-ticker.C:
						case <-ctx.Done():
							ticks <- n
							return
						}
					}
				}()
				work(ctx)
				if n := <-ticks; n < least {
					return fmt.Sprintf("another goroutine got %d turns in %v", n, wait)
				}
				return ""
			})
		})
	}
}
