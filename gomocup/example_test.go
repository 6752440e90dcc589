package gomocup_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/gomocup"
)

// A brain in a few lines. A program serves os.Stdin.
func ExampleServe() {
	s, err := gomoku.NewSearcher(gomoku.WithBook(gomoku.DefaultBook()))
	if err != nil {
		log.Fatal(err)
	}
	manager := strings.NewReader("ABOUT\nSTART 15\nEND\n")
	about := gomocup.About{Name: "mine", Version: "1.0"}
	err = gomocup.Serve(context.Background(), manager, os.Stdout, gomocup.NewPlayer(s), &gomocup.Options{About: about})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// name="mine", version="1.0"
	// OK
}

// Ask an engine for a move. The file is that of any brain.
func ExampleEngine() {
	e := &gomocup.Engine{Path: "./pbrain-gomoku"}
	defer e.Close()
	if err := e.NewGame(15, gomoku.Freestyle, 0); err != nil {
		log.Fatal(err)
	}
	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
	r, err := e.Move(context.Background(), b, gomoku.Clock{PerMove: time.Second})
	fmt.Println(r.Best, r.Score, err)
}
