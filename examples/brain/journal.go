package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// A journal is the log file: what came in when, and what was answered. A nil journal takes everything and keeps nothing.
type journal struct {
	mu sync.Mutex // two goroutines write
	w  io.Writer
}

// openJournal appends to the file, or returns nil for no name.
func openJournal(name string) (*journal, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	return &journal{w: f}, nil
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
