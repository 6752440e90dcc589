package main

import "github.com/gomoku-go/gomoku"

// maxFours is how many fours in a row the search of fours tries at most.
const maxFours = 6

// winByFours returns in how many plies the side to move wins by fours alone, 0 if it does not. A four threatens five, so the opponent
// has one answer: the point that would make the five. That is a narrow tree, which can be searched to its end where all moves would be
// far too many. It is called VCF, victory by continuous fours.
//
// The evaluation does not look ahead, so what it misses most at the end of a line is a win by fours. This search looks past the
// end (a quiescence search). It allows one more four at a time, so that the shortest win is found first.
func (s *search) winByFours() int {
	for limit := range maxFours + 1 {
		if plies := s.fours(limit); plies > 0 {
			return plies
		}
	}
	return 0
}

// fours returns in how many plies the side to move wins with at most limit fours and the five, 0 if it does not.
func (s *search) fours(limit int) int {
	b, own, opponent := s.board, s.board.Turn(), s.board.Turn().Opponent()
	if b.CountPoints(own, gomoku.Five) > 0 {
		return 1
	}
	if limit == 0 || b.CountPoints(own, gomoku.Four)+b.CountPoints(own, gomoku.OpenFour) == 0 || s.hopeless[b.Hash()] >= limit {
		return 0
	}
	for _, p := range b.AppendLegal(nil) {
		if shape := b.Shape(own, p); shape != gomoku.Four && shape != gomoku.OpenFour {
			continue
		}
		s.play(p)
		plies := 0
		if b.CountPoints(opponent, gomoku.Five) == 0 { // else the opponent does not answer: it makes five
			plies = s.answer(own, limit-1)
		}
		b.Undo()
		if plies > 0 {
			return plies + 1
		}
	}
	s.hopeless[b.Hash()] = limit // the same fours in another order need not be tried
	return 0
}

// answer returns in how many plies the attacker wins after it made a four, with the opponent to move; 0 if it does not.
func (s *search) answer(attacker gomoku.Color, limit int) int {
	if s.board.CountPoints(attacker, gomoku.Five) > 1 {
		return 2 // one stone cannot take both points
	}
	for _, p := range s.board.AppendLegal(nil) {
		if s.board.Shape(attacker, p) == gomoku.Five {
			s.play(p)
			plies := s.fours(limit)
			s.board.Undo()
			if plies > 0 {
				return plies + 1
			}
			return 0
		}
	}
	panic("unreachable: a four threatens five")
}
