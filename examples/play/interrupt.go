package main

import (
	"context"
	"sync"
	"time"
)

// A breaker decides what Ctrl-C means. During a search at a terminal it cuts the search short: the machine moves now, a hint is
// what was found so far. A second one soon after, or one at the prompt, leaves the program. Without a terminal
// every Ctrl-C does.
type breaker struct {
	leave   context.CancelFunc
	patient bool // somebody sits at a terminal

	mu     sync.Mutex
	cut    context.CancelFunc // ends the search that is running, if any
	before time.Time          // of the last Ctrl-C that cut a search
}

// soon is how long after one Ctrl-C a second one leaves.
const soon = 2 * time.Second

// hit is called for each Ctrl-C, from any goroutine.
func (b *breaker) hit(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.patient && b.cut != nil && now.Sub(b.before) >= soon {
		b.cut()
		b.before = now
		return
	}
	b.leave()
}

// search returns a context for a search, which ends with ctx or when Ctrl-C cuts the search; done must be called after it.
func (b *breaker) search(ctx context.Context) (searching context.Context, done func()) {
	searching, cancel := context.WithCancel(ctx)
	b.mu.Lock()
	b.cut = cancel
	b.mu.Unlock()
	return searching, func() {
		b.mu.Lock()
		b.cut = nil
		b.mu.Unlock()
		cancel()
	}
}
