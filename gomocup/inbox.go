package gomocup

import (
	"bufio"
	"context"
	"io"
	"strings"
	"sync"
	"time"
)

// An inbox reads lines while the brain thinks, so that words which end a search reach it at once. Lines are numbered: a
// word ends the thoughts about lines before it, never about later ones.
type inbox struct {
	lines chan line
	log   *journal
	quit  <-chan struct{} // closed when nobody wants lines any more
	err   error           // of reading, valid once lines is closed

	mu      sync.Mutex
	words   []interruption // that end a search, oldest first; those before the running line are forgotten
	end     interruption   // END, once it has been read
	running line           // that asked for the running search
	cancel  context.CancelCauseFunc
}

type line struct {
	text   string
	number int
	at     time.Time // when it was read; lines that came in one piece have the same time
}

// An interruption is a line that ends a search, and why.
type interruption struct {
	line
	cause error
}

const (
	// Lines may wait while the brain thinks: a full board many times over. When there are more, reading waits.
	maxWaiting = 4096
	// What a line is cut to. Only INFO folder can be long in earnest.
	maxLine = 1 << 10
	// What is read in one piece at most: as much as a pipe holds.
	maxPiece = 1 << 16

	// A manager that says END gives up the move that it waits for, and wants to read no more. But where END was sent in
	// one piece with the command before it, nobody can have waited: that is a script, whose every command gets its
	// answer, at once.
	scriptGap = 20 * time.Millisecond
	// So long may answering a script take. The protocol allows about a second for leaving.
	scriptTime = 500 * time.Millisecond
	// The same for a command that takes the place of the one before. It is shorter, for such a command may come soon
	// from a person who changes their mind.
	replaceGap = 5 * time.Millisecond
)

// replacing are the commands that a manager sends while the brain thinks to have something else done instead.
var replacing = map[string]bool{
	"START": true, "RECTSTART": true, "RESTART": true, "BOARD": true, "SWAP2BOARD": true, "TAKEBACK": true,
	"YXBOARD": true, "YXSHOWFORBID": true, "INFO": true,
}

// interrupts returns why a line ends the search for a line before it, or nil if it does not.
func interrupts(text string) error {
	switch word, rest := split(text); {
	case word == "END":
		return errEnd
	case word == "STOP" || word == "YXSTOP":
		return errStop
	case word == "INFO" && strings.HasPrefix(strings.ToLower(rest), "evaluate"):
		return nil // the mouse moves over the manager's board
	case replacing[word]:
		return errAbandoned
	}
	return nil
}

func newInbox(r io.Reader, log *journal, quit <-chan struct{}) *inbox {
	b := &inbox{lines: make(chan line, maxWaiting), log: log, quit: quit}
	go b.read(r)
	return b
}

// A piecewise reader notes when each piece came in.
type piecewise struct {
	io.Reader
	at time.Time
}

func (p *piecewise) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	p.at = time.Now()
	return n, err
}

// read splits at LF and at CR, as brains and managers may use either or both; empty lines are dropped.
func (b *inbox) read(in io.Reader) {
	defer close(b.lines)
	pieces := &piecewise{Reader: in}
	r := bufio.NewReaderSize(pieces, maxPiece)
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
			l := line{string(text), number, pieces.at}
			text = text[:0]
			b.log.note('<', l.text)
			if cause := interrupts(l.text); cause != nil {
				b.interrupt(interruption{l, cause})
			}
			select {
			case b.lines <- l:
			case <-b.quit:
				return
			}
		}
		if err != nil {
			if err != io.EOF {
				b.err = err
			}
			// Nothing more will come. Whoever piped a script gets its replies, but at once.
			b.interrupt(interruption{line{number: number + 1, at: pieces.at}, errStop})
			return
		}
	}
}

func (b *inbox) interrupt(w interruption) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if w.cause == errEnd && b.end.cause == nil {
		b.end = w
	}
	b.words = append(b.words, w)
	if b.cancel != nil {
		b.cancel(b.why(b.running))
	}
}

// why returns what ends the search that a line asks for, or nil. The inbox must be locked.
func (b *inbox) why(l line) error {
	if b.end.number > l.number { // nothing ends more than that
		if b.end.at.Sub(l.at) < scriptGap && time.Since(b.end.at) < scriptTime {
			return errStop
		}
		return errEnd
	}
	for _, w := range b.words {
		switch {
		case w.number <= l.number:
		case w.cause == errAbandoned && w.at.Sub(l.at) < replaceGap:
			return errStop
		default:
			return w.cause
		}
	}
	return nil
}

// watch makes the request for doing what a line asks. Call done afterwards.
func (b *inbox) watch(ctx context.Context, l line) (r request, done func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.words) > 0 && b.words[0].number <= l.number {
		b.words = b.words[1:]
	}
	if cause := b.why(l); cause != nil {
		cancel(cause)
	}
	b.running, b.cancel = l, cancel
	commit := func() error {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.cancel = nil
		if cause := context.Cause(ctx); cause != errStop {
			return cause
		}
		return nil
	}
	return request{ctx, l.at, commit}, func() {
		_ = commit()
		cancel(nil)
	}
}
