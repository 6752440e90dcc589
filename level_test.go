package gomoku_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// No level misses its own five or leaves a four of the opponent unanswered. From level 3 on it leaves no open three, and from
// level 4 on no win by three fours or fewer, if another move would do.
func TestLevels(t *testing.T) {
	skipUnderRace(t)
	n := 15
	if os.Getenv("GOMOKU_LONG") != "" {
		n = 1000
	}
	for level := gomoku.Level(1); level <= gomoku.Expert; level++ {
		t.Run(level.String(), func(t *testing.T) {
			r := rand.New(rand.NewPCG(11, uint64(level)))
			moves := 3 // that the opponent is not to win in by fours
			switch level {
			case 1, 2:
				moves = 1
			case 3:
				moves = 2
			}
			fives, answers := 0, 0
			for i := range n {
				s := newSearcher(t, gomoku.WithLevel(level), gomoku.WithSeed(uint64(i)), gomoku.WithHashSize(1<<20), gomoku.WithNodes(100_000))
				b := middleGame(t, r, 11, rules[i%5], 10+r.IntN(40))
				best := search(t, s, b)
				if len(best.Lines) != 1 || best.Lines[0].Moves[0] != best.Best || best.Lines[0].Score != best.Score {
					t.Errorf("%v with the score %v, and the lines %v", best.Best, best.Score, best.Lines)
				}
				if b.CountPoints(b.Turn(), gomoku.Five) > 0 {
					fives++
					if b.Shape(b.Turn(), best.Best) != gomoku.Five {
						t.Errorf("%v misses a five\n%v", best.Best, b)
					}
					continue
				}
				if level < gomoku.Expert && !isSafe(t, b, best.Best, moves) {
					if p := slices.IndexFunc(b.AppendLegal(nil), func(p gomoku.Point) bool { return isSafe(t, b, p, moves) }); p >= 0 {
						t.Errorf("%v allows a win by fours in %d moves, %v does not\n%v", best.Best, moves, b.AppendLegal(nil)[p], b)
					}
				}
				answers++
			}
			t.Logf("%d fives taken, %d other moves", fives, answers)
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

// solver is the searcher of isSafe: to make one anew for each question takes longer than the answer.
var solver = sync.OnceValue(func() *gomoku.Searcher {
	s, err := gomoku.NewSearcher(gomoku.WithHashSize(64 << 10))
	if err != nil {
		panic(err)
	}
	return s
})

// isSafe reports whether after p the opponent has no win by fours in the given number of moves, the five included.
func isSafe(t *testing.T, b *gomoku.Board, p gomoku.Point, moves int) bool {
	t.Helper()
	c := b.Clone()
	if err := c.Play(p); err != nil {
		t.Fatal(err)
	}
	if c.Outcome() != gomoku.Undecided {
		return true
	}
	solution, err := solver().Solve(t.Context(), c, gomoku.VCF, gomoku.WithDepth(moves), gomoku.WithNodes(100_000))
	if err != nil {
		t.Fatal(err)
	}
	return solution.Verdict != gomoku.Won
}

// How often levels 1 and 2 overlook an open three is what their documentation says. The other levels never do.
func TestLevelsOverlook(t *testing.T) {
	skipUnderRace(t)
	positions := []*gomoku.Board{
		setUp(t, 15, gomoku.Freestyle, "h8 i8 j8", "h9 e5 l11", gomoku.White),
		setUp(t, 15, gomoku.Freestyle, "h8 i9 k11", "h9 i8 g4", gomoku.White), // a broken three
		setUp(t, 15, gomoku.Freestyle, "e4 f12", "d7 d8 d9", gomoku.Black),
	}
	n := 1200
	switch {
	case os.Getenv("GOMOKU_LONG") != "":
		n = 12_000
	case testing.Short():
		n = 600
	}
	for level, chance := range map[gomoku.Level]float64{1: 0.10, 2: 0.05, 3: 0, 4: 0, 6: 0} {
		t.Run(level.String(), func(t *testing.T) {
			s := newSearcher(t, gomoku.WithLevel(level), gomoku.WithHashSize(1<<20))
			overlooked := 0
			for i := range n {
				if chance == 0 && i >= 150 {
					break
				}
				b := positions[i%len(positions)]
				if err := s.Set(gomoku.WithSeed(uint64(i))); err != nil {
					t.Fatal(err)
				}
				switch p := search(t, s, b).Best; {
				case !isSafe(t, b, p, 1):
					t.Fatalf("%v leaves a five\n%v", p, b)
				case !isSafe(t, b, p, 2):
					overlooked++
				}
			}
			deviation := math.Sqrt(float64(n) * chance * (1 - chance))
			if d := math.Abs(float64(overlooked) - chance*float64(n)); d > 4*deviation {
				t.Errorf("overlooked %d times of %d, want %.0f %%", overlooked, n, 100*chance)
			}
		})
	}
}

// The same seed gives the same game, with or without a limit of time, and other seeds give other games.
func TestLevelsRepeat(t *testing.T) {
	skipUnderRace(t)
	for level := gomoku.Level(1); level < gomoku.Expert; level++ {
		game := func(seed uint64, opts ...gomoku.Option) string {
			s := newSearcher(t, append(opts, gomoku.WithLevel(level), gomoku.WithSeed(seed), gomoku.WithNodes(2000), gomoku.WithHashSize(1<<20))...)
			b := newBoard(t, 15, gomoku.Freestyle, "h8 i9")
			for b.Len() < 20 && b.Outcome() == gomoku.Undecided {
				moveAt(t, s, b)
			}
			return gomoku.FormatMoves(b.Moves())
		}
		first := game(1)
		if again := game(1, gomoku.WithTimeBudget(time.Hour)); again != first {
			t.Errorf("level %v: seed 1 plays %v and %v", level, first, again)
		}
		differs := false
		for seed := uint64(2); seed < 6 && !differs; seed++ {
			differs = game(seed) != first
		}
		if !differs && level < 8 { // from 8 on there are no random choices
			t.Errorf("level %v plays one game with five seeds: %v", level, first)
		}
	}
}

// moveAt plays the move that s finds.
func moveAt(t *testing.T, s *gomoku.Searcher, b *gomoku.Board) {
	t.Helper()
	if p := search(t, s, b).Best; b.Play(p) != nil {
		t.Fatalf("%v is not legal\n%v", p, b)
	}
}

// Every level opens with the center and plays legal moves on every board.
func TestLevelsOnEveryBoard(t *testing.T) {
	skipUnderRace(t)
	for size := gomoku.MinSize; size <= gomoku.MaxSize; size++ {
		for _, rule := range rules {
			b := newBoard(t, size, rule, "")
			for level := gomoku.Level(1); level <= gomoku.Expert; level++ {
				s := newSearcher(t, gomoku.WithLevel(level), gomoku.WithNodes(300), gomoku.WithHashSize(64<<10), gomoku.WithSeed(uint64(level)))
				for _, lines := range []int{1, 3} {
					center := gomoku.At(size/2, size/2)
					if r := search(t, s, newBoard(t, size, rule, ""), gomoku.WithMultiPV(lines)); r.Best != center || len(r.Lines) < lines {
						t.Errorf("size %d, %v: level %v opens on %v, not on %v, with %d lines", size, rule, level, r.Best, center, len(r.Lines))
					}
				}
				for range 2 {
					if b.Outcome() == gomoku.Undecided {
						moveAt(t, s, b)
					}
				}
			}
		}
	}
}

// What the levels make of other options.
func TestLevelsAndOptions(t *testing.T) {
	skipUnderRace(t)
	r := rand.New(rand.NewPCG(5, 5))
	for level := gomoku.Level(1); level < gomoku.Expert; level++ {
		for i := range 8 {
			b := middleGame(t, r, 13, rules[i%5], 8+r.IntN(10))
			fresh := func(opts ...gomoku.Option) gomoku.Result {
				return search(t, newSearcher(t, append(opts, gomoku.WithLevel(level), gomoku.WithSeed(uint64(i)), gomoku.WithNodes(5000), gomoku.WithHashSize(1<<20))...), b)
			}
			plain := fresh()
			if tie := fresh(gomoku.WithRandomTieBreak(50)); tie.Best != plain.Best && level < 8 {
				t.Errorf("level %v: %v, but %v with a tie-break\n%v", level, plain.Best, tie.Best, b)
			}
			several := fresh(gomoku.WithMultiPV(12))
			if len(several.Lines) < 12 && len(several.Lines) < len(b.AppendLegal(nil)) {
				t.Errorf("level %v: %d lines\n%v", level, len(several.Lines), b)
			}
			seen := map[gomoku.Point]bool{}
			for k, line := range several.Lines {
				if seen[line.Moves[0]] || k == 0 && (line.Moves[0] != several.Best || line.Score != several.Score) || k > 1 && line.Score > several.Lines[k-1].Score {
					t.Errorf("level %v: best %v, lines %v\n%v", level, several.Best, several.Lines, b)
				}
				seen[line.Moves[0]] = true
			}
			if other := fresh(gomoku.WithExcluded(plain.Best)); other.Best == plain.Best {
				t.Errorf("level %v: %v, which is excluded\n%v", level, other.Best, b)
			}
			if balanced := fresh(gomoku.WithBalance(0)); !b.IsLegal(balanced.Best) {
				t.Errorf("level %v: %v for balance\n%v", level, balanced.Best, b)
			}
		}
	}
}

// The lowest level is far above chance.
func TestLevel1BeatsRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	games, score := 20, 0.0
	if testing.Short() {
		games = 4
	}
	for i := range games {
		s := newSearcher(t, gomoku.WithLevel(1), gomoku.WithSeed(uint64(i)), gomoku.WithHashSize(1<<20))
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
		t.Errorf("level 1 scores %v of %d against random", score, games)
	}
}

// Every level beats the one below. docs/testing.md has the matches that say by how much.
func TestLevelsClimb(t *testing.T) {
	games, top := 20, gomoku.Level(5)
	switch {
	case os.Getenv("GOMOKU_LONG") != "":
		top = gomoku.Expert
	case testing.Short():
		top = 4
	}
	for level := gomoku.Level(2); level <= top; level++ {
		t.Run(level.String(), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(21, 21))
			score := 0.0
			for i := range games {
				b := newBoard(t, 15, gomoku.Freestyle, fmt.Sprint("h8 ", gomoku.At(6+r.IntN(3), 8), " ", gomoku.At(5+r.IntN(5), 6)))
				me := []gomoku.Color{gomoku.Black, gomoku.White}[i%2]
				players := map[gomoku.Color]func(*gomoku.Board) gomoku.Point{}
				for color, l := range map[gomoku.Color]gomoku.Level{me: level, me.Opponent(): level - 1} {
					s := newSearcher(t, gomoku.WithLevel(l), gomoku.WithSeed(uint64(2*i)+uint64(color)), gomoku.WithHashSize(4<<20))
					if l == gomoku.Expert {
						if err := s.Set(gomoku.WithNodes(400_000)); err != nil {
							t.Fatal(err)
						}
					}
					players[color] = func(b *gomoku.Board) gomoku.Point { return search(t, s, b).Best }
				}
				switch playOut(t, b, players) {
				case me:
					score++
				case gomoku.Empty:
					score += 0.5
				}
			}
			if score <= float64(games)/2 {
				t.Errorf("level %v scores %v of %d against level %v", level, score, games, level-1)
			}
			t.Logf("%v of %d", score, games)
		})
	}
}

// A search for balance leaves fives alone, but a level that finds nothing else safe plays one.
func TestLevelBalanceAndAFive(t *testing.T) {
	b := setUp(t, 15, gomoku.Freestyle, "e2 f2 g2 h2", "g8 h8 i8 j8", gomoku.Black)
	for _, level := range []gomoku.Level{gomoku.Medium, gomoku.Hard} {
		r := search(t, newSearcher(t, gomoku.WithLevel(level), gomoku.WithHashSize(1<<20)), b, gomoku.WithBalance(0))
		if b.Shape(gomoku.Black, r.Best) == gomoku.Five != (r.Score == gomoku.WinIn(1)) {
			t.Errorf("level %v: %v is said to be worth %v\n%v", level, r.Best, r.Score, b)
		}
		if b.Shape(gomoku.Black, r.Best) != gomoku.Five {
			t.Errorf("level %v: %v loses to a five\n%v", level, r.Best, b)
		}
	}
}

// skipUnderRace leaves out a test of many searches by one goroutine, in which there is no race to find.
func skipUnderRace(t *testing.T) {
	t.Helper()
	if testing.Short() && raceEnabled {
		t.Skip("short: many searches by one goroutine are slow under the race detector")
	}
}
