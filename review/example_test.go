package review_test

import (
	"context"
	"fmt"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/review"
)

// Package record reads games from files. Review.WriteText writes all that there is.
func ExampleAnalyze() {
	moves, _ := gomoku.ParseMoves("h8h9i10g7j9k8i11i7i12i13h10k7g10j10h11j13i8i9e8f9f10g9e10")
	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	b.PlayMoves(moves...)
	r, err := review.Analyze(context.Background(), gomoku.NewGame(b), nil)
	if err != nil {
		panic(err)
	}
	m := r.Losing()
	fmt.Println(m.Color, "lost the game with move", m.Number, m.Point)
	// Output: white lost the game with move 10 i13
}

// Moves come as they are judged, for a page or a terminal that shows them at once.
func ExampleMoves() {
	game := &gomoku.Game{Size: 15, Black: []gomoku.Point{gomoku.At(4, 7), gomoku.At(5, 7), gomoku.At(6, 7), gomoku.At(7, 7)}}
	game.Moves = []gomoku.Point{gomoku.At(8, 7)} // e8 to h8 are Black's, and so will be i8
	for m, err := range review.Moves(context.Background(), game, nil) {
		if err != nil {
			panic(err)
		}
		fmt.Println(m.Number, m.Point, m.Label, m.Wins())
	}
	// Output: 1 i8 best true
}
