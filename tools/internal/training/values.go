package training

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training/curve"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
)

// A valueExample is a position as the linear model sees it.
type valueExample struct {
	points []feature // own minus opponent's points by code, or by code and color where the colors differ
	threat int32
	target float32
	moves  []move // candidates, the best one first
}

type feature struct {
	code  int32
	count float32
}

// A move is a point by its codes for both sides.
type move struct{ us, them int32 }

// values fits the values of points and threats, and the move scores that the policy begins with: two models that share nothing,
// so each has its own best epoch.
func (f *fit) values() error {
	s := f.settings
	set, err := newSet(f, func(g *games.Game) []valueExample { return valueExamples(g, s.Lambda, f.colors) })
	if err != nil {
		return err
	}
	f.Training, f.Validation = len(set.train), len(set.validation)
	fmt.Fprintf(f.log, "%d games, %d positions for training, %d for validation\n", len(f.games), f.Training, f.Validation)
	m := newLinear(f.colors)
	values, moves := curve.Curve{Name: "values"}, curve.Curve{Name: "moves"}
	best := map[*table][]float64{}
	set.epochs(s.Epochs, rand.New(rand.NewPCG(s.Seed, 0)), s.Patience, f.log, func(i int) bool {
		m.learn(set.train, s.Rate*math.Pow(0.1, 1.5*float64(i)/float64(s.Epochs)), s.Decay)
		trainValue, trainMove, _ := m.losses(set.sample)
		value, move, top := m.losses(set.validation)
		if values.Add(curve.Loss{Training: trainValue, Validation: value}, s.Patience) {
			best[m.point], best[m.threat] = slices.Clone(m.point.current), slices.Clone(m.threat.current)
		}
		if moves.Add(curve.Loss{Training: trainMove, Validation: move}, s.Patience) {
			best[m.attack], best[m.defend] = slices.Clone(m.attack.current), slices.Clone(m.defend.current)
		}
		fmt.Fprintf(f.log, "epoch %2d: value loss %.5f (training %.5f), move loss %.5f (%.5f), best move first %.3f\n",
			i+1, value, trainValue, move, trainMove, top)
		return values.Stalled(s.Patience) && moves.Stalled(s.Patience)
	})
	for t, current := range best {
		t.current = current
	}
	f.add(values)
	f.add(moves)
	f.Weights = m.weights()
	return nil
}

// valueExamples turns a game into examples for the linear model.
func valueExamples(g *games.Game, lambda float64, colors int) (list []valueExample) {
	data.Positions(g, position.StandardTables(g.Size, pattern.Rule(g.Rule)), lambda, func(p *position.Position, k int, target float32) {
		us, them := p.Side(), p.Side().Opponent()
		// Where the colors have weights of their own, those of White lie behind those of Black.
		code := func(color pattern.Color, c position.Cell) int32 {
			return int32(p.Lines4(color, c).Code() + int(color)%colors*pattern.NumCodes)
		}
		e := valueExample{threat: int32(p.Threats()) + int32(int(us)%colors*eval.NumThreats), target: target}
		counts := map[int32]float32{}
		empty := p.EmptyCells()
		for _, c := range empty.Append(nil) {
			counts[code(us, c)]++
			counts[code(them, c)]--
		}
		for code, n := range counts {
			if n != 0 {
				e.points = append(e.points, feature{code, n})
			}
		}
		slices.SortFunc(e.points, func(a, b feature) int { return cmp.Compare(a.code, b.code) }) // sums depend on the order
		side := int32(int(us) % colors * pattern.NumCodes)
		for _, c := range data.Moves(p, g, k) {
			e.moves = append(e.moves, move{int32(p.Lines4(us, c).Code()) + side, int32(p.Lines4(them, c).Code()) + side})
		}
		list = append(list, e)
	})
	return list
}
