// Package experiment plays games to compare values of parameters of a searcher: a grid of all combinations, or two players whose
// values differ. It keeps the games in a log, so that it continues after a kill.
package experiment

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/tuning"
	"github.com/gomoku-go/gomoku/tools/internal/checksum"
	"github.com/gomoku-go/gomoku/tune"
)

// ParametersHelp lists the parameters.
const ParametersHelp = `parameters are
  defense                weight of the opponent's threats
  width, radius          candidates of a node, and how near to a stone they lie;
                         width 484 is all of them
  openfour, openthree    with -evaluator shape: how many times a four they are worth
  opentwo, three, two    with -evaluator shape: their worth where a four is 10000
  FutilityMargin, ...    constants of the search: internal/engine/params.go`

// allCandidates is a width that leaves nothing out.
const allCandidates = gomoku.MaxSize * gomoku.MaxSize

// A parameter is something that can be tuned by its name.
type parameter struct {
	start   float64
	integer bool
	apply   func(p *player, v float64)
}

// A player gathers the values of the parameters of one side.
type player struct {
	options []gomoku.Option
	scores  gomoku.ShapeScores
	engine  engine.Params
}

func optionParameter(start float64, integer bool, option func(v float64) gomoku.Option) parameter {
	return parameter{start, integer, func(p *player, v float64) { p.options = append(p.options, option(v)) }}
}

var optionParameters = map[string]parameter{
	"defense": optionParameter(1, false, func(v float64) gomoku.Option { return gomoku.WithDefenseWeight(v) }),
	"width":   optionParameter(allCandidates, true, func(v float64) gomoku.Option { return gomoku.WithWidth(int(v)) }),
	"radius":  optionParameter(2, true, func(v float64) gomoku.Option { return gomoku.WithRadius(int(v)) }),
}

// shapeParameters are the scores of ShapeEvaluator as articles give them: ratios to a four, which keeps its score.
var shapeParameters = func() map[string]parameter {
	s := gomoku.DefaultShapeScores()
	four := float64(s.Four)
	return map[string]parameter{
		"openfour":  {float64(s.OpenFour) / four, false, func(p *player, v float64) { p.scores.OpenFour = int(math.Round(v * four)) }},
		"openthree": {float64(s.OpenThree) / four, false, func(p *player, v float64) { p.scores.OpenThree = int(math.Round(v * four)) }},
		"opentwo":   {float64(s.OpenTwo), true, func(p *player, v float64) { p.scores.OpenTwo = int(v) }},
		"three":     {float64(s.Three), true, func(p *player, v float64) { p.scores.Three = int(v) }},
		"two":       {float64(s.Two), true, func(p *player, v float64) { p.scores.Two = int(v) }},
	}
}()

// A target is what is tuned: a searcher of the library, and the parameters that are set for both sides.
type target struct {
	evaluator string // pattern or shape
	weights   gomoku.PatternWeights
	sum       string // checksum of the weight file
	all       map[string]parameter
	set       map[string]float64
}

// newTarget reads -evaluator, -weights and -set.
func newTarget(evaluator, weights, set string) (*target, error) {
	t := &target{evaluator: evaluator, all: maps.Clone(optionParameters), set: map[string]float64{}}
	switch evaluator {
	case "pattern":
	case "shape":
		maps.Copy(t.all, shapeParameters)
	default:
		return nil, fmt.Errorf("-evaluator %s: want pattern or shape; for one of your own see package gomoku/tune", evaluator)
	}
	defaults := engine.DefaultParams()
	for name, v := range defaults.Values() {
		t.all[name] = parameter{float64(v), true, func(p *player, v float64) { p.engine.Set(name, int(v)) }}
	}
	if weights != "" {
		if evaluator != "pattern" {
			return nil, errors.New("-weights are those of -evaluator pattern")
		}
		data, err := os.ReadFile(weights)
		if err != nil {
			return nil, err
		}
		if t.weights, err = gomoku.ReadPatternWeights(bytes.NewReader(data)); err != nil {
			return nil, fmt.Errorf("%s: %w", weights, err)
		}
		if t.sum, err = checksum.Of(bytes.NewReader(data)); err != nil {
			return nil, err
		}
	}
	for _, f := range Fields(set) {
		name, text, _ := strings.Cut(f, "=")
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("-set %s: want NAME=VALUE", f)
		}
		n, err := t.parameter(name)
		if err != nil {
			return nil, err
		}
		if n.integer && v != math.Trunc(v) {
			return nil, fmt.Errorf("-set %s: %s is a whole number", f, name)
		}
		t.set[name] = v
	}
	return t, nil
}

func (t *target) parameter(name string) (parameter, error) {
	n, ok := t.all[name]
	if !ok {
		return n, fmt.Errorf("no parameter %q; there are %s", name, strings.Join(slices.Sorted(maps.Keys(t.all)), ", "))
	}
	return n, nil
}

// params reads a list as -params and -axes have it: NAME:LOW:TOP:STEP or NAME=START:LOW:TOP:STEP, separated by commas.
func (t *target) params(flag, text string) (params []tune.Param, err error) {
	for _, f := range Fields(text) {
		parts := strings.Split(f, ":")
		if len(parts) != 4 {
			return nil, fmt.Errorf("%s %s: want NAME:LOW:TOP:STEP", flag, f)
		}
		name, start, given := strings.Cut(parts[0], "=")
		if slices.Contains(names(params), name) {
			return nil, fmt.Errorf("%s %s: %s for the second time", flag, text, name)
		}
		n, err := t.parameter(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", flag, err)
		}
		if _, ok := t.set[name]; ok {
			return nil, fmt.Errorf("%s %s: -set gives %s to both sides already; for another start write %s=START:LOW:TOP:STEP", flag, f, name, name)
		}
		p := tune.Param{Name: name, Start: n.start, Integer: n.integer}
		values, texts := []*float64{&p.Low, &p.High, &p.Step}, parts[1:]
		if given {
			values, texts = append(values, &p.Start), append(texts, start)
		}
		for i, to := range values {
			if *to, err = strconv.ParseFloat(texts[i], 64); err != nil {
				return nil, fmt.Errorf("%s %s: %w", flag, f, err)
			}
		}
		if !(p.Low < p.High) || !(p.Step > 0) {
			return nil, fmt.Errorf("%s %s: want LOW below TOP, and a STEP above 0", flag, f)
		}
		params = append(params, p)
	}
	if len(params) == 0 {
		return nil, fmt.Errorf("%s: want NAME:LOW:TOP:STEP, one or more", flag)
	}
	return params, nil
}

// player returns the function that makes options of values of these parameters, for [tune.Games].
func (t *target) player(names []string) func([]float64) ([]gomoku.Option, error) {
	return func(values []float64) ([]gomoku.Option, error) {
		p := player{scores: gomoku.DefaultShapeScores(), engine: engine.DefaultParams()}
		for name, v := range t.set {
			t.all[name].apply(&p, v)
		}
		for i, name := range names {
			t.all[name].apply(&p, values[i])
		}
		var e gomoku.Evaluator = gomoku.NewPatternEvaluator(t.weights)
		if t.evaluator == "shape" {
			shapes, err := gomoku.NewShapeEvaluator(p.scores)
			if err != nil {
				return nil, err
			}
			e = shapes
		}
		return append(p.options, gomoku.WithEvaluator(e), tuning.Option(p.engine).(gomoku.Option)), nil
	}
}

// names returns the names of parameters.
func names(params []tune.Param) (list []string) {
	for _, p := range params {
		list = append(list, p.Name)
	}
	return list
}

// Fields divides a list of a flag at its commas.
func Fields(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// value writes a value of a parameter for people.
func value(name string, v float64) string {
	if name == "width" && v >= allCandidates {
		return "all"
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}
