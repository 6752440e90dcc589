package report

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/internal/training/trainingtest"
)

// Predictions that are as right as the scale of the library.
func TestCheckPredictions(t *testing.T) {
	scale := 100 / math.Log(1/(1-gomoku.Score(100).WinRate(gomoku.Renju))-1)
	renju, freestyle := trainingtest.Scored(t, gomoku.Renju, 20_000, scale), filepath.Join(t.TempDir(), "g")
	trainingtest.SelfPlay(t, gomoku.Freestyle, 30, freestyle)
	checks, err := checkPredictions([]string{renju, freestyle}, false)
	if err != nil || len(checks) != 2 || checks[1].rule != gomoku.Renju || checks[1].meanError > 0.02 || math.Abs(checks[1].scale-scale) > 0.06*scale ||
		checks[1].outcomes.Positions != 19_600 || checks[0].outcomes.Games != 30 {
		t.Errorf("checks %+v, %v", checks, err)
	}
	some, err := checkPredictions([]string{renju}, true)
	if err != nil || some[0].outcomes.Games != 1000 {
		t.Errorf("%v games held out, %v", some[0].outcomes.Games, err)
	}
}
