// Evaluator shows how to bring an evaluator of your own: one that counts windows of five points, as articles on the game like to begin with,
// plays a short match against the built-in one, at the same depth and on both sides of each opening.
//
//	go run ./examples/evaluator
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/gomoku-go/gomoku"
)

const (
	size  = 11
	depth = 4
)

var openings = []string{"f6 g7 e7", "f6 f7 g5"}

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
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "usage: %s\n\nA count of windows plays %d games against the built-in evaluator, both at depth %d. There are no flags.\n",
			os.Args[0], 2*len(openings), depth)
	}
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("unexpected argument %q: run without any", flag.Arg(0))
	}

	var wins [3]int // of windows, of the built-in evaluator, draws
	for game := range 2 * len(openings) {
		// Each game has fresh searchers; the first opening is played with windows as Black, then as White, and so on.
		windows, err := gomoku.NewSearcher(gomoku.WithEvaluator(gomoku.EvaluatorFunc(windowCount)), gomoku.WithDepth(depth))
		if err != nil {
			log.Fatal(err)
		}
		builtIn, err := gomoku.NewSearcher(gomoku.WithDepth(depth))
		if err != nil {
			log.Fatal(err)
		}
		mine := gomoku.Black + gomoku.Color(game%2)
		players := map[gomoku.Color]*gomoku.Searcher{mine: windows, mine.Opponent(): builtIn}

		b, err := play(openings[game/2], players)
		if err != nil {
			log.Fatal(err)
		}
		switch b.Winner() {
		case mine:
			wins[0]++
		case mine.Opponent():
			wins[1]++
		default:
			wins[2]++
		}
		var moves []string
		for _, p := range b.Moves() {
			moves = append(moves, p.String())
		}
		fmt.Printf("game %d, windows are %v: %v in %d moves: %s\n", game+1, mine, b.Outcome(), b.Len(), strings.Join(moves, " "))
	}
	fmt.Printf("windows %d, built-in %d, draws %d\n", wins[0], wins[1], wins[2])
}

// play plays a game from an opening to its end.
func play(opening string, players map[gomoku.Color]*gomoku.Searcher) (*gomoku.Board, error) {
	b, err := gomoku.NewBoard(size, gomoku.Freestyle)
	if err != nil {
		return nil, err
	}
	for _, text := range strings.Fields(opening) {
		p, err := gomoku.ParsePoint(text)
		if err != nil {
			return nil, err
		}
		if err := b.Play(p); err != nil {
			return nil, err
		}
	}
	for b.Outcome() == gomoku.Undecided {
		r, err := players[b.Turn()].Search(context.Background(), b)
		if err != nil {
			return nil, err
		}
		if err := b.Play(r.Best); err != nil {
			return nil, err
		}
	}
	return b, nil
}
