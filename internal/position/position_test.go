package position

import (
	"testing"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
)

// parse returns the cells of "h8 h9 ...".
func parse(t testing.TB, moves ...string) (list []Cell) {
	t.Helper()
	for _, m := range moves {
		y := 0
		for _, r := range m[1:] {
			y = 10*y + int(r-'0')
		}
		list = append(list, CellAt(int(m[0]-'a'), y-1))
	}
	return list
}

func setUp(t testing.TB, rule pattern.Rule, black, white []string) *Position {
	p := New(StandardTables(15, rule))
	for _, c := range parse(t, black...) {
		p.Put(c, pattern.Black)
	}
	for _, c := range parse(t, white...) {
		p.Put(c, pattern.White)
	}
	return p
}

func TestStandingShapes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		black []string
		white []string
		shape pattern.Shape
		want  int
	}{
		{"three", []string{"g8", "h8", "i8"}, nil, pattern.ShapeOpenThree, 1},
		{"broken three", []string{"g8", "h8", "j8"}, nil, pattern.ShapeOpenThree, 1},
		{"closed three", []string{"g8", "h8", "i8"}, []string{"f8"}, pattern.ShapeThree, 1},
		{"broken four", []string{"g8", "h8", "j8", "k8"}, nil, pattern.ShapeFour, 1},
		{"four with a gap", []string{"g8", "i8", "j8", "k8"}, nil, pattern.ShapeFour, 1},
		{"open four", []string{"h5", "h6", "h7", "h8"}, nil, pattern.ShapeOpenFour, 1},
		{"two twos", []string{"a1", "b1", "n15", "o15"}, nil, pattern.ShapeTwo, 2},
		{"cut by a stone", []string{"d4", "e5", "g7", "h8"}, []string{"f6"}, pattern.ShapeTwo, 2},
		{"cross", []string{"h7", "h8", "h9", "g8", "i8"}, nil, pattern.ShapeOpenThree, 2},
		{"five on the edge", []string{"o11", "o12", "o13", "o14", "o15"}, nil, pattern.ShapeFive, 1},
	} {
		p := setUp(t, pattern.Freestyle, test.black, test.white)
		if got := p.Lines(pattern.Black, test.shape); got != test.want {
			t.Errorf("%s: %d shapes of kind %d, want %d; all are %v", test.name, got, test.shape, test.want, p.StandingShapes(pattern.Black))
		}
	}
}

func TestNothingIsAllocated(t *testing.T) {
	for rule := range pattern.NumRules {
		tables := StandardTables(15, rule)
		w := randomWalks(1, 60, tables, 1)[0]
		p := New(tables)
		if n := testing.AllocsPerRun(10, func() {
			for _, c := range w.moves {
				p.Foul(c)
				p.Play(c)
				p.Pass()
				p.Pass()
			}
			for range 3 * len(w.moves) {
				p.Undo()
			}
			p.StandingShapes(pattern.White)
		}); n != 0 {
			t.Errorf("%s: %v allocations in a game, want 0", ruleNames[rule], n)
		}
	}
}

// A whole board can be filled and emptied again: the saved changes suffice.
func TestFullBoard(t *testing.T) {
	t.Parallel()
	for size := 5; size <= MaxSize; size++ {
		for rule := range pattern.NumRules {
			p := New(StandardTables(size, rule))
			fresh := p.Clone()
			for _, w := range randomWalks(1, size*size, p.tables, uint64(size)) {
				for _, c := range w.moves {
					p.Play(c)
				}
				if !p.Full() || p.Fives(pattern.Black)+p.Fives(pattern.White)+p.Fours(pattern.Black) != 0 {
					t.Fatalf("%s, size %d: full board is %v, counts %v", ruleNames[rule], size, p.Full(), p.sums)
				}
				for range w.moves {
					p.Undo()
				}
			}
			if p.cells != fresh.cells || p.lines != fresh.lines || p.sums != fresh.sums || p.hash != fresh.hash || p.candidates != fresh.candidates {
				t.Fatalf("%s, size %d: taking back a whole game does not restore the empty board", ruleNames[rule], size)
			}
		}
	}
}

// The weights in use and the same ones given from outside say the same, and nothing is allocated.
func TestValueOf(t *testing.T) {
	w := *eval.BuiltIn(pattern.Freestyle)
	p := New(StandardTables(15, pattern.Freestyle))
	for i, c := range []Cell{CellAt(7, 7), CellAt(8, 8), CellAt(8, 7), CellAt(6, 7), CellAt(7, 9), CellAt(7, 8), CellAt(9, 7)} {
		p.Play(c)
		for _, root := range []pattern.Color{pattern.Black, pattern.White} {
			if got, want := p.ValueOf(&w, root, DefenseUnit), p.Value(); got != want {
				t.Errorf("after %d moves: ValueOf = %d, Value = %d", i+1, got, want)
			}
			if got, want := p.ValueOf(&w, root, 1200), p.ValueWithDefense(root, 1200); got != want {
				t.Errorf("after %d moves: ValueOf = %d, ValueWithDefense = %d", i+1, got, want)
			}
		}
	}
	if n := testing.AllocsPerRun(10, func() { p.ValueOf(&w, pattern.Black, DefenseUnit) }); n != 0 {
		t.Errorf("ValueOf allocates %v times", n)
	}
}
