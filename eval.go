package gomoku

// An Evaluator judges positions in which nothing is decided yet.
//
// Evaluate returns the score of b from the point of view of the side to move. It must depend only on the rule, the stones and
// the side to move, and not on the order in which the stones were played: the search reaches the same position by different orders
// of moves and takes the score to be the same. The game on b is never over. Evaluate must neither change b nor keep it; it may
// change a [Board.Clone].
//
// The search calls Evaluate at its leaves, hundreds of thousands of times a second, so it pays to avoid allocation. Several
// goroutines may call it at the same time, each with a board of its own. Package evaltest checks all of this.
type Evaluator interface {
	Evaluate(b *Board) Score
}

// An EvaluatorFunc is a function that serves as an [Evaluator].
type EvaluatorFunc func(b *Board) Score

// Evaluate calls f.
func (f EvaluatorFunc) Evaluate(b *Board) Score { return f(b) }

// An IncrementalEvaluator is an [Evaluator] that follows the moves on a board, so that Evaluate need not look at every point.
//
// Each thread of a search, the first one too, makes a Clone for itself, calls Reset with its board, and then reports every change
// of that board. So a clone is never used by two goroutines, and Evaluate is only called with the board of the last Reset.
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

// A MoveScorer is an [Evaluator] that also says which moves to try first. ScoreMoves sets dst[i] to how promising points[i] is for
// the side to move, where only the order of the scores matters. Both slices have the same length and belong to the caller; all points
// are empty. The search calls it under the same conditions as Evaluate.
type MoveScorer interface {
	ScoreMoves(b *Board, points []Point, dst []Score)
}

// A DefenseWeighter is an [Evaluator] that can count one side's threats more or less than the other's, for [WithDefenseWeight].
//
// WithDefense returns an evaluator that counts the threats of root's opponent w times as much as root's own, in every position,
// whoever is to move there. Before it starts, the search calls it once for each thread, with the color to move at the root. Because
// the weight belongs to a color and not to the side to move, a position's score for one side is still the negative of its score for
// the other. The receiver does not change, and a weight that it has from an earlier call is replaced. w lies between 0.1 and 10; it is
// 1 if the search was not given a weight.
type DefenseWeighter interface {
	WithDefense(w float64, root Color) Evaluator
}

// The range of defense weights.
const minDefense, maxDefense = 0.1, 10.0

func validDefense(w float64) bool { return w >= minDefense && w <= maxDefense } // false for NaN
