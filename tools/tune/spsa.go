package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/internal/selfplay"
)

// A knob is a constant of the search that spsa turns.
type knob struct {
	Name            string
	Value, Low, Top float64
	Step            float64 // how far the two opponents' values lie from the mean at the end
}

// A spsaState is what a run needs to go on after a kill.
type spsaState struct {
	Iteration int   // pairs of games that are done
	Next      int   // number of the next pair to begin
	Running   []int `json:",omitempty"` // pairs that are begun and not done: after a kill they come again, and no other
	Knobs     []knob
	Points    float64 // of the player with the plus signs, less those of the other: a look at the sizes of the steps
}

// spsa seeks better constants of the search by games: simultaneous perturbation stochastic approximation (Spall, 1992).
// Two players differ from the current values by a step up or down in every constant at once; the result of two games with
// colors changed moves all of them toward the winner.
func spsa(args []string) error {
	fs := flag.NewFlagSet("spsa", flag.ExitOnError)
	params := fs.String("params", "", "constants, separated by commas: NAME:LOW:TOP:STEP or NAME=START:LOW:TOP:STEP")
	set := fs.String("set", "", "other constants that both players use: NAME=VALUE, separated by commas")
	iterations := fs.Int("iterations", 1000, "pairs of games")
	nodes := fs.Int64("nodes", 20_000, "nodes a move")
	rate := fs.Float64("rate", 0.02, "share of a step that a won pair moves a constant at the end")
	var rule gomoku.Rule
	fs.TextVar(&rule, "rule", gomoku.Freestyle, "freestyle, standard, renju, caro or caro-overline")
	size := fs.Int("size", 15, "board size")
	seed := fs.Uint64("seed", 1, "seed of openings and signs")
	state := fs.String("state", "", "file that keeps the state, to go on from")
	parallel := fs.Int("parallel", runtime.NumCPU(), "games at a time")
	weights := fs.String("weights", "", "weight file (default: built in)")
	fs.Parse(args)
	w, _, err := selfplay.ReadWeights(*weights)
	if err != nil {
		return err
	}
	base := engine.DefaultParams()
	for _, s := range fields(*set) {
		name, value, _ := strings.Cut(s, "=")
		n, err := strconv.Atoi(value)
		if err != nil {
			return fmt.Errorf("-set %s: want NAME=VALUE", s)
		}
		if err := base.Set(name, n); err != nil {
			return err
		}
	}
	var s spsaState
	if s.Knobs, err = parseKnobs(*params, base); err != nil {
		return err
	}
	if *state != "" {
		switch data, err := os.ReadFile(*state); {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			return err
		default:
			var old spsaState
			if err := json.Unmarshal(data, &old); err != nil {
				return fmt.Errorf("%s: %w", *state, err)
			}
			if len(old.Knobs) != len(s.Knobs) {
				return fmt.Errorf("%s has %d constants, -params %d", *state, len(old.Knobs), len(s.Knobs))
			}
			for i := range s.Knobs {
				if old.Knobs[i].Name != s.Knobs[i].Name {
					return fmt.Errorf("%s has %s where -params has %s", *state, old.Knobs[i].Name, s.Knobs[i].Name)
				}
				s.Knobs[i].Value = old.Knobs[i].Value
			}
			s.Iteration, s.Points, s.Running = old.Iteration, old.Points, old.Running
			s.Next = max(old.Next, old.Iteration) // older states have no Next
			fmt.Printf("%s has %d pairs of %d\n", *state, s.Iteration, *iterations)
		}
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()

	// Shrinking steps as usual for the method: by the powers 0.602 and 0.101 of the iteration.
	const alpha, gamma = 0.602, 0.101
	early := 0.1 * float64(*iterations)
	var mu sync.Mutex
	again := s.Running
	s.Running = nil
	var failure error
	var wg sync.WaitGroup
	for range *parallel {
		wg.Go(func() {
			for {
				mu.Lock()
				k := s.Next
				if len(again) > 0 {
					k = again[0]
				}
				if ctx.Err() != nil || failure != nil || k >= *iterations {
					mu.Unlock()
					return
				}
				if len(again) > 0 {
					again = again[1:]
				} else {
					s.Next++
				}
				s.Running = append(s.Running, k)
				r := rand.New(rand.NewPCG(*seed, uint64(k)))
				shrink := math.Pow(float64(*iterations)/float64(k+1), gamma)
				var players [2]engine.Params
				players[0], players[1] = base, base
				signs := make([]float64, len(s.Knobs))
				for i, kn := range s.Knobs {
					signs[i] = float64(2*r.IntN(2) - 1)
					for side := range players {
						v := kn.Value + signs[i]*kn.Step*shrink*float64(1-2*side)
						v = min(max(v, kn.Low), kn.Top)
						players[side].Set(kn.Name, int(math.Floor(v+r.Float64()))) // rounded by chance, right in the mean
					}
				}
				mu.Unlock()
				points, err := playPair(ctx, players, w, pattern.Rule(rule), *size, *nodes, r)
				mu.Lock()
				if err != nil {
					failure = err
				} else if ctx.Err() == nil {
					gain := *rate * math.Pow((early+float64(*iterations))/(early+float64(k+1)), alpha) / shrink
					for i := range s.Knobs {
						kn := &s.Knobs[i]
						kn.Value = min(max(kn.Value+gain*kn.Step*signs[i]*points, kn.Low), kn.Top)
					}
					s.Iteration++
					s.Points += math.Abs(points)
					s.Running = slices.DeleteFunc(s.Running, func(n int) bool { return n == k })
					if s.Iteration%50 == 0 || s.Iteration == *iterations {
						fmt.Printf("%d pairs:", s.Iteration)
						for _, kn := range s.Knobs {
							fmt.Printf(" %s=%.1f", kn.Name, kn.Value)
						}
						fmt.Println()
					}
					failure = s.save(*state, again)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return failure
}

// save writes the state, with the pairs of an earlier run that wait to come again.
func (s spsaState) save(name string, again []int) error {
	if name == "" {
		return nil
	}
	s.Running = slices.Concat(s.Running, again)
	data, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	return writeFile(name, data)
}

func fields(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// parseKnobs reads the flag -params.
func parseKnobs(text string, base engine.Params) (knobs []knob, err error) {
	values := base.Values()
	for _, f := range fields(text) {
		parts := strings.Split(f, ":")
		if len(parts) != 4 {
			return nil, fmt.Errorf("-params %s: want NAME:LOW:TOP:STEP", f)
		}
		var k knob
		name, start, given := strings.Cut(parts[0], "=")
		k.Name = name
		v, ok := values[name]
		if !ok {
			return nil, base.Set(name, 0)
		}
		k.Value = float64(v)
		numbers := []*float64{&k.Low, &k.Top, &k.Step}
		texts := parts[1:]
		if given {
			numbers, texts = append(numbers, &k.Value), append(texts, start)
		}
		for i, n := range numbers {
			if *n, err = strconv.ParseFloat(texts[i], 64); err != nil {
				return nil, fmt.Errorf("-params %s: %w", f, err)
			}
		}
		if k.Low >= k.Top || k.Step <= 0 || k.Value < k.Low || k.Value > k.Top {
			return nil, fmt.Errorf("-params %s: want LOW below TOP, the start %v between them and a STEP above 0", f, k.Value)
		}
		knobs = append(knobs, k)
	}
	if len(knobs) == 0 {
		return nil, errors.New("spsa needs -params")
	}
	return knobs, nil
}

// playPair plays two games from one opening with colors changed, and returns the points of the first player less those of
// the second: -2 to 2.
func playPair(ctx context.Context, players [2]engine.Params, w eval.Set, rule pattern.Rule, size int, nodes int64, r *rand.Rand) (points float64, err error) {
	var engines [2]*engine.Engine
	for i := range engines {
		engines[i] = engine.New(engine.Config{Weights: w, Defense: position.DefenseUnit, Radius: position.DefaultRadius, HashBytes: 8 << 20, Params: players[i]})
	}
	p := selfplay.Balanced(ctx, engines[0], rule, size, 4*nodes, r)
	start := p.Len()
	for game := range 2 {
		for p.Len() > start {
			p.Undo()
		}
		engines[0].Clear()
		engines[1].Clear()
		first := p.Side()
		for !p.Full() {
			who := game
			if p.Side() != first {
				who = 1 - game
			}
			found := engines[who].Search(ctx, p, engine.Limits{Nodes: nodes, MultiPV: 1})
			if ctx.Err() != nil {
				return 0, nil
			}
			if found.Best == position.None || len(found.Lines) == 0 {
				break // Black in renju without a legal move
			}
			if score := found.Lines[0].Score; score > engine.MaxEval {
				points += float64(1 - 2*who)
				break
			}
			p.Play(found.Best)
		}
	}
	return points, nil
}
