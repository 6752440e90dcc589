package gomoku_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/record"
)

// A game against the machine. README.md shows these examples; a test compares.
func Example() {
	ctx := context.Background()

	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	s, _ := gomoku.NewSearcher(gomoku.WithTimeBudget(time.Second))

	b.Play(gomoku.At(7, 7))    // your move: h8
	r, err := s.Search(ctx, b) // the answer, after a second at most
	if err != nil {
		log.Fatal(err)
	}
	b.Play(r.Best)
	fmt.Println(b)
	fmt.Println(r.Best, r.Score, r.Lines[0].Moves)
}

// A strong opponent in four lines.
func ExampleSearcher_Search() {
	ctx := context.Background()
	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	s, _ := gomoku.NewSearcher(gomoku.WithTimeBudget(time.Second))
	r, err := s.Search(ctx, b)
	b.Play(r.Best)

	fmt.Println(r.Best, b.Turn(), err)
	// Output: h8 white <nil>
}

// threats values a position by what either side threatens to make.
func threats(b *gomoku.Board) gomoku.Score {
	value := func(c gomoku.Color) int {
		return b.CountPoints(c, gomoku.OpenTwo) + 4*b.CountPoints(c, gomoku.OpenThree) + 8*b.CountPoints(c, gomoku.Four)
	}
	side := b.Turn()
	return gomoku.Score(10 * (value(side) - value(side.Opponent())))
}

// An evaluator of one's own in ten lines, and a search with it.
func ExampleWithEvaluator() {
	ctx := context.Background()
	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	b.Play(gomoku.At(7, 7))

	s, err := gomoku.NewSearcher(gomoku.WithEvaluator(gomoku.EvaluatorFunc(threats)))
	if err != nil {
		log.Fatal(err)
	}
	r, err := s.Search(ctx, b, gomoku.WithDepth(6))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Depth, r.Stop, b.IsLegal(r.Best))
	// Output: 6 depth true
}

// Analyze yields ever deeper results until the caller has seen enough.
func ExampleSearcher_Analyze() {
	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	b.Play(gomoku.At(7, 7))
	s, _ := gomoku.NewSearcher()
	for info, err := range s.Analyze(context.Background(), b) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("depth", info.Depth, "has a line:", len(info.Line.Moves) > 0)
		if info.Depth == 3 {
			break
		}
	}
	// Output:
	// depth 1 has a line: true
	// depth 2 has a line: true
	// depth 3 has a line: true
}

// Solve finds a win by fours, however deep: here White can only follow.
func ExampleSearcher_Solve() {
	b, err := gomoku.ParseBoard(`9x9 freestyle, black to move
		9 . . . . . . . . .
		8 . . . . . . . . .
		7 . . X . . . . . .
		6 . . X . . . . . .
		5 . . X . . . . . .
		4 . O . X X X O . .
		3 . . . . . . . . .
		2 . . . . . . . . .
		1 . . . . . . . . .`)
	if err != nil {
		log.Fatal(err)
	}
	s, err := gomoku.NewSearcher()
	if err != nil {
		log.Fatal(err)
	}
	solution, err := s.Solve(context.Background(), b, gomoku.VCF)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(solution.Verdict, solution.Line.Score)
	// Output: won +M3
}

// Games come from files and go into files.
func ExampleNewGame_record() {
	file := &bytes.Buffer{}
	b, err := gomoku.NewBoard(15, gomoku.Renju)
	if err != nil {
		log.Fatal(err)
	}
	b.Play(gomoku.At(7, 7))
	err = record.Write(file, record.SGF, record.FromGame(gomoku.NewGame(b)))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(file)

	trees, err := record.Read(file, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(trees[0].Game.Rule, trees[0].Game.Moves)
	// Output:
	// (;FF[4]GM[4]CA[UTF-8]AP[gomoku]SZ[15]RU[renju];B[hh])
	// renju [h8]
}

// A wrong option is refused with a sentence that says what it takes.
func ExampleNewSearcher() {
	_, err := gomoku.NewSearcher(gomoku.WithDepth(0), gomoku.WithRadius(40))
	fmt.Println(err)

	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	s, _ := gomoku.NewSearcher(gomoku.WithBook(gomoku.DefaultBook()), gomoku.WithSeed(7))
	r, err := s.Search(context.Background(), b)
	fmt.Println(r.Best, r.Stop, err)
	// Output:
	// gomoku: WithDepth(0): want 1 ply or more
	// gomoku: WithRadius(40): want 1 to 22 points
	// h8 book <nil>
}
