package main

import (
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

// TestMethodsAgree: pruning and ordering change what a search costs, never what it says.
func TestMethodsAgree(t *testing.T) {
	for _, c := range []struct {
		name, diagram string
		depth, width  int
	}{
		{"middle game", diagram, 2, 10},
		{"middle game", diagram, 4, 7},
		{"open three", won, 3, 10},
		{"open three", won, 4, 6},
	} {
		b, err := gomoku.ParseBoard(c.diagram)
		if err != nil {
			t.Fatal(err)
		}
		before := b.String()
		rows, err := compare(t.Context(), b, c.depth, c.width)
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != 4 {
			t.Fatalf("%d rows, want 4", len(rows))
		}
		for i, r := range rows[:3] {
			if r.score != rows[0].score {
				t.Errorf("%s, depth %d: %s says %v, minimax %v", c.name, c.depth, r.method, r.score, rows[0].score)
			}
			if i > 0 && r.nodes >= rows[i-1].nodes {
				t.Errorf("%s, depth %d: %s makes %d moves, no fewer than %s with %d", c.name, c.depth, r.method, r.nodes, rows[i-1].method, rows[i-1].nodes)
			}
			if !b.IsLegal(r.move) {
				t.Errorf("%s, depth %d: %s plays %v, which is illegal", c.name, c.depth, r.method, r.move)
			}
		}
		if c.diagram == won {
			if plies, ok := rows[0].score.Mate(); !ok || plies != 3 {
				t.Errorf("%s, depth %d: %v, want +M3", c.name, c.depth, rows[0].score)
			}
		}
		if b.String() != before {
			t.Errorf("%s: the board has changed:\n%v", c.name, b)
		}
	}
}

func TestPrintRows(t *testing.T) {
	var s strings.Builder
	printRows(&s, []row{{depth: 2, method: "minimax", nodes: 200, move: gomoku.At(0, 0)}, {depth: 2, method: "alpha-beta", nodes: 50}})
	if got := s.String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, " 75.00 % ") || !strings.Contains(got, " a1 ") {
		t.Errorf("printed:\n%s", got)
	}
}
