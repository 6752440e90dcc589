package training

import (
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
)

// A policyExample is a position whose best move is known.
type policyExample struct {
	color pattern.Color // to move
	moves []policyMove  // the best one first
}

// A policyMove is a move as the policy sees it.
type policyMove struct {
	us, them int16   // codes of the point
	near     [2]int8 // eval.Offset from the last moves of the opponent and of the own side
}

// policyExamples turns a game into the positions that valueExamples chooses too, where the best move is among the candidates.
func policyExamples(g *games.Game) (list []policyExample) {
	data.Positions(g, position.StandardTables(g.Size, pattern.Rule(g.Rule)), 0, func(p *position.Position, k int, _ float32) {
		us, last := p.Side(), data.LastMoves(g, k)
		e := policyExample{color: us}
		for _, c := range data.Moves(p, g, k) {
			m := policyMove{us: int16(p.Lines4(us, c).Code()), them: int16(p.Lines4(us.Opponent(), c).Code())}
			x, y := c.XY()
			for who, l := range last {
				if l != position.None {
					lx, ly := l.XY()
					m.near[who] = int8(eval.Offset(x-lx, y-ly))
				}
			}
			e.moves = append(e.moves, m)
		}
		if len(e.moves) > 0 {
			list = append(list, e)
		}
	})
	return list
}
