package eval

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// randomNet draws numbers of up to the given sizes in a thousand of their bounds.
func randomNet(r *rand.Rand, size int) *Net {
	n := new(Net)
	draw := func(bound int) int { return (r.IntN(2*bound+1) - bound) * size / 1000 }
	fill := func(rows [][HeadWidth]int16) {
		for i := range rows {
			for j := range rows[i] {
				rows[i][j] = int16(draw(MaxWeight))
			}
		}
	}
	for color := range n.Head {
		for code := range n.Embed[color] {
			for k := range Lanes {
				n.Embed[color][code][k] = int16(draw(MaxEmbed))
			}
		}
		h := &n.Head[color]
		fill(h.First[:])
		fill(h.Mask[:])
		fill(h.Second[:])
		for j := range HeadWidth {
			h.FirstBias[j], h.SecondBias[j], h.Out[j] = int32(draw(MaxBias)), int32(draw(MaxBias)), int16(draw(math.MaxInt16))
		}
		h.OutBias = int32(draw(MaxBias))
	}
	return n
}

// All forms of the head say the same: numbers as they are, pairs of columns, and vector instructions where there are any; from
// numbers of usual sizes up to the bounds of all, where sums run over.
func TestPackedHead(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	different := map[int]bool{}
	for _, size := range []int{5, 20, 100, 300, 1000} {
		for range 10 {
			h := &randomNet(r, size).Head[r.IntN(2)]
			if err := h.valid(); err != nil {
				t.Fatal(err)
			}
			p := h.Pack()
			for range 40 {
				var in [HeadInputs]int16
				for i := range in {
					switch r.IntN(4) {
					case 0:
						in[i] = int16(r.IntN(64))
					case 1:
						in[i] = int16(r.IntN(1 << 16))
					case 2:
						in[i] = [...]int16{0, math.MinInt16, math.MaxInt16}[r.IntN(3)]
					}
				}
				mask := r.IntN(NumThreats)
				ours, theirs := VectorOf((*[Lanes]int16)(in[InOurLanes:])), VectorOf((*[Lanes]int16)(in[InTheirLanes:]))
				counts := (*Counts)(in[InCounts:])
				want := h.Value(&ours, &theirs, counts, mask)
				if got := p.Value(&ours, &theirs, counts, mask); got != want {
					t.Fatalf("size %d, head of %v with mask %d: got %d, want %d", size, in, mask, got, want)
				}
				if got := int(p.value(&ours, &theirs, counts, mask) >> OutShift); got != want {
					t.Fatalf("size %d, head of %v with mask %d, in pairs: got %d, want %d", size, in, mask, got, want)
				}
				different[want] = true
			}
		}
	}
	if len(different) < 500 {
		t.Errorf("only %d different values", len(different))
	}
}

// Sums of lanes are those of int16, with and without vector instructions, up to numbers that run over.
func TestAccumulator(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	var rows [2]*Rows
	for color := range rows {
		rows[color] = new(Rows)
		for i := range rows[color] {
			for k := range rows[color][i] {
				rows[color][i][k] = r.Uint64()
			}
		}
	}
	for n := range 50 {
		changes := make([]Change, n)
		var start Accumulator
		for k := range Lanes / 4 {
			start[0][k], start[1][k] = r.Uint64(), r.Uint64()
		}
		for i := range changes {
			changes[i] = Change{Old: r.Uint32(), New: r.Uint32(), Cell: uint16(r.IntN(1 << 16))}
		}
		got, plain := start, start
		got.Add(rows[0], rows[1], changes)
		plain.add(rows[0], rows[1], changes)
		for color := range start {
			for k := range Lanes {
				want := start[color].Lane(k)
				for _, c := range changes {
					shift := 16 * color
					want += rows[color][uint16(c.New>>shift)].Lane(k) - rows[color][uint16(c.Old>>shift)].Lane(k)
				}
				if g, p := got[color].Lane(k), plain[color].Lane(k); g != want || p != want {
					t.Fatalf("%d changes, color %d, lane %d: got %d and %d, want %d", n, color, k, g, p, want)
				}
			}
		}
	}
}

// A row of an embedding belongs to its code whatever the order of the patterns, and a stone has none.
func TestRows(t *testing.T) {
	t.Parallel()
	n := randomNet(rand.New(rand.NewPCG(5, 6)), 1000)
	rows := n.Embed[0].Pack()
	for lines := range pattern.AllLines() {
		for k := range Lanes {
			if got, want := rows[lines].Lane(k), n.Embed[0][lines.Code()][k]; got != want {
				t.Fatalf("lane %d of %04x is %d, want %d", k, lines, got, want)
			}
		}
	}
	nothing := uint32(Nothing)
	if rows[uint16(nothing)] != (Vector{}) || rows[nothing>>16] != (Vector{}) {
		t.Error("a stone has a vector")
	}
}

// Nets travel through a file, one that both colors share and two.
func TestNetFile(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	w := *BuiltIn(pattern.Freestyle)
	for _, shared := range []bool{true, false} {
		w.Net = randomNet(r, 700)
		if shared {
			w.Net.Embed[1], w.Net.Head[1] = w.Net.Embed[0], w.Net.Head[0]
		}
		plain := w
		plain.Net = nil
		want := Set{pattern.Freestyle: &w, pattern.Renju: &plain}
		var b bytes.Buffer
		if err := want.Write(&b, ""); err != nil {
			t.Fatal(err)
		}
		got, err := Read(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(want, got) { // a hundred times faster than cmp.Diff
			t.Errorf("weights changed on the way (-want +got):\n%s", cmp.Diff(want, got))
		}
	}
	var b bytes.Buffer
	for _, spoil := range []func(){
		func() { w.Net.Head[1].Second[3][4] = MaxWeight + 1 },
		func() { w.Net.Head[1].Second[3][4] = 0; w.Net.Head[0].Mask[5][6] = -MaxWeight - 1 },
		func() { w.Net.Head[0].Mask[5][6] = 0; w.Net.Embed[1][7][8] = MaxEmbed + 1 },
		func() { w.Net.Embed[1][7][8] = 0; w.Net.Head[1].OutBias = -MaxBias - 1 },
	} {
		spoil()
		b.Reset()
		(&Set{pattern.Freestyle: &w}).Write(&b, "")
		if _, err := Read(&b); err == nil || !strings.Contains(err.Error(), ": want -") {
			t.Errorf("a number out of its bounds: error %v", err)
		}
	}
}

func BenchmarkNet(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	n := randomNet(r, 30)
	head, rows := n.Head[0].Pack(), n.Embed[0].Pack()
	var in [HeadInputs]int16
	for i := range in {
		in[i] = int16(r.IntN(512) - 100)
	}
	ours, theirs := VectorOf((*[Lanes]int16)(in[InOurLanes:])), VectorOf((*[Lanes]int16)(in[InTheirLanes:]))
	counts := (*Counts)(in[InCounts:])
	changes := make([]Change, 20)
	for i := range changes {
		changes[i] = Change{Old: r.Uint32() & 0x33333333, New: r.Uint32() & 0x33333333}
	}
	v := 0
	b.Run("head", func(b *testing.B) {
		for b.Loop() {
			v += head.Value(&ours, &theirs, counts, 5)
		}
	})
	b.Run("head/plain", func(b *testing.B) {
		for b.Loop() {
			v += int(head.value(&ours, &theirs, counts, 5))
		}
	})
	var s Accumulator
	b.Run("accumulator", func(b *testing.B) {
		for b.Loop() {
			s.Add(rows, rows, changes)
		}
	})
	b.Run("accumulator/plain", func(b *testing.B) {
		for b.Loop() {
			s.add(rows, rows, changes)
		}
	})
}

// randomPolicy draws numbers up to their bounds, different for each color.
func randomPolicy(r *rand.Rand) *Policy {
	p := new(Policy)
	for color := range p.Make {
		for code := range p.Make[color] {
			for k := range PolicyRank {
				p.Make[color][code][k], p.Take[color][code][k] = int8(r.IntN(256)-128), int8(r.IntN(256)-128)
			}
		}
		for who := range p.Near[color] {
			for i := range p.Near[color][who] {
				p.Near[color][who][i] = int16(r.IntN(2*MaxNear+1) - MaxNear)
			}
		}
	}
	return p
}

func TestPolicyFile(t *testing.T) {
	t.Parallel()
	w := *BuiltIn(pattern.Freestyle)
	w.Policy = randomPolicy(rand.New(rand.NewPCG(9, 10)))
	want := Set{pattern.Renju: &w}
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
	w.Policy.Near[1][0][3] = MaxNear + 1
	b.Reset()
	want.Write(&b, "")
	if _, err := Read(&b); err == nil || !strings.Contains(err.Error(), "offset 3") {
		t.Errorf("a number out of its bounds: error %v", err)
	}
}

// Offsets do not depend on direction, near ones all differ, and far ones have none.
func TestOffset(t *testing.T) {
	t.Parallel()
	seen := map[int][2]int{}
	for dx := -21; dx <= 21; dx++ {
		for dy := -21; dy <= 21; dy++ {
			got := Offset(dx, dy)
			for _, other := range []int{Offset(-dx, dy), Offset(dx, -dy), Offset(dy, dx)} {
				if other != got {
					t.Fatalf("offsets %d and %d of mirrored %d, %d", got, other, dx, dy)
				}
			}
			far := max(dx, -dx, dy, -dy) > MaxOffset
			if far != (got == 0) || got < 0 || got >= NumOffsets {
				t.Fatalf("Offset(%d, %d) = %d", dx, dy, got)
			}
			if way := [2]int{max(dx, -dx, dy, -dy), min(max(dx, -dx), max(dy, -dy))}; !far {
				if other, ok := seen[got]; ok && other != way {
					t.Fatalf("offset %d of %v and of %v", got, way, other)
				}
				seen[got] = way
			}
		}
	}
	if len(seen) != NumOffsets-1 {
		t.Errorf("%d offsets, want %d", len(seen), NumOffsets-1)
	}
}
