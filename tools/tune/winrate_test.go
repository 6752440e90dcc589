package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/games"
)

// scoredGames writes games of one searched position each, whose results follow from the score with the scale.
func scoredGames(t *testing.T, rule gomoku.Rule, n int, scale float64) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "games")
	w, err := games.Open(name, games.Settings{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	r := rand.New(rand.NewPCG(1, 1))
	for i := range n {
		random := r.IntN(2) // so that Black and White both are to move
		g := &games.Game{Number: uint64(i), Game: gomoku.Game{Rule: rule, Size: 15, Outcome: gomoku.Draw}, Random: random}
		g.Moves = []gomoku.Point{gomoku.At(7, 7), gomoku.At(8, 8)}[:random+1]
		mover := g.Mover(random)
		score := gomoku.Score(r.NormFloat64() * 300)
		if i%50 == 0 {
			score = gomoku.WinIn(9) // says nothing of the scale
		}
		g.Plies = []games.Ply{{Score: score, Best: g.Moves[random]}}
		winner := mover.Opponent()
		if r.Float64() < 1/(1+math.Exp(-float64(score)/scale)) {
			winner = mover
		}
		g.Outcome = gomoku.BlackWins + gomoku.Outcome(winner-gomoku.Black)
		if err := w.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	return name
}

func TestScale(t *testing.T) {
	for _, scale := range []float64{60, 200, 700} {
		name := scoredGames(t, gomoku.Renju, 20_000, scale)
		o := new(outcomes)
		for g, err := range games.All(name) {
			if err != nil {
				t.Fatal(err)
			}
			o.add(g)
		}
		got, err := o.scale()
		if err != nil || math.Abs(got-scale) > 0.06*scale {
			t.Errorf("scale %v, %v, want %v", got, err, scale)
		}
		bins, meanError := o.reliability(logistic(got))
		if meanError > 0.02 || o.games != 20_000 || o.certain != 400 {
			t.Errorf("mean error %v of %d games, %d certain", meanError, o.games, o.certain)
		}
		n := 0
		for i, b := range bins {
			n += b.positions
			if b.positions > 0 && (int(b.predicted*numBins) != i || math.Abs(b.observed-b.predicted) > 5/math.Sqrt(float64(b.positions))) {
				t.Errorf("scale %v: bin %d: %+v", scale, i, b)
			}
		}
		if n != 19_600 {
			t.Errorf("%d positions in the bins", n)
		}
		// Half the scale is a poor prediction.
		if _, other := o.reliability(logistic(got / 2)); other < 2*meanError {
			t.Errorf("mean error %v, with half the scale %v", meanError, other)
		}
		var out bytes.Buffer
		if err := fitWinRates(t.Context(), []string{name}, &out); err != nil || !strings.HasPrefix(out.String(), "renju: 20000 games, 19600 positions, and 400 whose score is certain; scale ") {
			t.Errorf("%v\n%s", err, out.String())
		}
	}
}

// Draws pull to the middle: with all games drawn, or results that have nothing to do with the scores, there is no scale.
func TestNoScale(t *testing.T) {
	for name, result := range map[string]func(score float64) float64{
		"all drawn":     func(float64) float64 { return 0.5 },
		"always right":  func(s float64) float64 { return (1 + math.Copysign(1, s)) / 2 },
		"always wrong":  func(s float64) float64 { return (1 - math.Copysign(1, s)) / 2 },
		"nothing there": nil,
	} {
		o := new(outcomes)
		if result != nil {
			for s := -500; s <= 500; s += 10 {
				o.positions[s+int(gomoku.MaxEval)] += 2
				o.points[s+int(gomoku.MaxEval)] += 2 * result(float64(s))
			}
		}
		if scale, err := o.scale(); err == nil {
			t.Errorf("%s: scale %v", name, scale)
		}
	}
	if err := fitWinRates(t.Context(), nil, new(bytes.Buffer)); err == nil {
		t.Error("no files are fitted")
	}
	if err := winrate([]string{"f.games"}); err == nil || !strings.Contains(err.Error(), `unexpected argument "f.games"`) {
		t.Errorf("a file without -data: %v", err)
	}
}
