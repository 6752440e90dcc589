// Ladder measures how strong the levels of play are: every level plays the next two above it, and below level 1 there are
// players that know little, down to one that plays at random.
//
//	cd tools
//	go run ./ladder                    # all of it: 100 games a pair, most of an hour on one core
//	go run ./ladder -top 7 -games 300  # the lower levels alone: minutes
//
// Ratings are fitted to all games together: the lowest player, the one at random, has 0, and a difference of 400 means a score of 91 %. The
// intervals are those of 95 %, by a bootstrap over pairs of games.
//
// The games are kept in the directory of -out, one file for each two players, and a second run plays only those that are
// missing. A level whose plan has changed since is refused until its files are removed. A match that another process is
// playing is left to it, so two processes share the work. -table plays nothing.
//
// Level 10 is full strength, so its rating is that of the nodes that -nodes allows it. The default is what one thread does in
// 200 ms on the machine of docs/performance.md; nodes keep other work on the machine out of the result.
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

	"github.com/gomoku-go/gomoku/internal/level"
	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/filelock"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "ladder:", err)
		}
		os.Exit(1)
	}
}

// A job is a match of the ladder.
type job struct {
	a, b *rung // a is the higher one
	path string
}

type settings struct {
	games    int
	from     int
	top      int
	nodes    int64
	seed     uint64
	out      string
	parallel int
	markdown bool
	table    bool
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var s settings
	f := flag.NewFlagSet("ladder", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.IntVar(&s.games, "games", 100, "games of each two players; those of earlier runs count")
	f.IntVar(&s.from, "from", 0, "lowest level; 0: the players below the levels too")
	f.IntVar(&s.top, "top", level.Top, "highest level")
	f.Int64Var(&s.nodes, "nodes", 400_000, "nodes a move of level 10")
	f.Uint64Var(&s.seed, "seed", 1, "seed of openings and players")
	f.StringVar(&s.out, "out", "ladder", "directory of the games")
	f.IntVar(&s.parallel, "parallel", 1, "games at a time")
	f.BoolVar(&s.markdown, "markdown", false, "print the table as Markdown")
	f.BoolVar(&s.table, "table", false, "play nothing: print the table of the games that there are")
	if err := f.Parse(args); err != nil {
		return err
	}
	switch {
	case f.NArg() > 0:
		return fmt.Errorf("%q: want flags only", f.Args())
	case s.games < 2 || s.games%2 != 0:
		return fmt.Errorf("-games %d: want an even number, for every opening is played twice", s.games)
	case s.from < 0 || s.top > level.Top || s.from >= s.top:
		return fmt.Errorf("-from %d -top %d: want levels from 0 to %d, the first one lower", s.from, s.top, level.Top)
	case s.nodes < 1 || s.parallel < 1:
		return errors.New("-nodes and -parallel: want 1 or more")
	}
	if err := os.MkdirAll(s.out, 0o777); err != nil {
		return err
	}
	rungs := makeRungs(s.from, s.top, s.nodes)
	var jobs []job
	for i := range rungs {
		for below := 1; below <= 2 && below <= i; below++ {
			a, b := rungs[i], rungs[i-below]
			jobs = append(jobs, job{a, b, filepath.Join(s.out, a.name+" - "+b.name+".jsonl")})
		}
	}
	if !s.table {
		if err := s.playAll(ctx, jobs, stderr); err != nil {
			return err
		}
	}
	var results []result
	for _, j := range jobs {
		r, err := j.read()
		if err != nil {
			return err
		}
		results = append(results, r...)
	}
	if len(results) == 0 {
		return fmt.Errorf("no games in %s: run without -table to play some", s.out)
	}
	return writeTable(stdout, rungs, results, s.markdown)
}

// playAll plays what is missing of the matches, those of the lower players first: they are quick.
func (s *settings) playAll(ctx context.Context, jobs []job, stderr io.Writer) error {
	openings, err := match.NewOpenings(0, 0, s.seed)
	if err != nil {
		return err
	}
	o := &match.Options{Seed: s.seed, Games: s.games, Parallel: s.parallel}
	if o.Openings, err = openings.Make(ctx, s.games/2, s.parallel); err != nil {
		return err
	}
	for _, j := range jobs {
		tally, err := j.play(ctx, *o)
		if errors.Is(err, errShared) {
			fmt.Fprintf(stderr, "%s against %s: another process plays it\n", j.a.name, j.b.name)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", j.path, err)
		}
		fmt.Fprintf(stderr, "%s against %s: %v\n", j.a.name, j.b.name, tally)
	}
	return nil
}

var errShared = errors.New("another process plays this match")

// play plays the match as far as its file does not have it.
func (j *job) play(ctx context.Context, o match.Options) (t match.Tally, err error) {
	header, err := match.NewHeader(j.a.contender, j.b.contender, &o)
	if err != nil {
		return t, err
	}
	header.Openings = "" // the seed says which they are, however many games there are
	header.With = map[string]string{"planA": j.a.plan, "planB": j.b.plan}
	file, err := os.OpenFile(j.path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if filelock.Lock(file) != nil {
		return t, errShared
	}
	games, err := match.OpenLog(file, header)
	if err != nil {
		return t, fmt.Errorf("%w. Remove the file to play the match anew", err)
	}
	o.Done, o.Finished = games.Games, games.Add
	return match.Play(ctx, j.a.contender, j.b.contender, &o)
}

// read reads the games of the match; a match that was not begun has none.
func (j *job) read() ([]result, error) {
	file, err := os.Open(j.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer file.Close()
	games, err := match.ReadLog(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.path, err)
	}
	byNumber := map[int]*match.Game{}
	for _, g := range games.Games {
		byNumber[g.Number] = g
		j.a.count(g, match.A)
		j.b.count(g, match.B)
	}
	var results []result
	for n, first := range byNumber {
		if second := byNumber[n+1]; n%2 == 0 && second != nil {
			results = append(results, result{j.a.index, j.b.index, n / 2, first.Points() + second.Points()})
		}
	}
	sortResults(results)
	return results, nil
}
