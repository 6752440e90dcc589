package gomoku

import (
	"errors"
	"maps"
	"slices"
)

// A Reason is why a game ended. The zero value is NoReason.
type Reason uint8

const (
	NoReason      Reason = iota // the game goes on, or the record does not say
	ByFive                      // a winning row
	ByFoul                      // Black made a foul under Renju
	ByResignation               // the loser gave up
	ByTime                      // the loser's time ran out
	ByIllegalMove               // the loser made a move that the rules do not know
	ByFullBoard                 // a draw: no empty point is left
	ByAgreement                 // the players agreed on the outcome
	ByForfeit                   // the loser could not go on: a program that crashed, say
	ByNoMove                    // a draw: Black under Renju has no legal move
	ByMoveLimit                 // a draw: the game was called off after a number of moves
)

var reasonNames = []string{"none", "five", "foul", "resignation", "time", "illegal move", "full board", "agreement", "forfeit", "no legal move", "move limit"}

// String returns the reason in words, in lower case: none, five, foul, resignation, time, illegal move, full board,
// agreement, forfeit, no legal move or move limit.
func (r Reason) String() string { return nameOf("Reason", reasonNames, uint8(r)) }

// MarshalText returns the reason in words, or an error if r is no reason.
func (r Reason) MarshalText() ([]byte, error) { return marshalName("Reason", reasonNames, uint8(r)) }

// UnmarshalText sets r to the reason that the words name.
func (r *Reason) UnmarshalText(text []byte) error {
	return unmarshalName(r, "reason", reasonNames, text)
}

// A Game is the record of a game: plain data, which encoding/json can write and read, with points and all other values as words.
// Nothing is checked until [Game.Board] replays it.
type Game struct {
	Size      int               `json:"size"`
	Rule      Rule              `json:"rule"`
	Black     []Point           `json:"black,omitempty"` // stones set up before the first move
	White     []Point           `json:"white,omitempty"`
	First     Color             `json:"first,omitempty"`     // to move after the set-up; Empty means Black
	Moves     []Point           `json:"moves"`               // NoPoint is a pass; a foul that ended the game is the last one
	Unclaimed []int             `json:"unclaimed,omitempty"` // which Moves, from 0, are fouls of Black that White did not claim: see [Board.PlayUnclaimed]
	Outcome   Outcome           `json:"outcome"`
	Reason    Reason            `json:"reason"`
	Tags      map[string]string `json:"tags,omitempty"` // whatever else is known: "event", "black", "date"
}

// NewGame returns a record of the game on b. It does not change when b does. The outcome is that of the board; if the game ended
// otherwise, by resignation for example, set Outcome and Reason. For a nil or zero board the record is empty.
func NewGame(b *Board) *Game {
	if b == nil {
		b = new(Board)
	}
	g := &Game{Size: b.size, Rule: b.rule, Outcome: b.outcome, Moves: b.Moves()}
	if b.size == 0 {
		return g
	}
	g.Black, g.White, g.First = b.start()
	g.Unclaimed = slices.Clone(b.unclaimed)
	switch b.outcome {
	case BlackWins, WhiteWins:
		g.Reason = ByFive
	case Draw:
		g.Reason = ByFullBoard
	}
	return g
}

// Clone returns a copy that shares nothing with g.
func (g *Game) Clone() *Game {
	c := *g
	c.Black, c.White, c.Moves = slices.Clone(g.Black), slices.Clone(g.White), slices.Clone(g.Moves)
	c.Unclaimed, c.Tags = slices.Clone(g.Unclaimed), maps.Clone(g.Tags)
	return &c
}

// Board sets up the stones, plays the moves, and returns the board at the end of the game. Every move must be legal; an error gives
// the number of the first that is not, counted from one. There are two exceptions: if Reason is ByFoul, the last move must be a foul,
// and the board returned is the one before it; and the moves listed in Unclaimed must be fouls, which stay on the board.
//
// Outcome and Reason are checked against the board. They may be left at zero. They may also say more than the board does, as after a
// resignation, but must not contradict it: if Black made five, no other outcome is accepted.
func (g *Game) Board() (*Board, error) {
	if g == nil {
		return nil, ErrNoGame
	}
	first := g.First
	if first == Empty {
		first = Black
	}
	b, err := NewPosition(g.Size, g.Rule, g.Black, g.White, first)
	if err != nil {
		return nil, explain(err, "game")
	}
	moves := g.Moves
	if g.Reason == ByFoul {
		if len(moves) == 0 {
			return nil, newError("game: ended by a foul, but has no moves")
		}
		moves = moves[:len(moves)-1]
	}
	for i, p := range moves {
		err := b.playOrPass(p)
		if slices.Contains(g.Unclaimed, i) {
			if err == nil {
				err = newError("no foul, but Unclaimed says that it is one")
			} else if errors.Is(err, ErrForbidden) {
				err = b.PlayUnclaimed(p)
			}
		}
		if err != nil {
			return nil, explain(err, "game: move %d, %v", i+1, p)
		}
	}
	for _, i := range g.Unclaimed {
		if i < 0 || i >= len(moves) {
			return nil, errorf("game: Unclaimed has move number %d, counted from 0, of %d moves", i, len(moves))
		}
	}
	if g.Reason == ByFoul {
		last := g.Moves[len(g.Moves)-1]
		if err := b.check(last); !errors.Is(err, ErrForbidden) {
			if err == nil {
				err = newError("no foul, but the game is said to have ended by one")
			}
			return nil, explain(err, "game: move %d, %v", len(g.Moves), last)
		}
	}
	if err := g.checkEnd(b); err != nil {
		return nil, explain(err, "game")
	}
	return b, nil
}

// checkEnd says what of Outcome and Reason does not fit each other or the board.
func (g *Game) checkEnd(b *Board) error {
	if g.Outcome > Draw {
		return errorf("%v is no outcome", g.Outcome)
	}
	if int(g.Reason) >= len(reasonNames) {
		return errorf("%v is no reason", g.Reason)
	}
	if over := b.Outcome(); over != Undecided {
		want := ByFive
		if over == Draw {
			want = ByFullBoard
		}
		if g.Outcome != Undecided && g.Outcome != over || g.Reason != NoReason && g.Reason != want {
			return errorf("the record says %v (%v), but the board says %v (%v)", g.Outcome, g.Reason, over, want)
		}
		return nil
	}
	fits := true
	switch g.Reason {
	case NoReason:
	case ByFive, ByFullBoard:
		fits = false // the board would know
	case ByFoul:
		fits = g.Outcome == WhiteWins
	case ByResignation, ByTime, ByIllegalMove, ByForfeit:
		fits = g.Outcome.Winner() != Empty
	case ByNoMove, ByMoveLimit:
		fits = g.Outcome == Draw
	case ByAgreement:
		fits = g.Outcome != Undecided
	}
	if !fits {
		return errorf("the outcome %v and the reason %v do not fit the moves", g.Outcome, g.Reason)
	}
	return nil
}
