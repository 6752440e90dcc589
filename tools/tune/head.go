package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/internal/games"
)

// A headSample is a position as the head sees it.
type headSample struct {
	in     [eval.HeadInputs]int16
	threat int16
	color  pattern.Color // to move
	points float32       // the difference of the points, in log-odds
	target float32
}

// Units of the head's integers: a hidden output of 1 is hiddenUnit, a sum of a layer of 1 is sumUnit.
const (
	hiddenUnit = 16
	sumUnit    = hiddenUnit << eval.LayerShift
	hiddenTop  = 127.0 / hiddenUnit
	outUnit    = scale * (1 << eval.OutShift) / hiddenUnit
)

// inputScale brings the inputs to sizes that learn equally fast.
func inputScale(i int) float32 {
	switch i {
	case eval.InStones:
		return 1.0 / 20
	case eval.InBalance, eval.InTotal:
		return eval.PointUnit / float32(scale)
	}
	return 1.0 / 4
}

// A headModel is a head in floating point, with the threat table that goes with it. All numbers are in one vector.
type headModel struct {
	theta, m, v []float32
	base        []float32 // the threat table at the beginning
	steps       int
}

// The places of the numbers in the vector.
const (
	atThreat     = 0
	atFirst      = atThreat + eval.NumThreats
	atFirstBias  = atFirst + eval.HeadInputs*eval.HeadWidth
	atSecond     = atFirstBias + eval.HeadWidth
	atSecondBias = atSecond + eval.HeadWidth*eval.HeadWidth
	atOut        = atSecondBias + eval.HeadWidth
	atOutBias    = atOut + eval.HeadWidth
	headNumbers  = atOutBias + 1
)

func newHeadModel(threat *[eval.NumThreats]int16, r *rand.Rand) *headModel {
	m := &headModel{theta: make([]float32, headNumbers), m: make([]float32, headNumbers), v: make([]float32, headNumbers), base: make([]float32, eval.NumThreats)}
	for i, t := range threat {
		m.base[i] = float32(t) / scale
	}
	draw := func(at, n int, deviation float64) {
		for i := range n {
			m.theta[at+i] = float32(r.NormFloat64() * deviation)
		}
	}
	draw(atFirst, eval.HeadInputs*eval.HeadWidth, 1/math.Sqrt(eval.HeadInputs))
	draw(atSecond, eval.HeadWidth*eval.HeadWidth, 1.4/math.Sqrt(eval.HeadWidth))
	for j := range eval.HeadWidth {
		m.theta[atFirstBias+j], m.theta[atSecondBias+j] = 0.3, 0.3
	}
	return m
}

// A headTrace is what one pass keeps for the way back.
type headTrace struct {
	in            [eval.HeadInputs]float32
	first, second [eval.HeadWidth]float32
}

// hidden clips as the integers do.
func hidden(x float32) float32 { return min(max(x, 0), hiddenTop) }

// slope is hidden's derivative, with a little left outside so that no unit is lost for good.
func slope(y float32) float32 {
	if y <= 0 || y >= hiddenTop {
		return 0.02
	}
	return 1
}

func (m *headModel) value(s *headSample, t *headTrace) float64 {
	const width = eval.HeadWidth
	w := m.theta
	for i := range t.in {
		t.in[i] = float32(s.in[i]) * inputScale(i)
	}
	t.first = [width]float32(w[atFirstBias:])
	for i, x := range t.in {
		if x != 0 {
			row := (*[width]float32)(w[atFirst+i*width:])
			for j := range t.first {
				t.first[j] += x * row[j]
			}
		}
	}
	t.second = [width]float32(w[atSecondBias:])
	for i := range t.first {
		t.first[i] = hidden(t.first[i])
		if x := t.first[i]; x != 0 {
			row := (*[width]float32)(w[atSecond+i*width:])
			for j := range t.second {
				t.second[j] += x * row[j]
			}
		}
	}
	v := s.points + m.base[s.threat] + w[atThreat+int(s.threat)] + w[atOutBias]
	for j := range t.second {
		t.second[j] = hidden(t.second[j])
		v += t.second[j] * w[atOut+j]
	}
	return float64(v)
}

// back adds the gradient of a sample to g; d is the loss's derivative by the value.
func (m *headModel) back(s *headSample, t *headTrace, d float32, g []float32) {
	const width = eval.HeadWidth
	w := m.theta
	g[atThreat+int(s.threat)] += d
	g[atOutBias] += d
	var second, first [width]float32
	for j := range second {
		g[atOut+j] += d * t.second[j]
		second[j] = d * w[atOut+j] * slope(t.second[j])
		g[atSecondBias+j] += second[j]
	}
	for i := range first {
		row, grow := (*[width]float32)(w[atSecond+i*width:]), (*[width]float32)(g[atSecond+i*width:])
		x, sum := t.first[i], float32(0)
		for j := range second {
			sum += second[j] * row[j]
			grow[j] += second[j] * x
		}
		first[i] = sum * slope(x)
		g[atFirstBias+i] += first[i]
	}
	for i, x := range t.in {
		if x != 0 {
			grow := (*[width]float32)(g[atFirst+i*width:])
			for j := range first {
				grow[j] += first[j] * x
			}
		}
	}
}

// bound is how large a number may become so that its integer fits.
func bound(i int) float32 {
	switch {
	case i >= atFirst && i < atFirstBias:
		return eval.MaxFirst / (sumUnit * inputScale((i-atFirst)/eval.HeadWidth))
	case i >= atSecond && i < atSecondBias:
		return eval.MaxSecond / float32(sumUnit/hiddenUnit)
	}
	return 100
}

// learn goes over the samples once, with Adam (Kingma and Ba, 2015) and decoupled weight decay.
func (m *headModel) learn(train []headSample, rate, decay float64) {
	const workers, batch = 2, 2048
	var grads [workers][]float32
	for w := range grads {
		grads[w] = make([]float32, headNumbers)
	}
	for start := 0; start < len(train); start += batch {
		part := train[start:min(start+batch, len(train))]
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				var t headTrace
				clear(grads[w])
				for i := w; i < len(part); i += workers {
					s := &part[i]
					d := float32(sigmoid(m.value(s, &t))-float64(s.target)) / float32(len(part))
					m.back(s, &t, d, grads[w])
				}
			})
		}
		wg.Wait()
		m.steps++
		c1, c2 := 1-math.Pow(0.9, float64(m.steps)), 1-math.Pow(0.999, float64(m.steps))
		for i := range m.theta {
			g := grads[0][i] + grads[1][i]
			m.m[i] = 0.9*m.m[i] + 0.1*g
			m.v[i] = 0.999*m.v[i] + 0.001*g*g
			step := rate * (float64(m.m[i]) / c1 / (math.Sqrt(float64(m.v[i])/c2) + 1e-8))
			step += rate * decay * float64(m.theta[i])
			b := bound(i)
			m.theta[i] = min(max(m.theta[i]-float32(step), -b), b)
		}
	}
}

// loss returns the mean cross-entropy beyond what the targets themselves leave open.
func (m *headModel) loss(list []headSample) (loss float64) {
	var t headTrace
	for i := range list {
		loss += divergence(float64(list[i].target), m.value(&list[i], &t))
	}
	return loss / float64(max(len(list), 1))
}

// divergence is the Kullback-Leibler divergence of a prediction, in log-odds, from a target.
func divergence(y, v float64) float64 {
	p := min(max(sigmoid(v), 1e-9), 1-1e-9)
	d := 0.0
	if y > 0 {
		d += y * math.Log(y/p)
	}
	if y < 1 {
		d += (1 - y) * math.Log((1-y)/(1-p))
	}
	return d
}

// integers returns the head and the threat table as the engine has them.
func (m *headModel) integers() (h eval.Head, threat [eval.NumThreats]int16) {
	round := func(v, unit float32, most int) int {
		return min(max(int(math.Round(float64(v*unit))), -most), most)
	}
	const width = eval.HeadWidth
	for i := range threat {
		threat[i] = int16(round(m.base[i]+m.theta[atThreat+i], scale, eval.MaxPoint))
	}
	for j := range width {
		for i := range h.First {
			h.First[i][j] = int16(round(m.theta[atFirst+i*width+j], sumUnit*inputScale(i), eval.MaxFirst))
		}
		for i := range width {
			h.Second[i][j] = int16(round(m.theta[atSecond+i*width+j], sumUnit/hiddenUnit, eval.MaxSecond))
		}
		h.FirstBias[j] = int32(round(m.theta[atFirstBias+j], sumUnit, eval.MaxBias))
		h.SecondBias[j] = int32(round(m.theta[atSecondBias+j], sumUnit, eval.MaxBias))
		h.Out[j] = int16(round(m.theta[atOut+j], outUnit, math.MaxInt16))
	}
	h.OutBias = int32(round(m.theta[atOutBias], scale<<eval.OutShift, eval.MaxBias))
	return h, threat
}

// fitHead fits the heads of w, whose other numbers stand, and its threat values once more with them. It notes in rec what came
// of it.
func fitHead(rec *fitRecord, w *eval.Weights, list []*games.Game, split bool, out io.Writer) error {
	s := rec.Settings
	train, check := divide(list, func(g *games.Game) []headSample { return headSamples(g, w, s.Lambda) })
	rec.Positions, rec.Checked = len(train), len(check)
	w.Head = [2]eval.Head{}
	for color := range pattern.Color(2) {
		if !split && color == pattern.White {
			w.Head[1], w.Threat[1] = w.Head[0], w.Threat[0]
			break
		}
		name := "head"
		if split {
			name = [2]string{"head of Black", "head of White"}[color]
		}
		of := func(list []headSample) (some []headSample) {
			for _, s := range list {
				if !split || s.color == color {
					some = append(some, s)
				}
			}
			return some
		}
		train, check := of(train), of(check)
		if len(train) == 0 || len(check) == 0 {
			return fmt.Errorf("%s: too few games of %v: %d positions to learn from, %d to check", name, rec.Rule, len(train), len(check))
		}
		r := rand.New(rand.NewPCG(s.Seed, uint64(color)))
		before := headLoss(w, color, check)
		m := newHeadModel(&w.Threat[color], r)
		c, some := curve{Name: name}, fixedSample(train)
		var best []float32
		for epoch := range s.HeadPasses {
			r.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
			m.learn(train, s.HeadRate*math.Pow(0.03, float64(epoch)/float64(s.HeadPasses)), s.HeadDecay)
			l := loss{m.loss(some), m.loss(check)}
			if c.add(l, s.Patience) {
				best = slices.Clone(m.theta)
			}
			fmt.Fprintf(out, "%s, pass %2d: loss %.5f (learned from: %.5f; without a head %.5f)\n", name, epoch+1, l.Kept, l.Learned, before)
			if c.stalled(s.Patience) {
				fmt.Fprintf(out, "no better for %d passes\n", s.Patience)
				break
			}
		}
		m.theta = best
		w.Head[color], w.Threat[color] = m.integers()
		after := headLoss(w, color, check)
		fmt.Fprintf(out, "%s in integers: %.5f\n", name, after)
		rec.Curves = append(rec.Curves, c)
		rec.Losses[name], rec.Losses["without "+name] = rounded(after), rounded(before)
	}
	return nil
}

// headLoss is the loss of the engine's own numbers.
func headLoss(w *eval.Weights, color pattern.Color, list []headSample) (loss float64) {
	head := w.Head[color].Pack()
	for i := range list {
		s := &list[i]
		var in [eval.HeadInputs]uint64
		for k, u := range s.in {
			in[k] = uint64(u)
		}
		v := float64(s.points) + float64(int(w.Threat[color][s.threat])+head.Value(&in))/scale
		loss += divergence(float64(s.target), v)
	}
	return loss / float64(max(len(list), 1))
}

// headSamples turns a game into the positions that samples chooses too.
func headSamples(g *games.Game, w *eval.Weights, lambda float64) (list []headSample) {
	t := position.StandardTables(g.Size, pattern.Rule(g.Rule)).WithWeights(w)
	lessons(g, t, lambda, func(p *position.Position, _ int, target float32) {
		s := headSample{threat: int16(p.Threats()), color: p.Side(), target: target}
		s.points = float32(p.Points(p.Side())-p.Points(p.Side().Opponent())) / scale
		for i, u := range p.HeadInputs() {
			s.in[i] = int16(int64(u))
		}
		list = append(list, s)
	})
	return list
}
