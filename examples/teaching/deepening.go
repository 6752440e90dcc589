package main

import "github.com/gomoku-go/gomoku"

// deepen searches one ply deep, then two, and so on to depth. It looks like waste, but each iteration costs several times the one before
// it, so that all together cost less than twice the last. And they are worth it: there is an answer whenever the time is over, and each
// iteration tells the next which move to try first. With a table it does so in every position, not only at the root.
func (s *search) deepen(depth int, search func(depth, ply int, alpha, beta gomoku.Score) (gomoku.Score, gomoku.Point)) (score gomoku.Score, move gomoku.Point) {
	for d := range depth {
		score, move = search(d+1, 0, -everything, everything)
		s.first = move
	}
	return score, move
}
