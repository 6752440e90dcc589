package opening_test

import (
	"context"
	"fmt"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

func ExampleIdentify() {
	b, _ := gomoku.NewBoard(15, gomoku.Renju)
	for _, p := range []gomoku.Point{gomoku.At(7, 7), gomoku.At(6, 6), gomoku.At(8, 5)} { // h8 g7 i6
		b.Play(p)
	}
	o, ok := opening.Identify(b)
	fmt.Println(o.Code, o.Name, ok)
	// Output: I4 Suigetsu true
}

func ExampleState() {
	s, err := opening.NewState(opening.Swap2, 15, gomoku.Freestyle)
	if err != nil {
		panic(err)
	}
	three := []gomoku.Point{gomoku.At(7, 7), gomoku.At(8, 8), gomoku.At(9, 5)}
	if err := s.Apply(opening.Action{Kind: opening.PutStones, Points: three}); err != nil {
		panic(err)
	}
	player, choices := s.Next()
	fmt.Println(player, choices)
	fmt.Println(s.Apply(opening.Action{Kind: opening.PutStones, Points: three[:1]}))
	if err := s.Apply(opening.Action{Kind: opening.TakeBlack}); err != nil {
		panic(err)
	}
	fmt.Println(s.Done(), s.Color(opening.FirstPlayer), s.Board().Turn())
	// Output:
	// second [take black take white put 2 stones]
	// opening: swap2: the second player may take black, take white or put 2 stones, not 1
	// true white white
}

func ExampleDecide() {
	s, err := opening.NewState(opening.Swap2, 15, gomoku.Freestyle)
	if err != nil {
		panic(err)
	}
	machine, err := gomoku.NewSearcher(gomoku.WithNodes(10_000))
	if err != nil {
		panic(err)
	}
	// The first player's black stones stand together, and White's is out of the way: the machine takes Black.
	three := []gomoku.Point{gomoku.At(7, 7), gomoku.At(0, 0), gomoku.At(8, 8)}
	if err := s.Apply(opening.Action{Kind: opening.PutStones, Points: three}); err != nil {
		panic(err)
	}
	a, err := opening.Decide(context.Background(), machine, s)
	fmt.Println(a, err)
	// Output: take black <nil>
}

func ExampleBalanced() {
	s, err := gomoku.NewSearcher(gomoku.WithNodes(10_000))
	if err != nil {
		panic(err)
	}
	b, err := opening.Balanced(context.Background(), s, 15, gomoku.Freestyle, &opening.Options{Seed: 1})
	if err != nil {
		panic(err)
	}
	fmt.Println(b.Size(), b.Stones() >= 3, b.Outcome())
	// Output: 15 true undecided
}
