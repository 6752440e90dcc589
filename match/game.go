package match

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A Side is one of the two players of a match, whatever color it has in a game.
type Side uint8

const (
	A Side = iota
	B
)

// Other returns the opponent.
func (s Side) Other() Side { return 1 - s }

// String returns A or B.
func (s Side) String() string { return string(rune('A' + s)) }

// MarshalText returns A or B.
func (s Side) MarshalText() ([]byte, error) {
	if s > B {
		return nil, fmt.Errorf("match: Side(%d) is neither A nor B", uint8(s))
	}
	return []byte(s.String()), nil
}

// UnmarshalText reads what MarshalText writes, in either case.
func (s *Side) UnmarshalText(text []byte) error {
	switch strings.ToUpper(string(text)) {
	case "A":
		*s = A
	case "B":
		*s = B
	default:
		return fmt.Errorf("match: side %q: want A or B", text)
	}
	return nil
}

// A Game is a game of a match: its record, and what the match adds to it. It can be written as JSON and read back.
//
// The tags "black" and "white" are the names of the contenders, as in package record. A foul is the last of the moves, as in
// every [gomoku.Game]; an illegal move is not among them, but Detail names it. The reason is [gomoku.ByForfeit] where a player
// returned an error, and a draw may be [gomoku.ByNoMove] or [gomoku.ByMoveLimit].
type Game struct {
	Number int          `json:"game"`  // games 2k and 2k+1 are a pair: the same opening, first with A as Black, then as White
	Color  gomoku.Color `json:"color"` // of player A
	Seed   uint64       `json:"seed"`  // of the players' random choices

	gomoku.Game

	Detail  string `json:"detail,omitempty"` // what happened, when a player lost by anything but a five
	Opening int    `json:"opening"`          // how many of the moves were given
	Plies   []Ply  `json:"plies"`            // of Moves[Opening:]
}

// A Ply is the time that a move took, and what its player said about it: zero where it said nothing.
type Ply struct {
	Time  time.Duration `json:"nanos"`
	Nodes int64         `json:"nodes,omitempty"`
	Depth int           `json:"depth,omitempty"`
	Score gomoku.Score  `json:"score,omitempty"` // from the mover's view
}

// Points returns the points that the game brought A: 1, ½ or 0.
func (g *Game) Points() float64 {
	switch g.Outcome.Winner() {
	case g.Color:
		return 1
	case gomoku.Empty:
		return 0.5
	}
	return 0
}

// Winner returns the side that won, and whether there is one.
func (g *Game) Winner() (s Side, ok bool) {
	c := g.Outcome.Winner()
	return g.side(c), c != gomoku.Empty
}

// Mover returns the side that made Moves[i].
func (g *Game) Mover(i int) Side { return g.side(gomoku.Black + gomoku.Color(i%2)) }

// side returns who plays with the color.
func (g *Game) side(c gomoku.Color) Side {
	if c == g.Color {
		return A
	}
	return B
}

// lose ends the game with a loss of a side, in the given way.
func (g *Game) lose(s Side, why gomoku.Reason, detail string) {
	g.Outcome = gomoku.BlackWins
	if g.side(gomoku.Black) == s {
		g.Outcome = gomoku.WhiteWins
	}
	g.Reason, g.Detail = why, detail
}

// draw ends the game without a winner.
func (g *Game) draw(why gomoku.Reason) { g.Outcome, g.Reason = gomoku.Draw, why }

// check reports what makes g no finished game of a match.
func (g *Game) check() error {
	switch {
	case g == nil:
		return errors.New("a game is nil")
	case g.Number < 0:
		return fmt.Errorf("game %d has a negative number", g.Number)
	case g.Color != colorOfA(g.Number):
		return fmt.Errorf("game %d: A is %v, where its number says %v", g.Number, g.Color, colorOfA(g.Number))
	case g.Outcome == gomoku.Undecided:
		return fmt.Errorf("game %d has no outcome", g.Number)
	case g.Opening < 0 || g.Opening > len(g.Moves):
		return fmt.Errorf("game %d: an opening of %d moves, of %d in all", g.Number, g.Opening, len(g.Moves))
	case len(g.Plies) != len(g.Moves)-g.Opening:
		return fmt.Errorf("game %d: %d plies for %d moves, %d of them given", g.Number, len(g.Plies), len(g.Moves), g.Opening)
	}
	if _, err := g.Board(); err != nil {
		return fmt.Errorf("game %d: %w", g.Number, err)
	}
	return nil
}

// colorOfA returns the color of player A in a game.
func colorOfA(number int) gomoku.Color { return gomoku.Black + gomoku.Color(number&1) }
