package engine

import (
	"context"
	"time"

	"github.com/gomoku-go/gomoku/internal/position"
)

// Division of a game's time.
const (
	movesToGo     = 20                    // moves that the time left must last for: most games are over by then
	minMovesToGo  = 12                    // at least so many, however long the game has lasted
	stonesPerMove = 8                     // for each so many stones on the board, one move less
	maxShares     = 5                     // a critical move may take so many times its optimum,
	maxPart       = 4                     // but no more than a quarter of the time left
	gameReserve   = 20 * time.Millisecond // kept back for the delay between the search and the clock,
	gameReserves  = 50                    // with one fiftieth of the time left

	// The reserve where only the single move is limited: a delay there does not add up over a game.
	moveReserve  = 14 * time.Millisecond
	moveReserves = 100
	minPart      = 4 // a quarter of the limit is used in any case, even if the reserve is larger than the rest

	// longest caps every time: more makes no difference, and the products below must not overflow a Duration.
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
		moves := max(movesToGo-time.Duration(stones/stonesPerMove), minMovesToGo)
		increment := c.Increment * 3 / 4 // the rest is saved
		s.optimum = left/moves + increment
		s.maximum = min(maxShares*s.optimum, left/maxPart+increment, left)
		s.optimum = min(s.optimum, s.maximum)
	}
	// PerMove alone leaves nothing to divide: all of it may be used.
	if c.PerMove > 0 {
		maximum := max(c.PerMove-moveReserve-c.PerMove/moveReserves, c.PerMove/minPart)
		if c.Left == 0 || maximum < s.maximum {
			s.maximum = maximum
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
		const maxRise = 100 // a rise makes up for at most so much of an earlier fall
		m.falling = max(m.falling/2, 0) + max(m.score-score, -maxRise)
	}
	m.best, m.score = best, score
}

// isEnough reports whether the search has had its time for this move, after update.
func (m *timeManager) isEnough() bool { return m.optimum > 0 && m.elapsed() >= m.scaled() }

// How the optimum time is scaled, in percent.
const (
	pointsPerPercent = 4  // a score that falls by so many points adds a percent, one that rises takes one away
	maxFallPercent   = 50 // added by a falling score
	maxRisePercent   = 20 // taken away by a rising one
	stablePercent    = 8  // for each iteration with the same best move the time is divided by so much more
	maxStable        = 12 // iterations that count: together they halve the time
)

// scaled returns the time to take: up to twice the optimum where the best move changes, up to half as much again where the
// score falls, and down to a half where nothing happens for many iterations.
func (m *timeManager) scaled() time.Duration {
	percent := 100 * (changeUnit + m.changes) / changeUnit
	percent = percent * (100 + min(max(m.falling/pointsPerPercent, -maxRisePercent), maxFallPercent)) / 100
	percent = percent * 100 / (100 + stablePercent*min(m.stable, maxStable))
	return m.optimum * time.Duration(percent) / 100
}
