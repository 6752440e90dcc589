package engine

import (
	"context"
	"time"

	"github.com/gomoku-go/gomoku/internal/position"
)

// Division of a game's time.
const (
	movesToGo     = 20                    // the moves that the time left must last for: most games are over by then
	leastMovesTo  = 12                    // the same in a long game, which may go on
	stonesPerMove = 8                     // so many stones on the board are a move less to go
	maxShares     = 5                     // a critical move may take so many optimum ones
	maxPart       = 4                     // and a quarter of the time left
	gameReserve   = 20 * time.Millisecond // for the way between the search and the clock,
	gameReserves  = 50                    // and one part in fifty of the time left

	// The same for a limit of the single move, where what was not used does not add up.
	moveReserve  = 14 * time.Millisecond
	moveReserves = 100
	minPart      = 4 // a quarter of a very short limit is used whatever the reserve

	// longest is how much time of any kind is looked at: no move takes a share of it, and a Duration holds its multiples.
	longest = 1000 * time.Hour
)

// A share is a move's part of the clock: its optimum time, and the maximum. Zero: no such limit.
type share struct{ optimum, maximum time.Duration }

// divide gives a move its share of the clock. It never gets more than a quarter of what is left, so that the time cannot
// run out.
func divide(c Clock, stones int) (s share) {
	c = Clock{min(c.Left, longest), min(c.Increment, longest), min(c.PerMove, longest)}
	if c.Left > 0 {
		left := max(c.Left-gameReserve-c.Left/gameReserves, 0)
		moves := max(movesToGo-time.Duration(stones/stonesPerMove), leastMovesTo)
		increment := c.Increment * 3 / 4 // the rest is saved
		s.optimum = left/moves + increment
		s.maximum = min(maxShares*s.optimum, left/maxPart+increment, left)
		s.optimum = min(s.optimum, s.maximum)
	}
	// PerMove alone leaves nothing to divide: all of it may be used.
	if c.PerMove > 0 {
		most := max(c.PerMove-moveReserve-c.PerMove/moveReserves, c.PerMove/minPart)
		if c.Left == 0 || most < s.maximum {
			s.maximum = most
		}
		s.maximum = max(s.maximum, time.Microsecond)
		s.optimum = min(s.optimum, s.maximum)
	}
	if c.Left > 0 {
		s.optimum = max(s.optimum, time.Microsecond) // no time is a limit too
		s.maximum = max(s.maximum, time.Microsecond)
	}
	return s
}

// A wallClock is where all time comes from: time.Now and context.WithTimeout but in tests.
type wallClock struct {
	now         func() time.Time
	withTimeout func(context.Context, time.Duration) (context.Context, context.CancelFunc)
}

// A timeManager knows how long a search may take. Whatever limits its time becomes one deadline on the wall clock; a game's
// clock also sets an optimum, which the search may stretch or not use up.
type timeManager struct {
	wallClock
	start    time.Time
	deadline time.Time     // zero: none
	optimum  time.Duration // 0: none

	// What the iterations were like.
	best    position.Cell // None before the first
	score   int
	stable  int // iterations with the same best move
	changes int // of the best move, in changeUnit, fading
	falling int // how much the score has fallen lately
}

func newTimeManager(w wallClock, deadline time.Time, c Clock, p *position.Position) timeManager {
	m := timeManager{wallClock: w, start: w.now(), deadline: deadline, best: position.None}
	s := divide(c, p.Stones())
	m.optimum = s.optimum
	if s.maximum > 0 {
		if d := m.start.Add(s.maximum); deadline.IsZero() || d.Before(deadline) {
			m.deadline = d
		}
	}
	return m
}

// limited reports whether there is a deadline.
func (m *timeManager) limited() bool { return !m.deadline.IsZero() }

func (m *timeManager) elapsed() time.Duration   { return m.now().Sub(m.start) }
func (m *timeManager) remaining() time.Duration { return m.deadline.Sub(m.now()) }

// context returns a context that also ends at the deadline.
func (m *timeManager) context(ctx context.Context) (context.Context, context.CancelFunc) {
	if !m.limited() {
		return ctx, func() {}
	}
	return m.withTimeout(ctx, m.remaining())
}

// isUp reports whether the deadline has come.
func (m *timeManager) isUp() bool { return m.limited() && m.remaining() <= 0 }

// changeUnit is one change of the best move: it fades by half with each iteration.
const changeUnit = 16

// update tells what an iteration found.
func (m *timeManager) update(best position.Cell, score int) {
	m.changes -= m.changes / 2
	if m.best != position.None && best != m.best {
		m.changes += changeUnit
		m.stable = 0
	} else {
		m.stable++
	}
	if m.best != position.None {
		const mostRise = 100 // a rise makes up for no more of an earlier fall
		m.falling = max(m.falling/2, 0) + max(m.score-score, -mostRise)
	}
	m.best, m.score = best, score
}

// isEnough reports whether the search has had its time for this move, after update.
func (m *timeManager) isEnough() bool { return m.optimum > 0 && m.elapsed() >= m.scaled() }

// How the optimum time is scaled, in percent.
const (
	percentPerFall = 4  // so many points of a falling score are a percent more,
	mostForFall    = 50 // up to this,
	mostForRise    = 20 // and of a rising one a percent less
	stablePercent  = 8  // each iteration with the same best move lets the search take less,
	mostStable     = 12 // up to so many, which halve the time
)

// scaled returns the time to take: up to twice the optimum where the best move changes, up to half as much again where the
// score falls, and down to a half where nothing happens for many iterations.
func (m *timeManager) scaled() time.Duration {
	percent := 100 * (changeUnit + m.changes) / changeUnit
	percent = percent * (100 + min(max(m.falling/percentPerFall, -mostForRise), mostForFall)) / 100
	percent = percent * 100 / (100 + stablePercent*min(m.stable, mostStable))
	return m.optimum * time.Duration(percent) / 100
}
