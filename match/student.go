package match

import "math"

// studentQuantile returns the value that Student's t distribution with df degrees of freedom, 1 or more, exceeds with
// probability 1-p, for p between ½ and 1.
func studentQuantile(p, df float64) float64 {
	// The two tails beyond t have the probability I(x) with x = df/(df+t²), which rises with x: halving finds it.
	tails, low, high := 2*(1-p), 0.0, 1.0
	for range 200 {
		x := (low + high) / 2
		if incompleteBeta(x, df/2, 0.5) < tails {
			low = x
		} else {
			high = x
		}
	}
	x := (low + high) / 2
	return math.Sqrt(df * (1 - x) / x)
}

// incompleteBeta is the regularized incomplete beta function I(x; a, b), by its continued fraction (NIST Digital Library of
// Mathematical Functions, 8.17.22), evaluated from the front as Lentz (1976) does.
func incompleteBeta(x, a, b float64) float64 {
	switch {
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	case x > (a+1)/(a+b+2): // the fraction converges fast below this
		return 1 - incompleteBeta(1-x, b, a)
	}
	const (
		terms = 500
		tiny  = 1e-300 // in place of a 0 to divide by
		exact = 1e-15
	)
	away := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c, d, f := 1.0, 0.0, 1.0
	step := func(coefficient float64) float64 {
		d = 1 / away(1+coefficient*d)
		c = away(1 + coefficient/c)
		f *= c * d
		return c * d
	}
	step(-(a + b) * x / (a + 1))
	for m := 1.0; m < terms; m++ {
		step(m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m)))
		if change := step(-(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))); math.Abs(change-1) < exact {
			break
		}
	}
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	lab, _ := math.Lgamma(a + b)
	return math.Exp(lab-la-lb+a*math.Log(x)+b*math.Log1p(-x)) / (a * f)
}
