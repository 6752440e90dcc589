package gomoku

import (
	"io"
	"math"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/position"
)

// PatternWeights are the numbers of a [PatternEvaluator], read by [ReadPatternWeights]. The zero value stands for the weights
// built into the library.
type PatternWeights struct{ set eval.Set }

// ReadPatternWeights reads a weight file as the project's tuning tool writes it. The file is checked as a whole before any of it is
// used. It may contain weights for some rules only; for the others the built-in ones apply. Errors name the line, or say that
// the table after the header is damaged.
func ReadPatternWeights(r io.Reader) (PatternWeights, error) {
	set, err := eval.Read(r)
	if err != nil {
		return PatternWeights{}, errorf("pattern weights: %w", err)
	}
	return PatternWeights{set}, nil
}

// NewPatternEvaluator returns a [PatternEvaluator] with the given weights; the zero PatternWeights stand for the built-in ones.
func NewPatternEvaluator(w PatternWeights) *PatternEvaluator {
	return &PatternEvaluator{weights: w}
}

// A PatternEvaluator is the evaluator that a [Searcher] uses by default. It knows what a stone of either color would make on each
// empty point, in all four directions, adds up what that is worth, takes into account whose turn it is, and corrects the sum by a
// small neural network that calculates with integers. The zero value has the built-in weights.
//
// With the built-in weights a board keeps the sums up to date, so Evaluate takes some hundred nanoseconds on amd64, and several
// hundred without its vector instructions (build tag purego). With other weights Evaluate looks at every point and takes
// microseconds; a search keeps the sums for them too. A PatternEvaluator implements [DefenseWeighter] and never changes, so any number
// of goroutines may share it, each with a board of its own.
type PatternEvaluator struct {
	weights PatternWeights
	defense float64 // where root is a side: the weight of its opponent's threats
	root    Color   // Empty: no weight
}

// Evaluate implements [Evaluator].
func (e *PatternEvaluator) Evaluate(b *Board) Score {
	side := b.Turn()
	if !side.isSide() {
		return 0 // outside the contract: nothing to judge
	}
	p := &b.pos
	w := e.weights.set[p.Rule()]
	if w == nil {
		w = eval.BuiltIn(p.Rule())
	}
	root, defense := side, position.DefenseUnit
	if e.root.isSide() {
		root, defense = e.root, int(math.Round(e.defense*position.DefenseUnit))
	}
	var v int
	switch {
	case w != p.Tables().Weights():
		v = p.ValueOf(w, root.side(), defense)
	case defense == position.DefenseUnit:
		v = p.Value()
	default:
		v = p.ValueWithDefense(root.side(), defense)
	}
	return max(min(Score(v), MaxEval), -MaxEval)
}

// WithDefense implements [DefenseWeighter].
func (e *PatternEvaluator) WithDefense(w float64, root Color) Evaluator {
	return &PatternEvaluator{weights: e.weights, defense: w, root: root}
}
