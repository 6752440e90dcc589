// Match plays games between two players and says which is stronger, by how much, and how sure that is.
//
//	go run ./match -a depth=6 -b depth=4
//	go run ./match -a set:ReductionScale=0,nodes=20000 -b nodes=20000 -games 4000 -elo0 -5 -elo1 0
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
	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/record"
	"github.com/gomoku-go/gomoku/tools/internal/causes"
	"github.com/gomoku-go/gomoku/tools/internal/matchlog"
	"github.com/gomoku-go/gomoku/tools/internal/openings"
	"github.com/gomoku-go/gomoku/tools/internal/players"
	"github.com/gomoku-go/gomoku/tools/internal/progress"
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
	e, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitDone
	}
	if err != nil {
		fmt.Fprintln(stderr, "match:", strings.TrimPrefix(err.Error(), "match: "))
		return exitUsage
	}
	err = e.play(ctx, stdout, stderr)
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "match:", strings.TrimPrefix(err.Error(), "match: "))
		return exitFailed
	case ctx.Err() != nil:
		return exitInterrupted
	}
	return exitDone
}

// An event is a match with all that is made of it.
type event struct {
	specs   [2]*players.Spec
	sides   [2]*match.Contender
	options match.Options
	log     string
	psq     string
	causes  int
}

func parse(args []string, stderr io.Writer) (*event, error) {
	e := &event{}
	o := &e.options
	f := flag.NewFlagSet("match", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintf(stderr, "usage: match -a PLAYER -b PLAYER [flags]\n\n%s\n\nflags:\n", players.Help)
		f.PrintDefaults()
	}
	a := f.String("a", "", "player A")
	b := f.String("b", "", "player B")
	f.IntVar(&o.Games, "games", 80, "games to play, or the most with -elo1; games 2k and 2k+1 share an opening, with colors changed")
	f.IntVar(&o.Size, "size", gomoku.DefaultSize, "size of the board")
	f.TextVar(&o.Rule, "rule", gomoku.Freestyle, "freestyle, standard, renju, caro or caro-overline")
	file := f.String("openings", "", "file of openings, one a line as x,y x,y …, black first; without one they are made from -seed, even by a search")
	f.Uint64Var(&o.Seed, "seed", 1, "seed of the openings and of the players' random choices")
	f.IntVar(&o.Parallel, "parallel", runtime.GOMAXPROCS(0), "games at a time")
	f.IntVar(&o.MaxMoves, "max-moves", 0, "call a draw after this many moves, 0 for a full board")
	limits := players.EngineLimits{}
	f.DurationVar(&limits.Turn, "turn", time.Second, "time a move for protocol engines; the searcher takes time= in its description")
	f.DurationVar(&o.Tolerance, "tolerance", 200*time.Millisecond, "what a protocol engine may take beyond that")
	f.Int64Var(&limits.Memory, "memory", 128<<20, "memory for a protocol engine, in bytes")
	f.StringVar(&e.log, "log", "", "write every game to this file, one JSON object a line; games that the file already holds from the same match are not played again")
	f.StringVar(&e.psq, "psq", "", "write every game to this directory as a record of Piskvork")
	f.IntVar(&e.causes, "causes", 0, "look at each game that A lost with so many nodes a position, and name why; 0: do not")
	elo0 := f.Float64("elo0", 0, "with -elo1: end as soon as the games decide between \"A is stronger by elo0\" and \"by elo1\", either error 5 %")
	elo1 := f.Float64("elo1", 0, "see -elo0")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q: players go after -a and -b", f.Arg(0))
	}
	switch {
	case o.Games < 1:
		return nil, fmt.Errorf("-games %d: at least 1", o.Games)
	case o.Size == 0:
		return nil, fmt.Errorf("-size 0: want %d to %d", gomoku.MinSize, gomoku.MaxSize)
	case e.causes < 0 || e.causes > 0 && e.causes < causes.LeastNodes:
		return nil, fmt.Errorf("-causes %d: at least %d nodes, or 0 for none", e.causes, causes.LeastNodes)
	case o.Parallel < 1:
		return nil, fmt.Errorf("-parallel %d: at least 1", o.Parallel)
	case o.MaxMoves < 0:
		return nil, fmt.Errorf("-max-moves %d: at least 1, or 0 for no limit", o.MaxMoves)
	case limits.Turn <= 0 || o.Tolerance <= 0:
		return nil, errors.New("-turn and -tolerance: want more than 0")
	case *elo1 < *elo0 || *elo1 == *elo0 && *elo0 != 0:
		return nil, errors.New("-elo1 must be above -elo0")
	case *elo1 != *elo0:
		o.SPRT = &match.SPRT{Elo0: *elo0, Elo1: *elo1}
	}
	var err error
	for i, text := range []string{*a, *b} {
		if text == "" {
			return nil, errors.New("two players are needed: -a and -b, see -help")
		}
		if e.specs[i], err = players.Parse(text); err != nil {
			return nil, err
		}
		e.sides[i] = e.specs[i].Contender(limits)
	}
	if *file != "" {
		if o.Openings, _, err = openings.Load(*file, o.Size, o.Rule); err != nil {
			return nil, err
		}
	}
	_, err = match.NewHeader(e.sides[0], e.sides[1], o) // which looks at the options
	return e, err
}

func (e *event) play(ctx context.Context, stdout, stderr io.Writer) (err error) {
	o := &e.options
	if e.log != "" {
		with := map[string]string{"weights of A": e.specs[0].WeightsSum(), "weights of B": e.specs[1].WeightsSum()}
		log, openErr := matchlog.Open(e.log, e.sides[0], e.sides[1], o, with)
		if openErr != nil {
			return openErr
		}
		defer func() { err = errors.Join(err, log.Close()) }()
	}
	if e.psq != "" {
		if err := os.MkdirAll(e.psq, 0o755); err != nil {
			return err
		}
	}
	bar := progress.New(o.Games, stderr)
	r := report{event: e, logged: map[*match.Game]bool{}, start: time.Now()}
	for _, g := range o.Done {
		r.logged[g] = true
	}
	var failure error
	var lost []*match.Game
	for g, err := range match.Run(ctx, e.sides[0], e.sides[1], o) {
		if err == nil && e.psq != "" {
			err = e.writePSQ(g)
		}
		if err != nil {
			if ctx.Err() == nil { // an interrupt is told below
				failure = err
			}
			break
		}
		r.add(g)
		if g.Points() == 0 {
			lost = append(lost, g)
		}
		bar.Describe(r.short())
		_ = bar.Add(1)
	}
	_ = bar.Finish()
	r.played = time.Since(r.start)
	if e.causes > 0 && failure == nil {
		r.lost = lost
		r.verdicts, failure = causes.Find(ctx, lost, e.causes, o.Parallel, stderr)
	}
	if ctx.Err() != nil {
		fmt.Fprintln(stdout, "interrupted")
	}
	var text strings.Builder
	r.write(&text)
	_, err = io.WriteString(stdout, text.String())
	return errors.Join(failure, err)
}

// writePSQ writes a game to its own file, with the time of each move in milliseconds. The file is whole or not there, whatever ends
// the program. The last line says that the game came to a normal end; Piskvork has none for a loss by time or an illegal move.
func (e *event) writePSQ(g *match.Game) error {
	tree := record.FromGame(&g.Game)
	tree.Game.Tags = map[string]string{}
	for i, color := range []string{"black", "white"} {
		tree.Game.Tags[color] = strings.Join(strings.Fields(e.specs[g.Mover(i)].Name), " ")
	}
	tree.Root.Props = map[string][]string{"PSQ": {"11:11", "-1"}}
	n := tree.Root
	for i := range g.Moves {
		n = n.Children[0]
		if k := i - g.Opening; k >= 0 {
			n.Props = map[string][]string{"MS": {fmt.Sprint(g.Plies[k].Time.Milliseconds())}}
		}
	}
	var text bytes.Buffer
	if err := record.Write(&text, record.PSQ, tree); err != nil {
		return fmt.Errorf("game %d: %w", g.Number, err)
	}
	path := filepath.Join(e.psq, fmt.Sprintf("game%05d.psq", g.Number))
	if err := os.WriteFile(path+".part", text.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}
