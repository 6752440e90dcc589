package duel

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A Side is one of the two players of a match, whatever color it has in a game.
type Side int

const (
	Nobody Side = iota - 1
	A
	B
)

func (s Side) Other() Side {
	if s == Nobody {
		return Nobody
	}
	return 1 - s
}

func (s Side) String() string {
	switch s {
	case A:
		return "A"
	case B:
		return "B"
	}
	return ""
}

func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s *Side) UnmarshalText(text []byte) error {
	for _, c := range []Side{Nobody, A, B} {
		if string(text) == c.String() {
			*s = c
			return nil
		}
	}
	return fmt.Errorf("side %q: want A, B or nothing", text)
}

// A Reason is why a game ended.
type Reason string

const (
	ByFive      Reason = "five"
	ByFull      Reason = "full board"
	ByNoMove    Reason = "no legal move" // a draw; renju only
	ByPly       Reason = "ply limit"     // a draw
	ByFoul      Reason = "foul"
	ByIllegal   Reason = "illegal move"
	ByTime      Reason = "time"
	ByError     Reason = "error" // a crash, or an answer that is none
	Interrupted Reason = "interrupted"
)

// A Game is the record of one game, as it is logged.
type Game struct {
	Number  int            `json:"game"` // games 2k and 2k+1 are a pair
	Rule    gomoku.Rule    `json:"rule"`
	Size    int            `json:"size"`
	Seed    uint64         `json:"seed"`
	Black   Side           `json:"black"`
	Winner  Side           `json:"winner"` // Nobody: a draw
	Reason  Reason         `json:"reason"`
	Detail  string         `json:"detail,omitempty"`
	Opening int            `json:"opening"` // how many of the moves were given
	Moves   []gomoku.Point `json:"moves"`
	Plies   []Ply          `json:"plies"` // of the moves that were not given
}

// A Ply is what a move cost and what its player thought of it.
type Ply struct {
	Time  Micros       `json:"us"`
	Nodes int64        `json:"nodes,omitempty"`
	Depth int          `json:"depth,omitempty"`
	Score gomoku.Score `json:"score,omitempty"`
}

// Micros is a time in microseconds.
type Micros int64

func (m Micros) Duration() time.Duration { return time.Duration(m) * time.Microsecond }

// Half is how many half points the game brought the side.
func (g *Game) Half(s Side) int {
	switch g.Winner {
	case s:
		return 2
	case Nobody:
		return 1
	}
	return 0
}

// Mover is the side that made the i-th of the Plies.
func (g *Game) Mover(i int) Side {
	if (g.Opening+i)%2 == 0 {
		return g.Black
	}
	return g.Black.Other()
}

// play plays the game that g describes so far, with the players of A and B. An error means that there was no game: a
// player that cannot begin has not lost.
func (g *Game) play(ctx context.Context, players [2]Player, opening []gomoku.Point, maxPly int) error {
	g.Winner, g.Opening = Nobody, len(opening)
	g.Moves = append(g.Moves, opening...)
	b, err := setUp(g.Size, g.Rule, opening)
	if err != nil {
		return fmt.Errorf("opening: %w", err)
	}
	lose := func(s Side, why Reason, detail string) {
		g.Winner, g.Reason, g.Detail = s.Other(), why, detail
	}
	for side, p := range players {
		defer p.Close()
		if err := p.NewGame(g.Size, g.Rule, g.Seed); err != nil {
			return fmt.Errorf("player %v cannot begin: %w", Side(side), err)
		}
	}
	for side := g.Mover(0); ; side = side.Other() {
		switch b.Outcome() {
		case gomoku.Undecided:
		case gomoku.Draw:
			g.Reason = ByFull
			return nil
		default:
			g.Winner, g.Reason = side.Other(), ByFive
			return nil
		}
		if maxPly > 0 && b.Len() >= maxPly {
			g.Reason = ByPly
			return nil
		}
		start := time.Now()
		m, err := players[side].Move(ctx, b)
		spent := time.Since(start)
		switch {
		case ctx.Err() != nil:
			g.Reason = Interrupted
			return nil
		case errors.Is(err, gomoku.ErrNoMove):
			g.Reason = ByNoMove
			return nil
		case errors.Is(err, errTime):
			lose(side, ByTime, fmt.Sprintf("ply %d: %v after %v", b.Len(), err, spent.Round(time.Millisecond)))
			return nil
		case err != nil:
			lose(side, ByError, fmt.Sprintf("ply %d: %v", b.Len(), err))
			return nil
		}
		switch err := b.Play(m.Point); {
		case errors.Is(err, gomoku.ErrForbidden):
			lose(side, ByFoul, fmt.Sprintf("ply %d: %v", b.Len(), m.Point))
			return nil
		case err != nil:
			lose(side, ByIllegal, fmt.Sprintf("ply %d: %v: %v", b.Len(), m.Point, err))
			return nil
		}
		g.Moves = append(g.Moves, m.Point)
		g.Plies = append(g.Plies, Ply{Micros(spent.Microseconds()), m.Nodes, m.Depth, m.Score})
	}
}
