// Tree shows the first plies of a search: which moves were looked at, with which windows and scores, where the search cut
// off and why, and which moves it left out. It is for people who want to learn how a search works, and for finding out why
// it missed a move.
//
//	go run ./tree -moves "h8 i9 i8 g8" -depth 8
//	go run ./tree -moves h8i9i8g8 -depth 10 -plies 3 -html tree.html
//	go run ./tree -moves h8i9i8g8 -depth 10 -move j8h9
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/tuning"
	"github.com/gomoku-go/gomoku/tools/internal/players"
)

// How the program ended, for scripts.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case err != nil:
		fmt.Fprintln(stderr, "tree:", err)
		return exitUsage
	}
	if err := o.show(ctx, stdout); err != nil {
		fmt.Fprintln(stderr, "tree:", err)
		return exitFailed
	}
	return exitDone
}

type options struct {
	board  *gomoku.Board
	player *players.Spec
	limits []gomoku.Option
	line   []gomoku.Point
	plies  int
	most   int
	html   string
}

const (
	defaultDepth = 8
	mostPlies    = 12 // trees are large
)

func parse(args []string, stderr io.Writer) (*options, error) {
	o := &options{}
	f := flag.NewFlagSet("tree", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprint(stderr, "usage: tree -moves MOVES [flags]\n\nflags:\n")
		f.PrintDefaults()
	}
	moves := f.String("moves", "", "the position: moves from the empty board as \"h8 i9\" or h8i9, black first")
	size := f.Int("size", gomoku.DefaultSize, "size of the board")
	rule := gomoku.Freestyle
	f.TextVar(&rule, "rule", gomoku.Freestyle, "freestyle, standard, renju, caro or caro-overline")
	depth := f.Int("depth", 0, fmt.Sprintf("search so many plies (default %d without -nodes and -player)", defaultDepth))
	nodes := f.Int64("nodes", 0, "search so many nodes")
	lines := f.Int("lines", 1, "find the scores of so many moves, instead of bounds for all but the best")
	spec := f.String("player", "default", "the searcher, as match describes it")
	f.IntVar(&o.plies, "plies", 2, "plies to show")
	f.IntVar(&o.most, "most", 8, "moves of a node to show: the best of them; 0 for all")
	line := f.String("move", "", "follow this line of moves, and show the tree from its end; say why if it was not searched")
	f.StringVar(&o.html, "html", "", "write a page with boards to this file, instead of text")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q: moves go in quotes after -moves", f.Arg(0))
	}
	given := map[string]bool{}
	f.Visit(func(f *flag.Flag) { given[f.Name] = true })
	var err error
	if o.board, err = gomoku.NewBoard(*size, rule); err != nil {
		return nil, fmt.Errorf("-size %d: %w", *size, err)
	}
	if err := playAll(o.board, *moves, nil); err != nil {
		return nil, fmt.Errorf("-moves: %w", err)
	}
	if o.board.Outcome() != gomoku.Undecided {
		return nil, errors.New("-moves: the game is over, so there is nothing to search")
	}
	if err := playAll(o.board.Clone(), *line, &o.line); err != nil {
		return nil, fmt.Errorf("-move: %w", err)
	}
	if o.player, err = players.Parse(*spec); err != nil {
		return nil, err
	}
	if !given["depth"] && !given["nodes"] && !given["player"] {
		*depth = defaultDepth
	}
	for name, ok := range map[string]bool{"depth": *depth > 0 || !given["depth"], "nodes": *nodes > 0 || !given["nodes"]} {
		if !ok {
			return nil, fmt.Errorf("-%s: at least 1", name)
		}
	}
	if *depth > 0 {
		o.limits = append(o.limits, gomoku.WithDepth(*depth))
	}
	if *nodes > 0 {
		o.limits = append(o.limits, gomoku.WithNodes(*nodes))
	}
	if *lines < 1 {
		return nil, fmt.Errorf("-lines %d: at least 1", *lines)
	}
	if given["lines"] {
		o.limits = append(o.limits, gomoku.WithMultiPV(*lines))
	}
	if o.plies < 1 || o.plies > mostPlies {
		return nil, fmt.Errorf("-plies %d: want 1 to %d", o.plies, mostPlies)
	}
	if o.most < 0 {
		return nil, fmt.Errorf("-most %d: want 1 or more, or 0 for all", o.most)
	}
	return o, nil
}

// playAll plays moves written with or without blanks, commas and dashes between them, and appends them to list.
func playAll(b *gomoku.Board, text string, list *[]gomoku.Point) error {
	moves, err := gomoku.ParseMoves(text)
	if err != nil {
		return err
	}
	if list != nil {
		*list = append(*list, moves...)
	}
	return b.PlayMoves(moves...)
}

// show searches and writes what was asked for.
func (o *options) show(ctx context.Context, stdout io.Writer) (err error) {
	t, err := o.search(ctx)
	if err != nil {
		return err
	}
	if o.html == "" {
		return t.writeText(stdout)
	}
	f, err := os.Create(o.html)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return t.writeHTML(f)
}

// search runs the search with a recorder.
func (o *options) search(ctx context.Context) (*tree, error) {
	r := newRecorder(o.line, o.plies)
	more := append([]gomoku.Option{tuning.Trace(r, r.deepest()).(gomoku.Option)}, o.limits...)
	s, err := o.player.NewSearcher(more...)
	if err != nil {
		return nil, err
	}
	result, err := s.Search(ctx, o.board)
	if err != nil {
		return nil, err
	}
	return r.tree(o, result), nil
}
