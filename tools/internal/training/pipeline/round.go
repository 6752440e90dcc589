package pipeline

import (
	"context"
	"errors"
	"fmt"
)

// Round does what is left of the next round. It returns nil early when ctx ends.
func (r Runner) Round(ctx context.Context) (err error) {
	n := len(r.Rounds) + 1
	// The file of games stays open until the end of the round: its lock keeps a second process away.
	w, err := r.selfPlay(ctx, n)
	if w != nil {
		defer func() { err = errors.Join(err, w.Close()) }()
	}
	if err != nil || ctx.Err() != nil {
		return err
	}
	summary, list, err := r.fit(n)
	if err != nil {
		return err
	}
	round := Round{Fit: *summary}
	for _, g := range list[len(list)-r.Config.Games:] {
		round.Games++
		round.Positions += len(g.Plies)
	}
	if err := r.match(ctx, n, &round); err != nil || ctx.Err() != nil {
		return err
	}
	r.Rounds = append(r.Rounds, round)
	fmt.Fprintf(r.Log, "round %d: %s\n", n, round.Verdict)
	return r.save()
}
