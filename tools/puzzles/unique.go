package main

import (
	"context"
	"slices"

	"github.com/gomoku-go/gomoku"
)

// unique reports whether no other move than best is found to win. The comment of the package says which tests there are.
func (f *finder) unique(ctx context.Context, b *gomoku.Board, best gomoku.Point) (bool, error) {
	if len(b.Symmetries()) > 1 {
		return false, nil
	}
	for _, p := range b.AppendLegal(nil) {
		if p == best {
			continue
		}
		var wins bool
		var err error
		switch shape := b.Shape(b.Turn(), p); {
		case shape >= gomoku.Four:
			wins, err = f.fourWins(ctx, b, p)
		case shape >= gomoku.Three:
			wins, err = f.threatWins(ctx, b, p)
		}
		if wins || err != nil {
			return false, err
		}
	}
	if err := f.searcher.Clear(); err != nil {
		return false, err
	}
	r, err := f.searcher.Search(ctx, b, gomoku.WithNodes(f.nodes), gomoku.WithExcluded(best))
	if err != nil {
		return false, err
	}
	plies, sure := r.Score.Mate()
	return !sure || plies < 0, ctx.Err()
}

// fourWins reports whether a win is found that begins with the four at p.
func (f *finder) fourWins(ctx context.Context, b *gomoku.Board, p gomoku.Point) (bool, error) {
	us := b.Turn()
	after := b.Clone()
	if err := after.Play(p); err != nil {
		return false, err
	}
	if after.Outcome() != gomoku.Undecided || after.CountPoints(us, gomoku.Five) > 1 {
		return after.Winner() == us || after.Outcome() == gomoku.Undecided, nil
	}
	for _, reply := range after.AppendLegal(nil) {
		if after.Shape(us, reply) != gomoku.Five {
			continue
		}
		if err := after.Play(reply); err != nil {
			return false, err
		}
		w, err := f.solve(ctx, after)
		return w != nil, err
	}
	return true, nil // the opponent may not play where it must
}

// threatWins reports whether a win is found that begins with a move at p that makes no four.
func (f *finder) threatWins(ctx context.Context, b *gomoku.Board, p gomoku.Point) (bool, error) {
	after := b.Clone()
	if err := after.Play(p); err != nil {
		return false, err
	}
	// What would follow if the opponent passed? Without a win by fours the move is no threat.
	passed := after.Clone()
	if err := passed.Pass(); err != nil {
		return false, err
	}
	s, err := f.searcher.Solve(ctx, passed, gomoku.VCF, gomoku.WithNodes(5_000))
	if err != nil || s.Verdict != gomoku.Won {
		return false, err
	}
	// The replies on the way of that win come first, because one of them is the likely refutation.
	replies := after.AppendLegal(nil)
	onLine := func(p gomoku.Point) int {
		if slices.Contains(s.Line.Moves, p) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(replies, func(p, q gomoku.Point) int { return onLine(p) - onLine(q) })
	for _, reply := range replies {
		if after.Shape(after.Turn(), reply) == gomoku.Four {
			continue
		}
		answered := after.Clone()
		if err := answered.Play(reply); err != nil {
			return false, err
		}
		if answered.Outcome() != gomoku.Undecided {
			return false, nil
		}
		if w, err := f.solve(ctx, answered); w == nil || err != nil {
			return false, err
		}
	}
	return true, nil
}
