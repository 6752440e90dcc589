package main

import "github.com/gomoku-go/gomoku"

// deepen searches one ply deep, then two, and so on to depth. It looks like waste, but each iteration costs several times the one
// before it, so that all together cost little more than the last. And they are worth it: whenever the time is over there is an answer,
// and each iteration tells the next which move to try first. With a table it tells that for every position, not for the root alone.
func (s *search) deepen(depth int, search func(depth, ply int, alpha, beta gomoku.Score) (gomoku.Score, gomoku.Point)) (score gomoku.Score, move gomoku.Point) {
	for d := range depth {
		score, move = search(d+1, 0, -everything, everything)
		s.first = move
	}
	return score, move
}
