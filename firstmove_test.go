package gomoku_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// Every kind of search opens a game on the center, under every rule, on every size and with every option, but for those that ask
// for something else.
func TestFirstMoveIsTheCenter(t *testing.T) {
	t.Parallel()
	kinds := map[string][]gomoku.SearchOption{
		"plain":               nil,
		"one node":            {gomoku.WithNodes(1)},
		"a millisecond":       {gomoku.WithTimeBudget(1e6)},
		"lines":               {gomoku.WithMultiPV(3)},
		"all lines":           {gomoku.WithMultiPV(1000)},
		"all symmetric lines": {gomoku.WithMultiPV(1000), gomoku.WithSymmetricMoves()},
		"ties":                {gomoku.WithRandomTieBreak(30)},
		"all ties":            {gomoku.WithRandomTieBreak(2 * gomoku.MaxEval), gomoku.WithSymmetricMoves()},
		"lines and ties":      {gomoku.WithRandomTieBreak(50), gomoku.WithMultiPV(2)},
		"corners excluded":    {gomoku.WithExcluded(gomoku.At(0, 0)), gomoku.WithMultiPV(2)},
	}
	searchers := map[string][]gomoku.Option{
		"default": nil,
		"shapes":  {gomoku.WithEvaluator(new(gomoku.ShapeEvaluator))},
		"narrow":  {gomoku.WithRadius(1), gomoku.WithWidth(1)},
		"wide":    {gomoku.WithRadius(gomoku.MaxSize), gomoku.WithDefenseWeight(0.8)},
		"threads": {gomoku.WithThreads(2)},
		"book":    {gomoku.WithBook(gomoku.DefaultBook())},
	}
	for level := gomoku.Level(1); level <= gomoku.Expert; level++ {
		searchers[level.String()] = []gomoku.Option{gomoku.WithLevel(level), gomoku.WithSeed(uint64(level))}
	}
	for size := gomoku.MinSize; size <= gomoku.MaxSize; size++ {
		if testing.Short() && size != 6 && size != gomoku.DefaultSize {
			continue
		}
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			for _, rule := range rules {
				b := newBoard(t, size, rule, "")
				center := gomoku.At(size/2, size/2)
				for searcher, opts := range searchers {
					s := newSearcher(t, append(opts, gomoku.WithHashSize(1<<16), gomoku.WithDepth(1))...)
					for kind, limits := range kinds {
						if searcher != "default" && kind != "plain" && kind != "lines" && kind != "ties" {
							continue // what the kinds have of their own does not depend on the searcher
						}
						r, err := s.Search(t.Context(), b, limits...)
						if err == nil && r.Stop == gomoku.StopBook { // of the four middles of an even board the book draws one
							u := slices.IndexFunc(b.Symmetries(), func(u gomoku.Symmetry) bool { return u.Point(r.Best, size) == center })
							if u < 0 {
								t.Errorf("%v, %s, %s: %v from the book, want a center", rule, searcher, kind, r.Best)
							}
							continue
						}
						if err != nil || r.Best != center || r.Lines[0].Moves[0] != center {
							t.Errorf("%v, %s, %s: %v, lines %v, %v; want the center", rule, searcher, kind, r.Best, r.Lines, err)
						}
					}
					for info, err := range s.Analyze(t.Context(), b, gomoku.WithMultiPV(2)) {
						if err != nil || info.Rank == 0 && info.Line.Moves[0] != center {
							t.Errorf("%v, %s: Analyze yields %v, %v; want the center", rule, searcher, info.Line, err)
						}
					}
				}
			}
		})
	}
}

// The lines after the center are one of each class of symmetric points; asked for all, a search gives all.
func TestLinesOfTheEmptyBoard(t *testing.T) {
	t.Parallel()
	for size := gomoku.MinSize; size <= gomoku.MaxSize; size += 4 {
		b := newBoard(t, size, gomoku.Standard, "")
		s := newSearcher(t, gomoku.WithDepth(1), gomoku.WithMultiPV(1000))
		half := (size + 1) / 2
		if r := search(t, s, b); len(r.Lines) != half*(half+1)/2 || classes(t, b, r.Lines) != len(r.Lines) {
			t.Errorf("size %d: %d lines of %d classes, want %d", size, len(r.Lines), classes(t, b, r.Lines), half*(half+1)/2)
		}
		if r := search(t, s, b, gomoku.WithSymmetricMoves()); len(r.Lines) != size*size || classes(t, b, r.Lines) != half*(half+1)/2 {
			t.Errorf("size %d: %d symmetric lines of %d classes, want %d of %d", size, len(r.Lines), classes(t, b, r.Lines), size*size, half*(half+1)/2)
		}
	}
}

// classes is the number of classes of symmetric moves among the first moves of lines.
func classes(t *testing.T, b *gomoku.Board, lines []gomoku.Line) int {
	t.Helper()
	seen := make(map[uint64]bool)
	for _, l := range lines {
		c := b.Clone()
		if err := c.Play(l.Moves[0]); err != nil {
			t.Fatal(err)
		}
		seen[c.CanonicalHash()] = true
	}
	return len(seen)
}

// No position with symmetric moves lists twins as different lines unless asked.
func TestSymmetricMoves(t *testing.T) {
	t.Parallel()
	for _, moves := range []string{"h8", "h8 h9", "h8 i9", "h8 g8 - i8", "h8 h9 h7 h10", "h8 i10"} {
		for _, rule := range rules {
			b := newBoard(t, 15, rule, moves)
			s := newSearcher(t, gomoku.WithDepth(2), gomoku.WithMultiPV(1000))
			one := search(t, s, b)
			if got := classes(t, b, one.Lines); got != len(one.Lines) {
				t.Errorf("%v, %s: %d lines of %d classes", rule, moves, len(one.Lines), got)
			}
			all := search(t, s, b, gomoku.WithSymmetricMoves())
			if got := classes(t, b, all.Lines); got != len(one.Lines) {
				t.Errorf("%v, %s: %d symmetric lines of %d classes, want %d", rule, moves, len(all.Lines), got, len(one.Lines))
			}
			for _, l := range all.Lines {
				for _, u := range b.Symmetries() {
					if p := u.Point(l.Moves[0], 15); !slices.ContainsFunc(all.Lines, func(l gomoku.Line) bool { return l.Moves[0] == p }) {
						t.Errorf("%v, %s: %v is listed, and its twin %v is not", rule, moves, l.Moves[0], p)
					}
				}
			}
			// Analyze, ties and a search for balance list no twins either.
			for info, err := range newSearcher(t).Analyze(t.Context(), b, gomoku.WithMultiPV(30), gomoku.WithDepth(1)) {
				if err != nil {
					t.Fatal(err)
				}
				if !slices.ContainsFunc(one.Lines, func(l gomoku.Line) bool { return l.Moves[0] == info.Line.Moves[0] }) {
					t.Errorf("%v, %s: Analyze lists %v, not the move that stands for its class", rule, moves, info.Line.Moves[0])
				}
			}
			balanced := search(t, s, b, gomoku.WithBalance(0), gomoku.WithMultiPV(10))
			if got := classes(t, b, balanced.Lines); got != len(balanced.Lines) {
				t.Errorf("%v, %s: %d balanced lines of %d classes", rule, moves, len(balanced.Lines), got)
			}
		}
	}
}
