package gomoku_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// What a program may want to tell apart can be told apart, and the package names itself once.
func TestErrors(t *testing.T) {
	s, err := gomoku.NewSearcher(gomoku.WithDepth(1))
	if err != nil {
		t.Fatal(err)
	}
	b := newBoard(t, 15, gomoku.Freestyle, "h8")
	over := newBoard(t, 9, gomoku.Freestyle, "a1 a2 b1 b2 c1 c2 d1 d2 e1")
	only := func(_ any, err error) error { return err }
	var (
		noSearcher *gomoku.Searcher
		noBoard    *gomoku.Board
		noBook     *gomoku.Book
		noGame     *gomoku.Game
		rule       gomoku.Rule
	)
	busy := func(do func() error) (err error) {
		for range s.Analyze(t.Context(), b) {
			err = do()
			break
		}
		return err
	}
	for name, test := range map[string]struct {
		err  error
		want error
	}{
		"size":                   {only(gomoku.NewBoard(4, gomoku.Freestyle)), gomoku.ErrSize},
		"size of a position":     {only(gomoku.NewPosition(23, gomoku.Freestyle, nil, nil, gomoku.Black)), gomoku.ErrSize},
		"size of a diagram":      {only(gomoku.ParseBoard("4x4 freestyle, black to move\n")), gomoku.ErrSize},
		"size of a game":         {only((&gomoku.Game{}).Board()), gomoku.ErrSize},
		"rule":                   {only(gomoku.NewBoard(15, 9)), gomoku.ErrRule},
		"name of a rule":         {rule.UnmarshalText([]byte("chess")), gomoku.ErrName},
		"rule without a name":    {only(gomoku.Rule(9).MarshalText()), gomoku.ErrName},
		"rule of a diagram":      {only(gomoku.ParseBoard("15x15 chess, black to move\n")), gomoku.ErrName},
		"stone off the board":    {only(gomoku.NewPosition(5, gomoku.Freestyle, points(t, "h8"), nil, gomoku.Black)), gomoku.ErrOffBoard},
		"two stones on a point":  {only(gomoku.NewPosition(9, gomoku.Freestyle, points(t, "a1"), points(t, "a1"), gomoku.Black)), gomoku.ErrOccupied},
		"move of a game":         {only((&gomoku.Game{Size: 9, Moves: points(t, "a1 a1")}).Board()), gomoku.ErrOccupied},
		"nil game":               {only(noGame.Board()), gomoku.ErrNoGame},
		"search of no board":     {only(s.Search(t.Context(), nil)), gomoku.ErrNoBoard},
		"search of a zero board": {only(s.Search(t.Context(), new(gomoku.Board))), gomoku.ErrNoBoard},
		"solve of no board":      {only(s.Solve(t.Context(), noBoard, gomoku.VCF)), gomoku.ErrNoBoard},
		"prepare of no board":    {s.Prepare(nil), gomoku.ErrNoBoard},
		"prepare of a zero one":  {s.Prepare(new(gomoku.Board)), gomoku.ErrNoBoard},
		"search after the end":   {only(s.Search(t.Context(), over)), gomoku.ErrGameOver},
		"nil searcher":           {only(noSearcher.Search(t.Context(), b)), gomoku.ErrNoSearcher},
		"zero searcher":          {only(new(gomoku.Searcher).Solve(t.Context(), b, gomoku.VCF)), gomoku.ErrNoSearcher},
		"set of no searcher":     {noSearcher.Set(), gomoku.ErrNoSearcher},
		"clear of no searcher":   {noSearcher.Clear(), gomoku.ErrNoSearcher},
		"prepare of no searcher": {noSearcher.Prepare(b), gomoku.ErrNoSearcher},
		"solve":                  {only(s.Solve(t.Context(), b, 0)), gomoku.ErrThreatSearch},
		"search while busy":      {busy(func() error { return only(s.Search(t.Context(), b)) }), gomoku.ErrBusy},
		"set while busy":         {busy(func() error { return s.Set() }), gomoku.ErrBusy},
		"clear while busy":       {busy(func() error { return s.Clear() }), gomoku.ErrBusy},
		"prepare while busy":     {busy(func() error { return s.Prepare(b) }), gomoku.ErrBusy},
		"add to no book":         {noBook.Add(b, point(t, "a1"), 1), gomoku.ErrNoBook},
		"write no book":          {only(noBook.WriteTo(new(strings.Builder))), gomoku.ErrNoBook},
		"add no board":           {new(gomoku.Book).Add(nil, point(t, "a1"), 1), gomoku.ErrNoBoard},
		"add a stone twice":      {new(gomoku.Book).Add(b, point(t, "h8"), 1), gomoku.ErrOccupied},
		"stone of a book":        {only(gomoku.ReadBook(strings.NewReader("gomoku book 1\nfreestyle 15 h8 h8 : i9 1\n"))), gomoku.ErrOccupied},
	} {
		t.Run(name, func(t *testing.T) {
			if !errors.Is(test.err, test.want) {
				t.Fatalf("error %v, want one that is %v", test.err, test.want)
			}
			if text := test.err.Error(); !strings.HasPrefix(text, "gomoku: ") || strings.Count(text, "gomoku: ") != 1 {
				t.Errorf("error %q: want the package's name once, in front", text)
			}
		})
	}
	if _, err := s.Solve(t.Context(), b, 0); errors.As(err, new(*gomoku.OptionError)) {
		t.Errorf("%v is about an option, and ThreatSearch is none", err)
	}
}
