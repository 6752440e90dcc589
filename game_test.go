package gomoku_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// A record gives the game back: stones, moves, turn and outcome.
func TestGameRoundTrip(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 12))
	over := 0
	for i := range 200 {
		rule := rules[i%len(rules)]
		b := randomGame(t, r, 5+r.IntN(18), rule, r.IntN(80))
		if b.Outcome() == gomoku.Undecided && i%2 == 0 { // go on from a set-up
			q, err := gomoku.ParseBoard(b.String())
			if err != nil {
				t.Fatal(err)
			}
			b = q
			for range r.IntN(5) {
				if legal := b.AppendLegal(nil); len(legal) > 0 {
					b.Play(legal[r.IntN(len(legal))])
				}
			}
			if b.Outcome() == gomoku.Undecided && r.IntN(2) == 0 {
				b.Pass()
			}
		}
		g := gomoku.NewGame(b)
		text, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		var back gomoku.Game
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !reflect.DeepEqual(&back, g) {
			t.Fatalf("read %+v\nwant %+v\nfrom %s", back, g, text)
		}
		c, err := back.Board()
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if state(c) != state(b) {
			t.Fatalf("replayed\n%v\nwant\n%v", state(c), state(b))
		}
		if b.Outcome() != gomoku.Undecided {
			over++
		}
	}
	if over < 10 {
		t.Errorf("only %d of the games were over", over)
	}
}

func TestGameJSON(t *testing.T) {
	g := &gomoku.Game{
		Size: 15, Rule: gomoku.CaroOverline, Moves: []gomoku.Point{gomoku.At(7, 7), gomoku.NoPoint}, Outcome: gomoku.WhiteWins,
		Reason: gomoku.ByResignation, Tags: map[string]string{"event": "club"},
	}
	text, err := json.Marshal(g)
	want := `{"size":15,"rule":"caro-overline","moves":["h8","-"],"outcome":"white wins","reason":"resignation","tags":{"event":"club"}}`
	if string(text) != want || err != nil {
		t.Errorf("json.Marshal = %s, %v\nwant %s", text, err, want)
	}
	for _, bad := range []string{`{"rule":"chess"}`, `{"moves":["h88"]}`, `{"moves":[""]}`, `{"outcome":"won"}`, `{"first":7}`} {
		if err := json.Unmarshal([]byte(bad), new(gomoku.Game)); err == nil {
			t.Errorf("json.Unmarshal(%s): no error", bad)
		}
	}
}

func TestNewGame(t *testing.T) {
	b := setUp(t, 15, gomoku.Freestyle, "a1 b1 c1 d1", "a3", gomoku.White)
	for _, p := range []string{"a5", "e1"} {
		if err := b.Play(point(t, p)); err != nil {
			t.Fatal(err)
		}
	}
	g := gomoku.NewGame(b)
	want := &gomoku.Game{
		Size: 15, Black: points(t, "a1 b1 c1 d1"), White: points(t, "a3"), First: gomoku.White, Moves: points(t, "a5 e1"),
		Outcome: gomoku.BlackWins, Reason: gomoku.ByFive,
	}
	if !reflect.DeepEqual(g, want) {
		t.Errorf("NewGame = %+v\nwant     %+v", g, want)
	}
	b.Undo()
	if len(g.Moves) != 2 {
		t.Error("the record changes with the board")
	}
	if full := gomoku.NewGame(newBoard(t, 15, gomoku.Freestyle, "h8")); full.Outcome != gomoku.Undecided || full.Reason != gomoku.NoReason {
		t.Errorf("a game that goes on: %v, %v", full.Outcome, full.Reason)
	}
	if none := gomoku.NewGame(nil); !reflect.DeepEqual(none, gomoku.NewGame(new(gomoku.Board))) || none.Size != 0 || len(none.Moves) > 0 {
		t.Errorf("NewGame(nil) = %+v, want an empty record", none)
	}
	c := g.Clone()
	c.Moves[0], c.Black[0] = gomoku.NoPoint, gomoku.NoPoint
	if g.Moves[0] == gomoku.NoPoint || g.Black[0] == gomoku.NoPoint {
		t.Error("Clone shares its slices")
	}
}

func TestGameBoard(t *testing.T) {
	const win = "a1 a2 b1 b2 c1 c2 d1 d2 e1"
	game := func(rule gomoku.Rule, moves string, o gomoku.Outcome, why gomoku.Reason) *gomoku.Game {
		g := &gomoku.Game{Size: 15, Rule: rule, Outcome: o, Reason: why}
		for _, s := range strings.Fields(moves) {
			p := gomoku.NoPoint
			if s != "-" {
				p = point(t, s)
			}
			g.Moves = append(g.Moves, p)
		}
		return g
	}
	const threes = "h9 a1 h10 a3 i8 a5 j8 a7" // h8 would be a double three
	first := game(gomoku.Freestyle, "h8", gomoku.Undecided, gomoku.NoReason)
	first.First = gomoku.White
	tests := []struct {
		name string
		game *gomoku.Game
		want string // part of the error
	}{
		{"no result told", game(gomoku.Freestyle, win, gomoku.Undecided, gomoku.NoReason), ""},
		{"five", game(gomoku.Freestyle, win, gomoku.BlackWins, gomoku.ByFive), ""},
		{"pass", game(gomoku.Freestyle, "h8 - - h9", gomoku.Undecided, gomoku.NoReason), ""},
		{"white first", first, ""},
		{"resigned", game(gomoku.Freestyle, "h8 h9", gomoku.WhiteWins, gomoku.ByResignation), ""},
		{"time", game(gomoku.Freestyle, "h8 h9", gomoku.BlackWins, gomoku.ByTime), ""},
		{"illegal move", game(gomoku.Freestyle, "h8 h9", gomoku.BlackWins, gomoku.ByIllegalMove), ""},
		{"agreed", game(gomoku.Freestyle, "h8 h9", gomoku.Draw, gomoku.ByAgreement), ""},
		{"forfeited", game(gomoku.Freestyle, "h8 h9", gomoku.BlackWins, gomoku.ByForfeit), ""},
		{"no move", game(gomoku.Renju, "h8 h9", gomoku.Draw, gomoku.ByNoMove), ""},
		{"called off", game(gomoku.Freestyle, "h8 h9", gomoku.Draw, gomoku.ByMoveLimit), ""},
		{"won, who knows why", game(gomoku.Freestyle, "h8 h9", gomoku.BlackWins, gomoku.NoReason), ""},
		{"foul", game(gomoku.Renju, threes+" h8", gomoku.WhiteWins, gomoku.ByFoul), ""},

		{"occupied", game(gomoku.Freestyle, "h8 h9 h8", 0, 0), "move 3, h8: point is occupied"},
		{"after the end", game(gomoku.Freestyle, win+" h8", 0, 0), "move 10, h8: the game is over"},
		{"pass after the end", game(gomoku.Freestyle, win+" -", 0, 0), "move 10, -: the game is over"},
		{"off the board", game(gomoku.Freestyle, "h16", 0, 0), "move 1, h16: point is not on the board"},
		{"forbidden", game(gomoku.Renju, threes+" h8", gomoku.WhiteWins, gomoku.NoReason), "move 9, h8: point is forbidden"},
		{"no foul", game(gomoku.Renju, threes+" o15", gomoku.WhiteWins, gomoku.ByFoul), "move 9, o15: no foul"},
		{"foul by White", game(gomoku.Renju, threes+" - h8", gomoku.WhiteWins, gomoku.ByFoul), "move 10, h8: no foul"},
		{"foul without renju", game(gomoku.Freestyle, threes+" h8", gomoku.WhiteWins, gomoku.ByFoul), "move 9, h8: no foul"},
		{"foul on a stone", game(gomoku.Renju, threes+" h9", gomoku.WhiteWins, gomoku.ByFoul), "move 9, h9: point is occupied"},
		{"foul without moves", game(gomoku.Renju, "", gomoku.WhiteWins, gomoku.ByFoul), "no moves"},
		{"foul that wins", game(gomoku.Renju, threes+" h8", gomoku.BlackWins, gomoku.ByFoul), "foul"},
		{"another winner", game(gomoku.Freestyle, win, gomoku.WhiteWins, gomoku.ByFive), "white wins"},
		{"another reason", game(gomoku.Freestyle, win, gomoku.BlackWins, gomoku.ByTime), "time"},
		{"no five", game(gomoku.Freestyle, "h8 h9", gomoku.BlackWins, gomoku.ByFive), "five"},
		{"not full", game(gomoku.Freestyle, "h8 h9", gomoku.Draw, gomoku.ByFullBoard), "full board"},
		{"resigned by nobody", game(gomoku.Freestyle, "h8 h9", gomoku.Draw, gomoku.ByResignation), "resignation"},
		{"forfeited by nobody", game(gomoku.Freestyle, "h8 h9", gomoku.Draw, gomoku.ByForfeit), "forfeit"},
		{"called off but won", game(gomoku.Freestyle, "h8 h9", gomoku.WhiteWins, gomoku.ByMoveLimit), "move limit"},
		{"agreed on nothing", game(gomoku.Freestyle, "h8 h9", gomoku.Undecided, gomoku.ByAgreement), "agreement"},
		{"nonsense outcome", game(gomoku.Freestyle, "h8", 9, 0), "Outcome(9)"},
		{"nonsense reason", game(gomoku.Freestyle, "h8", 0, 99), "Reason(99)"},
		{"nonsense first", &gomoku.Game{Size: 15, First: 3}, "black or white"},
		{"no size", &gomoku.Game{}, "5 to 22"},
		{"set-up", &gomoku.Game{Size: 15, Black: points(t, "a1 a1")}, "a1"},
		{"nil", nil, "nil"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b, err := test.game.Board()
			if test.want != "" {
				if err == nil || !strings.Contains(err.Error(), test.want) || strings.Count(err.Error(), "gomoku") != 1 {
					t.Errorf("error %v, want one with %q", err, test.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			moves := len(test.game.Moves)
			if test.game.Reason == gomoku.ByFoul {
				moves-- // the board does not take a foul
			}
			if b.Len() != moves {
				t.Errorf("%d moves on the board, want %d\n%v", b.Len(), moves, b)
			}
		})
	}
	if _, err := game(gomoku.Freestyle, "h8 h8", 0, 0).Board(); !errors.Is(err, gomoku.ErrOccupied) {
		t.Errorf("error %v is not ErrOccupied", err)
	}
}

func FuzzGameJSON(f *testing.F) {
	f.Add(`{"size":15,"rule":"renju","moves":["h8","-","h9"],"outcome":"white wins","reason":"resignation"}`)
	f.Add(`{"size":9,"black":["a1","b1","c1","d1"],"white":["i9"],"first":"black","moves":["e1"],"outcome":"black wins","reason":"five"}`)
	f.Add(`{"size":15,"rule":"renju","black":["h9","h10","i8","j8"],"moves":["h8"],"outcome":"white wins","reason":"foul"}`)
	f.Add(`{"size":-1,"moves":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		var g gomoku.Game
		if err := json.Unmarshal([]byte(text), &g); err != nil {
			return
		}
		b, err := g.Board()
		if err != nil {
			if !strings.HasPrefix(err.Error(), "gomoku: ") {
				t.Fatalf("error %q", err)
			}
			return
		}
		if g.Reason == gomoku.ByFoul {
			return
		}
		again, err := gomoku.NewGame(b).Board()
		if err != nil {
			t.Fatal(err)
		}
		if state(again) != state(b) {
			t.Fatalf("replayed\n%v\nwant\n%v", state(again), state(b))
		}
	})
}
