package gomoku_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// builtIn are the evaluators of the library.
var builtIn = map[string]gomoku.Evaluator{
	"pattern": gomoku.NewPatternEvaluator(gomoku.PatternWeights{}),
	"shape":   new(gomoku.ShapeEvaluator),
}

// depths calls f with searchers of both evaluators and of several depths.
func depths(t *testing.T, f func(t *testing.T, s *gomoku.Searcher, depth int)) {
	for name, e := range builtIn {
		for depth := 2; depth <= 6; depth += 2 {
			t.Run(fmt.Sprintf("%s, depth %d", name, depth), func(t *testing.T) {
				f(t, newSearcher(t, gomoku.WithEvaluator(e), gomoku.WithDepth(depth), gomoku.WithNodes(100_000), gomoku.WithHashSize(1<<20)), depth)
			})
		}
	}
}

// What bug reports and textbooks ask of a program, on every rule, with both evaluators and at several depths.
func TestArticleRegressions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, black, white string
		turn               gomoku.Color
		want               string
	}{
		{"an own five is taken", "h8 i8 j8 k8", "a1 b1 c1 d1", gomoku.Black, "g8 l8"},
		{"an own five is taken rather than a five blocked", "h8 i8 j8 k8 l2", "a1 b1 c1 d1", gomoku.White, "e1"},
		{"a broken five is taken", "h8 i8 k8 l8", "a5 b5 d5 n14", gomoku.Black, "j8"},
		{"a four is blocked", "h8 i8 j8 k8", "g8 c3 c12", gomoku.White, "l8"},
		{"a broken four is blocked", "h8 i8 k8 l8", "c3 c12 m3", gomoku.White, "j8"},
		{"a four on the edge is blocked", "a1 b1 c1 d1", "c5 h9 m3", gomoku.White, "e1"},
		{"a four in the corner is blocked", "a1 b2 c3 d4", "c8 h9 m3", gomoku.White, "e5"},
		{"an open four is made", "h8 i8 j8", "c3 d3 m12", gomoku.Black, "g8 k8"},
		{"two fours are made", "g8 h8 i8 j7 j9 j10", "a1 c1 e1 a3 c3 e3", gomoku.Black, "j8"},
		{"a three is stopped", "h8 i8 j8", "c3 m12", gomoku.White, "f8 g8 k8 l8"},
		{"a broken three is stopped", "h8 i8 k8", "c3 m12", gomoku.White, "g8 j8 l8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			depths(t, func(t *testing.T, s *gomoku.Searcher, depth int) {
				for _, rule := range rules {
					if (rule == gomoku.Caro || rule == gomoku.CaroOverline) && c.turn == gomoku.White && c.name != "an own five is taken rather than a five blocked" {
						continue // a five can also be closed at its ends
					}
					if rule == gomoku.Renju && c.name == "two fours are made" {
						continue // a foul
					}
					b := setUp(t, 15, rule, c.black, c.white, c.turn)
					if r := search(t, s, b); !slices.Contains(points(t, c.want), r.Best) {
						t.Errorf("%v: %v (%v), want one of %s\n%v", rule, r.Best, r.Score, c.want, b)
					}
				}
			})
		})
	}
}

// The point that would make a double three is taken, or what White plays leaves Black no win there.
func TestDoubleThreeIsDefused(t *testing.T) {
	t.Parallel()
	depths(t, func(t *testing.T, s *gomoku.Searcher, depth int) {
		b := setUp(t, 15, gomoku.Freestyle, "h9 h10 i8 j8", "c3 m12 d12", gomoku.White)
		h8 := point(t, "h8")
		r := search(t, s, b)
		if err := b.Play(r.Best); err != nil {
			t.Fatal(err)
		}
		if r.Best == h8 {
			return
		}
		threes := 0
		for _, s := range b.Shapes(gomoku.Black, h8) {
			if s == gomoku.OpenThree {
				threes++
			}
		}
		// A four or three of White's own may also hold, for which it has no stones here.
		if threes > 1 {
			t.Errorf("%v leaves a double three at h8\n%v", r.Best, b)
		}
	})
}

// playOut plays a game between two ways to choose a move and returns the winner, Empty for a draw.
func playOut(t testing.TB, b *gomoku.Board, players map[gomoku.Color]func(*gomoku.Board) gomoku.Point) gomoku.Color {
	t.Helper()
	for b.Outcome() == gomoku.Undecided {
		if len(b.AppendLegal(nil)) == 0 {
			if err := b.Pass(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := b.Play(players[b.Turn()](b)); err != nil {
			t.Fatalf("%v\n%v", err, b)
		}
	}
	return b.Winner()
}

// Deeper is not weaker.
func TestDeeperIsNotWeaker(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a match")
	}
	openings := []string{"h8 i9", "h8 h10 i9", "h8 g6 i8 j9", "h8 i9 g7"}
	for name, e := range builtIn {
		score := 0.0
		for _, opening := range openings {
			for _, deepSide := range []gomoku.Color{gomoku.Black, gomoku.White} {
				player := func(depth int) func(*gomoku.Board) gomoku.Point {
					s := newSearcher(t, gomoku.WithEvaluator(e), gomoku.WithDepth(depth), gomoku.WithNodes(4000), gomoku.WithHashSize(1<<20))
					return func(b *gomoku.Board) gomoku.Point {
						r, err := s.Search(t.Context(), b)
						if err != nil {
							t.Fatal(err)
						}
						return r.Best
					}
				}
				switch playOut(t, newBoard(t, 15, gomoku.Freestyle, opening), map[gomoku.Color]func(*gomoku.Board) gomoku.Point{
					deepSide: player(4), deepSide.Opponent(): player(1),
				}) {
				case deepSide:
					score++
				case gomoku.Empty:
					score += 0.5
				}
			}
		}
		t.Logf("%s: depth 4 scores %v of 8 against depth 1", name, score)
		if score < 4 {
			t.Errorf("%s: depth 4 scores %v of 8 against depth 1", name, score)
		}
	}
}
