package service

import (
	"context"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/review"
)

type reviewRequest struct {
	head
	Game   *gomoku.Game `json:"game"`
	Limits *limits      `json:"limits"` // of each search; a move takes two to five
	First  int          `json:"first"`
	Last   int          `json:"last"`
}

// Judged is a move of a game with what the review says of it.
type Judged struct {
	Type string      `json:"type"` // "judged"
	Move review.Move `json:"move"`
	Done int         `json:"done"` // moves judged so far
	All  int         `json:"all"`  // moves to judge
}

// Reviewed is the review of a game.
type Reviewed struct {
	Type   string         `json:"type"` // "review"
	Review *review.Review `json:"review"`
}

// reviewSearches is how much longer than one search a review may take.
const reviewSearches = 10

func reviewGame(s *Service, ctx context.Context, q *reviewRequest, emit func(any)) (r Reviewed, err error) {
	if err := checkGame(q.Game); err != nil {
		return r, err
	}
	o := &review.Options{First: q.First, Last: q.Last, Search: []gomoku.Option{gomoku.WithHashSize(s.o.HashBytes)}}
	if q.Limits == nil {
		q.Limits = &limits{Nodes: review.DefaultNodes}
	}
	if o.Limits, err = q.Limits.options(s, 0); err != nil { // with MaxTime
		return r, err
	}
	_, giveBack, err := s.borrow(ctx) // a review has a searcher of its own, but takes its turn like all others
	if err != nil {
		return r, err
	}
	defer giveBack()
	all := len(q.Game.Moves)
	if q.Last > 0 {
		all = q.Last
	}
	all -= max(q.First-1, 0)
	if s.o.MaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, reviewSearches*s.o.MaxTime)
		defer cancel()
	}
	var moves []review.Move
	for m, err := range review.Moves(ctx, q.Game, o) {
		if err != nil {
			return r, err
		}
		moves = append(moves, m)
		emit(Judged{Type: "judged", Move: m, Done: len(moves), All: all})
	}
	summary, err := review.Summarize(q.Game, moves)
	if err != nil {
		return r, err
	}
	summary.Complete = len(moves) == all
	return Reviewed{"review", summary}, nil
}

type summarizeRequest struct {
	head
	Game  *gomoku.Game  `json:"game"`
	Moves []review.Move `json:"moves"`
}

func summarize(_ *Service, _ context.Context, q *summarizeRequest, _ func(any)) (r Reviewed, err error) {
	if err := checkGame(q.Game); err != nil {
		return r, err
	}
	summary, err := review.Summarize(q.Game, q.Moves)
	return Reviewed{"review", summary}, err
}
