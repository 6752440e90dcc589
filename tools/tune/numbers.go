package main

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

const numbersHelp = `numbers are
  defense                      weight of the opponent's threats
  width, radius                candidates of a node, and how near to a stone they lie; width 484 is all of them
  openfour, openthree          with -evaluator shape: how many times a four an open four and an open three are worth
  opentwo, three, two          with -evaluator shape: what they are worth where a four is worth 10000
  FutilityMargin, ...          constants of the search: internal/engine/params.go`

// allCandidates is a width that leaves nothing out.
const allCandidates = gomoku.MaxSize * gomoku.MaxSize

// A number is something that can be tuned by its name.
type number struct {
	start   float64
	integer bool
	apply   func(p *player, v float64)
}

// A player gathers what the numbers of one side are.
type player struct {
	options []gomoku.Option
	scores  gomoku.ShapeScores
	engine  engine.Params
}

func optionNumber(start float64, integer bool, option func(v float64) gomoku.Option) number {
	return number{start, integer, func(p *player, v float64) { p.options = append(p.options, option(v)) }}
}

var optionNumbers = map[string]number{
	"defense": optionNumber(1, false, func(v float64) gomoku.Option { return gomoku.WithDefenseWeight(v) }),
	"width":   optionNumber(allCandidates, true, func(v float64) gomoku.Option { return gomoku.WithWidth(int(v)) }),
	"radius":  optionNumber(2, true, func(v float64) gomoku.Option { return gomoku.WithRadius(int(v)) }),
}

// shapeNumbers are the scores of ShapeEvaluator as articles give them: ratios to a four, which keeps its score.
var shapeNumbers = func() map[string]number {
	s := gomoku.DefaultShapeScores()
	four := float64(s.Four)
	return map[string]number{
		"openfour":  {float64(s.OpenFour) / four, false, func(p *player, v float64) { p.scores.OpenFour = int(math.Round(v * four)) }},
		"openthree": {float64(s.OpenThree) / four, false, func(p *player, v float64) { p.scores.OpenThree = int(math.Round(v * four)) }},
		"opentwo":   {float64(s.OpenTwo), true, func(p *player, v float64) { p.scores.OpenTwo = int(v) }},
		"three":     {float64(s.Three), true, func(p *player, v float64) { p.scores.Three = int(v) }},
		"two":       {float64(s.Two), true, func(p *player, v float64) { p.scores.Two = int(v) }},
	}
}()

// A target is what grid and spsa tune: a searcher of the library, and the numbers that are set for both sides.
type target struct {
	evaluator string // pattern or shape
	weights   gomoku.PatternWeights
	sum       string // checksum of the weight file
	numbers   map[string]number
	set       map[string]float64
}

// newTarget reads -evaluator, -weights and -set.
func newTarget(evaluator, weights, set string) (*target, error) {
	s := &target{evaluator: evaluator, numbers: maps.Clone(optionNumbers), set: map[string]float64{}}
	switch evaluator {
	case "pattern":
	case "shape":
		maps.Copy(s.numbers, shapeNumbers)
	default:
		return nil, fmt.Errorf("-evaluator %s: want pattern or shape; for one of your own see package gomoku/tune", evaluator)
	}
	defaults := engine.DefaultParams()
	for name, v := range defaults.Values() {
		s.numbers[name] = number{float64(v), true, func(p *player, v float64) { p.engine.Set(name, int(v)) }}
	}
	if weights != "" {
		if evaluator != "pattern" {
			return nil, errors.New("-weights are those of -evaluator pattern")
		}
		data, err := os.ReadFile(weights)
		if err != nil {
			return nil, err
		}
		if s.weights, err = gomoku.ReadPatternWeights(bytes.NewReader(data)); err != nil {
			return nil, fmt.Errorf("%s: %w", weights, err)
		}
		if s.sum, err = checksum.Of(bytes.NewReader(data)); err != nil {
			return nil, err
		}
	}
	for _, f := range fields(set) {
		name, text, _ := strings.Cut(f, "=")
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("-set %s: want NAME=VALUE", f)
		}
		n, err := s.number(name)
		if err != nil {
			return nil, err
		}
		if n.integer && v != math.Trunc(v) {
			return nil, fmt.Errorf("-set %s: %s is a whole number", f, name)
		}
		s.set[name] = v
	}
	return s, nil
}

func (s *target) number(name string) (number, error) {
	n, ok := s.numbers[name]
	if !ok {
		return n, fmt.Errorf("no number %q; there are %s", name, strings.Join(slices.Sorted(maps.Keys(s.numbers)), ", "))
	}
	return n, nil
}

// params reads a list as -params and -axes have it: NAME:LOW:TOP:STEP or NAME=START:LOW:TOP:STEP, separated by commas.
func (s *target) params(flag, text string) (params []tune.Param, err error) {
	for _, f := range fields(text) {
		parts := strings.Split(f, ":")
		if len(parts) != 4 {
			return nil, fmt.Errorf("%s %s: want NAME:LOW:TOP:STEP", flag, f)
		}
		name, start, given := strings.Cut(parts[0], "=")
		if slices.Contains(names(params), name) {
			return nil, fmt.Errorf("%s %s: %s for the second time", flag, text, name)
		}
		n, err := s.number(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", flag, err)
		}
		if _, ok := s.set[name]; ok {
			return nil, fmt.Errorf("%s %s: -set gives %s to both sides already; for another start write %s=START:LOW:TOP:STEP", flag, f, name, name)
		}
		p := tune.Param{Name: name, Start: n.start, Integer: n.integer}
		numbers, texts := []*float64{&p.Low, &p.High, &p.Step}, parts[1:]
		if given {
			numbers, texts = append(numbers, &p.Start), append(texts, start)
		}
		for i, to := range numbers {
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

// player returns the function that makes options of values of these numbers, for [tune.Games].
func (s *target) player(names []string) func([]float64) ([]gomoku.Option, error) {
	return func(values []float64) ([]gomoku.Option, error) {
		p := player{scores: gomoku.DefaultShapeScores(), engine: engine.DefaultParams()}
		for name, v := range s.set {
			s.numbers[name].apply(&p, v)
		}
		for i, name := range names {
			s.numbers[name].apply(&p, values[i])
		}
		var e gomoku.Evaluator = gomoku.NewPatternEvaluator(s.weights)
		if s.evaluator == "shape" {
			shapes, err := gomoku.NewShapeEvaluator(p.scores)
			if err != nil {
				return nil, err
			}
			e = shapes
		}
		return append(p.options, gomoku.WithEvaluator(e), tuning.Option(p.engine).(gomoku.Option)), nil
	}
}

func names(params []tune.Param) (list []string) {
	for _, p := range params {
		list = append(list, p.Name)
	}
	return list
}

func fields(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// value writes a value of a number for people.
func value(name string, v float64) string {
	if name == "width" && v >= allCandidates {
		return "all"
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}
