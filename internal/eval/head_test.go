package eval

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// randomHead draws numbers up to their bounds.
func randomHead(r *rand.Rand) *Head {
	h := new(Head)
	draw := func(bound int) int { return r.IntN(2*bound+1) - bound }
	for i := range h.First {
		for j := range h.First[i] {
			h.First[i][j] = int16(draw(MaxFirst))
		}
	}
	for i := range h.Second {
		for j := range h.Second[i] {
			h.Second[i][j] = int16(draw(MaxSecond))
		}
		h.FirstBias[i], h.SecondBias[i], h.Out[i] = int32(draw(MaxBias)), int32(draw(MaxBias)), int16(draw(1<<15-1))
	}
	h.OutBias = int32(draw(MaxBias))
	return h
}

// The packed head is the plain one, up to the bounds of all numbers.
func TestPackedHead(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	different := map[int]bool{}
	for range 300 {
		h := randomHead(r)
		if r.IntN(2) == 0 { // smaller ones, or all units would lie outside of their range
			for i := range h.First {
				for j := range h.First[i] {
					h.First[i][j] /= 16
				}
			}
			for i := range h.Second {
				for j := range h.Second[i] {
					h.Second[i][j] /= 16
				}
				h.FirstBias[i] /= 64
				h.SecondBias[i] /= 64
			}
		}
		if err := h.valid(); err != nil {
			t.Fatal(err)
		}
		p := h.Pack()
		for range 30 {
			var in [HeadInputs]int
			extreme := r.IntN(4) == 0
			for i := range in {
				switch most := MaxCount; {
				case i == InStones:
					in[i] = r.IntN(243)
				case i == InBalance || i == InTotal:
					in[i] = r.IntN(2*MaxPoints+1) - MaxPoints
				case extreme:
					in[i] = most
				default:
					in[i] = r.IntN(most + 1)
				}
			}
			var words [HeadInputs]uint64
			for i, u := range in {
				words[i] = uint64(u)
			}
			got, want := p.Value(&words), h.Value(&words)
			if got != want {
				t.Fatalf("head of %v: got %d, want %d", in, got, want)
			}
			different[got] = true
		}
	}
	if len(different) < 1000 {
		t.Errorf("only %d different values", len(different))
	}
}

// Heads travel through a file, and files without heads are still read.
func TestHeadFile(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	w := *BuiltIn(pattern.Freestyle)
	w.Head[0], w.Head[1] = *randomHead(r), *randomHead(r)
	want := Set{pattern.Freestyle: &w}
	var b bytes.Buffer
	if err := want.Write(&b, ""); err != nil {
		t.Fatal(err)
	}
	got, err := Read(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("weights changed on the way (-want +got):\n%s", d)
	}
	w.Head[1].Second[3][4] = MaxSecond + 1
	b.Reset()
	want.Write(&b, "")
	if _, err := Read(&b); err == nil {
		t.Error("a weight out of its bounds is accepted")
	}
}
