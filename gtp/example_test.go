package gtp_test

import (
	"context"
	"log"
	"os"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/gomocup"
	"github.com/gomoku-go/gomoku/gtp"
)

// An engine for Sabaki in a few lines. A program serves os.Stdin.
func ExampleServe() {
	s, err := gomoku.NewSearcher(gomoku.WithLevel(gomoku.Medium))
	if err != nil {
		log.Fatal(err)
	}
	controller := strings.NewReader("boardsize 15\ngenmove black\nquit\n")
	if err := gtp.Serve(context.Background(), controller, os.Stdout, gomocup.NewPlayer(s), nil); err != nil {
		log.Fatal(err)
	}
	// Output:
	// =
	//
	// = H8
	//
	// =
}
