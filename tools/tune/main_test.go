package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/internal/games"
	"github.com/gomoku-go/gomoku/tools/internal/selfplay"
)

// The road in small: games, and weights that fit the file's bounds, the same again from the same games in another order.
func TestRoad(t *testing.T) {
	dir := t.TempDir()
	name := func(n string) string { return filepath.Join(dir, n) }
	var list []*games.Game
	e := selfplay.NewEngine(eval.Set{})
	for n := range 30 {
		g := selfplay.Play(t.Context(), e, pattern.Freestyle, 9, 200, rand.New(rand.NewPCG(1, uint64(n))))
		g.Number = uint64(n)
		list = append(list, g)
	}
	for _, file := range []string{"a", "b"} {
		w, err := games.Open(name(file), games.Settings{})
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
	for _, file := range []string{"a", "b"} {
		if err := fit([]string{"-data", name(file), "-epochs", "2", "-out", name(file + ".weights")}); err != nil {
			t.Fatal(err)
		}
	}
	a, err := os.ReadFile(name("a.weights"))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(name("b.weights")); err != nil || !bytes.Equal(a, b) {
		t.Errorf("the same games in another order give other weights, %v", err)
	}
	set, err := eval.Read(bytes.NewReader(a))
	if err != nil {
		t.Fatal(err)
	}
	w := set[pattern.Freestyle]
	if w == nil || w.Point[0] != w.Point[1] || w.Head[0] != w.Head[1] || w.Head[0].Empty() {
		t.Fatal("freestyle has no weights, or not the same for both colors, or no head")
	}
	p := position.New(position.StandardTables(15, pattern.Freestyle).WithWeights(w))
	if sum := p.Points(pattern.Black); sum < -225 || sum > 225 { // rounded at each of the 225 points
		t.Errorf("the empty board is worth %d to a side", sum)
	}
}
