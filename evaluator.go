package gomoku

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
// score for the other. The receiver does not change; a weight that it has from an earlier call is replaced. w lies between 0.1 and
// 10, and is 1 where the search was told of none.
type DefenseWeighter interface {
	WithDefense(w float64, root Color) Evaluator
}

// The range of defense weights.
const minDefense, maxDefense = 0.1, 10.0

func validDefense(w float64) bool { return w >= minDefense && w <= maxDefense } // false for NaN
