package gomocup

import (
	"math"
	"time"
)

// A clock is what the manager has sent about time.
type clock struct {
	turn  time.Duration // the most for one move; 0: move at once
	match time.Duration // for a game; 0: no limit
	left  time.Duration // rest of the match time
	added time.Duration // increment: added to the match time by every move
	bound bool          // the match time is limited, and left is valid
	told  bool          // left comes from the manager, and no move has been made since
}

// defaultTurn holds until the manager sets timeout_turn. It is the library's own default.
const defaultTurn = time.Second

// unlimited is what managers send for a game without a limit.
const unlimited = math.MaxInt32

const (
	// What a move may take beyond its budget: the search checks the time at intervals, the reply passes two pipes, and the
	// manager has to wake up. The share covers inexact clocks and busy machines in long moves.
	turnMargin      = 16 * time.Millisecond
	turnMarginShare = 50 // one part in

	// A reserve of the match time for what moves take beyond their budgets: when the rest is used up, it still suffices
	// for a hundred moves without a search.
	matchMargin = 250 * time.Millisecond

	// The first moves are planned as if planMoves were to come, and never fewer than leastMoves: 20 moves at a
	// thirtieth of the match each, then a tenth of what is left. Forty moves fit, and so do two hundred.
	planMoves  = 30
	leastMoves = 10

	leastBudget = time.Millisecond
)

// budget is the time for a move that was asked for `gone` ago, after `moves` moves of ours. atOnce says to answer without a
// search.
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

// spend subtracts the time of a move from the match time, for managers that do not send time_left before every move.
func (c *clock) spend(d time.Duration) {
	if c.bound {
		c.left += c.added - d
	}
	c.told = false
}

// newGame resets the clock. But Yixin-Board sends START before every move, and time_left just before it: that stays.
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
