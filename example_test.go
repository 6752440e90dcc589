package gomoku_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/gomoku-go/gomoku"
)

func ExampleBoard() {
	b, err := gomoku.NewBoard(9, gomoku.Freestyle)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range []string{"e5", "e6", "d4", "f6", "c3", "d6", "f6"} {
		p, err := gomoku.ParsePoint(s)
		if err != nil {
			log.Fatal(err)
		}
		if err := b.Play(p); err != nil {
			fmt.Println(s, err)
		}
	}
	fmt.Print(b)
	// Output:
	// f6 gomoku: point is occupied
	// 9x9 freestyle, black to move
	// 9 . . . . . . . . .
	// 8 . . . . . . . . .
	// 7 . . . . . . . . .
	// 6 . . . O O O . . .
	// 5 . . . . X . . . .
	// 4 . . . X . . . . .
	// 3 . . X . . . . . .
	// 2 . . . . . . . . .
	// 1 . . . . . . . . .
	//   a b c d e f g h i
}

// A board tells what a stone would make, on every empty point and for both sides.
func ExampleBoard_Shape() {
	b, err := gomoku.ParseBoard(`7x7 freestyle, black to move
		7 . . . . . . .
		6 . . . . . . .
		5 . . O O . . .
		4 . . X X X . .
		3 . . . O . . .
		2 . . . . . . .
		1 . . . . . . .`)
	if err != nil {
		log.Fatal(err)
	}
	f4, e6 := gomoku.At(5, 3), gomoku.At(4, 5)
	fmt.Println(b.Shape(gomoku.Black, f4))
	fmt.Println(b.Shapes(gomoku.Black, e6)) // row, column, rising, falling
	fmt.Println(b.CountPoints(gomoku.Black, gomoku.OpenFour), "points make an open four")
	// Output:
	// open four
	// [none open two none none]
	// 2 points make an open four
}

func ExampleBoard_Moves() {
	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	b.Play(gomoku.At(7, 7))
	b.Pass()
	b.Play(gomoku.At(8, 8))
	for i, p := range b.Moves() {
		fmt.Println(i+1, p)
	}
	p, ok := b.Undo()
	fmt.Println("taken back:", p, ok)
	// Output:
	// 1 h8
	// 2 -
	// 3 i9
	// taken back: i9 true
}

// Under Renju some points are forbidden for Black.
func ExampleBoard_Forbidden() {
	black := []gomoku.Point{gomoku.At(7, 8), gomoku.At(7, 9), gomoku.At(8, 7), gomoku.At(9, 7)} // h9 h10 i8 j8
	b, err := gomoku.NewPosition(15, gomoku.Renju, black, nil, gomoku.Black)
	if err != nil {
		log.Fatal(err)
	}
	h8 := gomoku.At(7, 7)
	fmt.Println(b.Forbidden(h8))
	fmt.Println(b.Play(h8))
	// Output:
	// double three
	// gomoku: point is forbidden for Black
}

func ExampleNewPosition() {
	black := []gomoku.Point{gomoku.At(0, 0), gomoku.At(1, 0), gomoku.At(2, 0), gomoku.At(3, 0)}
	white := []gomoku.Point{gomoku.At(4, 4)}
	b, err := gomoku.NewPosition(5, gomoku.Freestyle, black, white, gomoku.Black)
	if err != nil {
		log.Fatal(err)
	}
	b.Play(gomoku.At(4, 0))
	fmt.Println(b.Outcome(), b.WinningRow())
	// Output: black wins [a1 b1 c1 d1 e1]
}

func ExampleParseBoard() {
	b, err := gomoku.ParseBoard(`5x5 standard, white to move
		5 . . . . .
		4 . X . . .
		3 . . X . .
		2 . . . O .
		1 . . . . .
		  a b c d e`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(b.Size(), b.Rule(), b.Turn(), b.Stones(), b.At(gomoku.At(1, 3)))
	// Output: 5 standard white 3 black
}

func ExampleGame() {
	b, _ := gomoku.NewBoard(15, gomoku.Renju)
	b.Play(gomoku.At(7, 7))
	b.Play(gomoku.At(7, 8))

	g := gomoku.NewGame(b)
	g.Outcome, g.Reason = gomoku.WhiteWins, gomoku.ByResignation
	g.Tags = map[string]string{"event": "club evening"}
	text, err := json.Marshal(g)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))

	var back gomoku.Game
	if err := json.Unmarshal(text, &back); err != nil {
		log.Fatal(err)
	}
	replayed, err := back.Board() // checks every move
	fmt.Println(replayed.Stones(), "stones", err)
	// Output:
	// {"size":15,"rule":"renju","first":"black","moves":["h8","h9"],"outcome":"white wins","reason":"resignation","tags":{"event":"club evening"}}
	// 2 stones <nil>
}

func ExampleBook() {
	var k gomoku.Book
	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	b.Play(gomoku.At(7, 7))
	k.Add(b, gomoku.At(8, 8), 3)
	k.Add(b, gomoku.At(7, 8), 1)
	k.WriteTo(os.Stdout)
	// Output:
	// gomoku book 1
	// freestyle 15 h8 : g7 3 h7 1
}

func ExampleReadBook() {
	k, err := gomoku.ReadBook(strings.NewReader(`gomoku book 1
# The board turned or mirrored is the same to a book.
freestyle 15 h8 i9 : g7 2 h10 1
`))
	if err != nil {
		log.Fatal(err)
	}
	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	b.Play(gomoku.At(7, 7))
	b.Play(gomoku.At(6, 6)) // g7, opposite i9
	for _, m := range k.Moves(b) {
		fmt.Println(m.Point, m.Weight)
	}
	// Output:
	// i9 2
	// h6 1
}

func ExampleNewShapeEvaluator() {
	scores := gomoku.DefaultShapeScores()
	scores.OpenThree = 20_000 // where a five is 1,000,000
	e, _ := gomoku.NewShapeEvaluator(scores)
	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	for _, p := range []gomoku.Point{gomoku.At(7, 7), gomoku.At(0, 0), gomoku.At(8, 7), gomoku.At(14, 14), gomoku.At(9, 7)} {
		b.Play(p)
	}
	fmt.Println(b.Turn(), e.Evaluate(b)) // Black has an open three
	b.Pass()
	fmt.Println(b.Turn(), e.Evaluate(b))
	// Output:
	// white -580
	// black +580
}

// An evaluator of one's own: here the difference of the points that would make an open three or more.
func ExampleEvaluatorFunc() {
	threats := func(b *gomoku.Board, c gomoku.Color) int {
		return b.CountPoints(c, gomoku.OpenThree) + 5*b.CountPoints(c, gomoku.Four) + 50*b.CountPoints(c, gomoku.OpenFour)
	}
	e := gomoku.EvaluatorFunc(func(b *gomoku.Board) gomoku.Score {
		return gomoku.Score(10 * (threats(b, b.Turn()) - threats(b, b.Turn().Opponent())))
	})
	b, _ := gomoku.NewPosition(15, gomoku.Freestyle, []gomoku.Point{gomoku.At(7, 7), gomoku.At(8, 7)}, nil, gomoku.Black)
	fmt.Println(e.Evaluate(b))
	// Output: +40
}

// A search plays from the book while it knows the position.
func ExampleDefaultBook() {
	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	b.Play(gomoku.At(7, 7))
	s, _ := gomoku.NewSearcher(gomoku.WithBook(gomoku.DefaultBook()), gomoku.WithSeed(7))
	r, _ := s.Search(context.Background(), b)
	fmt.Println(r.Stop, len(gomoku.DefaultBook().Moves(b)) > 1)
	// Output: book true
}

// The evaluator of a search can be asked on its own: which of White's answers leaves Black the least?
func ExampleNewPatternEvaluator() {
	e := gomoku.NewPatternEvaluator(gomoku.PatternWeights{})
	worst, answer := gomoku.MaxEval, ""
	for _, moves := range []string{"h8a1i8g8", "h8a1i8o15", "h8a1i8g9"} {
		b, _ := gomoku.ParsePosition(moves)
		if score := e.Evaluate(b); score < worst {
			worst, answer = score, moves[len(moves)-2:]
		}
	}
	fmt.Println(answer)
	// Output: g8
}

// Levels answer at once.
func ExampleWithLevel() {
	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	for _, p := range []gomoku.Point{gomoku.At(7, 7), gomoku.At(0, 0), gomoku.At(8, 7), gomoku.At(2, 0), gomoku.At(9, 7)} {
		b.Play(p)
	}
	s, _ := gomoku.NewSearcher(gomoku.WithLevel(gomoku.Medium))
	r, _ := s.Search(context.Background(), b)
	fmt.Println(r.Best == gomoku.At(6, 7) || r.Best == gomoku.At(10, 7)) // White stops the three at an end
	// Output: true
}

// Shapes that stand on the board count once each, broken ones too.
func ExampleBoard_CountShapes() {
	black := []gomoku.Point{gomoku.At(4, 7), gomoku.At(5, 7), gomoku.At(7, 7)} // e8 f8 h8
	b, _ := gomoku.NewPosition(15, gomoku.Freestyle, black, nil, gomoku.White)
	fmt.Println(b.CountShapes(gomoku.Black, gomoku.OpenThree))
	// Output: 1
}
