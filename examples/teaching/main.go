// Teaching shows how a game search becomes fast, in three steps and about a hundred lines: minimax, which looks at everything;
// alpha-beta, which leaves out what cannot change the answer; and alpha-beta with the promising moves first, which leaves
// out far more. All three give the same score, and a table shows what each of them costs.
//
//	go run ./examples/teaching
//	go run ./examples/teaching -depth 8 -width 6
//
// The board, the rules and the evaluation are the library's; the search here is for reading. The last row for each depth is
// the library's own search, which goes further on this road: a transposition table, reductions, searches of threats.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"time"

	"github.com/gomoku-go/gomoku"
)

// diagram is where all methods start: the middle of a game, nothing decided.
const diagram = `9x9 freestyle, black to move
	9 . . . . . . . . .
	8 . . . . . . . . .
	7 . . . . O . . . .
	6 . . . X X . . . .
	5 . . . . X O . . .
	4 . . . O . . . . .
	3 . . . . . . . . .
	2 . . . . . . . . .
	1 . . . . . . . . .`

// A search looks a number of plies ahead on its board.
type search struct {
	board     *gomoku.Board
	evaluator gomoku.Evaluator
	width     int  // candidates at a node
	ordered   bool // try the most promising candidates first
	nodes     int  // moves made
}

// minimax returns what the position is worth to the side to move if both sides play their best, looking depth plies ahead.
// My best score is the one that my opponent likes least: with a minus sign, one function serves both sides.
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

// alphaBeta returns the same, if it lies between alpha and beta. The side to move is sure of alpha already, by another move
// earlier in the tree; and the opponent will not let it have more than beta. A move that is worth beta or more refutes the
// opponent's last move, so that the rest need not be looked at: a cutoff.
func (s *search) alphaBeta(depth, ply int, alpha, beta gomoku.Score) (gomoku.Score, gomoku.Point) {
	if score, end := s.leaf(depth, ply); end {
		return score, gomoku.NoPoint
	}
	best, bestMove := gomoku.LossIn(0), gomoku.NoPoint
	for _, p := range s.candidates() {
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

// leaf returns the score where a line ends: the game is over, or the search is deep enough.
func (s *search) leaf(depth, ply int) (gomoku.Score, bool) {
	switch s.board.Outcome() {
	case gomoku.Undecided:
	case gomoku.Draw:
		return 0, true
	default:
		return gomoku.LossIn(ply), true // the last stone won, and it was the opponent's; sooner is worse
	}
	if depth == 0 {
		return s.evaluator.Evaluate(s.board), true
	}
	return 0, false
}

func (s *search) play(p gomoku.Point) {
	s.nodes++
	if err := s.board.Play(p); err != nil {
		panic("unreachable: a candidate is legal: " + err.Error())
	}
}

// candidates returns the most promising points: those where either side makes the best shapes. In what order they come, best
// first or as they lie on the board, changes nothing in the score, but everything in how soon a cutoff comes.
func (s *search) candidates() []gomoku.Point {
	points := s.board.AppendLegal(nil)
	own := s.board.Turn()
	promise := func(p gomoku.Point) (sum int) {
		for _, side := range []gomoku.Color{own, own.Opponent()} {
			for _, shape := range s.board.Shapes(side, p) {
				sum += 1 << (2 * shape) // every step of the ladder is worth four times the last
			}
		}
		return sum
	}
	slices.SortStableFunc(points, func(p, q gomoku.Point) int { return cmp.Compare(promise(q), promise(p)) })
	points = points[:min(s.width, len(points))]
	if !s.ordered {
		slices.Sort(points)
	}
	return points
}

// A row is what one method found at one depth, and what that took.
type row struct {
	depth  int
	method string
	nodes  int
	time   time.Duration
	move   gomoku.Point
	score  gomoku.Score
}

// compare runs every method at one depth.
func compare(ctx context.Context, start *gomoku.Board, depth, width int) ([]row, error) {
	evaluator := gomoku.NewShapeEvaluator(gomoku.DefaultShapeScores(), 1)
	window := gomoku.WinIn(0)
	var rows []row
	for _, m := range []struct {
		name    string
		ordered bool
		run     func(s *search) (gomoku.Score, gomoku.Point)
	}{
		{"minimax", false, func(s *search) (gomoku.Score, gomoku.Point) { return s.minimax(depth, 0) }},
		{"alpha-beta", false, func(s *search) (gomoku.Score, gomoku.Point) { return s.alphaBeta(depth, 0, -window, window) }},
		{"ordered alpha-beta", true, func(s *search) (gomoku.Score, gomoku.Point) { return s.alphaBeta(depth, 0, -window, window) }},
	} {
		s := &search{board: start.Clone(), evaluator: evaluator, width: width, ordered: m.ordered}
		begin := time.Now()
		score, move := m.run(s)
		rows = append(rows, row{depth, m.name, s.nodes, time.Since(begin), move, score})
	}
	s, err := gomoku.NewSearcher(gomoku.WithEvaluator(evaluator), gomoku.WithWidth(width))
	if err != nil {
		return nil, err
	}
	// The first search makes the tables of the rule; that is not what is compared here.
	if _, err := s.Search(ctx, start, gomoku.WithDepth(1)); err != nil {
		return nil, err
	}
	s.Clear()
	r, err := s.Search(ctx, start, gomoku.WithDepth(depth))
	if err != nil {
		return nil, err
	}
	return append(rows, row{depth, "the library", int(r.Stats.Nodes), r.Stats.Elapsed, r.Best, r.Score}), nil
}

// printRows writes the rows of one depth as lines of a table. Pruned is the share of minimax's nodes that a method did without.
func printRows(w io.Writer, rows []row) {
	for _, r := range rows {
		pruned := 100 * (1 - float64(r.nodes)/float64(rows[0].nodes))
		fmt.Fprintf(w, "| %5d | %-18s | %9d | %8.1f ms | %6.2f %% | %-4v | %6v |\n",
			r.depth, r.method, r.nodes, float64(r.time.Microseconds())/1000, pruned, r.move, r.score)
	}
}

func main() {
	log.SetFlags(0)
	depth := flag.Int("depth", 6, "look 2, 4, 6, … plies ahead, up to this number")
	width := flag.Int("width", 10, "candidates at each node; minimax makes about width to the power of depth moves")
	flag.Parse()
	if *depth < 1 || *width < 1 {
		log.Fatal("teaching: -depth and -width: want 1 or more")
	}
	board, err := gomoku.ParseBoard(diagram)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(board, "\n")
	fmt.Printf("| %5s | %-18s | %9s | %11s | %8s | %-4s | %6s |\n", "Depth", "Method", "Nodes", "Time", "Pruned", "Move", "Score")
	fmt.Println("| ----: | ------------------ | --------: | ----------: | -------: | ---- | -----: |")
	for d := min(2, *depth); d <= *depth; d += 2 {
		rows, err := compare(context.Background(), board, d, *width)
		if err != nil {
			log.Fatal(err)
		}
		printRows(os.Stdout, rows)
	}
}
