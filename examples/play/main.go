// Play is five in a row in the terminal: a person against the machine, two people at one keyboard, or the machine against itself.
//
//	go run ./examples/play
//
// starts a game at once: you are Black, the machine is White, the board is 15×15 and the rule freestyle. Type a move as a point, h8,
// or as row and column from the top left, 7,7. "help" lists the commands and "play -h" the flags.
//
// Moves come from standard input, so the program can be piped and tested. When standard output is not a terminal, it has one line per
// move ("black h8"), answers that begin with the command's name ("hint: i9 …"), and "result: …" at the end, all in English whatever
// the language. Prompts, notices and errors go to standard error.
//
//	go run ./examples/play -review game.sgf
//
// reviews a recorded game instead: what each move was worth, what was better, what was missed, and which move lost the game. With -json
// the review is JSON, one line per game. It reads nothing from standard input.
//
// At a terminal the first Ctrl-C makes the machine move now, or ends a hint with what was found so far. A second one soon after, or one
// at the prompt, leaves the program.
//
// The exit status is 0 after the end of the game or of the input, after "quit", and when nobody reads the output any more; 130 after
// Ctrl-C; 2 for a flag or file that cannot be used; 1 when reading or writing fails in another way.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"
)

const (
	statusOK          = 0
	statusFailure     = 1
	statusUsage       = 2
	statusInterrupted = 130 // 128 + SIGINT, as shells report it
)

func main() {
	ctx, leave := context.WithCancel(context.Background())
	b := &breaker{leave: leave}
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for s := range signals {
			if s == os.Interrupt {
				b.hit(time.Now())
			} else {
				leave()
			}
		}
	}()
	// The first Ctrl-C ends the program in good order. A second one is left to the system, in case that takes too long.
	context.AfterFunc(ctx, func() { signal.Stop(signals) })
	survivePipes()
	os.Exit(run(ctx, b, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(ctx context.Context, b *breaker, args []string, stdin, stdout, stderr *os.File) int {
	w := wordsOf(languageOf(args, os.Getenv))
	refuse := func(err error) int {
		fmt.Fprintln(stderr, "play: "+oneLine(err.Error()))
		return statusUsage
	}
	set, err := parseFlags(w, args)
	if err != nil {
		return refuse(err)
	}
	scr := newScreen(set, w, stdin, stdout, stderr, os.Getenv)
	if set.help || set.version {
		text := wrap(usage(w), scr.width)
		if set.version {
			text = version() + "\n"
		}
		if _, err := io.WriteString(stdout, text); err != nil && !brokenPipe(err) {
			return statusFailure
		}
		return statusOK
	}
	if set.review.file != "" {
		return runReview(ctx, set, scr, stdin)
	}
	s, err := newSession(ctx, set, scr, b, stdin)
	if err != nil {
		return refuse(err)
	}
	var stop func()
	s.lines, stop = scr.edit(stdin, stdout, stderr, os.Getenv, func() { b.hit(time.Now()) })
	defer stop()
	b.patient = scr.terminal && scr.keyboard
	return s.run()
}

// version says which version of the module this is, as far as the build knows.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "play"
	}
	text := "play " + info.Main.Version + ", " + info.GoVersion
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			text += ", revision " + s.Value
		}
	}
	return text
}

// oneLine joins the lines of a text, as those of several errors in one.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}
