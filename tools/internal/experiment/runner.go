package experiment

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/internal/jsonlog"
	"github.com/gomoku-go/gomoku/tools/internal/openings"
	"github.com/gomoku-go/gomoku/tune"
)

// A Runner plays the games of an experiment. Its exported fields are the flags of the commands.
type Runner struct {
	Evaluator string // pattern or shape
	Weights   string // a file for the pattern evaluator
	Set       string // NAME=VALUE,… for both sides
	Depth     int
	Nodes     int64
	Openings  string // a file
	Log       string // a file
	Games     tune.Games
	Run       tune.RunOptions

	target      *target
	openingsSum string       // checksum of the openings
	confirmed   []tune.Game  // games of the confirmation match that the log holds
	log         *jsonlog.Log // nil without Log
}

// Load checks the flags, and reads what they name.
func (r *Runner) Load() (err error) {
	g := &r.Games
	switch {
	case r.Depth < 0 || r.Nodes < 0:
		return errors.New("-depth and -nodes cannot be negative")
	case r.Depth == 0 && r.Nodes == 0:
		return errors.New("a limit is needed: -depth or -nodes")
	case r.Run.Parallel < 1:
		return fmt.Errorf("-parallel %d: at least 1", r.Run.Parallel)
	}
	if _, err := gomoku.NewBoard(g.Size, g.Rule); err != nil {
		return fmt.Errorf("-size %d: %w", g.Size, err)
	}
	if r.target, err = newTarget(r.Evaluator, r.Weights, r.Set); err != nil {
		return err
	}
	if r.Openings == "" {
		return nil
	}
	g.Openings, r.openingsSum, err = openings.Load(r.Openings, g.Size, g.Rule)
	return err
}

// Params reads a list of parameters, NAME:LOW:TOP:STEP or NAME=START:LOW:TOP:STEP, of a flag.
func (r *Runner) Params(flag, list string) ([]tune.Param, error) { return r.target.params(flag, list) }

// Play gives the games the player of these parameters, and the limits.
func (r *Runner) Play(params []tune.Param) {
	player := r.target.player(names(params))
	r.Games.Player = func(values []float64) ([]gomoku.Option, error) {
		options, err := player(values)
		if r.Nodes > 0 {
			options = append(options, gomoku.WithNodes(r.Nodes))
		}
		return options, err
	}
	r.Games.Limit = gomoku.WithNodes(r.Nodes)
	if r.Depth > 0 {
		r.Games.Limit = gomoku.WithDepth(r.Depth)
	}
}

// String says how the games go.
func (r *Runner) String() string {
	var limits []string
	if r.Depth > 0 {
		limits = append(limits, fmt.Sprintf("depth %d", r.Depth))
	}
	if r.Nodes > 0 {
		limits = append(limits, fmt.Sprintf("%d nodes a move", r.Nodes))
	}
	g := &r.Games
	text := fmt.Sprintf("evaluator %s, %s, %v %dx%d, seed %d", r.Evaluator, strings.Join(limits, ", "), g.Rule, g.Size, g.Size, g.Seed)
	for _, name := range slices.Sorted(maps.Keys(r.target.set)) {
		text += fmt.Sprintf(", %s=%s", name, value(name, r.target.set[name]))
	}
	return text
}
