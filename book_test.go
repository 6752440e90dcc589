package gomoku_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

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
	t.Parallel()
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
	t.Parallel()
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

// The chance of a move is in proportion to its weight, and points that are equal by symmetry come equally often.
func TestBookDraw(t *testing.T) {
	t.Parallel()
	k := readBook(t, "freestyle 15 h8 : i9 3 i8 1")
	b := newBoard(t, 15, gomoku.Freestyle, "h8")
	const n = 32_000
	count := make(map[gomoku.Point]int)
	for seed := range uint64(n) {
		p, ok := k.Draw(b, seed)
		if !ok || !b.IsLegal(p) {
			t.Fatalf("Draw = %v, %v", p, ok)
		}
		count[p]++
	}
	if len(count) != 8 {
		t.Errorf("%d points drawn, want 8: %v", len(count), count)
	}
	for p, got := range count {
		x, y := p.XY()
		want := n / 4 * 3 / 4 // one of four diagonal points
		if x == 7 || y == 7 {
			want = n / 4 / 4
		}
		if got < want*9/10 || got > want*11/10 {
			t.Errorf("%v drawn %d times, want about %d", p, got, want)
		}
	}
	p, _ := k.Draw(b, 12345)
	if q, _ := k.Draw(b.Clone(), 12345); p != q {
		t.Errorf("one seed draws %v and %v", p, q)
	}
	if q := search(t, newSearcher(t, gomoku.WithBook(k), gomoku.WithSeed(12345), gomoku.WithDepth(2)), b).Best; p != q {
		t.Errorf("Draw = %v, and a search with the same seed plays %v", p, q)
	}
	if err := b.Play(gomoku.At(0, 0)); err != nil {
		t.Fatal(err)
	}
	if p, ok := k.Draw(b, 1); ok || p != gomoku.NoPoint {
		t.Errorf("Draw = %v, %v out of book", p, ok)
	}
	if p, ok := (*gomoku.Book)(nil).Draw(b, 1); ok || p != gomoku.NoPoint {
		t.Errorf("a nil book draws %v, %v", p, ok)
	}
}

// defaultBookText is the file that the library embeds.
func defaultBookText(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("internal/book/default.book")
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// A bookEntry is a line of a book.
type bookEntry struct {
	board *gomoku.Board
	moves []gomoku.BookMove
}

func bookEntries(t testing.TB, text string) (entries []bookEntry) {
	t.Helper()
	for line := range strings.Lines(text) {
		position, replies, ok := strings.Cut(line, " : ")
		if !ok {
			continue
		}
		var e bookEntry
		var err error
		if e.board, err = gomoku.ParsePosition(position); err != nil {
			t.Fatal(err)
		}
		for fields := strings.Fields(replies); len(fields) > 0; fields = fields[2:] {
			weight, err := strconv.Atoi(fields[1])
			if err != nil {
				t.Fatal(err)
			}
			e.moves = append(e.moves, gomoku.BookMove{Point: point(t, fields[0]), Weight: weight})
		}
		entries = append(entries, e)
	}
	return entries
}

// Each entry of the built-in book is found whichever way the board is turned, with legal moves only. A damaged one would panic at
// a user's, so it is read with all checks here.
func TestDefaultBookEntries(t *testing.T) {
	t.Parallel()
	text := defaultBookText(t)
	if _, err := gomoku.ReadBook(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	book := gomoku.DefaultBook()
	for i, e := range bookEntries(t, text) {
		// Which way a move lies does not matter: the position that it leads to tells it.
		after := func(b *gomoku.Board, m gomoku.BookMove) uint64 {
			b = b.Clone()
			if err := b.Play(m.Point); err != nil {
				t.Fatalf("%s: %v: %v", b.Position(), m.Point, err)
			}
			return b.CanonicalHash()
		}
		want := make(map[uint64]int)
		for _, m := range e.moves {
			want[after(e.board, m)] = m.Weight
		}
		if len(want) != len(e.moves) {
			t.Errorf("%s: moves %v, of which two are the same", e.board.Position(), e.moves)
		}
		for _, s := range []gomoku.Symmetry{gomoku.Identity, gomoku.Symmetry(i) % gomoku.Symmetries} { // all of them in turn
			b := s.Board(e.board)
			got := make(map[uint64]int)
			for _, m := range book.Moves(b) {
				got[after(b, m)] = m.Weight
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s, %v: moves %v, want %v turned", e.board.Position(), s, book.Moves(b), e.moves)
			}
		}
	}
}

// Nobody has edited the file: but for the comments, it is what WriteTo writes, and holds as much as its header says.
func TestDefaultBookText(t *testing.T) {
	file := defaultBookText(t)
	var comments, lines []string
	for line := range strings.Lines(file) {
		if strings.HasPrefix(line, "#") {
			comments = append(comments, line)
		} else {
			lines = append(lines, line)
		}
	}
	if bookText(t, gomoku.DefaultBook()) != strings.Join(lines, "") {
		t.Error("the built-in book is not as WriteTo writes it: make it anew with tools/book")
	}
	contents := regexp.MustCompile(`# Contents: (\d+) positions, (\d+) moves`).FindStringSubmatch(strings.Join(comments, ""))
	if contents == nil {
		t.Fatalf("no contents in the header:\n%s", comments)
	}
	moves := 0
	entries := bookEntries(t, file)
	for _, e := range entries {
		moves += len(e.moves)
	}
	if contents[1] != strconv.Itoa(len(entries)) || contents[2] != strconv.Itoa(moves) {
		t.Errorf("header says %s, but there are %d positions with %d moves", contents[0], len(entries), moves)
	}
	const most = 200 << 10 // bytes that every program with the library in it carries
	if len(file) > most {
		t.Errorf("the built-in book has %d bytes, want at most %d", len(file), most)
	}
}

// ReadBook refuses illegal moves. Should one be in a book all the same, it is not offered.
func TestBookIllegalMove(t *testing.T) {
	for name, line := range map[string]string{
		"occupied": "freestyle 15 h8 i9 : h8 9 i8 1",
		"foul":     "renju 15 black h9 h10 i8 j8 white a1 a3 a5 a7 turn black : h8 9 i9 1",
	} {
		book, err := gomoku.ReadBookUnverified(strings.NewReader(gomoku.BookHeader + "\n" + line))
		if err != nil {
			t.Fatal(err)
		}
		position, _, _ := strings.Cut(line, " : ")
		b, err := gomoku.ParsePosition(position)
		if err != nil {
			t.Fatal(err)
		}
		moves := book.Moves(b)
		if len(moves) != 1 || !b.IsLegal(moves[0].Point) {
			t.Errorf("%s: Moves = %v, want the legal one alone\n%v", name, moves, b)
		}
		for seed := range uint64(20) {
			if p, ok := book.Draw(b, seed); !ok || !b.IsLegal(p) {
				t.Errorf("%s: Draw = %v, %v\n%v", name, p, ok, b)
			}
		}
	}
}

// ---- playing from a book ----

// Whoever follows the built-in book on the usual board has its moves for four plies, whatever the other side plays within
// two points of a stone.
func TestDefaultBookReplies(t *testing.T) {
	t.Parallel()
	book := gomoku.DefaultBook()
	for _, rule := range rules {
		for follower := gomoku.Black; follower <= gomoku.White; follower++ {
			t.Run(fmt.Sprintf("%v/%v", rule, follower), func(t *testing.T) {
				b := newBoard(t, gomoku.DefaultSize, rule, "")
				answered := 0
				var walk func(plies int)
				walk = func(plies int) {
					if plies == 0 {
						return
					}
					if b.Turn() != follower {
						for _, p := range natural(b) {
							if err := b.Play(p); err != nil {
								t.Fatal(err)
							}
							// Off the center it knows the first stone alone.
							if b.Stones() > 1 || p == point(t, "h8") {
								walk(plies - 1)
							} else {
								walk(1)
							}
							b.Undo()
						}
						return
					}
					moves := book.Moves(b)
					if len(moves) == 0 {
						t.Errorf("out of book\n%v", b)
					}
					answered++
					for _, m := range moves {
						if m.Weight < 1 || !b.IsLegal(m.Point) {
							t.Errorf("%v with weight %d\n%v", m.Point, m.Weight, b)
							continue
						}
						if err := b.Play(m.Point); err != nil {
							t.Fatal(err)
						}
						walk(plies - 1)
						b.Undo()
					}
				}
				walk(4)
				if answered < 25 {
					t.Errorf("%d positions looked up, want more: the walk is broken", answered)
				}
			})
		}
	}
}

// natural returns the legal moves within two points of a stone, or of the center of an empty board.
func natural(b *gomoku.Board) []gomoku.Point {
	const radius = 2
	var moves []gomoku.Point
	for _, p := range b.AppendLegal(nil) {
		near := b.Stones() == 0 && distance(p, gomoku.At(b.Size()/2, b.Size()/2)) <= radius
		for _, q := range b.Moves() {
			near = near || distance(p, q) <= radius
		}
		if near {
			moves = append(moves, p)
		}
	}
	return moves
}

func bookSearch(t *testing.T, b *gomoku.Board, opts ...gomoku.Option) gomoku.Result {
	t.Helper()
	s, err := gomoku.NewSearcher(append([]gomoku.Option{gomoku.WithDepth(4), gomoku.WithHashSize(1 << 20)}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Search(t.Context(), b)
	if err != nil || !b.IsLegal(r.Best) {
		t.Fatalf("Search = %v, %v\n%v", r.Best, err, b)
	}
	return r
}

// The seed chooses among the book's moves: other seeds, other games; the same seed, the same game.
func TestBookSeed(t *testing.T) {
	t.Parallel()
	for _, rule := range rules {
		for _, moves := range []string{"h8", "h8 i9", "h8 h9"} {
			b := newBoard(t, gomoku.DefaultSize, rule, moves)
			chosen := make(map[gomoku.Point]bool)
			for seed := range uint64(12) {
				opts := []gomoku.Option{gomoku.WithBook(gomoku.DefaultBook()), gomoku.WithSeed(seed), gomoku.WithNodes(500)}
				r := bookSearch(t, b, opts...)
				if r.Stop != gomoku.StopBook {
					t.Errorf("%v %s, seed %d: Stop = %v, want book", rule, moves, seed, r.Stop)
				}
				if again := bookSearch(t, b, opts...); again.Best != r.Best {
					t.Errorf("%v %s, seed %d: %v, then %v", rule, moves, seed, r.Best, again.Best)
				}
				chosen[r.Best] = true
			}
			if len(chosen) < 2 {
				t.Errorf("%v %s: every seed plays %v", rule, moves, chosen)
			}
		}
	}
}

// A book may say what it likes: a move that loses by fours is not played.
func TestHostileBook(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name         string
		black, white string
	}{
		{"leaves a four", "d8 e8 f8 g8", "h8 d3 f4 m12"},
		{"leaves an open three", "f8 g8 h8", "d3 f12 m12"},
		{"leaves a double four", "d8 e8 f8 h9 h10 h11", "c8 h12 d3 f3 m12 l3"},
		{"leaves fours in a row", "d8 e8 f8 g9 g10 j11 k11", "c8 g12 l11 d3 f3 m12 l3"},
	}
	for _, test := range tests {
		for _, rule := range []gomoku.Rule{gomoku.Freestyle, gomoku.Caro} {
			t.Run(test.name+"/"+rule.String(), func(t *testing.T) {
				b, bad := setUp(t, 15, rule, test.black, test.white, gomoku.White), point(t, "m3")
				// The position is what its name says: after the book's move the opponent wins by fours.
				after := b.Clone()
				if err := after.Play(bad); err != nil {
					t.Fatal(err)
				}
				s, err := gomoku.NewSearcher()
				if err != nil {
					t.Fatal(err)
				}
				won, err := s.Solve(t.Context(), after, gomoku.VCF, gomoku.WithNodes(100_000))
				if err != nil || won.Verdict != gomoku.Won {
					t.Fatalf("no win by fours: %v, %v\n%v", won.Verdict, err, after)
				}
				var k gomoku.Book
				if err := k.Add(b, bad, 1); err != nil {
					t.Fatal(err)
				}
				r := bookSearch(t, b, gomoku.WithBook(&k))
				if r.Best == bad || r.Stop == gomoku.StopBook {
					t.Errorf("Search plays %v, score %v, stop %v\n%v", r.Best, r.Score, r.Stop, b)
				}
			})
		}
	}
}

// Nor is a move for which a five would be missed.
func TestBookTakesFive(t *testing.T) {
	for _, rule := range rules {
		b := setUp(t, 15, rule, "d8 e8 f8 g8", "c8 d3 f4 m12", gomoku.Black)
		var k gomoku.Book
		if err := k.Add(b, point(t, "m3"), 1); err != nil {
			t.Fatal(err)
		}
		if r := bookSearch(t, b, gomoku.WithBook(&k)); r.Best != point(t, "h8") {
			t.Errorf("%v: Search plays %v, score %v, stop %v, want h8\n%v", rule, r.Best, r.Score, r.Stop, b)
		}
	}
}

// Looking at the book's move costs no more than the time there is. The evaluator sleeps, so that nodes alone would take
// many times the limit on any machine.
func TestBookTime(t *testing.T) {
	const limit, most = 50 * time.Millisecond, 2 * time.Second
	slow := gomoku.EvaluatorFunc(func(*gomoku.Board) gomoku.Score {
		time.Sleep(5 * time.Millisecond)
		return 0
	})
	b := newBoard(t, gomoku.DefaultSize, gomoku.Freestyle, "h8 i9")
	for name, start := range map[string]func(*gomoku.Searcher) (gomoku.Result, error){
		"budget": func(s *gomoku.Searcher) (gomoku.Result, error) {
			return s.Search(t.Context(), b, gomoku.WithTimeBudget(limit))
		},
		"deadline": func(s *gomoku.Searcher) (gomoku.Result, error) {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			return s.Search(ctx, b)
		},
		"cancel": func(s *gomoku.Searcher) (gomoku.Result, error) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(limit, cancel)
			return s.Search(ctx, b)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := gomoku.NewSearcher(gomoku.WithBook(gomoku.DefaultBook()), gomoku.WithEvaluator(slow))
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			r, err := start(s)
			if took := time.Since(began); took > most {
				t.Errorf("took %v, want about %v", took, limit)
			}
			if err != nil || !b.IsLegal(r.Best) {
				t.Errorf("Search = %v, %v", r.Best, err)
			}
		})
	}
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

func TestBookKeepsToNodes(t *testing.T) {
	b := newBoard(t, 15, gomoku.Freestyle, "h8")
	s := newSearcher(t, gomoku.WithBook(gomoku.DefaultBook()), gomoku.WithHashSize(1<<20))
	for _, nodes := range []int64{1, 100, 1000} {
		r := search(t, s, b, gomoku.WithNodes(nodes))
		if r.Stop != gomoku.StopBook || r.Stats.Nodes > nodes {
			t.Errorf("%d nodes: stop %v after %d", nodes, r.Stop, r.Stats.Nodes)
		}
	}
}
