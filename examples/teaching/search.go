package main

import (
	"cmp"
	"slices"

	"github.com/gomoku-go/gomoku"
)

// A search looks a number of plies ahead on its board. All steps have this in common.
type search struct {
	board     *gomoku.Board
	evaluator gomoku.Evaluator
	width     int  // candidates at a node
	ordered   bool // try the most promising candidates first
	useFours  bool // look for a win by fours where a line would end

	first    gomoku.Point     // tried first at the root: see deepen
	table    map[uint64]entry // what is known of positions: see withTable
	hopeless map[uint64]int   // positions that so many fours do not win: see fours

	nodes    int             // moves made
	progress func(nodes int) // called now and then
}

func newSearch(start *gomoku.Board, e gomoku.Evaluator, width int) *search {
	return &search{board: start.Clone(), evaluator: e, width: width, table: map[uint64]entry{}, hopeless: map[uint64]int{}, progress: func(int) {}}
}

// leaf returns the score where a line ends: the game is over, or the search is deep enough.
func (s *search) leaf(depth, ply int) (gomoku.Score, bool) {
	switch s.board.Outcome() {
	case gomoku.Undecided:
	case gomoku.Draw:
		return 0, true
	default:
		return gomoku.LossIn(ply), true // the last stone won, and it was the opponent's; sooner is worse
	}
	if depth > 0 {
		return 0, false
	}
	if s.useFours {
		if plies := s.winByFours(); plies > 0 {
			return gomoku.WinIn(ply + plies), true
		}
	}
	return s.evaluator.Evaluate(s.board), true
}

func (s *search) play(p gomoku.Point) {
	if s.nodes++; s.nodes%(1<<15) == 0 {
		s.progress(s.nodes)
	}
	if err := s.board.Play(p); err != nil {
		panic("unreachable: a candidate is legal: " + err.Error())
	}
}

// candidates returns the most promising points: those where either side makes the best shapes. Their order, best first or as they lie on
// the board, does not change the score, but it decides how soon a cutoff comes.
func (s *search) candidates() []gomoku.Point {
	points := s.board.AppendLegal(nil)
	own := s.board.Turn()
	value := func(p gomoku.Point) (sum int) {
		for _, side := range []gomoku.Color{own, own.Opponent()} {
			for _, shape := range s.board.Shapes(side, p) {
				sum += 1 << (2 * shape) // each shape is worth four times the one below it
			}
		}
		return sum
	}
	slices.SortStableFunc(points, func(p, q gomoku.Point) int { return cmp.Compare(value(q), value(p)) })
	points = points[:min(s.width, len(points))]
	if !s.ordered {
		slices.Sort(points)
	}
	return points
}

// moveToFront puts p before the other points, if it is one of them.
func moveToFront(points []gomoku.Point, p gomoku.Point) {
	if i := slices.Index(points, p); i > 0 {
		copy(points[1:i+1], points[:i])
		points[0] = p
	}
}
