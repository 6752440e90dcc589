package games

import (
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/examples/web/service"
	"github.com/gomoku-go/gomoku/opening"
)

// A State is all that somebody may know of a game.
type State struct {
	Seq     int               `json:"seq"` // acts so far
	You     string            `json:"you"` // "first", "second" or "spectator"
	Colors  map[string]string `json:"colors"`
	Board   service.Described `json:"board"`
	Fixed   int               `json:"fixed"`             // moves of the opening, which cannot be taken back
	Opening *service.Opening  `json:"opening,omitempty"` // while the players agree on one
	Name    string            `json:"protocol,omitempty"`
	Mover   string            `json:"mover,omitempty"` // whose turn it is; missing at the end
	Clock   *Clocks           `json:"clock,omitempty"`
	Offer   *offer            `json:"offer,omitempty"`
	Over    bool              `json:"over"`
	Outcome gomoku.Outcome    `json:"outcome"`
	Reason  gomoku.Reason     `json:"reason"`
	Here    map[string]bool   `json:"here"` // which players are connected
	Watch   int               `json:"spectators"`
	Rematch []opening.Player  `json:"rematch,omitempty"` // who wants one
	Next    *Link             `json:"next,omitempty"`    // the rematch, for who looks at the state
	Links   map[string]string `json:"links"`             // the tokens that may be passed on: that of spectators
}

// Clocks is the time of the players.
type Clocks struct {
	Left      map[string]int64 `json:"left"`              // milliseconds, by color
	Running   string           `json:"running,omitempty"` // the color whose clock runs
	Increment int              `json:"increment"`         // seconds
}

// A Link is a game and a token.
type Link struct {
	ID    string `json:"id"`
	Token string `json:"token"`
}

// state returns the state as a player sees it; 0 is a spectator. The lock is held.
func (h *Handler) state(g *game, who opening.Player, now time.Time) State {
	t := g.table
	board := service.Describe(t.board)
	s := State{
		Seq: t.seq, You: nameOf(who), Board: board, Fixed: t.fixed, Over: t.over, Outcome: t.outcome, Reason: t.reason, Offer: t.offer,
		Colors: map[string]string{}, Here: map[string]bool{}, Watch: g.present[0], Links: map[string]string{"spectator": g.opened.Spectator},
	}
	for _, p := range []opening.Player{opening.FirstPlayer, opening.SecondPlayer} {
		if t.colors[p] != gomoku.Empty {
			s.Colors[nameOf(p)] = t.colors[p].String()
		}
		s.Here[nameOf(p)] = g.present[p] > 0
		if t.rematch[p] {
			s.Rematch = append(s.Rematch, p)
		}
	}
	if t.opening != nil {
		s.Name = t.opening.Protocol().String()
	}
	if !t.over {
		s.Mover = nameOf(t.mover())
		if t.inOpening() {
			o := service.DescribeOpening(t.opening)
			s.Opening = &o
		}
	}
	if t.Clock != nil {
		s.Clock = &Clocks{Left: map[string]int64{}, Increment: t.Clock.Increment}
		for c := range t.left {
			s.Clock.Left[c.String()] = t.remaining(c, now).Milliseconds()
		}
		if c := t.running(); c != gomoku.Empty {
			s.Clock.Running = c.String()
		}
	}
	if next := h.games[g.next]; next != nil {
		// The first player is the second one of the rematch.
		token := map[opening.Player]string{opening.FirstPlayer: next.opened.Second, opening.SecondPlayer: next.opened.First, 0: next.opened.Spectator}[who]
		s.Next = &Link{next.id, token}
	}
	return s
}

func nameOf(p opening.Player) string {
	if p == 0 {
		return "spectator"
	}
	return p.String()
}
