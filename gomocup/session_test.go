package gomocup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
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

// A stubPlayer moves at once: on the first legal point from a place that changes with every move.
type stubPlayer struct {
	err      error
	prepared []Settings
	tasks    []task
	seed     int
}

// A task is what a stubPlayer was asked.
type task struct {
	Query
	Limits
}

func (p *stubPlayer) Prepare(s Settings) error {
	s.Message = nil
	p.prepared = append(p.prepared, s)
	return nil
}

func (p *stubPlayer) Move(ctx context.Context, b *gomoku.Board, l Limits) (gomoku.Result, error) {
	return p.Analyze(ctx, b, Query{Lines: 1}, l)
}

func (p *stubPlayer) Analyze(ctx context.Context, b *gomoku.Board, q Query, l Limits) (gomoku.Result, error) {
	p.tasks = append(p.tasks, task{q, l})
	if p.err != nil {
		return gomoku.Result{}, p.err
	}
	legal := slices.DeleteFunc(b.AppendLegal(nil), func(p gomoku.Point) bool { return slices.Contains(q.Excluded, p) })
	if len(legal) == 0 {
		return gomoku.Result{}, gomoku.ErrNoMove
	}
	p.seed += 37
	best := legal[p.seed%len(legal)]
	l.Progress(gomoku.Info{Depth: 1, SelDepth: 1, Line: gomoku.Line{Moves: []gomoku.Point{best}}})
	return gomoku.Result{Best: best, Depth: 1, Lines: []gomoku.Line{{Moves: []gomoku.Point{best}}}}, nil
}

// Decide does each of the things that are allowed in its turn.
func (p *stubPlayer) Decide(ctx context.Context, state *opening.State, l Limits) (opening.Action, error) {
	p.tasks = append(p.tasks, task{Query{}, l})
	if p.err != nil {
		return opening.Action{}, p.err
	}
	p.seed += 37
	_, allowed := state.Next()
	choice := allowed[p.seed%len(allowed)]
	a := opening.Action{Kind: choice.Kind}
	if n := choice.Points; n > 0 {
		legal := state.Board().AppendLegal(nil)
		from := p.seed % (len(legal) - n)
		a.Points = legal[from : from+n]
	}
	return a, nil
}

// A talk feeds lines to a session and gathers what it says. Its clock stands still.
type talk struct {
	session *session
	parser  parser
	player  *stubPlayer
	said    []string // since the last feed, without MESSAGE lines
	msgs    []string
	time    time.Time
	ctx     context.Context
	ended   bool
}

func newTalk() *talk {
	s := &talk{player: &stubPlayer{}, time: time.Unix(0, 0), ctx: context.Background()}
	s.session = newSession(s.player, 0, func(line string) {
		if strings.HasPrefix(line, "MESSAGE ") {
			s.msgs = append(s.msgs, line)
		} else {
			s.said = append(s.said, line)
		}
	}, func() time.Time { return s.time })
	return s
}

func (s *talk) feed(lines ...string) []string {
	s.said = nil
	for _, l := range lines {
		for _, cmd := range s.parser.feed(l) {
			r := request{s.ctx, s.time, func() error { return nil }}
			if !s.session.handle(r, cmd) {
				s.ended = true
			}
		}
	}
	return s.said
}

func TestOrientation(t *testing.T) {
	s := newTalk()
	s.feed("START 15", "TURN 0,0")
	if got := s.session.game.board.At(gomoku.At(0, 14)); got != gomoku.Black {
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
			s := newTalk()
			s.feed("START 15")
			stones := strings.Fields(c.list)
			got := s.feed(append(append([]string{"BOARD"}, stones...), "DONE")...)
			if len(got) != 1 || strings.HasPrefix(got[0], "ERROR") {
				t.Fatalf("reply %q", got)
			}
			if turn := s.session.game.turn.Opponent(); turn != c.turn {
				t.Errorf("%v was to move, want %v", turn, c.turn)
			}
			wantLen := 1
			if c.alternates {
				wantLen += len(stones)
			}
			if n := s.session.game.board.Len(); n != wantLen {
				t.Errorf("%d moves on the board, want %d", n, wantLen)
			}
			if n := s.session.game.board.Stones(); n != len(stones)+1 {
				t.Errorf("%d stones, want %d", n, len(stones)+1)
			}
		})
	}
}

func TestErrorChangesNothing(t *testing.T) {
	s := newTalk()
	s.feed("START 15", "TURN 7,7")
	before := s.session.game
	for _, err := range []error{gomoku.ErrNoMove, errors.New("no good"), errEnd} {
		s.player.err = err
		if err == errEnd {
			var cancel context.CancelCauseFunc
			s.ctx, cancel = context.WithCancelCause(s.ctx)
			cancel(errEnd)
		}
		got := s.feed("TURN 0,14")
		if want := err != errEnd; len(got) > 0 != want || want && !strings.HasPrefix(got[0], "ERROR ") {
			t.Errorf("%v: reply %q", err, got)
		}
		if s.session.game != before {
			t.Errorf("%v: the position changed", err)
		}
	}
}

func TestTakeBack(t *testing.T) {
	s := newTalk()
	s.feed("START 15")
	s.feed("BOARD", "7,7,1", "8,8,2", "9,9,1", "1,1,2", "DONE")
	ours := squareOf(s.session.game.stones[4].point, 15)
	// Ours and theirs in either order: the opponent is to move again, and it has the same color.
	for _, order := range [][]string{{"TAKEBACK 1,1", "TAKEBACK " + ours.String()}, {"TAKEBACK " + ours.String(), "TAKEBACK 1,1"}} {
		kept := s.session.game
		if got := s.feed(order...); len(got) != 2 || got[0] != "OK" || got[1] != "OK" {
			t.Fatalf("%q: %q", order, got)
		}
		if g := s.session.game; g.turn != gomoku.White || g.board.Turn() != gomoku.White || g.board.Stones() != 3 {
			t.Errorf("%q: %v to move, %d stones", order, g.turn, g.board.Stones())
		}
		s.session.game = kept
	}
	// Out of the middle
	if got := s.feed("TAKEBACK 8,8"); got[0] != "OK" || s.session.game.board.At(gomoku.At(8, 6)) != gomoku.Empty {
		t.Errorf("8,8: %q", got)
	}
}

func TestPreparation(t *testing.T) {
	s := newTalk()
	var want []Settings
	check := func() {
		t.Helper()
		_ = s.session.prepare()
		if !reflect.DeepEqual(s.player.prepared, want) {
			t.Fatalf("prepared %+v, want %+v", s.player.prepared, want)
		}
	}
	now := Settings{Size: 15, Rule: gomoku.Renju, Memory: 100000000, Threads: 1, NewGame: true}
	s.feed("INFO max_memory 100000000", "INFO rule 4")
	check() // nothing before START
	s.feed("START 15")
	want = append(want, now)
	check()
	s.feed("INFO max_memory 90000000", "INFO rule 1")
	now.Memory, now.Rule, now.NewGame = 90000000, gomoku.Standard, false
	want = append(want, now)
	check()
	s.feed("BEGIN", "INFO rule 1", "INFO time_left 3", "INFO max_memory 90000000", "INFO hash_size 0", "INFO hash_size 63", "INFO thread_num 0")
	check()
	s.feed("INFO hash_size 2048", "INFO thread_num 3")
	now.HashSize, now.Threads = 2<<20, 3
	want = append(want, now)
	check()
	s.feed("RESTART")
	now.NewGame = true
	want = append(want, now)
	check()
	s.feed("yxhashclear")
	want = append(want, now)
	check()
	s.feed("start 15 15") // in this dialect START comes before every move, and keeps what is known
	now.NewGame = false
	want = append(want, now)
	check()
}

func TestTooLittleMemory(t *testing.T) {
	s := newTalk()
	s.session.player = NewPlayer(newSearcher(t))
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
		settings Settings
		want     int64
	}{
		{Settings{Memory: MemoryUnknown}, startHash},
		{Settings{Memory: 0}, freeHash},
		{Settings{Memory: leastMemory(1)}, leastHash},
		{Settings{Memory: leastMemory(9), Threads: 9}, leastHash},
		{Settings{Memory: 90 << 20}, 30 << 20},
		{Settings{Memory: 350 << 20}, 350 << 20 / 3},
		{Settings{Memory: 1 << 40}, mostHash},
		{Settings{Memory: MemoryUnknown, HashSize: 2 << 20}, 2 << 20},
		{Settings{Memory: 350 << 20, HashSize: 200 << 20}, 200 << 20},
		{Settings{Memory: 100 << 20, HashSize: 200 << 20}, 100<<20 - fixedMemory},
		{Settings{Memory: 1 << 20, HashSize: 200 << 20}, leastHash},
	} {
		if got := hashSize(c.settings); got != c.want {
			t.Errorf("%+v: %d, want %d", c.settings, got, c.want)
		}
	}
}

func TestTimePassesBetween(t *testing.T) {
	s := newTalk()
	s.feed("START 15", "INFO timeout_turn 1000", "INFO timeout_match 3000")
	s.feed("BEGIN")
	if d := s.player.tasks[0].Time; d < 50*time.Millisecond || d > 600*time.Millisecond {
		t.Errorf("budget %v of 3 s", d)
	}
	s.session.clock.spend(2900 * time.Millisecond)
	s.feed("TURN 0,0")
	if d := s.player.tasks[1].Time; d > 20*time.Millisecond {
		t.Errorf("budget %v of 0.1 s", d)
	}
	s.feed("RESTART", "BEGIN")
	if s.player.tasks[2].Time != s.player.tasks[0].Time {
		t.Errorf("a new game has budget %v, the first had %v", s.player.tasks[2].Time, s.player.tasks[0].Time)
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
	s := newTalk()
	s.feed("yxshowinfo", "START 15", "INFO max_depth 7", "INFO max_node 1000", "INFO rule 2")
	if len(s.msgs) != 2 || s.msgs[0] != fmt.Sprint("MESSAGE INFO MAX_THREAD_NUM ", runtime.NumCPU()) ||
		s.msgs[1] != fmt.Sprint("MESSAGE INFO MAX_HASH_SIZE ", map[int]int{64: 20, 32: 18}[strconv.IntSize]) {
		t.Errorf("yxshowinfo: %q", s.msgs)
	}
	if s.session.game.rule != gomoku.Renju {
		t.Errorf("rule 2 is %v, want renju", s.session.game.rule)
	}
	if got := s.feed("yxboard", "7,7,2", "8,8,1", "done"); len(got) != 0 || s.session.game.board.Stones() != 2 {
		t.Fatalf("yxboard: %q, %d stones", got, s.session.game.board.Stones())
	}
	if got := s.feed("yxblock", "0,0", "1,1", "2,2", "done", "yxblockundo", "1,1", "9,9", "done", "yxnbest 3"); len(got) != 1 || !oneMove.MatchString(got[0]) {
		t.Errorf("yxnbest: %q", got)
	}
	got := s.player.tasks[0]
	if want := []gomoku.Point{gomoku.At(0, 14), gomoku.At(2, 12)}; got.Lines != 3 || got.Depth != 7 || got.Nodes != 1000 || !slices.Equal(got.Excluded, want) {
		t.Errorf("yxnbest: task %+v", got)
	}
	// Neither a new game nor a list with a mistake changes what is blocked.
	if got := s.feed("yxblock", "3,3", "15,0", "done", "yxblock", "3,3", "x", "done"); len(got) != 2 || !matches(got[0], "ERROR") || !matches(got[1], "ERROR") {
		t.Errorf("bad yxblock: %q", got)
	}
	s.feed("INFO max_depth -1", "INFO max_node -1", "start 15 15", "begin", "yxblockreset", "yxbalanceone -20", "yxbalancetwo 30")
	if tasks := s.player.tasks[1:]; len(tasks) != 4 ||
		tasks[0].Lines != 1 || len(tasks[0].Excluded) != 2 || tasks[0].Depth != 0 || tasks[0].Nodes != 0 || tasks[0].Balance ||
		!tasks[1].Balance || tasks[1].Target != -20 || len(tasks[1].Excluded) != 0 ||
		!tasks[2].Balance || tasks[2].Target != 30 || !tasks[3].Balance || tasks[3].Target != -30 {
		t.Errorf("tasks %+v", tasks)
	} else if tasks[2].Time > tasks[1].Time/2 {
		t.Errorf("budget %v of each of two moves, %v of a single one", tasks[2].Time, tasks[1].Time)
	}
	if !twoMoves.MatchString(s.said[len(s.said)-1]) || s.session.game.board.Stones() != 4 {
		t.Errorf("balance: %q, %d stones", s.said, s.session.game.board.Stones())
	}
}

// In the protocol of Gomocup, rule 2 is a continuous game, which we do not play.
func TestRule2(t *testing.T) {
	s := newTalk()
	s.feed("START 15", "INFO rule 2")
	if s.session.game.rule != gomoku.Freestyle || len(s.msgs) != 1 {
		t.Errorf("rule %v, %q", s.session.game.rule, s.msgs)
	}
	s.feed("start 15 15")
	if s.session.game.rule != gomoku.Renju {
		t.Errorf("rule %v after a word of the other dialect, want renju", s.session.game.rule)
	}
}

func TestSwap2(t *testing.T) {
	s := newTalk()
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
		for _, stone := range s.session.game.stones {
			lie = append(lie, squareOf(stone.point, 15).String())
			if stone.color != color {
				t.Errorf("%q: %v at %v", c.stones, stone.color, stone.point)
			}
			color = color.Opponent()
		}
		if !slices.Equal(lie, stones) || s.session.game.turn != color {
			t.Errorf("%q: answer %q, then there are %q", c.stones, got[0], lie)
		}
	}
	before := s.session.game
	for _, bad := range []string{"7,7", "7,7 8,8", "7,7 8,8 7,7", "7,7 8,8 15,0", "1,1 2,2 3,3 4,4", "1,1 2,2 3,3 4,4 5,5 6,6", "1,1 2,2 x", "1,1,1 2,2,2 3,3,1"} {
		got := s.feed(append(append([]string{"SWAP2BOARD"}, strings.Fields(bad)...), "DONE")...)
		if len(got) != 1 || !matches(got[0], "ERROR") || s.session.game != before {
			t.Errorf("%q: %q", bad, got)
		}
	}
	s.player.err = errors.New("no good")
	if got := s.feed("SWAP2BOARD", "DONE"); len(got) != 1 || !matches(got[0], "ERROR") || s.session.game != before {
		t.Errorf("%q", got)
	}
}

func TestForbidden(t *testing.T) {
	s := newTalk()
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
	s := newTalk()
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
	s := newTalk()
	s.feed("START 5", "yxboard")
	for i := range 24 { // rows of XXOOX and OOXXO: no five
		field := 1 + (i%5/2+i/5)%2
		s.feed(fmt.Sprintf("%d,%d,%d", i%5, i/5, field))
	}
	s.feed("done")
	if n := s.session.game.board.Stones(); n != 24 {
		t.Fatalf("%d stones", n)
	}
	if got := s.feed("yxbalancetwo 0"); len(got) != 1 || !matches(got[0], "ERROR") || s.session.game.board.Stones() != 24 {
		t.Errorf("%q, %d stones", got, s.session.game.board.Stones())
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
func checkLine(t *testing.T, s *talk, o *oracle, line string) {
	t.Helper()
	line = line[:min(len(line), maxLine)]
	least, most := o.due(line)
	before, blocked := s.session.game, s.session.blocked
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
		(s.session.game != before || !slices.Equal(s.session.blocked, blocked)) {
		t.Fatalf("%q: %q, but the position changed", line, got[0])
	}
	checkPosition(t, line, s.session.game)
	word, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(line), "\t", " "), " ")
	if s.ended != strings.EqualFold(word, "END") {
		t.Fatalf("%q: ended %v", line, s.ended)
	}
}

// Whatever comes in, every command that needs a reply gets one, and the board stays one that the rules allow.
func FuzzServe(f *testing.F) {
	f.Add("START 15\nBEGIN\nTURN 0,0\nTAKEBACK 0,0\nRESTART\nBOARD\n1,1,1\n2,2,2\nDONE\nEND")
	f.Add("info rule 4\r\nstart 5\r\nboard\r\n0,0,2\r\ndone\r\nturn 1,1\r\nturn 4,4\r\n")
	f.Add("BOARD\nSTART 6\nSTART 7\nBOARD\nBOARD\nDONE\nDONE\nPLAY 3,3\nSWAP2BOARD\n1,1\nDONE")
	f.Add("INFO timeout_turn 0\nINFO time_left -1\nINFO max_memory 1\nSTART 10\nINFO max_memory 0\nSTART 10\x00\nTURN 9,9")
	f.Add(strings.Repeat("START 5\nBEGIN\n", 3) + "TURN 0,1\nTURN 0,2\nTURN 0,3\nTURN 0,4\nTURN 1,1\nTURN 1,2\n")
	f.Add("yxshowinfo\nstart 15 15\ninfo rule 2\nyxboard\n7,7,1\ndone\nyxshowforbid\nyxblock\n1,1\ndone\nyxnbest 2\nyxblockundo\n1,1\ndone\nyxbalanceone 3\nyxbalancetwo\nyxblockreset\nyxhashclear\nyxdraw\n1,2\ndone\nyxstop")
	f.Fuzz(func(t *testing.T, script string) {
		s := newTalk()
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
		s := newTalk()
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
