package gomoku_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// Whoever follows the built-in book on the usual board has its moves for four plies, whatever the other side plays within
// two points of a stone.
func TestDefaultBookReplies(t *testing.T) {
	book := gomoku.DefaultBook()
	for _, rule := range rules {
		for follower := gomoku.Black; follower <= gomoku.White; follower++ {
			t.Run(fmt.Sprintf("%v/%v", rule, follower), func(t *testing.T) {
				b := newBoard(t, gomoku.DefaultSize, rule, "")
				answered := 0
				var walk func(plies int)
				walk = func(plies int) {
					if plies == 0 {
						return
					}
					if b.Turn() != follower {
						for _, p := range natural(b) {
							if err := b.Play(p); err != nil {
								t.Fatal(err)
							}
							// Off the center it knows the first stone alone.
							if b.Stones() > 1 || p == point(t, "h8") {
								walk(plies - 1)
							} else {
								walk(1)
							}
							b.Undo()
						}
						return
					}
					moves := book.Moves(b)
					if len(moves) == 0 {
						t.Errorf("out of book\n%v", b)
					}
					answered++
					for _, m := range moves {
						if m.Weight < 1 || !b.IsLegal(m.Point) {
							t.Errorf("%v with weight %d\n%v", m.Point, m.Weight, b)
							continue
						}
						if err := b.Play(m.Point); err != nil {
							t.Fatal(err)
						}
						walk(plies - 1)
						b.Undo()
					}
				}
				walk(4)
				if answered < 25 {
					t.Errorf("%d positions looked up, want more: the walk is broken", answered)
				}
			})
		}
	}
}

// natural returns the legal moves within two points of a stone, or of the center of an empty board.
func natural(b *gomoku.Board) []gomoku.Point {
	const radius = 2
	var moves []gomoku.Point
	for _, p := range b.AppendLegal(nil) {
		near := b.Stones() == 0 && distance(p, gomoku.At(b.Size()/2, b.Size()/2)) <= radius
		for _, q := range b.Moves() {
			near = near || distance(p, q) <= radius
		}
		if near {
			moves = append(moves, p)
		}
	}
	return moves
}

func bookSearch(t *testing.T, b *gomoku.Board, opts ...gomoku.Option) gomoku.Result {
	t.Helper()
	s, err := gomoku.NewSearcher(append([]gomoku.Option{gomoku.WithDepth(4), gomoku.WithHashSize(1 << 20)}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Search(t.Context(), b)
	if err != nil || !b.IsLegal(r.Best) {
		t.Fatalf("Search = %v, %v\n%v", r.Best, err, b)
	}
	return r
}

// The seed chooses among the book's moves: other seeds, other games; the same seed, the same game.
func TestBookSeed(t *testing.T) {
	for _, rule := range rules {
		for _, moves := range []string{"h8", "h8 i9", "h8 h9"} {
			b := newBoard(t, gomoku.DefaultSize, rule, moves)
			chosen := make(map[gomoku.Point]bool)
			for seed := range uint64(12) {
				opts := []gomoku.Option{gomoku.WithBook(gomoku.DefaultBook()), gomoku.WithSeed(seed)}
				r := bookSearch(t, b, opts...)
				if r.Stop != gomoku.StopBook {
					t.Errorf("%v %s, seed %d: Stop = %v, want book", rule, moves, seed, r.Stop)
				}
				if again := bookSearch(t, b, opts...); again.Best != r.Best {
					t.Errorf("%v %s, seed %d: %v, then %v", rule, moves, seed, r.Best, again.Best)
				}
				chosen[r.Best] = true
			}
			if len(chosen) < 2 {
				t.Errorf("%v %s: every seed plays %v", rule, moves, chosen)
			}
		}
	}
}

// A book may say what it likes: a move that loses by fours is not played.
func TestHostileBook(t *testing.T) {
	tests := []struct {
		name         string
		black, white string
	}{
		{"leaves a four", "d8 e8 f8 g8", "h8 d3 f4 m12"},
		{"leaves an open three", "f8 g8 h8", "d3 f12 m12"},
		{"leaves a double four", "d8 e8 f8 h9 h10 h11", "c8 h12 d3 f3 m12 l3"},
		{"leaves fours in a row", "d8 e8 f8 g9 g10 j11 k11", "c8 g12 l11 d3 f3 m12 l3"},
	}
	for _, test := range tests {
		for _, rule := range []gomoku.Rule{gomoku.Freestyle, gomoku.Caro} {
			t.Run(test.name+"/"+rule.String(), func(t *testing.T) {
				b, bad := setUp(t, 15, rule, test.black, test.white, gomoku.White), point(t, "m3")
				// The position is what its name says: after the book's move the opponent wins by fours.
				after := b.Clone()
				if err := after.Play(bad); err != nil {
					t.Fatal(err)
				}
				s, err := gomoku.NewSearcher()
				if err != nil {
					t.Fatal(err)
				}
				won, err := s.Solve(t.Context(), after, gomoku.VCF, gomoku.WithNodes(100_000))
				if err != nil || won.Verdict != gomoku.Won {
					t.Fatalf("no win by fours: %v, %v\n%v", won.Verdict, err, after)
				}
				var k gomoku.Book
				if err := k.Add(b, bad, 1); err != nil {
					t.Fatal(err)
				}
				r := bookSearch(t, b, gomoku.WithBook(&k))
				if r.Best == bad || r.Stop == gomoku.StopBook {
					t.Errorf("Search plays %v, score %v, stop %v\n%v", r.Best, r.Score, r.Stop, b)
				}
			})
		}
	}
}

// Nor is a move for which a five would be missed.
func TestBookTakesFive(t *testing.T) {
	for _, rule := range rules {
		b := setUp(t, 15, rule, "d8 e8 f8 g8", "c8 d3 f4 m12", gomoku.Black)
		var k gomoku.Book
		if err := k.Add(b, point(t, "m3"), 1); err != nil {
			t.Fatal(err)
		}
		if r := bookSearch(t, b, gomoku.WithBook(&k)); r.Best != point(t, "h8") {
			t.Errorf("%v: Search plays %v, score %v, stop %v, want h8\n%v", rule, r.Best, r.Score, r.Stop, b)
		}
	}
}

// Looking at the book's move costs no more than the time there is. The evaluator sleeps, so that nodes alone would take
// many times the limit on any machine.
func TestBookTime(t *testing.T) {
	const limit, most = 50 * time.Millisecond, 2 * time.Second
	slow := gomoku.EvaluatorFunc(func(*gomoku.Board) gomoku.Score {
		time.Sleep(5 * time.Millisecond)
		return 0
	})
	b := newBoard(t, gomoku.DefaultSize, gomoku.Freestyle, "h8 i9")
	for name, start := range map[string]func(*gomoku.Searcher) (gomoku.Result, error){
		"budget": func(s *gomoku.Searcher) (gomoku.Result, error) {
			return s.Search(t.Context(), b, gomoku.WithTimeBudget(limit))
		},
		"deadline": func(s *gomoku.Searcher) (gomoku.Result, error) {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			return s.Search(ctx, b)
		},
		"cancel": func(s *gomoku.Searcher) (gomoku.Result, error) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(limit, cancel)
			return s.Search(ctx, b)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := gomoku.NewSearcher(gomoku.WithBook(gomoku.DefaultBook()), gomoku.WithEvaluator(slow))
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			r, err := start(s)
			if took := time.Since(began); took > most {
				t.Errorf("took %v, want about %v", took, limit)
			}
			if err != nil || !b.IsLegal(r.Best) {
				t.Errorf("Search = %v, %v", r.Best, err)
			}
		})
	}
}
