// Package stop tells a running search to end, and lets the rest of a program run where only one thread exists.
package stop

import "sync/atomic"

// A Flag is shared by those who work and those who may end the work. The zero value is not set.
//
// WebAssembly has one thread, and Go does not preempt goroutines there: a long computation keeps timers, other goroutines
// and, in a browser, the whole page waiting, and nobody can set the flag. So whoever works calls Poll, which gives way to
// them every few milliseconds. On other systems Poll is a single atomic load.
type Flag struct {
	set atomic.Bool
	yielder
}

// Set ends the work.
func (f *Flag) Set() { f.set.Store(true) }

// Reset makes the flag ready for new work, which the calling goroutine begins.
func (f *Flag) Reset() {
	f.set.Store(false)
	f.begin()
}

// IsSet reports whether the work is to end.
func (f *Flag) IsSet() bool { return f.set.Load() }

// Poll is IsSet for those who work: call it at least every few milliseconds.
func (f *Flag) Poll() bool {
	f.yield()
	return f.set.Load()
}
