// Teaching shows how a game search becomes fast and sharp, step by step, each step a file of a page:
//
//  1. minimax.go: minimax looks at every line of play.
//  2. alphabeta.go: alpha-beta leaves out what cannot change the answer.
//  3. The same with the promising moves first (candidates in search.go) leaves out far more.
//  4. deepening.go: iterative deepening searches 1, 2, 3, … plies ahead, so that there is a good answer at any time.
//  5. table.go: a transposition table remembers positions that other orders of moves lead to, and what was best in them.
//  6. fours.go: a search of fours looks past the last ply for a win that the opponent can only watch.
//
// The first five give the same score, and a table shows what each of them costs; the sixth sees more. The last row of each depth is the
// library's own search, which has these six and more.
//
//	go run ./examples/teaching
//	go run ./examples/teaching -depth 8 -width 6
//
// The board, the rules and the evaluation are the library's; the search here is for reading. docs/search.md goes on from here.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/gomoku-go/gomoku"
)

// middleGame is the middle of a game, nothing decided.
const middleGame = `9x9 freestyle, black to move
	9 . . . . . . . . .
	8 . . . . . . . . .
	7 . . . . O . . . .
	6 . . . X X . . . .
	5 . . . . X O . . .
	4 . . . O . . . . .
	3 . . . . . . . . .
	2 . . . . . . . . .
	1 . . . . . . . . .`

// fourFours is a position where Black wins by four fours and the five. That is nine plies, far more than minimax can look ahead.
const fourFours = `9x9 freestyle, black to move
	9 . . . . . . . . .
	8 . . . . . . . . .
	7 . . . . . . X . .
	6 . O . . . O . O .
	5 . . . . . . . O .
	4 . . . X . . X X .
	3 . . . . O X X O .
	2 . . . . . . . . .
	1 . . . . . . . . .`

// A method is a way to search a position a number of plies deep.
type method struct {
	name    string
	ordered bool // the promising moves first
	fours   bool // a search of fours where a line would end
	run     func(s *search, depth int) (gomoku.Score, gomoku.Point)
}

// everything is a window that no score lies outside of.
var everything = gomoku.WinIn(0)

var methods = []method{
	{"minimax", false, false, func(s *search, depth int) (gomoku.Score, gomoku.Point) { return s.minimax(depth, 0) }},
	{"alpha-beta", false, false, func(s *search, depth int) (gomoku.Score, gomoku.Point) {
		return s.alphaBeta(depth, 0, -everything, everything)
	}},
	{"+ move ordering", true, false, func(s *search, depth int) (gomoku.Score, gomoku.Point) {
		return s.alphaBeta(depth, 0, -everything, everything)
	}},
	{"+ deepening", true, false, func(s *search, depth int) (gomoku.Score, gomoku.Point) { return s.deepen(depth, s.alphaBeta) }},
	{"+ table", true, false, func(s *search, depth int) (gomoku.Score, gomoku.Point) { return s.deepen(depth, s.withTable) }},
	{"+ search of fours", true, true, func(s *search, depth int) (gomoku.Score, gomoku.Point) { return s.deepen(depth, s.withTable) }},
}

// A row is what one method found at one depth, and what that took.
type row struct {
	depth  int
	method string
	nodes  int
	time   time.Duration
	move   gomoku.Point
	score  gomoku.Score

	sameAnswer bool // it gives minimax's score, so that its nodes can be compared with minimax's
}

// compare runs every method and the library's search at one depth, and shows each row as soon as it is done. Meanwhile it tells progress
// how many moves the method has made.
func compare(ctx context.Context, start *gomoku.Board, depth, width int, show func(row), progress func(method string, nodes int)) error {
	evaluator := new(gomoku.ShapeEvaluator)
	for _, m := range methods {
		s := newSearch(start, evaluator, width)
		s.ordered, s.useFours = m.ordered, m.fours
		s.progress = func(nodes int) { progress(m.name, nodes) }
		begin := time.Now()
		score, move := m.run(s, depth)
		show(row{depth, m.name, s.nodes, time.Since(begin), move, score, !m.fours})
	}
	s, err := gomoku.NewSearcher(gomoku.WithEvaluator(evaluator), gomoku.WithWidth(width))
	if err != nil {
		return err
	}
	if err := s.Prepare(start); err != nil { // make the tables of the rule: that is not what is compared here
		return err
	}
	r, err := s.Search(ctx, start, gomoku.WithDepth(depth))
	if err != nil {
		return err
	}
	show(row{depth, "the library", int(r.Stats.Nodes), r.Stats.Elapsed, r.Best, r.Score, false})
	return nil
}

// A screen is where the table goes. On a terminal a line below the table shows the progress of a slow method; elsewhere, in a file or a
// pipe, there is no such line.
type screen struct {
	w        io.Writer
	terminal bool
	minimax  int // nodes of minimax at this depth
}

// header begins a table.
func (s *screen) header(title string, b *gomoku.Board) {
	fmt.Fprintf(s.w, "%s\n\n%v\n", title, b)
	fmt.Fprintf(s.w, "| %5s | %-17s | %9s | %11s | %9s | %-4s | %6s |\n", "Depth", "Method", "Nodes", "Time", "Saved", "Move", "Score")
	fmt.Fprintln(s.w, "| ----: | ----------------- | --------: | ----------: | --------: | ---- | -----: |")
}

// row writes a row as a line of the table. Saved is the share of minimax's nodes that a method did without; a method that sees more
// than minimax has no such share.
func (s *screen) row(r row) {
	if r.method == methods[0].name {
		s.minimax = r.nodes
	}
	saved := "sees more"
	if r.sameAnswer {
		saved = fmt.Sprintf("%.2f %%", 100*(1-float64(r.nodes)/float64(s.minimax)))
	}
	s.clear()
	fmt.Fprintf(s.w, "| %5d | %-17s | %9d | %8.1f ms | %9s | %-4v | %6v |\n",
		r.depth, r.method, r.nodes, float64(r.time.Microseconds())/1000, saved, r.move, r.score)
}

// footer explains the table.
func (s *screen) footer() {
	fmt.Fprintln(s.w, `
Nodes are moves made. Saved is the share of minimax's nodes that a method did without, for the same score. The last two methods have
no such share, because they see more than minimax: the search of fours sees wins beyond the depth. So does the library, which
also looks for wins by threes, and does not count the answer to a four as depth. At a small depth that takes more moves than minimax
makes. With every ply the library gets further ahead, because it also leaves out moves that are hardly worth a look.`)
	fmt.Fprintln(s.w)
}

const progressWidth = 60

// progress shows how far a method has got, on a terminal only.
func (s *screen) progress(method string, nodes int) {
	if s.terminal {
		fmt.Fprintf(s.w, "\r%-*s", progressWidth, fmt.Sprintf("%s: %d moves so far …", method, nodes))
	}
}

// clear takes the line of progress away.
func (s *screen) clear() {
	if s.terminal {
		fmt.Fprintf(s.w, "\r%*s\r", progressWidth, "")
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
	info, err := os.Stdout.Stat()
	out := &screen{w: os.Stdout, terminal: err == nil && info.Mode()&os.ModeCharDevice != 0}
	for _, p := range []struct {
		title, diagram string
		depth          int
	}{{"The middle of a game, nothing decided:", middleGame, *depth}, {"Black wins by four fours:", fourFours, min(*depth, 4)}} {
		board, err := gomoku.ParseBoard(p.diagram)
		if err != nil {
			log.Fatal(err)
		}
		out.header(p.title, board)
		for d := min(2, p.depth); d <= p.depth; d += 2 {
			if err := compare(context.Background(), board, d, *width, out.row, out.progress); err != nil {
				log.Fatal(err)
			}
		}
		out.footer()
	}
}
