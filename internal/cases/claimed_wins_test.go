package cases_test

import (
	"os"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// Wins that another engine claims, 13 to 39 plies long, from its own games: how many are proved within a budget is
// measured. A win that is claimed here must replay to its end.
func TestClaimedWins(t *testing.T) {
	cases := readCases(t, "claimed_wins.jsonl")
	type attempt struct {
		name  string
		limit gomoku.SearchOption
		least int // proved
	}
	attempts := []attempt{{"20,000 nodes", gomoku.WithNodes(20_000), 8}}
	if os.Getenv("GOMOKU_LONG") != "" {
		for _, d := range []time.Duration{200 * time.Millisecond, time.Second, 5 * time.Second} {
			attempts = append(attempts, attempt{d.String(), gomoku.WithTimeBudget(d), 0})
		}
	} else if testing.Short() {
		cases, attempts[0].least = cases[:20], 0 // too few to expect one
	}
	s := newSearcher(t, gomoku.WithThreads(1))
	for _, a := range attempts {
		proved, contrary := 0, 0
		for _, c := range cases {
			s.Clear()
			b := c.board(t)
			r := search(t, s, b, a.limit)
			switch plies, ok := r.Score.Mate(); {
			case !ok:
			case r.Score < 0:
				contrary++
			default:
				proved++
				if len(r.Lines[0].Moves) == plies { // all of it is there
					if err := b.PlayMoves(r.Lines[0].Moves...); err != nil {
						t.Fatalf("%s: %v in the line %v\n%v", c.ID, err, r.Lines[0].Moves, b)
					}
					if b.Winner() != c.Side {
						t.Errorf("%s: the line %v does not win\n%v", c.ID, r.Lines[0].Moves, b)
					}
				}
			}
		}
		t.Logf("%s: %d of %d proved, %d proved the other way", a.name, proved, len(cases), contrary)
		if proved < a.least || contrary > 0 {
			t.Errorf("%s: %d of %d proved, want %d at least; %d proved the other way", a.name, proved, len(cases), a.least, contrary)
		}
	}
}
