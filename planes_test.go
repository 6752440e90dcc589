package gomoku_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// planeText draws one plane, from the top.
func planeText(plane []float32, size int) (text string) {
	for y := size - 1; y >= 0; y-- {
		for x := range size {
			text += string(".1"[int(plane[y*size+x])])
		}
		text += "\n"
	}
	return text
}

func TestAppendPlanes(t *testing.T) {
	b := newBoard(t, 5, gomoku.Freestyle, "a1 c2 e5")
	got := b.AppendPlanes([]float32{7})
	if len(got) != 1+gomoku.Planes*25 || got[0] != 7 {
		t.Fatalf("%d numbers, the first %v, want 101 after the 7 that was there", len(got), got[0])
	}
	// White is to move.
	for i, want := range []string{
		".....\n.....\n.....\n..1..\n.....\n",
		"....1\n.....\n.....\n.....\n1....\n",
		"1111.\n11111\n11111\n11.11\n.1111\n",
		"....1\n.....\n.....\n.....\n.....\n",
	} {
		if text := planeText(got[1+i*25:][:25], 5); text != want {
			t.Errorf("plane %d:\n%swant\n%s", i, text, want)
		}
	}
	if err := b.Pass(); err != nil {
		t.Fatal(err)
	}
	passed := b.AppendPlanes(nil)
	if !slices.Equal(passed[:25], got[1+25:][:25]) || !slices.Equal(passed[25:50], got[1:][:25]) {
		t.Error("a pass does not exchange own stones and the opponent's")
	}
	if slices.Contains(passed[75:], 1) {
		t.Error("a pass has a point in the plane of the last move")
	}
	if got := new(gomoku.Board).AppendPlanes([]float32{7}); len(got) != 1 {
		t.Errorf("the zero Board appends %v", got[1:])
	}
	if got := setUp(t, 5, gomoku.Freestyle, "a1", "c2", gomoku.Black).AppendPlanes(nil); slices.Contains(got[75:], 1) {
		t.Error("a stone that was set up counts as the last move")
	}
}

// Every point is in one of the first three planes, in the one that At says.
func TestAppendPlanesOfGames(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for i := range 200 {
		size := 5 + r.IntN(18)
		b := randomGame(t, r, size, rules[i%len(rules)], r.IntN(200))
		planes, n := b.AppendPlanes(nil), size*size
		// Whoever made the last move, pass or stone, is not to move; nor after the end of the game.
		own := gomoku.Black
		if b.Len()%2 == 1 {
			own = gomoku.White
		}
		last, _ := b.LastMove()
		for k := range n {
			p := gomoku.At(k%size, k/size)
			want := [gomoku.Planes]bool{b.At(p) == own, b.At(p) == own.Opponent(), b.At(p) == gomoku.Empty, p == last}
			for plane, set := range want {
				if planes[plane*n+k] != map[bool]float32{true: 1}[set] {
					t.Fatalf("plane %d has %v for %v\n%v", plane, planes[plane*n+k], p, b)
				}
			}
		}
		if n := testing.AllocsPerRun(10, func() { planes = b.AppendPlanes(planes[:0]) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
}

func ExampleBoard_AppendPlanes() {
	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	b.Play(gomoku.At(7, 7))
	planes := b.AppendPlanes(nil)

	n := b.Size() * b.Size()
	h8 := 7*b.Size() + 7
	fmt.Println(len(planes), planes[h8], planes[n+h8], planes[2*n+h8], planes[3*n+h8])
	// Output: 900 0 1 0 1
}
