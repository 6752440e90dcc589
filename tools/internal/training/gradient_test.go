package training

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/tools/internal/training/logistic"
)

// The first step of Adam is the learning rate, whatever the gradient's size; the moments are those of the paper.
func TestMoments(t *testing.T) {
	for _, gradient := range []float64{0.001, 7} {
		m := newMoments[float64](1)
		m.begin()
		mean, deviation := m.add(0, gradient)
		if step := mean / m.c1 / deviation; math.Abs(step-1) > 1e-4 {
			t.Errorf("gradient %v: the first step is %v of the rate", gradient, step)
		}
		m.begin()
		mean, _ = m.add(0, -gradient)
		if want := (0.9*0.1 - 0.1) * gradient; math.Abs(mean-want) > 1e-12 || m.steps != 2 || math.Abs(m.c1-0.19) > 1e-12 {
			t.Errorf("gradient %v: mean %v after two steps, want %v", gradient, mean, want)
		}
	}
}

// The backward pass of the net is the derivative of its forward pass, number by number.
func TestNetGradient(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	m := newNetModel(2, r)
	for i := range m.theta { // the masks and outputs begin at 0, where there would be little to see
		m.theta[i] += float32(r.NormFloat64() * 0.05)
	}
	head := m.theta[m.headAt(pattern.White):]
	for j := range width { // all units on: one that is off lets a little through on the way back, so that it is not lost
		head[atFirstBias+j], head[atSecondBias+j] = 8, 40
	}
	e := netExample{color: pattern.White, threat: 5, target: 0.3, points: 0.2}
	for who := range e.counts {
		for range 6 {
			e.counts[who] = append(e.counts[who], codeCount{int16(r.IntN(pattern.NumCodes)), int16(1 + r.IntN(3))})
		}
	}
	for i := range e.in {
		e.in[i] = int16(r.IntN(5) << eval.CountShift)
	}
	var trace netTrace
	d := logistic.Chance(m.value(&e, &trace)) - float64(e.target)
	gradient := make([]float32, len(m.theta))
	m.back(&e, &trace, float32(d), gradient)
	checked := 0
	for i, g := range gradient {
		if g == 0 || r.IntN(8) > 0 {
			continue
		}
		const h = 1e-2
		at := func(v float32) float64 {
			old := m.theta[i]
			m.theta[i] = v
			defer func() { m.theta[i] = old }()
			var t netTrace
			return m.value(&e, &t)
		}
		numeric := d * (at(m.theta[i]+h) - at(m.theta[i]-h)) / (2 * h)
		if math.Abs(numeric-float64(g)) > 1e-3*math.Abs(d)+0.01*math.Abs(numeric) {
			t.Errorf("number %d: gradient %v, numerically %v", i, g, numeric)
		}
		checked++
	}
	if checked < 100 {
		t.Errorf("only %d numbers have a gradient", checked)
	}
}

// A policy that is trained on one move prefers it.
func TestPolicyLearns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	m := newPolicyModel(1, new(eval.Weights), false, r)
	e := policyExample{color: pattern.Black, moves: []policyMove{{us: 3, them: 4}, {us: 5, them: 6}, {us: 7, them: 8}}}
	train := []policyExample{e, e}
	before, _ := m.losses(train)
	for range 50 {
		m.learn(train, 0.05, 0)
	}
	after, top := m.losses(train)
	if after > before/4 || top != 1 {
		t.Errorf("loss %v, before %v; best move first %v", after, before, top)
	}
}
