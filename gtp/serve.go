package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/gomocup"
)

// Options are the settings of [Serve]. Nil means the defaults, as does the zero value.
type Options struct {
	Name    string      // the answer to name; empty: gomoku
	Version string      // the answer to version
	Size    int         // of the board, until the controller sends boardsize; 0: 15
	Rule    gomoku.Rule // until the controller sends gomoku-rule
	Threads int         // to search with; 0: one
}

// Serve reads the controller's commands from in and writes the answers to out. It returns nil after quit or the end of input. Otherwise
// it returns the error of a failed read or write, that of a player that cannot begin, or the cause of ctx when ctx ends; a running
// search is stopped then. A read of in may still be waiting at that time; it ends when in is closed.
func Serve(ctx context.Context, in io.Reader, out io.Writer, p gomocup.Player, o *Options) error {
	if in == nil || out == nil || p == nil {
		return errors.New("gtp: Serve wants a reader, a writer and a player")
	}
	if o == nil {
		o = &Options{}
	}
	if o.Threads < 0 {
		return fmt.Errorf("gtp: Options.Threads is %d: want 1 or more, or 0 for one", o.Threads)
	}
	s := &session{player: p, options: *o, rule: o.Rule}
	if s.options.Size == 0 {
		s.options.Size = gomoku.DefaultSize
	}
	if err := s.newGame(s.options.Size, s.rule); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines, failed := make(chan string), make(chan error, 1)
	go func() {
		defer close(lines)
		failed <- read(ctx, in, lines)
	}()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case line, ok := <-lines:
			if !ok {
				return <-failed
			}
			id, answer, err := s.handle(ctx, line)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			sign := "="
			if err != nil {
				sign, answer = "?", err.Error()
			}
			if answer != "" {
				answer = " " + answer
			}
			if _, err := fmt.Fprintf(out, "%s%s%s\n\n", sign, id, answer); err != nil {
				return err
			}
			if s.quit {
				return nil
			}
		}
	}
}

// maxLine is the length at which a line is cut. No command needs a hundredth of it.
const maxLine = 1 << 12

// read sends the lines that have a command, without comments, control characters and blanks around it.
func read(ctx context.Context, in io.Reader, lines chan<- string) error {
	r := bufio.NewReader(in)
	var text []byte
	for {
		c, err := r.ReadByte()
		if err == nil && c != '\n' {
			switch {
			case len(text) == maxLine:
			case c == '\t':
				text = append(text, ' ')
			case c >= ' ' && c != 127:
				text = append(text, c)
			}
			continue
		}
		line, _, _ := strings.Cut(string(text), "#")
		text = text[:0]
		if line = strings.TrimSpace(line); line != "" {
			select {
			case lines <- line:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		switch err {
		case nil:
		case io.EOF:
			return nil
		default:
			return err
		}
	}
}

// handle carries out a command. It returns the command's number, if it has one.
func (s *session) handle(ctx context.Context, line string) (id, answer string, err error) {
	words := strings.Fields(line)
	if _, err := strconv.ParseUint(words[0], 10, 31); err == nil {
		id, words = words[0], words[1:]
	}
	if len(words) == 0 {
		return id, "", fmt.Errorf("no command after the number")
	}
	c, ok := commands()[words[0]]
	if !ok {
		return id, "", fmt.Errorf("unknown command")
	}
	if args := words[1:]; len(args) < c.least || len(args) > c.most {
		return id, "", fmt.Errorf("syntax error: want %s %s", words[0], c.usage)
	}
	answer, err = c.do(s, ctx, words[1:])
	return id, answer, err
}
