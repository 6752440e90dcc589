package duel

import (
	"context"

	"github.com/gomoku-go/gomoku"
)

// A searcher is the library's own.
type searcher struct{ s *gomoku.Searcher }

func newSearcher(c searcherConfig) (*searcher, error) {
	s, err := gomoku.NewSearcher(c.options...)
	if err != nil {
		return nil, err
	}
	return &searcher{s}, tune(s, c.settings)
}

func (p *searcher) NewGame(size int, rule gomoku.Rule, seed uint64) error {
	p.s.Clear()
	return p.s.Set(gomoku.WithSeed(seed))
}

func (p *searcher) Move(ctx context.Context, b *gomoku.Board) (Move, error) {
	r, err := p.s.Search(ctx, b)
	return Move{Point: r.Best, Score: r.Score, Depth: r.Depth, Nodes: r.Stats.Nodes}, err
}

func (p *searcher) Close() error { return nil }
