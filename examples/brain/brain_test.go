package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A stubThinker moves at once: on the first legal point from a place that changes with every move.
type stubThinker struct {
	err      error
	prepared []string
	budgets  []time.Duration
	seed     int
}

func (s *stubThinker) prepare(size int, rule gomoku.Rule, memory int64, fresh bool) error {
	s.prepared = append(s.prepared, fmt.Sprint(size, rule, memory, fresh))
	return nil
}

func (s *stubThinker) think(ctx context.Context, b *gomoku.Board, budget time.Duration, atOnce bool, report func(gomoku.Info)) (gomoku.Result, error) {
	s.budgets = append(s.budgets, budget)
	if s.err != nil {
		return gomoku.Result{}, s.err
	}
	legal := b.AppendLegal(nil)
	if len(legal) == 0 {
		return gomoku.Result{}, gomoku.ErrNoMove
	}
	s.seed += 37
	p := legal[s.seed%len(legal)]
	report(gomoku.Info{Depth: 1, SelDepth: 1, Line: gomoku.Line{Moves: []gomoku.Point{p}}})
	return gomoku.Result{Best: p, Depth: 1, Lines: []gomoku.Line{{Moves: []gomoku.Point{p}}}}, nil
}

// A session feeds lines to a brain and gathers what it says. Its clock stands still.
type session struct {
	brain   *brain
	parser  parser
	thinker *stubThinker
	said    []string // since the last feed, without MESSAGE lines
	msgs    []string
	time    time.Time
	ended   bool
}

func newSession() *session {
	s := &session{thinker: &stubThinker{}, time: time.Unix(0, 0)}
	s.brain = newBrain(s.thinker, func(line string) {
		if strings.HasPrefix(line, "MESSAGE ") {
			s.msgs = append(s.msgs, line)
		} else {
			s.said = append(s.said, line)
		}
	}, func() time.Time { return s.time })
	return s
}

func (s *session) feed(lines ...string) []string {
	s.said = nil
	for _, l := range lines {
		for _, cmd := range s.parser.feed(l) {
			if !s.brain.handle(context.Background(), cmd, s.time) {
				s.ended = true
			}
		}
	}
	return s.said
}

func TestOrientation(t *testing.T) {
	s := newSession()
	s.feed("START 15", "TURN 0,0")
	if got := s.brain.game.board.At(gomoku.At(0, 14)); got != gomoku.Black {
		t.Errorf("0,0 is the top left corner, a15: got %v there", got)
	}
	if got := squareOf(gomoku.At(3, 14), 15); got != (square{3, 0}) {
		t.Errorf("d15 is %v, want 3,0", got)
	}
}

func TestBoardColors(t *testing.T) {
	for _, c := range []struct {
		name, list string
		turn       gomoku.Color // before our move
		alternates bool
	}{
		{"empty", "", gomoku.Black, true},
		{"opponent first", "7,7,2", gomoku.White, true},
		{"we first", "7,7,1 8,8,2", gomoku.Black, true},
		{"any order", "8,8,2 7,7,1", gomoku.Black, false},
		{"all ours, then theirs", "0,0,1 1,1,1 5,5,2 9,9,2 3,7,2", gomoku.White, false},
		{"two more of theirs", "0,0,2 9,9,2", gomoku.White, false},
		{"two more of ours", "0,0,1 9,9,1", gomoku.Black, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSession()
			s.feed("START 15")
			stones := strings.Fields(c.list)
			got := s.feed(append(append([]string{"BOARD"}, stones...), "DONE")...)
			if len(got) != 1 || strings.HasPrefix(got[0], "ERROR") {
				t.Fatalf("reply %q", got)
			}
			if turn := s.brain.game.turn.Opponent(); turn != c.turn {
				t.Errorf("%v was to move, want %v", turn, c.turn)
			}
			wantLen := 1
			if c.alternates {
				wantLen += len(stones)
			}
			if n := s.brain.game.board.Len(); n != wantLen {
				t.Errorf("%d moves on the board, want %d", n, wantLen)
			}
			if n := s.brain.game.board.Stones(); n != len(stones)+1 {
				t.Errorf("%d stones, want %d", n, len(stones)+1)
			}
		})
	}
}

func TestErrorChangesNothing(t *testing.T) {
	s := newSession()
	s.feed("START 15", "TURN 7,7")
	before := s.brain.game
	for _, err := range []error{gomoku.ErrNoMove, errors.New("no good"), errEnd} {
		s.thinker.err = err
		got := s.feed("TURN 0,14")
		if want := err != errEnd; len(got) > 0 != want || want && !strings.HasPrefix(got[0], "ERROR ") {
			t.Errorf("%v: reply %q", err, got)
		}
		if s.brain.game != before {
			t.Errorf("%v: the position changed", err)
		}
	}
}

func TestTakeBack(t *testing.T) {
	s := newSession()
	s.feed("START 15")
	s.feed("BOARD", "7,7,1", "8,8,2", "9,9,1", "1,1,2", "DONE")
	ours := squareOf(s.brain.game.stones[4].point, 15)
	// Ours and theirs in either order: the opponent is to move again, and it has the same color.
	for _, order := range [][]string{{"TAKEBACK 1,1", "TAKEBACK " + ours.String()}, {"TAKEBACK " + ours.String(), "TAKEBACK 1,1"}} {
		kept := s.brain.game
		if got := s.feed(order...); len(got) != 2 || got[0] != "OK" || got[1] != "OK" {
			t.Fatalf("%q: %q", order, got)
		}
		if g := s.brain.game; g.turn != gomoku.White || g.board.Turn() != gomoku.White || g.board.Stones() != 3 {
			t.Errorf("%q: %v to move, %d stones", order, g.turn, g.board.Stones())
		}
		s.brain.game = kept
	}
	// Out of the middle
	if got := s.feed("TAKEBACK 8,8"); got[0] != "OK" || s.brain.game.board.At(gomoku.At(8, 6)) != gomoku.Empty {
		t.Errorf("8,8: %q", got)
	}
}

func TestPreparation(t *testing.T) {
	s := newSession()
	s.feed("INFO max_memory 100000000", "INFO rule 4")
	s.brain.idle()
	if len(s.thinker.prepared) > 0 {
		t.Errorf("prepared before START: %q", s.thinker.prepared)
	}
	want := []string{"15 renju 100000000 true"}
	s.feed("START 15")
	s.brain.idle()
	if fmt.Sprint(s.thinker.prepared) != fmt.Sprint(want) {
		t.Errorf("prepared %q, want %q", s.thinker.prepared, want)
	}
	s.feed("INFO max_memory 90000000", "INFO rule 1")
	s.brain.idle()
	want = append(want, "15 standard 90000000 false")
	s.feed("BEGIN", "INFO rule 1", "INFO time_left 3", "INFO max_memory 90000000")
	s.brain.idle()
	s.feed("RESTART")
	want = append(want, "15 standard 90000000 true")
	if fmt.Sprint(s.thinker.prepared) != fmt.Sprint(want) {
		t.Errorf("prepared %q, want %q", s.thinker.prepared, want)
	}
}

func TestTooLittleMemory(t *testing.T) {
	s := newSession()
	if got := s.feed("INFO max_memory 1000000"); got != nil {
		t.Errorf("INFO: %q", got)
	}
	if got := s.feed("ABOUT", "FOO", "START 15"); len(got) != 3 || !strings.HasPrefix(got[2], "ERROR ") {
		t.Errorf("%q", got)
	}
	if got := s.feed("INFO max_memory 0", "START 15"); len(got) != 1 || got[0] != "OK" {
		t.Errorf("%q", got)
	}
}

func TestHashSize(t *testing.T) {
	for memory, want := range map[int64]int64{memoryUnsaid: startHash, 0: freeHash, leastMemory: leastHash, 90 << 20: 30 << 20, 350 << 20: 350 << 20 / 3} {
		if got := hashSize(memory); got != want {
			t.Errorf("hashSize(%d) = %d, want %d", memory, got, want)
		}
	}
}

func TestTimePassesBetween(t *testing.T) {
	s := newSession()
	s.feed("START 15", "INFO timeout_turn 1000", "INFO timeout_match 3000")
	s.feed("BEGIN")
	if d := s.thinker.budgets[0]; d < 50*time.Millisecond || d > 600*time.Millisecond {
		t.Errorf("budget %v of 3 s", d)
	}
	s.brain.clock.spend(2900 * time.Millisecond)
	s.feed("TURN 0,0")
	if d := s.thinker.budgets[1]; d > 20*time.Millisecond {
		t.Errorf("budget %v of 0.1 s", d)
	}
	s.feed("RESTART", "BEGIN")
	if s.thinker.budgets[2] != s.thinker.budgets[0] {
		t.Errorf("a new game has budget %v, the first had %v", s.thinker.budgets[2], s.thinker.budgets[0])
	}
}

func TestMessages(t *testing.T) {
	now := time.Unix(0, 0)
	var said []string
	r := reporter{say: func(s string) { said = append(said, s) }, size: 15, now: func() time.Time { return now }, last: now}
	info := gomoku.Info{Depth: 4, SelDepth: 9, Line: gomoku.Line{Moves: []gomoku.Point{gomoku.At(0, 0), gomoku.At(7, 7)}, Score: 12}}
	for range 100 {
		now = now.Add(10 * time.Millisecond)
		r.progress(info)
	}
	if len(said) < 4 || len(said) > 6 {
		t.Errorf("%d lines in a second", len(said))
	}
	if want := "MESSAGE Depth 4-9 | Eval +12 | Nodes 0 | Speed 0 | Time 0 | Line 0,14 7,7"; said[0] != want {
		t.Errorf("%q, want %q", said[0], want)
	}
}

// Whatever comes in, every command that needs a reply gets one, and the board stays one that the rules allow.
func FuzzBrain(f *testing.F) {
	f.Add("START 15\nBEGIN\nTURN 0,0\nTAKEBACK 0,0\nRESTART\nBOARD\n1,1,1\n2,2,2\nDONE\nEND")
	f.Add("info rule 4\r\nstart 5\r\nboard\r\n0,0,2\r\ndone\r\nturn 1,1\r\nturn 4,4\r\n")
	f.Add("BOARD\nSTART 6\nSTART 7\nBOARD\nBOARD\nDONE\nDONE\nPLAY 3,3\nSWAP2BOARD\n1,1\nDONE")
	f.Add("INFO timeout_turn 0\nINFO time_left -1\nINFO max_memory 1\nSTART 10\nINFO max_memory 0\nSTART 10\x00\nTURN 9,9")
	f.Add(strings.Repeat("START 5\nBEGIN\n", 3) + "TURN 0,1\nTURN 0,2\nTURN 0,3\nTURN 0,4\nTURN 1,1\nTURN 1,2\n")
	f.Fuzz(func(t *testing.T, script string) {
		s := newSession()
		var inList string
		for line := range strings.FieldsFuncSeq(script, func(r rune) bool { return r == '\n' || r == '\r' }) {
			line = line[:min(len(line), maxLine)]
			// How many replies are due, told apart from the code under test by the words alone.
			word, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(line), "\t", " "), " ")
			word = strings.ToUpper(word)
			due := 1
			switch {
			case strings.TrimSpace(line) == "", word == "END":
				due = 0
			case inList != "" && word == "DONE":
				inList = ""
			case inList != "" && (word == "START" || word == "RESTART" || word == "RECTSTART"):
				inList, due = "", 2
			case inList != "":
				due = 0
			case word == "BOARD" || word == "SWAP2BOARD":
				inList, due = word, 0
			case word == "INFO" || word == "STOP" || word == "YXSTOP":
				due = 0
			}
			before := s.brain.game
			got := s.feed(line)
			if len(got) != due {
				t.Fatalf("%q: %d replies %q, want %d", line, len(got), got, due)
			}
			for _, r := range got {
				if strings.ContainsAny(r, "\r\n\x00") {
					t.Fatalf("%q: reply %q is not one line", line, r)
				}
			}
			if len(got) == 1 && strings.HasPrefix(got[0], "ERROR") && s.brain.game != before {
				t.Fatalf("%q: %q, but the position changed", line, got[0])
			}
			checkPosition(t, line, s.brain.game)
			if s.ended != (word == "END") {
				t.Fatalf("%q: ended %v", line, s.ended)
			}
			if s.ended {
				return
			}
		}
	})
}

func checkPosition(t *testing.T, line string, g *position) {
	t.Helper()
	if g == nil {
		return
	}
	if g.board.Size() != g.size || g.board.Rule() != g.rule || g.board.Stones() != len(g.stones) {
		t.Fatalf("%q: board of size %d with %d stones, want %d with %d", line, g.board.Size(), g.board.Stones(), g.size, len(g.stones))
	}
	for _, s := range g.stones {
		if g.board.At(s.point) != s.color {
			t.Fatalf("%q: %v on %v, want %v", line, g.board.At(s.point), s.point, s.color)
		}
	}
	if g.board.Outcome() == gomoku.Undecided && g.board.Turn() != g.turn {
		t.Fatalf("%q: %v to move, want %v", line, g.board.Turn(), g.turn)
	}
}

// A waitingThinker thinks until it is told to end.
type waitingThinker struct{ stubThinker }

func (w *waitingThinker) think(ctx context.Context, b *gomoku.Board, budget time.Duration, atOnce bool, report func(gomoku.Info)) (gomoku.Result, error) {
	<-ctx.Done()
	return gomoku.Result{}, context.Cause(ctx)
}

// What was sent between a move and the END that gives it up is not done: it was meant for after the move.
func TestEndDuringAMove(t *testing.T) {
	var out strings.Builder
	serve(strings.NewReader("START 15\nBEGIN\nTURN 7,7\nTAKEBACK 7,7\nABOUT\nEND\nABOUT\n"), &out, &waitingThinker{})
	if got := out.String(); got != "OK\n" {
		t.Errorf("got %q, want the reply to START alone", got)
	}
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
			serve(strings.NewReader(c.in), &out, &stubThinker{})
			var got []string
			for line := range strings.Lines(out.String()) {
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
			if strings.Join(got, "|") != c.want {
				t.Errorf("got %.200q, want %.200q", strings.Join(got, "|"), c.want)
			}
		})
	}
}
