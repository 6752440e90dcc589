package main

import (
	"bufio"
	"context"
	"io"
	"sync"
	"time"
)

// An inbox reads lines while the brain thinks, so that END, STOP and the end of input reach a running search at once.
// Lines are numbered: a word that stops a search stops the thoughts about lines before it, never about later ones.
type inbox struct {
	lines chan line

	mu      sync.Mutex
	stopped int // number of the latest line that stops
	cause   error
	cancel  context.CancelCauseFunc // of the running search, or nil
}

type line struct {
	text   string
	number int
	at     time.Time
}

const (
	// Lines may wait while the brain thinks: a full board many times over. When there are more, reading waits.
	maxWaiting = 4096
	// What a line is cut to. Only INFO folder can be long in earnest.
	maxLine = 1 << 10
)

func newInbox(r io.Reader) *inbox {
	b := &inbox{lines: make(chan line, maxWaiting)}
	go b.read(bufio.NewReader(r))
	return b
}

// read splits at LF and at CR, as brains and managers may use either or both; empty lines are dropped.
func (b *inbox) read(r io.ByteReader) {
	number := 0
	var text []byte
	for {
		c, err := r.ReadByte()
		if err == nil && c != '\n' && c != '\r' {
			if len(text) < maxLine {
				text = append(text, c)
			}
			continue
		}
		if len(text) > 0 {
			number++
			l := line{string(text), number, time.Now()}
			text = text[:0]
			switch word, _ := split(l.text); word {
			case "END":
				b.interrupt(number, errEnd)
			case "STOP", "YXSTOP":
				b.interrupt(number, errStop)
			}
			b.lines <- l
		}
		if err != nil {
			// Nothing more will come. Whoever piped a script gets its replies, but at once.
			b.interrupt(number+1, errStop)
			close(b.lines)
			return
		}
	}
}

func (b *inbox) interrupt(number int, cause error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stopped = number
	if b.cause != errEnd {
		b.cause = cause
	}
	if b.cancel != nil {
		b.cancel(b.cause)
	}
}

// watch gives the context for doing what line n asks. Call done afterwards.
func (b *inbox) watch(n int) (ctx context.Context, done func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopped > n {
		cancel(b.cause)
		return ctx, func() {}
	}
	b.cancel = cancel
	return ctx, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.cancel = nil
		cancel(nil)
	}
}
