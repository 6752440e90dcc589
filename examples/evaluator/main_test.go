package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/testprogram"
)

var binary string

func TestMain(m *testing.M) { os.Exit(testprogram.Run(m, "evaluator", &binary)) }

// TestRun plays a small match and checks its games on a board.
func TestRun(t *testing.T) {
	var out strings.Builder
	if err := run(t.Context(), &out, 9, 4, 2); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	game := regexp.MustCompile(`^game \d, windows are (black|white): (black wins|white wins|draw) in \d+ moves: (.*)$`)
	for _, line := range lines[:len(lines)-1] {
		m := game.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("no game: %q", line)
			continue
		}
		b, err := gomoku.NewBoard(9, gomoku.Freestyle)
		if err != nil {
			t.Fatal(err)
		}
		moves, err := gomoku.ParseMoves(m[3])
		if err == nil {
			err = b.PlayMoves(moves...)
		}
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if got := b.Outcome().String(); got != m[2] {
			t.Errorf("%q: the moves make it %s", line, got)
		}
	}
	if last := lines[len(lines)-1]; !regexp.MustCompile(`^windows against the built-in evaluator: [\d.]+ of 4, [\d.]+ % \[[\d.]+, [\d.]+\]$`).MatchString(last) || len(lines) != 5 {
		t.Errorf("%d lines, the last %q", len(lines), last)
	}
	if err := run(t.Context(), &out, 4, 4, 2); err == nil {
		t.Error("size 4 is accepted")
	}
}

// TestUsage starts the program with arguments that play nothing.
func TestUsage(t *testing.T) {
	if out, err := exec.Command(binary, "-h").CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "usage: ") {
		t.Errorf("-h: %v, %q, want a usage", err, out)
	}
	if out, err := exec.Command(binary, "more").CombinedOutput(); err == nil {
		t.Errorf("an argument is accepted: %q", out)
	}
}

// TestWindowCount counts by hand: a stone in the middle of an empty board lies in 20 windows, one in a corner in three.
func TestWindowCount(t *testing.T) {
	for text, want := range map[string]gomoku.Score{"f6": 20, "a1": 3} {
		p, err := gomoku.ParsePoint(text)
		if err != nil {
			t.Fatal(err)
		}
		b, err := gomoku.NewPosition(11, gomoku.Freestyle, []gomoku.Point{p}, nil, gomoku.White)
		if err != nil {
			t.Fatal(err)
		}
		if got := windowCount(b); got != -want {
			t.Errorf("windowCount(%s) = %d for White, want %d", text, got, -want)
		}
	}
}
