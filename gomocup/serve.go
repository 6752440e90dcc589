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

// Options are what a brain may say and do beside playing. A nil *Options is as good as the zero value.
type Options struct {
	About   About
	Threads int       // to search with until the manager says INFO thread_num; 0: one
	Log     io.Writer // gets a copy of the conversation, each line with its time and direction; nil: none
}

// About is how a brain introduces itself. Empty fields are left out, but Name, for which "gomoku" stands in.
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

// Serve makes the player a brain: it answers the commands that a manager writes to in with lines on out, until END or
// the end of input, for which it returns nil. It returns the error of a read or a write that fails, and the cause when ctx
// ends: a search that runs is given up then, and nothing more is printed. A read of in may still wait at that time; it
// ends when in is closed.
//
// The player thinks in its own time only. Serve reads on meanwhile: STOP has the search answer at once, END gives it up,
// and so do START, RESTART, BOARD, YXBOARD, TAKEBACK, yxshowforbid and INFO, which get their reply instead. A whole script
// in one piece, which ends with END or the end of input, gets the answer to its every command, without much thought.
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
		w.Flush() // an error stays, for the end
	}, time.Now)
	s.about = o.About
	box := newInbox(in, log, ctx.Done())
	var parse parser
	for {
		if len(box.lines) == 0 {
			_ = s.prepare() // the error comes with the next command that needs a board
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
