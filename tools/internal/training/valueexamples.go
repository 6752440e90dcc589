package training

import (
	"cmp"
	"slices"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/games"
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
