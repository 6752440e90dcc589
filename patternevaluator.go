package gomoku

import (
	"io"
	"math"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/position"
)

// PatternWeights are the numbers of a [NewPatternEvaluator], read by [ReadPatternWeights]. The zero value stands for the
// weights that the library ships.
type PatternWeights struct{ set eval.Set }

// ReadPatternWeights reads a weight file, as the project's tuning tool writes them; it is checked as a whole before
// anything of it is used. A file may have weights for some rules only: under the others the built-in ones stay in force.
// Errors name the line, or say that the table after the header is damaged.
func ReadPatternWeights(r io.Reader) (PatternWeights, error) {
	set, err := eval.Read(r)
	if err != nil {
		return PatternWeights{}, errorf("pattern weights: %w", err)
	}
	return PatternWeights{set}, nil
}

// NewPatternEvaluator returns the evaluator that a [Searcher] uses by default: it knows what a stone of either color would make
// on every empty point, on all four lines, adds up what that is worth, counts threats by whose turn it is, and corrects that by a small network in
// integers. With the built-in weights the board keeps the sums up to date, so that Evaluate costs some hundred nanoseconds on
// amd64 and several hundred without its vector instructions (build tag purego); with other weights Evaluate looks at every
// point and costs some microseconds, while a search still keeps the sums.
//
// The evaluator implements [DefenseWeighter]. It is immutable: any number of goroutines may use it, each with its own board.
func NewPatternEvaluator(w PatternWeights) *PatternEvaluator {
	return &PatternEvaluator{weights: w}
}

// A PatternEvaluator is the evaluator that a [Searcher] uses by default; [NewPatternEvaluator] makes one. The zero value has the
// built-in weights.
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
