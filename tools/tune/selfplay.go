package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"sync"

	"github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A game is one line of a data file.
type game struct {
	Rule   pattern.Rule    `json:"rule"`
	Size   int             `json:"size"`
	Random int             `json:"random"` // so many of the moves were put by chance
	Moves  []position.Cell `json:"moves"`
	Scores []int           `json:"scores"` // of the searched moves, from the mover's view
	Result int             `json:"result"` // 1 Black won, 0 draw, -1 White won
}

func selfplay(args []string) error {
	fs := flag.NewFlagSet("selfplay", flag.ExitOnError)
	rule := fs.Int("rule", 0, "rule: 0 freestyle, 1 standard, 2 renju, 3 caro, 4 caro-overline")
	size := fs.Int("size", 15, "board size")
	games := fs.Int("games", 1000, "games to play")
	nodes := fs.Int64("nodes", 1500, "nodes a move")
	seed := fs.Uint64("seed", 1, "seed of openings and noise")
	parallel := fs.Int("parallel", runtime.NumCPU(), "games at a time")
	weights := fs.String("weights", "", "weight file (default: built in)")
	out := fs.String("out", "", "data file to append to")
	fs.Parse(args)
	set, err := readWeights(*weights)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(*out, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()

	next := make(chan uint64)
	lines := make(chan game)
	var wg sync.WaitGroup
	for range *parallel {
		wg.Go(func() {
			e := engine.New(engine.Config{Weights: set, Defense: position.DefenseUnit, Radius: position.DefaultRadius, HashBytes: 4 << 20, Params: engine.DefaultParams()})
			for n := range next {
				lines <- playGame(ctx, e, pattern.Rule(*rule), *size, *nodes, rand.New(rand.NewPCG(*seed, n)))
			}
		})
	}
	go func() {
		for n := range *games {
			select {
			case next <- uint64(n):
			case <-ctx.Done():
			}
		}
		close(next)
		wg.Wait()
		close(lines)
	}()
	done, positions := 0, 0
	w := bufio.NewWriter(f)
	defer w.Flush()
	enc := json.NewEncoder(w)
	for g := range lines {
		if ctx.Err() != nil {
			continue
		}
		if err := enc.Encode(g); err != nil {
			return err
		}
		done++
		positions += len(g.Scores)
		if done%200 == 0 {
			fmt.Fprintf(os.Stderr, "%d games, %d positions\n", done, positions)
		}
	}
	fmt.Fprintf(os.Stderr, "%d games, %d positions\n", done, positions)
	return nil
}

// playGame plays one game of an engine with itself from an opening by chance.
func playGame(ctx context.Context, e *engine.Engine, rule pattern.Rule, size int, nodes int64, r *rand.Rand) game {
	g := game{Rule: rule, Size: size}
	p := balanced(ctx, e, rule, size, 4*nodes, r)
	if ctx.Err() != nil {
		return g
	}
	g.Random = p.Len()
	for i := range p.Len() {
		g.Moves = append(g.Moves, p.Move(i))
	}
	for !p.Full() {
		l := engine.Limits{Nodes: nodes/2 + r.Int64N(nodes), MultiPV: 1}
		found := e.Search(ctx, p, l)
		if found.Best == position.None || len(found.Lines) == 0 {
			return g
		}
		score := found.Lines[0].Score
		g.Moves, g.Scores = append(g.Moves, found.Best), append(g.Scores, score)
		sign := 1
		if p.Side() == pattern.White {
			sign = -1
		}
		if p.Wins(p.Side(), found.Best) || score > engine.MaxEval || score < -engine.MaxEval {
			if score > 0 {
				g.Result = sign
			} else {
				g.Result = -sign
			}
			return g
		}
		p.Play(found.Best)
	}
	return g
}

// balanced returns an opening by chance that neither side has won already: those teach nothing.
func balanced(ctx context.Context, e *engine.Engine, rule pattern.Rule, size int, nodes int64, r *rand.Rand) *position.Position {
	p := position.New(position.StandardTables(size, rule))
	for {
		for p.Len() > 0 {
			p.Undo()
		}
		opening(p, r)
		first := e.Search(ctx, p, engine.Limits{Nodes: nodes, MultiPV: 1})
		if ctx.Err() != nil || len(first.Lines) > 0 && max(first.Lines[0].Score, -first.Lines[0].Score) < 400 {
			return p
		}
	}
}

// opening puts some stones near the center.
func opening(p *position.Position, r *rand.Rand) {
	stones := 1 + r.IntN(7)
	spread := 2 + r.IntN(3)
	for p.Len() < stones {
		c := position.CellAt(p.Size()/2+r.IntN(2*spread+1)-spread, p.Size()/2+r.IntN(2*spread+1)-spread)
		if p.Empty(c) && p.Foul(c) == position.NoFoul && !p.Wins(p.Side(), c) {
			p.Play(c)
		}
	}
}

// readGames reads data files.
func readGames(names []string) (games []game, err error) {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		dec := json.NewDecoder(bufio.NewReader(f))
		for {
			var g game
			err := dec.Decode(&g)
			if err == io.EOF || err == io.ErrUnexpectedEOF { // the last line of a file that is being written
				break
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			games = append(games, g)
		}
	}
	return games, nil
}
