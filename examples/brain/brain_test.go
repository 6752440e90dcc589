package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// A stubThinker moves at once: on the first legal point from a place that changes with every move.
type stubThinker struct {
	err      error
	prepared []settings
	tasks    []task
	seed     int
}

func (s *stubThinker) prepare(want settings) error {
	s.prepared = append(s.prepared, want)
	return nil
}

func (s *stubThinker) think(ctx context.Context, b *gomoku.Board, t task) (gomoku.Result, error) {
	s.tasks = append(s.tasks, t)
	if s.err != nil {
		return gomoku.Result{}, s.err
	}
	legal := slices.DeleteFunc(b.AppendLegal(nil), func(p gomoku.Point) bool { return slices.Contains(t.excluded, p) })
	if len(legal) == 0 {
		return gomoku.Result{}, gomoku.ErrNoMove
	}
	s.seed += 37
	p := legal[s.seed%len(legal)]
	t.report(gomoku.Info{Depth: 1, SelDepth: 1, Line: gomoku.Line{Moves: []gomoku.Point{p}}})
	return gomoku.Result{Best: p, Depth: 1, Lines: []gomoku.Line{{Moves: []gomoku.Point{p}}}}, nil
}

// decide does each of the things that are allowed in its turn.
func (s *stubThinker) decide(ctx context.Context, state *opening.State, t task) (opening.Action, error) {
	s.tasks = append(s.tasks, t)
	if s.err != nil {
		return opening.Action{}, s.err
	}
	s.seed += 37
	_, allowed := state.Next()
	a := allowed[s.seed%len(allowed)]
	if a.Kind == opening.Put {
		legal := state.Board().AppendLegal(nil)
		from := s.seed % (len(legal) - a.N)
		a.Points = legal[from : from+a.N]
	}
	return a, nil
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
	var want []settings
	check := func() {
		t.Helper()
		s.brain.idle()
		if !slices.Equal(s.thinker.prepared, want) {
			t.Fatalf("prepared %+v, want %+v", s.thinker.prepared, want)
		}
	}
	now := settings{size: 15, rule: gomoku.Renju, memory: 100000000, fresh: true}
	s.feed("INFO max_memory 100000000", "INFO rule 4")
	check() // nothing before START
	s.feed("START 15")
	want = append(want, now)
	check()
	s.feed("INFO max_memory 90000000", "INFO rule 1")
	now.memory, now.rule, now.fresh = 90000000, gomoku.Standard, false
	want = append(want, now)
	check()
	s.feed("BEGIN", "INFO rule 1", "INFO time_left 3", "INFO max_memory 90000000", "INFO hash_size 0", "INFO hash_size 63", "INFO thread_num 0")
	check()
	s.feed("INFO hash_size 2048", "INFO thread_num 3")
	now.hash, now.threads = 2<<20, 3
	want = append(want, now)
	check()
	s.feed("RESTART")
	now.fresh = true
	want = append(want, now)
	check()
	s.feed("yxhashclear")
	want = append(want, now)
	check()
	s.feed("start 15 15") // in this dialect START comes before every move, and keeps what is known
	now.fresh = false
	want = append(want, now)
	check()
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
	for _, c := range []struct {
		settings settings
		want     int64
	}{
		{settings{memory: memoryUnsaid}, startHash},
		{settings{memory: 0}, freeHash},
		{settings{memory: leastMemory(1)}, leastHash},
		{settings{memory: leastMemory(9), threads: 9}, leastHash},
		{settings{memory: 90 << 20}, 30 << 20},
		{settings{memory: 350 << 20}, 350 << 20 / 3},
		{settings{memory: 1 << 40}, mostHash},
		{settings{memory: memoryUnsaid, hash: 2 << 20}, 2 << 20},
		{settings{memory: 350 << 20, hash: 200 << 20}, 200 << 20},
		{settings{memory: 100 << 20, hash: 200 << 20}, 100<<20 - fixedMemory},
		{settings{memory: 1 << 20, hash: 200 << 20}, leastHash},
	} {
		if got := c.settings.hashSize(); got != c.want {
			t.Errorf("%+v: %d, want %d", c.settings, got, c.want)
		}
	}
}

func TestTimePassesBetween(t *testing.T) {
	s := newSession()
	s.feed("START 15", "INFO timeout_turn 1000", "INFO timeout_match 3000")
	s.feed("BEGIN")
	if d := s.thinker.tasks[0].budget; d < 50*time.Millisecond || d > 600*time.Millisecond {
		t.Errorf("budget %v of 3 s", d)
	}
	s.brain.clock.spend(2900 * time.Millisecond)
	s.feed("TURN 0,0")
	if d := s.thinker.tasks[1].budget; d > 20*time.Millisecond {
		t.Errorf("budget %v of 0.1 s", d)
	}
	s.feed("RESTART", "BEGIN")
	if s.thinker.tasks[2].budget != s.thinker.tasks[0].budget {
		t.Errorf("a new game has budget %v, the first had %v", s.thinker.tasks[2].budget, s.thinker.tasks[0].budget)
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

	// Of several lines all of a depth are shown, or none.
	said, r.lines, r.last = nil, 3, now
	for range 100 {
		for rank := range 3 {
			now = now.Add(10 * time.Millisecond)
			info.Rank = rank
			r.progress(info)
		}
	}
	if len(said) < 12*3 || len(said) > 15*3 || len(said)%3 != 0 {
		t.Errorf("%d lines in three seconds", len(said))
	}
	for i, line := range said {
		if want := fmt.Sprintf("MESSAGE Depth 4-9 | Rank %d | ", i%3+1); !strings.HasPrefix(line, want) {
			t.Errorf("line %d is %q, want %q", i, line, want)
		}
	}
}

func TestYixinWords(t *testing.T) {
	s := newSession()
	s.feed("yxshowinfo", "START 15", "INFO max_depth 7", "INFO max_node 1000", "INFO rule 2")
	if len(s.msgs) != 2 || s.msgs[0] != fmt.Sprint("MESSAGE INFO MAX_THREAD_NUM ", runtime.NumCPU()) ||
		s.msgs[1] != fmt.Sprint("MESSAGE INFO MAX_HASH_SIZE ", map[int]int{64: 20, 32: 18}[strconv.IntSize]) {
		t.Errorf("yxshowinfo: %q", s.msgs)
	}
	if s.brain.game.rule != gomoku.Renju {
		t.Errorf("rule 2 is %v, want renju", s.brain.game.rule)
	}
	if got := s.feed("yxboard", "7,7,2", "8,8,1", "done"); len(got) != 0 || s.brain.game.board.Stones() != 2 {
		t.Fatalf("yxboard: %q, %d stones", got, s.brain.game.board.Stones())
	}
	if got := s.feed("yxblock", "0,0", "1,1", "2,2", "done", "yxblockundo", "1,1", "9,9", "done", "yxnbest 3"); len(got) != 1 || !coordinates.MatchString(got[0]) {
		t.Errorf("yxnbest: %q", got)
	}
	got := s.thinker.tasks[0]
	if want := []gomoku.Point{gomoku.At(0, 14), gomoku.At(2, 12)}; got.lines != 3 || got.depth != 7 || got.nodes != 1000 || !slices.Equal(got.excluded, want) {
		t.Errorf("yxnbest: task %+v", got)
	}
	// Neither a new game nor a list with a mistake changes what is blocked.
	if got := s.feed("yxblock", "3,3", "15,0", "done", "yxblock", "3,3", "x", "done"); len(got) != 2 || !matches(got[0], "ERROR") || !matches(got[1], "ERROR") {
		t.Errorf("bad yxblock: %q", got)
	}
	s.feed("INFO max_depth -1", "INFO max_node -1", "start 15 15", "begin", "yxblockreset", "yxbalanceone -20", "yxbalancetwo 30")
	if tasks := s.thinker.tasks[1:]; len(tasks) != 4 ||
		tasks[0].lines != 1 || len(tasks[0].excluded) != 2 || tasks[0].depth != 0 || tasks[0].nodes != 0 || tasks[0].balance ||
		!tasks[1].balance || tasks[1].target != -20 || len(tasks[1].excluded) != 0 ||
		!tasks[2].balance || tasks[2].target != 30 || !tasks[3].balance || tasks[3].target != -30 {
		t.Errorf("tasks %+v", tasks)
	} else if tasks[2].budget > tasks[1].budget/2 {
		t.Errorf("budget %v of each of two moves, %v of a single one", tasks[2].budget, tasks[1].budget)
	}
	if !twoMoves.MatchString(s.said[len(s.said)-1]) || s.brain.game.board.Stones() != 4 {
		t.Errorf("balance: %q, %d stones", s.said, s.brain.game.board.Stones())
	}
}

// In the protocol of Gomocup, rule 2 is a continuous game, which we do not play.
func TestRule2(t *testing.T) {
	s := newSession()
	s.feed("START 15", "INFO rule 2")
	if s.brain.game.rule != gomoku.Freestyle || len(s.msgs) != 1 {
		t.Errorf("rule %v, %q", s.brain.game.rule, s.msgs)
	}
	s.feed("start 15 15")
	if s.brain.game.rule != gomoku.Renju {
		t.Errorf("rule %v after a word of the other dialect, want renju", s.brain.game.rule)
	}
}

func TestSwap2(t *testing.T) {
	s := newSession()
	s.feed("START 15")
	for _, c := range []struct {
		stones string
		want   string // a pattern
	}{
		{"", `^\d+,\d+ \d+,\d+ \d+,\d+$`},
		{"7,7 7,8 9,9", `^(SWAP|\d+,\d+|\d+,\d+ \d+,\d+)$`},
		{"7,7 7,8 9,9", `^(SWAP|\d+,\d+|\d+,\d+ \d+,\d+)$`},
		{"7,7 7,8 9,9", `^(SWAP|\d+,\d+|\d+,\d+ \d+,\d+)$`},
		{"7,7 7,8 9,9 3,3 4,4", `^(SWAP|\d+,\d+)$`},
		{"7,7 7,8 9,9 3,3 4,4", `^(SWAP|\d+,\d+)$`},
	} {
		stones := strings.Fields(c.stones)
		got := s.feed(append(append([]string{"SWAP2BOARD"}, stones...), "DONE")...)
		if len(got) != 1 || !regexp.MustCompile(c.want).MatchString(got[0]) {
			t.Fatalf("%q: %q", c.stones, got)
		}
		// The stones of the list and of the answer lie there, the colors by turns.
		if got[0] != "SWAP" {
			stones = append(stones, strings.Fields(got[0])...)
		}
		var lie []string
		color := gomoku.Black
		for _, stone := range s.brain.game.stones {
			lie = append(lie, squareOf(stone.point, 15).String())
			if stone.color != color {
				t.Errorf("%q: %v at %v", c.stones, stone.color, stone.point)
			}
			color = color.Opponent()
		}
		if !slices.Equal(lie, stones) || s.brain.game.turn != color {
			t.Errorf("%q: answer %q, then there are %q", c.stones, got[0], lie)
		}
	}
	before := s.brain.game
	for _, bad := range []string{"7,7", "7,7 8,8", "7,7 8,8 7,7", "7,7 8,8 15,0", "1,1 2,2 3,3 4,4", "1,1 2,2 3,3 4,4 5,5 6,6", "1,1 2,2 x", "1,1,1 2,2,2 3,3,1"} {
		got := s.feed(append(append([]string{"SWAP2BOARD"}, strings.Fields(bad)...), "DONE")...)
		if len(got) != 1 || !matches(got[0], "ERROR") || s.brain.game != before {
			t.Errorf("%q: %q", bad, got)
		}
	}
	s.thinker.err = errors.New("no good")
	if got := s.feed("SWAP2BOARD", "DONE"); len(got) != 1 || !matches(got[0], "ERROR") || s.brain.game != before {
		t.Errorf("%q", got)
	}
}

func TestForbidden(t *testing.T) {
	s := newSession()
	s.feed("INFO rule 4", "START 15")
	// 7,7 is a double three, on both lines with room.
	stones := []string{"BOARD", "7,5,1", "0,0,2", "7,6,1", "14,0,2", "5,7,1", "0,14,2", "6,7,1", "14,14,2", "DONE"}
	stones[0] = "yxboard"
	if got := s.feed(append(stones, "yxshowforbid")...); len(got) != 1 || got[0] != "FORBID 0707." {
		t.Errorf("%q", got)
	}
	// White may play there.
	if got := s.feed("TAKEBACK 14,14", "yxshowforbid"); len(got) != 2 || got[1] != "FORBID ." {
		t.Errorf("%q", got)
	}
}

// A list of blocked points that leaves nothing is an error, and the position stays.
func TestAllBlocked(t *testing.T) {
	s := newSession()
	s.feed("START 5", "yxblock")
	for i := range 25 {
		s.feed(fmt.Sprintf("%d,%d", i%5, i/5))
	}
	s.feed("done")
	if got := s.feed("BEGIN"); len(got) != 1 || !strings.Contains(got[0], "yxblockreset") {
		t.Errorf("%q", got)
	}
	if got := s.feed("yxblockreset", "BEGIN"); len(got) != 1 || !matches(got[0], "COORD") {
		t.Errorf("%q", got)
	}
}

// A balanced move and the end of the game between the two of yxbalancetwo leave nothing half done.
func TestBalanceOnTheLastPoint(t *testing.T) {
	s := newSession()
	s.feed("START 5", "yxboard")
	for i := range 24 { // rows of XXOOX and OOXXO: no five
		field := 1 + (i%5/2+i/5)%2
		s.feed(fmt.Sprintf("%d,%d,%d", i%5, i/5, field))
	}
	s.feed("done")
	if n := s.brain.game.board.Stones(); n != 24 {
		t.Fatalf("%d stones", n)
	}
	if got := s.feed("yxbalancetwo 0"); len(got) != 1 || !matches(got[0], "ERROR") || s.brain.game.board.Stones() != 24 {
		t.Errorf("%q, %d stones", got, s.brain.game.board.Stones())
	}
	if got := s.feed("yxbalanceone 0"); len(got) != 1 || got[0] != "4,4" {
		t.Errorf("%q", got)
	}
}

// An oracle tells how many replies are due to a line, by the words alone and apart from the code under test.
type oracle struct {
	list  string // the word of the open list
	yixin bool   // after an unknown word of Yixin's
}

// due says how many lines that are no messages must follow the line: least to most.
func (o *oracle) due(line string) (least, most int) {
	line = strings.TrimSpace(line)
	word, _, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	word = strings.ToUpper(word)
	restarts := word == "START" || word == "RESTART" || word == "RECTSTART"
	switch {
	case line == "":
		return 0, 0
	case word == "END":
		return 0, 0
	case o.list != "" && word == "DONE":
		list := o.list
		o.list = ""
		if strings.HasPrefix(list, "YX") {
			return 0, 1 // an ERROR at most
		}
		return 1, 1
	case o.list != "" && !restarts:
		return 0, 0
	}
	o.list = ""
	if o.yixin && (word == "DONE" || line[0] >= '0' && line[0] <= '9') {
		o.yixin = word != "DONE"
		return 0, 0
	}
	o.yixin = false
	switch word {
	case "BOARD", "SWAP2BOARD", "YXBOARD", "YXBLOCK", "YXBLOCKUNDO":
		o.list = word
		return 0, 0
	case "INFO", "STOP", "YXSTOP", "YXBLOCKRESET", "YXHASHCLEAR", "YXSHOWINFO":
		return 0, 0
	case "YXNBEST", "YXBALANCEONE", "YXBALANCETWO", "YXSHOWFORBID":
		return 1, 1
	}
	o.yixin = strings.HasPrefix(word, "YX")
	return 1, 1
}

var replyShapes = regexp.MustCompile(`^(OK|SWAP|\d+,\d+( \d+,\d+){0,2}|ERROR .+|UNKNOWN .+|FORBID (\d{4})*\.|name=.+)$`)

// checkLine feeds a line and checks all that holds for every line.
func checkLine(t *testing.T, s *session, o *oracle, line string) {
	t.Helper()
	line = line[:min(len(line), maxLine)]
	least, most := o.due(line)
	before, blocked := s.brain.game, s.brain.blocked
	got := s.feed(line)
	if len(got) < least || len(got) > most {
		t.Fatalf("%q: %d replies %q, want %d to %d", line, len(got), got, least, most)
	}
	for _, r := range got {
		if !replyShapes.MatchString(r) {
			t.Fatalf("%q: reply %q is none of the protocol", line, r)
		}
	}
	for _, r := range append(got, s.msgs...) {
		if strings.ContainsAny(r, "\r\n\x00") || !utf8.ValidString(r) || len(r) > 2*maxLine {
			t.Fatalf("%q: %q is not one line of text", line, r)
		}
	}
	s.msgs = nil
	if len(got) == 1 && (strings.HasPrefix(got[0], "ERROR") || strings.HasPrefix(got[0], "UNKNOWN")) &&
		(s.brain.game != before || !slices.Equal(s.brain.blocked, blocked)) {
		t.Fatalf("%q: %q, but the position changed", line, got[0])
	}
	checkPosition(t, line, s.brain.game)
	word, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(line), "\t", " "), " ")
	if s.ended != strings.EqualFold(word, "END") {
		t.Fatalf("%q: ended %v", line, s.ended)
	}
}

// Whatever comes in, every command that needs a reply gets one, and the board stays one that the rules allow.
func FuzzBrain(f *testing.F) {
	f.Add("START 15\nBEGIN\nTURN 0,0\nTAKEBACK 0,0\nRESTART\nBOARD\n1,1,1\n2,2,2\nDONE\nEND")
	f.Add("info rule 4\r\nstart 5\r\nboard\r\n0,0,2\r\ndone\r\nturn 1,1\r\nturn 4,4\r\n")
	f.Add("BOARD\nSTART 6\nSTART 7\nBOARD\nBOARD\nDONE\nDONE\nPLAY 3,3\nSWAP2BOARD\n1,1\nDONE")
	f.Add("INFO timeout_turn 0\nINFO time_left -1\nINFO max_memory 1\nSTART 10\nINFO max_memory 0\nSTART 10\x00\nTURN 9,9")
	f.Add(strings.Repeat("START 5\nBEGIN\n", 3) + "TURN 0,1\nTURN 0,2\nTURN 0,3\nTURN 0,4\nTURN 1,1\nTURN 1,2\n")
	f.Add("yxshowinfo\nstart 15 15\ninfo rule 2\nyxboard\n7,7,1\ndone\nyxshowforbid\nyxblock\n1,1\ndone\nyxnbest 2\nyxblockundo\n1,1\ndone\nyxbalanceone 3\nyxbalancetwo\nyxblockreset\nyxhashclear\nyxdraw\n1,2\ndone\nyxstop")
	f.Fuzz(func(t *testing.T, script string) {
		s := newSession()
		var o oracle
		for line := range strings.FieldsFuncSeq(script, func(r rune) bool { return r == '\n' || r == '\r' }) {
			if checkLine(t, s, &o, line); s.ended {
				return
			}
		}
	})
}

// Streams of commands that a grammar makes and chance spoils, through the same checks: they come further than bytes at
// random do.
func TestRandomSessions(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 4))
		s := newSession()
		var o oracle
		for range 60 {
			if checkLine(t, s, &o, randomLine(r)); s.ended {
				break
			}
		}
	}
}

// randomLine is mostly a line that a manager might send, and now and then one that none should.
func randomLine(r *rand.Rand) string {
	number := func() string {
		switch r.IntN(12) {
		case 0:
			return []string{"-1", "2147483647", "99999999999999999999", "", "x", "1e3", "0x7", "+3", " 4 ", "\x00", "-9223372036854775808"}[r.IntN(11)]
		case 1:
			return strconv.Itoa(r.IntN(30))
		}
		return strconv.Itoa(r.IntN(6))
	}
	square := func() string { return number() + "," + number() }
	keys := slices.Sorted(maps.Keys(settingKeys))
	line := func() string {
		switch r.IntN(24) {
		case 0:
			return "START " + number()
		case 1:
			return "start 6 6"
		case 2:
			return "RECTSTART " + square()
		case 3, 4, 5, 6:
			return "TURN " + square()
		case 7:
			return []string{"BEGIN", "RESTART", "ABOUT", "STOP", "yxstop", "DONE", "FOO", "yxdraw", "yxblockreset", "yxhashclear", "yxshowinfo", "yxshowforbid"}[r.IntN(12)]
		case 8:
			return "INFO " + keys[r.IntN(len(keys))] + " " + number()
		case 9:
			return "INFO rule " + []string{"0", "1", "2", "4", "8", "9"}[r.IntN(6)]
		case 10:
			return "TAKEBACK " + square()
		case 11:
			return "PLAY " + square()
		case 12:
			return []string{"yxnbest ", "yxbalanceone ", "yxbalancetwo "}[r.IntN(3)] + number()
		case 13, 14:
			return []string{"BOARD", "yxboard", "SWAP2BOARD", "yxblock", "yxblockundo"}[r.IntN(5)]
		case 15, 16, 17:
			return "DONE"
		case 18:
			return square()
		}
		return square() + "," + []string{"1", "2", "1", "2", "1", "2", "3", number()}[r.IntN(8)]
	}
	b := []byte(line())
	switch r.IntN(40) { // a mutation
	case 0:
		b = slices.Insert(b, r.IntN(len(b)+1), byte(r.IntN(256)))
	case 1:
		b = b[:r.IntN(len(b)+1)]
	case 2:
		b = bytes.Repeat(b, 1+r.IntN(300))
	case 3:
		b = append(b, line()...)
	case 4:
		b = append(b, '\r')
	}
	return strings.NewReplacer("\n", "", "\r", "").Replace(string(b))
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

// A waitingThinker thinks until it is told to stop. That it thinks, it says.
type waitingThinker struct {
	stubThinker
	thinking chan bool
}

func (w *waitingThinker) think(ctx context.Context, b *gomoku.Board, t task) (gomoku.Result, error) {
	w.thinking <- true
	<-ctx.Done()
	if err := context.Cause(ctx); err != errStop {
		return gomoku.Result{}, err
	}
	return w.stubThinker.think(ctx, b, t)
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

// What was sent between a move and the END that gives it up is not done: it was meant for after the move.
func TestEndDuringAMove(t *testing.T) {
	in, send := io.Pipe()
	var out strings.Builder
	thinker := &waitingThinker{thinking: make(chan bool, 9)}
	done := make(chan bool)
	go func() {
		serve(in, &out, thinker, 1, nil)
		close(done)
	}()
	io.WriteString(send, "START 15\nBEGIN\nTURN 7,7\nTAKEBACK 7,7\nABOUT\n")
	<-thinker.thinking
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
		thinker := &waitingThinker{thinking: make(chan bool, 9)}
		serve(strings.NewReader("START 15\nBEGIN\nTURN 3,3\nFOO\nBOARD\nDONE\nABOUT\n"+end), &out, thinker, 1, nil)
		if got, want := replies(out.String()), "OK|move|move|UNKNOWN|move|name"; got != want {
			t.Errorf("%q: got %q, want %q", end, got, want)
		}
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
			serve(strings.NewReader(c.in), &out, &stubThinker{}, 1, nil)
			if got := replies(out.String()); got != c.want {
				t.Errorf("got %.200q, want %.200q", got, c.want)
			}
		})
	}
}
