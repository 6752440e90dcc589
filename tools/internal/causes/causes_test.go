package causes

import (
	"io"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
)

// lostGame is a game of these moves with A as the given color, the first of them an opening.
func lostGame(t *testing.T, rule gomoku.Rule, a gomoku.Color, opening int, moves string) *match.Game {
	t.Helper()
	g := &match.Game{Color: a, Opening: opening}
	g.Rule, g.Size, g.Reason = rule, 15, gomoku.ByFive
	b, err := gomoku.NewBoard(15, rule)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range strings.Fields(moves) {
		p, err := gomoku.ParsePoint(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Play(p); err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		g.Moves = append(g.Moves, p)
	}
	if g.Plies = make([]match.Ply, len(g.Moves)-opening); b.Outcome() == gomoku.Undecided {
		t.Fatalf("%s: no end", moves)
	}
	return g
}

// The causes of these games are seen with the eye.
func TestCauses(t *testing.T) {
	for _, c := range []struct {
		name, moves string
		a           gomoku.Color
		opening     int
		want        Cause
		detail      string
	}{
		// White lets Black's four stand.
		{"four", "h8 a1 h9 c1 h10 h7 h11 e1 h12", gomoku.White, 6, LeftFour, "ply 8 e1"},
		// White lets Black's three stand; the four behind it cannot be stopped.
		{"three", "h8 a1 h9 c1 h10 e1 h11 h12 h7", gomoku.White, 5, LeftThree, "ply 6 e1"},
		// White has four of its own and blocks a three instead.
		{"five", "h8 b2 h9 c2 h10 d2 b1 e2 h11 h12 h7", gomoku.White, 8, MissedFive, "ply 10 h12"},
		// White has an open three of its own to move, plays elsewhere, and is mated by an open three.
		{"open four", "h8 c3 h9 d3 a15 e3 h10 o15 h11 h7 h12", gomoku.White, 7, MissedFour, "ply 8 o15"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := lostGame(t, gomoku.Freestyle, c.a, c.opening, c.moves)
			found, err := Find(t.Context(), []*match.Game{g}, 4000, 1, io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			if len(found) != 1 || found[0].Cause != c.want || !strings.Contains(found[0].Detail, c.detail) {
				t.Errorf("%+v", found)
			}
			var out strings.Builder
			Sum(found).Write(&out)
			if !strings.Contains(out.String(), "1  "+c.want.String()) {
				t.Errorf("table:\n%s", out.String())
			}
		})
	}
}

// What the record says needs no analysis.
func TestCausesByReason(t *testing.T) {
	var lost []*match.Game
	for i, r := range []gomoku.Reason{gomoku.ByTime, gomoku.ByIllegalMove, gomoku.ByFoul, gomoku.ByForfeit} {
		lost = append(lost, &match.Game{Number: i, Game: gomoku.Game{Reason: r}, Detail: "why"})
	}
	verdicts, err := Find(t.Context(), lost, 1000, 2, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	found := Sum(verdicts)
	for _, c := range []Cause{OnTime, ByIllegal, ByFoul, ByError} {
		if found[c] != 1 {
			t.Errorf("%v: %d", c, found[c])
		}
	}
}
