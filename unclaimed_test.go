package gomoku_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gomoku-go/gomoku"
)

// A foul that White does not claim stands, is taken back like any other move, and travels with the record.
func TestPlayUnclaimed(t *testing.T) {
	b, err := gomoku.NewBoard(15, gomoku.Renju)
	if err != nil {
		t.Fatal(err)
	}
	at := func(s string) gomoku.Point {
		p, err := gomoku.ParsePoint(s)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, s := range []string{"h10", "a1", "h9", "o1", "f8", "a15", "g8", "o15"} {
		if err := b.Play(at(s)); err != nil {
			t.Fatal(err)
		}
	}
	before := b.Clone()
	if err := b.Play(at("h8")); !errors.Is(err, gomoku.ErrForbidden) {
		t.Fatalf("Play(h8) = %v, want a double three", err)
	}
	if err := b.PlayUnclaimed(at("h8")); err != nil {
		t.Fatal(err)
	}
	if b.At(at("h8")) != gomoku.Black || b.Turn() != gomoku.White || b.Len() != 9 {
		t.Errorf("after the foul:\n%v", b)
	}
	if err := b.PlayUnclaimed(at("a8")); err != nil { // no foul: as Play
		t.Fatal(err)
	}
	if err := b.PlayUnclaimed(at("a8")); !errors.Is(err, gomoku.ErrOccupied) {
		t.Errorf("PlayUnclaimed on a stone: %v", err)
	}
	g := gomoku.NewGame(b)
	if diff := cmp.Diff([]int{8}, g.Unclaimed); diff != "" {
		t.Errorf("Unclaimed (-want +got):\n%s", diff)
	}
	text, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	back := new(gomoku.Game)
	if err := json.Unmarshal(text, back); err != nil {
		t.Fatal(err)
	}
	replayed, err := back.Board()
	if err != nil || replayed.Hash() != b.Hash() || replayed.String() != b.String() {
		t.Errorf("the record %s gives %v,\n%v", text, err, replayed)
	}
	if c := b.Clone(); len(gomoku.NewGame(c).Unclaimed) != 1 {
		t.Error("Clone forgets the foul")
	}
	b.Undo()
	b.Undo()
	if b.Hash() != before.Hash() || len(gomoku.NewGame(b).Unclaimed) != 0 {
		t.Errorf("after Undo:\n%v", b)
	}
	for name, unclaimed := range map[string][]int{"none": nil, "another move": {0, 8}, "too many": {8, 10}, "negative": {-1, 8}} {
		bad := g.Clone()
		bad.Unclaimed = unclaimed
		if _, err := bad.Board(); err == nil {
			t.Errorf("Board with Unclaimed %v (%s): no error", unclaimed, name)
		}
	}
}

// A row of six by an unclaimed foul wins nothing, and the game goes on.
func TestUnclaimedOverline(t *testing.T) {
	black := []gomoku.Point{gomoku.At(0, 7), gomoku.At(1, 7), gomoku.At(2, 7), gomoku.At(4, 7), gomoku.At(5, 7)}
	b, err := gomoku.NewPosition(15, gomoku.Renju, black, nil, gomoku.Black)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.PlayUnclaimed(gomoku.At(3, 7)); err != nil || b.Outcome() != gomoku.Undecided {
		t.Errorf("six in a row: %v, %v; want the game to go on", err, b.Outcome())
	}
}
