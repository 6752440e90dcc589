package duel

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// ReadOpenings reads one opening a line, "x,y x,y …", 0-based, Black first; # begins a comment. Which way y runs makes
// no difference to a game. An opening that breaks the rules or ends the game is an error that names the line.
func ReadOpenings(r io.Reader, size int, rule gomoku.Rule) ([][]gomoku.Point, error) {
	var all [][]gomoku.Point
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		var opening []gomoku.Point
		for _, w := range words {
			xs, ys, _ := strings.Cut(w, ",")
			x, errX := strconv.Atoi(xs)
			y, errY := strconv.Atoi(ys)
			if errX != nil || errY != nil {
				return nil, fmt.Errorf("line %d: bad point %q: want x,y", n, w)
			}
			opening = append(opening, gomoku.At(x, y))
		}
		if _, err := setUp(size, rule, opening); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, opening)
	}
	return all, lines.Err()
}

// setUp plays the opening.
func setUp(size int, rule gomoku.Rule, opening []gomoku.Point) (*gomoku.Board, error) {
	b, err := gomoku.NewBoard(size, rule)
	if err != nil {
		return nil, err
	}
	for i, p := range opening {
		if err := b.Play(p); err != nil {
			return nil, fmt.Errorf("move %d (%v): %w", i+1, p, err)
		}
	}
	if b.Outcome() != gomoku.Undecided {
		return nil, errors.New("the opening ends the game")
	}
	return b, nil
}

const (
	// Of this many random openings the generator takes the most even one, by a short search. It needs no scale of
	// scores for that.
	openingTries = 8
	openingNodes = 4000
	openingLeast = 3 // stones
	openingMost  = 6

	balancedNodes = 16_000 // of each of the two searches of a try
	balancedTries = 20     // for an opening unlike those before
)

// Openings gives the opening of the next pair of games with every call, from one goroutine.
type Openings func() ([]gomoku.Point, error)

// Cycle gives the openings of a list in turn, again and again.
func Cycle(list [][]gomoku.Point) Openings {
	next := 0
	return func() ([]gomoku.Point, error) {
		next++
		return list[(next-1)%len(list)], nil
	}
}

// RandomOpenings makes openings of 3 to 6 stones near the center, even by a short search, no two alike up to the
// symmetries of the board. The same seed gives the same openings.
func RandomOpenings(size int, rule gomoku.Rule, seed uint64) (Openings, error) {
	s, err := gomoku.NewSearcher(gomoku.WithNodes(openingNodes), gomoku.WithHashSize(1<<20))
	if err != nil {
		return nil, err
	}
	r := newRand(seed)
	seen := map[string]bool{}
	return func() ([]gomoku.Point, error) {
		stones := openingLeast + len(seen)%(openingMost-openingLeast+1)
		var best []gomoku.Point
		bestScore := gomoku.Score(0)
		for tries := 0; tries < openingTries; {
			opening := randomStones(r.IntN, size, stones)
			b, err := setUp(size, rule, opening)
			if err != nil {
				continue // a foul
			}
			tries++
			if seen[canonical(opening, size)] {
				continue
			}
			s.Clear()
			result, err := s.Search(context.Background(), b)
			if err != nil {
				return nil, err
			}
			if score := max(result.Score, -result.Score); best == nil || score < bestScore {
				best, bestScore = opening, score
			}
		}
		if best == nil {
			return nil, fmt.Errorf("found only %d different openings on size %d: give a file", len(seen), size)
		}
		seen[canonical(best, size)] = true
		return best, nil
	}, nil
}

// BalancedOpenings makes openings by [opening.Balanced], no two alike up to the symmetries of the board. The same seed
// gives the same openings.
func BalancedOpenings(size int, rule gomoku.Rule, seed uint64) (Openings, error) {
	s, err := gomoku.NewSearcher(gomoku.WithNodes(balancedNodes), gomoku.WithHashSize(1<<20))
	if err != nil {
		return nil, err
	}
	r := newRand(seed)
	seen := map[string]bool{}
	return func() ([]gomoku.Point, error) {
		for range balancedTries {
			s.Clear()
			b, err := opening.Balanced(context.Background(), s, size, rule, r.Uint64())
			if err != nil {
				return nil, err
			}
			var points []gomoku.Point
			for _, p := range b.Moves() {
				points = append(points, p)
			}
			if name := canonical(points, size); b.Outcome() == gomoku.Undecided && !seen[name] {
				seen[name] = true
				return points, nil
			}
		}
		return nil, fmt.Errorf("found only %d different openings on size %d: give a file", len(seen), size)
	}, nil
}

// randomStones puts the first stone near the center, and each other one near a stone.
func randomStones(intN func(int) int, size, stones int) []gomoku.Point {
	margin := 0
	if size > 10 {
		margin = 2
	}
	near := func(v, distance int) int { return v - distance + intN(2*distance+1) }
	fits := func(v int) bool { return v >= margin && v < size-margin }
	opening := []gomoku.Point{gomoku.At(near(size/2, min(2, size/2-1)), near(size/2, min(2, size/2-1)))}
	for len(opening) < stones {
		x, y := opening[intN(len(opening))].XY()
		x, y = near(x, 3), near(y, 3)
		if p := gomoku.At(x, y); fits(x) && fits(y) && !slices.Contains(opening, p) {
			opening = append(opening, p)
		}
	}
	return opening
}

// canonical names a set of stones, the same for all eight symmetries of the board.
func canonical(opening []gomoku.Point, size int) string {
	least := ""
	for turn := range 8 {
		stones := make([]string, len(opening))
		for i, p := range opening {
			x, y := p.XY()
			if turn&1 != 0 {
				x = size - 1 - x
			}
			if turn&2 != 0 {
				y = size - 1 - y
			}
			if turn&4 != 0 {
				x, y = y, x
			}
			stones[i] = fmt.Sprint(i%2, gomoku.At(x, y))
		}
		slices.Sort(stones)
		if s := strings.Join(stones, " "); least == "" || s < least {
			least = s
		}
	}
	return least
}
