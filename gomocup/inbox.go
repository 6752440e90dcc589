package gomocup

import (
	"bufio"
	"context"
	"io"
	"strings"
	"sync"
	"time"
)

// An inbox reads lines while the brain thinks, so that a line that ends a search does so at once. Lines are numbered: a line ends
// the search for an earlier line, never that for a later one.
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
	// How many lines may wait while the brain thinks: a full board many times over. If there are more, reading waits.
	maxWaiting = 4096
	// The length at which a line is cut. Only INFO folder can really be long.
	maxLine = 1 << 10
	// The most that is read in one piece: as much as a pipe holds.
	maxPiece = 1 << 16

	// A manager that sends END no longer wants the move that it waited for. But if END came in one piece with the command
	// before it, nobody can have waited: it is a script, and every command of it is answered at once.
	scriptGap = 20 * time.Millisecond
	// How long answering a script may take. The protocol allows about a second between END and exit.
	scriptTime = 500 * time.Millisecond
	// A command that replaces the one before it may come right behind it, in a script. The search then goes on this long, and
	// its move is still told.
	scriptPatience = 15 * time.Millisecond
)

// replacing are the commands that a manager may send while the brain thinks, to replace the running search.
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
		return nil // the manager sends it when the mouse moves over its board
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

// note ends the running search if the line is one that does so.
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

// noteOver ends the running search, because nothing more will come. A piped script is still answered, but at once.
func (b *inbox) noteOver() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over = true
	b.interrupt()
}

// interrupt ends the running search if there is a reason, now or when its time is over. The inbox must be locked.
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

// why returns the reason to end the search for a line, or nil, and how long the search may still go on. The inbox must be locked.
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
			// Nobody can have waited for the answer before sending the next command: it is a script, and gets all of them.
			return scriptPatience, errStop
		default:
			return 0, w.cause
		}
	}
	return 0, nil
}

// watch makes the request for the commands of a line. Call done afterwards.
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
