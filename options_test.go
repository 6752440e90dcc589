package gomoku

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
)

type plainEvaluator struct{}

func (plainEvaluator) Evaluate(*Board) Score { return 0 }

func TestOptions(t *testing.T) {
	book, eval := new(Book), plainEvaluator{}
	progress := func(Info) {}
	h8 := At(7, 7)
	points := []Point{h8}
	c, err := newConfig([]Option{
		WithDepth(3), WithDepth(4), // later wins
		WithEvaluator(eval), WithRadius(MaxSize), WithWidth(12), WithThreads(1), WithHashSize(64 << 10), WithBook(book),
		WithLevel(Hard), WithSeed(math.MaxUint64), WithTimeBudget(1), WithNodes(5), WithMultiPV(6), WithExcluded(points...),
		WithRandomTieBreak(0), WithBalance(-MaxEval), WithProgress(progress), WithDefenseWeight(1),
	})
	if err != nil {
		t.Fatal(err)
	}
	points[0] = NoPoint // must not reach the option
	if c.progress == nil {
		t.Error("no progress")
	}
	c.progress = nil
	want := config{
		evaluator: eval, defense: 1, radius: 22, width: 12, threads: 1, hashBytes: 64 << 10, book: book, level: Hard, seed: math.MaxUint64,
		depth: 4, budget: 1, nodes: 5, multiPV: 6, excluded: []Point{h8}, tieBreak: true, balance: true, balanceTarget: -MaxEval,
		params: engine.DefaultParams(),
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("config %+v\nwant   %+v", c, want)
	}

	// Limits for one call leave the searcher's own alone.
	d, err := c.with([]SearchOption{WithDepth(9), WithExcluded()})
	if err != nil || d.depth != 9 || len(d.excluded) != 0 || d.nodes != 5 {
		t.Errorf("with limits: %+v, %v", d, err)
	}
	if c.depth != 4 || len(c.excluded) != 1 {
		t.Errorf("limits of one call changed the searcher's to %+v", c)
	}
}

func TestOptionErrors(t *testing.T) {
	tests := []struct {
		option Option
		name   string
		want   string // part of the text
	}{
		{WithEvaluator(nil), "WithEvaluator", "leave the option out"},
		{WithEvaluator(EvaluatorFunc(nil)), "WithEvaluator", "leave the option out"},
		{WithEvaluator((*ShapeEvaluator)(nil)), "WithEvaluator", "leave the option out"},
		{WithEvaluator((*PatternEvaluator)(nil)), "WithEvaluator", "leave the option out"},
		{WithDefenseWeight(0), "WithDefenseWeight", "0.1 to 10"},
		{WithDefenseWeight(10.001), "WithDefenseWeight", "0.1 to 10"},
		{WithDefenseWeight(math.NaN()), "WithDefenseWeight", "0.1 to 10"},
		{WithDefenseWeight(math.Inf(1)), "WithDefenseWeight", "0.1 to 10"},
		{WithRadius(0), "WithRadius", "1 to 22"},
		{WithRadius(23), "WithRadius", "1 to 22"},
		{WithWidth(-1), "WithWidth", "0"},
		{WithThreads(0), "WithThreads", "1 to 256 threads"},
		{WithThreads(257), "WithThreads", "1 to 256 threads"},
		{WithHashSize(0), "WithHashSize", "64 KiB"},
		{WithHashSize(-1), "WithHashSize", "64 KiB"},
		{WithHashSize(1 << 40), "WithHashSize", "64 GiB"},
		{WithBook(nil), "WithBook", "leave the option out"},
		{WithLevel(0), "WithLevel", "Easy"},
		{WithLevel(11), "WithLevel", "Expert"},
		{WithDepth(0), "WithDepth", "1 ply"},
		{WithDepth(-3), "WithDepth(-3)", "1 ply"},
		{WithTimeBudget(0), "WithTimeBudget", "greater than zero"},
		{WithTimeBudget(-time.Second), "WithTimeBudget(-1s)", "greater than zero"},
		{WithNodes(0), "WithNodes", "1 node"},
		{WithGameClock(Clock{Left: -time.Minute}), "WithGameClock", "0, for no limit, or more"},
		{WithMultiPV(0), "WithMultiPV", "1 line"},
		{WithExcluded(At(1, 1), NoPoint), "WithExcluded", "[b2 -]"},
		{WithExcluded(Point(0xFFFF)), "WithExcluded", "points of a board"},
		{WithRandomTieBreak(-1), "WithRandomTieBreak(-1)", "0 or more"},
		{WithBalance(MaxEval + 1), "WithBalance(29001)", "-29000 to 29000"},
		{WithBalance(-MaxEval - 1), "WithBalance", "-29000 to 29000"},
		{WithProgress(nil), "WithProgress", "leave the option out"},
		{nil, "option", "With function"},
	}
	before, _ := newConfig(nil)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := before.set([]Option{WithSeed(1), test.option})
			wrong, ok := errors.AsType[*OptionError](err)
			if !ok {
				t.Fatalf("error %v, want an OptionError", err)
			}
			if wrong.Option == "" || wrong.Value == nil || wrong.Want == "" {
				t.Errorf("incomplete: %#v", wrong)
			}
			if text := err.Error(); !strings.HasPrefix(text, "gomoku: "+test.name) || !strings.Contains(text, test.want) {
				t.Errorf("error %q, want one of %s with %q", text, test.name, test.want)
			}
			if !reflect.DeepEqual(c, before) {
				t.Errorf("the error changed the config to %+v", c)
			}
		})
	}

	var none SearchOption
	if _, err := before.with([]SearchOption{none}); err == nil {
		t.Error("a nil limit is taken")
	}
}

func TestOptionErrorsAreJoined(t *testing.T) {
	_, err := newConfig([]Option{WithDepth(0), WithSeed(1), WithRadius(0), nil, WithBook(nil)})
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) != 4 {
		t.Fatalf("error %v, want four", err)
	}
	for _, err := range joined.Unwrap() {
		if _, ok := err.(*OptionError); !ok {
			t.Errorf("%T %v, want an OptionError", err, err)
		}
	}
}

// The weight and the evaluator come in any order, and in separate calls.
// A searcher made for games still looks for forced wins a second at most, where nothing else is said.
func TestSolveKnowsNoLevelAndNoClock(t *testing.T) {
	now := time.Now()
	for name, o := range map[string]Option{"nothing": WithSeed(1), "level": WithLevel(Medium), "clock": WithGameClock(Clock{Left: time.Hour})} {
		c, err := newConfig([]Option{o})
		if err != nil {
			t.Fatal(err)
		}
		if l := c.solveLimits(context.Background(), now); !l.Deadline.Equal(now.Add(time.Second)) || l.Clock != (engine.Clock{}) {
			t.Errorf("%s: Solve ends at %v with the clock %v, want in a second", name, l.Deadline, l.Clock)
		}
	}
}

func TestDefenseWeightNeedsWeighter(t *testing.T) {
	weight, foreign, shape := WithDefenseWeight(0.9), WithEvaluator(plainEvaluator{}), WithEvaluator(new(ShapeEvaluator))
	for _, opts := range [][]Option{{weight, foreign}, {foreign, weight}} {
		if _, err := newConfig(opts); err == nil || !strings.Contains(err.Error(), "plainEvaluator") {
			t.Errorf("a weight for a foreign evaluator: %v, want an error that names it", err)
		}
	}
	for _, opts := range [][]Option{{weight}, {weight, shape}, {shape, weight}, {weight, foreign, shape}, {foreign, weight, WithDefenseWeight(1)}} {
		if _, err := newConfig(opts); err != nil {
			t.Error(err)
		}
	}
	c, _ := newConfig([]Option{foreign})
	if _, err := c.set([]Option{weight}); err == nil {
		t.Error("a weight for a foreign evaluator set before: no error")
	}
}
