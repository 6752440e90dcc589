package gomoku_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

func TestParseMoves(t *testing.T) {
	for _, c := range []struct{ text, want, again string }{
		{"h8i9h7", "[h8 i9 h7]", "h8i9h7"},
		{"H8, i9-h7\n", "[h8 i9 h7]", "h8i9h7"},
		{"h8--i9", "[h8 - i9]", "h8--i9"},
		{"----", "[- -]", "----"},
		{"--- a1", "[- a1]", "--a1"},
		{"k11a1", "[k11 a1]", "k11a1"},
		{"v22a1", "[v22 a1]", "v22a1"},
		{"h8h8", "[h8 h8]", "h8h8"}, // whether it is legal, a board says
		{"", "[]", ""},
		{" - , ", "[]", ""},
	} {
		got, err := gomoku.ParseMoves(c.text)
		if err != nil || fmt.Sprint(got) != c.want {
			t.Errorf("ParseMoves(%q) = %v, %v; want %s", c.text, got, err, c.want)
		}
		if again := gomoku.FormatMoves(got); again != c.again {
			t.Errorf("FormatMoves(%v) = %q, want %q", got, again, c.again)
		}
	}
	for _, c := range []struct {
		text   string
		want   string
		offset int
		cause  error
	}{
		{"h8a23", "v22", 2, gomoku.ErrOffBoard},
		{"h8\nh0", "h0", 3, gomoku.ErrOffBoard},
		{"h08", "h0", 0, gomoku.ErrOffBoard},
		{"h8w1", "w1", 2, gomoku.ErrOffBoard},
		{"h8i", "no number", 2, nil},
		{"h8 9", "want a letter", 3, nil},
		{"h123", "want a letter", 3, nil},
		{"h8 é", "want a letter", 3, nil},
		{"h8,i9!", "want a letter", 5, nil},
	} {
		moves, err := gomoku.ParseMoves(c.text)
		syntax, ok := errors.AsType[*gomoku.SyntaxError](err)
		if !ok || moves != nil || !strings.HasPrefix(err.Error(), "gomoku: moves, byte ") || !strings.Contains(err.Error(), c.want) ||
			syntax.Offset != c.offset || c.cause != nil && !errors.Is(err, c.cause) {
			t.Errorf("ParseMoves(%q) = %v, %v (%+v); want an error with %q at %d", c.text, moves, err, syntax, c.want, c.offset)
		}
	}
	if moves, err := gomoku.ParseMoves(gomoku.FormatMoves([]gomoku.Point{0xFFFF})); err == nil {
		t.Errorf("a number that is no point is written, and read as %v", moves)
	}
}

// Moves of any text are those that come back from the text that they make.
func FuzzParseMoves(f *testing.F) {
	for _, text := range []string{"h8i9h7", "H8, i9-h7", "h8--i9", "k11a1", "h8a16", "h8i", "", "a1 -- --- v22"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		moves, err := gomoku.ParseMoves(text)
		if err != nil {
			if syntax, ok := errors.AsType[*gomoku.SyntaxError](err); !ok || moves != nil || syntax.Offset < 0 || syntax.Offset >= len(text) {
				t.Fatalf("%v, %v; want a SyntaxError alone", moves, err)
			}
			return
		}
		for _, p := range moves {
			if x, y := p.XY(); p != gomoku.NoPoint && gomoku.At(x, y) != p {
				t.Fatalf("%v is no point", p)
			}
		}
		again := gomoku.FormatMoves(moves)
		if got, err := gomoku.ParseMoves(again); err != nil || !slices.Equal(got, moves) {
			t.Fatalf("%v comes back from %q as %v, %v", moves, again, got, err)
		}
	})
}

func TestPlayMoves(t *testing.T) {
	b := newBoard(t, 15, gomoku.Freestyle, "h8")
	before := state(b)
	for _, c := range []struct {
		moves, want string
		cause       error
	}{
		{"i9 j10 h8 a1", "move 3, h8: point is occupied", gomoku.ErrOccupied},
		{"v22", "move 1, v22: point is not on the board", gomoku.ErrOffBoard},
		{"a1 h9 a2 h10 a3 h11 a4 h12 a5", "move 9, a5: the game is over", gomoku.ErrGameOver},
	} {
		err := b.PlayMoves(points(t, c.moves)...)
		if !errors.Is(err, c.cause) || err.Error() != "gomoku: "+c.want {
			t.Errorf("PlayMoves(%s) = %v, want %s", c.moves, err, c.want)
		}
		if after := state(b); after != before {
			t.Fatalf("PlayMoves(%s) failed, but left\n%swant\n%s", c.moves, after, before)
		}
	}
	if err := b.PlayMoves(); err != nil || state(b) != before {
		t.Errorf("no moves: %v\n%v", err, b)
	}
	if err := b.PlayMoves(point(t, "i9"), gomoku.NoPoint, point(t, "i10")); err != nil {
		t.Fatal(err)
	}
	if want := newBoard(t, 15, gomoku.Freestyle, "h8 i9 - i10"); state(b) != state(want) {
		t.Errorf("played\n%swant\n%s", state(b), state(want))
	}
	if err := new(gomoku.Board).PlayMoves(point(t, "a1")); !errors.Is(err, gomoku.ErrOffBoard) {
		t.Errorf("on the zero board: %v", err)
	}
	moves := b.Moves()
	moves[0] = gomoku.NoPoint // the caller's own
	if got := fmt.Sprint(b.Moves()); got != "[h8 i9 - i10]" {
		t.Errorf("Moves() = %s", got)
	}
}
