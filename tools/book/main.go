// Command book makes the opening book that comes with the library. Run it in tools/, without flags:
//
//	go run ./book
//
// It needs nothing but the library's own search, and the same engine gives the same file on every machine, whatever
// -parallel says. The defaults of the flags are the settings of the file in the tree, which its header repeats and a test
// compares: to change them for good, change them here and run the command again.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

// How a run ended, for scripts.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// builtIn is where the library embeds its book from, seen from tools/.
const builtIn = "../internal/book/default.book"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stderr))
}

func run(ctx context.Context, args []string, stderr io.Writer) int {
	s := defaults()
	f := flag.NewFlagSet("book", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Var(&s.Boards, "boards", "sizes of board, each with the number of plies to know there")
	f.Int64Var(&s.Nodes, "nodes", s.Nodes, "nodes to find the candidates of a position")
	f.Int64Var(&s.Check, "check", s.Check, "nodes to confirm each candidate by a search, and by a search for threats once more")
	f.IntVar(&s.Lines, "lines", s.Lines, "candidates in each position")
	f.IntVar(&s.Keep, "keep", s.Keep, "most moves to keep in a position")
	f.IntVar(&s.Margin, "margin", s.Margin, "how much worse than the best a kept move may be, in units of the evaluation")
	out := f.String("o", builtIn, "file to write")
	parallel := f.Int("parallel", runtime.GOMAXPROCS(0), "positions at a time")
	quiet := f.Bool("quiet", false, "report nothing on the way")
	err := f.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case err != nil:
		return exitUsage // the flag package has said why
	case f.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", f.Arg(0))
	case *parallel < 1:
		err = fmt.Errorf("-parallel %d: want at least 1", *parallel)
	default:
		err = s.validate()
	}
	if err != nil {
		fmt.Fprintln(stderr, "book:", err)
		return exitUsage
	}

	start := time.Now()
	report := stderr
	if *quiet {
		report = io.Discard
	}
	text, err := generate(ctx, s, *parallel, report)
	if err == nil {
		err = replace(*out, text)
	}
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "book: interrupted: nothing written")
		return exitInterrupted
	case err != nil:
		fmt.Fprintln(stderr, "book:", err)
		return exitFailed
	}
	fmt.Fprintf(report, "%s: %d bytes in %v\n", *out, len(text), time.Since(start).Round(time.Second))
	return exitDone
}

// replace writes the whole file or leaves the old one.
func replace(name, text string) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"*")
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// settings are all that the book depends on, the engine apart.
type settings struct {
	Boards boards
	Nodes  int64
	Check  int64
	Lines  int
	Keep   int
	Margin int
}

func defaults() settings {
	return settings{
		// All four plies on the usual board. On an even one the center has few symmetries, and each ply costs four times
		// as much.
		Boards: boards{{15, 4}, {20, 3}},
		Nodes:  100_000,
		Check:  100_000,
		Lines:  6,
		Keep:   4,
		Margin: 60, // seven hundredths of a game between even sides
	}
}

// String returns the settings as the header of the file shows them.
func (s settings) String() string {
	return fmt.Sprintf("-boards %v -nodes %d -check %d -lines %d -keep %d -margin %d", &s.Boards, s.Nodes, s.Check, s.Lines, s.Keep, s.Margin)
}

func (s settings) validate() error {
	for _, b := range s.Boards {
		if b.size < gomoku.MinSize || b.size > gomoku.MaxSize {
			return fmt.Errorf("-boards: size %d: want %d to %d", b.size, gomoku.MinSize, gomoku.MaxSize)
		}
		if b.plies < 1 || b.plies > maxPlies {
			return fmt.Errorf("-boards: %d plies: want 1 to %d", b.plies, maxPlies)
		}
	}
	switch {
	case s.Nodes < 1 || s.Check < 1:
		return errors.New("-nodes, -check: want at least 1")
	case s.Lines < 1 || s.Keep < 1:
		return errors.New("-lines, -keep: want at least 1")
	case s.Margin < 0:
		return errors.New("-margin: want 0 or more")
	}
	return nil
}

// boards are sizes, each with the plies that the book knows there: "15:4,20:3".
type boards []struct{ size, plies int }

func (v *boards) String() string {
	var parts []string
	for _, b := range *v {
		parts = append(parts, fmt.Sprintf("%d:%d", b.size, b.plies))
	}
	return strings.Join(parts, ",")
}

func (v *boards) Set(text string) error {
	*v = nil
	for part := range strings.SplitSeq(text, ",") {
		size, plies, _ := strings.Cut(part, ":")
		n, errSize := strconv.Atoi(size)
		m, errPlies := strconv.Atoi(plies)
		if errSize != nil || errPlies != nil {
			return fmt.Errorf("%q: want size:plies,…", part)
		}
		*v = append(*v, struct{ size, plies int }{n, m})
	}
	return nil
}
