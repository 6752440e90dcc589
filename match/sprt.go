package match

import (
	"fmt"
	"math"
	"strings"
)

// An SPRT is a sequential probability ratio test (Wald, 1945): it looks at a match after every pair of games, and ends it as
// soon as the games decide between H0, "A is stronger than B by Elo0", and H1, "by Elo1". The usual test of a change is Elo0 = 0
// and a small Elo1.
//
// The likelihoods are those of the generalized test over the five results of a pair (Van den Bergh, "A practical introduction
// to the GSPRT"), with which fishtest tests Stockfish.
type SPRT struct {
	Elo0 float64 `json:"elo0"`
	Elo1 float64 `json:"elo1"` // greater than Elo0

	// Alpha is the probability of accepting H1 although H0 is true, and Beta that of accepting H0 although H1 is true. 0: 0.05.
	Alpha float64 `json:"alpha,omitempty"`
	Beta  float64 `json:"beta,omitempty"`
}

// A Decision is the state of an [SPRT].
type Decision uint8

const (
	Undecided  Decision = iota // more games are needed
	AcceptedH0                 // A is not stronger by Elo1
	AcceptedH1                 // A is stronger by more than Elo0
)

// String returns the decision in words: undecided, H0 accepted or H1 accepted.
func (d Decision) String() string {
	switch d {
	case Undecided:
		return "undecided"
	case AcceptedH0:
		return "H0 accepted"
	case AcceptedH1:
		return "H1 accepted"
	}
	return fmt.Sprintf("Decision(%d)", uint8(d))
}

// MarshalText returns the decision in words.
func (d Decision) MarshalText() ([]byte, error) {
	if d > AcceptedH1 {
		return nil, fmt.Errorf("match: %v is no decision", d)
	}
	return []byte(d.String()), nil
}

// UnmarshalText reads what MarshalText writes, in either case.
func (d *Decision) UnmarshalText(text []byte) error {
	for v := Undecided; v <= AcceptedH1; v++ {
		if strings.EqualFold(v.String(), string(text)) {
			*d = v
			return nil
		}
	}
	return fmt.Errorf("match: decision %q: want undecided, H0 accepted or H1 accepted", text)
}

func (t SPRT) check() error {
	finite := !math.IsNaN(t.Elo0) && !math.IsInf(t.Elo0, 0) && !math.IsInf(t.Elo1, 0)
	if !finite || !(t.Elo0 < t.Elo1) {
		return fmt.Errorf("match: SPRT: Elo1 %v must be above Elo0 %v", t.Elo1, t.Elo0)
	}
	if alpha, beta := t.errors(); !(alpha > 0 && beta > 0 && alpha+beta < 1) {
		return fmt.Errorf("match: SPRT: Alpha %v and Beta %v must be above 0, and less than 1 together", alpha, beta)
	}
	return nil
}

// errors returns Alpha and Beta with their defaults.
func (t SPRT) errors() (alpha, beta float64) {
	const standard = 0.05
	alpha, beta = t.Alpha, t.Beta
	if alpha == 0 {
		alpha = standard
	}
	if beta == 0 {
		beta = standard
	}
	return alpha, beta
}

// Bounds returns where the test ends: H0 is accepted when the LLR is low or less, and H1 when it is high or more.
func (t SPRT) Bounds() (low, high float64) {
	alpha, beta := t.errors()
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

// Decide returns the decision after the pairs of a match.
func (t SPRT) Decide(r Tally) Decision {
	low, high := t.Bounds()
	switch llr := t.LLR(r); {
	case llr <= low:
		return AcceptedH0
	case llr >= high:
		return AcceptedH1
	}
	return Undecided
}

// unseen is the count of a result that has not occurred. A count of 0 would call it impossible, and then pairs of a single kind
// would tell nothing.
const unseen = 1e-3

// LLR returns the logarithm of the likelihood ratio: how much better H1 explains the pairs than H0 does, each with the
// distribution that explains them best among those with its score.
func (t SPRT) LLR(r Tally) float64 {
	var scores, weights [len(r.Pairs)]float64
	for half, count := range r.Pairs {
		scores[half] = float64(half) / 4
		weights[half] = max(float64(count), unseen)
	}
	s0, s1 := Expected(t.Elo0), Expected(t.Elo1)
	x0, x1 := tilt(scores, weights, s0), tilt(scores, weights, s1)
	llr := 0.0
	for i, w := range weights {
		llr += w * math.Log((1+x0*(scores[i]-s0))/(1+x1*(scores[i]-s1)))
	}
	return llr
}

// tilt returns x such that the likeliest distribution with the given mean is proportional to w/(1+x(score-mean)), as the
// method of Lagrange has it: the sum of w(score-mean)/(1+x(score-mean)) is then 0. That sum falls from +Inf to -Inf between
// the poles of the outermost scores, 0 and 1, so halving finds its zero.
func tilt(scores, weights [5]float64, mean float64) float64 {
	low, high := -1/(1-mean), 1/mean
	for range 100 {
		x := (low + high) / 2
		sum := 0.0
		for i, w := range weights {
			d := scores[i] - mean
			sum += w * d / (1 + x*d)
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}
