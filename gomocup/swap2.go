package gomocup

import (
	"context"
	"fmt"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// swap2 is our part in a Swap2 opening with these stones on the board. The manager sends BOARD once the opening is over, but TURN
// works as well, because the session keeps the position after our answer.
func (s *session) swap2(r request, stones []square) (string, error) {
	state, from, err := swap2State(s.game.size, s.settings.Rule, stones)
	if err != nil {
		return "", err
	}
	if err := s.prepare(); err != nil {
		return "", err
	}
	defer func() { s.clock.spend(s.now().Sub(r.asked)) }()
	limits := s.limits(from, r.asked, 2) // a choice of color, and perhaps a move
	limits.Progress = func(gomoku.Info) {}
	action, err := untilStopped(r.ctx, limits, func(ctx context.Context, l Limits) (opening.Action, error) {
		return s.opener.Decide(ctx, state, l)
	})
	if err != nil {
		return "", s.given(err, from)
	}
	if err := state.Apply(action); err != nil {
		return "", err
	}
	reply, next, final := "SWAP", from, func() {}
	switch action.Kind {
	case opening.TakeBlack:
	case opening.TakeWhite: // whose move it is
		var best square
		next, best, final, err = s.search(r.ctx, from, Query{Lines: 1}, limits)
		if err != nil {
			return "", s.given(err, from)
		}
		reply = best.String()
	default:
		var words []string
		for _, p := range action.Points {
			at := squareOf(p, next.size)
			if next, err = next.play(at); err != nil {
				return "", err
			}
			words = append(words, at.String())
		}
		reply = strings.Join(words, " ")
	}
	if err := r.commit(); err != nil {
		return "", s.given(err, from)
	}
	final()
	s.game = next
	return reply, nil
}

// swap2State is the state of a Swap2 opening after these stones, which have the colors in turn.
func swap2State(size int, rule gomoku.Rule, stones []square) (*opening.State, *position, error) {
	if n := len(stones); n != 0 && n != 3 && n != 5 {
		return nil, nil, fmt.Errorf("SWAP2BOARD with %d stones: want none, 3 or 5", n)
	}
	state, err := opening.NewState(opening.Swap2, size, rule)
	if err != nil {
		return nil, nil, err
	}
	p, err := newPosition(size, rule, nil, gomoku.Black)
	if err != nil {
		return nil, nil, err
	}
	var points []gomoku.Point
	for _, s := range stones {
		if p, err = p.play(s); err != nil {
			return nil, nil, err
		}
		points = append(points, p.stones[len(p.stones)-1].point)
		if n := len(p.stones); n == 3 || n == 5 {
			if err := state.Apply(opening.Action{Kind: opening.PutStones, Points: points}); err != nil {
				return nil, nil, err
			}
			points = nil
		}
	}
	return state, p, nil
}
