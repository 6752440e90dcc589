package main

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"
)

// A console is a terminal with a line editor: arrow keys, a history, and Tab for commands. Output appears above the line that is
// being typed, also while the machine thinks. Close restores the terminal.
type console struct {
	stdin, stdout *os.File
	editor        *term.Terminal
	cooked        *term.State // how the terminal was
	interrupt     func()
}

// idle is the prompt while nothing is asked. It is not empty, because the editor only draws a prompt in the place of another one.
const idle = " "

// openConsole makes a console of the terminal that both files are. Interrupt is called for each Ctrl-C, which is not a
// signal there.
func openConsole(stdin, stdout *os.File, interrupt func()) (*console, error) {
	c := &console{stdin: stdin, stdout: stdout, interrupt: interrupt}
	var err error
	if c.cooked, err = term.MakeRaw(int(stdin.Fd())); err != nil {
		return nil, err
	}
	c.editor = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{c, stdout}, idle)
	c.editor.AutoCompleteCallback = completeCommand
	c.resize()
	c.watch()
	return c, nil
}

func (c *console) close() { term.Restore(int(c.stdin.Fd()), c.cooked) }

// resize tells the editor the width of the terminal, and returns it.
func (c *console) resize() (width int) {
	width, height, err := term.GetSize(int(c.stdout.Fd()))
	if err != nil || width < 1 {
		width, height = 80, 24
	}
	c.editor.SetSize(width, height)
	return width
}

// Keys that the editor does not handle.
const (
	ctrlC = 0x03
	ctrlZ = 0x1a
)

// Read passes keys to the editor, except those that it does not handle.
func (c *console) Read(p []byte) (int, error) {
	for {
		n, err := c.stdin.Read(p)
		keys := p[:n]
		if slices.Contains(keys, ctrlZ) {
			c.suspend()
		}
		for _, key := range keys {
			if key == ctrlC {
				c.interrupt()
			}
		}
		keys = slices.DeleteFunc(keys, func(key byte) bool { return key == ctrlC || key == ctrlZ })
		if len(keys) > 0 || err != nil {
			return len(keys), err
		}
	}
}

func (c *console) Write(text []byte) (int, error) { return c.editor.Write(text) }

// prompt shows another prompt before what is being typed.
func (c *console) prompt(text string) {
	c.editor.SetPrompt(spaced(text))
	c.editor.Write(nil)
}

// spaced puts a zero-width character after each wide one, because the editor counts one column for every character.
func spaced(text string) string {
	const noWidth = '\u200b'
	var s strings.Builder
	for _, r := range text {
		s.WriteRune(r)
		if runeWidth(r) == 2 {
			s.WriteRune(noWidth)
		}
	}
	return s.String()
}

// lines reads lines in a goroutine of its own, as [readLines] does. Lines that are typed while the machine thinks wait for
// their turn.
func (c *console) lines() <-chan input {
	const ahead = 64
	lines := make(chan input, ahead)
	go func() {
		for {
			text, err := c.editor.ReadLine()
			c.editor.SetPrompt(idle)
			if errors.Is(err, term.ErrPasteIndicator) {
				err = nil
			}
			if err != nil {
				lines <- input{err: err}
				return
			}
			lines <- checkLine(text)
		}
	}()
	return lines
}

// completeCommand goes on with the name of a command when somebody presses Tab, if there is one way only.
func completeCommand(line string, pos int, key rune) (string, int, bool) {
	if key != '\t' || pos != len(line) || line == "" {
		return "", 0, false
	}
	var found string
	for name := range commands {
		if rest, ok := strings.CutPrefix(name, strings.ToLower(line)); ok && rest != "" && name[0] < 0x80 {
			if found != "" && found != name {
				return line, pos, true
			}
			found = name
		}
	}
	if found == "" {
		return line, pos, true
	}
	return found + " ", len(found) + 1, true
}
