package service

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// Protocols lists the opening protocols.
type Protocols struct {
	Type      string          `json:"type"` // "protocols"
	Protocols []ProtocolSizes `json:"protocols"`
}

// ProtocolSizes says for which sizes of boards a protocol is.
type ProtocolSizes struct {
	Name  opening.Protocol `json:"name"`
	Sizes []int            `json:"sizes"`
}

type openingsRequest struct{ head }

func openings(_ *Service, _ context.Context, _ *openingsRequest, _ func(any)) (p Protocols, err error) {
	p.Type = "protocols"
	for protocol := opening.Swap; protocol <= opening.Yamaguchi; protocol++ {
		one := ProtocolSizes{Name: protocol}
		for size := gomoku.MinSize; size <= gomoku.MaxSize; size++ {
			if _, err := opening.NewState(protocol, size, gomoku.Renju); err == nil {
				one.Sizes = append(one.Sizes, size)
			}
		}
		p.Protocols = append(p.Protocols, one)
	}
	return p, nil
}

type openingRequest struct {
	head
	Protocol opening.Protocol `json:"protocol"`
	Size     int              `json:"size"`
	Rule     gomoku.Rule      `json:"rule"`
	Actions  []opening.Action `json:"actions"`
}

// maxActions is more than any protocol has steps.
const maxActions = 64

// state carries out the actions.
func (q *openingRequest) state() (*opening.State, error) {
	if q.Protocol == 0 {
		return nil, errors.New(`the request has no protocol: want one such as "swap2"`)
	}
	if len(q.Actions) > maxActions {
		return nil, optionErrorf("%d actions: want at most %d", len(q.Actions), maxActions)
	}
	if q.Size == 0 {
		q.Size = gomoku.DefaultSize
	}
	s, err := opening.NewState(q.Protocol, q.Size, q.Rule)
	if err != nil {
		return nil, &optionError{err.Error()}
	}
	for i, a := range q.Actions {
		if err := s.Apply(a); err != nil {
			return nil, fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	return s, nil
}

// An Opening says what may be done next in an opening.
type Opening struct {
	Type     string          `json:"type"`             // "opening"
	Player   *opening.Player `json:"player,omitempty"` // whose turn it is; missing at the end
	Choices  []Choice        `json:"choices"`          // one of them
	Area     []gomoku.Point  `json:"area"`             // the lowest and the highest point of the square for the next stone
	First    gomoku.Color    `json:"first"`            // the color that the first player has at the moment
	Second   gomoku.Color    `json:"second"`
	Done     bool            `json:"done"`     // the game goes on from the position
	Position string          `json:"position"` // without candidates for the fifth move
}

// A Choice is a kind of action that is allowed; see [opening.Choice].
type Choice struct {
	Kind       opening.ActionKind `json:"kind"`
	Points     int                `json:"points,omitempty"`
	MinFifths  int                `json:"minFifths,omitempty"`
	MaxFifths  int                `json:"maxFifths,omitempty"`
	Candidates []gomoku.Point     `json:"candidates,omitempty"`
}

func openingState(_ *Service, _ context.Context, q *openingRequest, _ func(any)) (o Opening, err error) {
	s, err := q.state()
	if err != nil {
		return o, err
	}
	return DescribeOpening(s), nil
}

// DescribeOpening says what may be done next in an opening.
func DescribeOpening(s *opening.State) Opening {
	low, high := s.Area()
	o := Opening{
		Type: "opening", Choices: []Choice{}, Area: []gomoku.Point{low, high}, First: s.Color(opening.FirstPlayer), Second: s.Color(opening.SecondPlayer),
		Done: s.Done(), Position: s.Board().Position(),
	}
	player, choices := s.Next()
	if player != 0 {
		o.Player = &player
	}
	for _, c := range choices {
		o.Choices = append(o.Choices, Choice(c))
	}
	return o
}

type decideRequest struct {
	openingRequest
	Level  gomoku.Level `json:"level"`
	Limits *limits      `json:"limits"`
	Seed   uint64       `json:"seed"`
}

// Decided is what the machine does next in an opening.
type Decided struct {
	Type   string         `json:"type"` // "decided"
	Action opening.Action `json:"action"`
}

func decide(s *Service, ctx context.Context, q *decideRequest, _ func(any)) (d Decided, err error) {
	state, err := q.state()
	if err != nil {
		return d, err
	}
	if state.Done() {
		return d, fmt.Errorf("the opening is over: %w", gomoku.ErrGameOver)
	}
	budget := moveTime
	if l := q.Limits; l != nil {
		if _, err := l.options(s, budget); err != nil {
			return d, err
		}
		if l.Depth != 0 || l.Nodes != 0 {
			return d, optionErrorf("limits of an opening: want millis only")
		}
		if l.Millis > 0 {
			budget = time.Duration(l.Millis) * time.Millisecond
		}
	}
	if m := s.o.MaxTime; m > 0 {
		budget = min(budget, m)
	}
	options := []gomoku.Option{gomoku.WithSeed(q.Seed)}
	if q.Level != 0 {
		options = append(options, gomoku.WithLevel(q.Level))
	}
	searcher, giveBack, err := s.borrow(ctx, options...)
	if err != nil {
		return d, err
	}
	defer giveBack()
	timed, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	action, err := opening.Decide(timed, searcher, state)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return Decided{"decided", action}, err
}
