// Package training fits the weights of the evaluation to games: the values of points and threats, the policy, and the network.
//
// [Fit] does all three, one after the other, each with a model of its own in floating point that is rounded to the engine's
// integers at the end. The same games, settings and seed give the same weights on any number of processors of one kind.
package training

import (
	"errors"
	"fmt"
)

// Settings decide what comes of games. Their names in JSON are those of the flags of tune fit.
type Settings struct {
	Epochs       int     `json:"epochs"`
	Lambda       float64 `json:"lambda"`
	Rate         float64 `json:"rate"`
	Decay        float64 `json:"decay"`
	NetEpochs    int     `json:"net"`
	NetRate      float64 `json:"net-rate"`
	NetDecay     float64 `json:"net-decay"`
	PolicyEpochs int     `json:"policy"`
	PolicyRate   float64 `json:"policy-rate"`
	PolicyDecay  float64 `json:"policy-decay"`
	Patience     int     `json:"patience"`
	Keep         bool    `json:"keep,omitempty"` // the values of the weights to begin with
	Warm         bool    `json:"warm,omitempty"` // with Keep: begin with their net and policy too
	Seed         uint64  `json:"seed"`
}

// Check returns an error in the words of the flags if the settings make no sense.
func (s *Settings) Check() error {
	positive := func(x float64) bool { return x > 0 && x <= 1 }
	share := func(x float64) bool { return x >= 0 && x <= 1 }
	switch {
	case s.Epochs < 1 && !s.Keep:
		return fmt.Errorf("-epochs %d: want at least 1", s.Epochs)
	case s.NetEpochs < 0 || s.NetEpochs+s.PolicyEpochs == 0 && s.Keep:
		return fmt.Errorf("-net %d: want at least 0 epochs, with -keep and -policy 0 at least 1", s.NetEpochs)
	case s.PolicyEpochs < 0:
		return fmt.Errorf("-policy %d: want at least 0 epochs", s.PolicyEpochs)
	case !(s.Lambda >= 0 && s.Lambda <= 1):
		return fmt.Errorf("-lambda %v: want 0 to 1", s.Lambda)
	case !positive(s.Rate) || !positive(s.NetRate) || !positive(s.PolicyRate):
		return fmt.Errorf("-rate %v, -net-rate %v, -policy-rate %v: want more than 0 and at most 1", s.Rate, s.NetRate, s.PolicyRate)
	case !share(s.Decay) || !share(s.NetDecay) || !share(s.PolicyDecay):
		return fmt.Errorf("-decay %v, -net-decay %v, -policy-decay %v: want 0 to 1", s.Decay, s.NetDecay, s.PolicyDecay)
	case s.Warm && !s.Keep:
		return errors.New("-warm: wants -keep too")
	case s.Patience < 0:
		return fmt.Errorf("-patience %d: want at least 0", s.Patience)
	}
	return nil
}
