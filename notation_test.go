package gomoku_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

func TestPosition(t *testing.T) {
	h8 := points(t, "h8")
	white, err := gomoku.NewPosition(15, gomoku.Freestyle, nil, nil, gomoku.White)
	if err != nil {
		t.Fatal(err)
	}
	played := setUp(t, 9, gomoku.Renju, "e5 d4", "e4", gomoku.White)
	if err := played.PlayMoves(point(t, "c3"), gomoku.NoPoint, point(t, "a1")); err != nil {
		t.Fatal(err)
	}
	foul := setUp(t, 15, gomoku.Renju, "h9 h10 i8 j8", "a1 c1", gomoku.Black)
	if err := foul.PlayUnclaimed(h8[0]); err != nil {
		t.Fatal(err)
	}
	if err := foul.PlayMoves(points(t, "a3 c5")...); err != nil {
		t.Fatal(err)
	}
	for want, b := range map[string]*gomoku.Board{
		"freestyle 15":                                                 newBoard(t, 15, gomoku.Freestyle, ""),
		"caro-overline 22 v22--a1":                                     newBoard(t, 22, gomoku.CaroOverline, "v22 - a1"),
		"renju 15 h8i9h7":                                              newBoard(t, 15, gomoku.Renju, "h8 i9 h7"),
		"freestyle 15 turn white":                                      white,
		"standard 5 black a1 turn white":                               setUp(t, 5, gomoku.Standard, "a1", "", gomoku.White),
		"renju 9 black d4e5 white e4 turn white moves c3--a1":          played,
		"renju 15 black i8j8h9h10 white a1c1 turn black moves h8!a3c5": foul,
		"freestyle 9 a1a2b1b2c1c2d1d2e1":                               newBoard(t, 9, gomoku.Freestyle, "a1 a2 b1 b2 c1 c2 d1 d2 e1"),
		"freestyle 9 black a1b1c1d1e1 turn white":                      setUp(t, 9, gomoku.Freestyle, "a1 b1 c1 d1 e1", "", gomoku.White),
	} {
		if got := b.Position(); got != want {
			t.Errorf("Position() = %q, want %q", got, want)
		}
		back, err := gomoku.ParsePosition(want)
		if err != nil {
			t.Errorf("ParsePosition(%q): %v", want, err)
		} else if state(back) != state(b) {
			t.Errorf("%q comes back as\n%swant\n%s", want, state(back), state(b))
		}
	}
	for text, want := range map[string]string{
		"h8i9h7":                   "freestyle 15 h8i9h7",
		" H8,i9 -- \n":             "freestyle 15 h8i9--",
		"Caro-Overline 9 a1 -- b2": "caro-overline 9 a1--b2",
		"renju 15 WHITE a1 black c3 b2 white a2 Turn White Moves d4": "renju 15 black b2c3 white a1a2 turn white moves d4",
		"renju 15 black turn black":                                  "renju 15",
		"renju 15 black turn black moves h8":                         "renju 15 h8",
	} {
		b, err := gomoku.ParsePosition(text)
		if err != nil || b.Position() != want {
			t.Errorf("ParsePosition(%q) = %v, %v; want %q", text, b, err, want)
		}
	}
	if got := new(gomoku.Board).Position(); got != "" {
		t.Errorf("the zero board is %q", got)
	}
}

func TestParsePositionErrors(t *testing.T) {
	for _, c := range []struct {
		text, want string
		offset     int
		cause      error
	}{
		{"", "such as", 0, nil},
		{"  ", "such as", 2, nil},
		{"chess 15", "caro-overline", 0, gomoku.ErrName},
		{"freestyle", "want a size", 9, nil},
		{"freestyle big", `size "big"`, 10, nil},
		{"freestyle 23 h8", "want 5 to 22", 10, gomoku.ErrSize},
		{"freestyle h8", `size "h8"`, 10, nil},
		{"15 freestyle", "want a letter", 0, nil},
		{"freestyle 15 h8 moves i9", "no number", 16, nil},
		{"freestyle 15 h8h8", "move 2, h8: point is occupied", 15, gomoku.ErrOccupied},
		{"freestyle 9 e5 j1", "move 2, j1: point is not on the board", 15, gomoku.ErrOffBoard},
		{"freestyle 9 a1a2b1b2c1c2d1d2e1 e2", "move 10, e2: the game is over", 31, gomoku.ErrGameOver},
		{"freestyle 15 h8 turn white", `"t" has no number`, 16, nil},
		{"freestyle 15 black h8", "want turn black or turn white", 21, nil},
		{"freestyle 15 black h8 turn", "want black or white", 26, nil},
		{"freestyle 15 black h8 turn empty", "want black or white", 27, nil},
		{"freestyle 15 black h8 turn white i9", "the word moves", 33, nil},
		{"freestyle 15 black h8 white h8 turn black", "h8: point is occupied", 28, gomoku.ErrOccupied},
		{"freestyle 15 black h8-- turn black", "a pass among the stones", 21, nil},
		{"freestyle 5 black h8 turn black", "5×5", 18, gomoku.ErrOffBoard},
		{"freestyle 15 black a1b1c1d1e1 white a2b2c2d2e2 turn black", "both colors", 0, nil},
		{"renju 15 black h9h10i8j8 turn black moves h8", "marked by !", 42, gomoku.ErrForbidden},
		{"renju 15 h8!", "no foul", 9, nil},
		{"renju 15 h8!!", "want a letter", 12, nil},
		{"renju 15 h8 ! i9", "want a letter", 12, nil},
	} {
		b, err := gomoku.ParsePosition(c.text)
		syntax, ok := errors.AsType[*gomoku.SyntaxError](err)
		if !ok || b != nil || !strings.HasPrefix(err.Error(), "gomoku: position, byte ") || strings.Count(err.Error(), "gomoku: ") != 1 ||
			!strings.Contains(err.Error(), c.want) || syntax.Offset != c.offset || c.cause != nil && !errors.Is(err, c.cause) {
			t.Errorf("ParsePosition(%q) = %v, %v (%+v); want an error with %q at %d", c.text, b, err, syntax, c.want, c.offset)
		}
	}
}

func TestBoardText(t *testing.T) {
	b := newBoard(t, 9, gomoku.Renju, "e5 e6 f5")
	type move struct {
		Board *gomoku.Board `json:"board"`
	}
	text, err := json.Marshal(move{b})
	if want := `{"board":"renju 9 e5e6f5"}`; string(text) != want || err != nil {
		t.Fatalf("json.Marshal = %s, %v; want %s", text, err, want)
	}
	var back move
	if err := json.Unmarshal(text, &back); err != nil || state(back.Board) != state(b) {
		t.Errorf("json.Unmarshal: %v\n%v", err, back.Board)
	}
	before := state(b)
	if err := b.UnmarshalText([]byte("renju 9 e5e5")); !errors.Is(err, gomoku.ErrOccupied) || state(b) != before {
		t.Errorf("UnmarshalText of nonsense: %v\n%v", err, b)
	}
	// A board that was larger, had another rule and was over.
	used := newBoard(t, 15, gomoku.Freestyle, "a1 a2 b1 b2 c1 c2 d1 d2 e1")
	if err := used.UnmarshalText([]byte("renju 9 e5e6f5")); err != nil || state(used) != before {
		t.Errorf("UnmarshalText on a board in use: %v\n%v", err, used)
	}
	if _, ok := used.Undo(); !ok || used.Position() != "renju 9 e5e6" {
		t.Errorf("after Undo: %s", used.Position())
	}
	var none *gomoku.Board
	for _, err := range []error{
		none.UnmarshalText([]byte("renju 9")),
		func() error { _, err := none.MarshalText(); return err }(),
		func() error { _, err := new(gomoku.Board).MarshalText(); return err }(),
		func() error { _, err := new(gomoku.Board).AppendText(nil); return err }(),
	} {
		if !errors.Is(err, gomoku.ErrNoBoard) {
			t.Errorf("error %v, want ErrNoBoard", err)
		}
	}
}

// Every game comes back from its text: of all rules and sizes, with passes, stones set up and fouls unclaimed, to its end.
func TestPositionRoundTrip(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 8))
	n := 400
	if testing.Short() {
		n = 100
	}
	over := 0
	for i := range n {
		size := gomoku.MinSize + r.IntN(gomoku.MaxSize-gomoku.MinSize+1)
		b := randomGame(t, r, size, rules[i%len(rules)], r.IntN(120))
		if i%3 == 0 && b.Outcome() == gomoku.Undecided {
			g := gomoku.NewGame(b) // the same stones, set up
			var stones [3][]gomoku.Point
			for y := range size {
				for x := range size {
					p := gomoku.At(x, y)
					stones[b.At(p)] = append(stones[b.At(p)], p)
				}
			}
			g = &gomoku.Game{Size: size, Rule: g.Rule, Black: stones[1], White: stones[2], First: b.Turn()}
			var err error
			if b, err = g.Board(); err != nil {
				t.Fatal(err)
			}
			for range r.IntN(9) {
				if legal := b.AppendLegal(nil); len(legal) > 0 {
					b.Play(legal[r.IntN(len(legal))])
				} else if b.Outcome() == gomoku.Undecided {
					b.Pass()
				}
			}
		}
		if fouls := b.AppendForbidden(nil); len(fouls) > 0 && b.Turn() == gomoku.Black {
			if err := b.PlayUnclaimed(fouls[0]); err != nil {
				t.Fatal(err)
			}
		}
		if b.Outcome() != gomoku.Undecided {
			over++
		}
		back, err := gomoku.ParsePosition(b.Position())
		if err != nil {
			t.Fatalf("%s: %v", b.Position(), err)
		}
		if state(back) != state(b) || back.Position() != b.Position() {
			t.Fatalf("%s comes back as %s\n%swant\n%s", b.Position(), back.Position(), state(back), state(b))
		}
		for range b.Len() {
			b.Undo()
			back.Undo()
		}
		if state(back) != state(b) {
			t.Fatalf("at the start\n%swant\n%s", state(back), state(b))
		}
	}
	if over < n/20 {
		t.Errorf("only %d of %d games were over", over, n)
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{
		"freestyle 15 h8i9h7", "h8i9h7", "renju 9 black d4e5 white e4 turn white moves c3--a1", "freestyle 15 turn white",
		"renju 15 black i8j8h9h10 white a1c1 turn black moves h8!a3c5", "freestyle 9 a1a2b1b2c1c2d1d2e1", "caro 5 --", "standard 23", "black",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := gomoku.ParsePosition(text)
		if err != nil {
			syntax, ok := errors.AsType[*gomoku.SyntaxError](err)
			if !ok || b != nil || syntax.Offset < 0 || syntax.Offset > len(text) || strings.Count(err.Error(), "gomoku: ") != 1 && !strings.Contains(text, "gomoku: ") {
				t.Fatalf("%v, %v; want a SyntaxError alone", b, err)
			}
			return
		}
		again := b.Position()
		back, err := gomoku.ParsePosition(again)
		if err != nil || state(back) != state(b) || back.Position() != again {
			t.Fatalf("%q comes back from %q as\n%v, %v", text, again, back, err)
		}
	})
}
