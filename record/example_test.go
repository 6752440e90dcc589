package record_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/record"
)

// A file may be of any format: it is detected from the content. Variations are children of the nodes.
func ExampleRead() {
	file := strings.NewReader(`(;FF[4]GM[4]SZ[15]PB[Black player]RE[W+R];B[hh](;W[ih]C[direct])(;W[ii]C[indirect]))`)
	trees, err := record.Read(file, nil)
	if err != nil {
		log.Fatal(err)
	}
	game := trees[0].Game
	fmt.Println(game.Tags["black"], game.Moves, game.Outcome, game.Reason)
	for _, n := range trees[0].Root.Children[0].Children {
		fmt.Println(n.Move, n.Comment)
	}
	board, err := game.Board()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(board.Turn(), "to move")
	// Output:
	// Black player [h8 i8] white wins resignation
	// i8 direct
	// i7 indirect
	// black to move
}

// Errors tell what is wrong, and where.
func ExampleSyntaxError() {
	_, err := record.Read(strings.NewReader("Piskvorky 15x15, 0:0, 0\n8,8,120\n8,8,95\n"), nil)
	fmt.Println(err)
	var syntax *record.SyntaxError
	fmt.Println(errors.As(err, &syntax), syntax.Line, errors.Is(err, gomoku.ErrOccupied))
	// Output:
	// record: PSQ, line 3: h8: point is occupied
	// true 3 true
}

// A game that was played on a board is written without variations.
func ExampleWrite() {
	board, _ := gomoku.NewBoard(15, gomoku.Renju)
	for _, p := range []gomoku.Point{gomoku.At(7, 7), gomoku.At(8, 8), gomoku.At(8, 6)} {
		board.Play(p)
	}
	game := gomoku.NewGame(board)
	game.Tags = map[string]string{"event": "Friendly", "black": "One", "white": "Two"}
	tree := record.FromGame(game)
	for _, format := range []record.Format{record.SGF, record.PSQ, record.Moves} {
		if err := record.Write(os.Stdout, format, tree); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// (;FF[4]GM[4]CA[UTF-8]AP[gomoku]SZ[15]RU[renju]PB[One]PW[Two]EV[Friendly];B[hh];W[ig];B[ii])
	// Piskvorky 15x15, 0:0, 0
	// 8,8,0
	// 9,7,0
	// 9,9,0
	// One
	// Two
	// h8i9i7
}

// A database is read game by game. A flaw in one of them does not end the loop.
func ExampleGames() {
	file := strings.NewReader(`<database><games>
		<game id="1" bresult="1"><move>h8 h9 i10</move></game>
		<game id="2" bresult="0"><move>h8 h8</move></game>
		<game id="3" bresult="0.5"><move>h8 i9</move></game>
	</games></database>`)
	for tree, err := range record.Games(file, nil) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(tree.Game.Tags["id"], tree.Game.Moves, tree.Game.Outcome)
	}
	// Output:
	// 1 [h8 h9 i10] black wins
	// record: RIF, line 3: game "2": h8: point is occupied
	// 3 [h8 i9] draw
}
