package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
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

var (
	coordinates = regexp.MustCompile(`^(\d+),(\d+)$`)
	twoMoves    = regexp.MustCompile(`^\d+,\d+ \d+,\d+$`)
)

func matches(got, want string) bool {
	switch want {
	case "COORD":
		return coordinates.MatchString(got)
	case "PAIR":
		return twoMoves.MatchString(got)
	case "ERROR", "UNKNOWN", "name=":
		return strings.HasPrefix(got, want)
	}
	return got == want
}

func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p := startProcess(t)
			n := 0
			for line := range strings.Lines(string(data)) {
				n++
				line = strings.TrimSuffix(line, "\n")
				if text, ok := strings.CutPrefix(line, "> "); ok {
					p.send(text)
				} else if want, ok := strings.CutPrefix(line, "< "); ok {
					if got := p.reply(5 * time.Second); !matches(got, want) {
						t.Fatalf("%s:%d: got %q, want %q", file, n, got, want)
					}
				}
			}
			p.silent()
		})
	}
}

// The records of other people's bug reports, as far as they are about a brain.
type record struct {
	ID       string
	Source   string
	Rule     string
	Size     int
	Moves    [][2]int // rows from the bottom
	Question string
	Input    []string
	Expected struct {
		Replies   []string
		MaxMS     int      `json:"max_ms"`
		OverLimit int      `json:"max_ms_over_limit"`
		Not       []string `json:"not_h"`
	}
}

func TestRecords(t *testing.T) {
	file, err := os.Open("testdata/tactics.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for d := json.NewDecoder(file); d.More(); {
		var r record
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		t.Run(r.ID, func(t *testing.T) {
			p := startProcess(t)
			switch r.Question {
			case "protocol", "time_budget":
				if r.Question == "time_budget" {
					r.Expected.Replies = []string{"OK", "COORD"}
				}
				limit := 5 * time.Second
				if r.Expected.MaxMS > 0 {
					limit = time.Duration(r.Expected.MaxMS) * time.Millisecond
				}
				p.send(r.Input...)
				for i, want := range r.Expected.Replies {
					if got := p.reply(limit); !matches(got, want) {
						t.Errorf("reply %d is %q, want %q", i, got, want)
					}
				}
			case "engine_replies":
				limit := 300 + max(r.Expected.OverLimit, 200) // as much again for a busy machine
				if r.Expected.MaxMS > 0 {
					limit = r.Expected.MaxMS
				}
				punctual(t, time.Duration(limit)*time.Millisecond, func() time.Duration { return r.ask(t) })
				return
			default:
				t.Fatalf("question %q", r.Question)
			}
			p.silent()
		})
	}
}

var ruleNumber = map[string]int{"freestyle": 0, "standard": 1, "renju": 4, "caro-overline": 8, "caro": 9}

// ask has a fresh brain find a move in the position, and checks all but how long it took.
func (r *record) ask(t *testing.T) time.Duration {
	t.Helper()
	p := startProcess(t)
	p.send(fmt.Sprint("START ", r.Size), fmt.Sprint("INFO rule ", ruleNumber[r.Rule]), "INFO timeout_turn 300")
	p.send(r.Input...)
	if got := p.reply(5 * time.Second); got != "OK" {
		t.Fatal(got)
	}
	p.silent()
	var rule gomoku.Rule
	if err := rule.UnmarshalText([]byte(r.Rule)); err != nil {
		t.Fatal(err)
	}
	b, err := gomoku.NewBoard(r.Size, rule)
	if err != nil {
		t.Fatal(err)
	}
	p.send("BOARD")
	for i, m := range r.Moves {
		if err := b.Play(gomoku.At(m[0], m[1])); err != nil {
			t.Fatalf("move %v: %v", m, err)
		}
		field := own
		if (len(r.Moves)-i)%2 == 1 {
			field = theirs
		}
		p.send(fmt.Sprintf("%d,%d,%d", m[0], r.Size-1-m[1], field))
	}
	start := time.Now()
	p.send("DONE")
	got := p.reply(5 * time.Second)
	took := time.Since(start)
	var s square
	if _, err := fmt.Sscanf(got, "%d,%d", &s.x, &s.y); err != nil {
		t.Fatalf("reply %q", got)
	}
	move, err := s.point(r.Size)
	if err != nil || !b.IsLegal(move) {
		t.Errorf("reply %q is no legal move in\n%v", got, b)
	}
	if slices.Contains(r.Expected.Not, move.String()) {
		t.Errorf("reply %v is wrong in\n%v", move, b)
	}
	p.silent()
	return took
}

// punctual fails if the limit is broken every time of five: once may be the fault of a machine that does much else.
func punctual(t *testing.T, limit time.Duration, try func() time.Duration) {
	t.Helper()
	var took []time.Duration
	for range 5 {
		d := try()
		if took = append(took, d); d <= limit {
			return
		}
	}
	t.Errorf("took %v, allowed %v", took, limit)
}

// A search that could go on for a minute ends with a word.
func thinkLong(t *testing.T) *process {
	p := startProcess(t)
	p.send("START 15", "INFO timeout_turn 60000", "BOARD", "7,7,2", "8,8,1", "7,5,2", "3,3,1", "12,4,2", "DONE") // not in the book
	if got := p.reply(5 * time.Second); got != "OK" {
		t.Fatal(got)
	}
	time.Sleep(300 * time.Millisecond) // the search is on; were it not, the test would still be right
	return p
}

// What interrupting may take, with room for a machine that does much else.
const interruptLimit = 500 * time.Millisecond

// end sends END, after which nothing is printed and the brain leaves.
func (p *process) end() {
	p.t.Helper()
	p.send("END")
	select {
	case got, ok := <-p.lines:
		if ok {
			p.t.Errorf("printed %q after END", got)
		}
	case <-time.After(interruptLimit):
		p.t.Errorf("still there %v after END", interruptLimit)
	}
}

func TestEndStopsSearch(t *testing.T) {
	p := thinkLong(t)
	start := time.Now()
	p.end()
	t.Log(time.Since(start))
}

func TestEndOfInputStopsSearch(t *testing.T) {
	p := thinkLong(t)
	start := time.Now()
	p.in.Close()
	if got := p.reply(interruptLimit); !matches(got, "COORD") {
		t.Errorf("last reply %q", got)
	}
	select {
	case <-p.ended:
	case <-time.After(interruptLimit):
		t.Errorf("still there %v after the end of input", interruptLimit)
	}
	t.Log(time.Since(start))
}

func TestStopStopsSearch(t *testing.T) {
	for _, word := range []string{"STOP", "yxstop"} {
		p := thinkLong(t)
		start := time.Now()
		p.send(word)
		if got := p.reply(interruptLimit); !matches(got, "COORD") {
			t.Errorf("%s: reply %q", word, got)
		}
		t.Log(time.Since(start))
		p.silent()
	}
}

// A word that stops does so for what was asked before it, even if that has not begun, and for nothing after it.
func TestStopInTheQueue(t *testing.T) {
	p := startProcess(t)
	p.send("START 15", "INFO timeout_turn 60000", "TURN 7,7", "STOP", "INFO timeout_turn 300", "TURN 0,0")
	for _, want := range []string{"OK", "COORD", "COORD"} {
		if got := p.reply(3 * time.Second); !matches(got, want) {
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
	var got []string
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "MESSAGE ") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	want := []string{"OK", "COORD", "OK", "COORD", "name="}
	for i := range want {
		if len(got) != len(want) || !matches(got[i], want[i]) {
			t.Fatalf("got %q, want %q", got, want)
		}
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

// The streams of TestRandomSessions against the whole program: as many replies as are due, none of them odd, and it is
// still there at the end.
func TestRandomStreams(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := startProcess(t)
		var o oracle
		least, most := 0, 0
		var lines []string
		for range 250 {
			line := randomLine(r)
			if word, rest := split(line); word == "END" || strings.HasPrefix(rest, "timeout_turn") {
				continue
			}
			lines = append(lines, line)
		}
		lines = append(lines, "START 5", "ABOUT")
		got := make(chan []string)
		go func() { // while the lines are sent, or the pipes fill up
			var replies []string
			for l := range p.lines {
				replies = append(replies, l)
			}
			got <- replies
		}()
		p.send("INFO timeout_turn 0")
		for _, line := range lines {
			a, b := o.due(line)
			least, most = least+a, most+b
			p.send(line)
		}
		p.in.Close()
		replies := <-got
		if len(replies) < least || len(replies) > most {
			t.Errorf("seed %d: %d replies, want %d to %d", seed, len(replies), least, most)
		}
		for _, l := range replies {
			if !replyShapes.MatchString(l) {
				t.Errorf("seed %d: reply %q is none of the protocol", seed, l)
			}
		}
		if last := replies[len(replies)-1]; !matches(last, "name=") {
			t.Errorf("seed %d: the last reply is %q", seed, last)
		}
	}
}
