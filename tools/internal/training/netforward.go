package training

import (
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/tools/internal/training/logistic"
)

// A netTrace is what the forward pass keeps for the backward pass.
type netTrace struct {
	in            [eval.HeadInputs]float32
	first, second [width]float32
}

// slope is the derivative of what a unit gives, with a little left below so that no unit is lost for good.
func slope(y float32) float32 {
	if y <= 0 {
		return 0.02
	}
	return 1
}

// value is the forward pass: it returns the log-odds of the side to move.
func (m *netModel) value(e *netExample, t *netTrace) float64 {
	for who, counts := range &e.counts {
		embed := m.theta[m.embedAt(e.color^pattern.Color(who)):]
		sum := (*[lanes]float32)(t.in[who*lanes:])
		*sum = [lanes]float32{}
		for _, c := range counts {
			row, n := (*[lanes]float32)(embed[int(c.code)*lanes:]), float32(c.n)
			for k := range sum {
				sum[k] += n * row[k]
			}
		}
	}
	for i, u := range &e.in {
		t.in[eval.InCounts+i] = float32(u) / (1 << eval.CountShift)
	}
	w := m.theta[m.headAt(e.color):]
	t.first = [width]float32(w[atFirstBias:])
	for j, x := range (*[width]float32)(w[atMask+int(e.threat)*width:]) {
		t.first[j] += x
	}
	for i := range t.in {
		t.in[i] *= inputScales[i]
		if x := t.in[i]; x != 0 {
			row := (*[width]float32)(w[atFirst+i*width:])
			for j := range t.first {
				t.first[j] += x * row[j]
			}
		}
	}
	t.second = [width]float32(w[atSecondBias:])
	for i := range t.first {
		t.first[i] = max(t.first[i], 0)
		if x := t.first[i]; x != 0 {
			row := (*[width]float32)(w[atSecond+i*width:])
			for j := range t.second {
				t.second[j] += x * row[j]
			}
		}
	}
	v := e.points + w[atThreat+int(e.threat)] + w[atOutBias]
	for j := range t.second {
		t.second[j] = max(t.second[j], 0)
		v += t.second[j] * w[atOut+j]
	}
	return float64(v)
}

// loss returns the mean cross-entropy beyond what the targets themselves leave open.
func (m *netModel) loss(list []netExample) (loss float64) {
	var t netTrace
	for i := range list {
		loss += logistic.Divergence(float64(list[i].target), m.value(&list[i], &t))
	}
	return loss / float64(max(len(list), 1))
}
