package gomoku_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku"
)

func TestSymmetryPoint(t *testing.T) {
	b2 := point(t, "b1") // on 5×5: next to the corner, so that all images differ
	for s, want := range map[gomoku.Symmetry]string{
		gomoku.Identity: "b1", gomoku.Rotate90: "e2", gomoku.Rotate180: "d5", gomoku.Rotate270: "a4",
		gomoku.FlipHorizontal: "d1", gomoku.FlipVertical: "b5", gomoku.FlipDiagonal: "a2", gomoku.FlipAntidiagonal: "e4",
	} {
		if got := s.Point(b2, 5).String(); got != want {
			t.Errorf("%v takes b1 to %s, want %s", s, got, want)
		}
	}
	for _, c := range []struct {
		s    gomoku.Symmetry
		p    gomoku.Point
		size int
	}{
		{gomoku.Rotate90, gomoku.NoPoint, 15}, {gomoku.Identity, point(t, "f1"), 5}, {gomoku.Identity, point(t, "a6"), 5}, {gomoku.Identity, 0xFFFF, 15},
		{gomoku.Symmetries, point(t, "a1"), 15}, {255, point(t, "a1"), 15}, {gomoku.Rotate90, point(t, "a1"), 0}, {gomoku.Rotate90, point(t, "a1"), -3},
		{gomoku.Identity, 0xFFFF, 1000},
	} {
		if got := c.s.Point(c.p, c.size); got != gomoku.NoPoint {
			t.Errorf("%v takes %v of size %d to %v, want NoPoint", c.s, c.p, c.size, got)
		}
	}
}

// The symmetries are a group that acts on the points of every board.
func TestSymmetryGroup(t *testing.T) {
	t.Parallel()
	for size := gomoku.MinSize; size <= gomoku.MaxSize; size++ {
		for s := range gomoku.Symmetries {
			images := make(map[gomoku.Point]bool)
			for p := range allPoints(size) {
				q := s.Point(p, size)
				images[q] = true
				if back := s.Inverse().Point(q, size); back != p {
					t.Fatalf("size %d: %v takes %v to %v, and its inverse, %v, back to %v", size, s, p, q, s.Inverse(), back)
				}
				for u := range gomoku.Symmetries {
					if got, want := s.Then(u).Point(p, size), u.Point(q, size); got != want {
						t.Fatalf("size %d: %v then %v takes %v to %v, want %v", size, s, u, p, got, want)
					}
				}
			}
			if len(images) != size*size || images[gomoku.NoPoint] {
				t.Errorf("size %d: %v has %d images", size, s, len(images))
			}
			if got := s.Then(s.Inverse()); got != gomoku.Identity {
				t.Errorf("%v and back is %v", s, got)
			}
		}
	}
	if got := gomoku.Symmetries.Then(gomoku.Rotate90); got < gomoku.Symmetries {
		t.Errorf("what is no symmetry becomes %v", got)
	}
	if got := gomoku.Rotate90.Then(200); got < gomoku.Symmetries {
		t.Errorf("what is no symmetry becomes %v", got)
	}
}

// allPoints yields the points of a board.
func allPoints(size int) func(yield func(gomoku.Point) bool) {
	return func(yield func(gomoku.Point) bool) {
		for y := range size {
			for x := range size {
				if !yield(gomoku.At(x, y)) {
					return
				}
			}
		}
	}
}

// The image of a game is a game: the same stones, moves, passes and unclaimed fouls, elsewhere.
func TestSymmetryBoard(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 5))
	for i := range 60 {
		size := gomoku.MinSize + r.IntN(gomoku.MaxSize-gomoku.MinSize+1)
		b := randomGame(t, r, size, rules[i%len(rules)], r.IntN(70))
		if i%4 == 0 { // stones set up
			b = setUpFrom(t, b)
		}
		if fouls := b.AppendForbidden(nil); len(fouls) > 0 && b.Turn() == gomoku.Black {
			if err := b.PlayUnclaimed(fouls[0]); err != nil {
				t.Fatal(err)
			}
		}
		before := state(b)
		for s := range gomoku.Symmetries {
			image := s.Board(b)
			for p := range allPoints(size) {
				q := s.Point(p, size)
				if image.At(q) != b.At(p) || image.Forbidden(q) != b.Forbidden(p) || image.Shape(gomoku.Black, q) != b.Shape(gomoku.Black, p) {
					t.Fatalf("%v: %v and its image %v differ\n%v\n%v", s, p, q, b, image)
				}
			}
			if !slices.Equal(image.Moves(), s.Points(b.Moves(), size)) || image.Turn() != b.Turn() || image.Outcome() != b.Outcome() {
				t.Fatalf("%v: moves %v\n%v\nof %v\n%v", s, image.Moves(), image, b.Moves(), b)
			}
			if back := s.Inverse().Board(image); state(back) != before || back.Position() != b.Position() {
				t.Fatalf("%v and back:\n%swant\n%s", s, state(back), before)
			}
			if got := image.CanonicalHash(); got != b.CanonicalHash() {
				t.Fatalf("%v: canonical hash %x, want %x", s, got, b.CanonicalHash())
			}
			if slices.Contains(b.Symmetries(), s) != (image.Hash() == b.Hash()) {
				t.Fatalf("%v is said to leave the position as it is: %v\n%v", s, b.Symmetries(), b)
			}
		}
		if state(b) != before {
			t.Fatal("b has changed")
		}
	}
	b := newBoard(t, 15, gomoku.Freestyle, "h8")
	if p := newBoard(t, 15, gomoku.Freestyle, "h8 -"); b.CanonicalHash() == p.CanonicalHash() {
		t.Error("the turn makes no difference")
	}
	if got := gomoku.Rotate90.Board(nil); got != nil {
		t.Errorf("no board becomes %v", got)
	}
	if got := gomoku.Rotate90.Board(new(gomoku.Board)); got == nil || got.Size() != 0 || got.CanonicalHash() != 0 || got.Symmetries() != nil {
		t.Errorf("the zero board becomes %v", got)
	}
	if got := gomoku.Symmetries.Board(b); got == nil || got.Size() != 0 {
		t.Errorf("under what is no symmetry a board becomes %v", got)
	}
}

// setUpFrom sets up the position on b.
func setUpFrom(t testing.TB, b *gomoku.Board) *gomoku.Board {
	t.Helper()
	var stones [gomoku.White + 1][]gomoku.Point
	for p := range allPoints(b.Size()) {
		stones[b.At(p)] = append(stones[b.At(p)], p)
	}
	turn := b.Turn()
	if turn == gomoku.Empty {
		turn = gomoku.White
	}
	c, err := gomoku.NewPosition(b.Size(), b.Rule(), stones[gomoku.Black], stones[gomoku.White], turn)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBoardSymmetries(t *testing.T) {
	for moves, want := range map[string]string{
		"":             "[identity flip horizontal flip vertical rotate 180 flip diagonal rotate 270 rotate 90 flip antidiagonal]",
		"h8":           "[identity flip horizontal flip vertical rotate 180 flip diagonal rotate 270 rotate 90 flip antidiagonal]",
		"h8 h9":        "[identity flip horizontal]",
		"h8 i9":        "[identity flip diagonal]",
		"h8 h9 h7 h10": "[identity flip horizontal]",
		"h8 g8 - i8":   "[identity flip horizontal flip vertical rotate 180]",
		"h8 i10":       "[identity]",
	} {
		if got := fmt.Sprint(newBoard(t, 15, gomoku.Freestyle, moves).Symmetries()); got != want {
			t.Errorf("after %s: %s, want %s", moves, got, want)
		}
	}
}

func ExampleSymmetry() {
	moves, _ := gomoku.ParseMoves("h8i9j8")
	for s := range gomoku.Symmetries {
		fmt.Println(s, gomoku.FormatMoves(s.Points(moves, 15)))
	}
	// Output:
	// identity h8i9j8
	// flip horizontal h8g9f8
	// flip vertical h8i7j8
	// rotate 180 h8g7f8
	// flip diagonal h8i9h10
	// rotate 270 h8i7h6
	// rotate 90 h8g9h10
	// flip antidiagonal h8g7h6
}
