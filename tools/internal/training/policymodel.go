package training

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/tools/internal/training/logistic"
)

// A policyModel is a policy in floating point. All numbers are in one vector, for each color of the mover the tables
// of both codes, their vectors, and the offsets.
type policyModel struct {
	colors int
	theta  []float32
	adam   moments[float32]
}

// The places of the numbers of one color.
const (
	rank       = eval.PolicyRank
	atAttack   = 0
	atDefend   = atAttack + pattern.NumCodes
	atMake     = atDefend + pattern.NumCodes
	atTake     = atMake + pattern.NumCodes*rank
	atNear     = atTake + pattern.NumCodes*rank
	policySize = atNear + 2*eval.NumOffsets
)

// policyBatch is how many examples make a step.
const policyBatch = 4096

// Units of the integers: a vector's 1 is vectorUnit, so that a product of 1 comes out as moveScale.
const vectorUnit = 40

// newPolicyModel starts from the tables of w; warm, from the rest too.
func newPolicyModel(colors int, w *eval.Weights, warm bool, r *rand.Rand) *policyModel {
	n := colors * policySize
	m := &policyModel{colors: colors, theta: make([]float32, n), adam: newMoments[float32](n)}
	for color := range colors {
		t := m.theta[color*policySize:]
		for code := range pattern.NumCodes {
			t[atAttack+code] = float32(w.Attack[color][code]) / moveScale
			t[atDefend+code] = float32(w.Defend[color][code]) / moveScale
		}
		for i := atMake; i < atNear; i++ {
			t[i] = float32(r.NormFloat64() * 0.1)
		}
		if !warm {
			continue
		}
		for code := range pattern.NumCodes {
			for k := range rank {
				t[atMake+code*rank+k] = float32(w.Policy.Make[color][code][k]) / vectorUnit
				t[atTake+code*rank+k] = float32(w.Policy.Take[color][code][k]) / vectorUnit
			}
		}
		for who := range 2 {
			for i, v := range &w.Policy.Near[color][who] {
				t[atNear+who*eval.NumOffsets+i] = float32(v) / moveScale
			}
		}
	}
	return m
}

func (m *policyModel) at(color pattern.Color) int { return int(color) % m.colors * policySize }

// odds returns the probabilities of the moves, in dst.
func (m *policyModel) odds(e *policyExample, dst []float32) []float32 {
	t := m.theta[m.at(e.color):]
	dst = dst[:0]
	for i := range e.moves {
		c := &e.moves[i]
		v := t[atAttack+int(c.us)] + t[atDefend+int(c.them)] + t[atNear+int(c.near[0])] + t[atNear+eval.NumOffsets+int(c.near[1])]
		a, b := (*[rank]float32)(t[atMake+int(c.us)*rank:]), (*[rank]float32)(t[atTake+int(c.them)*rank:])
		for k := range a {
			v += a[k] * b[k]
		}
		dst = append(dst, v)
	}
	logistic.Softmax(dst)
	return dst
}

// back adds the gradient of an example, one of n of a step.
func (m *policyModel) back(e *policyExample, odds []float32, n int, gradient []float32) {
	t, g := m.theta[m.at(e.color):], gradient[m.at(e.color):]
	for k, d := range odds {
		if k == 0 {
			d--
		}
		d /= float32(n)
		c := &e.moves[k]
		g[atAttack+int(c.us)] += d
		g[atDefend+int(c.them)] += d
		g[atNear+int(c.near[0])] += d
		g[atNear+eval.NumOffsets+int(c.near[1])] += d
		a, b := atMake+int(c.us)*rank, atTake+int(c.them)*rank
		for j := range rank {
			g[a+j] += d * t[b+j]
			g[b+j] += d * t[a+j]
		}
	}
}

// learn goes over the examples once, with decoupled weight decay of the vectors and offsets.
func (m *policyModel) learn(train []policyExample, rate, decay float64) {
	gradients := newGradients(len(m.theta))
	batches(train, policyBatch, func(part []policyExample) {
		each(func(w int) {
			clear(gradients[w])
			var odds []float32
			for i := w; i < len(part); i += workers {
				odds = m.odds(&part[i], odds)
				m.back(&part[i], odds, len(part), gradients[w])
			}
		})
		m.adam.begin()
		for i := range m.theta {
			mean, deviation := m.adam.add(i, gradients[0][i]+gradients[1][i])
			step := float32(rate) * mean / m.adam.c1 / deviation
			if i%policySize >= atMake {
				step += float32(rate*decay) * m.theta[i]
			}
			m.theta[i] -= step
		}
	})
}

// losses returns the mean cross-entropy, and how often the best move is the first.
func (m *policyModel) losses(list []policyExample) (loss, top float64) {
	var odds []float32
	for i := range list {
		odds = m.odds(&list[i], odds)
		loss -= math.Log(max(float64(odds[0]), 1e-12))
		if len(odds) == 1 || odds[0] > slices.Max(odds[1:]) {
			top++
		}
	}
	n := float64(max(len(list), 1))
	return loss / n, top / n
}

// into puts the policy into w as the engine has it.
func (m *policyModel) into(w *eval.Weights) {
	round := func(v float32, unit, low, high float64) float64 {
		return min(max(math.Round(float64(v)*unit), low), high)
	}
	w.Policy = new(eval.Policy)
	for color := range pattern.Color(2) {
		t := m.theta[m.at(color):]
		lowest := func(table []float32) float32 { return max(slices.Min(table), -20) }
		a, d := lowest(t[atAttack:][:pattern.NumCodes]), lowest(t[atDefend:][:pattern.NumCodes])
		for code := range pattern.NumCodes {
			w.Attack[color][code] = int16(round(t[atAttack+code]-a, moveScale, 0, eval.MaxMove))
			w.Defend[color][code] = int16(round(t[atDefend+code]-d, moveScale, 0, eval.MaxMove))
			for k := range rank {
				w.Policy.Make[color][code][k] = int8(round(t[atMake+code*rank+k], vectorUnit, -127, 127))
				w.Policy.Take[color][code][k] = int8(round(t[atTake+code*rank+k], vectorUnit, -127, 127))
			}
		}
		for who := range 2 {
			near := t[atNear+who*eval.NumOffsets:]
			for i := 1; i < eval.NumOffsets; i++ { // relative to points that are far away
				w.Policy.Near[color][who][i] = int16(round(near[i]-near[0], moveScale, -eval.MaxNear, eval.MaxNear))
			}
		}
	}
}
