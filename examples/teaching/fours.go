package main

import "github.com/gomoku-go/gomoku"

// mostFours bounds the search of fours: so many fours in a row.
const mostFours = 6

// winByFours returns in how many plies the side to move wins by fours alone, 0 if it does not. A four threatens five, so the opponent
// has one answer: the point that would make the five. That is a narrow tree, which can be searched to its end where all moves would be
// far too many. It is called VCF, victory by continuous fours.
//
// The evaluation knows nothing of the next stone, so where a line ends after so many plies, a win by fours is what it misses most.
// This looks past the end (a quiescence search). The shortest win is found first, by deepening once more.
func (s *search) winByFours() int {
	for most := range mostFours + 1 {
		if plies := s.fours(most); plies > 0 {
			return plies
		}
	}
	return 0
}

// fours returns in how many plies the side to move wins with so many fours at most and the five.
func (s *search) fours(most int) int {
	b, own, opponent := s.board, s.board.Turn(), s.board.Turn().Opponent()
	if b.CountPoints(own, gomoku.Five) > 0 {
		return 1
	}
	if most == 0 || b.CountPoints(own, gomoku.Four)+b.CountPoints(own, gomoku.OpenFour) == 0 || s.hopeless[b.Hash()] >= most {
		return 0
	}
	for _, p := range b.AppendLegal(nil) {
		if shape := b.Shape(own, p); shape != gomoku.Four && shape != gomoku.OpenFour {
			continue
		}
		s.play(p)
		plies := 0
		if b.CountPoints(opponent, gomoku.Five) == 0 { // else the opponent does not answer: it makes five
			plies = s.answer(own, most-1)
		}
		b.Undo()
		if plies > 0 {
			return plies + 1
		}
	}
	s.hopeless[b.Hash()] = most // the same fours in another order need not be tried
	return 0
}

// answer returns in how many plies the attacker wins after a four of its, the opponent to move; 0 if it does not.
func (s *search) answer(attacker gomoku.Color, most int) int {
	if s.board.CountPoints(attacker, gomoku.Five) > 1 {
		return 2 // one stone cannot take both points
	}
	for _, p := range s.board.AppendLegal(nil) {
		if s.board.Shape(attacker, p) == gomoku.Five {
			s.play(p)
			plies := s.fours(most)
			s.board.Undo()
			if plies > 0 {
				return plies + 1
			}
			return 0
		}
	}
	panic("unreachable: a four threatens five")
}
