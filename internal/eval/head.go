package eval

import "fmt"

// A Head is a small network that corrects the sum of point and threat values by what it depends on beyond addition: how
// many threes and twos each side has, how far the game has gone, how much is at stake. Its inputs are the counters that a
// position keeps anyway, so that it costs nothing when a move is made; two hidden layers follow, each clipped to 0..127. All
// numbers are integers: the result is the same everywhere.
//
// The form is that of the efficiently updatable networks of computer shogi (Nasu, 2018), with counters for its first layer.
type Head struct {
	First      [HeadInputs][HeadWidth]int16 // -MaxFirst..MaxFirst
	FirstBias  [HeadWidth]int32
	Second     [HeadWidth][HeadWidth]int16 // by input, then output: -MaxSecond..MaxSecond
	SecondBias [HeadWidth]int32
	Out        [HeadWidth]int16
	OutBias    int32
}

// The inputs of a head, from the side to move's view: counts of points by shape, from ShapeTwo on, of the mover up to fours,
// of the opponent up to open fours (what is stronger never stands where an evaluation is asked for, or is in the threat
// mask); counts of points by class; and what the game is like.
const (
	InMyShapes       = 0
	InHisShapes      = 5
	InMyFourThree    = 11
	InHisFourThree   = 12
	InMyDoubleThree  = 13
	InHisDoubleThree = 14
	InStones         = 15 // halves
	InBalance        = 16 // the mover's points less the opponent's, in PointUnit
	InTotal          = 17 // the points of both
	HeadInputs       = 18
)

// Shape of a head and bounds of its numbers, which keep every sum of a lane below 1<<20.
const (
	HeadWidth = 12
	MaxCount  = 31  // counts
	MaxPoints = 255 // InBalance and InTotal, either way
	PointUnit = 16
	MaxFirst  = 511
	MaxSecond = 255
	MaxBias   = 1 << 18

	// LayerShift takes the sums of a layer to the outputs that the next one reads, OutShift the last one to the
	// evaluation.
	LayerShift = 6
	OutShift   = 10
	maxHidden  = 127
)

// Value returns what the head adds to the evaluation, from the numbers as they are: for whoever has no PackedHead at hand.
func (h *Head) Value(in *[HeadInputs]uint64) int {
	first, second := h.FirstBias, h.SecondBias
	for i, u := range in {
		for j, w := range &h.First[i] {
			first[j] += int32(u) * int32(w)
		}
	}
	for i, sum := range &first {
		u := min(max(sum>>LayerShift, 0), maxHidden)
		for j, w := range &h.Second[i] {
			second[j] += u * int32(w)
		}
	}
	v := int(h.OutBias)
	for j, sum := range &second {
		v += int(min(max(sum>>LayerShift, 0), maxHidden)) * int(h.Out[j])
	}
	return v >> OutShift
}

// Words of a packed row: three lanes of 21 bits each.
const (
	headWords = HeadWidth / 3
	laneBits  = 21
	laneBias  = 1 << (laneBits - 1)
	laneMask  = 1<<laneBits - 1
)

// A PackedHead is a Head made fast: a row of three signed numbers is one integer, the sum of its lanes, so that one
// multiplication does the work of three (exact, because the lanes never leave their bits once the bias is added).
type PackedHead struct {
	first      [HeadInputs][headWords]uint64
	firstBias  [headWords]uint64
	second     [HeadWidth][headWords]uint64
	secondBias [headWords]uint64
	out        [HeadWidth]int
	outBias    int
}

// Empty reports whether the head is none.
func (h *Head) Empty() bool { return *h == Head{} }

// valid checks the bounds of the numbers.
func (h *Head) valid() error {
	for i := range h.First {
		for j, w := range h.First[i] {
			if w < -MaxFirst || w > MaxFirst {
				return fmt.Errorf("weight %d of input %d and unit %d: want at most %d either way", w, i, j, MaxFirst)
			}
		}
	}
	for i := range h.Second {
		for j, w := range h.Second[i] {
			if w < -MaxSecond || w > MaxSecond {
				return fmt.Errorf("weight %d between units %d and %d: want at most %d either way", w, i, j, MaxSecond)
			}
		}
		if a, b := h.FirstBias[i], h.SecondBias[i]; max(a, -a, b, -b) > MaxBias {
			return fmt.Errorf("biases %d and %d of units %d: want at most %d either way", a, b, i, MaxBias)
		}
	}
	if b := h.OutBias; b < -MaxBias || b > MaxBias {
		return fmt.Errorf("bias %d of the output: want at most %d either way", b, MaxBias)
	}
	return nil
}

// Pack makes the head ready for use.
func (h *Head) Pack() *PackedHead {
	p := new(PackedHead)
	for i := range h.First {
		for j, w := range h.First[i] {
			p.first[i][j/3] += uint64(int64(w)) << (laneBits * (j % 3))
		}
	}
	for j := range HeadWidth {
		for i := range h.Second {
			p.second[i][j/3] += uint64(int64(h.Second[i][j])) << (laneBits * (j % 3))
		}
		p.firstBias[j/3] += uint64(int64(h.FirstBias[j])+laneBias) << (laneBits * (j % 3))
		p.secondBias[j/3] += uint64(int64(h.SecondBias[j])+laneBias) << (laneBits * (j % 3))
		p.out[j] = int(h.Out[j])
	}
	p.outBias = int(h.OutBias)
	return p
}

// clip takes a lane to what the next layer reads.
func clip(lane uint64) uint64 {
	v := int64(lane&laneMask) - laneBias
	return uint64(min(max(v>>LayerShift, 0), maxHidden))
}

// Value returns what the head adds to the evaluation for the given inputs; negative ones as two's complement. The sums stay
// in registers, which is why their words are written out.
func (p *PackedHead) Value(in *[HeadInputs]uint64) int {
	a, b, c, d := p.firstBias[0], p.firstBias[1], p.firstBias[2], p.firstBias[3]
	for i, u := range in {
		row := &p.first[i]
		a += u * row[0]
		b += u * row[1]
		c += u * row[2]
		d += u * row[3]
	}
	hidden := [HeadWidth]uint64{
		clip(a), clip(a >> laneBits), clip(a >> (2 * laneBits)), clip(b), clip(b >> laneBits), clip(b >> (2 * laneBits)),
		clip(c), clip(c >> laneBits), clip(c >> (2 * laneBits)), clip(d), clip(d >> laneBits), clip(d >> (2 * laneBits)),
	}
	a, b, c, d = p.secondBias[0], p.secondBias[1], p.secondBias[2], p.secondBias[3]
	for i, u := range &hidden {
		row := &p.second[i]
		a += u * row[0]
		b += u * row[1]
		c += u * row[2]
		d += u * row[3]
	}
	v := p.outBias
	for k, word := range [headWords]uint64{a, b, c, d} {
		out := p.out[3*k:][:3]
		v += int(clip(word))*out[0] + int(clip(word>>laneBits))*out[1] + int(clip(word>>(2*laneBits)))*out[2]
	}
	return v >> OutShift
}
