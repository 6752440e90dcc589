package gomoku

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/tuning"
)

// An Option shapes a [Searcher]: it goes into [NewSearcher] and [Searcher.Set]. Where two options speak of one thing, the
// later one wins. A wrong value is not used in part or bent into range: NewSearcher and Set return an [*OptionError] for
// each, joined.
type Option interface {
	apply(c *config) error
}

// A SearchOption is an Option that also fits a single search: [Searcher.Search], [Searcher.Analyze] and [Searcher.Solve] take
// limits for that call alone, on top of the searcher's own.
//
// Several limits may hold at once; the first one reached ends the search. Without any of [WithDepth], [WithTimeBudget],
// [WithNodes] and [WithGameClock] and without a deadline of its context, a search takes one second.
type SearchOption interface {
	Option
	limit()
}

// An OptionError says that an option got a value that it does not take.
type OptionError struct {
	Option string // the constructor: "WithDepth"
	Value  any    // what it was given
	Want   string // what it takes: "1 ply or more"
}

// Error returns a line such as "gomoku: WithDepth(0): want 1 ply or more".
func (e *OptionError) Error() string {
	return "gomoku: " + e.message()
}

func (e *OptionError) message() string {
	return fmt.Sprintf("%s(%v): want %s", e.Option, e.Value, e.Want)
}

// A Clock is the time that a player has for a game: what is left of it, what each move adds, and the most that one move
// may take. A value of zero means that there is no such limit.
type Clock struct {
	Left, Increment, PerMove time.Duration
}

// The ranges of the options.
const (
	minHash, maxHash = 64 << 10, 64 << 30 // bytes

	maxThreads = 256

	defaultRadius = 2
	defaultHash   = 16 << 20
)

// config holds the options' values, all valid once newConfig or with has returned it. It never changes after that, so
// a copy may share its slices.
type config struct {
	evaluator Evaluator // nil: the built-in PatternEvaluator
	defense   float64
	radius    int
	width     int // 0: all
	threads   int
	hashBytes int64
	book      *Book // nil: none
	level     Level // 0: full strength
	seed      uint64
	params    engine.Params

	tracer     engine.Tracer // of the project's own tools
	tracePlies int

	// Limits; 0 is none.
	depth  int
	budget time.Duration
	nodes  int64
	clock  Clock

	multiPV       int
	moves         []Point // nil: all
	excluded      []Point
	symmetric     bool // list symmetric moves as moves of their own
	tieBreak      bool
	tieMargin     Score
	balance       bool
	balanceTarget Score
	progress      func(Info)
}

// newConfig returns the defaults, changed by opts.
func newConfig(opts []Option) (config, error) {
	c := config{
		defense:   1,
		radius:    defaultRadius,
		threads:   1,
		hashBytes: defaultHash,
		multiPV:   1,
		params:    engine.DefaultParams(),
	}
	return c.set(opts)
}

// set returns c changed by opts, or all that is wrong with them.
func (c config) set(opts []Option) (config, error) {
	return change(c, opts)
}

// with returns c changed by limits, or all that is wrong with them.
func (c config) with(limits []SearchOption) (config, error) {
	return change(c, limits)
}

func change[O Option](c config, opts []O) (config, error) {
	changed := c
	var errs []error
	for i, o := range opts {
		if any(o) == nil {
			errs = append(errs, &OptionError{"option", fmt.Sprintf("number %d: nil", i+1), "an option made by a With function"})
			continue
		}
		if err := o.apply(&changed); err != nil {
			errs = append(errs, err)
		}
	}
	if err := changed.checkDefense(); err != nil {
		errs = append(errs, err)
	}
	if len(errs) > 0 {
		return c, errors.Join(errs...)
	}
	return changed, nil
}

// checkDefense looks at two options together, so that their order does not matter.
func (c *config) checkDefense() error {
	if c.defense == 1 || c.evaluator == nil {
		return nil
	}
	if _, ok := c.evaluator.(DefenseWeighter); ok {
		return nil
	}
	return &OptionError{"WithDefenseWeight", c.defense,
		fmt.Sprintf("1 with an evaluator that is no DefenseWeighter, which %T is not", c.evaluator)}
}

// option and limit make Option and SearchOption of a function that checks its value and sets it.
type option func(c *config) error

func (o option) apply(c *config) error { return o(c) }

type limit func(c *config) error

func (l limit) apply(c *config) error { return l(c) }
func (l limit) limit()                {}

// WithEvaluator makes the search judge positions by e, which must not be nil. Default: a [PatternEvaluator] with the built-in
// weights.
func WithEvaluator(e Evaluator) Option {
	return option(func(c *config) error {
		if isNil(e) {
			return &OptionError{"WithEvaluator", "nil", "an evaluator; leave the option out for the built-in one"}
		}
		c.evaluator = e
		return nil
	})
}

// isNil reports whether there is no evaluator in e. Pointers of other types may be nil and know what to do.
func isNil(e Evaluator) bool {
	switch e := e.(type) {
	case nil:
		return true
	case EvaluatorFunc:
		return e == nil
	case *ShapeEvaluator:
		return e == nil
	case *PatternEvaluator:
		return e == nil
	}
	return false
}

// WithDefenseWeight makes the search count the threats of the opponent of the side at the root w times as much as those
// of that side: more than 1 plays carefully, less plays boldly. Range 0.1 to 10, advised 0.7 to 1.2, default 1. Another
// weight than 1 is an error with an evaluator that is no [DefenseWeighter]. It changes what scores mean.
func WithDefenseWeight(w float64) Option {
	return option(func(c *config) error {
		if !validDefense(w) {
			return &OptionError{"WithDefenseWeight", w, fmt.Sprintf("a weight from %v to %v", minDefense, maxDefense)}
		}
		c.defense = w
		return nil
	})
}

// WithRadius makes the search consider the empty points within n columns, rows or diagonal steps of a stone. Points that
// win, or that answer a threat, are considered wherever they lie. Range 1 to [MaxSize], default 2. A larger radius sees
// distant moves, and costs depth. With a radius of 1 a proved win is one against the defences within it: quiet moves further
// off may hold it up beyond the plies that its score tells.
func WithRadius(n int) Option {
	return option(func(c *config) error {
		if n < 1 || n > MaxSize {
			return &OptionError{"WithRadius", n, fmt.Sprintf("1 to %d points", MaxSize)}
		}
		c.radius = n
		return nil
	})
}

// WithWidth makes the search look at no more than the n most promising candidates of a node, threats and the answers to
// threats excepted, which are never left out. Default 0: all candidates. A narrow search sees deeper and overlooks more.
func WithWidth(n int) Option {
	return option(func(c *config) error {
		if n < 0 {
			return &OptionError{"WithWidth", n, "0, for all candidates, or more"}
		}
		c.width = n
		return nil
	})
}

// WithThreads makes a search use n goroutines, 1 to 256; n should not exceed the processors that are free. Default 1. With
// more, results depend on chance and are not reproducible, and an [IncrementalEvaluator] is cloned for each. The workers
// help one another through the table: two look deeper than one in the same time, not twice as many moves.
func WithThreads(n int) Option {
	return option(func(c *config) error {
		if n < 1 || n > maxThreads {
			return &OptionError{"WithThreads", n, fmt.Sprintf("1 to %d threads", maxThreads)}
		}
		c.threads = n
		return nil
	})
}

// WithHashSize sets the size of the transposition table, in which a search remembers positions. It is allocated at the
// first search. Range 64 KiB to 64 GiB, default 16 MiB. Searches of minutes profit from more.
func WithHashSize(bytes int64) Option {
	return option(func(c *config) error {
		if bytes < minHash || bytes > maxHash {
			return &OptionError{"WithHashSize", bytes, fmt.Sprintf("%d to %d bytes (64 KiB to 64 GiB)", int64(minHash), int64(maxHash))}
		}
		if bytes > math.MaxInt {
			return &OptionError{"WithHashSize", bytes, fmt.Sprintf("at most %d bytes on this platform", math.MaxInt)}
		}
		c.hashBytes = bytes
		return nil
	})
}

// WithBook makes [Searcher.Search] play from k while it knows the position; Analyze and Solve never do, nor does Search at
// a level below 4, with [WithBalance], with more than one line of [WithMultiPV], or where [WithExcluded] excludes the move. A book move is looked at shortly, some thousand nodes within [WithNodes], and not played where that finds
// it lost. k must not be nil, nor be changed while a search runs. Default: no book.
func WithBook(k *Book) Option {
	return option(func(c *config) error {
		if k == nil {
			return &OptionError{"WithBook", "nil", "a book; leave the option out to play without one"}
		}
		c.book = k
		return nil
	})
}

// WithSeed sets the seed of every random choice: among book moves, of a level's slips, and of ties. A choice is a function
// of the seed and the position. Default 0, which is a seed like any other.
func WithSeed(seed uint64) Option {
	return option(func(c *config) error {
		c.seed = seed
		return nil
	})
}

// WithDepth ends a search when it has looked the given number of plies ahead, 1 or more. Lines with threats are followed
// further.
func WithDepth(plies int) SearchOption {
	return limit(func(c *config) error {
		if plies < 1 {
			return &OptionError{"WithDepth", plies, "1 ply or more"}
		}
		c.depth = plies
		return nil
	})
}

// WithTimeBudget ends a search after d, which must be greater than zero. The search may end sooner when it expects no
// more of the time that is left.
func WithTimeBudget(d time.Duration) SearchOption {
	return limit(func(c *config) error {
		if d <= 0 {
			return &OptionError{"WithTimeBudget", d, "a time greater than zero"}
		}
		c.budget = d
		return nil
	})
}

// WithNodes ends a search after it has made n moves, 1 or more. With one thread the result does not depend on the
// machine's speed. Several threads see each other's moves only a few hundred at a time: together they make more than n, how many
// more depends on how they come to run.
func WithNodes(n int64) SearchOption {
	return limit(func(c *config) error {
		if n < 1 {
			return &OptionError{"WithNodes", n, "1 node or more"}
		}
		c.nodes = n
		return nil
	})
}

// WithGameClock makes the search choose its time from what the clock shows: a share of what is left, more where the best
// move changes or its score falls, less where one move stands out, and never so much that the time could run out. Several
// limits may hold at once; a [WithTimeBudget] stays the most that the move may take. Times must not be negative; a player
// without any time left has lost, so that 0 stands for no limit.
func WithGameClock(clock Clock) SearchOption {
	return limit(func(c *config) error {
		if clock.Left < 0 || clock.Increment < 0 || clock.PerMove < 0 {
			return &OptionError{"WithGameClock", clock, "times of 0, for no limit, or more"}
		}
		c.clock = clock
		return nil
	})
}

// WithMultiPV makes a search find the best n moves, each with its true score and line. Default 1. The work grows with n.
// A position with fewer candidates, see [WithRadius], gives fewer lines. Of moves that are the same but for a symmetry of the
// position one is listed, unless [WithSymmetricMoves] asks for all.
func WithMultiPV(n int) SearchOption {
	return limit(func(c *config) error {
		if n < 1 {
			return &OptionError{"WithMultiPV", n, "1 line or more"}
		}
		c.multiPV = n
		return nil
	})
}

// WithMoves makes the search choose its next move among these points, wherever they lie, and look at no other: for a program that asks
// about certain moves only. The list replaces an earlier one; without points it ends the restriction. Points that the board does not
// have, or that may not be played, do no harm; NoPoint is an error. Points of [WithExcluded] are left out. When no legal move is left,
// the search returns [ErrNoMove].
func WithMoves(points ...Point) SearchOption {
	points = slices.Clone(points)
	return limit(func(c *config) error {
		if err := checkPoints("WithMoves", points); err != nil {
			return err
		}
		c.moves = points
		if len(points) == 0 {
			c.moves = nil
		}
		return nil
	})
}

// WithExcluded makes the search leave the points out as its next move. The list replaces an earlier one; without points it
// ends the exclusion. Points that the board does not have, or that are occupied, do no harm; NoPoint is an error. When no
// legal move is left, the search returns [ErrNoMove].
func WithExcluded(points ...Point) SearchOption {
	points = slices.Clone(points)
	return limit(func(c *config) error {
		if err := checkPoints("WithExcluded", points); err != nil {
			return err
		}
		c.excluded = points
		return nil
	})
}

func checkPoints(option string, points []Point) error {
	for _, p := range points {
		if !p.valid() {
			return &OptionError{option, fmt.Sprintf("%v", points), "points of a board; " + quote(p.String()) + " is none"}
		}
	}
	return nil
}

// allows reports whether p may be the next move.
func (c *config) allows(p Point) bool {
	return (c.moves == nil || slices.Contains(c.moves, p)) && !slices.Contains(c.excluded, p)
}

// WithSymmetricMoves makes a search list moves of their own where it would list one for all that are the same but for a turn or a
// mirror image of the board: on the empty board four corners, say, in place of one. It makes a difference to [WithMultiPV],
// [WithRandomTieBreak] and [WithBalance].
func WithSymmetricMoves() SearchOption {
	return limit(func(c *config) error {
		c.symmetric = true
		return nil
	})
}

// WithRandomTieBreak makes the search choose by chance, see [WithSeed], among the moves whose true scores lie within
// margin of the best, 0 or more. Default: always the best move, and of equals the one found first.
func WithRandomTieBreak(margin Score) SearchOption {
	return limit(func(c *config) error {
		if margin < 0 {
			return &OptionError{"WithRandomTieBreak", int32(margin), "a margin of 0 or more"}
		}
		c.tieBreak, c.tieMargin = true, margin
		return nil
	})
}

// WithBalance makes the search seek the move after which the score, from the view of the side that makes the move, is
// nearest to target, not the best move: for fair openings and handicaps. target lies within ±[MaxEval].
func WithBalance(target Score) SearchOption {
	return limit(func(c *config) error {
		if target < -MaxEval || target > MaxEval {
			return &OptionError{"WithBalance", int32(target), fmt.Sprintf("a score from %d to %d", -MaxEval, MaxEval)}
		}
		c.balance, c.balanceTarget = true, target
		return nil
	})
}

// WithProgress makes the search report every completed iteration, and for [WithMultiPV] every line of it, to f, which must
// not be nil. f is called on the goroutine that called Search, and the search waits for it: f should return soon.
func WithProgress(f func(Info)) SearchOption {
	return limit(func(c *config) error {
		if f == nil {
			return &OptionError{"WithProgress", "nil", "a function; leave the option out for no reports"}
		}
		c.progress = f
		return nil
	})
}

func init() {
	tuning.Option = func(p engine.Params) any {
		return option(func(c *config) error {
			c.params = p
			return nil
		})
	}
	tuning.Trace = func(t engine.Tracer, plies int) any {
		return option(func(c *config) error {
			c.tracer, c.tracePlies = t, plies
			return nil
		})
	}
}
