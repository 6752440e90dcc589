package main

import "github.com/gomoku-go/gomoku"

// An entry is what the search knows of a position that it has met before: Black a, White b, Black c leads to the same as Black c,
// White b, Black a.
type entry struct {
	depth int          // how many plies ahead the search looked
	score gomoku.Score // for the side to move; plies to a win count from this position
	bound bound        // what the score says
	move  gomoku.Point // the best that was found, to be tried first
}

// A bound says whether a score is the true one, or a bound of it.
type bound int

const (
	exact bound = iota
	atLeast
	atMost
)

// withTable is alphaBeta with a table. A position that was searched to the same depth is not searched again; of one that was
// searched to another depth, the best move comes first. A full engine takes scores of a greater depth too; this one does not, so that
// its scores are minimax's.
func (s *search) withTable(depth, ply int, alpha, beta gomoku.Score) (gomoku.Score, gomoku.Point) {
	if score, end := s.leaf(depth, ply); end {
		return score, gomoku.NoPoint
	}
	hash := s.board.Hash()
	known, hit := s.table[hash]
	if hit && known.depth == depth {
		score := fromNode(known.score, ply)
		if known.bound == exact || known.bound == atLeast && score >= beta || known.bound == atMost && score <= alpha {
			return score, known.move
		}
	}
	points := s.candidates()
	moveToFront(points, known.move)
	best, bestMove, bound := gomoku.LossIn(0), gomoku.NoPoint, atMost
	for _, p := range points {
		s.play(p)
		score, _ := s.withTable(depth-1, ply+1, -beta, -alpha)
		s.board.Undo()
		if -score > best || bestMove == gomoku.NoPoint {
			best, bestMove = -score, p
		}
		if best > alpha {
			alpha, bound = best, exact
		}
		if alpha >= beta {
			bound = atLeast
			break
		}
	}
	s.table[hash] = entry{depth, toNode(best, ply), bound, bestMove}
	return best, bestMove
}

// toNode counts the plies to a win from the node instead of from the root, because the position may be met again at another ply.
// fromNode does the reverse.
func toNode(score gomoku.Score, ply int) gomoku.Score { return fromNode(score, -ply) }

func fromNode(score gomoku.Score, ply int) gomoku.Score {
	switch plies, certain := score.Mate(); {
	case !certain:
		return score
	case score > 0:
		return gomoku.WinIn(plies + ply)
	default:
		return gomoku.LossIn(-plies + ply)
	}
}
