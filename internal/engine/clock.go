package engine

import (
	"time"

	"github.com/gomoku-go/gomoku/internal/position"
)

// A Clock is what a player has left of a game's time, what each move adds, and the most that one move may take. Zero: no
// such limit.
type Clock struct{ Left, Increment, PerMove time.Duration }

// A budget is a move's share of the clock: what it takes usually, and what it takes at most. Zero: no such limit.
type budget struct{ usual, most time.Duration }

const (
	movesToGo  = 20                    // the moves that the time left must last for: most games are over by then
	reserve    = 20 * time.Millisecond // kept back for the way between the search and the clock
	mostShares = 5                     // a critical move may take so many usual ones

	// The same for a limit of the single move, where what is kept back once does not add up.
	moveReserve = 14 * time.Millisecond
)

// longest is how much time of any kind plan looks at: no move takes a share of it, and a Duration holds its multiples.
const longest = 1000 * time.Hour

// plan divides the clock. A move never takes more than a quarter of what is left, so that the time cannot run out.
func plan(p *position.Position, c Clock) (b budget) {
	c = Clock{min(c.Left, longest), min(c.Increment, longest), min(c.PerMove, longest)}
	if c.Left > 0 {
		left := max(c.Left-reserve-c.Left/50, 0)
		// Long games are rare, but where one has become long it may go on.
		moves := max(movesToGo-time.Duration(p.Stones()/8), 12)
		b.usual = left/moves + c.Increment*3/4
		b.most = min(mostShares*b.usual, left/4+c.Increment*3/4, left)
		b.usual = min(b.usual, b.most)
	}
	// PerMove alone leaves nothing to divide: all of it may be used.
	if c.PerMove > 0 {
		most := max(c.PerMove-moveReserve-c.PerMove/100, c.PerMove/4)
		if c.Left == 0 || most < b.most {
			b.most = most
		}
		b.most = max(b.most, time.Microsecond)
		b.usual = min(b.usual, b.most)
	}
	if c.Left > 0 {
		b.usual = max(b.usual, time.Microsecond) // no time is a limit too
		b.most = max(b.most, time.Microsecond)
	}
	return b
}

// A pace says whether a search should take more or less than usual.
type pace struct {
	best    position.Cell
	score   int
	stable  int // iterations with the same best move
	changes int // sixteenths of a change of the best move, fading
	started bool
	falling int // how much the score has fallen lately
}

func (p *pace) update(best position.Cell, score int) {
	p.changes -= p.changes / 2
	if p.started && best != p.best {
		p.changes += 16
		p.stable = 0
	} else {
		p.stable++
	}
	if p.started {
		p.falling = max(p.falling/2, 0) + max(p.score-score, -100)
	}
	p.best, p.score, p.started = best, score, true
}

// scale returns the time to take: up to twice as much where the best move changes, up to half as much again where the
// score falls, and down to a half where nothing happens for many iterations.
func (p *pace) scale(usual time.Duration) time.Duration {
	percent := 100 * (16 + p.changes) / 16
	percent = percent * (100 + min(max(p.falling/4, -20), 50)) / 100
	percent = percent * 100 / (100 + 8*min(p.stable, 12))
	return usual * time.Duration(percent) / 100
}
