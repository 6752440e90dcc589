package main

import "github.com/gomoku-go/gomoku"

// deepen searches one ply deep, then two, and so on to depth. It looks like waste, but each iteration costs several times the one before
// it, so that all together cost less than twice the last. And they are worth it: whenever the time is over there is an answer, and each
// iteration tells the next which move to try first; with a table, not at the root alone but in every position.
func (s *search) deepen(depth int, search func(depth, ply int, alpha, beta gomoku.Score) (gomoku.Score, gomoku.Point)) (score gomoku.Score, move gomoku.Point) {
	for d := range depth {
		score, move = search(d+1, 0, -everything, everything)
		s.first = move
	}
	return score, move
}
