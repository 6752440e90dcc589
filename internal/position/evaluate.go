package position

import (
	"math/bits"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
)

// Threats returns the threat mask of the position from the side to move's view, an index into eval.Weights.Threat.
func (p *Position) Threats() int {
	me := p.side & 1
	mine, his := &p.sums[me], &p.sums[me^1]
	bit := func(n uint64) int { // 1 unless n is 0, without a branch
		return int((n | -n) >> 63)
	}
	count := func(word uint64, shift uint) uint64 { return word >> shift & countMask }
	fourMask := uint64(countMask)<<shapeShift(pattern.ShapeFour) | uint64(countMask)<<shapeShift(pattern.ShapeOpenFour)
	return bit(count(his.shapes, shapeShift(pattern.ShapeFive)))*eval.HisFive |
		bit(count(mine.value, winFourShift))*eval.MyWinFour |
		bit(count(his.value, winFourShift))*eval.HisWinFour |
		bit(count(mine.value, fourThreeShift))*eval.MyFourThree |
		bit(mine.shapes&fourMask)*eval.MyFour |
		bit(count(mine.value, doubleThreeShift))*eval.MyDoubleThree |
		bit(count(mine.shapes, shapeShift(pattern.ShapeOpenThree)))*eval.MyOpenThree |
		bit(count(his.value, fourThreeShift))*eval.HisFourThree |
		bit(his.shapes&fourMask)*eval.HisFour |
		bit(count(his.value, doubleThreeShift))*eval.HisDoubleThree |
		bit(count(his.shapes, shapeShift(pattern.ShapeOpenThree)))*eval.HisOpenThree
}

// Points returns the sum of the point values of a color.
func (p *Position) Points(color pattern.Color) int {
	empty := p.tables.size*p.tables.size - p.stones
	return int(p.sums[color&1].value&valueMask) - empty*pointOffset
}

// Value returns the built-in evaluation from the side to move's view: the difference of the two colors' point values, what
// the standing threats are worth with this turn, and the correction of a head if the weights have one. It takes some seven
// nanoseconds without a head, some seventy with one.
func (p *Position) Value() int {
	v := p.PlainValue()
	if h := p.tables.heads[p.side&1]; h != nil {
		in := p.HeadInputs()
		v += h.Value(&in)
	}
	return v
}

// PlainValue returns Value without a head's correction, which is seldom more than a quarter of a win in log-odds: some
// seven nanoseconds.
func (p *Position) PlainValue() int {
	me := p.side & 1
	points := int(p.sums[me].value&valueMask) - int(p.sums[me^1].value&valueMask)
	return points + int(p.tables.weights.Threat[me][p.Threats()&(eval.NumThreats-1)])
}

// HasHead reports whether Value and PlainValue may differ.
func (t *Tables) HasHead() bool { return t.heads[0] != nil || t.heads[1] != nil }

// HeadInputs returns the inputs of a head, negative ones as two's complement.
func (p *Position) HeadInputs() [eval.HeadInputs]uint64 {
	me := p.side & 1
	return p.headInputs(p.Points(me)-p.Points(me^1), p.Points(me)+p.Points(me^1))
}

func (p *Position) headInputs(balance, total int) [eval.HeadInputs]uint64 {
	me := p.side & 1
	mine, his := &p.sums[me], &p.sums[me^1]
	count := func(word uint64, shift uint) uint64 { return min(word>>shift&countMask, eval.MaxCount) }
	return [eval.HeadInputs]uint64{
		eval.InMyShapes:       count(mine.shapes, shapeShift(pattern.ShapeTwo)),
		eval.InMyShapes + 1:   count(mine.shapes, shapeShift(pattern.ShapeOpenTwo)),
		eval.InMyShapes + 2:   count(mine.shapes, shapeShift(pattern.ShapeThree)),
		eval.InMyShapes + 3:   count(mine.shapes, shapeShift(pattern.ShapeOpenThree)),
		eval.InMyShapes + 4:   count(mine.shapes, shapeShift(pattern.ShapeFour)),
		eval.InHisShapes:      count(his.shapes, shapeShift(pattern.ShapeTwo)),
		eval.InHisShapes + 1:  count(his.shapes, shapeShift(pattern.ShapeOpenTwo)),
		eval.InHisShapes + 2:  count(his.shapes, shapeShift(pattern.ShapeThree)),
		eval.InHisShapes + 3:  count(his.shapes, shapeShift(pattern.ShapeOpenThree)),
		eval.InHisShapes + 4:  count(his.shapes, shapeShift(pattern.ShapeFour)),
		eval.InHisShapes + 5:  count(his.shapes, shapeShift(pattern.ShapeOpenFour)),
		eval.InMyFourThree:    count(mine.value, fourThreeShift),
		eval.InHisFourThree:   count(his.value, fourThreeShift),
		eval.InMyDoubleThree:  count(mine.value, doubleThreeShift),
		eval.InHisDoubleThree: count(his.value, doubleThreeShift),
		eval.InStones:         uint64(p.stones / 2),
		eval.InBalance:        uint64(clampPoints(balance)),
		eval.InTotal:          uint64(clampPoints(total)),
	}
}

func clampPoints(v int) int { return min(max(v/eval.PointUnit, -eval.MaxPoints), eval.MaxPoints) }

// DefenseUnit is a defense weight of one.
const DefenseUnit = 1 << 10

// ValueWithDefense returns Value with the points and threats of root's opponent weighted by defense/DefenseUnit. The weight
// belongs to a color and not to the turn, so that what one side gains is still what the other loses.
func (p *Position) ValueWithDefense(root pattern.Color, defense int) int {
	me := p.side & 1
	v := p.weigh(p.tables.weights, p.Points(me), p.Points(me^1), root, defense)
	if h := p.tables.heads[me]; h != nil {
		in := p.HeadInputs()
		v += h.Value(&in)
	}
	return v
}

// ValueOf returns what Value and ValueWithDefense would be with other weights than the position sums up, from the side to
// move's view. It looks at every point: some microseconds.
func (p *Position) ValueOf(w *eval.Weights, root pattern.Color, defense int) int {
	var points [2]int
	empty := p.EmptyCells()
	for i := range empty {
		for m := empty[i]; m != 0; m &= m - 1 {
			c := Cell(i<<6 | bits.TrailingZeros64(m))
			for color := range pattern.Color(2) {
				points[color] += int(w.Point[color][p.Lines4(color, c).Code()])
			}
		}
	}
	me := p.side & 1
	v := p.weigh(w, points[me], points[me^1], root, defense)
	if h := &w.Head[me]; !h.Empty() {
		in := p.headInputs(points[me]-points[me^1], points[me]+points[me^1])
		v += h.Value(&in)
	}
	return v
}

// weigh sums points and threats from the mover's view. Those of root's opponent count defense/DefenseUnit; what a head adds
// counts as it is.
func (p *Position) weigh(w *eval.Weights, mine, his int, root pattern.Color, defense int) int {
	me := p.side & 1
	mover := me == root
	threat := int(w.Threat[me][p.Threats()&(eval.NumThreats-1)])
	if mover {
		his = his * defense / DefenseUnit
	} else {
		mine = mine * defense / DefenseUnit
	}
	if threat > 0 != mover {
		threat = threat * defense / DefenseUnit
	}
	return mine - his + threat
}
