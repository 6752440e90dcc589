// Brain is a gomoku engine for managers that speak the Gomocup protocol, such as Piskvork, qpiskvork and the tournament's own
// judge, or its dialect of Yixin-Board. It stands on the public API of the library alone.
//
//	go build -o pbrain-gomoku ./examples/brain
//	GOOS=windows GOARCH=amd64 go build -o pbrain-gomoku64.exe ./examples/brain
//	GOOS=windows GOARCH=386 go build -o pbrain-gomoku.exe ./examples/brain
//
// Keep such names: managers want the prefix pbrain-, and the tournament a 64 in that of a 64-bit program.
//
//   - Piskvork: in the dialog Players, Settings, open the program for one player or both.
//   - qpiskvork: in the dialog Player, Setting, choose it as the engine of a player.
//   - Yixin-Board: put it beside the board's program under the name engine.exe, or engine where there is no Windows.
//
// It plays square boards of 5×5 to 22×22 points under the rules freestyle (INFO rule 0), standard (1), renju (4), caro with
// overlines (8) and without (9), on the time and within the memory that the manager says, and the opening Swap2. Of
// Yixin-Board's words it knows those for analysis: yxboard, yxnbest, yxblock, yxblockundo, yxblockreset, yxbalanceone,
// yxbalancetwo, yxshowforbid, yxshowinfo, yxhashclear, yxstop, and thread_num, hash_size, max_depth, max_node and
// time_increment with INFO; rule 2, renju in that dialect, once one of the words or "START w h" has shown that it is spoken.
// There are no continuous games and no databases.
//
// A few settings may stand in a file beside the program, named as the program with .ini in place of .exe or at the end:
// pbrain-gomoku64.ini, engine.ini. The flags have the same names. This is such a file, with the values that hold without it:
//
//	# use the opening book
//	book = true
//	# strength: 1, for beginners, to 10; or easy (2), medium (5), hard (8), expert (10)
//	level = expert
//	# file to append the whole conversation to, in the program's folder
//	log =
//	# seed of every random choice, 0 for a new one each time
//	seed = 0
//	# threads to search with, unless the manager says INFO thread_num
//	threads = 1
//	# speak the Go Text Protocol instead, for programs such as Sabaki
//	gtp = false
//
// With -gtp it is an engine for programs for Go boards, such as Sabaki and GoGui: see package gtp. The command "gomoku-rule renju" sets
// the rule; Sabaki has a field for initial commands.
//
// The brain thinks only when a move is wanted. It exits after END or at the end of its input, and never otherwise. END while it thinks
// stops the search, and nothing more is printed. START, RESTART, BOARD, TAKEBACK and INFO stop it too, and are carried out instead. If
// a whole script arrives at once, every command is answered, with very short searches:
//
//	printf 'START 15\nBEGIN\nEND\n' | ./pbrain-gomoku
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/gomocup"
	"github.com/gomoku-go/gomoku/gtp"
)

var about = gomocup.About{
	Name: "gomoku", Version: "0.1", Author: "the gomoku authors", Country: "none", WWW: "https://github.com/gomoku-go/gomoku",
}

func main() {
	conf := defaultConfig()
	file, problem := conf.readBeside(os.Executable)
	switch err := conf.parse(os.Args[1:]); {
	case errors.Is(err, flag.ErrHelp):
		return
	case err != nil:
		os.Exit(2) // the flags' own message has been printed
	}
	searcher, err := gomoku.NewSearcher(conf.options()...)
	if err != nil {
		fmt.Fprintln(os.Stderr, "brain:", err)
		os.Exit(2)
	}
	player := &thrifty{gomocup.NewPlayer(searcher), gomocup.MemoryUnknown}
	if conf.gtp {
		exit(gtp.Serve(context.Background(), os.Stdin, os.Stdout, player, &gtp.Options{Version: about.Version, Threads: conf.threads}))
	}
	// Nobody sees the errors of a program that a manager starts, so an error in the file does not end it.
	if problem != nil {
		fmt.Printf("MESSAGE %s is not used: %s\n", file, oneLine(problem))
	}
	log, err := openLog(conf.log)
	if err != nil {
		fmt.Printf("MESSAGE there is no log: %s\n", oneLine(err))
	}
	exit(gomocup.Serve(context.Background(), os.Stdin, os.Stdout, player, &gomocup.Options{About: about, Threads: conf.threads, Log: log}))
}

// exit ends the program.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "brain:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// openLog appends to the file. It returns nil for no name.
func openLog(name string) (io.Writer, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err // not f: a nil *os.File is not a nil Writer
	}
	return f, nil
}

// oneLine is the text of an error without what does not print, as a file of settings may have it.
func oneLine(err error) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, err.Error())
}
