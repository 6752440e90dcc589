package training

import (
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
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
