package gtp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/gomocup"
)

func newPlayer(t *testing.T) gomocup.Player {
	t.Helper()
	s, err := gomoku.NewSearcher(gomoku.WithDepth(2))
	if err != nil {
		t.Fatal(err)
	}
	return gomocup.NewPlayer(s)
}

// serve has the player do a script, and returns its answers: the text after = or ?, which stays for errors.
func serve(t *testing.T, script string) []string {
	t.Helper()
	var out strings.Builder
	if err := Serve(t.Context(), strings.NewReader(script), &out, newPlayer(t), nil); err != nil {
		t.Fatal(err)
	}
	var answers []string
	for _, a := range strings.Split(strings.TrimSuffix(out.String(), "\n\n"), "\n\n") {
		if a != "" {
			answers = append(answers, strings.TrimSpace(strings.TrimPrefix(a, "=")))
		}
	}
	return answers
}

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         []string
	}{
		{"about itself", "protocol_version\nname\nversion\nknown_command play\nknown_command fly", []string{"2", "gomoku", "", "true", "false"}},
		{"numbers", "1 name\n22 name x\n333 fly\n4", []string{"1 gomoku", "?22 syntax error: want name ", "?333 unknown command", "?4 no command after the number"}},
		{"comments, tabs and control characters", "# nothing\n\n \t \nname\t# who\r\nna\x01me\r", []string{"gomoku", "gomoku"}},
		{"quit", "quit\nname", []string{""}},
		{"size", "boardsize 22\nboardsize 23\nboardsize 4\nboardsize x\nboardsize 15 15\nboardsize 15 16", []string{"", "?  unacceptable size", "? unacceptable size", "? unacceptable size", "", "? unacceptable size"}},
		{"letters skip I", "play b h8\nplay w j8\nplay b i8\nplay w J8", []string{"", "", "? invalid color or coordinate", "? illegal move: point is occupied"}},
		{"vertices", "boardsize 22\nplay b w22\nplay b x1\nplay b a0\nplay b a23\nplay b a\nplay b a1x\nplay red a1\nplay w pass", []string{"", "", "? invalid color or coordinate", "? invalid color or coordinate",
			"? invalid color or coordinate", "? invalid color or coordinate", "? invalid color or coordinate", "? invalid color or coordinate", ""}},
		{"undo", "undo\nplay b a1\nplay black b1\nundo\nplay w b1\nundo\nundo\nundo", []string{"? cannot undo", "", "", "", "", "", "", "? cannot undo"}},
		{"score", "final_score\nplay b a1\nplay b b1\nplay b c1\nplay b d1\nplay b e1\nfinal_score\nplay w a2\ngenmove w\nundo\nfinal_score",
			[]string{"? cannot score: the game goes on", "", "", "", "", "", "B+1", "? illegal move: the game is over", "PASS", "", "? cannot score: the game goes on"}},
		{"rule", "gomoku-rule\ngomoku-rule renju\ngomoku-rule\ngomoku-rule go\nplay w pass\nplay b a1\nplay b b1\nplay b c1\nplay b e1\nplay b f1\nplay b d1",
			[]string{"freestyle", "", "renju", "? unacceptable rule", "", "", "", "", "", "", "? illegal move: point is forbidden for Black"}},
		{"genmove takes five", "play b a1\nplay b b1\nplay b c1\nplay b d1\ngenmove b\nfinal_score", []string{"", "", "", "", "E1", "B+1"}},
		{"komi and time", "komi 6.5\nkomi x\ntime_settings 0 1 1\ntime_left b 3 1\ntime_settings 1 2\ntime_settings x 1 1\ntime_left r 1 1", []string{"", "? syntax error: komi is not a number", "", "",
			"? syntax error: want time_settings main_time byo_yomi_time byo_yomi_stones", "? syntax error: want seconds, seconds and a number of stones", "? syntax error: want a color, seconds and a number of stones"}},
		{"board", "boardsize 5\nplay b a1\nplay w e5\nshowboard", []string{"", "", "", "5×5 freestyle\n   A B C D E\n 5 . . . . O\n 4 . . . . .\n 3 . . . . .\n 2 . . . . .\n 1 X . . . .\n   A B C D E"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := serve(t, c.script)
			for i := range max(len(got), len(c.want)) {
				if i >= len(got) || i >= len(c.want) || strings.Join(strings.Fields(got[i]), " ") != strings.Join(strings.Fields(c.want[i]), " ") {
					t.Fatalf("answers %q\nwant    %q\nanswer %d differs", got, c.want, i)
				}
			}
		})
	}
	listed := strings.Fields(serve(t, "list_commands")[0])
	if !slices.Equal(listed, slices.Sorted(maps.Keys(commands()))) {
		t.Errorf("list_commands: %q", listed)
	}
}

// A controller plays whole games, with moves by chance and one taken back now and then, and keeps the board itself.
func TestGame(t *testing.T) {
	for _, rule := range []gomoku.Rule{gomoku.Freestyle, gomoku.Standard, gomoku.Renju, gomoku.Caro, gomoku.CaroOverline} {
		t.Run(rule.String(), func(t *testing.T) {
			in, send := io.Pipe()
			receive, out := io.Pipe()
			done := make(chan error, 1)
			go func() {
				done <- Serve(context.Background(), in, out, newPlayer(t), nil)
				out.Close()
			}()
			answers := bufio.NewReader(receive)
			number := 0
			ask := func(format string, args ...any) string {
				t.Helper()
				number++
				fmt.Fprintf(send, "%d %s\n", number, fmt.Sprintf(format, args...))
				line, err := answers.ReadString('\n')
				if err != nil {
					t.Fatal(err)
				}
				if empty, err := answers.ReadString('\n'); err != nil || empty != "\n" {
					t.Fatalf("%q is followed by %q, %v", line, empty, err)
				}
				answer, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), fmt.Sprintf("=%d", number))
				if !ok {
					t.Fatalf("%s: %q", fmt.Sprintf(format, args...), line)
				}
				return strings.TrimSpace(answer)
			}
			ask("boardsize 9")
			ask("gomoku-rule %v", rule)
			ask("time_settings 60 0 0")
			b, err := gomoku.NewBoard(9, rule)
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(1, uint64(rule)))
			for b.Outcome() == gomoku.Undecided {
				color := strings.ToLower(b.Turn().String())
				if legal := b.AppendLegal(nil); b.Turn() == gomoku.Black && len(legal) > 0 {
					p := legal[random.IntN(len(legal))]
					ask("play %s %s", color, vertex(p))
					if random.IntN(4) == 0 {
						ask("undo")
						p = legal[random.IntN(len(legal))]
						ask("play %s %s", color, vertex(p))
					}
					if err := b.Play(p); err != nil {
						t.Fatal(err)
					}
					continue
				}
				ask("time_left %s 50 0", color)
				answer := ask("genmove %s", color)
				p, ok := parseVertex(answer, 9)
				if ok && p == gomoku.NoPoint {
					err = b.Pass()
				} else if err = b.Play(p); !ok {
					err = gomoku.ErrOffBoard
				}
				if err != nil {
					t.Fatalf("genmove: %q: %v in\n%v", answer, err, b)
				}
			}
			want := map[gomoku.Outcome]string{gomoku.BlackWins: "B+1", gomoku.WhiteWins: "W+1", gomoku.Draw: "0"}[b.Outcome()]
			if got := ask("final_score"); got != want {
				t.Errorf("final_score: %q, want %q", got, want)
			}
			ask("quit")
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

func TestBudget(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		name    string
		do      func(*clock)
		made    int
		low, up time.Duration
	}{
		{"nothing said", func(*clock) {}, 0, s, s},
		{"no limit", func(c *clock) { c.settings(0, s, 0) }, 0, s, s},
		{"no time", func(c *clock) { c.settings(0, 0, 0) }, 0, leastMove, leastMove},
		{"main time", func(c *clock) { c.settings(300*s, 0, 0) }, 0, 9 * s, 10 * s},
		{"later", func(c *clock) { c.settings(300*s, 0, 0) }, 50, 29 * s, 30 * s},
		{"a period", func(c *clock) { c.settings(0, 10*s, 5) }, 0, 1900 * time.Millisecond, 2 * s},
		{"both", func(c *clock) { c.settings(300*s, 10*s, 5) }, 0, 11 * s, 12 * s},
		{"told", func(c *clock) { c.set(gomoku.Black, 3*s, 3) }, 0, 900 * time.Millisecond, s},
		{"the last move of a period", func(c *clock) { c.settings(0, 10*s, 1); c.spend(gomoku.Black, 9*s) }, 0, 9900 * time.Millisecond, 10 * s},
		{"spent", func(c *clock) { c.settings(100*s, 0, 0); c.spend(gomoku.Black, 99*s) }, 50, 50 * time.Millisecond, 100 * time.Millisecond},
	} {
		var k clock
		c.do(&k)
		if d := k.budget(gomoku.Black, c.made); d < c.low || d > c.up {
			t.Errorf("%s: %v, want %v to %v", c.name, d, c.low, c.up)
		}
	}
}

// A firstPlayer plays on the first legal point.
type firstPlayer struct{}

func (firstPlayer) Prepare(gomocup.Settings) error { return nil }

func (firstPlayer) Move(_ context.Context, b *gomoku.Board, _ gomocup.Limits) (gomoku.Result, error) {
	legal := b.AppendLegal(nil)
	if len(legal) == 0 {
		return gomoku.Result{}, gomoku.ErrNoMove
	}
	return gomoku.Result{Best: legal[0]}, nil
}

// FuzzServe: whatever comes in, each command gets one answer, and the player is never asked in vain.
func TestArguments(t *testing.T) {
	in := strings.NewReader("name\n")
	for _, c := range []struct {
		name string
		err  error
	}{
		{"no reader", Serve(t.Context(), nil, io.Discard, firstPlayer{}, nil)},
		{"no writer", Serve(t.Context(), in, nil, firstPlayer{}, nil)},
		{"no player", Serve(t.Context(), in, io.Discard, nil, nil)},
		{"threads", Serve(t.Context(), in, io.Discard, firstPlayer{}, &Options{Threads: -1})},
		{"size", Serve(t.Context(), in, io.Discard, firstPlayer{}, &Options{Size: 99})},
		{"rule", Serve(t.Context(), in, io.Discard, firstPlayer{}, &Options{Rule: 99})},
	} {
		if c.err == nil {
			t.Errorf("%s: no error", c.name)
		}
	}
}

func FuzzServe(f *testing.F) {
	f.Add("boardsize 9\n1 play b a1\ngenmove w\nundo\nshowboard\nfinal_score\nclear_board\ntime_settings 1 1 1\nquit")
	f.Add("play w pass\nplay b pass\nplay b c3\nundo\nundo\n#\n\x00\n12\n")
	f.Fuzz(func(t *testing.T, script string) {
		if strings.Count(script, "\n") > 40 || len(script) > maxLine {
			return
		}
		var out strings.Builder
		if err := Serve(t.Context(), strings.NewReader(script), &out, firstPlayer{}, nil); err != nil {
			t.Fatal(err)
		}
		for _, a := range strings.Split(out.String(), "\n\n") {
			if a != "" && a[0] != '=' && a[0] != '?' {
				t.Errorf("answer %q", a)
			}
		}
	})
}
