package main

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"github.com/gomoku-go/gomoku"
)

// A Puzzle is a position with a win for the side to move. In the file it is an array of its fields, to be short.
type Puzzle struct {
	Position   string // as gomoku.ParsePosition reads it
	Kind       string // "vcf" or "vct"
	Line       string // the win, both sides' moves
	Difficulty int    // 1 to difficulties

	weight float64
	hash   uint64 // the same for all images of the position
}

// difficulties is how many steps of difficulty there are.
const difficulties = 5

// MarshalJSON returns ["position", "kind", "line", difficulty].
func (p Puzzle) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{p.Position, p.Kind, p.Line, p.Difficulty})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (p *Puzzle) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&p.Position, &p.Kind, &p.Line, &p.Difficulty})
}

// weigh says how hard a puzzle is. A win by threes is harder to see, and so is one among many moves that look alike. The nodes of
// the proof tell something of the wrong ways into which one can go.
func weigh(b *gomoku.Board, w *win) float64 {
	tempting := b.CountPoints(b.Turn(), gomoku.Four)
	weight := float64(len(w.line))
	if w.kind == gomoku.VCT {
		tempting += b.CountPoints(b.Turn(), gomoku.OpenThree)
		weight += 5
	}
	return weight + 2*math.Log2(float64(1+tempting)) + 0.5*math.Log2(float64(1+w.nodes))
}

// grade returns the puzzles from the easiest to the hardest, with their difficulties. If there are more than most, it leaves some
// out all along the order.
func grade(puzzles []Puzzle, most int) []Puzzle {
	slices.SortStableFunc(puzzles, func(a, b Puzzle) int { return cmp.Compare(a.weight, b.weight) })
	n := min(len(puzzles), most)
	list := make([]Puzzle, n)
	for i := range list {
		list[i] = puzzles[i*len(puzzles)/n]
		list[i].Difficulty = 1 + difficulties*i/n
	}
	return list
}
