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
	"github.com/gomoku-go/gomoku/tools/games"
)

// A netSample is a position as the net sees it.
type netSample struct {
	counts [2][]codeCount // of the mover's points and of the opponent's, beyond the empty board
	in     eval.Counts
	threat int16
	color  pattern.Color // to move
	points float32       // the difference of the points and the threat table, in log-odds
	target float32
}

// A codeCount says how many points have a code.
type codeCount struct{ code, n int16 }

// Units of the net's integers: a hidden output of 1 is hiddenUnit, a sum of a layer of 1 is sumUnit, a lane of 1 is laneUnit.
const (
	hiddenUnit = 256
	sumUnit    = hiddenUnit << eval.LayerShift
	laneUnit   = 256
	outUnit    = scale * (1 << eval.OutShift) / hiddenUnit
)

// inputScale brings the inputs to sizes that learn equally fast.
func inputScale(i int) float32 {
	switch {
	case i < eval.InCounts:
		return 1.0 / 8
	case i == eval.InCounts+eval.Stones:
		return 1.0 / 20
	case i == eval.InCounts+eval.Balance || i == eval.InCounts+eval.Total:
		return eval.PointUnit / float32(scale)
	}
	return 1.0 / 4
}

// inputUnit is what the integers have for a unit of the input before its scale.
func inputUnit(i int) float32 {
	if i < eval.InCounts {
		return laneUnit
	}
	return 1 << eval.CountShift
}

var inputScales = func() (s [eval.HeadInputs]float32) {
	for i := range s {
		s[i] = inputScale(i)
	}
	return s
}()

// A netModel is a net in floating point, with a threat table to be added to the one that the points came with. All numbers
// are in one vector: the embedding of each color, then the head of each side to move.
type netModel struct {
	colors      int // 1 if both colors share their numbers
	theta, m, v []float32
	bounds      []float32
	steps       int
}

// The places of the numbers of one color: an embedding, and a head from headAt on.
const (
	lanes        = eval.Lanes
	width        = eval.HeadWidth
	embedNumbers = pattern.NumCodes * lanes

	atThreat     = 0
	atMask       = atThreat + eval.NumThreats
	atFirst      = atMask + eval.NumThreats*width
	atFirstBias  = atFirst + eval.HeadInputs*width
	atSecond     = atFirstBias + width
	atSecondBias = atSecond + width*width
	atOut        = atSecondBias + width
	atOutBias    = atOut + width
	headNumbers  = atOutBias + 1
)

func (m *netModel) embedAt(color pattern.Color) int { return int(color) % m.colors * embedNumbers }

func (m *netModel) headAt(side pattern.Color) int {
	return m.colors*embedNumbers + int(side)%m.colors*headNumbers
}

func newNetModel(colors int, r *rand.Rand) *netModel {
	n := colors * (embedNumbers + headNumbers)
	m := &netModel{colors: colors, theta: make([]float32, n), m: make([]float32, n), v: make([]float32, n), bounds: make([]float32, n)}
	draw := func(at, n int, deviation float64) {
		for i := range n {
			m.theta[at+i] = float32(r.NormFloat64() * deviation)
		}
	}
	for i := range m.bounds {
		m.bounds[i] = 100
	}
	for color := range pattern.Color(colors) {
		draw(m.embedAt(color), embedNumbers, 0.1)
		for i := range embedNumbers {
			m.bounds[m.embedAt(color)+i] = eval.MaxEmbed / float32(laneUnit)
		}
		h := m.headAt(color)
		draw(h+atFirst, eval.HeadInputs*width, 1/math.Sqrt(eval.HeadInputs))
		draw(h+atSecond, width*width, 1.4/math.Sqrt(width))
		for j := range width {
			m.theta[h+atFirstBias+j], m.theta[h+atSecondBias+j] = 0.3, 0.3
			m.bounds[h+atOut+j] = math.MaxInt16 / float32(outUnit)
		}
		for i := range eval.HeadInputs * width {
			m.bounds[h+atFirst+i] = eval.MaxWeight / (sumUnit * inputScale(i/width) / inputUnit(i/width))
		}
		for i := range width * width {
			m.bounds[h+atSecond+i] = eval.MaxWeight / float32(sumUnit/hiddenUnit)
		}
		for i := range eval.NumThreats * width {
			m.bounds[h+atMask+i] = eval.MaxWeight / float32(sumUnit>>eval.MaskShift)
		}
	}
	return m
}

// A netTrace is what one pass keeps for the way back.
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

func (m *netModel) value(s *netSample, t *netTrace) float64 {
	for who, counts := range &s.counts {
		e := m.theta[m.embedAt(s.color^pattern.Color(who)):]
		sum := (*[lanes]float32)(t.in[who*lanes:])
		*sum = [lanes]float32{}
		for _, c := range counts {
			row, n := (*[lanes]float32)(e[int(c.code)*lanes:]), float32(c.n)
			for k := range sum {
				sum[k] += n * row[k]
			}
		}
	}
	for i, u := range &s.in {
		t.in[eval.InCounts+i] = float32(u) / (1 << eval.CountShift)
	}
	w := m.theta[m.headAt(s.color):]
	t.first = [width]float32(w[atFirstBias:])
	for j, x := range (*[width]float32)(w[atMask+int(s.threat)*width:]) {
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
	v := s.points + w[atThreat+int(s.threat)] + w[atOutBias]
	for j := range t.second {
		t.second[j] = max(t.second[j], 0)
		v += t.second[j] * w[atOut+j]
	}
	return float64(v)
}

// back adds the gradient of a sample to g; d is the loss's derivative by the value.
func (m *netModel) back(s *netSample, t *netTrace, d float32, gradient []float32) {
	w, g := m.theta[m.headAt(s.color):], gradient[m.headAt(s.color):]
	g[atThreat+int(s.threat)] += d
	g[atOutBias] += d
	var second, first [width]float32
	for j := range second {
		g[atOut+j] += d * t.second[j]
		second[j] = d * w[atOut+j] * slope(t.second[j])
		g[atSecondBias+j] += second[j]
	}
	mask := (*[width]float32)(g[atMask+int(s.threat)*width:])
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
	for who, counts := range &s.counts {
		e := gradient[m.embedAt(s.color^pattern.Color(who)):]
		sum := (*[lanes]float32)(sums[who*lanes:])
		for _, c := range counts {
			row, n := (*[lanes]float32)(e[int(c.code)*lanes:]), float32(c.n)
			for k := range sum {
				row[k] += n * sum[k]
			}
		}
	}
}

// learn goes over the samples once, with Adam (Kingma and Ba, 2015) and decoupled weight decay.
func (m *netModel) learn(train []netSample, rate, decay float64) {
	const workers, batch = 2, 1024 // workers are part of the result: sums of floating-point numbers depend on their order
	var grads [workers][]float32
	for w := range grads {
		grads[w] = make([]float32, len(m.theta))
	}
	for start := 0; start < len(train); start += batch {
		part := train[start:min(start+batch, len(train))]
		each(workers, func(w int) {
			var t netTrace
			clear(grads[w])
			for i := w; i < len(part); i += workers {
				s := &part[i]
				d := float32(sigmoid(m.value(s, &t))-float64(s.target)) / float32(len(part))
				m.back(s, &t, d, grads[w])
			}
		})
		m.steps++
		c1, c2 := float32(1-math.Pow(0.9, float64(m.steps))), float32(1-math.Pow(0.999, float64(m.steps)))
		each(workers, func(w int) {
			for i := w * len(m.theta) / workers; i < (w+1)*len(m.theta)/workers; i++ {
				g := grads[0][i] + grads[1][i]
				m.m[i] = 0.9*m.m[i] + 0.1*g
				m.v[i] = 0.999*m.v[i] + 0.001*g*g
				step := float32(rate) * (m.m[i]/c1/(float32(math.Sqrt(float64(m.v[i]/c2)))+1e-8) + float32(decay)*m.theta[i])
				m.theta[i] = min(max(m.theta[i]-step, -m.bounds[i]), m.bounds[i])
			}
		})
	}
}

// each runs f for 0 to n-1 side by side.
func each(n int, f func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { f(i) })
	}
	wg.Wait()
}

// loss returns the mean cross-entropy beyond what the targets themselves leave open.
func (m *netModel) loss(list []netSample) (loss float64) {
	var t netTrace
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

// from takes the numbers of a net; the threat table begins at nothing, for the samples have the one that went with the net.
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
		theta[atOutBias] = float32(h.OutBias) / (scale << eval.OutShift)
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
			w.Threat[color][i] = int16(round(float32(w.Threat[color][i])/scale+theta[atThreat+i], scale, eval.MaxPoint))
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
		h.OutBias = int32(round(theta[atOutBias], scale<<eval.OutShift, eval.MaxBias))
	}
}

// fitNet fits the net of w, whose other numbers stand, and its threat values once more with it. It notes in rec what came of
// it.
func fitNet(rec *fitRecord, w *eval.Weights, list []*games.Game, split bool, out io.Writer) error {
	s := rec.Settings
	start := w.Net
	w.Net = nil
	train, check := divide(list, func(g *games.Game) []netSample { return netSamples(g, w, s.Lambda) })
	rec.Positions, rec.Checked = len(train), len(check)
	if len(train) == 0 || len(check) == 0 {
		return fmt.Errorf("too few games of %v: %d positions to learn from, %d to check", rec.Rule, len(train), len(check))
	}
	colors := 1
	if split {
		colors = 2
	}
	before := 0.0
	for i := range check {
		before += divergence(float64(check[i].target), float64(check[i].points)) / float64(len(check))
	}
	r := rand.New(rand.NewPCG(s.Seed, 0))
	m := newNetModel(colors, r)
	if s.Warm {
		m.from(start)
	}
	c, some := curve{Name: "net"}, fixedSample(train)
	var best []float32
	for epoch := range s.NetPasses {
		r.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		m.learn(train, s.NetRate*math.Pow(0.02, float64(epoch)/float64(s.NetPasses)), s.NetDecay)
		l := loss{m.loss(some), m.loss(check)}
		if c.add(l, s.Patience) {
			best = slices.Clone(m.theta)
		}
		fmt.Fprintf(out, "net, pass %2d: loss %.5f (learned from: %.5f; without a net %.5f)\n", epoch+1, l.Kept, l.Learned, before)
		if c.stalled(s.Patience) {
			fmt.Fprintf(out, "no better for %d passes\n", s.Patience)
			break
		}
	}
	m.theta = best
	threats := w.Threat
	m.into(w)
	after := netLoss(w, &threats, check)
	fmt.Fprintf(out, "net in integers: %.5f\n", after)
	rec.Curves = append(rec.Curves, c)
	rec.Losses[c.Name], rec.Losses["without net"] = rounded(after), rounded(before)
	return nil
}

// netLoss is the loss of the engine's own numbers; the samples' points have been made with other threat tables.
func netLoss(w *eval.Weights, before *[2][eval.NumThreats]int16, list []netSample) (loss float64) {
	for i := range list {
		s := &list[i]
		var sums [2]eval.Vector
		for who, counts := range &s.counts {
			var sum [lanes]int16
			for _, c := range counts {
				for k, v := range &w.Net.Embed[s.color^pattern.Color(who)][c.code] {
					sum[k] += c.n * v
				}
			}
			sums[who] = eval.VectorOf(&sum)
		}
		added := int(w.Threat[s.color][s.threat]) - int(before[s.color][s.threat])
		added += w.Net.Head[s.color].Value(&sums[0], &sums[1], &s.in, int(s.threat))
		v := float64(s.points) + float64(added)/scale
		loss += divergence(float64(s.target), v)
	}
	return loss / float64(max(len(list), 1))
}

// netSamples turns a game into the positions that samples chooses too.
func netSamples(g *games.Game, w *eval.Weights, lambda float64) (list []netSample) {
	t := position.StandardTables(g.Size, pattern.Rule(g.Rule)).WithWeights(w)
	lessons(g, t, lambda, func(p *position.Position, _ int, target float32) {
		s := netSample{threat: int16(p.Threats()), color: p.Side(), target: target, points: float32(p.ValueWithoutNet()) / scale, in: p.Counts()}
		for who := range s.counts {
			color := s.color ^ pattern.Color(who)
			s.counts[who] = codeCounts(p, color)
		}
		list = append(list, s)
	})
	return list
}

// codeCounts returns how often a color has each code more often than on the empty board.
func codeCounts(p *position.Position, color pattern.Color) (list []codeCount) {
	var counts [pattern.NumCodes]int16
	t := p.Tables()
	for y := range t.Size() {
		for x := range t.Size() {
			c := position.CellAt(x, y)
			counts[t.EmptyLines(color, c).Code()]--
			if p.Empty(c) {
				counts[p.Lines4(color, c).Code()]++
			}
		}
	}
	for code, n := range counts {
		if n != 0 {
			list = append(list, codeCount{int16(code), n})
		}
	}
	return list
}
