package gomocup

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// A journal is a log of a conversation: what came in when, and what was answered. A nil journal takes everything and keeps
// nothing.
type journal struct {
	mu sync.Mutex // two goroutines write
	w  io.Writer
}

// newJournal returns nil for no writer.
func newJournal(w io.Writer) *journal {
	if w == nil {
		return nil
	}
	return &journal{w: w}
}

// note writes a line at once, so that it is there whatever happens next.
func (j *journal) note(direction byte, text string) {
	if j == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	fmt.Fprintf(j.w, "%s %c %s\n", time.Now().Format("2006-01-02 15:04:05.000"), direction, printable(text, maxLine))
}
