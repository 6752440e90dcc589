package main

import "github.com/gomoku-go/gomoku"

// alphaBeta returns the same score as minimax, if that lies between alpha and beta. The side to move is already sure of alpha, by
// another move earlier in the tree, and the opponent will not let it have more than beta. A move that is worth beta or more refutes
// the opponent's last move, so the rest need not be looked at: a cutoff.
//
// Outside of the window the score is a bound: alpha or less is an upper bound of the true score, beta or more a lower bound.
func (s *search) alphaBeta(depth, ply int, alpha, beta gomoku.Score) (gomoku.Score, gomoku.Point) {
	if score, end := s.leaf(depth, ply); end {
		return score, gomoku.NoPoint
	}
	points := s.candidates()
	if ply == 0 {
		moveToFront(points, s.first)
	}
	best, bestMove := gomoku.LossIn(0), gomoku.NoPoint
	for _, p := range points {
		s.play(p)
		score, _ := s.alphaBeta(depth-1, ply+1, -beta, -alpha)
		s.board.Undo()
		if -score > best || bestMove == gomoku.NoPoint {
			best, bestMove = -score, p
		}
		alpha = max(alpha, best)
		if alpha >= beta {
			break
		}
	}
	return best, bestMove
}
