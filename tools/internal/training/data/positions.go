package data

import (
	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training/logistic"
)

// EvalScale is how many units of the evaluation are one unit of log-odds.
const EvalScale = 200

// Positions visits the positions of a game that a model can learn from: the one before the k-th searched move, with the target
// for its evaluation, as the chance of the side to move to win. It leaves out positions that the counters of five and four
// decide, because the search never evaluates them, and those where the search has seen the end of the game.
func Positions(g *games.Game, t *position.Tables, lambda float64, visit func(p *position.Position, k int, target float32)) {
	target := targets(g, lambda)
	p := position.New(t)
	for i, q := range g.Moves {
		us, them := p.Side(), p.Side().Opponent()
		if k := i - g.Random; k >= 0 && p.Fives(us)+p.Fives(them)+p.WinFours(us) == 0 {
			if _, certain := g.Plies[k].Score.Mate(); !certain {
				chance := target[k]
				if us == pattern.White {
					chance = 1 - chance
				}
				visit(p, k, float32(chance))
			}
		}
		c := cellOf(q)
		if p.Wins(us, c) {
			break
		}
		p.Play(c)
	}
}

// targets returns, for each searched move of a game, what the evaluation of the position before it should say, as Black's
// chance to win: the mean of the search's scores from there on and of the result in the end, each later one counting lambda
// times the one before (temporal differences, Sutton 1988). The search's score alone would teach the evaluation what it
// believes already, and the result alone is a noisy target.
func targets(g *games.Game, lambda float64) []float64 {
	list := make([]float64, len(g.Plies))
	next := g.Points(gomoku.Black)
	for k := len(list) - 1; k >= 0; k-- {
		chance := logistic.Chance(float64(g.Plies[k].Score) / EvalScale) // a certain score is as good as 0 or 1
		if g.Mover(g.Random+k) == gomoku.White {
			chance = 1 - chance
		}
		next = (1-lambda)*chance + lambda*next
		list[k] = next
	}
	return list
}

// Moves lists the moves that the search would look at before the k-th searched move of a game, the best one first. It returns
// none if the best one is not among them.
func Moves(p *position.Position, g *games.Game, k int) []position.Cell {
	best, candidates := cellOf(g.Plies[k].Best), p.Candidates()
	if !candidates.Has(best) {
		return nil
	}
	list := []position.Cell{best}
	for _, c := range candidates.Append(nil) {
		if c != best && p.Foul(c) == position.NoFoul {
			list = append(list, c)
		}
	}
	return list
}

// LastMoves returns the last move of the opponent and of the side to move before the k-th searched move, [position.None] where
// there is none yet.
func LastMoves(g *games.Game, k int) [2]position.Cell {
	last := [2]position.Cell{position.None, position.None}
	for who := range last {
		if i := g.Random + k - 1 - who; i >= 0 {
			last[who] = cellOf(g.Moves[i])
		}
	}
	return last
}

func cellOf(p gomoku.Point) position.Cell { return position.CellAt(p.XY()) }
