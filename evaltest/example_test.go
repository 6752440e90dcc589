package evaltest_test

import (
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/evaltest"
)

// mobility likes positions in which the side to move can make an open three.
func mobility(b *gomoku.Board) gomoku.Score {
	return gomoku.Score(b.CountPoints(b.Turn(), gomoku.OpenThree))
}

// TestMobility would stand in a test file.
func ExampleRun() {
	TestMobility := func(t *testing.T) {
		evaltest.Run(t, func() gomoku.Evaluator { return gomoku.EvaluatorFunc(mobility) }, nil)
	}
	_ = TestMobility
}
