package review

import (
	"math"
	"testing"

	"github.com/gomoku-go/gomoku"
)

func TestMoveAccuracy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ loss, want float64 }{{0, 100}, {0.1, 63.6}, {0.2, 40}, {0.3, 24.8}, {0.5, 8.5}, {1, 0}} {
		if got := moveAccuracy(c.loss); math.Abs(got-c.want) > 0.5 {
			t.Errorf("a loss of %v: %v, want %v", c.loss, got, c.want)
		}
	}
}

// One blunder among good moves weighs heavily, moves without a choice nothing.
func TestAccuracy(t *testing.T) {
	t.Parallel()
	game := func(losses ...float64) (moves []Move, rates []float64) {
		rates = append(rates, 0.5)
		for i, loss := range losses {
			moves = append(moves, Move{Number: i + 1, Color: gomoku.Black, Loss: loss, Accuracy: moveAccuracy(loss), Label: Good})
			rates = append(rates, rates[i]-loss)
		}
		return moves, rates
	}
	for _, c := range []struct {
		losses    []float64
		low, high float64
	}{
		{nil, 100, 100},
		{[]float64{0, 0, 0, 0}, 100, 100},
		{[]float64{0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0}, 40, 60},
		{[]float64{0, 0.02, 0, 0.02, 0, 0.02, 0, 0.02, 0, 0}, 93, 98},
		{[]float64{0.5}, 8, 9},
	} {
		moves, rates := game(c.losses...)
		got := accuracy(moves, gomoku.Black, rates)
		if got < c.low || got > c.high {
			t.Errorf("losses %v: %v, want %v to %v", c.losses, got, c.low, c.high)
		}
		if other := accuracy(moves, gomoku.White, rates); other != 100 {
			t.Errorf("a side without moves has %v", other)
		}
		for range 5 {
			moves = append(moves, Move{Number: len(rates) - 1, Color: gomoku.Black, Accuracy: 100, Label: Lost})
		}
		if padded := accuracy(moves, gomoku.Black, rates); padded != got {
			t.Errorf("moves in a lost game change %v into %v", got, padded)
		}
	}
}
