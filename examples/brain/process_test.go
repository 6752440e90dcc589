package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku/internal/testprogram"
)

var binary string

func TestMain(m *testing.M) { os.Exit(testprogram.Run(m, "pbrain-gomoku", &binary)) }

// A process is the built brain, driven as a manager drives it.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // all but MESSAGE and DEBUG; closed at the end of output
	ended chan struct{}
}

func startProcess(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(binary, append([]string{"-seed", "1"}, args...)...), lines: make(chan string, 1000), ended: make(chan struct{})}
	p.cmd.Stderr = os.Stderr
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.ended)
		defer close(p.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			if !strings.HasPrefix(s.Text(), "MESSAGE ") && !strings.HasPrefix(s.Text(), "DEBUG ") {
				p.lines <- s.Text()
			}
		}
	}()
	t.Cleanup(func() {
		p.in.Close()
		select {
		case <-p.ended:
		case <-time.After(5 * time.Second):
			t.Error("still running 5 s after the end of its input")
			p.cmd.Process.Kill()
		}
		if err := p.cmd.Wait(); err != nil {
			t.Errorf("exit: %v", err)
		}
	})
	return p
}

func (p *process) send(lines ...string) {
	p.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(p.in, l+"\r\n"); err != nil {
			p.t.Fatalf("%q: %v", l, err)
		}
	}
}

// reply waits for the next line.
func (p *process) reply(within time.Duration) string {
	p.t.Helper()
	select {
	case l, ok := <-p.lines:
		if !ok {
			p.t.Fatal("the brain has ended")
		}
		return l
	case <-time.After(within):
		p.t.Fatalf("no reply within %v", within)
	}
	return ""
}

// silent checks that nothing more has been said: an extra reply would come before that to a command sent now.
func (p *process) silent() {
	p.t.Helper()
	p.send("ABOUT")
	if got := p.reply(5 * time.Second); !strings.HasPrefix(got, "name=") {
		p.t.Errorf("stray reply %q", got)
	}
}

var coordinates = regexp.MustCompile(`^(\d+),(\d+)$`)

func matches(got, want string) bool {
	switch want {
	case "COORD":
		return coordinates.MatchString(got)
	case "ERROR", "UNKNOWN", "name=":
		return strings.HasPrefix(got, want)
	}
	return got == want
}

// replies are the lines without messages, each as the word that the tests know it by, parted by bars.
func replies(output string) string {
	var got []string
	for line := range strings.Lines(output) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case strings.HasPrefix(word, "name="):
			word = "name"
		case coordinates.MatchString(word):
			word = "move"
		}
		if word != "MESSAGE" {
			got = append(got, word)
		}
	}
	return strings.Join(got, "|")
}

// punctual fails if the limit is broken every time of five: once may be the fault of a machine that does much else.
func punctual(t *testing.T, limit time.Duration, try func() time.Duration) {
	t.Helper()
	var took []time.Duration
	for i := range 5 {
		time.Sleep(time.Duration(i) * 200 * time.Millisecond) // until the others are done
		d := try()
		if took = append(took, d); d <= limit {
			return
		}
	}
	t.Errorf("took %v, allowed %v", took, limit)
}

// What interrupting may take, with room for a machine that does much else.
const interruptLimit = 500 * time.Millisecond

// thinkLong begins a search that could go on for a minute.
func thinkLong(t *testing.T) *process {
	t.Helper()
	p := startProcess(t)
	p.send("START 15", "INFO timeout_turn 60000", "BOARD", "7,7,2", "8,8,1", "7,5,2", "3,3,1", "12,4,2", "DONE") // not in the book
	if got := p.reply(5 * time.Second); got != "OK" {
		t.Fatal(got)
	}
	time.Sleep(300 * time.Millisecond) // the search is on; were it not, the test would still be right
	return p
}

// The program leaves at END, without a word, and at the end of its input, with its move.
func TestEnd(t *testing.T) {
	p := thinkLong(t)
	p.send("END")
	select {
	case got, ok := <-p.lines:
		if ok {
			t.Errorf("printed %q after END", got)
		}
	case <-time.After(interruptLimit):
		t.Errorf("still there %v after END", interruptLimit)
	}
	p = thinkLong(t)
	p.in.Close()
	if got := p.reply(interruptLimit); !matches(got, "COORD") {
		t.Errorf("last reply %q", got)
	}
	select {
	case <-p.ended:
	case <-time.After(interruptLimit):
		t.Errorf("still there %v after the end of input", interruptLimit)
	}
}

// A limit that leaves no room is refused, and one that leaves some is kept.
func TestMemory(t *testing.T) {
	p := startProcess(t)
	p.send("INFO max_memory 1000000", "START 15", "INFO max_memory 73400320", "START 15", "INFO timeout_turn 100", "BEGIN")
	for _, want := range []string{"ERROR", "OK", "COORD"} {
		if got := p.reply(5 * time.Second); !matches(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	p.silent()
}

// The whole of a script may come in one piece; each command gets its reply.
func TestPipe(t *testing.T) {
	cmd := exec.Command(binary)
	cmd.Stdin = strings.NewReader("\nSTART 15\rBEGIN\n\nRESTART\r\nBEGIN\nABOUT")
	start := time.Now()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if d := time.Since(start); d > 3*time.Second {
		t.Errorf("took %v", d)
	}
	if got, want := replies(string(out)), "OK|move|OK|move|name"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// tolerance is what a manager lets a brain exceed its time by.
const tolerance = 200 * time.Millisecond

// The first move of a fresh process is as punctual as any, under every rule and on every size.
func TestColdStart(t *testing.T) {
	for _, rule := range []int{0, 1, 4, 8, 9} {
		for _, size := range []int{5, 15, 20, 22} {
			punctual(t, 100*time.Millisecond+tolerance, func() time.Duration {
				p := startProcess(t)
				p.send(fmt.Sprint("START ", size))
				if got := p.reply(5 * time.Second); got != "OK" {
					t.Fatal(got)
				}
				p.send("INFO max_memory 134217728", "INFO timeout_match 0", "INFO timeout_turn 100", fmt.Sprint("INFO rule ", rule))
				time.Sleep(150 * time.Millisecond) // as managers do before the clock starts
				start := time.Now()
				p.send("INFO time_left 2147483647", "BOARD", "2,2,2", "DONE")
				if got := p.reply(5 * time.Second); !matches(got, "COORD") {
					t.Errorf("size %d, rule %d: %q", size, rule, got)
				}
				d := time.Since(start)
				t.Logf("size %d, rule %d: %v", size, rule, d)
				return d
			})
		}
	}
}

// With -gtp the program is an engine for Go boards.
func TestGTP(t *testing.T) {
	cmd := exec.Command(binary, "-gtp", "-seed", "1")
	cmd.Stdin = strings.NewReader("boardsize 9\nplay b a1\nplay b b1\nplay b c1\nplay b d1\ngenmove w\nname\nquit\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(out), "=\n\n=\n\n=\n\n=\n\n=\n\n= E1\n\n= gomoku\n\n=\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
