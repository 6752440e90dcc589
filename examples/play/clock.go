package main

import (
	"fmt"
	"time"

	"github.com/gomoku-go/gomoku"
)

// clocks holds the time that each side has left. A nil *clocks is a game without clocks.
type clocks struct {
	left    [3]time.Duration // by gomoku.Color
	running gomoku.Color     // whose time runs; Empty: nobody's
	since   time.Time
	past    map[int][3]time.Duration // what was left before each ply, for undo
}

func newClocks(each time.Duration) *clocks {
	if each == 0 {
		return nil
	}
	return &clocks{left: [3]time.Duration{0, each, each}}
}

// start lets the clock of the side to move run; ply is the number of moves played. It does nothing if that clock runs already.
func (c *clocks) start(color gomoku.Color, ply int, now time.Time) {
	if c == nil || c.running == color {
		return
	}
	c.stop(now)
	if c.past == nil {
		c.past = make(map[int][3]time.Duration)
	}
	c.past[ply] = c.left
	c.running, c.since = color, now
}

// stop halts whichever clock runs.
func (c *clocks) stop(now time.Time) {
	if c != nil {
		c.settle(now)
		c.running = gomoku.Empty
	}
}

// settle brings left up to date and lets the clock run on.
func (c *clocks) settle(now time.Time) {
	if c != nil && c.running != gomoku.Empty {
		c.left[c.running] = c.remaining(c.running, now)
		c.since = now
	}
}

// rewind gives back the time that the moves from ply on have taken, as far as it is known: undo takes back a move and its time.
func (c *clocks) rewind(ply int) {
	if c == nil {
		return
	}
	c.running = gomoku.Empty
	if left, ok := c.past[ply]; ok {
		c.left = left
	}
}

// remaining is what color has left, not below zero.
func (c *clocks) remaining(color gomoku.Color, now time.Time) time.Duration {
	left := c.left[color]
	if c.running == color {
		left -= now.Sub(c.since)
	}
	return max(left, 0)
}

// out reports whether color's time has run out.
func (c *clocks) out(color gomoku.Color, now time.Time) bool {
	return c != nil && c.remaining(color, now) == 0
}

// budget is how long the machine may think about a move: at most the time given, and only a share of what its clock holds, so that it
// never runs out. Zero is no limit.
func (c *clocks) budget(color gomoku.Color, most time.Duration, now time.Time) time.Duration {
	if c == nil {
		return most
	}
	const movesToGo = 25 // about how many moves a side still has to make in a typical game
	share := max(c.remaining(color, now)/movesToGo, time.Millisecond)
	if most == 0 {
		return share
	}
	return min(most, share)
}

// showTime writes a clock as 9:58 or 1:00:00, and the last ten seconds with tenths, rounded down so that 0:00 is the end.
func showTime(d time.Duration) string {
	s := int(d / time.Second)
	switch {
	case d >= time.Hour:
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	case d < 10*time.Second:
		return fmt.Sprintf("0:%02d.%d", s, int(d/(100*time.Millisecond))%10)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
