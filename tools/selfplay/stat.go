package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/games"
)

const mostMoves = gomoku.MaxSize * gomoku.MaxSize

// A board is what games are played on.
type board struct {
	rule gomoku.Rule
	size int
}

func (b board) String() string { return fmt.Sprintf("%v %dx%d", b.rule, b.size, b.size) }

// Counts are what stat counts.
type counts struct {
	boards  map[board]int
	winners [gomoku.White + 1]int
	lengths [mostMoves + 1]int // games by the number of moves
	chance  [mostMoves + 1]int // games by the number of those by chance
	plies   int
	certain int // plies with a win or a loss that is certain
	others  int // plies where the best move was not played
}

func (c *counts) add(g *games.Game) {
	if c.boards == nil {
		c.boards = map[board]int{}
	}
	c.boards[board{g.Rule, g.Size}]++
	c.winners[g.Outcome.Winner()]++
	c.lengths[len(g.Moves)]++
	c.chance[g.Random]++
	c.plies += len(g.Plies)
	for i, p := range g.Plies {
		if _, ok := p.Score.Mate(); ok {
			c.certain++
		}
		if p.Best != g.Moves[g.Random+i] {
			c.others++
		}
	}
}

func (c *counts) games() int { return c.winners[0] + c.winners[1] + c.winners[2] }

func (c *counts) write(w io.Writer) {
	n := c.games()
	fmt.Fprintf(w, "  games      %d\n", n)
	if n == 0 {
		return
	}
	for _, b := range slices.SortedFunc(maps.Keys(c.boards), func(a, b board) int {
		return cmp.Or(cmp.Compare(a.rule, b.rule), cmp.Compare(a.size, b.size))
	}) {
		fmt.Fprintf(w, "    %-22v %d\n", b, c.boards[b])
	}
	share := func(k int) string { return fmt.Sprintf("%d (%.1f %%)", k, 100*float64(k)/float64(n)) }
	fmt.Fprintf(w, "  results    Black won %s, White won %s, drawn %s\n", share(c.winners[gomoku.Black]), share(c.winners[gomoku.White]), share(c.winners[gomoku.Empty]))
	quantile := func(q float64) int {
		sum := 0
		for length, k := range c.lengths {
			if sum += k; sum > 0 && float64(sum) >= q*float64(n) {
				return length
			}
		}
		return mostMoves
	}
	total, chance := 0, 0
	var stones []string
	for length := range c.lengths {
		total += length * c.lengths[length]
		chance += length * c.chance[length]
		if k := c.chance[length]; k > 0 {
			stones = append(stones, fmt.Sprintf("%d: %d", length, k))
		}
	}
	fmt.Fprintf(w, "  moves      %d to %d a game, quarters at %d, %d and %d, in the mean %.1f\n", quantile(0), quantile(1), quantile(.25), quantile(.5), quantile(.75), float64(total)/float64(n))
	fmt.Fprintf(w, "  by chance  %d moves; games by their number: %s\n", chance, strings.Join(stones, ", "))
	fmt.Fprintf(w, "  positions  %d searched; the score is certain in %d, the move played is not the best in %d\n", c.plies, c.certain, c.others)
}

// stat says what is in files.
func stat(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	f := newFlags("selfplay stat", stderr)
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return usageError("stat needs files to read: see -help")
	}
	var all counts
	for _, name := range f.Args() {
		if err := statFile(ctx, name, &all, stdout); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if f.NArg() > 1 {
		fmt.Fprintln(stdout, "all")
		all.write(stdout)
	}
	return nil
}

func statFile(ctx context.Context, name string, all *counts, stdout io.Writer) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	r, err := games.NewReader(in)
	if err != nil {
		return err
	}
	settings, err := json.Marshal(r.Settings())
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s\n  settings   %s\n", name, settings)
	var c counts
	for ctx.Err() == nil {
		var g *games.Game
		if g, err = r.Next(); err != nil {
			break
		}
		c.add(g)
		all.add(g)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.write(stdout)
	fmt.Fprintf(stdout, "  bytes      %d", r.Offset())
	if c.plies > 0 {
		fmt.Fprintf(stdout, ", %.1f a position", float64(r.Offset())/float64(c.plies))
	}
	if errors.Is(err, games.ErrTorn) {
		fmt.Fprintf(stdout, "; then the file ends in the midst of a game, which counts for nothing")
	}
	fmt.Fprintln(stdout)
	if err != io.EOF && !errors.Is(err, games.ErrTorn) {
		return err
	}
	return nil
}
