package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/checksum"
	"github.com/gomoku-go/gomoku/tools/internal/jsonlog"
	"github.com/gomoku-go/gomoku/tools/internal/openings"
	"github.com/gomoku-go/gomoku/tools/internal/progress"
	"github.com/gomoku-go/gomoku/tune"
)

// gameFlags are what grid and spsa have in common.
type gameFlags struct {
	target    *target
	games     tune.Games
	run       tune.RunOptions
	confirmed []tune.Game // games of the confirmation match that the log holds
	evaluator string
	weights   string
	set       string
	depth     int
	nodes     int64
	openings  string
	sum       string // checksum of the openings
	log       string

	logged *jsonlog.Log // nil without -log
}

func (o *gameFlags) define(f *flag.FlagSet, evaluator string, depth int, nodes int64) {
	g := &o.games
	f.StringVar(&o.evaluator, "evaluator", evaluator, "pattern or shape; for one of your own see package gomoku/tune")
	f.StringVar(&o.weights, "weights", "", "weight file of the pattern evaluator (default: built in)")
	f.StringVar(&o.set, "set", "", "other numbers, for both sides: NAME=VALUE, separated by commas")
	f.IntVar(&o.depth, "depth", depth, "depth of the searches in plies, 0: no limit")
	f.Int64Var(&o.nodes, "nodes", nodes, "nodes a move, 0: no limit")
	f.TextVar(&g.Rule, "rule", gomoku.Freestyle, "freestyle, standard, renju, caro or caro-overline")
	f.IntVar(&g.Size, "size", gomoku.DefaultSize, "size of the board")
	f.Uint64Var(&g.Seed, "seed", 1, "seed of openings and all other choices by chance")
	f.StringVar(&o.openings, "openings", "", "file of openings, one a line as x,y x,y …, black first; without one they are made from -seed")
	f.IntVar(&o.run.Parallel, "parallel", runtime.GOMAXPROCS(0), "games at a time; changes nothing but the time")
	f.StringVar(&o.log, "log", "", "file that takes every game as soon as it ends; the same command goes on from it after a kill")
}

// read reads the flags that name other things.
func (o *gameFlags) read() (err error) {
	g := &o.games
	switch {
	case o.depth < 0 || o.nodes < 0:
		return errors.New("-depth and -nodes cannot be negative")
	case o.depth == 0 && o.nodes == 0:
		return errors.New("a limit is needed: -depth or -nodes")
	case o.run.Parallel < 1:
		return fmt.Errorf("-parallel %d: at least 1", o.run.Parallel)
	}
	if _, err := gomoku.NewBoard(g.Size, g.Rule); err != nil {
		return fmt.Errorf("-size %d: %w", g.Size, err)
	}
	if o.target, err = newTarget(o.evaluator, o.weights, o.set); err != nil {
		return err
	}
	if o.openings == "" {
		return nil
	}
	g.Openings, o.sum, err = openings.Load(o.openings, g.Size, g.Rule)
	return err
}

// play gives g the player of these numbers and the limits.
func (o *gameFlags) play(numbers []string) {
	player := o.target.player(numbers)
	o.games.Player = func(values []float64) ([]gomoku.Option, error) {
		options, err := player(values)
		if o.nodes > 0 {
			options = append(options, gomoku.WithNodes(o.nodes))
		}
		return options, err
	}
	o.games.Limit = gomoku.WithNodes(o.nodes)
	if o.depth > 0 {
		o.games.Limit = gomoku.WithDepth(o.depth)
	}
}

// limits says how long the searches are.
func (o *gameFlags) limits() string {
	var parts []string
	if o.depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", o.depth))
	}
	if o.nodes > 0 {
		parts = append(parts, fmt.Sprintf("%d nodes a move", o.nodes))
	}
	return strings.Join(parts, ", ")
}

// settings are what decides how games of given values go, by the names of the flags.
type settings map[string]string

func (o *gameFlags) settings() (settings, error) {
	program, err := checksum.Program()
	g := &o.games
	return settings{
		"-evaluator":           o.evaluator,
		"content of -weights":  o.target.sum,
		"-set":                 o.set,
		"-depth":               fmt.Sprint(o.depth),
		"-nodes":               fmt.Sprint(o.nodes),
		"-rule":                g.Rule.String(),
		"-size":                fmt.Sprint(g.Size),
		"-seed":                fmt.Sprint(g.Seed),
		"content of -openings": o.sum,
		"build of this program, which holds the searcher": program,
	}, err
}

func (s settings) differences(now settings) (list []string) {
	all := maps.Clone(s)
	maps.Copy(all, now)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if s[name] != now[name] {
			list = append(list, fmt.Sprintf("%s (was %q, is %q)", name, s[name], now[name]))
		}
	}
	return list
}

// An entry is a game in the log.
type entry struct {
	tune.Game
	Confirmation bool `json:"confirmation,omitempty"` // it is of the confirmation match
}

// openLog makes the games that end go into the file, and those that it holds count. Without -log they only count.
func (o *gameFlags) openLog(kind string, now settings) (closeLog func() error, err error) {
	o.run.Finished = func(g tune.Game) error {
		o.run.Done = append(o.run.Done, g)
		return o.add(entry{Game: g})
	}
	if o.log == "" {
		return func() error { return nil }, nil
	}
	o.logged, err = jsonlog.Open(o.log, kind, now, settings.differences, func(e *entry) error {
		if e.Opening < 0 || e.Opening > len(e.Moves) || len(e.Plies) != len(e.Moves)-e.Opening {
			return fmt.Errorf("game %d: an opening of %d stones and %d plies in %d moves", e.Number, e.Opening, len(e.Plies), len(e.Moves))
		}
		if e.Confirmation {
			o.confirmed = append(o.confirmed, e.Game)
		} else {
			o.run.Done = append(o.run.Done, e.Game)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return o.logged.Close, nil
}

// add writes a game to the log, if there is one.
func (o *gameFlags) add(e entry) error {
	if o.logged == nil {
		return nil
	}
	return o.logged.Add(e)
}

// confirm plays the confirmation match: so many pairs of games between what was found and the start, from openings that
// the search has not seen.
func (o *gameFlags) confirm(ctx context.Context, found, start []float64, used, pairs int, stderr io.Writer) (match.Tally, error) {
	g := &o.games
	m := &match.Options{Size: g.Size, Rule: g.Rule, Seed: g.Seed + 1, Games: 2 * pairs, Parallel: o.run.Parallel}
	if n := len(g.Openings); n > 0 { // those of the file that come next
		m.Openings = slices.Concat(g.Openings[used%n:], g.Openings[:used%n])
	}
	for i := range o.confirmed {
		if c := &o.confirmed[i]; slices.Equal(c.A, found) && slices.Equal(c.B, start) {
			m.Done = append(m.Done, &c.Game)
		}
	}
	bar := progress.New(m.Games, stderr)
	defer bar.Finish()
	bar.Describe("confirmation match")
	_ = bar.Set(len(m.Done))
	m.Finished = func(played *match.Game) error {
		_ = bar.Add(1)
		return o.add(entry{Game: tune.Game{Game: *played, A: found, B: start}, Confirmation: true})
	}
	return match.Play(ctx, g.Contender(found), g.Contender(start), m)
}

// show makes a search tell how far it is: a bar on a terminal, else a line a minute.
func show(o *tune.RunOptions, what string, stderr io.Writer) {
	var bar *progressbar.ProgressBar
	start, told := time.Now(), time.Now()
	before, last := 0, 0
	o.Progress = func(done, all int) {
		if bar == nil || done < last || bar.GetMax() != all {
			bar = progress.New(all, stderr)
			bar.Describe(what)
			start, told, before = time.Now(), time.Now(), done
		}
		last = done
		_ = bar.Set(done)
		if !progress.IsTerminal(stderr) && time.Since(told) >= time.Minute {
			told = time.Now()
			left := time.Duration(float64(time.Since(start)) / float64(done-before) * float64(all-done))
			fmt.Fprintf(stderr, "%s: %d of %d games, %v left\n", what, done, all, left.Round(time.Second))
		}
	}
}

// interruptible runs a command until it ends or is interrupted. A second interrupt ends the program at once.
func interruptible(args []string, command func(ctx context.Context, args []string, stdout, stderr io.Writer) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	err := command(ctx, args, os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return nil
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted; with -log the same command goes on where it was")
	}
	if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "tune: ")) // main says it again
	}
	return nil
}

// parse reads the flags of a command.
func parse(f *flag.FlagSet, args []string, usage string, stderr io.Writer) error {
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintf(stderr, "%s\n\n%s\n\nflags:\n", usage, numbersHelp)
		f.PrintDefaults()
	}
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q: see -help", f.Arg(0))
	}
	return nil
}
