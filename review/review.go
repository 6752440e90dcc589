package review

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/gomoku-go/gomoku"
)

// Analyze reviews a game. The game may be unfinished, begin with stones that are set up, and contain passes.
//
// When ctx ends, Analyze returns the review of the moves judged so far, without an error, and [Review].Complete is false. An error
// says what is wrong with the game (see [gomoku.Game.Board]) or with the options. Several reviews may run at once: each has its own
// searcher, with a table of 16 MiB unless the options say otherwise.
func Analyze(ctx context.Context, g *gomoku.Game, o *Options) (*Review, error) {
	var moves []Move
	for m, err := range Moves(ctx, g, o) {
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	r, err := Summarize(g, moves)
	if err != nil {
		return nil, err
	}
	if o != nil {
		r.Complete = len(moves) == len(due(g, o))
	}
	return r, nil
}

// Moves yields the moves of a game in order, each as soon as it is judged. [Summarize] makes a review of them. The loop ends after
// the last move, or when ctx ends, without an error. Otherwise the last element is an error, as of [Analyze].
func Moves(ctx context.Context, g *gomoku.Game, o *Options) iter.Seq2[Move, error] {
	return func(yield func(Move, error) bool) {
		if o == nil {
			o = new(Options)
		}
		s, err := begin(g, o)
		if err != nil {
			yield(Move{}, err)
			return
		}
		if err := s.moves(untimed{ctx}, g, o, yield); err != nil && ctx.Err() == nil {
			yield(Move{}, err)
		}
	}
}

// begin checks a game and the options before the first search.
func begin(g *gomoku.Game, o *Options) (*searcher, error) {
	if _, err := g.Board(); err != nil {
		return nil, err
	}
	if o.Color > gomoku.White {
		return nil, &gomoku.OptionError{Option: "review.Options.Color", Value: o.Color, Want: "black, white, or empty for both"}
	}
	if o.First < 0 || o.First > len(g.Moves) {
		return nil, &gomoku.OptionError{Option: "review.Options.First", Value: o.First, Want: fmt.Sprintf("1 to %d, or 0 for all moves", len(g.Moves))}
	}
	if o.Last < 0 || o.Last > len(g.Moves) || o.Last > 0 && o.Last < o.First {
		return nil, &gomoku.OptionError{Option: "review.Options.Last", Value: o.Last, Want: fmt.Sprintf("%d to %d, or 0 for all moves", max(o.First, 1), len(g.Moves))}
	}
	return newSearcher(o)
}

// due lists the moves of the game that are to be judged, by number from 0.
func due(g *gomoku.Game, o *Options) (moves []int) {
	for i := range g.Moves {
		inside := i+1 >= o.First && (o.Last == 0 || i+1 <= o.Last)
		if inside && (o.Color == gomoku.Empty || o.Color == colorOf(g, i)) {
			moves = append(moves, i)
		}
	}
	return moves
}

// moves yields the moves of a game that has been checked.
func (s *searcher) moves(ctx context.Context, g *gomoku.Game, o *Options, yield func(Move, error) bool) error {
	b, err := gomoku.NewPosition(g.Size, g.Rule, g.Black, g.White, colorOf(g, 0))
	if err != nil {
		return err
	}
	known := gomoku.DefaultBook()
	wanted := due(g, o)
	done := 0
	var now *view // of b; nil: not looked at yet
	for i, p := range g.Moves {
		t := &turn{board: b, view: now}
		if err := t.make(g, i); err != nil {
			return err
		}
		b, now = t.next, nil
		if !slices.Contains(wanted, i) {
			continue
		}
		opening := t.board.Stones() == 0 && p != gomoku.NoPoint || !t.ended && inBook(known, t.board, p)
		if t.view == nil && !opening {
			if t.view, err = s.look(ctx, t.board); err != nil {
				return err
			}
		}
		if err := s.lookAfter(ctx, t, p); err != nil {
			return err
		}
		m := Move{Number: i + 1, Color: t.board.Turn(), Point: p}
		if opening {
			unjudged(&m, t)
		} else if err := s.judge(ctx, &m, t); err != nil {
			return err
		}
		now = t.then
		if done++; o.Progress != nil {
			o.Progress(done, len(wanted))
		}
		if !yield(m, nil) {
			return nil
		}
	}
	return nil
}
