package training

import (
	"math"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
	"github.com/gomoku-go/gomoku/tools/internal/training/logistic"
)

// from takes the numbers of a net; the threat table begins at nothing, for the examples have the one that went with the net.
func (m *netModel) from(n *eval.Net) {
	for color := range pattern.Color(m.colors) {
		e, theta, h := m.theta[m.embedAt(color):], m.theta[m.headAt(color):], &n.Head[color]
		for code, row := range &n.Embed[color] {
			for k, v := range row {
				e[code*lanes+k] = float32(v) / laneUnit
			}
		}
		for j := range width {
			for i := range h.First {
				theta[atFirst+i*width+j] = float32(h.First[i][j]) / (sumUnit * inputScale(i) / inputUnit(i))
			}
			for i := range width {
				theta[atSecond+i*width+j] = float32(h.Second[i][j]) / (sumUnit / hiddenUnit)
			}
			for i := range eval.NumThreats {
				theta[atMask+i*width+j] = float32(h.Mask[i][j]) / (sumUnit >> eval.MaskShift)
			}
			theta[atFirstBias+j] = float32(h.FirstBias[j]) / sumUnit
			theta[atSecondBias+j] = float32(h.SecondBias[j]) / sumUnit
			theta[atOut+j] = float32(h.Out[j]) / outUnit
		}
		theta[atOutBias] = float32(h.OutBias) / (data.EvalScale << eval.OutShift)
	}
}

// into puts the net into w as the engine has it: its numbers as integers, its threat values on top of those of w.
func (m *netModel) into(w *eval.Weights) {
	round := func(v, unit float32, most int) int {
		return min(max(int(math.Round(float64(v*unit))), -most), most)
	}
	w.Net = new(eval.Net)
	for color := range pattern.Color(2) {
		e := m.theta[m.embedAt(color):]
		for code := range w.Net.Embed[color] {
			for k := range lanes {
				w.Net.Embed[color][code][k] = int16(round(e[code*lanes+k], laneUnit, eval.MaxEmbed))
			}
		}
		theta, h := m.theta[m.headAt(color):], &w.Net.Head[color]
		for i := range eval.NumThreats {
			w.Threat[color][i] = int16(round(float32(w.Threat[color][i])/data.EvalScale+theta[atThreat+i], data.EvalScale, eval.MaxPoint))
		}
		for j := range width {
			for i := range h.First {
				h.First[i][j] = int16(round(theta[atFirst+i*width+j], sumUnit*inputScale(i)/inputUnit(i), eval.MaxWeight))
			}
			for i := range width {
				h.Second[i][j] = int16(round(theta[atSecond+i*width+j], sumUnit/hiddenUnit, eval.MaxWeight))
			}
			for i := range eval.NumThreats {
				h.Mask[i][j] = int16(round(theta[atMask+i*width+j], sumUnit>>eval.MaskShift, eval.MaxWeight))
			}
			h.FirstBias[j] = int32(round(theta[atFirstBias+j], sumUnit, eval.MaxBias))
			h.SecondBias[j] = int32(round(theta[atSecondBias+j], sumUnit, eval.MaxBias))
			h.Out[j] = int16(round(theta[atOut+j], outUnit, math.MaxInt16))
		}
		h.OutBias = int32(round(theta[atOutBias], data.EvalScale<<eval.OutShift, eval.MaxBias))
	}
}

// quantizedLoss is the loss of the engine's own integers. The points of the examples come from threat tables as they were before.
func quantizedLoss(w *eval.Weights, before *[2][eval.NumThreats]int16, list []netExample) (loss float64) {
	for i := range list {
		e := &list[i]
		var sums [2]eval.Vector
		for who, counts := range &e.counts {
			var sum [lanes]int16
			for _, c := range counts {
				for k, v := range &w.Net.Embed[e.color^pattern.Color(who)][c.code] {
					sum[k] += c.n * v
				}
			}
			sums[who] = eval.VectorOf(&sum)
		}
		added := int(w.Threat[e.color][e.threat]) - int(before[e.color][e.threat])
		added += w.Net.Head[e.color].Value(&sums[0], &sums[1], &e.in, int(e.threat))
		v := float64(e.points) + float64(added)/data.EvalScale
		loss += logistic.Divergence(float64(e.target), v)
	}
	return loss / float64(max(len(list), 1))
}
