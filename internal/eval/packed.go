package eval

import (
	"math"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// A Change is what a move does to one point: the patterns of both colors, Black's in the lower half, before and after. The
// point of the stone itself changes to Nothing.
type Change struct {
	Old, New uint32
	Cell     uint16
}

// Nothing stands for the patterns of a point that has a stone.
const Nothing = 1<<32 - 1

// A Vector holds the lanes of a point or of a sum of points, 16 bits each, the first one lowest.
type Vector [Lanes / 4]uint64

// An Accumulator is the first layer of a net: for each color the sum of the vectors of its points.
type Accumulator [2]Vector

// Rows are an Embedding by the four patterns of a point.
type Rows [1 << 16]Vector

// Pack returns the rows of the embedding.
func (e *Embedding) Pack() *Rows {
	r := new(Rows)
	var vectors [pattern.NumCodes]Vector
	for code := range e {
		vectors[code] = VectorOf(&e[code])
	}
	for lines := range pattern.AllLines() {
		r[lines] = vectors[lines.Code()]
	}
	return r
}

// laneTops are the high bits of the lanes. Without them no sum of lanes carries into the next lane; their own bits are added
// afterwards.
const laneTops = 0x8000800080008000

// add updates the accumulator by the changes of a move, given the rows of Black and White.
func (s *Accumulator) add(black, white *Rows, changes []Change) {
	for i := range changes {
		c := &changes[i]
		b, o := &black[uint16(c.New)], &black[uint16(c.Old)]
		w, p := &white[c.New>>16], &white[c.Old>>16]
		for k := range b {
			s[0][k] = subLanes(addLanes(s[0][k], b[k]), o[k])
			s[1][k] = subLanes(addLanes(s[1][k], w[k]), p[k])
		}
	}
}

func addLanes(a, b uint64) uint64 { return (a&^laneTops + b&^laneTops) ^ (a^b)&laneTops }

func subLanes(a, b uint64) uint64 { return (a | laneTops - b&^laneTops) ^ (a^^b)&laneTops }

// VectorOf packs lanes into a vector.
func VectorOf(lanes *[Lanes]int16) (v Vector) {
	for k, n := range lanes {
		v[k/4] |= uint64(uint16(n)) << (16 * (k % 4))
	}
	return v
}

// Lane returns one lane.
func (v *Vector) Lane(k int) int16 { return int16(v[k/4] >> (16 * (k % 4))) }

// A PackedHead is a Head made fast: for vector instructions two rows stand together, for others two columns.
type PackedHead struct {
	// Rows by pairs of inputs: the weights of both inputs for unit 0, for unit 1, and so on.
	first  [HeadInputs / 2][HeadWidth][2]int16
	second [HeadWidth / 2][HeadWidth][2]int16

	bias       [NumThreats][HeadWidth]int32 // of the first layer
	secondBias [HeadWidth]int32
	out        [HeadWidth]int16
	outBias    int32

	// Columns by pairs of units: the sum of the even unit's number and the odd one's times 1<<32, so that one
	// multiplication does the work of two.
	firstPairs      [HeadInputs][HeadWidth / 2]uint64
	secondPairs     [HeadWidth][HeadWidth / 2]uint64
	secondBiasPairs [HeadWidth / 2]uint64
}

// Pack makes the head ready for use.
func (h *Head) Pack() *PackedHead {
	p := &PackedHead{secondBias: h.SecondBias, out: h.Out, outBias: h.OutBias}
	for i := range h.First {
		for j, w := range &h.First[i] {
			p.first[i/2][j][i%2] = w
			p.firstPairs[i][j/2] += uint64(int64(w)) << (32 * (j % 2))
		}
	}
	for i := range h.Second {
		for j, w := range &h.Second[i] {
			p.second[i/2][j][i%2] = w
			p.secondPairs[i][j/2] += uint64(int64(w)) << (32 * (j % 2))
		}
		p.secondBiasPairs[i/2] += uint64(int64(h.SecondBias[i])) << (32 * (i % 2))
	}
	for mask := range h.Mask {
		for j, w := range &h.Mask[mask] {
			p.bias[mask][j] = h.FirstBias[j] + int32(w)<<MaskShift
		}
	}
	return p
}

// value returns the sum of the output.
func (p *PackedHead) value(ours, theirs *Vector, counts *Counts, mask int) int32 {
	var sums [HeadWidth / 2]uint64
	for j := range sums {
		sums[j] = uint64(int64(p.bias[mask][2*j])) + uint64(uint32(p.bias[mask][2*j+1]))<<32
	}
	for k := range Lanes {
		addRow(&sums, &p.firstPairs[InOurLanes+k], int64(ours.Lane(k)))
		addRow(&sums, &p.firstPairs[InTheirLanes+k], int64(theirs.Lane(k)))
	}
	for i, u := range counts {
		if u != 0 {
			addRow(&sums, &p.firstPairs[InCounts+i], int64(u))
		}
	}
	units := hiddenPairs(&sums)
	sums = p.secondBiasPairs
	for i, u := range &units {
		if u != 0 {
			addRow(&sums, &p.secondPairs[i], u)
		}
	}
	units = hiddenPairs(&sums)
	v := p.outBias
	for j, u := range &units {
		v += int32(u) * int32(p.out[j])
	}
	return v
}

// addRow is written out because the compiler does not unroll, and the loop costs as much as its body.
func addRow(sums, row *[HeadWidth / 2]uint64, u int64) {
	x := uint64(u)
	for j := 0; j < len(sums); j += 4 {
		s, r := (*[4]uint64)(sums[j:]), (*[4]uint64)(row[j:])
		s[0] += x * r[0]
		s[1] += x * r[1]
		s[2] += x * r[2]
		s[3] += x * r[3]
	}
}

// hiddenPairs splits the pairs of sums of a layer and returns the outputs. A negative lower sum has borrowed from the higher
// one, which gets that back.
func hiddenPairs(sums *[HeadWidth / 2]uint64) (units [HeadWidth]int64) {
	for j, word := range sums {
		low := int32(word)
		high := int32((word - uint64(int64(low))) >> 32)
		units[2*j] = int64(min(max(low>>LayerShift, 0), math.MaxInt16))
		units[2*j+1] = int64(min(max(high>>LayerShift, 0), math.MaxInt16))
	}
	return units
}
