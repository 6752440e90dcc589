package evaltest

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// stoneCount is a good evaluator: it prefers stones near the center.
type stoneCount struct{}

func (stoneCount) Evaluate(b *gomoku.Board) gomoku.Score { return count(b, 1, 1) }

// count weighs each stone of the side to move and of the opponent by its distance from the edge.
func count(b *gomoku.Board, own, other gomoku.Score) (score gomoku.Score) {
	n := b.Size()
	for y := range n {
		for x := range n {
			near := gomoku.Score(min(x, y, n-1-x, n-1-y) + 1)
			switch b.At(gomoku.At(x, y)) {
			case b.Turn():
				score += own * near
			case b.Turn().Opponent():
				score -= other * near
			}
		}
	}
	return score
}

// incremental is a good incremental evaluator, which can be spoilt.
type incremental struct {
	black *int // sum for Black; a pointer, to be shared by mistake
	turn  gomoku.Color
	fault string
}

func newIncremental(fault string) func() gomoku.Evaluator {
	return func() gomoku.Evaluator { return &incremental{new(int), gomoku.Black, fault} }
}

func (e *incremental) Reset(b *gomoku.Board) {
	if e.fault != "reset" {
		*e.black = 0
	}
	for y := range b.Size() {
		for x := range b.Size() {
			e.put(b, gomoku.At(x, y), 1)
		}
	}
	e.turn = b.Turn()
}

func (e *incremental) put(b *gomoku.Board, p gomoku.Point, sign int) { e.add(b, p, b.At(p), sign) }

func (e *incremental) add(b *gomoku.Board, p gomoku.Point, c gomoku.Color, sign int) {
	x, y := p.XY()
	near := min(x, y, b.Size()-1-x, b.Size()-1-y) + 1
	switch c {
	case gomoku.Black:
		*e.black += sign * near
	case gomoku.White:
		*e.black -= sign * near
	}
}

func (e *incremental) Played(b *gomoku.Board, p gomoku.Point) {
	e.turn = e.turn.Opponent()
	if p == gomoku.NoPoint {
		if e.fault == "pass" {
			e.turn = e.turn.Opponent()
		}
		return
	}
	e.put(b, p, 1)
}

func (e *incremental) Undone(b *gomoku.Board, p gomoku.Point) {
	e.turn = e.turn.Opponent()
	if p != gomoku.NoPoint && e.fault != "undone" {
		e.add(b, p, b.Turn(), -1)
	}
}

func (e *incremental) Clone() gomoku.IncrementalEvaluator {
	switch e.fault {
	case "nil clone":
		return nil
	case "other clone":
		return other{&incremental{new(int), e.turn, ""}}
	case "shallow clone":
		c := *e
		return &c
	}
	black := *e.black
	return &incremental{&black, e.turn, e.fault}
}

func (e *incremental) Evaluate(b *gomoku.Board) gomoku.Score {
	if e.turn == gomoku.White {
		return gomoku.Score(-*e.black)
	}
	return gomoku.Score(*e.black)
}

type other struct{ *incremental }

// seen is a state that an evaluator must not have.
type seen struct{ n, last atomic.Int64 }

func evaluators() map[string]func() gomoku.Evaluator {
	return map[string]func() gomoku.Evaluator{
		"plain":       func() gomoku.Evaluator { return stoneCount{} },
		"shape":       func() gomoku.Evaluator { return new(gomoku.ShapeEvaluator) },
		"pattern":     func() gomoku.Evaluator { return gomoku.NewPatternEvaluator(gomoku.PatternWeights{}) },
		"zero":        function(func(*gomoku.Board) gomoku.Score { return 0 }),
		"incremental": newIncremental(""),
	}
}

func function(f func(b *gomoku.Board) gomoku.Score) func() gomoku.Evaluator {
	return func() gomoku.Evaluator { return gomoku.EvaluatorFunc(f) }
}

func TestGoodEvaluatorsPass(t *testing.T) {
	for name, e := range evaluators() {
		t.Run(name, func(t *testing.T) { Run(t, e, nil) })
	}
}

const all = Bounds | Symmetry | ColorExchange | OrderIndependence | UndoRestores | Clones | Concurrency

func TestBadEvaluatorsFail(t *testing.T) {
	stateful := func(f func(s *seen, b *gomoku.Board) gomoku.Score) func() gomoku.Evaluator {
		return func() gomoku.Evaluator {
			s := new(seen)
			return gomoku.EvaluatorFunc(func(b *gomoku.Board) gomoku.Score { return f(s, b) })
		}
	}
	tests := []struct {
		name string
		e    func() gomoku.Evaluator
		must Check // must fail
		may  Check // may fail too
		want string
	}{
		{
			name: "too great", must: Bounds, want: "want a score from -29000 to 29000",
			e: function(func(b *gomoku.Board) gomoku.Score { return count(b, 1000, 1000) }),
		},
		{
			name: "takes a move for a win", must: Bounds, want: "29999",
			e: function(func(b *gomoku.Board) gomoku.Score {
				if b.CountPoints(b.Turn(), gomoku.Five) > 0 {
					return gomoku.WinIn(1)
				}
				return 0
			}),
		},
		{
			name: "random", must: Bounds | Symmetry | ColorExchange | OrderIndependence | UndoRestores | Concurrency, want: "once more",
			e: function(func(*gomoku.Board) gomoku.Score { return gomoku.Score(rand.IntN(1000)) }),
		},
		{
			name: "plays on the board", must: all &^ Clones, want: "changed the board",
			e: function(func(b *gomoku.Board) gomoku.Score { b.Pass(); return 0 }),
		},
		{
			name: "takes back", must: all &^ Clones, want: "changed the board",
			e: function(func(b *gomoku.Board) gomoku.Score { b.Undo(); return 0 }),
		},
		{
			name: "likes the left", must: Symmetry, want: "turned or mirrored",
			e: function(func(b *gomoku.Board) gomoku.Score { return gomoku.Score(b.Shape(b.Turn(), gomoku.At(0, 2))) }),
		},
		{
			name: "likes rows more than columns", must: Symmetry, want: "turned or mirrored",
			e: function(func(b *gomoku.Board) gomoku.Score {
				return gomoku.Score(b.Shapes(b.Turn(), gomoku.At(b.Size()/2, b.Size()/2))[0])
			}),
		},
		{
			name: "for Black", must: ColorExchange, want: "colors exchanged",
			e: function(func(b *gomoku.Board) gomoku.Score {
				if b.Turn() == gomoku.White {
					return -count(b, 1, 1)
				}
				return count(b, 1, 1)
			}),
		},
		{
			name: "remembers the last move", must: OrderIndependence | UndoRestores, may: Symmetry | ColorExchange, want: "",
			e: function(func(b *gomoku.Board) gomoku.Score {
				last, _ := b.LastMove()
				x, _ := last.XY()
				return gomoku.Score(x)
			}),
		},
		{
			name: "counts the moves", must: OrderIndependence | UndoRestores, may: Symmetry | ColorExchange, want: "set up",
			e: function(func(b *gomoku.Board) gomoku.Score { return gomoku.Score(b.Len()) }),
		},
		{
			name: "cares who came first", must: OrderIndependence, may: Symmetry | ColorExchange | UndoRestores, want: "set up",
			e: function(func(b *gomoku.Board) gomoku.Score {
				if b.Len() == 0 {
					return count(b, 1, 1) // set-up boards are all right
				}
				for _, p := range b.Moves() {
					x, y := p.XY()
					return count(b, 1, 1) + gomoku.Score(x*x+y)
				}
				return 0
			}),
		},
		{
			name: "remembers by length", must: OrderIndependence | UndoRestores, may: all &^ Clones, want: "",
			e: stateful(func(s *seen, b *gomoku.Board) gomoku.Score {
				if s.n.Swap(int64(b.Len())) == int64(b.Len()) {
					return gomoku.Score(s.last.Load())
				}
				score := count(b, 1, 1)
				s.last.Store(int64(score))
				return score
			}),
		},
		{
			name: "uses one scratchpad", must: Concurrency, want: "several goroutines",
			e: stateful(func(s *seen, b *gomoku.Board) gomoku.Score {
				s.last.Store(int64(count(b, 1, 1)))
				for range 10 {
					runtime.Gosched()
				}
				return gomoku.Score(s.last.Load())
			}),
		},
		{name: "forgets Reset", e: newIncremental("reset"), must: UndoRestores | Concurrency, may: Clones, want: "another Reset"},
		{name: "forgets Undone", e: newIncremental("undone"), must: UndoRestores | Clones, want: "one move after another"},
		{name: "forgets passes", e: newIncremental("pass"), must: UndoRestores | OrderIndependence | Clones, want: "another order"},
		{name: "shallow clone", e: newIncremental("shallow clone"), must: Clones, may: all, want: ""},
		{name: "nil clone", e: newIncremental("nil clone"), must: all, want: "Clone returned nil"},
		{name: "other clone", e: newIncremental("other clone"), must: Clones, want: "other, want a *evaltest.incremental"},
		{name: "nil", e: func() gomoku.Evaluator { return nil }, must: all, want: "nil"},
	}
	positions := randomPositions(35)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			found := test.want == ""
			for _, c := range checks {
				if raceEnabled && c.check == Concurrency && test.name == "shallow clone" {
					continue // a true data race, which the detector would report as ours
				}
				err := run(c.run, test.e, positions)
				switch {
				case err == nil && test.must&c.check != 0:
					t.Errorf("%v passes", c.check)
				case err != nil && (test.must|test.may)&c.check == 0:
					t.Errorf("%v: %v", c.check, err)
				}
				if err != nil && strings.Contains(err.Error(), test.want) {
					found = true
				}
				// Whatever fails for its scores shows the board.
				if err != nil && strings.Contains(err.Error(), "Evaluate") && !strings.Contains(err.Error(), "a b c d e") {
					t.Errorf("%v: no board is drawn in %q", c.check, err)
				}
			}
			if !found {
				t.Errorf("no failure says %q", test.want)
			}
		})
	}
}

func TestSkip(t *testing.T) {
	left := function(func(b *gomoku.Board) gomoku.Score { return gomoku.Score(b.Shape(b.Turn(), gomoku.At(0, 2))) })
	Run(t, left, &Options{Skip: Symmetry})
	Run(t, left, &Options{Skip: Clones | Symmetry | Bounds})
	if skipped, err := (&Options{Skip: Bounds | 1<<20}).skipped(); err == nil {
		t.Errorf("a check that does not exist is skipped: %v", skipped)
	}
	if got, want := (Symmetry | Clones).String(), "Symmetry|Clones"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
	for c, want := range map[Check]string{Bounds: "Bounds", Symmetry | Clones: "Symmetry|Clones", 0: "none"} {
		text, err := c.MarshalText()
		if string(text) != want || err != nil {
			t.Errorf("MarshalText of %v = %q, %v; want %q", c, text, err, want)
		}
		for _, s := range []string{want, strings.ToUpper(want)} {
			back := Concurrency
			if err := back.UnmarshalText([]byte(s)); back != c || err != nil {
				t.Errorf("UnmarshalText(%q) = %v, %v; want %v", s, back, err, c)
			}
		}
	}
	for _, s := range []string{"", "bounds|", "none|bounds", "bound", "Check(0x1)", "bounds, clones"} {
		c := Clones
		if err := c.UnmarshalText([]byte(s)); err == nil || c != Clones || !strings.Contains(err.Error(), "Concurrency") {
			t.Errorf("UnmarshalText(%q) = %v, %v; want an error that lists the names", s, c, err)
		}
	}
	if text, err := (Bounds | 1<<20).MarshalText(); err == nil {
		t.Errorf("MarshalText of a set with an unknown check = %q", text)
	}
	if got := Check(1 << 20).String(); got != "Check(0x100000)" {
		t.Errorf("String() = %q", got)
	}
}

func TestPositions(t *testing.T) {
	type kind struct {
		size int
		rule gomoku.Rule
	}
	kinds := make(map[kind]bool)
	passes, stones := 0, 0
	for _, b := range randomPositions(35) {
		if b.Outcome() != gomoku.Undecided {
			t.Errorf("%v\n%v", b.Outcome(), b)
		}
		kinds[kind{b.Size(), b.Rule()}] = true
		for _, p := range b.Moves() {
			if p == gomoku.NoPoint {
				passes++
			}
		}
		stones += b.Stones()
	}
	if len(kinds) != 35 || passes == 0 || stones < 400 {
		t.Errorf("%d kinds of board, %d passes, %d stones", len(kinds), passes, stones)
	}
	same := slices.EqualFunc(randomPositions(5), randomPositions(5), func(a, b *gomoku.Board) bool { return a.Hash() == b.Hash() })
	if !same {
		t.Error("the positions differ from call to call")
	}
}
