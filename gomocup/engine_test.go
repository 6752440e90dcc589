package gomocup

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// The test program is the engine of its own tests: with this variable set it is a brain of those manners.
const (
	mannersVariable = "GOMOCUP_TEST_MANNERS"
	pidsVariable    = "GOMOCUP_TEST_PIDS" // a file for the numbers of the processes
)

func TestMain(m *testing.M) {
	if manners := os.Getenv(mannersVariable); manners != "" {
		fakeEngine(manners)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func testEngine(t *testing.T, manners string) (e *Engine, pids string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	pids = filepath.Join(t.TempDir(), "pids")
	e = &Engine{
		Path: self, Env: append(os.Environ(), mannersVariable+"="+manners, pidsVariable+"="+pids),
		Grace: 10 * time.Second, Stderr: os.Stderr, // the machine may do much else
	}
	t.Cleanup(func() {
		e.Close()
		noOrphans(t, pids)
	})
	return e, pids
}

// notePid appends the number of this process to the file.
func notePid() {
	f, err := os.OpenFile(os.Getenv(pidsVariable), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err == nil {
		fmt.Fprintln(f, os.Getpid())
		f.Close()
	}
}

// fakeEngine plays along the top row from the left, after its manners.
func fakeEngine(manners string) {
	notePid()
	if strings.HasPrefix(manners, "parent ") { // with a child that has its input and output, and outlives it
		manners = strings.TrimPrefix(manners, "parent ")
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), mannersVariable+"=child")
		child.Stdin, child.Stdout = os.Stdin, os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
		time.Sleep(50 * time.Millisecond) // so that it has noted its number
	}
	if manners == "child" || manners == "mute" {
		time.Sleep(time.Minute)
		return
	}
	if manners == "brain" {
		s, err := gomoku.NewSearcher()
		if err == nil {
			err = Serve(context.Background(), os.Stdin, os.Stdout, NewPlayer(s), nil)
		}
		if err != nil {
			panic(err)
		}
		return
	}
	if manners == "crash at once" {
		os.Exit(3)
	}
	moves, size := 0, 15
	move := func() {
		moves++
		switch manners {
		case "talkative":
			fmt.Println("DEBUG x\nMESSAGE Depth 5-9 | Eval -17 | Nodes 12K | Line 3,3 4,4\nhello\nUNKNOWN INFO time_left\nMESSAGE depth 7 ev -M6")
		case "flood":
			for {
				fmt.Println("MESSAGE all work and no play makes jack a dull boy")
			}
		case "flood of suggestions":
			for {
				fmt.Println("SUGGEST 3,4")
			}
		case "endless line":
			for {
				fmt.Print("MESSAGE all work and no play makes jack a dull boy")
			}
		case "crash":
			os.Exit(3)
		case "close":
			os.Stdout.Close()
			time.Sleep(time.Minute)
		case "hang":
			time.Sleep(time.Minute)
		case "late":
			time.Sleep(150 * time.Millisecond)
		case "garbage":
			fmt.Println("7;7\n\x00\xff,1\n1,2,3\nOK\n,\n-1,4")
			time.Sleep(time.Minute)
		case "off board":
			fmt.Println("15,3")
			return
		case "number":
			fmt.Println("99999999999999999999,3")
			return
		case "occupied":
			fmt.Println("7,7")
			return
		case "refuse move":
			fmt.Println("ERROR I would rather not")
			return
		case "suggest":
			fmt.Println("SUGGEST 3,4")
			return
		}
		fmt.Printf("%d,0\n", moves-1)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word, rest := split(in.Text())
		switch {
		case word == "START" && manners == "refuse size":
			fmt.Println("ERROR unsupported size")
		case word == "START":
			fmt.Sscan(rest, &size)
			fmt.Println("OK")
		case word == "INFO" && strings.HasPrefix(rest, "rule ") && manners == "refuse rule":
			fmt.Println("ERROR unsupported rule")
		case word == "BEGIN" || word == "TURN" || word == "DONE":
			move()
		case word == "PLAY":
			fmt.Println(rest)
		case word == "END":
			if manners == "ignore END" {
				time.Sleep(time.Minute)
			}
			return
		}
	}
	if manners == "ignore END" {
		time.Sleep(time.Minute)
	}
}

func testBoard(t *testing.T, moves ...string) *gomoku.Board {
	t.Helper()
	b, err := gomoku.NewBoard(15, gomoku.Freestyle)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		p, err := gomoku.ParsePoint(m)
		if err == nil {
			err = b.Play(p)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// What engines do wrong comes back as an error of its kind, within the time, and leaves no process.
func TestEngineManners(t *testing.T) {
	for _, c := range []struct {
		manners string
		start   error // of NewGame
		move    error
		best    string
	}{
		{manners: "good", best: "a15"},
		{manners: "talkative", best: "a15"},
		{manners: "late", best: "a15"},
		{manners: "suggest", best: "d11"},
		{manners: "ignore END", best: "a15"},
		{manners: "parent good", best: "a15"},
		{manners: "mute", start: ErrTimeout},
		{manners: "crash at once", start: ErrCrashed},
		{manners: "parent crash at once", start: ErrCrashed},
		{manners: "parent mute", start: ErrTimeout},
		{manners: "refuse size", start: ErrRefused},
		{manners: "refuse rule", start: ErrRefused},
		{manners: "flood", move: ErrTimeout},
		{manners: "flood of suggestions", move: ErrTimeout},
		{manners: "endless line", move: ErrTimeout},
		{manners: "crash", move: ErrCrashed},
		{manners: "parent crash", move: ErrCrashed},
		{manners: "close", move: ErrCrashed},
		{manners: "hang", move: ErrTimeout},
		{manners: "parent hang", move: ErrTimeout},
		{manners: "garbage", move: ErrTimeout},
		{manners: "off board", move: ErrIllegalMove, best: "-"},
		{manners: "number", move: ErrIllegalMove, best: "-"},
		{manners: "occupied", move: ErrIllegalMove, best: "h8"},
		{manners: "refuse move", move: ErrRefused},
	} {
		t.Run(c.manners, func(t *testing.T) {
			t.Parallel()
			e, _ := testEngine(t, c.manners)
			if c.start == ErrTimeout {
				e.StartTimeout = 300 * time.Millisecond
			}
			if c.move == ErrTimeout {
				e.Grace = 300 * time.Millisecond
			}
			err := e.NewGame(15, gomoku.Freestyle, 0)
			if !errors.Is(err, c.start) || err == nil != (c.start == nil) {
				t.Fatalf("NewGame: %v, want %v", err, c.start)
			}
			if begins := errors.Is(err, ErrStart); err != nil && begins == errors.Is(err, ErrRefused) {
				t.Errorf("NewGame: %v is ErrStart: %v", err, begins)
			}
			if err != nil {
				return
			}
			r, err := e.Move(t.Context(), testBoard(t, "h8"), gomoku.Clock{PerMove: 100 * time.Millisecond})
			if !errors.Is(err, c.move) || err == nil != (c.move == nil) {
				t.Fatalf("Move: %v, want %v", err, c.move)
			}
			if c.best != "" && r.Best.String() != c.best {
				t.Errorf("Move: %v, want %s", r.Best, c.best)
			}
			if c.manners == "talkative" && (r.Score != gomoku.LossIn(6) || r.Depth != 7 || r.Stats.Nodes != 12000) {
				t.Errorf("score %v, depth %d, %d nodes; want -M6, 7, 12000", r.Score, r.Depth, r.Stats.Nodes)
			}
		})
	}
}

// The end of a context ends the process, whatever it does at the time, and the next move gets another one.
func TestEngineCanceled(t *testing.T) {
	for _, manners := range []string{"hang", "parent hang", "flood"} {
		t.Run(manners, func(t *testing.T) {
			t.Parallel()
			e, pids := testEngine(t, manners)
			if err := e.NewGame(15, gomoku.Freestyle, 0); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				ctx, cancel := context.WithCancelCause(t.Context())
				enough := errors.New("enough")
				time.AfterFunc(100*time.Millisecond, func() { cancel(enough) })
				if _, err := e.Move(ctx, testBoard(t), gomoku.Clock{PerMove: time.Minute}); err != enough {
					t.Errorf("Move: %v, want the cause of its context", err)
				}
				noOrphans(t, pids)
			}
		})
	}
}

// Close ends a move that is under way; NewGame begins anew.
func TestEngineClosed(t *testing.T) {
	e, pids := testEngine(t, "hang")
	if _, err := e.Move(t.Context(), testBoard(t), gomoku.Clock{}); err == nil {
		t.Error("Move before NewGame: no error")
	}
	for range 2 {
		if err := e.NewGame(15, gomoku.Freestyle, 0); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(100*time.Millisecond, func() { e.Close() })
		if _, err := e.Move(t.Context(), testBoard(t), gomoku.Clock{PerMove: time.Minute}); !errors.Is(err, ErrClosed) {
			t.Errorf("Move: %v, want ErrClosed", err)
		}
		if _, err := e.Move(t.Context(), testBoard(t), gomoku.Clock{}); !errors.Is(err, ErrClosed) {
			t.Errorf("Move after Close: %v, want ErrClosed", err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		noOrphans(t, pids)
	}
}

func TestEngineThatIsNone(t *testing.T) {
	e := &Engine{Path: filepath.Join(t.TempDir(), "nothing")}
	if err := e.NewGame(15, gomoku.Freestyle, 0); !errors.Is(err, ErrStart) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, want ErrStart and os.ErrNotExist", err)
	}
	if err := e.NewGame(4, gomoku.Freestyle, 0); err == nil || errors.Is(err, ErrStart) {
		t.Errorf("size 4: %v", err)
	}
}

func TestEngineFields(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nothing")
	for _, c := range []struct {
		engine *Engine
		want   string
	}{
		{&Engine{}, "Path"},
		{&Engine{Path: path, Memory: -1}, "Memory is -1"},
		{&Engine{Path: path, StartTimeout: -1}, "StartTimeout is -1ns"},
		{&Engine{Path: path, Grace: -1}, "Grace is -1ns"},
		{&Engine{Path: path, Info: []string{"thread_num"}}, "key and a value"},
		{&Engine{Path: path, Info: []string{""}}, "key and a value"},
		{&Engine{Path: path, Info: []string{"thread_num 2\nEND"}}, "one line"},
	} {
		if err := c.engine.NewGame(15, gomoku.Freestyle, 0); err == nil || errors.Is(err, ErrStart) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want an error about %q", err, c.want)
		}
	}
	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	e := &Engine{Path: path, size: 15}
	for _, c := range []gomoku.Clock{{Left: -1}, {Increment: -1}, {PerMove: -1}} {
		if _, err := e.Move(t.Context(), b, c); err == nil || !strings.Contains(err.Error(), "negative time") {
			t.Errorf("clock %v: %v, want an error about a negative time", c, err)
		}
	}
}

// What is asked depends on what the engine knows already.
func TestQuestions(t *testing.T) {
	var log bytes.Buffer
	e, _ := testEngine(t, "good")
	e.Log = &log
	if err := e.NewGame(15, gomoku.Freestyle, 0); err != nil {
		t.Fatal(err)
	}
	asked := func(b *gomoku.Board) string {
		t.Helper()
		log.Reset()
		if _, err := e.Move(t.Context(), b, gomoku.Clock{Left: time.Minute, Increment: time.Second, PerMove: 2 * time.Second}); err != nil {
			t.Fatal(err)
		}
		var sent []string
		for line := range strings.Lines(log.String()) {
			if _, text, ok := strings.Cut(line, " > "); ok {
				sent = append(sent, strings.TrimSpace(text))
			}
		}
		return strings.Join(sent, "|")
	}
	for _, c := range []struct {
		name string
		b    *gomoku.Board
		want string
	}{
		{"first", testBoard(t), "INFO timeout_match 60000|INFO timeout_turn 2000|INFO time_increment 1000|INFO time_left 60000|BEGIN"},
		{"next", testBoard(t, "a15", "h8"), "INFO time_left 60000|TURN 7,7"},
		{"after a move taken back", testBoard(t, "a15", "h8", "c3", "d4"), "INFO time_left 60000|BOARD|0,0,1|7,7,2|2,12,1|3,11,2|DONE"},
		{"next again", testBoard(t, "a15", "h8", "c3", "d4", "c15", "e5"), "INFO time_left 60000|TURN 4,10"},
		{"another process", testBoard(t), "START 15|INFO max_memory 0|INFO game_type 1|INFO rule 0|INFO timeout_match 60000|INFO timeout_turn 2000|INFO time_increment 1000|INFO time_left 60000|BEGIN"},
	} {
		if got := asked(c.b); !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: asked %q, want %q", c.name, got, c.want)
		}
	}
	setUp, err := gomoku.NewPosition(15, gomoku.Freestyle, []gomoku.Point{gomoku.At(1, 1), gomoku.At(2, 1)}, []gomoku.Point{gomoku.At(3, 1)}, gomoku.White)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := asked(setUp), "BOARD|1,13,2|3,13,1|2,13,2|DONE"; !strings.HasSuffix(got, want) {
		t.Errorf("set up: asked %q, want %q", got, want)
	}
}

func TestTiming(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		clock    gomoku.Clock
		turn     int64
		left     int64
		patience time.Duration
	}{
		{gomoku.Clock{}, 1000, noLimit, s},
		{gomoku.Clock{PerMove: 5 * s}, 5000, noLimit, 5 * s},
		{gomoku.Clock{Left: 90 * s, PerMove: 5 * s}, 5000, 90000, 5 * s},
		{gomoku.Clock{Left: 3 * s, PerMove: 5 * s}, 3000, 3000, 3 * s},
		{gomoku.Clock{Left: 3 * s}, 3000, 3000, 3 * s},
		{gomoku.Clock{PerMove: time.Microsecond}, 1, noLimit, time.Microsecond},
	} {
		info, patience := timing(context.Background(), c.clock)
		if info.turn != c.turn || info.left != c.left || patience != c.patience {
			t.Errorf("%+v: %+v, %v", c.clock, info, patience)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), s)
	defer cancel()
	if info, patience := timing(ctx, gomoku.Clock{PerMove: 5 * s}); info.turn < 800 || info.turn > 960 || patience > s {
		t.Errorf("a deadline in a second: %+v, %v", info, patience)
	}
}

// A whole game of two brains of this package, one in this process and one in another.
func TestBothEnds(t *testing.T) {
	e, _ := testEngine(t, "brain")
	for _, rule := range []gomoku.Rule{gomoku.Freestyle, gomoku.Standard, gomoku.Renju, gomoku.Caro, gomoku.CaroOverline} {
		if err := e.NewGame(9, rule, 0); err != nil {
			t.Fatal(err)
		}
		b, err := gomoku.NewBoard(9, rule)
		if err != nil {
			t.Fatal(err)
		}
		for b.Outcome() == gomoku.Undecided {
			r, err := e.Move(t.Context(), b, gomoku.Clock{PerMove: 8 * time.Millisecond})
			if errors.Is(err, ErrRefused) && len(b.AppendLegal(nil)) == 0 {
				break // only forbidden points are left
			}
			if err != nil {
				t.Fatalf("%v: %v in\n%v", rule, err, b)
			}
			if err := b.Play(r.Best); err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("%v: %v after %d moves", rule, b.Outcome(), b.Len())
	}
}

func TestThought(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  thought
	}{
		{[]string{"MESSAGE 3,3 looks good"}, thought{}},
		{[]string{"MESSAGE Depth 4-9 | Eval +12 | Nodes 345 | Speed 0 | Time 0 | Line 0,14 7,7"}, thought{depth: 4, score: 12, nodes: 345}},
		{[]string{"MESSAGE Depth 10-20 | Eval 57 | Time 96ms | I8 H7", "MESSAGE Speed 1234K | Depth 12-24 | Eval -M5 | Node 1.5M | Time 200ms"}, thought{depth: 12, score: gomoku.LossIn(5), nodes: 1_500_000}},
		{[]string{"MESSAGE depth=8 val=-230 nodes: 77k"}, thought{depth: 8, score: -230, nodes: 77_000}},
		{[]string{"MESSAGE value 99999999999999999999 depth 99999999999999999999"}, thought{}},
		{[]string{"MESSAGE score 31000"}, thought{score: gomoku.MaxEval}},
		{[]string{"MESSAGE no score in depth"}, thought{}},
	} {
		var th thought
		for _, l := range c.lines {
			th.note(l)
		}
		if th != c.want {
			t.Errorf("%q: got %+v, want %+v", c.lines, th, c.want)
		}
	}
}
