package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// The file in the tree was made with the settings that are the defaults. This makes nothing anew: it does not know whether
// today's engine would find other moves.
func TestBuiltInIsUpToDate(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", builtIn))
	if err != nil {
		t.Fatal(err)
	}
	want := header + settingsPrefix + defaults().String() + "\n" + countPrefix
	if !strings.HasPrefix(string(text), want) {
		t.Errorf("the header of %s does not match: run in tools/: go run ./book\ngot\n%.1500s\nwant\n%s", builtIn, text, want)
	}
}

// small are settings for tests, at little cost.
func small() settings {
	return settings{Boards: boards{{7, 3}, {6, 2}}, Nodes: 300, Check: 100, Lines: 5, Keep: 3, Margin: 60}
}

func TestGenerate(t *testing.T) {
	text, err := generate(t.Context(), small(), 1, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := generate(t.Context(), small(), 3, io.Discard); err != nil || again != text {
		t.Errorf("the same settings make two books (%v):\n%s\nand\n%s", err, text, again)
	}
	book, err := gomoku.ReadBook(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	for _, rule := range rules {
		b, err := gomoku.NewBoard(7, rule)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(book.Moves(b)); got != "[{d4 1}]" {
			t.Errorf("%v: first moves %v, want the center", rule, got)
		}
		// Every second stone within three points of the first is answered.
		b.Play(gomoku.At(3, 3))
		for _, p := range b.AppendLegal(nil) {
			b.Play(p)
			moves := book.Moves(b)
			if len(moves) == 0 || len(moves) > small().Keep {
				t.Errorf("%v: %d moves for\n%v", rule, len(moves), b)
			}
			for _, m := range moves {
				if m.Weight < 13 || m.Weight > 100 {
					t.Errorf("%v: weight of %v is %d, want 13 to 100", rule, m.Point, m.Weight)
				}
			}
			b.Undo()
		}
	}
	counts := regexp.MustCompile(`(?m)^# Contents: (\d+) positions, (\d+) moves$`).FindStringSubmatch(text)
	lines := regexp.MustCompile(`(?m)^[a-z-]+ \d+ .*:(.*)$`).FindAllStringSubmatch(text, -1)
	moves := 0
	for _, l := range lines {
		moves += len(strings.Fields(l[1])) / 2
	}
	if counts == nil || counts[1] != fmt.Sprint(len(lines)) || counts[2] != fmt.Sprint(moves) {
		t.Errorf("header counts %v, but there are %d positions, %d moves", counts, len(lines), moves)
	}
}

// A move that loses by force is never kept, not even where no other is left.
func TestJudgeLosing(t *testing.T) {
	at := func(text string) []gomoku.Point {
		var list []gomoku.Point
		for _, f := range strings.Fields(text) {
			p, err := gomoku.ParsePoint(f)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, p)
		}
		return list
	}
	for name, test := range map[string]struct {
		black, white string
		want         string // moves; empty for none
	}{
		"open four":  {"e8 f8 g8 h8", "d3 f12 m12", ""},
		"four":       {"e8 f8 g8 h8", "d8 f12 m12", "i8"},
		"open three": {"f8 g8 h8", "d3 m12", "e8 i8 d8 j8"},
	} {
		b, err := gomoku.NewPosition(15, gomoku.Freestyle, at(test.black), at(test.white), gomoku.White)
		if err != nil {
			t.Fatal(err)
		}
		s := defaults()
		s.Nodes, s.Check, s.Margin = 20_000, 5_000, 30_000
		j, err := newJudge(s)
		if err != nil {
			t.Fatal(err)
		}
		moves, err := j.judge(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			if !strings.Contains(" "+test.want+" ", " "+m.Point.String()+" ") {
				t.Errorf("%s: keeps %v, want of %q\n%v", name, m.Point, test.want, b)
			}
		}
		if test.want != "" && len(moves) == 0 {
			t.Errorf("%s: keeps none, want %q", name, test.want)
		}
	}
}

func TestCanonical(t *testing.T) {
	b, err := gomoku.NewBoard(15, gomoku.Freestyle)
	if err != nil {
		t.Fatal(err)
	}
	b.Play(center(15))
	kinds := make(map[uint64]bool)
	for _, p := range expected(b) {
		b.Play(p)
		kinds[b.CanonicalHash()] = true
		b.Undo()
	}
	// Within three points of the center there are 48, of nine kinds.
	if n := len(expected(b)); n != 48 || len(kinds) != 9 {
		t.Errorf("%d replies of %d kinds, want 48 of 9", n, len(kinds))
	}
	// 224 empty points; on each of seven rings around the center, one kind more than the ring before, from two on.
	if n := len(twins(b)); n != 224-(2+3+4+5+6+7+8) {
		t.Errorf("%d twins, want %d", n, 224-35)
	}
}

func TestRun(t *testing.T) {
	out := filepath.Join(t.TempDir(), "new.book")
	for name, test := range map[string]struct {
		args string
		want int
		text string
	}{
		"help":         {"-h", exitDone, "-nodes"},
		"unknown flag": {"-size 15", exitUsage, "-size"},
		"argument":     {"freestyle", exitUsage, "freestyle"},
		"boards":       {"-boards 15", exitUsage, "size:plies"},
		"size":         {"-boards 4:2", exitUsage, "5 to 22"},
		"plies":        {"-boards 15:9", exitUsage, "1 to 6"},
		"nodes":        {"-nodes 0", exitUsage, "-nodes"},
		"keep":         {"-keep 0", exitUsage, "-keep"},
		"margin":       {"-margin -1", exitUsage, "-margin"},
		"parallel":     {"-parallel 0", exitUsage, "-parallel"},
		"no directory": {"-boards 5:1 -o " + filepath.Join(out, "none"), exitFailed, "none"},
		"written":      {"-boards 5:2 -nodes 100 -check 50 -o " + out, exitDone, "new.book"},
	} {
		var stderr strings.Builder
		got := run(t.Context(), strings.Fields(test.args), &stderr)
		if got != test.want || !strings.Contains(stderr.String(), test.text) {
			t.Errorf("%s: exit status %d, want %d and %q in\n%s", name, got, test.want, test.text, stderr.String())
		}
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := gomoku.ReadBook(f); err != nil {
		t.Error(err)
	}
	// An interrupt leaves what was there.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	before, _ := os.ReadFile(out)
	if got := run(ctx, []string{"-o", out, "-quiet"}, io.Discard); got != exitInterrupted {
		t.Errorf("exit status %d after an interrupt, want %d", got, exitInterrupted)
	}
	if after, _ := os.ReadFile(out); string(after) != string(before) {
		t.Error("an interrupt changed the file")
	}
}
