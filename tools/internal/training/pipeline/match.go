package pipeline

import (
	"context"
	"errors"
	"fmt"

	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/matchlog"
	"github.com/gomoku-go/gomoku/tools/internal/players"
	"github.com/gomoku-go/gomoku/tools/internal/progress"
)

// match plays the new weights against the ones before, and judges. It returns nil early when ctx ends.
func (r Runner) match(ctx context.Context, n int, round *Round) (err error) {
	c := r.Config
	o := &match.Options{Size: c.Size, Rule: c.Rule, Games: c.MatchGames, Seed: r.seed(n), Parallel: r.Parallel}
	if c.Elo0 != c.Elo1 {
		o.SPRT = &match.SPRT{Elo0: c.Elo0, Elo1: c.Elo1}
	}
	var sides [2]*match.Contender
	with := map[string]string{}
	for i, name := range []string{r.Weights(n), r.Weights(r.Taken())} {
		spec, err := players.Parse(fmt.Sprintf("nodes=%d,weights=%s", c.MatchNodes, name))
		if err != nil {
			return err
		}
		sides[i] = spec.Contender(players.EngineLimits{})
		with["weights of "+match.Side(i).String()] = spec.WeightsSum()
	}
	log, err := matchlog.Open(r.path(fmt.Sprintf("%d.match.jsonl", n)), sides[0], sides[1], o, with)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	fmt.Fprintf(r.Log, "round %d: match, %d of %d games are there\n", n, len(o.Done), o.Games)

	var t match.Tally
	bar := progress.New(o.Games, r.Progress)
	defer func() { _ = bar.Finish() }()
	for g, err := range match.Run(ctx, sides[0], sides[1], o) {
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		t.Add(g)
		_ = bar.Add(1)
	}
	round.judge(t, o.SPRT)
	return nil
}

// judge decides whether the weights are taken: by the test, or by the interval of the score where there is none.
func (r *Round) judge(t match.Tally, test *match.SPRT) {
	r.Match = t.Total()
	r.Low, r.High = t.Interval()
	switch {
	case test != nil:
		decision := test.Decide(t)
		r.Adopted = decision == match.AcceptedH1
		r.Verdict = fmt.Sprintf("LLR %+.2f, %v", test.LLR(t), decision)
	case r.Low > 0.5:
		r.Adopted = true
		r.Verdict = "interval above 50 %"
	default:
		r.Verdict = "interval not above 50 %"
	}
	if r.Adopted {
		r.Verdict += ": taken"
	} else {
		r.Verdict += ": not taken"
	}
}
