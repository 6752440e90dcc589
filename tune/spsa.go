package tune

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
)

// SPSAOptions are how [SPSA] goes.
type SPSAOptions struct {
	Pairs int // of games in all; 0: 1000
	// Batch is how many pairs are played from the same values, before their results move them. 0: 8. With less than there
	// are processors some of them wait; the answer depends on it, so it is not taken from the machine.
	Batch int
	// Rate is the share of its Step by which a won game moves a parameter at the end; at the beginning it is some three times
	// that. 0: 0.02, which suits thousands of pairs; take 0.1 for a hundred.
	Rate float64
	// Moved is told of the values after each batch, and how many pairs are done. Nil: nobody. The slice is not to be kept.
	Moved func(pairs int, values []float64)

	RunOptions
}

// SPSA seeks better values of all parameters at once by simultaneous perturbation stochastic approximation (Spall, 1992): for
// each pair of games two players differ from the current values by about a Step up or down in every parameter, by chance, and
// each parameter moves a little toward the winner's. It needs some hundred pairs, however many parameters there are, and its
// answer says nothing about how much was won: a confirmation match does, see the package comment.
//
// Values stay between Low and High. Those of an Integer are rounded by chance for each game, so that they are right in the mean,
// and need not be whole in the answer. Nil options mean the defaults. When ctx ends, the error is its cause; with any error after the first game, the values
// are those reached so far.
func SPSA(ctx context.Context, params []Param, g *Games, options *SPSAOptions) ([]float64, error) {
	var o SPSAOptions
	if options != nil {
		o = *options
	}
	o.Pairs, o.Batch, o.Rate = cmp.Or(o.Pairs, 1000), cmp.Or(o.Batch, 8), cmp.Or(o.Rate, 0.02)
	if err := checkParams(params); err != nil {
		return nil, err
	}
	for i := range params {
		if p := &params[i]; p.Start < p.Low || p.Start > p.High {
			return nil, fmt.Errorf("tune: parameter %q: Start %v, where SPSA begins, is not between Low %v and High %v", p.Name, p.Start, p.Low, p.High)
		}
	}
	switch {
	case o.Pairs < 1 || o.Pairs > maxPairs:
		return nil, fmt.Errorf("tune: SPSAOptions.Pairs is %d: want 1 to %d", o.Pairs, maxPairs)
	case o.Batch < 0 || o.Batch > maxPairs:
		return nil, fmt.Errorf("tune: SPSAOptions.Batch is %d: want 0, for 8, to %d", o.Batch, maxPairs)
	case !(o.Rate > 0 && o.Rate <= 1):
		return nil, fmt.Errorf("tune: SPSAOptions.Rate is %v: want more than 0, and at most 1", o.Rate)
	}
	r, err := newRunner(params, g, &o.RunOptions)
	if err != nil {
		return nil, err
	}
	values := starts(params)
	if err := r.checkPlayer(values); err != nil {
		return nil, err
	}
	for begin := 0; begin < o.Pairs; begin += o.Batch {
		var pairings []pairing
		var signs [][]float64
		for k := begin; k < min(begin+o.Batch, o.Pairs); k++ {
			d := pairing{pair: k}
			var s []float64
			d.a, d.b, s = perturb(params, values, o.shrink(k), rand.New(rand.NewPCG(g.Seed, uint64(k))))
			pairings, signs = append(pairings, d), append(signs, s)
		}
		played, err := r.play(ctx, pairings, 2*begin, 2*o.Pairs)
		if err != nil {
			return values, err
		}
		for j, pair := range played {
			points := 2 * (pair[0].Points() + pair[1].Points() - 1) // games won less games lost
			gain := o.gain(begin + j)
			for i := range params {
				p := &params[i]
				values[i] = min(max(values[i]+gain*p.Step*signs[j][i]*points, p.Low), p.High)
			}
		}
		if o.Moved != nil {
			o.Moved(begin+len(played), values)
		}
	}
	return values, nil
}

// The usual powers of the method, by which differences and gains shrink with the number of the pair.
const (
	spsaAlpha = 0.602
	spsaGamma = 0.101
)

// shrink is how many Steps the players of pair k lie from the mean: 1 at the end, more before.
func (o *SPSAOptions) shrink(k int) float64 {
	return math.Pow(float64(o.Pairs)/float64(k+1), spsaGamma)
}

// gain is the share of a Step by which a won game of pair k moves a parameter.
func (o *SPSAOptions) gain(k int) float64 {
	all := float64(o.Pairs)
	early := 0.1 * all // keeps the first pairs from moving everything
	return o.Rate * math.Pow((early+all)/(early+float64(k+1)), spsaAlpha) / o.shrink(k)
}

// perturb makes two players that differ from values by distance Steps up or down in every parameter.
func perturb(params []Param, values []float64, distance float64, random *rand.Rand) (a, b, signs []float64) {
	for i := range params {
		p := &params[i]
		sign := float64(2*random.IntN(2) - 1)
		signs = append(signs, sign)
		for j, to := range []*[]float64{&a, &b} {
			v := min(max(values[i]+sign*p.Step*distance*float64(1-2*j), p.Low), p.High)
			if p.Integer {
				v = math.Floor(v + random.Float64())
			}
			*to = append(*to, v)
		}
	}
	return a, b, signs
}
