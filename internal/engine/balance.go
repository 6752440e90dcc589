package engine

// searchBalance looks among the moves from number k on for the one whose score is nearest to the target. The window shrinks
// around the target from both sides.
func (t *thread) searchBalance(moves []rootMove, k, depth int) {
	target := t.shared.limits.Target
	nearest := infinity
	for i := k; i < len(moves); i++ {
		m := moves[i]
		score, line := t.searchOne(m.cell, max(target-nearest, -infinity), min(target+nearest, infinity), depth*onePly)
		if t.stopped {
			return
		}
		m.score = score
		if d := distance(score, target); d < nearest {
			nearest = d
			m.line = line
			copy(moves[k+1:i+1], moves[k:i])
			moves[k] = m
		} else {
			moves[i] = m
		}
	}
}

// distance returns how far a score lies from a target.
func distance(score, target int) int { return max(score-target, target-score) }
