package gomoku

import (
	"math"
	"sync"
)

// ShapeScores says how much each shape on the board is worth, in any unit. See [NewShapeEvaluator].
type ShapeScores struct {
	Five, OpenFour, Four, OpenThree, Three, OpenTwo, Two int
}

// DefaultShapeScores returns classic values: 1,000,000 for a five, 100,000 for an open four, 10,000 for a four, 5,000 for an open
// three, 1,000 for a three, 200 for an open two and 50 for a two.
func DefaultShapeScores() ShapeScores {
	return ShapeScores{
		Five:      1_000_000,
		OpenFour:  100_000,
		Four:      10_000,
		OpenThree: 5_000,
		Three:     1_000,
		OpenTwo:   200,
		Two:       50,
	}
}

// A ShapeEvaluator is the evaluator of textbooks: it adds up the values of the shapes on the board, each shape once, for the side to
// move, and subtracts those of the opponent. The sum is scaled so that a five is worth [MaxEval], and limited to that. The zero
// value uses [DefaultShapeScores]; [NewShapeEvaluator] makes one with other values.
//
// It is easy to understand, but slower and weaker than a [PatternEvaluator], because it reads whole lines at every call. It
// implements [DefenseWeighter] and never changes, so any number of goroutines may share it, each with a board of its own.
type ShapeEvaluator struct {
	units  *shapeUnits // nil: those of the default scores
	weight int64       // of the shapes of root's opponent, in units of 1/weightUnit
	root   Color       // Empty: all shapes count the same
}

// shapeUnits are not scores, but scores in units of 1/scoreUnit: a two is worth little more than one, and must not be rounded
// before the sum.
type shapeUnits [Five + 1]int64

const (
	scoreUnit  = 1 << 16
	weightUnit = 1 << 10 // a weight is an integer too: decisions of the search are equal on every platform
)

// NewShapeEvaluator returns a [ShapeEvaluator] with the given scores. Five must be at least 1, and every other score must lie
// between 0 and Five; otherwise NewShapeEvaluator returns an error.
func NewShapeEvaluator(scores ShapeScores) (*ShapeEvaluator, error) {
	units, err := scores.units()
	if err != nil {
		return nil, err
	}
	return &ShapeEvaluator{units: units}, nil
}

func (s ShapeScores) units() (*shapeUnits, error) {
	if s.Five < 1 {
		return nil, errorf("shape scores: Five is %d: want 1 or more", s.Five)
	}
	units := new(shapeUnits)
	for shape, n := range [...]int{
		Two: s.Two, OpenTwo: s.OpenTwo, Three: s.Three, OpenThree: s.OpenThree, Four: s.Four, OpenFour: s.OpenFour, Five: s.Five,
	} {
		if n < 0 || n > s.Five {
			return nil, errorf("shape scores: %d for the shape %v: want 0 to Five, which is %d", n, Shape(shape), s.Five)
		}
		units[shape] = int64(math.Round(float64(n) / float64(s.Five) * float64(MaxEval) * scoreUnit))
	}
	return units, nil
}

var defaultUnits = sync.OnceValue(func() *shapeUnits {
	units, err := DefaultShapeScores().units()
	if err != nil {
		panic("gomoku: unreachable: " + err.Error())
	}
	return units
})

// Evaluate implements [Evaluator].
func (e *ShapeEvaluator) Evaluate(b *Board) Score {
	side := b.Turn()
	if !side.isSide() {
		return 0 // outside the contract: nothing to judge
	}
	units := e.units
	if units == nil {
		units = defaultUnits()
	}
	own, other := units.sum(b, side), units.sum(b, side.Opponent())
	switch e.root {
	case Empty:
		return scale(own*weightUnit - other*weightUnit)
	case side:
		return scale(own*weightUnit - other*e.weight)
	}
	return scale(own*e.weight - other*weightUnit)
}

func (u *shapeUnits) sum(b *Board, c Color) (sum int64) {
	// One scan for all shapes, where Board.CountShapes would take one each.
	for s, n := range b.pos.StandingShapes(c.side()) {
		sum += int64(n) * u[s]
	}
	return sum
}

// scale is an odd function, so that what is +n for one side is -n for the other. A board has less than 1,000 standing
// shapes, each worth up to MaxEval*scoreUnit < 2^31, and weights up to 10*weightUnit < 2^14: nothing overflows.
func scale(v int64) Score {
	const unit = scoreUnit * weightUnit
	if v < 0 {
		return -scale(-v)
	}
	return Score(min((v+unit/2)/unit, int64(MaxEval)))
}

// WithDefense implements [DefenseWeighter].
func (e *ShapeEvaluator) WithDefense(w float64, root Color) Evaluator {
	return &ShapeEvaluator{units: e.units, weight: int64(math.Round(w * weightUnit)), root: root}
}
