package gomoku_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// No level misses its own five, and none from Medium on lets the opponent have a short win by fours that it could prevent.
func TestLevels(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	n := 15
	if os.Getenv("GOMOKU_LONG") != "" {
		n = 1000
	}
	for level := gomoku.Easy; level <= gomoku.Expert; level++ {
		t.Run(level.String(), func(t *testing.T) {
			fives, safe, slips := 0, 0, 0
			for i := range n {
				s := newSearcher(t, gomoku.WithLevel(level), gomoku.WithSeed(uint64(i)), gomoku.WithHashSize(1<<20), gomoku.WithNodes(100_000))
				b := middleGame(t, r, 11, rules[i%5], 10+r.IntN(40))
				best := search(t, s, b)
				if len(best.Lines) != 1 {
					t.Errorf("%d lines", len(best.Lines))
				}
				if b.CountPoints(b.Turn(), gomoku.Five) > 0 {
					fives++
					if b.Shape(b.Turn(), best.Best) != gomoku.Five {
						t.Errorf("%v misses a five\n%v", best.Best, b)
					}
					continue
				}
				if level >= gomoku.Medium && level < gomoku.Expert && !isSafe(t, b, best.Best) {
					if p := slices.IndexFunc(b.AppendLegal(nil), func(p gomoku.Point) bool { return isSafe(t, b, p) }); p >= 0 {
						t.Errorf("%v allows a win by fours, %v does not\n%v", best.Best, b.AppendLegal(nil)[p], b)
					}
				} else {
					safe++
				}
				if full := search(t, newSearcher(t, gomoku.WithHashSize(1<<20), gomoku.WithDepth(4)), b); full.Best != best.Best {
					slips++
				}
			}
			t.Logf("%d fives taken, %d safe moves, %d differ from the best of depth 4", fives, safe, slips)
			// Under the tightest limits too.
			for _, limit := range []gomoku.SearchOption{gomoku.WithNodes(1), gomoku.WithTimeBudget(time.Nanosecond)} {
				b := setUp(t, 15, gomoku.Freestyle, "h8 i8 j8 k8", "a1 b1 c1 d1", gomoku.White)
				s := newSearcher(t, gomoku.WithLevel(level))
				if got := search(t, s, b, limit); got.Best != point(t, "e1") || got.Score != gomoku.WinIn(1) {
					t.Errorf("%v, %v misses its five", got.Best, got.Score)
				}
			}
		})
	}
}

// isSafe reports whether after p the opponent has no win by three fours or fewer.
func isSafe(t *testing.T, b *gomoku.Board, p gomoku.Point) bool {
	c := b.Clone()
	if err := c.Play(p); err != nil {
		t.Fatal(err)
	}
	if c.Outcome() != gomoku.Undecided {
		return true
	}
	solution, err := newSearcher(t, gomoku.WithHashSize(64<<10)).Solve(t.Context(), c, gomoku.VCF, gomoku.WithDepth(3), gomoku.WithNodes(100_000))
	if err != nil {
		t.Fatal(err)
	}
	return solution.Verdict != gomoku.Won
}

func TestEasyBeatsRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	games, score := 20, 0.0
	if testing.Short() {
		games = 4
	}
	for i := range games {
		s := newSearcher(t, gomoku.WithLevel(gomoku.Easy), gomoku.WithSeed(uint64(i)), gomoku.WithHashSize(1<<20))
		me := []gomoku.Color{gomoku.Black, gomoku.White}[i%2]
		switch playOut(t, newBoard(t, 15, rules[i%5], ""), map[gomoku.Color]func(*gomoku.Board) gomoku.Point{
			me: func(b *gomoku.Board) gomoku.Point {
				got, err := s.Search(t.Context(), b)
				if err != nil {
					t.Fatal(err)
				}
				return got.Best
			},
			me.Opponent(): func(b *gomoku.Board) gomoku.Point { return randomMove(r, b) },
		}) {
		case me:
			score++
		case gomoku.Empty:
			score += 0.5
		}
	}
	if score < 0.9*float64(games) {
		t.Errorf("Easy scores %v of %d against random", score, games)
	}
}
