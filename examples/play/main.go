// Play is five in a row in the terminal: a person against the machine, two people at one keyboard, or the machine against itself.
//
//	go run ./examples/play
//
// starts a game at once: you are Black, the machine is White, on a free board of 15×15. A move is a point, h8, or row and column from the
// top left, 7,7; "help" lists the commands and "play -h" the flags.
//
// Moves come from standard input, so the program can be piped and tested. Where standard output is not a terminal it writes one line a move,
// "black h8", answers to commands with their name in front, "hint: i9 …", and "result: …" last; those words stay English in every language.
// Prompts, notices and errors go to standard error.
//
//	go run ./examples/play -review game.sgf
//
// goes through a recorded game instead: what each move was worth, what was better, what was missed, and which move lost the game; with -json
// as one line of JSON a game. It reads nothing from standard input.
//
// The exit status is 0 when the game ends, at "quit", at the end of the input and when nobody reads the output any more; 130 on Ctrl-C;
// 2 for a flag or file that cannot be used; 1 when reading or writing fails in another way.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
)

const (
	statusOK          = 0
	statusFailure     = 1
	statusUsage       = 2
	statusInterrupted = 130 // 128 + SIGINT, as shells report it
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	// The first Ctrl-C ends the game in good order; a second one is left to the system, should that order take too long.
	context.AfterFunc(ctx, stop)
	survivePipes()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdin, stdout, stderr *os.File) int {
	w := wordsOf(languageOf(args, os.Getenv))
	refuse := func(err error) int {
		fmt.Fprintln(stderr, "play: "+oneLine(err.Error()))
		return statusUsage
	}
	set, err := parseFlags(w, args)
	if err != nil {
		return refuse(err)
	}
	if set.help {
		if _, err := io.WriteString(stdout, usage(w)); err != nil && !brokenPipe(err) {
			return statusFailure
		}
		return statusOK
	}
	scr := newScreen(set, w, stdin, stdout, stderr, os.Getenv)
	if set.review.file != "" {
		return runReview(ctx, set, scr)
	}
	s, err := newSession(ctx, set, scr, readLines(stdin))
	if err != nil {
		return refuse(err)
	}
	return s.run()
}

// oneLine joins the lines of a text, as those of several errors in one.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}
