package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
)

// The whole road in small: games, the same games again from the same seed, and weights that fit the file's bounds.
func TestRoad(t *testing.T) {
	dir := t.TempDir()
	data, again, out := filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "b.jsonl"), filepath.Join(dir, "w")
	for _, name := range []string{data, again} {
		if err := selfplay([]string{"-games", "30", "-nodes", "200", "-parallel", "1", "-size", "9", "-out", name}); err != nil {
			t.Fatal(err)
		}
	}
	a, err := readGames([]string{data})
	if err != nil || len(a) != 30 {
		t.Fatalf("%d games, %v", len(a), err)
	}
	for i, g := range a {
		if len(g.Scores) != len(g.Moves)-g.Random || g.Size != 9 {
			t.Errorf("game %d has %d scores, %d moves, %d of them by chance", i, len(g.Scores), len(g.Moves), g.Random)
		}
	}
	if err := fit([]string{"-data", data, "-epochs", "2", "-out", out}); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	set, err := eval.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	w := set[pattern.Freestyle]
	if w == nil || w.Point[0] != w.Point[1] || w.Point[0][0] != 0 {
		t.Error("freestyle has no weights, or not the same for both colors, or a point that gives nothing is worth something")
	}
}

// A file that is being written, or was cut off by a kill, loses its last line only.
func TestCutData(t *testing.T) {
	name := filepath.Join(t.TempDir(), "cut.jsonl")
	if err := os.WriteFile(name, []byte("{\"rule\":0,\"size\":15,\"moves\":[1],\"scores\":[]}\n{\"rule\":0,\"si"), 0o644); err != nil {
		t.Fatal(err)
	}
	if games, err := readGames([]string{name}); err != nil || len(games) != 1 {
		t.Errorf("%d games, %v, want 1", len(games), err)
	}
}
