// Package players makes players of their descriptions on a command line: configurations of the library's searcher, simple
// built-in players, and engines that speak the Gomocup protocol.
package players

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/gomocup"
	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/checksum"
)

// Help explains the text that Parse takes.
const Help = `a player is one of
  random            any legal move
  greedy            one ply: own five, block a five, else the point of the best shapes
  engine:COMMAND    an engine that speaks the Gomocup protocol, run by the shell
  default           the library's searcher as it comes (one second a move)
  KEY=VALUE,...     the searcher, shaped by
    depth=6 nodes=20000 time=50ms            limits
    level=hard                               1 to 10, easy, medium, hard, expert
    width=20 radius=2 defense=1.0            candidates and defense weight
    evaluator=shape weights=FILE             pattern or shape; pattern weights of one's own
    hash=16 threads=1 book=true tie=10       MiB; threads; opening book; margin of random ties
    name=TEXT                                for the report
    set:NAME=VALUE                           a switch or constant of the search`

// A Spec says how to make players of one kind.
type Spec struct {
	Text string // as given
	Name string

	move       match.MoveFunc  // a simple player; nil: none
	command    string          // an engine's; empty: none
	searcher   *searcherConfig // nil for other players
	weightsSum string          // checksum of the weight file
}

// EngineLimits are what protocol engines are told about time and memory. A searcher has its limits in its own description.
type EngineLimits struct {
	Turn   time.Duration // for a move
	Memory int64         // bytes
}

// IsEngine reports whether the limits of engines matter.
func (s *Spec) IsEngine() bool { return s.command != "" }

// Contender returns the player for a match. Its name is the whole description, so that logs tell players apart.
func (s *Spec) Contender(l EngineLimits) *match.Contender {
	switch {
	case s.move != nil:
		return match.Func(s.Text, s.move)
	case s.command != "":
		return &match.Contender{Name: s.Text, Clock: gomoku.Clock{PerMove: l.Turn}, New: func() (match.Player, error) {
			path, args := shell(s.command)
			return &gomocup.Engine{Path: path, Args: args, Memory: l.Memory}, nil
		}}
	}
	return match.Searcher(s.Text, s.searcher.options...)
}

// WeightsSum returns the checksum of the weight file, empty without one.
func (s *Spec) WeightsSum() string { return s.weightsSum }

// NewSearcher makes a searcher of the library, if that is what the spec describes.
func (s *Spec) NewSearcher(more ...gomoku.Option) (*gomoku.Searcher, error) {
	if s.searcher == nil {
		return nil, fmt.Errorf("%q is not the library's searcher", s.Text)
	}
	return gomoku.NewSearcher(slices.Concat(s.searcher.options, more)...)
}

// Parse reads the description of a player. Mistakes in it are found here, not at the first game.
func Parse(text string) (*Spec, error) {
	s := &Spec{Text: text, Name: text}
	switch command, ok := strings.CutPrefix(text, "engine:"); {
	case ok && strings.TrimSpace(command) == "":
		return nil, errors.New("engine: needs a command line")
	case ok:
		s.command = command
		return s, nil
	case text == "random":
		s.move = random
		return s, nil
	case text == "greedy":
		s.move = greedy
		return s, nil
	case text == "":
		return nil, errors.New("empty player: see -help")
	}
	var config searcherConfig
	if text != "default" {
		for part := range strings.SplitSeq(text, ",") {
			if err := config.add(s, strings.TrimSpace(part)); err != nil {
				return nil, fmt.Errorf("player %q: %w", text, err)
			}
		}
	}
	err := config.finish()
	s.searcher, s.weightsSum = &config, config.weightsSum
	if err == nil {
		_, err = s.NewSearcher()
	}
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", text, err)
	}
	return s, nil
}

type searcherConfig struct {
	options  []gomoku.Option
	settings []setting
	shape    bool // evaluator=shape
	weights  gomoku.PatternWeights

	weightsSum string
	pattern    bool // evaluator=pattern, or weights
	defense    float64
}

func (c *searcherConfig) add(s *Spec, part string) error {
	key, value, ok := strings.Cut(part, "=")
	if !ok {
		return fmt.Errorf("%q is neither a known player nor key=value", part)
	}
	if name, ok := strings.CutPrefix(key, "set:"); ok {
		c.settings = append(c.settings, setting{name, value})
		return nil
	}
	var err error
	switch key {
	case "name":
		s.Name = value
	case "depth":
		err = number(value, func(n int) { c.options = append(c.options, gomoku.WithDepth(n)) })
	case "nodes":
		err = number(value, func(n int) { c.options = append(c.options, gomoku.WithNodes(int64(n))) })
	case "time":
		var d time.Duration
		if d, err = time.ParseDuration(value); err == nil {
			c.options = append(c.options, gomoku.WithTimeBudget(d))
		}
	case "level":
		var l gomoku.Level
		if err = l.UnmarshalText([]byte(value)); err == nil {
			c.options = append(c.options, gomoku.WithLevel(l))
		}
	case "width":
		err = number(value, func(n int) { c.options = append(c.options, gomoku.WithWidth(n)) })
	case "radius":
		err = number(value, func(n int) { c.options = append(c.options, gomoku.WithRadius(n)) })
	case "defense":
		c.defense, err = strconv.ParseFloat(value, 64)
	case "evaluator":
		c.shape, c.pattern = value == "shape", value == "pattern"
		if !c.shape && !c.pattern {
			err = errors.New("want pattern or shape")
		}
	case "weights":
		c.pattern = true
		err = c.readWeights(value)
	case "hash":
		err = number(value, func(n int) { c.options = append(c.options, gomoku.WithHashSize(int64(n)<<20)) })
	case "threads":
		err = number(value, func(n int) { c.options = append(c.options, gomoku.WithThreads(n)) })
	case "tie":
		err = number(value, func(n int) { c.options = append(c.options, gomoku.WithRandomTieBreak(gomoku.Score(n))) })
	case "book":
		var use bool
		if use, err = strconv.ParseBool(value); use {
			c.options = append(c.options, gomoku.WithBook(gomoku.DefaultBook()))
		}
	default:
		return fmt.Errorf("unknown key %q: see -help", key)
	}
	if err != nil {
		return fmt.Errorf("%s=%s: %w", key, value, err)
	}
	return nil
}

func (c *searcherConfig) readWeights(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if c.weightsSum, err = checksum.Of(bytes.NewReader(data)); err != nil {
		return err
	}
	c.weights, err = gomoku.ReadPatternWeights(bytes.NewReader(data))
	return err
}

// finish adds the options that stand on several keys.
func (c *searcherConfig) finish() error {
	switch {
	case c.shape:
		c.options = append(c.options, gomoku.WithEvaluator(new(gomoku.ShapeEvaluator)))
	case c.pattern:
		c.options = append(c.options, gomoku.WithEvaluator(gomoku.NewPatternEvaluator(c.weights)))
	}
	if c.defense != 0 {
		c.options = append(c.options, gomoku.WithDefenseWeight(c.defense))
	}
	if len(c.settings) == 0 {
		return nil
	}
	params, err := searchParams(c.settings)
	c.options = append(c.options, params)
	return err
}

func number(text string, use func(int)) error {
	n, err := strconv.Atoi(text)
	if err != nil {
		return errors.New("want a whole number")
	}
	use(n)
	return nil
}
