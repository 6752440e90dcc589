package gomocup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// Options are the settings of a brain. Nil means the defaults, as does the zero value.
type Options struct {
	About   About
	Threads int       // to search with, until the manager sends INFO thread_num; 0: one
	Log     io.Writer // gets a copy of the conversation, each line with its time and direction; nil: none
}

// About is the answer to the command ABOUT. Empty fields are left out; an empty Name becomes "gomoku".
type About struct {
	Name, Version, Author, Country, WWW, Email string
}

// line writes the answer to the command ABOUT.
func (a About) line() string {
	if a.Name == "" {
		a.Name = "gomoku"
	}
	var fields []string
	for _, f := range []struct{ key, value string }{
		{"name", a.Name}, {"version", a.Version}, {"author", a.Author}, {"country", a.Country}, {"www", a.WWW}, {"email", a.Email},
	} {
		if f.value != "" {
			fields = append(fields, fmt.Sprintf(`%s="%s"`, f.key, strings.ReplaceAll(printable(f.value, maxLine/8), `"`, "'")))
		}
	}
	return strings.Join(fields, ", ")
}

// Serve turns a player into a brain: it reads the manager's commands from in and writes the answers to out.
//
// It returns nil after END or the end of input, and otherwise an error: that of a failed read or write, or the cause of ctx when ctx
// ends. Then a running search is stopped and nothing more is written. A read of in may still be waiting at that time; it ends when
// in is closed.
//
// The player thinks only when a move is wanted. Serve keeps reading while it does. STOP makes the search answer at once. END stops it
// without an answer. So do START, RESTART, BOARD, YXBOARD, TAKEBACK, yxshowforbid and INFO, which are carried out and answered instead.
// If a whole script arrives at once, ending with END or the end of input, every command is answered, with very short searches.
func Serve(ctx context.Context, in io.Reader, out io.Writer, p Player, o *Options) error {
	if in == nil || out == nil || p == nil {
		return errors.New("gomocup: Serve wants a reader, a writer and a player")
	}
	if o == nil {
		o = &Options{}
	}
	if o.Threads < 0 {
		return fmt.Errorf("gomocup: Options.Threads is %d: want 1 or more, or 0 for one", o.Threads)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	log := newJournal(o.Log)
	w := bufio.NewWriter(out)
	s := newSession(p, o.Threads, func(text string) {
		log.note('>', text)
		w.WriteString(text)
		w.WriteByte('\n')
		w.Flush() // w keeps an error until it is checked below
	}, time.Now)
	s.about = o.About
	box := newInbox(in, log, ctx.Done())
	var parse parser
	for {
		if len(box.lines) == 0 {
			_ = s.prepare() // an error is reported by the next command that needs a board
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case l, ok := <-box.lines:
			if !ok {
				return box.err
			}
			for _, cmd := range parse.feed(l.text) {
				r, done := box.watch(ctx, l)
				goOn := s.handle(r, cmd)
				done()
				if err := w.Flush(); err != nil {
					return err
				}
				if !goOn {
					return context.Cause(ctx) // nil, unless that was the reason
				}
			}
		}
	}
}
