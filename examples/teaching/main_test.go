package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

const won = `7x7 freestyle, white to move
	7 . . . . . . .
	6 . . X . . . .
	5 . . O O O . .
	4 . . X X . . .
	3 . . . X . . .
	2 . . . . . . .
	1 . . . . . . .`

func parse(t *testing.T, diagram string) *gomoku.Board {
	t.Helper()
	b, err := gomoku.ParseBoard(diagram)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestMethodsAgree: pruning, order and memory change what a search costs, never what it says. The search of fours says what minimax
// says when that too looks for fours where a line ends.
func TestMethodsAgree(t *testing.T) {
	for _, c := range []struct {
		name, diagram string
		depth, width  int
	}{
		{"middle game", middleGame, 2, 10},
		{"middle game", middleGame, 4, 7},
		{"middle game", middleGame, 5, 5},
		{"open three", won, 3, 10},
		{"open three", won, 4, 6},
		{"open three", won, 5, 5},
		{"four fours", fourFours, 2, 10},
		{"four fours", fourFours, 4, 6},
		{"empty board", "5x5 freestyle, black to move\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .", 5, 5},
	} {
		b := parse(t, c.diagram)
		before := b.String()
		var rows []row
		if err := compare(t.Context(), b, c.depth, c.width, func(r row) { rows = append(rows, r) }, func(string, int) {}); err != nil {
			t.Fatal(err)
		}
		if len(rows) != len(methods)+1 {
			t.Fatalf("%d rows, want %d", len(rows), len(methods)+1)
		}
		sharp := newSearch(b, new(gomoku.ShapeEvaluator), c.width)
		sharp.useFours = true
		withFours, _ := sharp.minimax(c.depth, 0)
		for i, r := range rows {
			want := rows[0].score
			if i == len(methods)-1 {
				want = withFours
			}
			if i < len(methods) && r.score != want {
				t.Errorf("%s, depth %d: %s says %v, minimax %v", c.name, c.depth, r.method, r.score, want)
			}
			if (i == 1 || i == 2) && r.nodes >= rows[i-1].nodes {
				t.Errorf("%s, depth %d: %s makes %d moves, no fewer than %s with %d", c.name, c.depth, r.method, r.nodes, rows[i-1].method, rows[i-1].nodes)
			}
			if (i == 3 || i == 4) && r.nodes >= rows[0].nodes {
				t.Errorf("%s, depth %d: %s makes %d moves, no fewer than minimax with %d", c.name, c.depth, r.method, r.nodes, rows[0].nodes)
			}
			if !b.IsLegal(r.move) {
				t.Errorf("%s, depth %d: %s plays %v, which is illegal", c.name, c.depth, r.method, r.move)
			}
			if r.sameAnswer != (i < 5) {
				t.Errorf("%s: the same answer as minimax's: %v", r.method, r.sameAnswer)
			}
		}
		if c.diagram == won && rows[0].score != gomoku.WinIn(3) {
			t.Errorf("%s, depth %d: %v, want +M3", c.name, c.depth, rows[0].score)
		}
		if c.diagram == fourFours && (rows[0].score > gomoku.MaxEval || withFours != gomoku.WinIn(9)) {
			t.Errorf("%s, depth %d: %v, and %v with a search of fours; want no win, and +M9", c.name, c.depth, rows[0].score, withFours)
		}
		if b.String() != before {
			t.Errorf("%s: the board has changed:\n%v", c.name, b)
		}
	}
}

// TestTable: in a position that many orders of moves lead to, the table saves more than it takes.
func TestTable(t *testing.T) {
	b := parse(t, middleGame)
	nodes := func(use func(s *search) func(int, int, gomoku.Score, gomoku.Score) (gomoku.Score, gomoku.Point)) int {
		s := newSearch(b, new(gomoku.ShapeEvaluator), 10)
		s.ordered = true
		s.deepen(6, use(s))
		return s.nodes
	}
	without := nodes(func(s *search) func(int, int, gomoku.Score, gomoku.Score) (gomoku.Score, gomoku.Point) {
		return s.alphaBeta
	})
	with := nodes(func(s *search) func(int, int, gomoku.Score, gomoku.Score) (gomoku.Score, gomoku.Point) {
		return s.withTable
	})
	if with >= without {
		t.Errorf("%d moves with a table, %d without", with, without)
	}
}

func TestNodeScores(t *testing.T) {
	for _, score := range []gomoku.Score{0, -7, gomoku.MaxEval, gomoku.WinIn(9), gomoku.LossIn(10)} {
		if got := fromNode(toNode(score, 4), 4); got != score {
			t.Errorf("%v becomes %v on the way into the table and back", score, got)
		}
	}
	if got := toNode(gomoku.WinIn(9), 4); got != gomoku.WinIn(5) {
		t.Errorf("a win in 9 plies from the root is %v four plies on, want %v", got, gomoku.WinIn(5))
	}
	if got := fromNode(gomoku.LossIn(2), 3); got != gomoku.LossIn(5) {
		t.Errorf("a loss in 2 plies at ply 3 is %v from the root, want %v", got, gomoku.LossIn(5))
	}
}

// TestFours compares the search of fours with the library's solver on random positions.
func TestFours(t *testing.T) {
	solver, err := gomoku.NewSearcher(gomoku.WithHashSize(1 << 20))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	wins, none := 0, 0
	for range 1500 {
		stones := random.Perm(49)[:16]
		var sides [2][]gomoku.Point
		for i, n := range stones {
			sides[i%2] = append(sides[i%2], gomoku.At(1+n%7, 1+n/7))
		}
		b, err := gomoku.NewPosition(9, gomoku.Freestyle, sides[0], sides[1], gomoku.Black)
		if err != nil || b.Outcome() != gomoku.Undecided {
			continue
		}
		got := newSearch(b, nil, 0).winByFours()
		solution, err := solver.Solve(t.Context(), b, gomoku.VCF, gomoku.WithNodes(1_000_000))
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		switch solution.Verdict {
		case gomoku.Won:
			want, _ = solution.Line.Score.Mate()
			wins++
		case gomoku.NoWin:
			none++
		default:
			t.Fatalf("no verdict on\n%v", b)
		}
		if got != want && want <= 2*maxFours+1 {
			t.Errorf("a win in %d plies, want %d:\n%v", got, want, b)
		}
	}
	if wins < 100 || none < 100 {
		t.Errorf("%d wins and %d positions without: too few of one", wins, none)
	}
}

// TestDocument: the table in docs/performance.md has the nodes, moves and scores that the program shows. Depth 6 takes too long for a test,
// and the library's row changes with its search.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	columns := regexp.MustCompile(`\s*\|\s*`)
	for _, depth := range []int{2, 4} {
		err := compare(t.Context(), parse(t, middleGame), depth, 10, func(r row) {
			found := r.method == "the library"
			for line := range strings.Lines(string(text)) {
				c := columns.Split(strings.TrimSpace(line), -1)
				want := []string{fmt.Sprint(r.depth), r.method, fmt.Sprint(r.nodes), r.move.String(), r.score.String()}
				found = found || len(c) == 8 && slices.Equal([]string{c[1], c[2], c[3], c[5], c[6]}, want)
			}
			if !found {
				t.Errorf("docs/performance.md has no row for %+v", r)
			}
		}, func(string, int) {})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestScreen(t *testing.T) {
	show := func(terminal bool) string {
		var w strings.Builder
		s := screen{w: &w, terminal: terminal}
		s.header("Title:", parse(t, won))
		s.row(row{depth: 2, method: "minimax", nodes: 200, move: gomoku.At(0, 0), sameAnswer: true})
		s.progress("alpha-beta", 32768)
		s.row(row{depth: 2, method: "alpha-beta", nodes: 50, sameAnswer: true})
		s.row(row{depth: 2, method: "the library", nodes: 400})
		s.footer()
		return w.String()
	}
	file := show(false)
	for _, want := range []string{" 0.00 % ", " 75.00 % ", " sees more ", " a1 ", "Title:"} {
		if !strings.Contains(file, want) {
			t.Errorf("no %q in\n%s", want, file)
		}
	}
	if strings.ContainsAny(file, "\r\x1b") || strings.Contains(file, "so far") {
		t.Errorf("what goes into a file has a line of progress:\n%q", file)
	}
	terminal := show(true)
	if !strings.Contains(terminal, "\ralpha-beta: 32768 moves so far …") {
		t.Errorf("a terminal shows no progress:\n%q", terminal)
	}
	for line := range strings.Lines(file) {
		if !strings.Contains(terminal, line) {
			t.Errorf("a terminal does not show the line %q", line)
		}
	}
	if i := strings.LastIndex(terminal, "so far"); !strings.Contains(terminal[i:], "\r"+strings.Repeat(" ", progressWidth)+"\r| ") {
		t.Errorf("the progress is not cleared before the next line:\n%q", terminal)
	}
}
