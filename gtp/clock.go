package gtp

import (
	"time"

	"github.com/gomoku-go/gomoku"
)

// A clock is what the controller has sent about time: a main time for the game, and then periods for a number of moves each
// (Canadian byo-yomi). The zero value has no limit.
type clock struct {
	limited  bool
	mainTime time.Duration
	period   time.Duration
	moves    int // of a period
	left     map[gomoku.Color]remaining
}

// remaining is what a color has left: the rest of a period and its moves, or the rest of the main time where moves is 0.
type remaining struct {
	time  time.Duration
	moves int
}

const (
	defaultMove = time.Second // without a limit, as gomoku.Searcher
	leastMove   = time.Millisecond

	// What a move may take beyond its time: the answer passes two pipes, and the controller has to wake up.
	margin = 20 * time.Millisecond

	// A move gets a share of the main time as if planMoves moves were to come in the game, and at least leastMoves.
	planMoves, leastMoves = 30, 10
)

// settings applies time_settings. A period without moves means no limit.
func (c *clock) settings(mainTime, period time.Duration, moves int) {
	*c = clock{limited: moves > 0 && period > 0 || period == 0, mainTime: mainTime, period: period, moves: moves}
	c.restart()
}

// restart gives both colors their whole time.
func (c *clock) restart() {
	c.left = map[gomoku.Color]remaining{}
	for _, color := range []gomoku.Color{gomoku.Black, gomoku.White} {
		c.left[color] = remaining{time: c.mainTime}
		if c.mainTime == 0 {
			c.left[color] = remaining{c.period, c.moves}
		}
	}
}

// set applies time_left.
func (c *clock) set(color gomoku.Color, left time.Duration, moves int) {
	if c.left == nil {
		c.restart()
	}
	c.limited = true
	c.left[color] = remaining{left, moves}
}

// budget is the time for a color's next move, when it has made so many.
func (c *clock) budget(color gomoku.Color, made int) time.Duration {
	if !c.limited {
		return defaultMove
	}
	r := c.left[color]
	var share time.Duration
	switch {
	case r.moves > 0:
		share = r.time / time.Duration(r.moves)
	case c.moves > 0 && c.period > 0: // when the main time is over the periods begin
		share = r.time/planMoves + c.period/time.Duration(c.moves)
		return max(share-margin, leastMove)
	default:
		share = r.time / time.Duration(max(leastMoves, planMoves-made))
	}
	return max(min(share, r.time)-margin, leastMove)
}

// spend subtracts the time of a move, for controllers that do not send time_left before every move.
func (c *clock) spend(color gomoku.Color, d time.Duration) {
	r, ok := c.left[color]
	if !c.limited || !ok {
		return
	}
	r.time -= d
	if r.moves > 0 {
		r.moves--
	}
	if c.period > 0 && c.moves > 0 && (r.time <= 0 || r.moves == 0 && c.left[color].moves > 0) {
		r = remaining{c.period, c.moves} // the next period
	}
	r.time = max(r.time, 0)
	c.left[color] = r
}
