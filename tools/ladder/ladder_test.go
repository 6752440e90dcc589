package main

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
)

// Results that are what the ratings promise give the ratings back, and the intervals hold them.
func TestFit(t *testing.T) {
	want := []float64{0, 150, 280, 500, 640}
	r := rand.New(rand.NewPCG(3, 4))
	var exact, random []result
	for a := range want {
		for b := max(a-2, 0); b < a; b++ {
			e := match.Expected(want[a] - want[b])
			for pair := range 400 {
				exact = append(exact, result{a, b, pair, 2 * e})
				points := 0.0
				for range 2 {
					if r.Float64() < e {
						points++
					}
				}
				random = append(random, result{a, b, pair, points})
			}
		}
	}
	for i, got := range fit(len(want), exact) {
		if math.Abs(got-want[i]) > 3 {
			t.Errorf("player %d: %.1f, want %.1f", i, got, want[i])
		}
	}
	fits := bootstrap(len(want), random, 100)
	for i := 1; i < len(want); i++ {
		low, high := interval(fits, func(ratings []float64) float64 { return ratings[i] - ratings[i-1] })
		if d := want[i] - want[i-1]; high-low < 10 || high-low > 80 || d < low-15 || d > high+15 {
			t.Errorf("player %d above the one below: [%.1f, %.1f], want about %.1f", i, low, high, d)
		}
	}
}

// Who won every game is far ahead, and not infinitely far.
func TestFitOneSided(t *testing.T) {
	var results []result
	for pair := range 50 {
		results = append(results, result{1, 0, pair, 2})
	}
	if got := fit(2, results)[1]; got < 600 || got > 1200 {
		t.Errorf("100 games won of 100: %.0f", got)
	}
}

func TestNovice(t *testing.T) {
	for _, test := range []struct {
		name, black, white string
		want               string
	}{
		{"makes a five before it blocks one", "a1 b1 c1 d1", "h8 i8 j8 k8", "e1"},
		{"blocks a five before it makes an open four", "h8 i8 j8", "a1 b1 c1 d1", "e1"},
		{"makes an open four before it prevents one", "h8 i8 j8", "d4 e4 f4", "g8 k8"},
		{"prevents an open four", "h8 j11", "d4 e4 f4", "c4 g4"},
		{"stays beside stones", "a1", "", "a2 b1 b2"},
	} {
		points := func(s string) (list []gomoku.Point) {
			for _, f := range strings.Fields(s) {
				p, err := gomoku.ParsePoint(f)
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, p)
			}
			return list
		}
		b, err := gomoku.NewPosition(15, gomoku.Freestyle, points(test.black), points(test.white), gomoku.Black)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			p, err := novice(context.Background(), b, rand.New(rand.NewPCG(seed, 1)))
			if err != nil || !strings.Contains(" "+test.want+" ", " "+p.String()+" ") {
				t.Errorf("%s: %v, %v, want one of %s", test.name, p, err, test.want)
			}
		}
	}
}

// A second run plays nothing again; a third one plays more; games by another plan are refused.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	run := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := run(t.Context(), append([]string{"-out", dir}, args...), &out, &bytes.Buffer{})
		return out.String(), err
	}
	read := func() string {
		text, err := os.ReadFile(filepath.Join(dir, "2 - 1.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	out, err := run("-top", "2", "-games", "2")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"random ", "novice 50 %", "\n1 ", "\n2 ", "Elo"} {
		if !strings.Contains(out, want) {
			t.Errorf("the table has no %q:\n%s", want, out)
		}
	}
	first := read()
	if again, err := run("-top", "2", "-games", "2", "-markdown"); err != nil || read() != first || !strings.HasPrefix(again, "| Player |") {
		t.Errorf("a second run: %v\n%s", err, again)
	}
	if _, err := run("-from", "1", "-top", "2", "-games", "4"); err != nil || !strings.HasPrefix(read(), first) || strings.Count(read(), "\n") != 1+4 {
		t.Errorf("a third run with more games: %v\n%s", err, read())
	}
	if err := os.WriteFile(filepath.Join(dir, "2 - 1.jsonl"), []byte(strings.Replace(first, "depth 2", "depth 7", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := run("-top", "2", "-games", "2"); err == nil || !strings.Contains(err.Error(), "Remove the file") {
		t.Errorf("games by another plan: %v", err)
	}
	for _, args := range []string{"-games 3", "-top 11", "-from 3 -top 3", "-nodes 0", "x", "-table -out " + t.TempDir()} {
		if _, err := run(strings.Fields(args)...); err == nil {
			t.Errorf("%s: no error", args)
		}
	}
}
