package training

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training/curve"
)

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
