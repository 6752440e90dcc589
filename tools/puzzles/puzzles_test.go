package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// The puzzles of the page: each has a win as its file says, and no other first move is found to win. A normal run proves a sample
// again, and GOMOKU_LONG=1 all of them.
func TestPuzzlesOfThePage(t *testing.T) {
	text, err := os.ReadFile("../../examples/web/page/files/puzzles.json")
	if err != nil {
		t.Fatal(err)
	}
	var puzzles []Puzzle
	if err := json.Unmarshal(text, &puzzles); err != nil {
		t.Fatal(err)
	}
	if len(puzzles) < 500 || len(text) > 120_000 {
		t.Errorf("%d puzzles in %d bytes: want 500 or more in 120,000 or fewer", len(puzzles), len(text))
	}
	every := 40
	if os.Getenv("GOMOKU_LONG") != "" {
		every = 1
	}
	f, err := newFinder(byDefault)
	if err != nil {
		t.Fatal(err)
	}
	seen, count := map[uint64]bool{}, map[int]int{}
	for i, p := range puzzles {
		b, err := gomoku.ParsePosition(p.Position)
		if err != nil {
			t.Fatalf("puzzle %d: %v", i, err)
		}
		line, err := gomoku.ParseMoves(p.Line)
		if err != nil {
			t.Fatalf("puzzle %d: %v", i, err)
		}
		if seen[b.CanonicalHash()] {
			t.Errorf("puzzle %d is there twice: %s", i, p.Position)
		}
		seen[b.CanonicalHash()] = true
		count[p.Difficulty]++
		us, end := b.Turn(), b.Clone()
		if err := end.PlayMoves(line...); err != nil || end.Winner() != us {
			t.Errorf("puzzle %d: after %s the winner is %v, %v", i, p.Line, end.Winner(), err)
		}
		if i%every != 0 {
			continue
		}
		w, err := f.solve(t.Context(), b)
		if err != nil || w == nil {
			t.Errorf("puzzle %d, %s: no win found, %v", i, p.Position, err)
			continue
		}
		again, err := f.puzzle(t.Context(), b, w)
		if err != nil || again == nil || again.Kind != p.Kind || again.Line != p.Line {
			t.Errorf("puzzle %d, %s: now %+v, %v; want %s %s", i, p.Position, again, err, p.Kind, p.Line)
		}
	}
	for d := 1; d <= difficulties; d++ {
		if n := count[d]; n < len(puzzles)/6 {
			t.Errorf("%d puzzles of difficulty %d", n, d)
		}
	}
}

// Positions that are no puzzles.
func TestNoPuzzle(t *testing.T) {
	f, err := newFinder(byDefault)
	if err != nil {
		t.Fatal(err)
	}
	for name, position := range map[string]string{
		"a five is there":   "freestyle 15 black h8 i8 j8 k8 white a1 a3 a5 c2 turn black",
		"an open four":      "freestyle 15 black h8 i8 j8 e4 white a1 a3 a5 c2 turn black",
		"a five to prevent": "freestyle 15 black h8 i8 d4 e7 white a1 a2 a3 a4 turn black",
		"a symmetric board": "freestyle 15 black h7 h6 g8 f8 i8 j8 white a1 o1 turn black",
		// Two fours at the end of either row, each with a free end: the order does not matter.
		"two orders of fours": "freestyle 15 black c3 d3 e3 k13 l13 m13 g5 g6 g7 white b3 n13 g8 a15 o1 a7 o9 turn black",
	} {
		b, err := gomoku.ParsePosition(position)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		w, err := f.solve(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		if w == nil {
			continue
		}
		if p, err := f.puzzle(t.Context(), b, w); p != nil || err != nil {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

func TestArguments(t *testing.T) {
	var out strings.Builder
	for _, args := range [][]string{nil, {"missing.games"}, {"-unknown"}, {"-most", "0", "x.games"}} {
		if err := run(t.Context(), args, &out); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
