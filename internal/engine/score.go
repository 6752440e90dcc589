package engine

// Scores are from the side to move's view. A win counts 30,000 less the plies to it, from the root in the search and from
// the node in the table.
const (
	infinity = 32_000
	winScore = 30_000
	MaxEval  = 29_000 // evaluations saturate here
)

// Depths count in sixteenths of a ply, so that reductions and extensions can be finer than a ply.
const (
	onePly   = 16
	maxPly   = 200
	maxDepth = 100 // plies
)

func winIn(ply int) int  { return winScore - ply }
func lossIn(ply int) int { return ply - winScore }

// decided reports whether a score is a proved win or loss.
func decided(v int) bool { return v > MaxEval || v < -MaxEval }

// pliesToEnd returns the plies to the end of the game that a decided score tells.
func pliesToEnd(v int) int { return winScore - max(v, -v) }

func clampEval(v int) int { return min(max(v, -MaxEval), MaxEval) }

// toTable and fromTable convert between counting wins from the root and from the node at ply.
func toTable(v, ply int) int {
	switch {
	case v > MaxEval:
		return v + ply
	case v < -MaxEval:
		return v - ply
	}
	return v
}

func fromTable(v, ply int) int {
	switch {
	case v > MaxEval:
		return v - ply
	case v < -MaxEval:
		return v + ply
	}
	return v
}
