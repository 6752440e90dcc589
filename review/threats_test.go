package review

import (
	"testing"

	"github.com/gomoku-go/gomoku"
)

// Under caro a four has up to three stops: its point, and the far ends of the row it would make.
func TestFiveStops(t *testing.T) {
	t.Parallel()
	points := func(text string) []gomoku.Point {
		p, err := gomoku.ParseMoves(text)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, c := range []struct {
		rule                gomoku.Rule
		black, white, stops string
	}{
		{gomoku.Freestyle, "d8e8f8g8", "c8", "h8"},
		{gomoku.Freestyle, "d8e8f8g8", "", ""}, // an open four
		{gomoku.Freestyle, "d8e8f8", "", ""},
		{gomoku.Caro, "d8e8f8g8", "c8", "h8 i8"},
		{gomoku.Caro, "d8e8f8h8", "c8", "g8 i8"},
		{gomoku.Caro, "a8b8c8d8", "", "e8"}, // the edge closes nothing
	} {
		b, err := gomoku.NewPosition(15, c.rule, points(c.black), points(c.white), gomoku.White)
		if err != nil {
			t.Fatal(err)
		}
		if got := line(fiveStops(b)); got != c.stops {
			t.Errorf("%v, %s against %s: stops %v, want %s", c.rule, c.black, c.white, got, c.stops)
		}
	}
}
