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
	over    bool           // the end of input has been read
	running line           // that asked for the running search
	started time.Time      // when the running search began
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
	// A command that takes the place of another one, and was sent in one piece with it, is either a line of a script or
	// comes from a person who was quick, or to a machine that was busy. The search has so long to be answered, or to turn
	// out as one of a script by END or the end of input.
	scriptPatience = 15 * time.Millisecond
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
			b.note(l)
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
			b.noteOver()
			return
		}
	}
}

// note has a line end the running search, if it is one that does.
func (b *inbox) note(l line) {
	cause := interrupts(l.text)
	if cause == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	w := interruption{l, cause}
	if cause == errEnd && b.end.cause == nil {
		b.end = w
	}
	b.words = append(b.words, w)
	b.interrupt()
}

// noteOver ends the running search: nothing more will come. Whoever piped a script gets its replies, but at once.
func (b *inbox) noteOver() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over = true
	b.interrupt()
}

// interrupt ends the running search if there is a reason, now or when its patience is over. The inbox must be locked.
func (b *inbox) interrupt() {
	if b.cancel == nil {
		return
	}
	patience, cause := b.why(b.running)
	switch wait := patience - time.Since(b.started); {
	case cause == nil:
	case wait <= 0:
		b.cancel(cause)
	default:
		number := b.running.number
		time.AfterFunc(wait, func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			if b.running.number == number {
				b.interrupt()
			}
		})
	}
}

// why returns what ends the search that a line asks for, or nil, and how long the search may go on before. The inbox must
// be locked.
func (b *inbox) why(l line) (patience time.Duration, cause error) {
	if b.end.number > l.number { // nothing ends more than that
		if b.end.at.Sub(l.at) < scriptGap && time.Since(b.end.at) < scriptTime {
			return 0, errStop
		}
		return 0, errEnd
	}
	if b.over {
		return 0, errStop
	}
	for _, w := range b.words {
		switch {
		case w.number <= l.number:
		case w.cause == errAbandoned && w.at.Sub(l.at) < scriptGap:
			return scriptPatience, w.cause
		default:
			return 0, w.cause
		}
	}
	return 0, nil
}

// watch makes the request for doing what a line asks. Call done afterwards.
func (b *inbox) watch(ctx context.Context, l line) (r request, done func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.words) > 0 && b.words[0].number <= l.number {
		b.words = b.words[1:]
	}
	b.running, b.started, b.cancel = l, time.Now(), cancel
	b.interrupt()
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
