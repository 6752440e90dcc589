package training

import (
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/tools/internal/training/logistic"
)

// back is the backward pass: it adds the gradient of an example to gradient; d is the loss's derivative by the value.
func (m *netModel) back(e *netExample, t *netTrace, d float32, gradient []float32) {
	w, g := m.theta[m.headAt(e.color):], gradient[m.headAt(e.color):]
	g[atThreat+int(e.threat)] += d
	g[atOutBias] += d
	var second, first [width]float32
	for j := range second {
		g[atOut+j] += d * t.second[j]
		second[j] = d * w[atOut+j] * slope(t.second[j])
		g[atSecondBias+j] += second[j]
	}
	mask := (*[width]float32)(g[atMask+int(e.threat)*width:])
	for i := range first {
		row, grow := (*[width]float32)(w[atSecond+i*width:]), (*[width]float32)(g[atSecond+i*width:])
		x, sum := t.first[i], float32(0)
		for j := range second {
			sum += second[j] * row[j]
			grow[j] += second[j] * x
		}
		first[i] = sum * slope(x)
		g[atFirstBias+i] += first[i]
		mask[i] += first[i]
	}
	var sums [2 * lanes]float32
	for i, x := range t.in {
		row, grow := (*[width]float32)(w[atFirst+i*width:]), (*[width]float32)(g[atFirst+i*width:])
		if i < len(sums) {
			sum := float32(0)
			for j := range first {
				sum += first[j] * row[j]
			}
			sums[i] = sum * inputScales[i]
		}
		if x != 0 {
			for j := range first {
				grow[j] += first[j] * x
			}
		}
	}
	for who, counts := range &e.counts {
		embed := gradient[m.embedAt(e.color^pattern.Color(who)):]
		sum := (*[lanes]float32)(sums[who*lanes:])
		for _, c := range counts {
			row, n := (*[lanes]float32)(embed[int(c.code)*lanes:]), float32(c.n)
			for k := range sum {
				row[k] += n * sum[k]
			}
		}
	}
}

// netBatch is how many examples make a step.
const netBatch = 1024

// learn goes over the examples once, with decoupled weight decay.
func (m *netModel) learn(train []netExample, rate, decay float64) {
	gradients := newGradients(len(m.theta))
	batches(train, netBatch, func(part []netExample) {
		each(func(w int) {
			var t netTrace
			clear(gradients[w])
			for i := w; i < len(part); i += workers {
				e := &part[i]
				d := float32(logistic.Chance(m.value(e, &t))-float64(e.target)) / float32(len(part))
				m.back(e, &t, d, gradients[w])
			}
		})
		m.adam.begin()
		each(func(w int) {
			for i := w * len(m.theta) / workers; i < (w+1)*len(m.theta)/workers; i++ {
				mean, deviation := m.adam.add(i, gradients[0][i]+gradients[1][i])
				step := float32(rate) * (mean/m.adam.c1/deviation + float32(decay)*m.theta[i])
				m.theta[i] = min(max(m.theta[i]-step, -m.bounds[i]), m.bounds[i])
			}
		})
	})
}
