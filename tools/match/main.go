// Match plays games between two players and says which is stronger, by how much, and how sure that is.
//
//	go run ./match -a depth=6 -b depth=4
//	go run ./match -a set:lmr=0,nodes=20000 -b nodes=20000 -games 4000 -elo0 -5 -elo1 0
//	go run ./match -a time=200ms -b 'engine:./pbrain-other' -turn 200ms -openings openings15.txt
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/internal/causes"
	"github.com/gomoku-go/gomoku/tools/internal/duel"
	"github.com/gomoku-go/gomoku/tools/internal/progress"
	"github.com/gomoku-go/gomoku/tools/internal/stats"
)

// How a match ended, for scripts.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second interrupt ends the program at once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	m, o, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitDone
	}
	if err == nil {
		err = o.readOpenings(m)
	}
	if err != nil {
		fmt.Fprintln(stderr, "match:", err)
		return exitUsage
	}
	err = play(ctx, m, o, stdout, stderr)
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "match:", err)
		return exitFailed
	case ctx.Err() != nil:
		return exitInterrupted
	}
	return exitDone
}

type options struct {
	openings string
	balanced bool
	log      string
	psq      string
	causes   int
	test     *stats.SPRT
}

func parse(args []string, stderr io.Writer) (*duel.Match, *options, error) {
	m, o := &duel.Match{}, &options{}
	f := flag.NewFlagSet("match", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintf(stderr, "usage: match -a PLAYER -b PLAYER [flags]\n\n%s\n\nflags:\n", duel.SpecHelp)
		f.PrintDefaults()
	}
	a := f.String("a", "", "player A")
	b := f.String("b", "", "player B")
	f.IntVar(&m.Games, "games", 80, "games to play, or the most with -elo1; games 2k and 2k+1 share an opening, with colors changed")
	f.IntVar(&m.Size, "size", gomoku.DefaultSize, "size of the board")
	f.TextVar(&m.Rule, "rule", gomoku.Freestyle, "freestyle, standard, renju, caro or caro-overline")
	f.StringVar(&o.openings, "openings", "", "file of openings, one a line as x,y x,y …, black first; without one they are made from -seed")
	f.BoolVar(&o.balanced, "balanced", false, "make the openings more even, by longer searches")
	f.Uint64Var(&m.Seed, "seed", 1, "seed of the openings and of the players' random choices")
	f.IntVar(&m.Parallel, "parallel", runtime.GOMAXPROCS(0), "games at a time")
	f.IntVar(&m.MaxPly, "max-ply", 0, "call a draw after this many moves, 0 for a full board")
	f.DurationVar(&m.Clock.Turn, "turn", time.Second, "time a move for protocol engines; the searcher takes time= in its description")
	f.DurationVar(&m.Clock.Tolerance, "tolerance", 200*time.Millisecond, "what a protocol engine may take beyond that")
	f.Int64Var(&m.Clock.Memory, "memory", 128<<20, "memory for a protocol engine, in bytes")
	f.StringVar(&o.log, "log", "", "write every game to this file, one JSON object a line; games that the file already holds from the same match are not played again")
	f.StringVar(&o.psq, "psq", "", "write every game to this directory as a record of Piskvork")
	f.IntVar(&o.causes, "causes", 0, "look at each game that A lost with so many nodes a position, and name why; 0: do not")
	elo0 := f.Float64("elo0", 0, "with -elo1: end as soon as the games decide between \"A is stronger by elo0\" and \"by elo1\", either error 5 %")
	elo1 := f.Float64("elo1", 0, "see -elo0")
	if err := f.Parse(args); err != nil {
		return nil, nil, err
	}
	if f.NArg() > 0 {
		return nil, nil, fmt.Errorf("unexpected argument %q: players go after -a and -b", f.Arg(0))
	}
	for i, text := range []string{*a, *b} {
		if text == "" {
			return nil, nil, errors.New("two players are needed: -a and -b, see -help")
		}
		spec, err := duel.ParseSpec(text)
		if err != nil {
			return nil, nil, err
		}
		m.Players[i] = spec
	}
	if _, err := gomoku.NewBoard(m.Size, m.Rule); err != nil {
		return nil, nil, fmt.Errorf("-size %d: %w", m.Size, err)
	}
	switch {
	case o.balanced && o.openings != "":
		return nil, nil, errors.New("-balanced makes the openings and -openings reads them: give one of the two")
	case m.Games < 1:
		return nil, nil, fmt.Errorf("-games %d: at least 1", m.Games)
	case o.causes < 0 || o.causes > 0 && o.causes < causes.LeastNodes:
		return nil, nil, fmt.Errorf("-causes %d: at least %d nodes, or 0 for none", o.causes, causes.LeastNodes)
	case m.Parallel < 1:
		return nil, nil, fmt.Errorf("-parallel %d: at least 1", m.Parallel)
	case m.Clock.Turn < 0 || m.Clock.Tolerance < 0:
		return nil, nil, errors.New("-turn and -tolerance cannot be negative")
	case *elo1 < *elo0 || *elo1 == *elo0 && *elo0 != 0:
		return nil, nil, errors.New("-elo1 must be above -elo0")
	case *elo1 != *elo0:
		o.test = &stats.SPRT{Elo0: *elo0, Elo1: *elo1, Alpha: 0.05, Beta: 0.05}
	}
	return m, o, nil
}

func (o *options) readOpenings(m *duel.Match) (err error) {
	if o.balanced {
		m.OpeningsSum = "balanced" // no checksum of a file
		m.Openings, err = duel.BalancedOpenings(m.Size, m.Rule, m.Seed)
		return err
	}
	if o.openings == "" {
		m.Openings, err = duel.RandomOpenings(m.Size, m.Rule, m.Seed)
		return err
	}
	data, err := os.ReadFile(o.openings)
	if err != nil {
		return err
	}
	if m.OpeningsSum, err = duel.Checksum(bytes.NewReader(data)); err != nil {
		return err
	}
	list, err := duel.ReadOpenings(bytes.NewReader(data), m.Size, m.Rule)
	if err != nil {
		return fmt.Errorf("%s: %w", o.openings, err)
	}
	if len(list) == 0 {
		return fmt.Errorf("%s holds no opening", o.openings)
	}
	m.Openings = duel.Cycle(list)
	return nil
}

func play(ctx context.Context, m *duel.Match, o *options, stdout, stderr io.Writer) (err error) {
	if o.log != "" {
		log, openErr := m.OpenLog(o.log)
		if openErr != nil {
			return openErr
		}
		defer func() { err = errors.Join(err, log.Close()) }()
		m.Finished = func(g *duel.Game) error { return log.Add(g) }
	}
	if o.psq != "" {
		if err := os.MkdirAll(o.psq, 0o755); err != nil {
			return err
		}
	}
	bar := progress.New(m.Games, stderr)
	r := report{match: m, test: o.test, start: time.Now()}
	var failure error
	var lost []*duel.Game
	for g, err := range m.Run(ctx) {
		if err == nil && o.psq != "" {
			err = writePSQ(o.psq, m, g)
		}
		if err != nil {
			failure = err
			break
		}
		r.add(g)
		if g.Winner == duel.B {
			lost = append(lost, g)
		}
		bar.Describe(r.short())
		_ = bar.Add(1)
		if o.test != nil && o.test.Verdict(r.pairs) != stats.GoOn {
			break
		}
	}
	_ = bar.Finish()
	r.played = time.Since(r.start)
	if o.causes > 0 && failure == nil {
		r.lost, r.causeNodes = lost, o.causes
		r.verdicts, failure = causes.Find(ctx, lost, o.causes, m.Parallel, stderr)
	}
	if ctx.Err() != nil {
		fmt.Fprintln(stdout, "interrupted")
	}
	var text strings.Builder
	r.write(&text)
	_, err = io.WriteString(stdout, text.String())
	return errors.Join(failure, err)
}

// writePSQ writes a game to its own file. The file is whole or not there, whatever ends the program.
func writePSQ(dir string, m *duel.Match, g *duel.Game) error {
	var text bytes.Buffer
	if err := g.WritePSQ(&text, [2]string{m.Players[duel.A].Name, m.Players[duel.B].Name}); err != nil {
		return err
	}
	path := filepath.Join(dir, fmt.Sprintf("game%05d.psq", g.Number))
	if err := os.WriteFile(path+".part", text.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}
