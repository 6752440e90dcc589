package match

import (
	"context"
	"fmt"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// openingNodes is the limit of each of the two searches of a try: enough to see what a few stones threaten.
const openingNodes = 4000

// openingTries is how many openings are made for one that is open and unlike those before. Small boards have few of them.
const openingTries = 50

// Openings makes openings of three to six stones near the center that are even according to a search, by [opening.Balanced]. All
// of them differ, even when turned or mirrored. An opening depends on its number and on size, rule and seed, and not on how many
// are made. The methods are for one goroutine at a time.
type Openings struct {
	size int
	rule gomoku.Rule
	seed uint64

	list     [][]gomoku.Point
	seen     map[uint64]bool              // what is in the list, by canonical hash
	drafts   map[int]<-chan *gomoku.Board // first tries that a worker makes, by number
	searcher *gomoku.Searcher             // for further tries
}

// NewOpenings returns a maker of openings. Size 0 is [gomoku.DefaultSize].
func NewOpenings(size int, rule gomoku.Rule, seed uint64) (*Openings, error) {
	if size == 0 {
		size = gomoku.DefaultSize
	}
	if _, err := gomoku.NewBoard(size, rule); err != nil {
		return nil, fmt.Errorf("match: %w", err)
	}
	return &Openings{size: size, rule: rule, seed: seed, seen: map[uint64]bool{}, drafts: map[int]<-chan *gomoku.Board{}}, nil
}

// Make returns the first n openings. It makes those that it has not made before, some at a time: as many as parallel says, or as
// there are processors if that is 0. One takes about 50 ms. The slices must not be changed. The error is the cause of ctx when
// that has ended, or says that there are not so many different openings, on a small board.
func (o *Openings) Make(ctx context.Context, n, parallel int) ([][]gomoku.Point, error) {
	missing := func(_ context.Context, yield func(job, error) bool) {
		for k := len(o.list); k < n && yield(o.draft(k), nil); k++ {
		}
	}
	for _, err := range schedule(ctx, &ScheduleOptions{Parallel: parallel}, missing) {
		if err != nil {
			return nil, err
		}
	}
	for k := len(o.list); k < n; k++ {
		if _, err := o.take(ctx, k); err != nil {
			return nil, err
		}
	}
	return o.list[:n:n], nil
}

// draft returns the job that makes the first try for opening k. It is a job for the workers, between their games, so that players
// with a clock never share their processor with the search for an opening.
func (o *Openings) draft(k int) job {
	ready := make(chan *gomoku.Board, 1)
	o.drafts[k] = ready
	return func(ctx context.Context, w *worker) (*Game, error) {
		b, err := o.try(ctx, &w.openings, k, 0)
		ready <- b
		return nil, err
	}
}

// take returns opening k, which is in the list or the next one of it, and then waits for the draft.
func (o *Openings) take(ctx context.Context, k int) ([]gomoku.Point, error) {
	if k < len(o.list) {
		return o.list[k], nil
	}
	var b *gomoku.Board
	select {
	case b = <-o.drafts[k]:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	delete(o.drafts, k)
	for try := 1; b == nil || o.seen[b.CanonicalHash()]; try++ {
		if try == openingTries {
			return nil, fmt.Errorf("match: only %d different even openings were found for %v on size %d: give Openings", len(o.list), o.rule, o.size)
		}
		var err error
		if b, err = o.try(ctx, &o.searcher, k, try); err != nil {
			return nil, err
		}
	}
	o.adopt(b)
	return o.list[k], nil
}

// adopt makes the opening the next one of the list.
func (o *Openings) adopt(b *gomoku.Board) {
	o.list = append(o.list, b.Moves())
	o.seen[b.CanonicalHash()] = true
}

// try makes an opening, a function of its arguments. It returns nil for one that ends the game.
func (o *Openings) try(ctx context.Context, s **gomoku.Searcher, k, try int) (*gomoku.Board, error) {
	if *s == nil {
		var err error
		if *s, err = gomoku.NewSearcher(gomoku.WithNodes(openingNodes), gomoku.WithHashSize(1<<20)); err != nil {
			return nil, err
		}
	}
	if err := (*s).Clear(); err != nil {
		return nil, err
	}
	// A deadline of ctx would change the searches.
	b, err := opening.Balanced(context.WithoutCancel(ctx), *s, o.size, o.rule, &opening.Options{Seed: mix(mix(o.seed, k), try)})
	switch {
	case err != nil:
		return nil, fmt.Errorf("match: opening %d: %w", k+1, err)
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case b.Outcome() != gomoku.Undecided:
		return nil, nil
	}
	return b, nil
}

// GameSeed returns the seed of a game in a match with the given seed. Both games of a pair have the same.
func GameSeed(seed uint64, number int) uint64 { return mix(seed, number/2) }

// mix makes a seed of a seed and a number (the finishing step of splitmix64).
func mix(seed uint64, n int) uint64 {
	z := seed + (uint64(n)+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
