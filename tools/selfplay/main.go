// Selfplay plays the games that weights are learned from, and looks after files of them.
//
//	go run ./selfplay -games 12000 -nodes 4000 -seed 41 -out f.games
//	go run ./selfplay stat f.games
//	go run ./selfplay export -out f.npz f.games
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/checksum"
	"github.com/gomoku-go/gomoku/tools/internal/players"
	"github.com/gomoku-go/gomoku/tools/internal/progress"
	"github.com/gomoku-go/gomoku/tools/internal/selfplay"
)

// How a run ended, for scripts.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

const usage = `usage: selfplay -out FILE [flags]           play games; the same command goes on after a kill
       selfplay stat FILE...                say what is in files of games
       selfplay export -out OUT FILE...     write positions for NumPy
-help after a command lists its flags
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second interrupt ends the program at once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// errUsage is a mistake in the command line.
type errUsage struct{ error }

func usageError(format string, args ...any) error { return errUsage{fmt.Errorf(format, args...)} }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	command := play
	if len(args) > 0 {
		if c, ok := map[string]func(context.Context, []string, io.Writer, io.Writer) error{"stat": stat, "export": export}[args[0]]; ok {
			command, args = c, args[1:]
		}
	}
	err := command(ctx, args, stdout, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case err != nil:
		fmt.Fprintln(stderr, "selfplay:", err)
		if errors.As(err, new(errUsage)) {
			return exitUsage
		}
		return exitFailed
	}
	return exitDone
}

// newFlags makes the flags of a command, which parse reads.
func newFlags(name string, stderr io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintf(stderr, "%s\nflags of %s:\n", usage, name)
		f.PrintDefaults()
	}
	return f
}

func parse(f *flag.FlagSet, args []string) error {
	err := f.Parse(args)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		err = errUsage{err}
	}
	return err
}

// A job is what play has to do.
type job struct {
	settings games.Settings
	games    int
	parallel int
	set      eval.Set
	players  [2]*players.Spec // nil: the engine with itself
}

const leastNodes = 10

func play(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var j job
	s := &j.settings
	f := newFlags("selfplay", stderr)
	out := f.String("out", "", "file of games; what it holds from the same run is not played again")
	f.IntVar(&j.games, "games", 1000, "games that the file is to hold")
	f.Int64Var(&s.Nodes, "nodes", 1000, "nodes a move, half of it more or less by chance; the search that calls an opening even has four times as many")
	f.TextVar(&s.Rule, "rule", gomoku.Freestyle, "freestyle, standard, renju, caro or caro-overline")
	f.IntVar(&s.Size, "size", gomoku.DefaultSize, "size of the board")
	f.Uint64Var(&s.Seed, "seed", 1, "seed of openings and all other choices by chance")
	f.IntVar(&j.parallel, "parallel", runtime.GOMAXPROCS(0), "games at a time")
	weights := f.String("weights", "", "weight file of the engine (default: built in)")
	f.StringVar(&s.A, "a", "", "a player instead of the engine itself, as match -help describes the searcher: depth=6,width=20")
	f.StringVar(&s.B, "b", "", "its opponent (default: the same); they change colors after each game")
	if err := parse(f, args); err != nil {
		return err
	}
	switch {
	case f.NArg() > 0:
		return usageError("unexpected argument %q: see -help", f.Arg(0))
	case *out == "":
		return usageError("-out FILE is needed: see -help")
	case j.games < 1:
		return usageError("-games %d: at least 1", j.games)
	case s.Nodes < leastNodes || s.Nodes > 1e12:
		return usageError("-nodes %d: want %d to 10^12", s.Nodes, leastNodes)
	case j.parallel < 1:
		return usageError("-parallel %d: at least 1", j.parallel)
	case s.B != "" && s.A == "":
		return usageError("-b is the opponent of -a: give both")
	}
	if _, err := gomoku.NewBoard(s.Size, s.Rule); err != nil {
		return usageError("-size %d: %w", s.Size, err)
	}
	if err := j.prepare(*weights); err != nil {
		return errUsage{err}
	}
	w, err := games.Open(*out, j.settings)
	if err != nil {
		return err
	}
	err = j.play(ctx, w, stdout, stderr)
	err = errors.Join(err, w.Close())
	if err == nil && ctx.Err() != nil {
		fmt.Fprintf(stdout, "interrupted: %s has %d games of %d; the same command goes on\n", *out, w.Len(), j.games)
		err = context.Canceled
	}
	return err
}

// prepare reads what the flags name.
func (j *job) prepare(weights string) (err error) {
	s := &j.settings
	var sum string
	if j.set, sum, err = selfplay.ReadWeights(weights); err != nil {
		return err
	}
	sums := []string{sum}
	if s.A != "" {
		if s.B == "" {
			s.B = s.A
		}
		for i, text := range []string{s.A, s.B} {
			if j.players[i], err = players.Parse(text); err != nil {
				return err
			}
			if _, err := j.players[i].NewSearcher(); err != nil {
				return fmt.Errorf("%w, and only that has scores to learn from", err)
			}
			sums = append(sums, j.players[i].WeightsSum())
		}
	}
	for _, sum := range sums {
		if sum != "" {
			s.Weights = sums
		}
	}
	s.Program, err = checksum.Program()
	return err
}

// play plays the games that are missing.
func (j *job) play(ctx context.Context, w *games.Writer, stdout, stderr io.Writer) error {
	missing, _ := w.Missing(j.games)
	if had := w.Len(); had > 0 {
		fmt.Fprintf(stderr, "the file has %d games, %d are to be played\n", had, missing)
	}
	bar := progress.New(missing, stderr)
	start, told := time.Now(), time.Now()
	played, positions := 0, 0
	err := selfplay.Fill(ctx, w, j.games, j.parallel, j.player, func(g *games.Game) {
		played++
		positions += len(g.Plies)
		rate := float64(positions) / time.Since(start).Seconds()
		bar.Describe(fmt.Sprintf("%d positions, %.0f/s", positions, rate))
		_ = bar.Add(1)
		if !progress.IsTerminal(stderr) && time.Since(told) >= time.Minute {
			told = time.Now()
			left := time.Duration(float64(time.Since(start)) / float64(played) * float64(missing-played))
			fmt.Fprintf(stderr, "%d games, %d positions, %.0f/s, %v left\n", played, positions, rate, left.Round(time.Second))
		}
	})
	_ = bar.Finish()
	spent := time.Since(start)
	fmt.Fprintf(stdout, "%d games, %d positions in %v: %.0f positions/s\n", played, positions, spent.Round(time.Millisecond), float64(positions)/spent.Seconds())
	return err
}

// player makes what plays on one core: the engine with itself, or the players that were described.
func (j *job) player() (selfplay.Player, error) {
	s := j.settings
	if j.players[0] == nil {
		return selfplay.WithItself(j.set, s), nil
	}
	e := selfplay.NewEngine(j.set)
	var players [2]*gomoku.Searcher
	for i, spec := range j.players {
		var err error
		if players[i], err = spec.NewSearcher(); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context, n uint64) (*games.Game, error) {
		e.Clear()
		colors := [2]*gomoku.Searcher{players[n%2], players[1-n%2]}
		g, err := selfplay.PlayPlayers(ctx, e, colors, pattern.Rule(s.Rule), s.Size, s.Nodes, rand.New(rand.NewPCG(s.Seed, n)))
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", n, err)
		}
		return g, nil
	}, nil
}
