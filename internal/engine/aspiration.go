package engine

// The window of an iteration grows by this factor when the score falls outside of it. Past the limit the score is on its way
// to a decided one, and the whole window costs less than further steps.
const (
	aspirationGrowth = 3
	aspirationLimit  = 1500
)

// aspire searches the moves from number k on with a window around the last score, which widens until it holds the new one
// (aspiration windows).
func (t *thread) aspire(moves []rootMove, k, depth int) {
	if t.shared.limits.Balance {
		t.searchBalance(moves, k, depth)
		return
	}
	alpha, beta := -infinity, infinity
	delta, center := t.params.AspirationWindow, moves[k].score
	if delta > 0 && depth >= t.params.AspirationDepth && center > -infinity && !decided(center) {
		alpha, beta = max(center-delta, -infinity), min(center+delta, infinity)
	}
	for {
		score := t.searchRoot(moves, k, alpha, beta, depth*onePly)
		if t.stopped {
			return
		}
		sortMoves(moves[k:])
		switch {
		case score <= alpha && alpha > -infinity:
			beta = (alpha + beta) / 2
			alpha = max(score-delta, -infinity)
		case score >= beta && beta < infinity:
			beta = min(score+delta, infinity)
		default:
			return
		}
		delta *= aspirationGrowth
		if delta > aspirationLimit || decided(score) {
			alpha, beta = -infinity, infinity
		}
	}
}
