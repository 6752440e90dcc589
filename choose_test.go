package gomoku

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The chance of a move is in proportion to its weight, and points that are equal by symmetry come equally often.
func TestBookDraw(t *testing.T) {
	k, err := ReadBook(strings.NewReader("gomoku book 1\nfreestyle 15 h8 : i9 3 i8 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	b, _ := NewBoard(15, Freestyle)
	b.Play(At(7, 7))
	const n = 32_000
	count := make(map[Point]int)
	r := rand.New(rand.NewPCG(1, 1))
	for range n {
		p, ok := k.Draw(b, r.Uint64())
		if !ok || !b.IsLegal(p) {
			t.Fatalf("Draw = %v, %v", p, ok)
		}
		count[p]++
	}
	if len(count) != 8 {
		t.Errorf("%d points chosen, want 8: %v", len(count), count)
	}
	for p, got := range count {
		x, y := p.XY()
		want := n / 4 * 3 / 4 // one of four diagonal points
		if x == 7 || y == 7 {
			want = n / 4 / 4
		}
		if got < want*9/10 || got > want*11/10 {
			t.Errorf("%v chosen %d times, want about %d", p, got, want)
		}
	}
	p, _ := k.Draw(b, 12345)
	if q, _ := k.Draw(b.Clone(), 12345); p != q {
		t.Errorf("one seed draws %v and %v", p, q)
	}
	b.Play(At(0, 0))
	if p, ok := k.Draw(b, 1); ok || p != NoPoint {
		t.Errorf("Draw = %v, %v out of book", p, ok)
	}
	if p, ok := (*Book)(nil).Draw(b, 1); ok || p != NoPoint {
		t.Errorf("a nil book draws %v, %v", p, ok)
	}
}

// A damaged built-in book would panic at a user's, so it is read with all checks here.
func TestDefaultBookIsValid(t *testing.T) {
	if _, err := readBook(strings.NewReader(defaultBookText), true); err != nil {
		t.Error(err)
	}
}
