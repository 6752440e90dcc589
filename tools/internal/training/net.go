package training

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training/curve"
	"github.com/gomoku-go/gomoku/tools/internal/training/logistic"
)

// net fits the net of the weights, whose other numbers stay, and their threat values once more with it.
func (f *fit) net() error {
	s, w := f.settings, f.Weights
	start := w.Net
	w.Net = nil
	set, err := newSet(f, func(g *games.Game) []netExample { return netExamples(g, w, s.Lambda) })
	if err != nil {
		return fmt.Errorf("net: %w", err)
	}
	f.Training, f.Validation = len(set.train), len(set.validation)
	before := 0.0
	for i := range set.validation {
		e := &set.validation[i]
		before += logistic.Divergence(float64(e.target), float64(e.points)) / float64(len(set.validation))
	}
	r := rand.New(rand.NewPCG(s.Seed, 0))
	m := newNetModel(f.colors, r)
	if s.Warm {
		m.from(start)
	}
	c := curve.Curve{Name: "net"}
	var best []float32
	set.epochs(s.NetEpochs, r, s.Patience, f.log, func(i int) bool {
		m.learn(set.train, falling(s.NetRate, 0.02, i, s.NetEpochs), s.NetDecay)
		l := curve.Loss{Training: m.loss(set.sample), Validation: m.loss(set.validation)}
		if c.Add(l, s.Patience) {
			best = slices.Clone(m.theta)
		}
		fmt.Fprintf(f.log, "net, epoch %2d: loss %.5f (training %.5f; without a net %.5f)\n", i+1, l.Validation, l.Training, before)
		return c.Stalled(s.Patience)
	})
	m.theta = best
	threats := w.Threat
	m.into(w)
	after := quantizedLoss(w, &threats, set.validation)
	fmt.Fprintf(f.log, "net in integers: %.5f\n", after)
	f.add(c)
	f.Losses[c.Name], f.Losses["without net"] = rounded(after), rounded(before)
	return nil
}
