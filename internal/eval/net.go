package eval

import (
	"fmt"
	"math"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// A Net adds to the sum of point and threat values what a sum cannot express. Every empty point has a learned vector for each
// color, by the code of what the color would have there. The vectors of a color are summed up in the accumulator. Both sums, the
// counters that a position keeps anyway and a bias by threat mask go through the two hidden layers of a Head. All numbers are
// integers, so that the result is the same everywhere.
//
// It is an efficiently updatable neural network (NNUE: Nasu, 2018), first used for shogi: a move updates the accumulator by the
// points that it changes.
type Net struct {
	Embed [2]Embedding // by color of the points
	Head  [2]Head      // by side to move
}

// An Embedding is the vector of every code. The sum over an empty board is subtracted from accumulators, so that they mean the
// same on boards of all sizes.
type Embedding [pattern.NumCodes][Lanes]int16

// A Head is two hidden layers and an output. Sums are int32. Trained weights do not make them overflow; with others they
// wrap around, in the same way on every machine. The outputs of a layer are clipped to 0..32767.
type Head struct {
	First      [HeadInputs][HeadWidth]int16
	FirstBias  [HeadWidth]int32
	Mask       [NumThreats][HeadWidth]int16 // added to FirstBias, times 1<<MaskShift
	Second     [HeadWidth][HeadWidth]int16  // by input, then output
	SecondBias [HeadWidth]int32
	Out        [HeadWidth]int16
	OutBias    int32
}

// The inputs of a head, from the side to move's view: the accumulator of its points, that of the opponent's points, and the
// Counts. These are numbers of points by shape from ShapeTwo on (of the mover up to fours, of the opponent up to open fours:
// stronger ones are in the threat mask, or no evaluation is asked for), numbers of points by class, and the stage and balance of
// the game. Counts are multiplied by 1<<CountShift, which brings all inputs to one scale.
const (
	InOurLanes   = 0
	InTheirLanes = Lanes
	InCounts     = 2 * Lanes
	HeadInputs   = InCounts + NumCounts
)

// The counts.
const (
	OurShapes         = 0
	TheirShapes       = 5
	OurFourThrees     = 11
	TheirFourThrees   = 12
	OurDoubleThrees   = 13
	TheirDoubleThrees = 14
	Stones            = 15 // on the board, in pairs
	Balance           = 16 // the mover's points less the opponent's, in PointUnit
	Total             = 17 // the points of both, in PointUnit
	NumCounts         = 18
)

// Shape of a net and units of its numbers.
const (
	Lanes     = 16 // of a vector
	HeadWidth = 32
	MaxCount  = 31  // of the other counts
	MaxPoints = 255 // of Balance and Total, positive or negative
	PointUnit = 16

	CountShift = 4  // of all inputs but the lanes
	LayerShift = 10 // from the sums of a layer to its outputs
	MaskShift  = 10
	OutShift   = 12 // from the sum of the output to the evaluation
	MaxEmbed   = 1<<11 - 1
	MaxWeight  = 1<<14 - 1
	MaxBias    = 1 << 28
)

// valid checks the bounds of the numbers.
func (n *Net) valid() error {
	for color := range n.Embed {
		for code, row := range &n.Embed[color] {
			for _, v := range row {
				if v < -MaxEmbed || v > MaxEmbed {
					return fmt.Errorf("%d in the vector of code %d: want -%d to %[3]d", v, code, MaxEmbed)
				}
			}
		}
		if err := n.Head[color].valid(); err != nil {
			return err
		}
	}
	return nil
}

func (h *Head) valid() error {
	check := func(layer string, rows [][HeadWidth]int16) error {
		for i := range rows {
			for j, w := range &rows[i] {
				if w < -MaxWeight || w > MaxWeight {
					return fmt.Errorf("weight %d of %s %d and unit %d: want -%d to %[5]d", w, layer, i, j, MaxWeight)
				}
			}
		}
		return nil
	}
	if err := check("input", h.First[:]); err != nil {
		return err
	}
	if err := check("threat mask", h.Mask[:]); err != nil {
		return err
	}
	if err := check("hidden unit", h.Second[:]); err != nil {
		return err
	}
	for j := range HeadWidth {
		if a, b := h.FirstBias[j], h.SecondBias[j]; max(a, -a, b, -b) > MaxBias {
			return fmt.Errorf("biases %d and %d of units %d: want -%d to %[4]d", a, b, j, MaxBias)
		}
	}
	if b := h.OutBias; b < -MaxBias || b > MaxBias {
		return fmt.Errorf("bias %d of the output: want -%d to %[2]d", b, MaxBias)
	}
	return nil
}

// Counts are the inputs of a head other than the accumulator, as listed above.
type Counts [NumCounts]int16

// hidden returns the output of a hidden unit, given its sum.
func hidden(sum int32) int32 { return min(max(sum>>LayerShift, 0), math.MaxInt16) }

// Value returns what the head adds to the evaluation. It is the slow reference for the packed forms.
func (h *Head) Value(ours, theirs *Vector, counts *Counts, mask int) int {
	first, second := h.FirstBias, h.SecondBias
	for j, w := range &h.Mask[mask] {
		first[j] += int32(w) << MaskShift
	}
	add := func(input int, u int16) {
		for j, w := range &h.First[input] {
			first[j] += int32(u) * int32(w)
		}
	}
	for k := range Lanes {
		add(InOurLanes+k, ours.Lane(k))
		add(InTheirLanes+k, theirs.Lane(k))
	}
	for i, u := range counts {
		add(InCounts+i, u)
	}
	for i, sum := range &first {
		u := hidden(sum)
		for j, w := range &h.Second[i] {
			second[j] += u * int32(w)
		}
	}
	v := h.OutBias
	for j, sum := range &second {
		v += hidden(sum) * int32(h.Out[j])
	}
	return int(v >> OutShift)
}
