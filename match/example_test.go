package match_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
)

// An evaluator of one's own plays 20 games at 500 nodes a move against the built-in one.
func Example() {
	threes := gomoku.EvaluatorFunc(func(b *gomoku.Board) gomoku.Score {
		own, other := b.Turn(), b.Turn().Opponent()
		return gomoku.Score(100 * (b.CountPoints(own, gomoku.OpenThree) - b.CountPoints(other, gomoku.OpenThree)))
	})
	mine := match.Searcher("threes", gomoku.WithEvaluator(threes), gomoku.WithNodes(500))
	builtIn := match.Searcher("built-in", gomoku.WithNodes(500))
	result, err := match.Play(context.Background(), mine, builtIn, &match.Options{Games: 20})
	fmt.Println(result, err) // points, share of the points and its 95 % interval
}

// A match that ends as soon as the games decide whether A is stronger, and that shows each game.
func ExampleRun() {
	a := match.Searcher("depth 4", gomoku.WithDepth(4))
	b := match.Searcher("depth 2", gomoku.WithDepth(2))
	test := match.SPRT{Elo0: 0, Elo1: 50}
	var t match.Tally
	for g, err := range match.Run(context.Background(), a, b, &match.Options{Games: 1000, SPRT: &test}) {
		if err != nil {
			log.Fatal(err)
		}
		t.Add(g)
		fmt.Println(g.Number, g.Outcome, g.Reason, g.Moves)
	}
	elo, low, high := t.Elo()
	fmt.Printf("%v: %v, Elo %+.0f [%+.0f, %+.0f]\n", test.Decide(t), t, elo, low, high)
}

// A match that goes on after a kill: the same program again plays only what is missing.
func ExampleOpenLog() {
	a := match.Searcher("level hard", gomoku.WithLevel(gomoku.Hard))
	b := match.Searcher("level medium", gomoku.WithLevel(gomoku.Medium))
	o := &match.Options{Games: 400}
	header, err := match.NewHeader(a, b, o)
	if err != nil {
		log.Fatal(err)
	}
	file, err := os.OpenFile("match.jsonl", os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	games, err := match.OpenLog(file, header)
	if err != nil {
		log.Fatal(err)
	}
	o.Done, o.Finished = games.Games, games.Add
	fmt.Println(match.Play(context.Background(), a, b, o))
}
