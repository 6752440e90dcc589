package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/internal/training/trainingtest"
)

func TestWinRate(t *testing.T) {
	name := trainingtest.Scored(t, gomoku.Renju, 20_000, 200)
	var out bytes.Buffer
	if err := fitWinRates(t.Context(), []string{name}, &out); err != nil || !strings.HasPrefix(out.String(), "renju: 20000 games, 19600 positions, and 400 whose score is certain; scale ") {
		t.Errorf("%v\n%s", err, out.String())
	}
	if err := fitWinRates(t.Context(), nil, new(bytes.Buffer)); err == nil {
		t.Error("no files are fitted")
	}
	if err := quiet("winrate", "f.games"); err == nil || !strings.Contains(err.Error(), `unexpected argument "f.games"`) {
		t.Errorf("a file without -data: %v", err)
	}
}
