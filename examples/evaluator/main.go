// Evaluator shows how to bring an evaluator of your own: one that counts windows of five points, as articles on the game like to begin with,
// plays a match against the built-in one at the same depth, on both sides of each opening.
//
//	go run ./examples/evaluator
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
)

// windowCount values a position by its windows: every five points in a row where only one side has stones are worth the more to that side,
// the more stones lie there. It ignores what the built-in evaluator knows: who is to move, broken and open ends, threats that cross.
func windowCount(b *gomoku.Board) gomoku.Score {
	worth := [6]gomoku.Score{0, 1, 6, 36, 216, 0} // by stones; five end the game before anyone asks
	var total gomoku.Score                        // for Black
	for y := range b.Size() {
		for x := range b.Size() {
			for _, d := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				endX, endY := x+4*d[0], y+4*d[1]
				if endX >= b.Size() || endY >= b.Size() || endY < 0 {
					continue
				}
				var stones [3]int // by color
				for i := range 5 {
					stones[b.At(gomoku.At(x+i*d[0], y+i*d[1]))]++
				}
				switch {
				case stones[gomoku.White] == 0:
					total += worth[stones[gomoku.Black]]
				case stones[gomoku.Black] == 0:
					total -= worth[stones[gomoku.White]]
				}
			}
		}
	}
	if b.Turn() == gomoku.White {
		return -total // scores are for the side to move
	}
	return total
}

func main() {
	log.SetFlags(0)
	games := flag.Int("games", 20, "games to play, two from each opening")
	size := flag.Int("size", 11, "size of the board")
	depth := flag.Int("depth", 4, "depth of both players' searches, in plies")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "usage: %s [flags]\n\nA count of windows plays a match against the built-in evaluator.\n\nflags:\n", os.Args[0])
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("unexpected argument %q: see -h", flag.Arg(0))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, *size, *games, *depth); err != nil {
		log.Fatal(err)
	}
}

// run plays the match and writes its games and its result.
func run(ctx context.Context, w io.Writer, size, games, depth int) error {
	windows := match.Searcher("windows", gomoku.WithEvaluator(gomoku.EvaluatorFunc(windowCount)), gomoku.WithDepth(depth))
	builtIn := match.Searcher("built-in", gomoku.WithDepth(depth))
	var t match.Tally
	for g, err := range match.Run(ctx, windows, builtIn, &match.Options{Size: size, Games: games}) {
		if err != nil {
			return err
		}
		t.Add(g)
		fmt.Fprintf(w, "game %d, windows are %v: %v in %d moves: %s\n", g.Number+1, g.Color, g.Outcome, len(g.Moves), gomoku.FormatMoves(g.Moves))
	}
	fmt.Fprintf(w, "windows against the built-in evaluator: %v\n", t)
	return nil
}
