package stats

import "math"

// An SPRT is a sequential probability ratio test (Wald 1945) of "stronger by Elo0" (H0) against "stronger by Elo1"
// (H1). Its unit is the pair of games, with five results (Van den Bergh's generalised test, pentanomial).
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64 // how often it may take H1 although H0 holds, and H0 although H1 holds
}

type Verdict int

const (
	GoOn Verdict = iota
	TakeH0
	TakeH1
)

func (v Verdict) String() string {
	return [...]string{"undecided", "H0 accepted", "H1 accepted"}[v]
}

// Bounds are where the test ends: at or below lo with H0, at or above hi with H1.
func (t SPRT) Bounds() (lo, hi float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

func (t SPRT) Verdict(p Pairs) Verdict {
	lo, hi := t.Bounds()
	switch llr := t.LLR(p); {
	case llr <= lo:
		return TakeH0
	case llr >= hi:
		return TakeH1
	}
	return GoOn
}

// unseen stands for a result that did not come yet, which is not the same as an impossible one: a single kind of
// result would otherwise say nothing.
const unseen = 1e-3

// LLR is the logarithm of how much better H1 explains the pairs than H0, each with the distribution that explains them
// best among those with its score.
func (t SPRT) LLR(p Pairs) float64 {
	scores, weights := p.distribution()
	total := 0.0
	for i := range weights {
		weights[i] = max(weights[i], unseen)
		total += weights[i]
	}
	x0 := tilt(scores, weights, Expected(t.Elo0))
	x1 := tilt(scores, weights, Expected(t.Elo1))
	llr := 0.0
	for i, w := range weights {
		llr += w * math.Log((1+x0*(scores[i]-Expected(t.Elo0)))/(1+x1*(scores[i]-Expected(t.Elo1))))
	}
	return llr
}

// tilt finds x such that the likeliest distribution with the given mean is proportional to w/(1+x(score-mean)), as the
// method of Lagrange has it: the sum of w(score-mean)/(1+x(score-mean)) is then 0. That sum falls from +Inf to -Inf
// between the poles of the outermost scores, 0 and 1, so halving finds its zero.
func tilt(scores, weights []float64, mean float64) float64 {
	lo, hi := -1/(1-mean), 1/mean
	for range 100 {
		x := (lo + hi) / 2
		sum := 0.0
		for i, w := range weights {
			d := scores[i] - mean
			sum += w * d / (1 + x*d)
		}
		if sum > 0 {
			lo = x
		} else {
			hi = x
		}
	}
	return (lo + hi) / 2
}
