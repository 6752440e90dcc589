package engine

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

func cells(names ...string) (list []position.Cell) {
	for _, m := range names {
		y := 0
		for _, r := range m[1:] {
			y = 10*y + int(r-'0')
		}
		list = append(list, position.CellAt(int(m[0]-'a'), y-1))
	}
	return list
}

// A search of some moves looks at these alone, wherever they lie and whatever they leave undone, but for fouls and occupied
// cells.
func TestMoves(t *testing.T) {
	for _, c := range []struct {
		name, moves string
		rule        pattern.Rule
		limits      Limits
		want        []string // in any order
	}{
		{"near", quiet[0], pattern.Freestyle, Limits{Moves: cells("g9", "f12")}, []string{"g9", "f12"}},
		{"far", quiet[0], pattern.Freestyle, Limits{Moves: cells("a1", "o15")}, []string{"a1", "o15"}},
		{"occupied", quiet[0], pattern.Freestyle, Limits{Moves: cells("h8", "a1")}, []string{"a1"}},
		{"twice", quiet[0], pattern.Freestyle, Limits{Moves: cells("a1", "a1")}, []string{"a1"}},
		{"excluded too", quiet[0], pattern.Freestyle, Limits{Moves: cells("a1", "b1"), Excluded: cells("a1")}, []string{"b1"}},
		{"all excluded", quiet[0], pattern.Freestyle, Limits{Moves: cells("a1"), Excluded: cells("a1")}, nil},
		{"none", quiet[0], pattern.Freestyle, Limits{Moves: cells()}, nil},
		{"a threat not met", "h8 h7 h9 c1 h10 e1 h11", pattern.Freestyle, Limits{Moves: cells("a1")}, []string{"a1"}},
		{"an empty board", "", pattern.Freestyle, Limits{Moves: cells("a1", "c3")}, []string{"a1", "c3"}},
		{"fouls", "h8 a1 h9 a3 g7 a5 f7 a7", pattern.Renju, Limits{Moves: cells("h7", "i7")}, []string{"i7"}},
		{"symmetric ones", "h8", pattern.Freestyle, Limits{Moves: cells("i8", "g8")}, []string{"i8", "g8"}},
	} {
		for _, lines := range []int{1, 5} {
			p := play(t, 15, c.rule, c.moves)
			l := c.limits
			l.Depth, l.MultiPV = 4, lines
			if l.Moves == nil {
				l.Moves = []position.Cell{}
			}
			r := newEngine().Search(t.Context(), p, l)
			if len(c.want) == 0 {
				if r.Best != position.None || len(r.Lines) > 0 {
					t.Errorf("%s, %d lines: best %s, want none", c.name, lines, nameOf(r.Best))
				}
				continue
			}
			var got []string
			for _, l := range r.Lines {
				got = append(got, nameOf(l.Moves[0]))
			}
			if len(got) != min(lines, len(c.want)) || nameOf(r.Best) != got[0] {
				t.Errorf("%s, %d lines: best %s, lines %v, want %v", c.name, lines, nameOf(r.Best), got, c.want)
			}
			for _, m := range got {
				if !slices.Contains(c.want, m) {
					t.Errorf("%s, %d lines: %s is not in %v", c.name, lines, m, c.want)
				}
			}
		}
	}
}

// A search for the score of one move goes on as long as it may, and finds the score that a search of all finds.
func TestMovesScore(t *testing.T) {
	t.Parallel()
	p := play(t, 15, pattern.Freestyle, quiet[2])
	all := newEngine().Search(t.Context(), p, Limits{Depth: 4, MultiPV: 400})
	for _, l := range all.Lines {
		c := l.Moves[0]
		one := newEngine().Search(t.Context(), p, Limits{Depth: 4, MultiPV: 1, Moves: []position.Cell{c}})
		if one.Best != c || one.Depth != 4 || one.Stop != StopDepth || decided(one.Lines[0].Score) != decided(l.Score) {
			t.Errorf("%s: best %s with %d at depth %d, stopped for %d; among all it has %d", nameOf(c), nameOf(one.Best), one.Lines[0].Score, one.Depth, one.Stop, l.Score)
		}
	}
}

// The first move of a game is the center, and of symmetric moves a search for several lines shows one.
func TestSymmetricMoves(t *testing.T) {
	t.Parallel()
	for _, rule := range allRules {
		for _, size := range []int{5, 6, 15, 20} {
			p := position.New(position.StandardTables(size, rule))
			for name, l := range map[string]Limits{
				"plain": {MultiPV: 1}, "lines": {MultiPV: 4}, "ties": {MultiPV: 1, TieBreak: true, TieMargin: 200, Seed: 3}, "ties and lines": {MultiPV: 3, TieBreak: true, TieMargin: 200},
			} {
				l.Depth = 2
				r := newEngine().Search(t.Context(), p, l)
				if r.Best != center(p) || r.Lines[0].Moves[0] != r.Best {
					t.Errorf("%s, size %d, %s: best %s, line %s", ruleNames[rule], size, name, nameOf(r.Best), namesOf(r.Lines[0].Moves))
				}
			}
		}
	}
	// Who asks for moves gets the best of them.
	wanted := newEngine().Search(t.Context(), play(t, 15, pattern.Freestyle, ""), Limits{Depth: 3, MultiPV: 3, Moves: cells("h8", "h9", "a1")})
	for i := 1; i < len(wanted.Lines); i++ {
		if wanted.Lines[i-1].Score < wanted.Lines[i].Score {
			t.Errorf("three moves of an empty board: lines %v", wanted.Lines)
		}
	}
	for _, c := range []struct {
		size, symmetries int
		moves            string
	}{
		{15, 7, ""}, {6, 7, ""}, {15, 7, "h8"}, {15, 1, "h8 h9"}, {15, 1, "h8 i9"}, {15, 0, "h8 i10"}, {15, 0, "h8 h9 h10 i8"}, {6, 1, "d4"}, {6, 1, "d3"}, {6, 0, "d2"},
		{15, 3, "h8 g8 h7 i8 h9"}, {15, 1, "h8 g8 h7 i8 h9 a1 a15 o1 o15"}, {15, 0, "h8 g8 h7 i8 h9 a1"},
	} {
		p := play(t, c.size, pattern.Freestyle, c.moves)
		found := symmetriesOf(p)
		if len(found) != c.symmetries {
			t.Errorf("%s: %d symmetries, want %d", c.moves, len(found), c.symmetries)
		}
		search := func(l Limits) map[position.Cell]int {
			l.MultiPV, l.Depth = 400, 1
			scores := map[position.Cell]int{}
			for _, l := range newEngine().Search(t.Context(), p, l).Lines {
				scores[l.Moves[0]] = l.Score
			}
			return scores
		}
		one, all := search(Limits{}), search(Limits{Twins: true})
		for m := range all {
			classes := map[position.Cell]bool{m: true}
			for _, k := range found {
				classes[image(m, c.size, k)] = true
			}
			shown := 0
			for twin := range classes {
				if _, ok := one[twin]; ok {
					shown++
				}
			}
			if shown != 1 {
				t.Errorf("%s: %d of the moves like %s are shown", c.moves, shown, nameOf(m))
			}
		}
	}
}

// Images are what their names say: eight different ones, which keep distances.
func TestImage(t *testing.T) {
	for _, size := range []int{5, 6, 15, 22} {
		seen := map[string]bool{}
		for k := range symmetries {
			var all []position.Cell
			hit := map[position.Cell]bool{}
			for y := range size {
				for x := range size {
					c := position.CellAt(x, y)
					i := image(c, size, k)
					all = append(all, i)
					hit[i] = true
					if k == 0 && i != c {
						t.Errorf("the first takes %s to %s", nameOf(c), nameOf(i))
					}
					u, v := i.XY()
					if u >= size || v >= size || min(x, y, size-1-x, size-1-y) != min(u, v, size-1-u, size-1-v) {
						t.Errorf("size %d, %d: %s to %s", size, k, nameOf(c), nameOf(i))
					}
				}
			}
			seen[fmt.Sprint(all)] = true
			if len(hit) != size*size {
				t.Errorf("size %d, %d: %d images", size, k, len(hit))
			}
		}
		if len(seen) != symmetries {
			t.Errorf("size %d: %d different symmetries", size, len(seen))
		}
	}
}
