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
	log   *journal

	mu     sync.Mutex
	last   line // the latest that stops
	cause  error
	asked  time.Time               // when the command of the running search was read
	cancel context.CancelCauseFunc // of the running search, or nil
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

	// A manager that says END gives up the move that it waits for, and wants to read no more. But where END was sent in
	// one piece with the command before it, nobody can have waited: that is a script, whose every command gets its
	// answer, at once.
	scriptGap = 20 * time.Millisecond
	// So long may answering a script take. The protocol allows about a second for leaving.
	scriptTime = 500 * time.Millisecond
)

func newInbox(r io.Reader, log *journal) *inbox {
	b := &inbox{lines: make(chan line, maxWaiting), log: log}
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
			b.log.note('<', l.text)
			switch word, _ := split(l.text); word {
			case "END":
				b.interrupt(l, errEnd)
			case "STOP", "YXSTOP":
				b.interrupt(l, errStop)
			}
			b.lines <- l
		}
		if err != nil {
			// Nothing more will come. Whoever piped a script gets its replies, but at once.
			b.interrupt(line{number: number + 1, at: time.Now()}, errStop)
			close(b.lines)
			return
		}
	}
}

func (b *inbox) interrupt(l line, cause error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cause == errEnd {
		return // nothing stops more than that
	}
	b.last, b.cause = l, cause
	if b.cancel != nil {
		b.cancel(b.why(b.asked))
	}
}

// why is the cause for what was asked then to stop. The inbox must be locked.
func (b *inbox) why(asked time.Time) error {
	if b.cause == errEnd && b.last.at.Sub(asked) < scriptGap && time.Since(b.last.at) < scriptTime {
		return errStop
	}
	return b.cause
}

// watch gives the context for doing what a line asks. Call done afterwards.
func (b *inbox) watch(l line) (ctx context.Context, done func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last.number > l.number {
		cancel(b.why(l.at))
		return ctx, func() {}
	}
	b.asked, b.cancel = l.at, cancel
	return ctx, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.cancel = nil
		cancel(nil)
	}
}
