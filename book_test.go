package gomoku_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/gomoku-go/gomoku"
)

func readBook(t testing.TB, lines ...string) *gomoku.Book {
	t.Helper()
	k, err := gomoku.ReadBook(strings.NewReader("gomoku book 1\n" + strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func bookText(t testing.TB, k *gomoku.Book) string {
	t.Helper()
	var s strings.Builder
	n, err := k.WriteTo(&s)
	if err != nil || n != int64(s.Len()) {
		t.Fatalf("WriteTo = %d, %v, but wrote %d bytes", n, err, s.Len())
	}
	return s.String()
}

func TestBookMoves(t *testing.T) {
	k := readBook(t,
		"# replies to the center, and one off it",
		"freestyle 15 : h8 5",
		"",
		"freestyle 15 h8 : i9 3 i8 7",
		"  freestyle 15 h8 i9 h9 : h10 1 g8 1",
		"renju 15 black h8 i9 white h9 turn black : g10 1",
	)
	tests := []struct {
		name string
		b    *gomoku.Board
		want string
	}{
		{"empty board", newBoard(t, 15, gomoku.Freestyle, ""), "[{h8 5}]"},
		{"heaviest first", newBoard(t, 15, gomoku.Freestyle, "h8"), "[{h7 7} {g7 3}]"},
		{"played", newBoard(t, 15, gomoku.Freestyle, "h8 i9 h9"), "[{g8 1} {h10 1}]"},
		{"another order", newBoard(t, 15, gomoku.Freestyle, "h9 i9 h8"), "[{g8 1} {h10 1}]"},
		{"with passes", newBoard(t, 15, gomoku.Freestyle, "h9 i9 - - h8"), "[{g8 1} {h10 1}]"},
		{"mirrored", newBoard(t, 15, gomoku.Freestyle, "h8 g9 h9"), "[{i8 1} {h10 1}]"},
		{"set up", setUp(t, 15, gomoku.Renju, "h8 i9", "h9", gomoku.Black), "[{g10 1}]"},
		{"other turn", newBoard(t, 15, gomoku.Freestyle, "h8 -"), "[]"},
		{"other rule", newBoard(t, 15, gomoku.Caro, ""), "[]"},
		{"other size", newBoard(t, 17, gomoku.Freestyle, ""), "[]"},
		{"out of book", newBoard(t, 15, gomoku.Freestyle, "h8 a1"), "[]"},
		{"game over", newBoard(t, 15, gomoku.Freestyle, "a1 a2 b1 b2 c1 c2 d1 d2 e1"), "[]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			moves := k.Moves(test.b)
			if got := fmt.Sprint(moves); got != test.want {
				t.Errorf("Moves = %s, want %s\n%v", got, test.want, test.b)
			}
			if (moves == nil) != (test.want == "[]") {
				t.Errorf("Moves = %#v: want nil when out of book", moves)
			}
			for _, m := range moves {
				if !test.b.IsLegal(m.Point) {
					t.Errorf("%v is not legal\n%v", m.Point, test.b)
				}
			}
		})
	}
	var none *gomoku.Book
	if got := none.Moves(newBoard(t, 15, gomoku.Freestyle, "")); got != nil {
		t.Errorf("a nil book knows %v", got)
	}
	if got := k.Moves(nil); got != nil {
		t.Errorf("the book knows %v for no board", got)
	}
}

// A book knows what it was taught under all eight symmetries, and nothing else.
func TestBookSymmetry(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 200 {
		size := 5 + r.IntN(18)
		b := randomGame(t, r, size, rules[i%len(rules)], r.IntN(12))
		legal := b.AppendLegal(nil)
		if len(legal) == 0 {
			continue
		}
		p := legal[r.IntN(len(legal))]
		var k gomoku.Book
		if err := k.Add(b, p, 3); err != nil {
			t.Fatal(err)
		}
		again, err := gomoku.ReadBook(strings.NewReader(bookText(t, &k)))
		if err != nil {
			t.Fatal(err)
		}
		for s := range gomoku.Symmetries {
			turned := s.Board(b)
			for name, k := range map[string]*gomoku.Book{"taught": &k, "read": again} {
				moves := k.Moves(turned)
				if len(moves) != 1 || moves[0].Weight != 3 || !turned.IsLegal(moves[0].Point) {
					t.Fatalf("%s, %v: Moves = %v, want %v or its like\n%v", name, s, moves, s.Point(p, size), turned)
				}
				// The move is the one that was taught, or equal to it by a symmetry: both lead to one position of a book.
				var after gomoku.Book
				if err := turned.Play(moves[0].Point); err != nil {
					t.Fatal(err)
				}
				taught := b.Clone()
				taught.Play(p)
				replies := turned.AppendLegal(nil)
				if len(replies) > 0 {
					if err := after.Add(turned, replies[0], 1); err != nil {
						t.Fatal(err)
					}
					if after.Moves(taught) == nil {
						t.Fatalf("%s, %v: %v is not like %v\n%v", name, s, moves[0].Point, p, taught)
					}
				}
				turned.Undo()
			}
		}
		b.Pass()
		if moves := k.Moves(b); moves != nil {
			t.Fatalf("the other side to move: %v", moves)
		}
	}
}

func TestBookAdd(t *testing.T) {
	var k gomoku.Book
	b := newBoard(t, 15, gomoku.Freestyle, "h8")
	add := func(p string, weight int) {
		t.Helper()
		if err := k.Add(b, point(t, p), weight); err != nil {
			t.Fatal(err)
		}
	}
	add("i8", 2)
	add("i9", 1)
	add("h7", 3) // i8 once more
	add("g9", 9) // i9 once more
	if got, want := fmt.Sprint(k.Moves(b)), "[{g7 10} {h7 5}]"; got != want {
		t.Errorf("Moves = %s, want %s", got, want)
	}
	before := bookText(t, &k)
	over := newBoard(t, 15, gomoku.Freestyle, "a1 a2 b1 b2 c1 c2 d1 d2 e1")
	foul := setUp(t, 15, gomoku.Renju, "h9 h10 i8 j8", "", gomoku.Black)
	for name, test := range map[string]struct {
		b      *gomoku.Board
		p      string
		weight int
		want   error
	}{
		"occupied":        {b, "h8", 1, gomoku.ErrOccupied},
		"off the board":   {newBoard(t, 9, gomoku.Freestyle, ""), "j1", 1, gomoku.ErrOffBoard},
		"game over":       {over, "h8", 1, gomoku.ErrGameOver},
		"forbidden":       {foul, "h8", 1, gomoku.ErrForbidden},
		"zero board":      {new(gomoku.Board), "h8", 1, gomoku.ErrNoBoard},
		"nil board":       {nil, "h8", 1, nil},
		"no weight":       {b, "i8", 0, nil},
		"negative weight": {b, "i8", -1, nil},
		"heavy":           {b, "i8", 1_000_000_001, nil},
		"heavy sum":       {b, "i8", 1_000_000_000, nil},
	} {
		err := k.Add(test.b, point(t, test.p), test.weight)
		if err == nil || test.want != nil && !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	if err := (*gomoku.Book)(nil).Add(b, point(t, "i8"), 1); err == nil {
		t.Error("nil book: no error")
	}
	if after := bookText(t, &k); after != before {
		t.Errorf("refused moves changed the book to\n%s", after)
	}
}

func TestReadBookByteOrderMark(t *testing.T) {
	k, err := gomoku.ReadBook(strings.NewReader("\ufeffgomoku book 1\r\nfreestyle 15 : h8 1\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := bookText(t, k); !strings.Contains(got, "h8 1") {
		t.Errorf("read\n%s", got)
	}
}

func TestReadBookErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", "line 1"},
		{"no header", "freestyle 15 : h8 1\n", "line 1"},
		{"other version", "gomoku book 2\n", "line 1"},
		{"no colon", "freestyle 15 h8 i9 3", "line 2"},
		{"colon without space", "freestyle 15 h8: i9 3", "line 2"},
		{"no size", "freestyle : h8 1", "line 2"},
		{"rule", "chess 15 : h8 1", "caro-overline"},
		{"size", "freestyle 23 : h8 1", "5 to 22"},
		{"size is no number", "freestyle big : h8 1", "big"},
		{"point", "freestyle 15 z9 : h8 1", "z9"},
		{"off the board", "freestyle 9 j1 : e5 1", "j1"},
		{"twice", "freestyle 15 h8 h8 : i9 1", "occupied"},
		{"no moves", "freestyle 15 :", "line 2"},
		{"no weight", "freestyle 15 : h8", "line 2"},
		{"weight of 0", "freestyle 15 : h8 0", "weight 0"},
		{"weight is no number", "freestyle 15 : h8 much", "much"},
		{"huge weight", "freestyle 15 : h8 1000000001", "1000000000"},
		{"occupied move", "freestyle 15 h8 : h8 1", "occupied"},
		{"move off the board", "freestyle 9 : j1 1", "not on the board"},
		{"foul", "renju 15 black h9 h10 i8 j8 turn black : h8 1", "forbidden"},
		{"game over", "freestyle 15 a1 a2 b1 b2 c1 c2 d1 d2 e1 : h8 1", "game is over"},
		{"two fives", "freestyle 15 a1 a2 b1 b2 c1 c2 d1 d2 e1 e2 : h8 1", "both colors"},
		{"same move", "freestyle 15 h8 : i9 1 g7 1", "turned or mirrored"},
		{"turn", "freestyle 15 black h8 turn green : i9 1", "green"},
		{"no turn", "freestyle 15 black h8 : i9 1", "black"},
		{"no color", "freestyle 15 h8 turn black : i9 1", "h8"},
		{"same position", "freestyle 15 h8 i9 : g7 1\n# turned\nfreestyle 15 h8 g7 : i9 1", "line 4: line 2"},
		{"long line", "#" + strings.Repeat("x", 1<<15), "line 2"},
		{"later line", "# one\n\nfreestyle 15 : h8", "line 4"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := test.text
			if test.name != "empty" && test.name != "no header" && test.name != "other version" {
				text = "gomoku book 1\n" + text + "\n"
			}
			k, err := gomoku.ReadBook(strings.NewReader(text))
			if err == nil || k != nil {
				t.Fatalf("ReadBook = %v, %v, want an error", k, err)
			}
			if !strings.HasPrefix(err.Error(), "gomoku: book line ") || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 300 {
				t.Errorf("error %q, want one with %q", err, test.want)
			}
		})
	}
	broken := errors.New("disk on fire")
	if _, err := gomoku.ReadBook(io.MultiReader(strings.NewReader("gomoku book 1\n"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("reader's error: got %v", err)
	}
	if _, err := gomoku.DefaultBook().WriteTo(brokenWriter{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("writer's error: got %v", err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestBookWriteTo(t *testing.T) {
	lines := []string{
		"freestyle 15 : h8 1",
		"freestyle 15 h8 : i9 3 i8 2",
		"standard 15 : h8 1",
		"renju 6 turn white : c3 1",
		"renju 15 black h8 i9 white h9 turn black : g10 1",
		"caro 22 white a1 turn white : b2 3",
	}
	text := bookText(t, readBook(t, lines...))
	slices.Reverse(lines)
	if other := bookText(t, readBook(t, lines...)); other != text {
		t.Errorf("the order of the lines changes what is written:\n%s\n%s", text, other)
	}
	k, err := gomoku.ReadBook(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if other := bookText(t, k); other != text {
		t.Errorf("written\n%sread and written\n%s", text, other)
	}
	if n := strings.Count(text, "\n"); n != len(lines)+1 {
		t.Errorf("%d lines, want %d\n%s", n, len(lines)+1, text)
	}
}

func TestDefaultBook(t *testing.T) {
	k := gomoku.DefaultBook()
	text := bookText(t, k)
	verified, err := gomoku.ReadBook(strings.NewReader(text))
	if err != nil {
		t.Fatalf("the built-in book has %v", err)
	}
	for _, rule := range rules {
		b := newBoard(t, gomoku.DefaultSize, rule, "")
		if got := verified.Moves(b); len(got) == 0 || got[0].Point != point(t, "h8") {
			t.Errorf("%v: first moves %v, want h8", rule, got)
		}
	}
	// A fresh copy each time: what one is taught, others do not know.
	b := newBoard(t, 22, gomoku.Caro, "a1 v22")
	if err := k.Add(b, point(t, "a22"), 1); err != nil {
		t.Fatal(err)
	}
	if k.Moves(b) == nil || gomoku.DefaultBook().Moves(b) != nil {
		t.Error("books share what was added")
	}
	if bookText(t, gomoku.DefaultBook()) != text {
		t.Error("the built-in book has changed")
	}
	if n := testing.AllocsPerRun(10, func() { gomoku.DefaultBook() }); n > 1 {
		t.Errorf("DefaultBook allocates %v times", n)
	}
}

func TestBookConcurrentReads(t *testing.T) {
	k := gomoku.DefaultBook()
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			b := newBoard(t, 15, gomoku.Freestyle, "h8")
			for range 100 {
				if k.Moves(b) == nil || gomoku.DefaultBook().Moves(b) == nil {
					t.Error("out of book")
				}
			}
			k.WriteTo(io.Discard)
		})
	}
	group.Wait()
}

func FuzzReadBook(f *testing.F) {
	f.Add("gomoku book 1\nfreestyle 15 : h8 1\nfreestyle 15 h8 : i9 3 i8 2\n")
	f.Add("gomoku book 1\nrenju 15 black h8 i9 white h9 turn black : g10 1\n")
	f.Add("gomoku book 1\n# comment\n\ncaro 5 turn white : c3 1\nstandard 6 a1 f6 : c3 1000000000\n")
	f.Add("gomoku book 1\nfreestyle 15 h8 i9 : g7 1\nfreestyle 15 h8 g7 : i9 1")
	f.Fuzz(func(t *testing.T, text string) {
		k, err := gomoku.ReadBook(strings.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "gomoku: book line ") {
				t.Fatalf("error %q names no line", err)
			}
			return
		}
		var out bytes.Buffer
		if _, err := k.WriteTo(&out); err != nil {
			t.Fatal(err)
		}
		written := out.String()
		again, err := gomoku.ReadBook(&out)
		if err != nil {
			t.Fatalf("%v in\n%s", err, written)
		}
		if got := bookText(t, again); got != written {
			t.Fatalf("wrote\n%s\nthen\n%s", written, got)
		}
	})
}
