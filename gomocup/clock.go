package gomocup

import (
	"math"
	"time"
)

// A clock is what the manager said about time.
type clock struct {
	turn  time.Duration // the most for one move; 0: move at once
	match time.Duration // for a game; 0: no limit
	left  time.Duration // rest of the match time
	added time.Duration // to the match time by every move
	bound bool          // left holds
	told  bool          // left comes from the manager and no move was made since
}

// Until the manager says otherwise. A second is the library's own default.
const defaultTurn = time.Second

// unlimited is what managers say for a game without a limit.
const unlimited = math.MaxInt32

const (
	// What a move may cost beyond its budget: the search looks at the clock now and then, the reply passes two pipes,
	// and the manager has to wake up. The share covers a coarse or busy clock on long moves.
	turnMargin      = 16 * time.Millisecond
	turnMarginShare = 50 // one part in

	// Kept of the match time for what every move costs beyond its budget: when all else is spent, a hundred moves
	// made at once still fit in.
	matchMargin = 250 * time.Millisecond

	// The first moves are planned as if planMoves were to come, and never fewer than leastMoves: 20 moves at a
	// thirtieth of the match each, then a tenth of what is left. Forty moves fit, and so do two hundred.
	planMoves  = 30
	leastMoves = 10

	leastBudget = time.Millisecond
)

// budget is what a move may take that was asked for `gone` ago, when we have made `moves` moves. atOnce says to answer
// without a search.
func (c *clock) budget(moves int, gone time.Duration) (d time.Duration, atOnce bool) {
	if c.turn == 0 {
		return leastBudget, true
	}
	d = c.turn - turnMargin - c.turn/turnMarginShare
	if c.bound {
		rest := c.left - matchMargin
		d = min(d, rest/time.Duration(max(leastMoves, planMoves-moves))+c.added, max(rest, 0))
	}
	return max(d-gone, leastBudget), false
}

// spend takes what a move took off the match time, for managers that do not say time_left before every move.
func (c *clock) spend(d time.Duration) {
	if c.bound {
		c.left += c.added - d
	}
	c.told = false
}

// newGame winds the clock up. Yixin-Board says START before every move, and just before it how much time is left: that
// stays.
func (c *clock) newGame() {
	if !c.told {
		c.setMatch(c.match)
	}
}

func (c *clock) setMatch(d time.Duration) {
	if d == unlimited*time.Millisecond {
		d = 0
	}
	c.match, c.left, c.bound, c.told = d, d, d > 0, false
}

// setLeft takes milliseconds, which may be negative. Zero is no time in a game with a limit, and means nothing in another.
func (c *clock) setLeft(ms int64) {
	c.left, c.told = time.Duration(ms)*time.Millisecond, true
	c.bound = ms != unlimited && (ms != 0 || c.match > 0)
}
