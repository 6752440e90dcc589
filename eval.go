package gomoku

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A Score says how good a position is, from the view of the side to move: positive is good. An evaluator's scores lie
// within ±[MaxEval]; wins and losses lie beyond, see [WinIn]. What 100 is worth is up to the evaluator.
//
// In JSON a score is a plain number: a win in n plies is 30,000 − n and a loss in n plies n − 30,000, so that a reader who has no
// [Score.Mate] can tell them, too.
type Score int32

// MaxEval is the greatest score of an evaluator, and -MaxEval the least. The search saturates what lies beyond, so that
// no opinion can be taken for a win.
const MaxEval Score = 29_000

const (
	mateScore Score = 30_000                     // a win that is on the board already
	maxMate         = int(mateScore-MaxEval) - 1 // plies of the longest win that a score can tell
)

// WinIn returns the score of a win after the given number of plies: WinIn(1) says that the side to move wins with its
// next stone. Quicker wins have greater scores. Scores tell wins of 0 to 999 plies; other numbers count as the nearest.
func WinIn(plies int) Score { return mateScore - Score(min(max(plies, 0), maxMate)) }

// LossIn returns the score of a loss after the given number of plies, -WinIn(plies): LossIn(2) says that the opponent
// wins with its next stone, whatever the side to move plays.
func LossIn(plies int) Score { return -WinIn(plies) }

// Mate reports whether s is a win or a loss that is certain, and in how many plies by the line that was found; plies is negative
// when the side to move loses. There may be a shorter way to a win by threes, for such wins are proved without looking for the shortest.
func (s Score) Mate() (plies int, ok bool) {
	switch {
	case s > MaxEval && s <= mateScore:
		return int(mateScore - s), true
	case s < -MaxEval && s >= -mateScore:
		return -int(mateScore + s), true
	}
	return 0, false
}

// String returns the score with its sign, as in "+125", "-8" and "0"; a win in seven plies is "+M7", a loss in six "-M6".
func (s Score) String() string {
	if plies, ok := s.Mate(); ok {
		if s < 0 {
			return "-M" + strconv.Itoa(-plies)
		}
		return "+M" + strconv.Itoa(plies)
	}
	if s > 0 {
		return "+" + strconv.Itoa(int(s))
	}
	return strconv.Itoa(int(s))
}

// An Evaluator judges positions where nothing is decided yet.
//
// Evaluate returns the score of b from the view of the side to move. It must depend on the board's rule, stones and turn
// alone, never on the order in which the stones came: the search reaches one position on several roads and takes the
// scores for equal. The game on b is undecided. Evaluate must not change b, nor keep it; a [Board.Clone] may be changed.
//
// The search calls Evaluate at its leaves, hundreds of thousands of times a second: one that allocates nothing is worth
// the trouble. Several goroutines may call it at once, each with a board of its own. Package evaltest checks all this.
type Evaluator interface {
	Evaluate(b *Board) Score
}

// An EvaluatorFunc is a function that serves as an [Evaluator].
type EvaluatorFunc func(b *Board) Score

// Evaluate calls f.
func (f EvaluatorFunc) Evaluate(b *Board) Score { return f(b) }

// An IncrementalEvaluator keeps a state in step with one board, so that Evaluate need not look at every point.
//
// Each worker of a search, the first too, makes a Clone for itself, calls its Reset with the board, and from then on
// tells it of every change of that board, so one clone is never used by two goroutines. Evaluate is called with the board
// of the last Reset only.
type IncrementalEvaluator interface {
	Evaluator

	// Reset forgets everything and takes b as it stands.
	Reset(b *Board)

	// Played follows a move: b has the new stone already. For a pass, which the search uses as well, p is NoPoint.
	Played(b *Board, p Point)

	// Undone follows a move that was taken back: b stands as it did before p was played. For a pass, p is NoPoint.
	Undone(b *Board, p Point)

	// Clone returns an evaluator of the same kind that shares no changing state with this one. Reset follows.
	Clone() IncrementalEvaluator
}

// A MoveScorer is an [Evaluator] that also has an opinion on which moves to try first. ScoreMoves sets dst[i] to the
// promise of points[i] for the side to move; the slices have the same length, and both belong to the caller. Only the
// order of the scores matters. The search calls it with candidates that are empty points, like Evaluate.
type MoveScorer interface {
	ScoreMoves(b *Board, points []Point, dst []Score)
}

// A DefenseWeighter is an [Evaluator] that can weigh the threats of one side against those of the other, for a style of
// play: [WithDefenseWeight].
//
// WithDefense returns an evaluator that counts the threats of root's opponent w times as much as root's own, at every
// node, whoever is to move there. The search asks once, before it starts, with the color that is to move at its root.
// Because w belongs to a color and not to the side to move, the score of a position for one side is still minus the
// score for the other. The receiver does not change.
type DefenseWeighter interface {
	WithDefense(w float64, root Color) Evaluator
}

// The range of defense weights.
const minDefense, maxDefense = 0.1, 10.0

func validDefense(w float64) bool { return w >= minDefense && w <= maxDefense } // false for NaN

// ShapeScores says what the shapes that stand on the board are worth, in any unit. See [NewShapeEvaluator].
type ShapeScores struct {
	Five, OpenFour, Four, OpenThree, Three, OpenTwo, Two int
}

// DefaultShapeScores returns the classic values: five 1,000,000, open four 100,000, four 10,000, open three 5,000, three
// 1,000, open two 200, two 50.
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

// NewShapeEvaluator returns the evaluator that textbooks begin with: it adds up the shapes that stand on the board, each
// once, for the side to move, and subtracts defense times those of the opponent. The sum is scaled so that Five becomes
// [MaxEval], and saturates there.
//
// The evaluator implements [DefenseWeighter], and a search uses it so: at every node the shapes of the opponent of the
// side at the root count defense times [WithDefenseWeight]: the two weights multiply.
//
// It is slower and weaker than the [NewPatternEvaluator], and easy to understand: it reads whole lines at every call.
//
// Every score must lie between 0 and Five, Five must be at least 1, and defense must lie between 0.1 and 10;
// [WithEvaluator] refuses other values. Evaluate may be called from several goroutines, each with its own board.
func NewShapeEvaluator(scores ShapeScores, defense float64) *ShapeEvaluator {
	e := &ShapeEvaluator{scores: scores, defense: defense}
	if e.validate() == nil {
		for s, n := range e.byShape() {
			// Not a score, but a score in units of 1/scoreUnit: a two is worth little more than one, and must not be
			// rounded before the sum.
			e.units[s] = int64(math.Round(float64(n) / float64(scores.Five) * float64(MaxEval) * scoreUnit))
		}
		e.weigh(defense)
	}
	return e
}

const (
	scoreUnit  = 1 << 16
	weightUnit = 1 << 10 // a weight is an integer too: decisions of the search are equal on every platform
)

// A ShapeEvaluator is the evaluator that textbooks begin with; [NewShapeEvaluator] makes one. It is immutable. One made with
// invalid values scores everything 0.
type ShapeEvaluator struct {
	scores  ShapeScores
	defense float64
	units   [Five + 1]int64
	weight  int64 // defense in units of 1/weightUnit
	root    Color // whose opponent's shapes are weighed; Empty: the opponent of whoever is to move
}

func (e *ShapeEvaluator) byShape() [Five + 1]int {
	s := &e.scores
	return [...]int{
		Two:       s.Two,
		OpenTwo:   s.OpenTwo,
		Three:     s.Three,
		OpenThree: s.OpenThree,
		Four:      s.Four,
		OpenFour:  s.OpenFour,
		Five:      s.Five,
	}
}

func (e *ShapeEvaluator) weigh(defense float64) {
	e.defense = defense
	e.weight = int64(math.Round(defense * weightUnit))
}

// validate is what WithEvaluator asks of a built-in evaluator: the constructor cannot return an error.
func (e *ShapeEvaluator) validate() error {
	if e.scores.Five < 1 {
		return fmt.Errorf("a Five of at least 1, not %d", e.scores.Five)
	}
	for s, n := range e.byShape() {
		if n < 0 || n > e.scores.Five {
			return fmt.Errorf("scores from 0 to Five, not %d for the shape %v", n, Shape(s))
		}
	}
	if !validDefense(e.defense) {
		return fmt.Errorf("a defense weight from %v to %v, not %v", minDefense, maxDefense, e.defense)
	}
	return nil
}

// Evaluate implements [Evaluator].
func (e *ShapeEvaluator) Evaluate(b *Board) Score {
	side := b.Turn()
	if !side.isSide() {
		return 0 // outside the contract: nothing to judge
	}
	own, other := e.sum(b, side), e.sum(b, side.Opponent())
	root := e.root
	if root == Empty {
		root = side
	}
	if root == side {
		return e.scale(own*weightUnit - other*e.weight)
	}
	return e.scale(own*e.weight - other*weightUnit)
}

func (e *ShapeEvaluator) sum(b *Board, c Color) (sum int64) {
	// One scan for all shapes, where Board.CountShapes would take one each.
	for s, n := range b.pos.StandingShapes(c.side()) {
		sum += int64(n) * e.units[s]
	}
	return sum
}

// scale is an odd function, so that what is +n for one side is -n for the other. A board has less than 1,000 standing
// shapes, each worth up to MaxEval*scoreUnit < 2^31, and weights up to 10*10*weightUnit < 2^17: nothing overflows.
func (e *ShapeEvaluator) scale(v int64) Score {
	const unit = scoreUnit * weightUnit
	if v < 0 {
		return -e.scale(-v)
	}
	return Score(min((v+unit/2)/unit, int64(MaxEval)))
}

// WithDefense implements [DefenseWeighter]. The weight that the evaluator was made with stays in force.
func (e *ShapeEvaluator) WithDefense(w float64, root Color) Evaluator {
	d := *e
	d.weigh(e.defense * w)
	d.root = root
	return &d
}

// neutral reports whether the scores do not depend on the side at the root, so that what a search has learnt stays true
// when that side changes.
func (e *ShapeEvaluator) neutral() bool { return e.weight == weightUnit }

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
	return &PatternEvaluator{weights: w, defense: 1}
}

// A PatternEvaluator is the evaluator that a [Searcher] uses by default; [NewPatternEvaluator] makes one.
type PatternEvaluator struct {
	weights PatternWeights
	defense float64
	root    Color // Empty: no weight
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
	return &PatternEvaluator{weights: e.weights, defense: e.defense * w, root: root}
}
