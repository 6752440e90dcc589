package experiment

import (
	"context"
	"io"
	"slices"

	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/progress"
	"github.com/gomoku-go/gomoku/tune"
)

// Confirm plays the confirmation match: so many pairs of games between what was found and the start, from openings that
// the search has not seen.
func (r *Runner) Confirm(ctx context.Context, found, start []float64, used, pairs int, stderr io.Writer) (match.Tally, error) {
	g := &r.Games
	m := &match.Options{Size: g.Size, Rule: g.Rule, Seed: g.Seed + 1, Games: 2 * pairs, Parallel: r.Run.Parallel}
	if n := len(g.Openings); n > 0 { // those of the file that come next
		m.Openings = slices.Concat(g.Openings[used%n:], g.Openings[:used%n])
	}
	for i := range r.confirmed {
		if c := &r.confirmed[i]; slices.Equal(c.A, found) && slices.Equal(c.B, start) {
			m.Done = append(m.Done, &c.Game)
		}
	}
	bar := progress.New(m.Games, stderr)
	defer bar.Finish()
	bar.Describe("confirmation match")
	_ = bar.Set(len(m.Done))
	m.Finished = func(played *match.Game) error {
		_ = bar.Add(1)
		return r.add(entry{Game: tune.Game{Game: *played, A: found, B: start}, Confirmation: true})
	}
	return match.Play(ctx, g.Contender(found), g.Contender(start), m)
}
