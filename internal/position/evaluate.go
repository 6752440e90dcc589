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
// the standing threats are worth with this turn, and the correction of a net if the weights have one. It takes some seven
// nanoseconds without a net; with one some hundred, where the processor has vector instructions.
func (p *Position) Value() int {
	v := p.PlainValue()
	if p.tables.net != nil {
		v += p.correction()
	}
	return v
}

// PlainValue returns Value without a net's correction: some seven nanoseconds.
func (p *Position) PlainValue() int {
	me := p.side & 1
	points := int(p.sums[me].value&valueMask) - int(p.sums[me^1].value&valueMask)
	return points + int(p.tables.weights.Threat[me][p.Threats()&(eval.NumThreats-1)])
}

// HasNet reports whether Value and PlainValue may differ.
func (t *Tables) HasNet() bool { return t.net != nil }

// learnedSums brings the net's sums up to date, with the changes of all moves since they last were, and returns them. There
// must be a net.
func (p *Position) learnedSums() *eval.Sums {
	l := &p.learned[p.ply]
	if l.known {
		return &l.sums
	}
	from, n := p.ply, 0
	for !p.learned[from].known {
		from--
		n += int(p.frames[from].changed)
	}
	l.sums, l.known = p.learned[from].sums, true
	l.sums.Add(p.tables.net.rows[0], p.tables.net.rows[1], p.changes[p.top-n:p.top])
	return &l.sums
}

// correction returns what the net makes of the position.
func (p *Position) correction() int {
	me := p.side & 1
	sums, counts := p.learnedSums(), p.counts(p.Points(me), p.Points(me^1))
	return p.tables.net.head[me].Value(&sums[me], &sums[me^1], &counts, p.Threats())
}

// Counts returns what a head reads besides the sums.
func (p *Position) Counts() eval.Counts {
	return p.counts(p.Points(p.side), p.Points(p.side.Opponent()))
}

// counts returns Counts for given points of the mover and of the opponent.
func (p *Position) counts(points, hisPoints int) eval.Counts {
	me := p.side & 1
	mine, his := &p.sums[me], &p.sums[me^1]
	count := func(word uint64, shift uint) int16 {
		return int16(min(word>>shift&countMask, eval.MaxCount)) << eval.CountShift
	}
	return eval.Counts{
		eval.MyShapes:        count(mine.shapes, shapeShift(pattern.ShapeTwo)),
		eval.MyShapes + 1:    count(mine.shapes, shapeShift(pattern.ShapeOpenTwo)),
		eval.MyShapes + 2:    count(mine.shapes, shapeShift(pattern.ShapeThree)),
		eval.MyShapes + 3:    count(mine.shapes, shapeShift(pattern.ShapeOpenThree)),
		eval.MyShapes + 4:    count(mine.shapes, shapeShift(pattern.ShapeFour)),
		eval.HisShapes:       count(his.shapes, shapeShift(pattern.ShapeTwo)),
		eval.HisShapes + 1:   count(his.shapes, shapeShift(pattern.ShapeOpenTwo)),
		eval.HisShapes + 2:   count(his.shapes, shapeShift(pattern.ShapeThree)),
		eval.HisShapes + 3:   count(his.shapes, shapeShift(pattern.ShapeOpenThree)),
		eval.HisShapes + 4:   count(his.shapes, shapeShift(pattern.ShapeFour)),
		eval.HisShapes + 5:   count(his.shapes, shapeShift(pattern.ShapeOpenFour)),
		eval.MyFourThrees:    count(mine.value, fourThreeShift),
		eval.HisFourThrees:   count(his.value, fourThreeShift),
		eval.MyDoubleThrees:  count(mine.value, doubleThreeShift),
		eval.HisDoubleThrees: count(his.value, doubleThreeShift),
		eval.Stones:          int16(p.stones/2) << eval.CountShift,
		eval.Balance:         clampPoints(points-hisPoints) << eval.CountShift,
		eval.Total:           clampPoints(points+hisPoints) << eval.CountShift,
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
	me := p.side & 1
	v := p.weigh(p.tables.weights, p.Points(me), p.Points(me^1), root, defense)
	if p.tables.net != nil {
		v += p.correction()
	}
	return v
}

// ValueOf returns what Value and ValueWithDefense would be with other weights than the position sums up, from the side to
// move's view. It looks at every point: some microseconds.
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
	me := p.side & 1
	v := p.weigh(w, points[me], points[me^1], root, defense)
	if w.Net != nil {
		sums := eval.Sums{eval.VectorOf(&vectors[0]), eval.VectorOf(&vectors[1])}
		counts := p.counts(points[me], points[me^1])
		v += w.Net.Head[me].Value(&sums[me], &sums[me^1], &counts, p.Threats())
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
