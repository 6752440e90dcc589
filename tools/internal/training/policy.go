package training

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/gomoku-go/gomoku/tools/internal/training/curve"
)

// policy fits the policy, from what the move scores of the weights say.
func (f *fit) policy() error {
	s := f.settings
	set, err := newSet(f, policyExamples)
	if err != nil {
		return fmt.Errorf("policy: %w", err)
	}
	r := rand.New(rand.NewPCG(s.Seed, 0))
	m := newPolicyModel(f.colors, f.Weights, s.Warm, r)
	c := curve.Curve{Name: "policy"}
	var best []float32
	set.epochs(s.PolicyEpochs, r, s.Patience, f.log, func(i int) bool {
		m.learn(set.train, falling(s.PolicyRate, 0.05, i, s.PolicyEpochs), s.PolicyDecay)
		trained, _ := m.losses(set.sample)
		validation, top := m.losses(set.validation)
		if c.Add(curve.Loss{Training: trained, Validation: validation}, s.Patience) {
			best = slices.Clone(m.theta)
		}
		fmt.Fprintf(f.log, "policy, epoch %2d: loss %.5f (training %.5f), best move first %.3f\n", i+1, validation, trained, top)
		return c.Stalled(s.Patience)
	})
	m.theta = best
	m.into(f.Weights)
	f.add(c)
	return nil
}
