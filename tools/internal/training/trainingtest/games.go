// Package trainingtest makes files of games for tests.
package trainingtest

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/selfplay"
)

// SelfPlay plays some games and writes them to each of the files, to every second one in the opposite order.
func SelfPlay(t *testing.T, rule gomoku.Rule, n int, files ...string) {
	t.Helper()
	s := games.Settings{Rule: rule, Size: 9, Nodes: 50, Seed: 1}
	play := selfplay.WithItself(eval.Set{}, s)
	var list []*games.Game
	for number := range n {
		g, err := play(t.Context(), uint64(number))
		if err != nil {
			t.Fatal(err)
		}
		g.Number = uint64(number)
		list = append(list, g)
	}
	for _, file := range files {
		w, err := games.Open(file, s)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range list {
			if err := w.Add(g); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		slices.Reverse(list)
	}
}

// Scored writes games of one searched position each, whose results follow from the score with the scale.
func Scored(t *testing.T, rule gomoku.Rule, n int, scale float64) string {
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
