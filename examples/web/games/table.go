package games

import (
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// A setting is how a game is played. It does not change.
type setting struct {
	Rule    gomoku.Rule      `json:"rule"`
	Size    int              `json:"size"`
	Clock   *clock           `json:"clock,omitempty"`
	Opening opening.Protocol `json:"opening,omitempty"`
}

// A clock is the time of each player.
type clock struct {
	Seconds   int `json:"seconds"`   // for the game
	Increment int `json:"increment"` // seconds that each move adds
}

// Limits of clocks.
const (
	maxSeconds   = 24 * 60 * 60
	maxIncrement = 60 * 60
)

func (s *setting) check() error {
	if s.Size == 0 {
		s.Size = gomoku.DefaultSize
	}
	if _, err := gomoku.NewBoard(s.Size, s.Rule); err != nil {
		return err
	}
	if s.Opening != 0 {
		if _, err := opening.NewState(s.Opening, s.Size, s.Rule); err != nil {
			return err
		}
	}
	if c := s.Clock; c != nil && (c.Seconds < 1 || c.Seconds > maxSeconds || c.Increment < 0 || c.Increment > maxIncrement) {
		return fmt.Errorf("a clock of %d seconds and %d a move: want 1 to %d and 0 to %d", c.Seconds, c.Increment, maxSeconds, maxIncrement)
	}
	return nil
}

// An act is what a player does, or the clock.
type act struct {
	Kind   string          `json:"act"`
	Point  *gomoku.Point   `json:"point,omitempty"`
	Action *opening.Action `json:"action,omitempty"`
}

// An offer waits for an answer of the other player.
type offer struct {
	Kind string         `json:"kind"` // "draw" or "undo"
	By   opening.Player `json:"by"`
}

// A table is a game between two people. All that happens to it is an act at a time, so that the journal can repeat it.
type table struct {
	setting
	seq     int // acts so far
	board   *gomoku.Board
	opening *opening.State // nil without a protocol
	fixed   int            // moves of the opening, which cannot be undone
	colors  [3]gomoku.Color
	offer   *offer
	outcome gomoku.Outcome
	reason  gomoku.Reason
	over    bool
	rematch [3]bool // who wants one

	left    map[gomoku.Color]time.Duration
	started time.Time // of the turn
	last    time.Time // of the last act
}

func newTable(s setting, now time.Time) (*table, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	board, err := gomoku.NewBoard(s.Size, s.Rule)
	if err != nil {
		return nil, err
	}
	t := &table{setting: s, board: board, started: now, last: now, left: map[gomoku.Color]time.Duration{}}
	if s.Clock != nil {
		whole := time.Duration(s.Clock.Seconds) * time.Second
		t.left[gomoku.Black], t.left[gomoku.White] = whole, whole
	}
	if s.Opening != 0 {
		if t.opening, err = opening.NewState(s.Opening, s.Size, s.Rule); err != nil {
			return nil, err
		}
	}
	t.setColors()
	return t, nil
}

// setColors gives the players their colors: Black to the first, unless the protocol says otherwise.
func (t *table) setColors() {
	t.colors = [3]gomoku.Color{opening.FirstPlayer: gomoku.Black, opening.SecondPlayer: gomoku.White}
	if t.opening != nil {
		t.colors[opening.FirstPlayer], t.colors[opening.SecondPlayer] = t.opening.Color(opening.FirstPlayer), t.opening.Color(opening.SecondPlayer)
	}
}

// inOpening reports whether the protocol is not over yet.
func (t *table) inOpening() bool { return t.opening != nil && !t.opening.Done() }

// mover returns the player whose turn it is.
func (t *table) mover() opening.Player {
	if t.inOpening() {
		p, _ := t.opening.Next()
		return p
	}
	if t.colors[opening.FirstPlayer] == t.board.Turn() {
		return opening.FirstPlayer
	}
	return opening.SecondPlayer
}

// running returns the color whose clock runs: none without a clock, in an opening, before both players have moved, and at the end.
func (t *table) running() gomoku.Color {
	if t.Clock == nil || t.over || t.inOpening() || t.board.Len()-t.fixed < 2 {
		return gomoku.Empty
	}
	return t.board.Turn()
}

// remaining returns the time that a color has left.
func (t *table) remaining(c gomoku.Color, now time.Time) time.Duration {
	left := t.left[c]
	if t.running() == c {
		left -= now.Sub(t.started)
	}
	return max(left, 0)
}

// Why an act is refused, beside the reasons of the rules.
var (
	errOver    = fmt.Errorf("the game has ended: %w", gomoku.ErrGameOver)
	errTurn    = errors.New("it is the other player's turn")
	errNoOffer = errors.New("there is no offer of the other player")
	errForeign = errors.New("spectators may only watch")
)

// do carries out an act of a player at a time. If it is refused, nothing changes.
func (t *table) do(by opening.Player, a act, now time.Time) error {
	if err := t.act(by, a, now); err != nil {
		return err
	}
	t.seq++
	t.last = now
	return nil
}

func (t *table) act(by opening.Player, a act, now time.Time) error {
	switch a.Kind {
	case "rematch":
		if !t.over {
			return errors.New("the game has not ended yet")
		}
		t.rematch[by] = true
		return nil
	case "move", "opening", "resign", "offer-draw", "offer-undo", "accept", "decline", "flag":
	default:
		return fmt.Errorf("act is %q: want move, resign, offer-draw, offer-undo, accept, decline, rematch or opening", a.Kind)
	}
	if t.over {
		return errOver
	}
	// A player whose time is up can do nothing but lose, even if the program has not noticed it yet.
	if c := t.running(); c != gomoku.Empty && t.remaining(c, now) == 0 {
		t.end(winFor(c.Opponent()), gomoku.ByTime, now)
		return nil
	}
	switch a.Kind {
	case "move":
		return t.move(by, a, now)
	case "opening":
		return t.openingStep(by, a, now)
	case "resign":
		winner := t.colors[by].Opponent()
		if t.colors[by] == gomoku.Empty { // in an opening, before the colors are known
			winner = gomoku.Black
			if by == opening.FirstPlayer {
				winner = gomoku.White
			}
			t.colors[by], t.colors[by.Other()] = winner.Opponent(), winner
		}
		t.end(winFor(winner), gomoku.ByResignation, now)
	case "offer-draw", "offer-undo":
		return t.makeOffer(by, a.Kind[len("offer-"):], now)
	case "accept", "decline":
		if t.offer == nil || t.offer.By == by {
			return errNoOffer
		}
		kind, asked := t.offer.Kind, t.offer.By
		t.offer = nil
		switch {
		case a.Kind == "decline":
		case kind == "draw":
			t.end(gomoku.Draw, gomoku.ByAgreement, now)
		default:
			t.undo(asked, now)
		}
	case "flag":
		return errors.New("there is time left")
	}
	return nil
}

func (t *table) move(by opening.Player, a act, now time.Time) error {
	switch {
	case a.Point == nil:
		return errors.New("a move needs a point")
	case t.inOpening():
		return errors.New("the opening is not over: want an opening action")
	case by != t.mover():
		return errTurn
	}
	color := t.board.Turn()
	left := t.remaining(color, now)
	counts := t.running() == color
	if err := t.board.Play(*a.Point); err != nil {
		return err
	}
	if counts {
		t.left[color] = left + time.Duration(t.Clock.Increment)*time.Second
	}
	t.started = now
	t.offer = nil
	if o := t.board.Outcome(); o != gomoku.Undecided {
		reason := gomoku.ByFive
		if o == gomoku.Draw {
			reason = gomoku.ByFullBoard
		}
		t.end(o, reason, now)
	} else if len(t.board.AppendLegal(nil)) == 0 {
		t.end(gomoku.Draw, gomoku.ByNoMove, now)
	}
	return nil
}

func (t *table) openingStep(by opening.Player, a act, now time.Time) error {
	switch {
	case a.Action == nil:
		return errors.New("an opening act needs an action")
	case !t.inOpening():
		return errors.New("there is no opening to agree on")
	case by != t.mover():
		return errTurn
	}
	if err := t.opening.Apply(*a.Action); err != nil {
		return err
	}
	t.board = t.opening.Board()
	t.fixed = t.board.Len()
	t.started = now
	t.setColors()
	return nil
}

func (t *table) makeOffer(by opening.Player, kind string, now time.Time) error {
	switch {
	case t.inOpening():
		return errors.New("not before the opening is over")
	case t.offer != nil && t.offer.By == by && t.offer.Kind == kind:
		return errors.New("you have offered that already")
	case t.offer != nil && t.offer.By != by && t.offer.Kind == kind && kind == "draw":
		t.end(gomoku.Draw, gomoku.ByAgreement, now) // both want it
		return nil
	case kind == "undo" && !t.canUndo(by):
		return errors.New("you have made no move to take back")
	}
	t.offer = &offer{kind, by}
	return nil
}

// canUndo reports whether the player has made a move since the opening.
func (t *table) canUndo(by opening.Player) bool {
	moves := t.board.Len() - t.fixed
	return moves >= 2 || moves == 1 && t.mover() != by
}

// undo takes back moves until it is the player's turn, one or two.
func (t *table) undo(by opening.Player, now time.Time) {
	t.board.Undo()
	if t.mover() != by && t.board.Len() > t.fixed {
		t.board.Undo()
	}
	t.started = now
}

func winFor(c gomoku.Color) gomoku.Outcome {
	if c == gomoku.Black {
		return gomoku.BlackWins
	}
	return gomoku.WhiteWins
}

func (t *table) end(o gomoku.Outcome, r gomoku.Reason, now time.Time) {
	if c := t.running(); c != gomoku.Empty {
		t.left[c] = t.remaining(c, now)
	}
	t.over, t.outcome, t.reason, t.offer = true, o, r, nil
}

// resume begins the turn anew after the program was down.
func (t *table) resume(now time.Time) { t.started = now }

// clone returns a copy that can be tried out.
func (t *table) clone() *table {
	c := *t
	c.board = t.board.Clone()
	if t.opening != nil {
		c.opening = t.opening.Clone()
	}
	if t.offer != nil {
		o := *t.offer
		c.offer = &o
	}
	c.left = maps.Clone(t.left)
	return &c
}
