package engine

// findTies lists the moves whose true score at this depth lies within the margin of the best, the best among them. Inside
// the window of the search only the first move's score is its own, the others' are bounds: each of them is searched again.
func (t *thread) findTies(moves []rootMove, depth int) []rootMove {
	limits := t.shared.limits
	best, margin := moves[0].score, limits.TieMargin
	if decided(best) {
		margin = 0 // a quicker win is no equal of a slower one
	}
	low, high := best-margin, best
	if limits.Balance { // near the target, not high
		d := distance(best, limits.Target) + margin
		low, high = limits.Target-d, limits.Target+d
	}
	found := []rootMove{moves[0]}
	for _, m := range moves[1:] {
		score, line := t.searchOne(m.cell, low-1, high+1, depth*onePly)
		if t.stopped {
			return nil
		}
		if score >= low && (score <= high || !limits.Balance) {
			m.score = min(score, high) // the order of moves stays
			m.line = line
			found = append(found, m)
		}
	}
	return found
}

// choose returns a number below n as a function of seed.
func choose(seed uint64, n int) int {
	seed ^= seed >> 30
	seed *= 0xbf58476d1ce4e5b9
	seed ^= seed >> 27
	seed *= 0x94d049bb133111eb
	seed ^= seed >> 31
	return int(seed % uint64(n))
}
