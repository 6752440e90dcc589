package position

import (
	"math/bits"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
)

// Threats returns the threat mask of the position from the side to move's view, an index into eval.Weights.Threat.
func (p *Position) Threats() int {
	us := p.side & 1
	ours, theirs := &p.sums[us], &p.sums[us^1]
	bit := func(n uint64) int { // 1 unless n is 0, without a branch
		return int((n | -n) >> 63)
	}
	count := func(word uint64, shift uint) uint64 { return word >> shift & countMask }
	fourMask := uint64(countMask)<<shapeShift(pattern.ShapeFour) | uint64(countMask)<<shapeShift(pattern.ShapeOpenFour)
	return bit(count(theirs.shapes, shapeShift(pattern.ShapeFive)))*eval.TheirFive |
		bit(count(ours.value, winFourShift))*eval.OurWinFour |
		bit(count(theirs.value, winFourShift))*eval.TheirWinFour |
		bit(count(ours.value, fourThreeShift))*eval.OurFourThree |
		bit(ours.shapes&fourMask)*eval.OurFour |
		bit(count(ours.value, doubleThreeShift))*eval.OurDoubleThree |
		bit(count(ours.shapes, shapeShift(pattern.ShapeOpenThree)))*eval.OurOpenThree |
		bit(count(theirs.value, fourThreeShift))*eval.TheirFourThree |
		bit(theirs.shapes&fourMask)*eval.TheirFour |
		bit(count(theirs.value, doubleThreeShift))*eval.TheirDoubleThree |
		bit(count(theirs.shapes, shapeShift(pattern.ShapeOpenThree)))*eval.TheirOpenThree
}

// Points returns the sum of the point values of a color.
func (p *Position) Points(color pattern.Color) int {
	empty := p.tables.size*p.tables.size - p.stones
	return int(p.sums[color&1].value&valueMask) - empty*pointOffset
}

// Value returns the built-in evaluation from the side to move's view: the difference of the two colors' point values, what
// the standing threats are worth with this turn, and the output of a net if the weights have one. It takes some seven
// nanoseconds without a net; with one some hundred, where the processor has vector instructions.
func (p *Position) Value() int {
	v := p.ValueWithoutNet()
	if p.tables.net != nil {
		v += p.netOutput()
	}
	return v
}

// ValueWithoutNet returns Value without the output of a net: some seven nanoseconds.
func (p *Position) ValueWithoutNet() int {
	us := p.side & 1
	points := int(p.sums[us].value&valueMask) - int(p.sums[us^1].value&valueMask)
	return points + int(p.tables.weights.Threat[us][p.Threats()&(eval.NumThreats-1)])
}

// accumulator returns the net's accumulator, updated by the changes of all moves since it was last asked for. There must be a
// net.
func (p *Position) accumulator() *eval.Accumulator {
	a := &p.accumulators[p.ply]
	if a.valid {
		return &a.sums
	}
	from, n := p.ply, 0
	for !p.accumulators[from].valid {
		from--
		n += int(p.frames[from].changed)
	}
	a.sums, a.valid = p.accumulators[from].sums, true
	a.sums.Add(p.tables.net.rows[0], p.tables.net.rows[1], p.changes[p.top-n:p.top])
	return &a.sums
}

// netOutput returns what the net adds to the evaluation of the position.
func (p *Position) netOutput() int {
	us := p.side & 1
	sums, counts := p.accumulator(), p.counts(p.Points(us), p.Points(us^1))
	return p.tables.net.head[us].Value(&sums[us], &sums[us^1], &counts, p.Threats())
}

// Counts returns what a head reads besides the sums.
func (p *Position) Counts() eval.Counts {
	return p.counts(p.Points(p.side), p.Points(p.side.Opponent()))
}

// counts returns Counts for given points of the mover and of the opponent.
func (p *Position) counts(points, theirPoints int) eval.Counts {
	us := p.side & 1
	ours, theirs := &p.sums[us], &p.sums[us^1]
	count := func(word uint64, shift uint) int16 {
		return int16(min(word>>shift&countMask, eval.MaxCount)) << eval.CountShift
	}
	return eval.Counts{
		eval.OurShapes:         count(ours.shapes, shapeShift(pattern.ShapeTwo)),
		eval.OurShapes + 1:     count(ours.shapes, shapeShift(pattern.ShapeOpenTwo)),
		eval.OurShapes + 2:     count(ours.shapes, shapeShift(pattern.ShapeThree)),
		eval.OurShapes + 3:     count(ours.shapes, shapeShift(pattern.ShapeOpenThree)),
		eval.OurShapes + 4:     count(ours.shapes, shapeShift(pattern.ShapeFour)),
		eval.TheirShapes:       count(theirs.shapes, shapeShift(pattern.ShapeTwo)),
		eval.TheirShapes + 1:   count(theirs.shapes, shapeShift(pattern.ShapeOpenTwo)),
		eval.TheirShapes + 2:   count(theirs.shapes, shapeShift(pattern.ShapeThree)),
		eval.TheirShapes + 3:   count(theirs.shapes, shapeShift(pattern.ShapeOpenThree)),
		eval.TheirShapes + 4:   count(theirs.shapes, shapeShift(pattern.ShapeFour)),
		eval.TheirShapes + 5:   count(theirs.shapes, shapeShift(pattern.ShapeOpenFour)),
		eval.OurFourThrees:     count(ours.value, fourThreeShift),
		eval.TheirFourThrees:   count(theirs.value, fourThreeShift),
		eval.OurDoubleThrees:   count(ours.value, doubleThreeShift),
		eval.TheirDoubleThrees: count(theirs.value, doubleThreeShift),
		eval.Stones:            int16(p.stones/2) << eval.CountShift,
		eval.Balance:           clampPoints(points-theirPoints) << eval.CountShift,
		eval.Total:             clampPoints(points+theirPoints) << eval.CountShift,
	}
}

func clampPoints(v int) int16 {
	return int16(min(max(v/eval.PointUnit, -eval.MaxPoints), eval.MaxPoints))
}

// DefenseUnit is a defense weight of one.
const DefenseUnit = 1 << 10

// ValueWithDefense returns Value with the points and threats of root's opponent weighted by defense/DefenseUnit. The weight
// belongs to a color and not to the turn, so that what one side gains is still what the other loses.
func (p *Position) ValueWithDefense(root pattern.Color, defense int) int {
	us := p.side & 1
	v := p.weigh(p.tables.weights, p.Points(us), p.Points(us^1), root, defense)
	if p.tables.net != nil {
		v += p.netOutput()
	}
	return v
}

// ValueOf returns what ValueWithDefense would be with other weights than those of the position's tables. It looks at every
// point: some microseconds.
func (p *Position) ValueOf(w *eval.Weights, root pattern.Color, defense int) int {
	var points [2]int
	var vectors [2][eval.Lanes]int16
	for i, word := range &p.tables.board {
		for m := word; m != 0; m &= m - 1 {
			c := Cell(i<<6 | bits.TrailingZeros64(m))
			for color := range pattern.Color(2) {
				code := p.Lines4(color, c).Code()
				empty := p.Empty(c)
				if empty {
					points[color] += int(w.Point[color][code])
				}
				if w.Net == nil {
					continue
				}
				e := &w.Net.Embed[color]
				before := p.tables.EmptyLines(color, c).Code()
				for k := range &vectors[color] {
					if empty {
						vectors[color][k] += e[code][k]
					}
					vectors[color][k] -= e[before][k]
				}
			}
		}
	}
	us := p.side & 1
	v := p.weigh(w, points[us], points[us^1], root, defense)
	if w.Net != nil {
		sums := eval.Accumulator{eval.VectorOf(&vectors[0]), eval.VectorOf(&vectors[1])}
		counts := p.counts(points[us], points[us^1])
		v += w.Net.Head[us].Value(&sums[us], &sums[us^1], &counts, p.Threats())
	}
	return v
}

// weigh sums points and threats from the mover's view. Those of root's opponent count defense/DefenseUnit; what a head adds
// counts as it is.
func (p *Position) weigh(w *eval.Weights, ours, theirs int, root pattern.Color, defense int) int {
	us := p.side & 1
	mover := us == root
	threat := int(w.Threat[us][p.Threats()&(eval.NumThreats-1)])
	if mover {
		theirs = theirs * defense / DefenseUnit
	} else {
		ours = ours * defense / DefenseUnit
	}
	if threat > 0 != mover {
		threat = threat * defense / DefenseUnit
	}
	return ours - theirs + threat
}
