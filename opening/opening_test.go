package opening_test

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

//go:embed testdata/opening_names.jsonl
var namesText []byte

// points reads points in letters.
func points(t *testing.T, names ...string) []gomoku.Point {
	t.Helper()
	var list []gomoku.Point
	for _, name := range names {
		p, err := gomoku.ParsePoint(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

func play(t *testing.T, b *gomoku.Board, list ...gomoku.Point) *gomoku.Board {
	t.Helper()
	if err := b.PlayMoves(list...); err != nil {
		t.Fatalf("%v\n%v", err, b)
	}
	return b
}

func newBoard(t *testing.T, size int, rule gomoku.Rule) *gomoku.Board {
	t.Helper()
	b, err := gomoku.NewBoard(size, rule)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestNames(t *testing.T) {
	codes := make(map[string]bool)
	lines := bufio.NewScanner(bytes.NewReader(namesText))
	for lines.Scan() {
		var c struct {
			ID       string
			Size     int
			Rule     gomoku.Rule
			Moves    []string `json:"moves_h"`
			Expected opening.Opening
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		b := play(t, newBoard(t, c.Size, c.Rule), points(t, c.Moves...)...)
		o, ok := opening.Identify(b)
		if o != c.Expected || ok != (c.Expected.Code != "") {
			t.Errorf("%s: Of(%v) = %v, %v, want %v", c.ID, c.Moves, o, ok, c.Expected)
		}
		codes[o.Code] = true
		// It stays the same to the end of the game, and set up without a history.
		if g := gomoku.NewGame(b); ok {
			set, err := gomoku.NewPosition(c.Size, c.Rule, []gomoku.Point{g.Moves[0], g.Moves[2]}, g.Moves[1:2], gomoku.White)
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := opening.Identify(set); got != o {
				t.Errorf("%s: set up: Of = %v, want %v", c.ID, got, o)
			}
			play(t, set, points(t, "a1", "o15", "a15")...)
			if got, _ := opening.Identify(set); got != o {
				t.Errorf("%s: after more moves: Of = %v, want %v", c.ID, got, o)
			}
		}
	}
	if len(codes) != 26+1 {
		t.Errorf("the cases name %d openings, want all 26 and none", len(codes))
	}
}

// Every placement of the second and third stone has a name or none, and there are as many of each as the eight symmetries make.
func TestNamesCount(t *testing.T) {
	for _, size := range []int{5, 7, 15, 21} {
		found := make(map[opening.Opening]int)
		center := size / 2
		for y2 := -1; y2 <= 1; y2++ {
			for x2 := -1; x2 <= 1; x2++ {
				for y3 := -2; y3 <= 2; y3++ {
					for x3 := -2; x3 <= 2; x3++ {
						b := newBoard(t, size, gomoku.Renju)
						second, third := gomoku.At(center+x2, center+y2), gomoku.At(center+x3, center+y3)
						if b.Play(gomoku.At(center, center)) != nil || b.Play(second) != nil || b.Play(third) != nil {
							continue
						}
						o, ok := opening.Identify(b)
						if !ok {
							t.Fatalf("no name for\n%v", b)
						}
						found[o]++
					}
				}
			}
		}
		total := 0
		for _, n := range found {
			total += n
		}
		if len(found) != 26 || total != 8*23 {
			t.Errorf("size %d: %d openings in %d ways, want 26 in 184", size, len(found), total)
		}
	}
}

func TestNoName(t *testing.T) {
	even := play(t, newBoard(t, 16, gomoku.Freestyle), points(t, "h8", "h9", "h10")...)
	tooMany, err := gomoku.NewPosition(15, gomoku.Renju, points(t, "h8", "h10", "a1"), points(t, "h9"), gomoku.White)
	if err != nil {
		t.Fatal(err)
	}
	white, err := gomoku.NewPosition(15, gomoku.Renju, points(t, "h9"), points(t, "h8", "h10"), gomoku.Black)
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string]*gomoku.Board{
		"nil": nil, "zero": new(gomoku.Board), "empty": newBoard(t, 15, gomoku.Renju),
		"two stones":  play(t, newBoard(t, 15, gomoku.Renju), points(t, "h8", "h9")...),
		"center left": play(t, newBoard(t, 15, gomoku.Renju), points(t, "g8", "h9", "i10")...),
		"white far":   play(t, newBoard(t, 15, gomoku.Renju), points(t, "h8", "h10", "h9")...),
		"black far":   play(t, newBoard(t, 15, gomoku.Renju), points(t, "h8", "h9", "h11")...),
		"no center":   even, "set up with more": tooMany, "colors exchanged": white,
	} {
		if o, ok := opening.Identify(b); ok {
			t.Errorf("%s: Of = %v, want none", name, o)
		}
	}
}
