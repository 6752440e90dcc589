package eval

import (
	"fmt"
	"math"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// A Net corrects the sum of point and threat values by what the position depends on beyond addition. Every empty point adds
// a learned vector for each color, by the code of what the color would have there; the sums of both colors, the counters that
// a position keeps anyway and a bias by threat mask go through two hidden layers of a Head. All numbers are integers and the
// result is the same everywhere.
//
// The form is that of the efficiently updatable networks of computer shogi (Nasu, 2018): the sums are kept up to date with
// the points that a move changes.
type Net struct {
	Embed [2]Embedding // by color of the points
	Head  [2]Head      // by side to move
}

// An Embedding is the vector of every code. What an empty board sums up to is taken off, so that boards of all sizes mean the
// same.
type Embedding [pattern.NumCodes][Lanes]int16

// A Head is two hidden layers and an output. Sums are int32, which run over alike everywhere if numbers are made up for it; what
// leaves a layer is at least 0 and fits int16.
type Head struct {
	First      [HeadInputs][HeadWidth]int16
	FirstBias  [HeadWidth]int32
	Mask       [NumThreats][HeadWidth]int16 // added to FirstBias, times 1<<MaskShift
	Second     [HeadWidth][HeadWidth]int16  // by input, then output
	SecondBias [HeadWidth]int32
	Out        [HeadWidth]int16
	OutBias    int32
}

// The inputs of a head, from the side to move's view: the sums of its points and those of the opponent's points, and then
// Counts: points by shape, from ShapeTwo on, of the mover up to fours, of the opponent up to open fours (what is stronger never
// stands where an evaluation is asked for, or is in the threat mask); points by class; and what the game is like. Counts come
// times 1<<CountShift, which brings all inputs to one size.
const (
	InMyLanes  = 0
	InHisLanes = Lanes
	InCounts   = 2 * Lanes
	HeadInputs = InCounts + 18
)

// The counts.
const (
	MyShapes        = 0
	HisShapes       = 5
	MyFourThrees    = 11
	HisFourThrees   = 12
	MyDoubleThrees  = 13
	HisDoubleThrees = 14
	Stones          = 15 // halves
	Balance         = 16 // the mover's points less the opponent's, in PointUnit
	Total           = 17 // the points of both
)

// Shape of a net and units of its numbers.
const (
	Lanes     = 16 // of a vector
	HeadWidth = 32
	MaxCount  = 31  // counts
	MaxPoints = 255 // Balance and Total, either way
	PointUnit = 16

	CountShift = 4  // of all inputs but the lanes
	LayerShift = 10 // takes the sums of a layer to what leaves it
	MaskShift  = 10
	OutShift   = 12 // takes the sum of the output to the evaluation
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
					return fmt.Errorf("%d in the vector of code %d: want at most %d either way", v, code, MaxEmbed)
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
					return fmt.Errorf("weight %d of %s %d and unit %d: want at most %d either way", w, layer, i, j, MaxWeight)
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
			return fmt.Errorf("biases %d and %d of units %d: want at most %d either way", a, b, j, MaxBias)
		}
	}
	if b := h.OutBias; b < -MaxBias || b > MaxBias {
		return fmt.Errorf("bias %d of the output: want at most %d either way", b, MaxBias)
	}
	return nil
}

// Counts are the inputs of a head but for the sums.
type Counts [HeadInputs - InCounts]int16

// hidden takes a sum to what the next layer reads.
func hidden(sum int32) int32 { return min(max(sum>>LayerShift, 0), math.MaxInt16) }

// Value returns what the head adds to the evaluation, from the numbers as they are: the slow form, which says what the fast
// ones have to return.
func (h *Head) Value(mine, his *Vector, counts *Counts, mask int) int {
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
		add(InMyLanes+k, mine.Lane(k))
		add(InHisLanes+k, his.Lane(k))
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
