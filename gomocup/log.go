package gomocup

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// A journal is a log of a conversation: what was read and written, and when. A nil journal drops everything.
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

// note writes a line at once, so that it is there even if the program crashes.
func (j *journal) note(direction byte, text string) {
	if j == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	fmt.Fprintf(j.w, "%s %c %s\n", time.Now().Format("2006-01-02 15:04:05.000"), direction, printable(text, maxLine))
}
