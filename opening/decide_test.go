package opening_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

func newSearcher(t *testing.T, opts ...gomoku.Option) *gomoku.Searcher {
	t.Helper()
	se, err := gomoku.NewSearcher(append([]gomoku.Option{gomoku.WithHashSize(1 << 20)}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	return se
}

// decide lets the machine play both sides and returns what was done.
func decide(t *testing.T, se *gomoku.Searcher, s *opening.State) []opening.Action {
	t.Helper()
	var done []opening.Action
	for !s.Done() {
		before := describe(s)
		a, err := opening.Decide(t.Context(), se, s)
		if err != nil {
			t.Fatalf("Decide: %v\n%s", err, before)
		}
		if after := describe(s); after != before {
			t.Fatalf("Decide changed\n%s\nto\n%s", before, after)
		}
		if err := s.Apply(a); err != nil {
			t.Fatalf("Decide = %v: %v\n%s", a, err, before)
		}
		done = append(done, a)
	}
	return done
}

// The machine plays every protocol to its end, on every size and rule, with every kind of searcher.
func TestDecideAnywhere(t *testing.T) {
	sizes := []int{5, 6, 7, 9, 15, 22}
	if testing.Short() {
		sizes = []int{5, 9, 22}
	}
	searchers := map[string][]gomoku.Option{
		"depth 1": {gomoku.WithDepth(1)},
		"1 node":  {gomoku.WithNodes(1)},
		"easy":    {gomoku.WithLevel(gomoku.Easy), gomoku.WithDepth(2)},
		"book":    {gomoku.WithBook(gomoku.DefaultBook()), gomoku.WithNodes(2000)},
		"radius":  {gomoku.WithRadius(1), gomoku.WithWidth(3), gomoku.WithNodes(2000)},
		"shape":   {gomoku.WithEvaluator(new(gomoku.ShapeEvaluator)), gomoku.WithNodes(500)},
	}
	for name, opts := range searchers {
		se := newSearcher(t, opts...)
		for _, p := range protocols {
			for _, size := range sizes {
				for _, rule := range []gomoku.Rule{gomoku.Freestyle, gomoku.Renju, gomoku.Caro} {
					s, err := opening.NewState(p, size, rule)
					if err != nil {
						continue // too small or without a center
					}
					t.Log(name, p, size, rule, decide(t, se, s))
				}
			}
		}
	}
}

// The same searcher makes the same choices, and another seed proposes other stones.
func TestDecideSeed(t *testing.T) {
	seeds := uint64(8)
	if testing.Short() {
		seeds = 3
	}
	for _, p := range protocols {
		proposals := make(map[string]bool)
		for seed := range seeds {
			var games [2][]opening.Action
			for i := range games {
				games[i] = decide(t, newSearcher(t, gomoku.WithNodes(3000), gomoku.WithSeed(seed), gomoku.WithBook(gomoku.DefaultBook())), begin(t, p, 15))
			}
			if !slices.EqualFunc(games[0], games[1], func(a, b opening.Action) bool { return a.String() == b.String() }) {
				t.Errorf("%v, seed %d: %v, then %v", p, seed, games[0], games[1])
			}
			if games[0][0].Kind == opening.PutStones {
				proposals[games[0][0].String()] = true
			}
		}
		if p != opening.Taraguchi10 && len(proposals) < int(seeds)/2+1 {
			t.Errorf("%v: %d seeds made only %d proposals: %v", p, seeds, len(proposals), proposals)
		}
	}
}

// to returns the state after some actions.
func to(t *testing.T, p opening.Protocol, actions ...string) *opening.State {
	t.Helper()
	s := begin(t, p, 15)
	for _, text := range actions {
		if err := s.Apply(act(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// Where one choice is plainly right, the machine makes it.
func TestDecideWell(t *testing.T) {
	se := newSearcher(t, gomoku.WithNodes(20_000))
	for _, c := range []struct {
		name  string
		state *opening.State
		want  opening.ActionKind
	}{
		// Black's two stones stand together in the middle, White's in the corner.
		{"black is far ahead", to(t, opening.Swap, "put h8 a1 i9"), black},
		{"black is far ahead, swap2", to(t, opening.Swap2, "put h8 a1 i9"), black},
		{"black is far ahead, rif", to(t, opening.RIFSwap, "put h8 h9 j8"), black},
		// Black's stones lie in corners, and White moves first in the middle.
		{"white is far ahead", to(t, opening.Swap, "put a1 h8 o15"), white},
		{"white is far ahead, swap2", to(t, opening.Swap2, "put a1 h8 o15"), white},
		{"five stones, white ahead", to(t, opening.Swap2, "put a1 h8 o15", "put i9 a15"), white},
		{"five stones, black ahead", to(t, opening.Swap2, "put h8 a1 i9", "put a15 h10"), black},
		{"yamaguchi, one fifth move, black ahead", to(t, opening.Yamaguchi, "put h8 h9 h7", "declare 1"), black},
		{"yamaguchi, as many as there may be, white ahead", to(t, opening.Yamaguchi, "put h8 i9 f6", "declare 12"), white},
		{"one fifth move, black ahead", to(t, opening.Soosorv8, "put h8 h9 h7", "white", "put a1", "declare 1"), black},
	} {
		a, err := opening.Decide(t.Context(), se, c.state)
		if err != nil || a.Kind != c.want {
			t.Errorf("%s: Decide = %v, %v, want %v\n%v", c.name, a, err, c.want, c.state.Board())
		}
	}
	// Of the fifth moves Black's worst is chosen, though the search looks no further than two points from the stones.
	a, err := opening.Decide(t.Context(), se, to(t, opening.RIFSwap, "put h8 h9 h7", "white", "put h10", "offer g8 a1"))
	if err != nil || a.String() != "choose a1" {
		t.Errorf("Decide = %v, %v, want a1", a, err)
	}
}

// A choice takes no more work than a search with the same limit, but for the two of one ply that choose the first stones.
func TestDecideWork(t *testing.T) {
	const limit = 5000
	evals := 0
	pattern := gomoku.NewPatternEvaluator(gomoku.PatternWeights{})
	count := gomoku.EvaluatorFunc(func(b *gomoku.Board) gomoku.Score {
		evals++
		return pattern.Evaluate(b)
	})
	se := newSearcher(t, gomoku.WithNodes(limit), gomoku.WithEvaluator(count))
	for _, p := range protocols {
		for s := begin(t, p, 15); !s.Done(); {
			evals = 0
			a, err := opening.Decide(t.Context(), se, s)
			if err != nil {
				t.Fatal(err)
			}
			if evals > limit+500 {
				t.Errorf("%v: %v took %d evaluations, the limit is %d nodes", p, a, evals, limit)
			}
			if err := s.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A deadline ends the choice, where a search would go on for a second.
func TestDecideDeadline(t *testing.T) {
	se := newSearcher(t)
	if err := se.Prepare(begin(t, opening.Swap2, 15).Board()); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*opening.State{to(t, opening.Swap2), to(t, opening.Swap2, "put h8 h9 h7"), to(t, opening.RIFSwap, "put h8 h9 h7", "white", "put h6")} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		start := time.Now()
		a, err := opening.Decide(ctx, se, s)
		cancel()
		if took := time.Since(start); err != nil || took > 500*time.Millisecond {
			t.Errorf("Decide = %v, %v after %v", a, err, took)
		}
		if err := s.Apply(a); err != nil {
			t.Errorf("%v: %v", a, err)
		}
	}
}

// A deadline that comes in the midst of a choice leaves a choice all the same.
func TestDecideDeadlineInTheMidst(t *testing.T) {
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		calls := 0
		late := gomoku.EvaluatorFunc(func(*gomoku.Board) gomoku.Score {
			if calls++; calls == 1 { // the first search takes all the time
				<-ctx.Done()
			}
			return 0
		})
		s := to(t, opening.Swap2)
		a, err := opening.Decide(ctx, newSearcher(t, gomoku.WithEvaluator(late)), s)
		cancel()
		if calls == 0 {
			continue // the machine was busy: the deadline came before the beginning
		}
		if err == nil {
			err = s.Apply(a)
		}
		if err != nil || calls < 2 {
			t.Errorf("%v, %v after %d evaluations", a, err, calls)
		}
	}
}

func TestDecideErrors(t *testing.T) {
	se := newSearcher(t, gomoku.WithDepth(1))
	stopped := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stopped)
	for _, s := range []*opening.State{to(t, opening.Swap2), to(t, opening.Taraguchi10), to(t, opening.Taraguchi10, "put h8"), to(t, opening.RIFSwap, "put h8 h9 h7")} {
		if a, err := opening.Decide(ctx, se, s); !errors.Is(err, stopped) || a.Kind != 0 {
			t.Errorf("Decide with an ended context = %v, %v", a, err)
		}
	}
	if a, err := opening.Decide(t.Context(), new(gomoku.Searcher), to(t, opening.Swap)); err == nil || a.Kind != 0 {
		t.Errorf("Decide with the zero Searcher = %v, %v", a, err)
	}
	for _, s := range []*opening.State{nil, new(opening.State), to(t, opening.Swap, "put h8 h9 h7", "black")} {
		if a, err := opening.Decide(t.Context(), se, s); err == nil || a.Kind != 0 {
			t.Errorf("Decide with nothing to decide = %v, %v", a, err)
		}
	}
}

func TestBalanced(t *testing.T) {
	seeds, sizes := 12, 1
	if testing.Short() {
		seeds, sizes = 3, 6
	}
	boards := make(map[string]bool)
	for seed := range uint64(seeds) {
		var b [2]*gomoku.Board
		for i := range b {
			var err error
			if b[i], err = opening.Balanced(t.Context(), newSearcher(t, gomoku.WithNodes(5000)), 15, gomoku.Freestyle, &opening.Options{Seed: seed}); err != nil {
				t.Fatal(err)
			}
		}
		if b[0].String() != b[1].String() {
			t.Errorf("seed %d gave\n%v\nand then\n%v", seed, b[0], b[1])
		}
		boards[b[0].String()] = true
		if n := b[0].Stones(); b[0].Size() != 15 || b[0].Rule() != gomoku.Freestyle || n < 3 || n > 6 || n != b[0].Len() || b[0].Outcome() != gomoku.Undecided {
			t.Errorf("seed %d gave\n%v", seed, b[0])
		}
	}
	if len(boards) != seeds {
		t.Errorf("%d seeds gave %d openings", seeds, len(boards))
	}
	se := newSearcher(t, gomoku.WithNodes(500))
	for size := gomoku.MinSize; size <= gomoku.MaxSize; size += sizes {
		for rule := gomoku.Freestyle; rule <= gomoku.CaroOverline; rule++ {
			if b, err := opening.Balanced(t.Context(), se, size, rule, &opening.Options{Seed: uint64(size)}); err != nil || b.Size() != size || b.Rule() != rule {
				t.Errorf("Balanced(%d, %v): %v", size, rule, err)
			}
		}
	}
	if _, err := opening.Balanced(t.Context(), se, 4, gomoku.Freestyle, nil); err == nil {
		t.Error("a board of size 4")
	}
	if _, err := opening.Balanced(t.Context(), se, 15, gomoku.Freestyle, &opening.Options{Tries: -1}); err == nil || !strings.Contains(err.Error(), "Tries is -1: want 1") {
		t.Errorf("-1 tries: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if b, err := opening.Balanced(ctx, se, 15, gomoku.Freestyle, nil); !errors.Is(err, context.Canceled) || b != nil {
		t.Errorf("Balanced with an ended context = %v, %v", b, err)
	}
}
