package main

import (
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/term"
)

// A screen is the program's output: standard output and standard error, and what is known about them. On a terminal, output is for
// people. Elsewhere standard output has moves, answers and the result, one labeled line each, and everything else goes to standard error.
type screen struct {
	words    *words
	out, err io.Writer
	console  *console // the terminal's editor; nil: none
	terminal bool     // out is a terminal
	keyboard bool     // standard input is a terminal
	quiet    bool
	color    bool // ANSI sequences are welcome
	unicode  bool // stones may be ● and ○
	width    int  // columns of the terminal

	last   string // the last line written to out
	failed error  // the first error of writing to out
	live   int    // columns that the live line takes on the terminal
	shown  time.Time
	still  bool // no live line
}

func newScreen(set *settings, w *words, stdin, stdout, stderr *os.File, env func(string) string) *screen {
	s := &screen{words: w, out: stdout, err: stderr, terminal: isTerminal(stdout), keyboard: isTerminal(stdin), quiet: set.quiet}
	dumb := env("TERM") == "dumb"
	s.color = s.terminal && !dumb && env("NO_COLOR") == ""
	s.still = !s.terminal || dumb || set.quiet
	s.unicode = !set.ascii && utf8Locale(env)
	s.width = 80
	if width, _, err := term.GetSize(int(stdout.Fd())); err == nil && width >= 20 {
		s.width = width
	}
	if n, err := strconv.Atoi(env("COLUMNS")); err == nil && n >= 20 {
		s.width = n
	}
	return s
}

// edit starts the line editor, if the terminal can have one. Typed lines come out of the channel; stop restores the terminal.
func (s *screen) edit(stdin, stdout, stderr *os.File, env func(string) string, interrupt func()) (lines <-chan input, stop func()) {
	if canEdit && s.terminal && s.keyboard && !s.quiet && env("TERM") != "dumb" {
		if c, err := openConsole(stdin, stdout, interrupt); err == nil {
			s.console, s.out = c, c
			if isTerminal(stderr) {
				s.err = c
			}
			return c.lines(), c.close
		}
	}
	return readLines(stdin), func() {}
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// utf8Locale reports whether the locale's characters are UTF-8. Windows has no such variables, and its consoles are.
func utf8Locale(env func(string) string) bool {
	l := strings.ToLower(locale(env, "LC_CTYPE"))
	if l == "" {
		return runtime.GOOS == "windows"
	}
	return strings.Contains(l, "utf-8") || strings.Contains(l, "utf8")
}

// write puts lines on standard output. After an error nothing more is written; the session looks at failed and ends.
func (s *screen) write(text string) {
	s.clear()
	if s.failed != nil {
		return
	}
	if _, err := io.WriteString(s.out, text); err != nil {
		s.failed = err
	}
}

// line writes one line to standard output.
func (s *screen) line(text string) {
	s.write(text + "\n")
	s.last = text
}

// block writes a text of several lines, each ended, to standard output.
func (s *screen) block(text string) {
	s.write(text)
	s.last = ""
}

// note writes what nobody asked for, such as greetings and reminders. It is not part of piped output.
func (s *screen) note(text string) {
	switch {
	case s.quiet:
	case s.terminal:
		s.line(wrap(text, s.width))
	default:
		io.WriteString(s.err, text+"\n")
	}
}

// complain says what went wrong; even a quiet game does.
func (s *screen) complain(err error) {
	s.clear()
	text := oneLine(err.Error())
	if s.terminal && s.keyboard {
		text = wrap(text, s.width)
	}
	io.WriteString(s.err, text+"\n")
}

// ask shows a prompt. Without a keyboard nobody types the line end, so the prompt ends with one.
func (s *screen) ask(prompt string) {
	if s.quiet {
		return
	}
	if s.console != nil {
		s.console.prompt(prompt)
		return
	}
	if !s.keyboard {
		prompt = strings.TrimRight(prompt, " ") + "\n"
	}
	if s.terminal {
		s.write(prompt)
		s.last = ""
	} else {
		io.WriteString(s.err, prompt)
	}
}

// finish takes the prompt off a terminal with an editor.
func (s *screen) finish() {
	if s.console != nil {
		s.live = 0
		s.console.prompt("")
	}
}

// breakLine ends a line that a prompt began and nobody will end.
func (s *screen) breakLine() {
	if !s.keyboard || s.quiet || s.console != nil {
		return
	}
	if s.terminal {
		s.write("\n")
	} else {
		io.WriteString(s.err, "\n")
	}
}

// progress shows text on the live line, which the next output replaces. It uses only carriage returns, no ANSI sequences, and skips
// updates that come too fast to be read.
func (s *screen) progress(text string, now time.Time) {
	const pause = 100 * time.Millisecond
	if s.still || s.failed != nil || s.live > 0 && now.Sub(s.shown) < pause {
		return
	}
	s.shown = now
	text = clip(text, s.width-1)
	if s.console != nil {
		s.live = 1
		s.console.prompt(text + " ")
		return
	}
	columns := textWidth(text)
	pad := strings.Repeat(" ", max(s.live-columns, 0))
	if _, err := io.WriteString(s.out, "\r"+text+pad); err != nil {
		s.failed = err
	}
	s.live = max(s.live, columns)
}

// clear wipes the live line.
func (s *screen) clear() {
	if s.live == 0 {
		return
	}
	if s.console != nil {
		s.live = 0
		s.console.prompt(idle)
		return
	}
	blank := "\r" + strings.Repeat(" ", s.live) + "\r"
	s.live = 0
	if s.failed == nil {
		if _, err := io.WriteString(s.out, blank); err != nil {
			s.failed = err
		}
	}
}

// textWidth is the number of terminal columns of text; Chinese characters and full-width forms take two.
func textWidth(text string) int {
	n := 0
	for _, r := range text {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	if r >= 0x2E80 && r <= 0xA4CF || r >= 0xAC00 && r <= 0xD7A3 || r >= 0xF900 && r <= 0xFAFF || r >= 0xFE30 && r <= 0xFE6F || r >= 0xFF00 && r <= 0xFF60 {
		return 2
	}
	return 1
}

// clip cuts text to a number of columns.
func clip(text string, columns int) string {
	n := 0
	for i, r := range text {
		if n += runeWidth(r); n > columns {
			return text[:i]
		}
	}
	return text
}

// wrapped breaks a text at the width of the terminal; elsewhere it stays as it is.
func (s *screen) wrapped(text string) string {
	if !s.terminal {
		return text
	}
	return wrap(text, s.width)
}
