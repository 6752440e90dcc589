package tune

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
)

// A runner plays the games of one search.
type runner struct {
	*Games
	RunOptions
	names      []string                    // of the parameters
	known      map[string]*Game            // by key: those of Done, and what was played
	contenders map[string]*match.Contender // by their values
	made       *match.Openings             // nil if they are given
}

func newRunner(params []Param, g *Games, o *RunOptions) (*runner, error) {
	if g == nil || g.Player == nil {
		return nil, errNoPlayer
	}
	r := &runner{Games: g, RunOptions: *o, known: make(map[string]*Game, len(o.Done)), contenders: map[string]*match.Contender{}}
	if o.Parallel < 0 {
		return nil, fmt.Errorf("tune: RunOptions.Parallel is %d: 1 or more, or 0 for one a processor", o.Parallel)
	}
	made, err := match.NewOpenings(g.Size, g.Rule, g.Seed)
	if err != nil {
		return nil, fmt.Errorf("tune: %w", err)
	}
	if len(g.Openings) == 0 {
		r.made = made
	}
	for i, moves := range g.Openings {
		if err := g.checkOpening(moves); err != nil {
			return nil, fmt.Errorf("tune: opening %d of %d: %w", i+1, len(g.Openings), err)
		}
	}
	for _, p := range params {
		r.names = append(r.names, p.Name)
	}
	for i := range o.Done {
		d := &o.Done[i]
		switch {
		case d.Number < 0:
			return nil, fmt.Errorf("tune: RunOptions.Done: game %d has a negative number", d.Number)
		case d.Outcome == gomoku.Undecided || d.Outcome > gomoku.Draw:
			return nil, fmt.Errorf("tune: RunOptions.Done: game %d has the outcome %v, which is no result", d.Number, d.Outcome)
		}
		r.known[d.key()] = d
	}
	return r, nil
}

// checkOpening reports what makes the moves no opening.
func (g *Games) checkOpening(moves []gomoku.Point) error {
	size := g.Size
	if size == 0 {
		size = gomoku.DefaultSize
	}
	b, err := gomoku.NewBoard(size, g.Rule)
	if err != nil {
		return err
	}
	if err := b.PlayMoves(moves...); err != nil {
		return err
	}
	if b.Outcome() != gomoku.Undecided {
		return errors.New("it ends the game")
	}
	return nil
}

// checkPlayer makes a searcher with these values, so that wrong ones are an error before the first game.
func (r *runner) checkPlayer(values []float64) error {
	options, err := r.options(values)
	if err == nil {
		_, err = gomoku.NewSearcher(options...)
	}
	if err != nil {
		return fmt.Errorf("tune: the player with %s: %w", r.describe(values), err)
	}
	return nil
}

// describe names the values.
func (r *runner) describe(values []float64) string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = fmt.Sprintf("%s=%v", r.names[i], v)
	}
	return strings.Join(list, " ")
}

// contender returns the player with these values, one for all its games.
func (r *runner) contender(values []float64) *match.Contender {
	name := r.describe(values)
	c := r.contenders[name]
	if c == nil {
		c = r.Contender(values)
		c.Name = name
		r.contenders[name] = c
	}
	return c
}

// A pairing is two games between two vectors of values: games 2·pair and 2·pair+1.
type pairing struct {
	pair int
	a, b []float64
}

// play plays what is not known yet, and returns the games of each pairing. before and all are for Progress: games that were
// done earlier, and all there are.
func (r *runner) play(ctx context.Context, pairings []pairing, before, all int) ([][2]Game, error) {
	var missing []*Game // without what comes of them
	for _, p := range pairings {
		for number := 2 * p.pair; number < 2*p.pair+2; number++ {
			g := &Game{A: p.a, B: p.b}
			g.Number = number
			if key := g.key(); r.known[key] == nil {
				r.known[key] = g // once, though several pairings may ask for it
				missing = append(missing, g)
			}
		}
	}
	done := before + 2*len(pairings) - len(missing)
	progress := func() {
		if r.Progress != nil {
			r.Progress(done, all)
		}
	}
	progress()
	fixtures, err := r.fixtures(ctx, missing)
	if err != nil {
		return nil, err
	}
	finished := func(played *match.Game) error {
		g := missing[played.Number/2]
		played.Number = g.Number
		if played.Reason == gomoku.ByForfeit || played.Reason == gomoku.ByIllegalMove { // a searcher does neither
			return fmt.Errorf("tune: %s against %s: %s", r.describe(g.A), r.describe(g.B), played.Detail)
		}
		g.Game = *played
		done++
		if r.Finished != nil {
			if err := r.Finished(*g); err != nil {
				return err
			}
		}
		progress()
		return nil
	}
	for _, err := range match.Schedule(ctx, fixtures, &match.ScheduleOptions{Parallel: r.Parallel, Finished: finished}) {
		if err != nil {
			return nil, err
		}
	}
	pairs := make([][2]Game, len(pairings))
	for i, p := range pairings {
		for color := range pairs[i] {
			pairs[i][color] = *r.known[keyOf(2*p.pair+color, p.a, p.b)]
		}
	}
	return pairs, nil
}

// fixtures returns the games to play. Their numbers are those in the list, times two and with the color of A.
func (r *runner) fixtures(ctx context.Context, missing []*Game) (iter.Seq[match.Fixture], error) {
	openings, last := r.Openings, 0
	for _, g := range missing {
		last = max(last, g.Number/2)
	}
	if r.made != nil && len(missing) > 0 {
		var err error
		if openings, err = r.made.Make(ctx, last+1, r.Parallel); err != nil {
			return nil, err
		}
	}
	return func(yield func(match.Fixture) bool) {
		for i, g := range missing {
			pair := g.Number / 2
			f := match.Fixture{
				Number: 2*i + g.Number&1, Players: [2]*match.Contender{r.contender(g.A), r.contender(g.B)},
				Size: r.Size, Rule: r.Rule, Opening: openings[pair%len(openings)], Seed: match.GameSeed(r.Seed, g.Number),
			}
			if !yield(f) {
				return
			}
		}
	}, nil
}
