package main

import "github.com/gomoku-go/gomoku"

// minimax returns what the position is worth to the side to move if both sides play their best, looking depth plies ahead, and the
// best move. What is good for one side is bad for the other, so with a minus sign one function serves both (negamax).
func (s *search) minimax(depth, ply int) (gomoku.Score, gomoku.Point) {
	if score, end := s.leaf(depth, ply); end {
		return score, gomoku.NoPoint
	}
	best, bestMove := gomoku.LossIn(0), gomoku.NoPoint
	for _, p := range s.candidates() {
		s.play(p)
		score, _ := s.minimax(depth-1, ply+1)
		s.board.Undo()
		if -score > best || bestMove == gomoku.NoPoint {
			best, bestMove = -score, p
		}
	}
	return best, bestMove
}
