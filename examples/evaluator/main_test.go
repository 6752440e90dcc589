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

// TestRun runs the program and checks its games on a board.
func TestRun(t *testing.T) {
	if out, err := exec.Command(binary, "-h").CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "usage: ") {
		t.Errorf("-h: %v, %q, want a usage", err, out)
	}
	if out, err := exec.Command(binary, "more").CombinedOutput(); err == nil {
		t.Errorf("an argument is accepted: %q", out)
	}
	out, err := exec.CommandContext(t.Context(), binary).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	game := regexp.MustCompile(`^game \d, windows are (black|white): (black wins|white wins|draw) in \d+ moves: (.*)$`)
	for _, line := range lines[:len(lines)-1] {
		m := game.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("no game: %q", line)
			continue
		}
		b, err := gomoku.NewBoard(size, gomoku.Freestyle)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.Fields(m[3]) {
			p, err := gomoku.ParsePoint(text)
			if err != nil {
				t.Fatal(err)
			}
			if err := b.Play(p); err != nil {
				t.Fatalf("%q: %v: %v", line, p, err)
			}
		}
		if got := b.Outcome().String(); got != m[2] {
			t.Errorf("%q: the moves make it %s", line, got)
		}
	}
	if last := lines[len(lines)-1]; !regexp.MustCompile(`^windows \d, built-in \d, draws \d$`).MatchString(last) || len(lines) != 5 {
		t.Errorf("%d lines, the last %q", len(lines), last)
	}
}

// TestWindowCount counts by hand: a stone in the middle of an empty board lies in 20 windows, one in a corner in three.
func TestWindowCount(t *testing.T) {
	for text, want := range map[string]gomoku.Score{"f6": 20, "a1": 3} {
		p, err := gomoku.ParsePoint(text)
		if err != nil {
			t.Fatal(err)
		}
		b, err := gomoku.NewPosition(size, gomoku.Freestyle, []gomoku.Point{p}, nil, gomoku.White)
		if err != nil {
			t.Fatal(err)
		}
		if got := windowCount(b); got != -want {
			t.Errorf("windowCount(%s) = %d for White, want %d", text, got, -want)
		}
	}
}
