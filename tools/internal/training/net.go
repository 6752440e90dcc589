package training

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training/curve"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
	"github.com/gomoku-go/gomoku/tools/internal/training/logistic"
)

// A netExample is a position as the net sees it.
type netExample struct {
	counts [2][]codeCount // of the mover's points and of the opponent's, beyond the empty board
	in     eval.Counts
	threat int16
	color  pattern.Color // to move
	points float32       // the difference of the points and the threat table, in log-odds
	target float32
}

// A codeCount says how many points have a code.
type codeCount struct{ code, n int16 }

// net fits the net of the weights, whose other numbers stay, and their threat values once more with it.
func (f *fit) net() error {
	s, w := f.settings, f.Weights
	start := w.Net
	w.Net = nil
	set, err := newSet(f, func(g *games.Game) []netExample { return netExamples(g, w, s.Lambda) })
	if err != nil {
		return fmt.Errorf("net: %w", err)
	}
	f.Training, f.Validation = len(set.train), len(set.validation)
	before := 0.0
	for i := range set.validation {
		e := &set.validation[i]
		before += logistic.Divergence(float64(e.target), float64(e.points)) / float64(len(set.validation))
	}
	r := rand.New(rand.NewPCG(s.Seed, 0))
	m := newNetModel(f.colors, r)
	if s.Warm {
		m.from(start)
	}
	c := curve.Curve{Name: "net"}
	var best []float32
	set.epochs(s.NetEpochs, r, s.Patience, f.log, func(i int) bool {
		m.learn(set.train, falling(s.NetRate, 0.02, i, s.NetEpochs), s.NetDecay)
		l := curve.Loss{Training: m.loss(set.sample), Validation: m.loss(set.validation)}
		if c.Add(l, s.Patience) {
			best = slices.Clone(m.theta)
		}
		fmt.Fprintf(f.log, "net, epoch %2d: loss %.5f (training %.5f; without a net %.5f)\n", i+1, l.Validation, l.Training, before)
		return c.Stalled(s.Patience)
	})
	m.theta = best
	threats := w.Threat
	m.into(w)
	after := quantizedLoss(w, &threats, set.validation)
	fmt.Fprintf(f.log, "net in integers: %.5f\n", after)
	f.add(c)
	f.Losses[c.Name], f.Losses["without net"] = rounded(after), rounded(before)
	return nil
}

// netExamples turns a game into the positions that valueExamples chooses too.
func netExamples(g *games.Game, w *eval.Weights, lambda float64) (list []netExample) {
	t := position.StandardTables(g.Size, pattern.Rule(g.Rule)).WithWeights(w)
	data.Positions(g, t, lambda, func(p *position.Position, _ int, target float32) {
		e := netExample{threat: int16(p.Threats()), color: p.Side(), target: target, points: float32(p.ValueWithoutNet()) / data.EvalScale, in: p.Counts()}
		for who := range e.counts {
			e.counts[who] = codeCounts(p, e.color^pattern.Color(who))
		}
		list = append(list, e)
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
