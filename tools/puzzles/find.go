package main

import (
	"context"
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// A finder looks for puzzles.
type finder struct {
	settings
	searcher *gomoku.Searcher
}

func newFinder(s settings) (*finder, error) {
	searcher, err := gomoku.NewSearcher(gomoku.WithHashSize(1 << 20))
	return &finder{s, searcher}, err
}

// game returns the puzzle of a game, or nil: the longest win that is unique. The positions are those of the game's end, where the
// winner has a win, and those on the way of the last proof, because self-play ends as soon as a win is certain.
func (f *finder) game(ctx context.Context, g *gomoku.Game) (*Puzzle, error) {
	winner := g.Outcome.Winner()
	if winner == gomoku.Empty {
		return nil, nil
	}
	b, err := gomoku.NewBoard(g.Size, g.Rule)
	if err != nil {
		return nil, err
	}
	if err := b.PlayMoves(g.Moves...); err != nil {
		return nil, err
	}
	places, err := f.back(ctx, b, winner)
	if err != nil || len(places) == 0 {
		return nil, err
	}
	last := places[0]
	slices.Reverse(places)
	on, err := f.on(ctx, last)
	if err != nil {
		return nil, err
	}
	for _, p := range append(places, on...) {
		p, err := f.puzzle(ctx, p.board, p.win)
		if p != nil || err != nil {
			return p, err
		}
	}
	return nil, nil
}

// A place is a position with a win.
type place struct {
	board *gomoku.Board
	win   *win
}

// back goes back from the end of a game, turn by turn, as long as the winner has a win. It returns the places in this order.
func (f *finder) back(ctx context.Context, b *gomoku.Board, winner gomoku.Color) (places []place, err error) {
	for {
		if b.Turn() == winner && b.Outcome() == gomoku.Undecided {
			w, err := f.solve(ctx, b)
			if w == nil || err != nil {
				return places, err
			}
			places = append(places, place{b.Clone(), w})
		}
		if _, ok := b.Undo(); !ok {
			return places, nil
		}
	}
}

// on follows the proof at a place, and returns what comes after it.
func (f *finder) on(ctx context.Context, p place) (places []place, err error) {
	b, w := p.board.Clone(), p.win
	for len(w.line) >= f.plies+2 {
		if err := b.PlayMoves(w.line[:2]...); err != nil {
			return nil, err
		}
		if w, err = f.solve(ctx, b); w == nil || err != nil {
			return places, err
		}
		places = append(places, place{b.Clone(), w})
	}
	return places, nil
}

// puzzle returns the puzzle that a position with a win is, or nil.
func (f *finder) puzzle(ctx context.Context, b *gomoku.Board, w *win) (*Puzzle, error) {
	us := b.Turn()
	obvious := b.CountPoints(us, gomoku.Five) > 0 || b.CountPoints(us, gomoku.OpenFour) > 0
	forced := b.CountPoints(us.Opponent(), gomoku.Five) > 0
	if obvious || forced || len(w.line) < f.plies {
		return nil, nil
	}
	if unique, err := f.unique(ctx, b, w.line[0]); !unique || err != nil {
		return nil, err
	}
	return &Puzzle{
		Position: b.Position(), Kind: strings.ToLower(w.kind.String()), Line: gomoku.FormatMoves(w.line), weight: weigh(b, w), hash: b.CanonicalHash(),
	}, nil
}

// A win is a proof.
type win struct {
	kind  gomoku.ThreatSearch
	line  []gomoku.Point // the moves of both sides
	nodes int64
}

// solve returns a win of the side to move, or nil if none is found.
func (f *finder) solve(ctx context.Context, b *gomoku.Board) (*win, error) {
	for _, k := range []struct {
		kind  gomoku.ThreatSearch
		nodes int64
	}{{gomoku.VCF, 20_000}, {gomoku.VCT, 15_000}} {
		s, err := f.searcher.Solve(ctx, b, k.kind, gomoku.WithNodes(k.nodes))
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s.Verdict == gomoku.Won {
			return &win{k.kind, s.Line.Moves, s.Stats.Nodes}, nil
		}
	}
	return nil, nil
}
