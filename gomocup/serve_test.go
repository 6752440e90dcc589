package gomocup

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A brain is one that Serve runs, driven as a manager drives it.
type brain struct {
	t     *testing.T
	in    io.WriteCloser
	lines chan string // all but MESSAGE and DEBUG; closed at the end of output
	ended chan struct{}
}

func newSearcher(t *testing.T, options ...gomoku.Option) *gomoku.Searcher {
	t.Helper()
	s, err := gomoku.NewSearcher(options...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// startBrain begins a session with the library's own search.
func startBrain(t *testing.T, options ...gomoku.Option) *brain {
	t.Helper()
	options = append([]gomoku.Option{gomoku.WithSeed(1), gomoku.WithBook(gomoku.DefaultBook())}, options...)
	return startPlayer(t, NewPlayer(newSearcher(t, options...)))
}

func startPlayer(t *testing.T, player Player) *brain {
	t.Helper()
	in, send := io.Pipe()
	receive, out := io.Pipe()
	p := &brain{t: t, in: send, lines: make(chan string, 1000), ended: make(chan struct{})}
	go func() {
		defer out.Close()
		if err := Serve(context.Background(), in, out, player, nil); err != nil {
			t.Error(err)
		}
		in.Close()
	}()
	go func() {
		defer close(p.ended)
		defer close(p.lines)
		for s := bufio.NewScanner(receive); s.Scan(); {
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
		}
	})
	return p
}

func (p *brain) send(lines ...string) {
	p.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(p.in, l+"\r\n"); err != nil {
			p.t.Fatalf("%q: %v", l, err)
		}
	}
}

// reply waits for the next line.
func (p *brain) reply(within time.Duration) string {
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
func (p *brain) silent() {
	p.t.Helper()
	p.send("ABOUT")
	if got := p.reply(5 * time.Second); !strings.HasPrefix(got, "name=") {
		p.t.Errorf("stray reply %q", got)
	}
}

var (
	oneMove  = regexp.MustCompile(`^(\d+),(\d+)$`)
	twoMoves = regexp.MustCompile(`^\d+,\d+ \d+,\d+$`)
)

func matches(got, want string) bool {
	switch want {
	case "COORD":
		return oneMove.MatchString(got)
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
			p := startBrain(t)
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
			p := startBrain(t)
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

// ask has a fresh brain find a move in the position, and checks all but how long it took.
func (r *record) ask(t *testing.T) time.Duration {
	t.Helper()
	p := startBrain(t)
	var rule gomoku.Rule
	if err := rule.UnmarshalText([]byte(r.Rule)); err != nil {
		t.Fatal(err)
	}
	p.send(fmt.Sprint("START ", r.Size), fmt.Sprint("INFO rule ", ruleNumbers[rule]), "INFO timeout_turn 300")
	p.send(r.Input...)
	if got := p.reply(5 * time.Second); got != "OK" {
		t.Fatal(got)
	}
	p.silent()
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
	for i := range 5 {
		time.Sleep(time.Duration(i) * 200 * time.Millisecond) // until the others are done
		d := try()
		if took = append(took, d); d <= limit {
			return
		}
	}
	t.Errorf("took %v, allowed %v", took, limit)
}

// tolerance is what a manager lets a brain exceed its time by.
const tolerance = 200 * time.Millisecond

// A search that could go on for a minute ends with a word.
func thinkLong(t *testing.T) *brain {
	p := startBrain(t)
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
func (p *brain) end() {
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
	p := startBrain(t)
	p.send("START 15", "INFO timeout_turn 60000", "TURN 7,7", "STOP", "INFO timeout_turn 300", "TURN 0,0")
	for _, want := range []string{"OK", "COORD", "COORD"} {
		if got := p.reply(3 * time.Second); !matches(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	p.silent()
}

// The streams of TestRandomSessions against a whole brain: as many replies as are due, none of them odd, and it is
// still there at the end.
func TestRandomStreams(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := startBrain(t)
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
		for _, line := range lines {
			a, b := o.due(line)
			least, most = least+a, most+b
		}
		p.send("INFO timeout_turn 0", strings.Join(lines, "\r\n")) // in one piece, or one command would take the place of another
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

// A waitingPlayer thinks until it is told to stop. That it thinks, it says.
type waitingPlayer struct {
	stubPlayer
	thinking chan bool
}

func (w *waitingPlayer) Analyze(ctx context.Context, b *gomoku.Board, q Query, l Limits) (gomoku.Result, error) {
	if l.Time == 0 {
		return w.stubPlayer.Analyze(ctx, b, q, l)
	}
	w.thinking <- true
	<-ctx.Done()
	if err := context.Cause(ctx); err != errStop {
		return gomoku.Result{}, err
	}
	return w.stubPlayer.Analyze(ctx, b, q, l)
}

// replies are the lines without messages, each as the word that the tests know it by, parted by bars.
func replies(output string) string {
	var got []string
	for line := range strings.Lines(output) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case strings.HasPrefix(word, "name="):
			word = "name"
		case oneMove.MatchString(word):
			word = "move"
		}
		if word != "MESSAGE" {
			got = append(got, word)
		}
	}
	return strings.Join(got, "|")
}

// What was sent between a move and the END that gives it up is not done: it was meant for after the move.
func TestEndDuringAMove(t *testing.T) {
	in, send := io.Pipe()
	var out strings.Builder
	player := &waitingPlayer{thinking: make(chan bool, 9)}
	done := make(chan bool)
	go func() {
		if err := Serve(t.Context(), in, &out, player, nil); err != nil {
			t.Error(err)
		}
		close(done)
	}()
	io.WriteString(send, "START 15\nBEGIN\nTURN 7,7\nPLAY 8,8\nABOUT\n")
	<-player.thinking
	time.Sleep(3 * scriptGap)
	io.WriteString(send, "END\n")
	<-done
	if got := replies(out.String()); got != "OK" {
		t.Errorf("got %q, want the reply to START alone", got)
	}
}

// Where END comes in one piece with the rest, every command gets its answer, at once, and so it does without END.
func TestScriptInOnePiece(t *testing.T) {
	for _, end := range []string{"END\nABOUT\n", "end", ""} {
		var out strings.Builder
		player := &waitingPlayer{thinking: make(chan bool, 9)}
		if err := Serve(t.Context(), strings.NewReader("START 15\nBEGIN\nTURN 3,3\nFOO\nBOARD\nDONE\nABOUT\n"+end), &out, player, nil); err != nil {
			t.Error(err)
		}
		if got, want := replies(out.String()), "OK|move|move|UNKNOWN|move|name"; got != want {
			t.Errorf("%q: got %q, want %q", end, got, want)
		}
	}
}

func TestServeArguments(t *testing.T) {
	in, player := strings.NewReader("START 15\nBEGIN\nEND\n"), &stubPlayer{}
	for _, c := range []struct {
		name string
		err  error
	}{
		{"no reader", Serve(t.Context(), nil, io.Discard, player, nil)},
		{"no writer", Serve(t.Context(), in, nil, player, nil)},
		{"no player", Serve(t.Context(), in, io.Discard, nil, nil)},
		{"threads", Serve(t.Context(), in, io.Discard, player, &Options{Threads: -1})},
	} {
		if c.err == nil {
			t.Errorf("%s: no error", c.name)
		}
	}
	for _, p := range []Player{NewPlayer(nil), noMovePlayer{}} {
		var out strings.Builder
		if err := Serve(t.Context(), strings.NewReader("START 15\nBEGIN\n"), &out, p, nil); err != nil || !strings.Contains(out.String(), "ERROR") {
			t.Errorf("%T: %q, %v, want ERROR", p, out.String(), err)
		}
	}
}

// A noMovePlayer claims to have a move and returns none.
type noMovePlayer struct{}

func (noMovePlayer) Prepare(Settings) error { return nil }

func (noMovePlayer) Move(context.Context, *gomoku.Board, Limits) (gomoku.Result, error) {
	return gomoku.Result{Best: gomoku.NoPoint}, nil
}

// Bytes of any kind come through the reader in lines.
func TestServe(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"line ends", "START 15\r\n\r\nABOUT\rABOUT\n\n\rABOUT", "OK|name|name|name"},
		{"a line of megabytes", "START 15\n" + strings.Repeat("x", 3<<20) + "\nABOUT", "OK|UNKNOWN|name"},
		{"a long command", "START 15\nINFO folder " + strings.Repeat("x", 1<<16) + "\nTURN 1,1" + strings.Repeat(" ", 1<<16) + "x\n", "OK|move"},
		{"NUL and other bytes", "START 15\nSTART\x00 15\n\x00\n\xff\xfe\nTURN 1,1\x00\nABOUT", "OK|UNKNOWN|UNKNOWN|UNKNOWN|ERROR|name"},
		{"nothing after END", "START 15\nABOUT\nend\nABOUT\n", "OK|name"},
		{"nothing at all", "", ""},
		{"a full queue", strings.Repeat("ABOUT\n", 3*maxWaiting) + "END", strings.TrimSuffix(strings.Repeat("name|", 3*maxWaiting), "|")},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			if err := Serve(t.Context(), strings.NewReader(c.in), &out, &stubPlayer{}, nil); err != nil {
				t.Error(err)
			}
			if got := replies(out.String()); got != c.want {
				t.Errorf("got %.200q, want %.200q", got, c.want)
			}
		})
	}
}
