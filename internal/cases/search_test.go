package cases_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// depths calls f with searchers of both evaluators and of several depths.
func depths(t *testing.T, f func(t *testing.T, s *gomoku.Searcher)) {
	for name, e := range map[string]gomoku.Evaluator{"pattern": new(gomoku.PatternEvaluator), "shape": new(gomoku.ShapeEvaluator)} {
		for depth := 2; depth <= 6; depth += 2 {
			t.Run(fmt.Sprintf("%s, depth %d", name, depth), func(t *testing.T) {
				t.Parallel()
				f(t, newSearcher(t, gomoku.WithEvaluator(e), gomoku.WithDepth(depth), gomoku.WithNodes(100_000), gomoku.WithHashSize(1<<20)))
			})
		}
	}
}

func newSearcher(t *testing.T, opts ...gomoku.Option) *gomoku.Searcher {
	t.Helper()
	s, err := gomoku.NewSearcher(opts...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func search(t *testing.T, s *gomoku.Searcher, b *gomoku.Board, limits ...gomoku.SearchOption) gomoku.Result {
	t.Helper()
	r, err := s.Search(t.Context(), b, limits...)
	if err != nil {
		t.Fatalf("%v\n%v", err, b)
	}
	if !b.IsLegal(r.Best) {
		t.Fatalf("Best = %v is not legal\n%v", r.Best, b)
	}
	return r
}

func TestSearchTactics(t *testing.T) {
	done := make(map[string]int)
	for _, c := range readCases(t, "tactics.jsonl") {
		f := map[string]func(*testing.T, testCase){
			"best_move":      testBestMove,
			"avoid_move":     testAvoidMove,
			"engine_replies": testEngineReplies,
			"time_budget":    testTimeBudget,
			"not_forced_win": testNotForcedWin,
		}[c.Question]
		if f == nil {
			continue // for the board alone
		}
		done[c.Question]++
		t.Run(c.ID, func(t *testing.T) { f(t, c) })
	}
	if len(done) != 5 {
		t.Errorf("questions answered: %v, want 5 kinds", done)
	}
}

func testBestMove(t *testing.T, c testCase) {
	var want struct {
		Moves []gomoku.Point `json:"moves_h"`
	}
	c.expect(t, &want)
	depths(t, func(t *testing.T, s *gomoku.Searcher) {
		b := c.board(t)
		if r := search(t, s, b); !slices.Contains(want.Moves, r.Best) {
			t.Errorf("%v (%v, line %v), want one of %v\n%v", r.Best, r.Score, r.Lines[0].Moves, want.Moves, b)
		}
	})
}

func testAvoidMove(t *testing.T, c testCase) {
	var want struct {
		Not []gomoku.Point `json:"not_moves_h"`
	}
	c.expect(t, &want)
	depths(t, func(t *testing.T, s *gomoku.Searcher) {
		b := c.board(t)
		if r := search(t, s, b); slices.Contains(want.Not, r.Best) {
			t.Errorf("%v, want none of %v\n%v", r.Best, want.Not, b)
		}
	})
}

// budget is the time for a move where a case names none, and slack what a busy machine may add.
const (
	budget = 100 * time.Millisecond
	slack  = 2 * time.Second
)

func testEngineReplies(t *testing.T, c testCase) {
	var want struct {
		Not []gomoku.Point `json:"not_h"`
	}
	c.expect(t, &want)
	b := c.board(t)
	start := time.Now()
	r := search(t, newSearcher(t), b, gomoku.WithTimeBudget(budget))
	if slices.Contains(want.Not, r.Best) {
		t.Errorf("%v, want none of %v\n%v", r.Best, want.Not, b)
	}
	if d := time.Since(start); d > budget+slack {
		t.Errorf("the reply takes %v", d)
	}
}

func testTimeBudget(t *testing.T, c testCase) {
	var want struct {
		MaxMS int `json:"max_ms"`
	}
	c.expect(t, &want)
	start := time.Now()
	r := search(t, newSearcher(t), parse(t, "freestyle 15 h8i9g6"), gomoku.WithTimeBudget(budget))
	if d := time.Since(start); d > min(budget+slack, time.Duration(want.MaxMS)*time.Millisecond) || r.Stats.Elapsed > d {
		t.Errorf("%v, by the stats %v, for %v", d, r.Stats.Elapsed, budget)
	}
}

// The move forces nothing: after it the opponent wins by fours.
func testNotForcedWin(t *testing.T, c testCase) {
	var want struct {
		Move       gomoku.Point   `json:"move_h"`
		Refutation []gomoku.Point `json:"refutation_h"`
	}
	c.expect(t, &want)
	b := c.board(t)
	if err := b.Play(want.Move); err != nil {
		t.Fatal(err)
	}
	s := newSearcher(t)
	won, err := s.Solve(t.Context(), b, gomoku.VCF)
	if err != nil || won.Verdict != gomoku.Won {
		t.Errorf("Solve after %v: %v %v, %v, want a win\n%v", want.Move, won.Verdict, won.Line, err, b)
	} else {
		end := b.Clone()
		if err := end.PlayMoves(won.Line.Moves...); err != nil || end.Winner() != b.Turn() {
			t.Errorf("Solve after %v: the line %v ends with %v, %v\n%v", want.Move, won.Line, end.Outcome(), err, b)
		}
	}
	for _, p := range want.Refutation {
		others := slices.DeleteFunc(b.AppendLegal(nil), func(q gomoku.Point) bool { return p == q })
		r := search(t, s, b, gomoku.WithDepth(2), gomoku.WithExcluded(others...))
		if plies, ok := r.Score.Mate(); r.Best != p || !ok || plies < 0 {
			t.Errorf("%v after %v: %v, want a win\n%v", p, want.Move, r.Score, b)
		}
	}
	b.Undo()
	if solution, err := s.Solve(t.Context(), b, gomoku.VCF); err != nil || solution.Verdict == gomoku.Won && solution.Line.Moves[0] == want.Move {
		t.Errorf("Solve: %v %v, %v\n%v", solution.Verdict, solution.Line, err, b)
	}
}

func parse(t *testing.T, position string) *gomoku.Board {
	t.Helper()
	b, err := gomoku.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
