package stop

import "time"

const (
	// slice is how long the work runs before it gives way. A page that draws 60 frames a second has 16 ms for each.
	slice = 5 * time.Millisecond

	// stride is the number of polls between two looks at the clock, which is a call of JavaScript. Even where a poll comes only
	// every millisecond, as with a slow evaluator, the slice is not exceeded by much.
	stride = 8
)

// A yielder gives way every now and then. Its fields need no protection: there is one thread, and no preemption.
type yielder struct {
	polls   int
	resumed time.Time // when the work last went on
	pause   func()    // nil before begin
}

func (y *yielder) begin() { *y = yielder{resumed: time.Now(), pause: newPause()} }

func (y *yielder) yield() {
	y.polls++
	if y.polls%stride != 0 || y.pause == nil || time.Since(y.resumed) < slice {
		return
	}
	y.pause()
	y.resumed = time.Now()
}
