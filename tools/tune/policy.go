package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/games"
)

// A policySample is a position whose best move is known.
type policySample struct {
	color pattern.Color // to move
	moves []policyMove  // the best one first
}

// A policyMove is a move as the policy sees it.
type policyMove struct {
	mine, his int16   // codes
	near      [2]int8 // eval.Offset from the last moves of the opponent and of the own side
}

// A policyModel is an order of moves in floating point. All numbers are in one vector, for each color of the mover the tables
// of both codes, their vectors, and the offsets.
type policyModel struct {
	colors      int
	theta, m, v []float32
	steps       int
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

// Units of the integers: a vector's 1 is vectorUnit, so that a product of 1 comes out as moveScale.
const vectorUnit = 40

// newPolicyModel starts from the tables of w; warm, from the rest too.
func newPolicyModel(colors int, w *eval.Weights, warm bool, r *rand.Rand) *policyModel {
	n := colors * policySize
	m := &policyModel{colors: colors, theta: make([]float32, n), m: make([]float32, n), v: make([]float32, n)}
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

// odds returns the probabilities of the moves.
func (m *policyModel) odds(s *policySample, dst []float32) []float32 {
	t := m.theta[m.at(s.color):]
	dst = dst[:0]
	highest := float32(math.Inf(-1))
	for i := range s.moves {
		c := &s.moves[i]
		v := t[atAttack+int(c.mine)] + t[atDefend+int(c.his)] + t[atNear+int(c.near[0])] + t[atNear+eval.NumOffsets+int(c.near[1])]
		a, b := (*[rank]float32)(t[atMake+int(c.mine)*rank:]), (*[rank]float32)(t[atTake+int(c.his)*rank:])
		for k := range a {
			v += a[k] * b[k]
		}
		dst = append(dst, v)
		highest = max(highest, v)
	}
	total := float32(0)
	for i := range dst {
		dst[i] = float32(math.Exp(float64(dst[i] - highest)))
		total += dst[i]
	}
	for i := range dst {
		dst[i] /= total
	}
	return dst
}

// learn goes over the samples once, with Adam (Kingma and Ba, 2015) and decoupled weight decay of the vectors and offsets.
func (m *policyModel) learn(train []policySample, rate, decay float64) {
	const workers = 2 // part of the result, see netModel.learn
	var grads [workers][]float32
	for w := range grads {
		grads[w] = make([]float32, len(m.theta))
	}
	for start := 0; start < len(train); start += batch {
		part := train[start:min(start+batch, len(train))]
		each(workers, func(w int) {
			clear(grads[w])
			var odds []float32
			for i := w; i < len(part); i += workers {
				s := &part[i]
				t, g := m.theta[m.at(s.color):], grads[w][m.at(s.color):]
				odds = m.odds(s, odds)
				for k, d := range odds {
					if k == 0 {
						d--
					}
					d /= float32(len(part))
					c := &s.moves[k]
					g[atAttack+int(c.mine)] += d
					g[atDefend+int(c.his)] += d
					g[atNear+int(c.near[0])] += d
					g[atNear+eval.NumOffsets+int(c.near[1])] += d
					a, b := atMake+int(c.mine)*rank, atTake+int(c.his)*rank
					for j := range rank {
						g[a+j] += d * t[b+j]
						g[b+j] += d * t[a+j]
					}
				}
			}
		})
		m.steps++
		c1, c2 := float32(1-math.Pow(0.9, float64(m.steps))), float32(1-math.Pow(0.999, float64(m.steps)))
		for i := range m.theta {
			g := grads[0][i] + grads[1][i]
			m.m[i] = 0.9*m.m[i] + 0.1*g
			m.v[i] = 0.999*m.v[i] + 0.001*g*g
			step := float32(rate) * m.m[i] / c1 / (float32(math.Sqrt(float64(m.v[i]/c2))) + 1e-8)
			if i%policySize >= atMake {
				step += float32(rate*decay) * m.theta[i]
			}
			m.theta[i] -= step
		}
	}
}

// loss returns the mean cross-entropy, and how often the best move is the first.
func (m *policyModel) loss(list []policySample) (loss, top float64) {
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

// into puts the order of moves into w as the engine has it.
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

// fitPolicy fits the order of moves, from what the tables of w say, and notes in rec what came of it.
func fitPolicy(rec *fitRecord, w *eval.Weights, list []*games.Game, split bool, out io.Writer) error {
	s := rec.Settings
	train, check := divide(list, policySamples)
	if len(train) == 0 || len(check) == 0 {
		return fmt.Errorf("too few games of %v for the order of moves", rec.Rule)
	}
	colors := 1
	if split {
		colors = 2
	}
	r := rand.New(rand.NewPCG(s.Seed, 0))
	m := newPolicyModel(colors, w, s.Warm, r)
	c, some := curve{Name: "policy"}, fixedSample(train)
	var best []float32
	for epoch := range s.PolicyPasses {
		r.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		m.learn(train, s.PolicyRate*math.Pow(0.05, float64(epoch)/float64(s.PolicyPasses)), s.PolicyDecay)
		learned, _ := m.loss(some)
		kept, top := m.loss(check)
		if c.add(loss{learned, kept}, s.Patience) {
			best = slices.Clone(m.theta)
		}
		fmt.Fprintf(out, "policy, pass %2d: loss %.5f (learned from: %.5f), best move first %.3f\n", epoch+1, kept, learned, top)
		if c.stalled(s.Patience) {
			fmt.Fprintf(out, "no better for %d passes\n", s.Patience)
			break
		}
	}
	m.theta = best
	m.into(w)
	rec.Curves = append(rec.Curves, c)
	rec.Losses[c.Name] = rounded(c.best().Kept)
	return nil
}

// policySamples turns a game into the positions that samples chooses too, where the best move is among the candidates.
func policySamples(g *games.Game) (list []policySample) {
	lessons(g, position.StandardTables(g.Size, pattern.Rule(g.Rule)), 0, func(p *position.Position, k int, _ float32) {
		me := p.Side()
		best, near := cellOf(g.Plies[k].Best), p.Candidates()
		if !near.Has(best) {
			return
		}
		s := policySample{color: me}
		last := [2]position.Cell{position.None, position.None}
		for who := range last {
			if i := g.Random + k - 1 - who; i >= 0 {
				last[who] = cellOf(g.Moves[i])
			}
		}
		add := func(c position.Cell) {
			move := policyMove{mine: int16(p.Lines4(me, c).Code()), his: int16(p.Lines4(me.Opponent(), c).Code())}
			x, y := c.XY()
			for who, l := range last {
				if l != position.None {
					lx, ly := l.XY()
					move.near[who] = int8(eval.Offset(x-lx, y-ly))
				}
			}
			s.moves = append(s.moves, move)
		}
		add(best)
		for _, c := range near.Append(nil) {
			if c != best && p.Foul(c) == position.NoFoul {
				add(c)
			}
		}
		list = append(list, s)
	})
	return list
}
