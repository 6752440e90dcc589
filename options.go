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

// An Option configures a [Searcher]: pass it to [NewSearcher] or [Searcher.Set]. If two options set the same thing, the later
// one wins. An invalid value is never clamped or partly applied: NewSearcher and Set return an [*OptionError] for each one,
// joined.
type Option interface {
	apply(c *config) error
}

// A SearchOption is an Option that can also be passed to a single call of [Searcher.Search], [Searcher.Analyze] or
// [Searcher.Solve]. It then holds for that call alone, and overrides the searcher's own.
//
// Several limits may be set at once; the first one reached ends the search. Without [WithDepth], [WithTimeBudget],
// [WithNodes] or [WithGameClock], and without a deadline in its context, a search takes one second.
type SearchOption interface {
	Option
	limit()
}

// An OptionError reports an option with an invalid value.
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

// A Clock is the time a player has for a game: how much is left, how much each move adds, and the most that one move may
// take. Zero means no such limit.
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

// WithEvaluator makes the search judge positions by e, which must not be nil. The default is a [PatternEvaluator] with the
// built-in weights.
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

// WithDefenseWeight sets how much the opponent's threats count compared to one's own, where "one" is the side to move at the
// start of the search. At 1, the default, both count the same. Above 1 the engine plays more carefully and blocks more; below 1
// it plays more boldly and attacks more. Values from 0.7 to 1.2 make sense; 0.1 to 10 are allowed.
//
// The evaluator must be a [DefenseWeighter], as the built-in ones are; with any other, a weight other than 1 is an error. Scores
// of searches with different weights cannot be compared.
func WithDefenseWeight(w float64) Option {
	return option(func(c *config) error {
		if !validDefense(w) {
			return &OptionError{"WithDefenseWeight", w, fmt.Sprintf("a weight from %v to %v", minDefense, maxDefense)}
		}
		c.defense = w
		return nil
	})
}

// WithRadius makes the search consider only empty points that are at most n columns, n rows or n diagonal steps away from some
// stone. Moves that win or that answer a threat are always considered, wherever they are. The default is 2, and 1 to [MaxSize]
// are allowed. With a larger radius the search sees distant moves, but does not look as many moves ahead.
//
// At a radius of 1 the search may call a position won although a quiet move two points away would delay the win beyond the number
// of plies that the score announces.
func WithRadius(n int) Option {
	return option(func(c *config) error {
		if n < 1 || n > MaxSize {
			return &OptionError{"WithRadius", n, fmt.Sprintf("1 to %d points", MaxSize)}
		}
		c.radius = n
		return nil
	})
}

// WithWidth makes the search look at no more than the n most promising moves of a position, not counting threats and answers to
// threats, which are always looked at. The default, 0, means all moves. A narrow search looks farther ahead and overlooks
// more.
func WithWidth(n int) Option {
	return option(func(c *config) error {
		if n < 0 {
			return &OptionError{"WithWidth", n, "0, for all candidates, or more"}
		}
		c.width = n
		return nil
	})
}

// WithThreads makes a search use n goroutines, from 1 to 256; n should not exceed the number of free processors. The default is
// 1. With more than one, results vary from run to run, and an [IncrementalEvaluator] is cloned for each. The threads share what
// they find through the transposition table, so two of them look deeper in the same time than one does, but not at twice as many
// new positions.
func WithThreads(n int) Option {
	return option(func(c *config) error {
		if n < 1 || n > maxThreads {
			return &OptionError{"WithThreads", n, fmt.Sprintf("1 to %d threads", maxThreads)}
		}
		c.threads = n
		return nil
	})
}

// WithHashSize sets the size of the transposition table, in which a search remembers the positions it has seen. The memory is
// allocated at the first search. The default is 16 MiB, and 64 KiB to 64 GiB are allowed. Searches that take minutes benefit from
// a larger table.
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

// WithBook makes [Searcher.Search] play its moves from k for as long as k knows the position; see [Book]. Before it plays a book
// move it checks with a short search, of a few thousand nodes, that the move does not lose by force. The default is no book.
//
// Search thinks for itself, whatever the book says, if it could win at once, on levels below 4, with [WithBalance], with more than
// one line of [WithMultiPV], and where [WithMoves] or [WithExcluded] rule the book's move out. [Searcher.Analyze] and
// [Searcher.Solve] never use a book. k must not be nil, and must not be changed while a search runs.
func WithBook(k *Book) Option {
	return option(func(c *config) error {
		if k == nil {
			return &OptionError{"WithBook", "nil", "a book; leave the option out to play without one"}
		}
		c.book = k
		return nil
	})
}

// WithLevel makes the search play like people of that level. Default: full strength, as with [Expert].
//
// A level below 10 looks a few plies ahead and makes no more than a fixed number of moves in the search, so it answers within
// milliseconds, level 9 within a tenth of a second or so. Up to level 7 it chooses by chance (see [WithSeed]) among the best
// moves that it finds: the less a move lowers the chance to win, the more often. Other limits hold as well. Without a limit of
// time the same seed gives the same game on every machine.
//
// Every level makes a five where it can, blocks a four and answers an open three, but level 1 overlooks an open three
// once in ten times, and level 2 once in twenty. From level 4 on no move leaves the opponent a win by three fours or fewer
// if another move prevents it, and the level plays from a book if it has one, see [WithBook]. On an empty board every level
// plays the center.
//
// With [WithMultiPV] the first line is that of the chosen move and the others are the best of the rest. With [WithBalance]
// the level chooses among the moves nearest to the target. [WithRandomTieBreak] has no effect below level 8. Analyze and
// Solve know no level.
func WithLevel(l Level) Option {
	return option(func(c *config) error {
		if l < 1 || l > Expert {
			return &OptionError{"WithLevel", l, "a level from 1 to 10, such as Easy, Medium, Hard or Expert"}
		}
		c.level = l
		return nil
	})
}

// WithSeed sets the seed of all random choices: among the moves of a book, among those of a level, and among equally good moves.
// Each choice depends only on the seed and the position. The default is 0, which is a seed like any other.
func WithSeed(seed uint64) Option {
	return option(func(c *config) error {
		c.seed = seed
		return nil
	})
}

// WithDepth ends a search once it has looked the given number of plies ahead, at least 1. A ply is one move of one side. The
// search follows lines with threats farther than that.
func WithDepth(plies int) SearchOption {
	return limit(func(c *config) error {
		if plies < 1 {
			return &OptionError{"WithDepth", plies, "1 ply or more"}
		}
		c.depth = plies
		return nil
	})
}

// WithTimeBudget ends a search after d, which must be positive. The search ends earlier if there is nothing more to find, or if
// the next iteration would hardly be done in time.
func WithTimeBudget(d time.Duration) SearchOption {
	return limit(func(c *config) error {
		if d <= 0 {
			return &OptionError{"WithTimeBudget", d, "a time greater than zero"}
		}
		c.budget = d
		return nil
	})
}

// WithNodes ends a search after n nodes, at least 1. A node is one move made in the search, so that a search of n nodes does the
// same amount of work on any machine: with one thread it gives the same result everywhere. With several threads the count is
// approximate, because each one reports its nodes only every few hundred: together they exceed n a little.
func WithNodes(n int64) SearchOption {
	return limit(func(c *config) error {
		if n < 1 {
			return &OptionError{"WithNodes", n, "1 node or more"}
		}
		c.nodes = n
		return nil
	})
}

// WithGameClock makes the search decide how long to think, given what the player's clock shows: a share of the time left, more
// when the best move keeps changing or its score falls, less when one move is clearly best, and never so much that the player could
// run out of time. If [WithTimeBudget] is set too, the search takes no longer than that. Times must not be negative.
func WithGameClock(clock Clock) SearchOption {
	return limit(func(c *config) error {
		if clock.Left < 0 || clock.Increment < 0 || clock.PerMove < 0 {
			return &OptionError{"WithGameClock", clock, "times of 0, for no limit, or more"}
		}
		c.clock = clock
		return nil
	})
}

// WithMultiPV makes a search find the n best moves instead of one, each with its exact score and the line expected to follow. The
// default is 1. The work grows with n. There are fewer lines if there are fewer moves to consider, see [WithRadius]. If the
// position is symmetric, only one of each set of equivalent moves is listed, unless [WithSymmetricMoves] is set.
func WithMultiPV(n int) SearchOption {
	return limit(func(c *config) error {
		if n < 1 {
			return &OptionError{"WithMultiPV", n, "1 line or more"}
		}
		c.multiPV = n
		return nil
	})
}

// WithMoves makes the search choose among these points only, wherever they are: for a program that wants to compare certain moves. The
// list replaces an earlier one; without points, all moves are allowed again. Points that are off the board, occupied or forbidden
// are ignored, but NoPoint is an error. If no legal move is left, also because of [WithExcluded], the search returns [ErrNoMove].
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

// WithExcluded makes the search ignore these points as its next move. The list replaces an earlier one; without points, nothing is
// excluded any more. Points that are off the board or occupied do no harm, but NoPoint is an error. If no legal move is left, the
// search returns [ErrNoMove].
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

// WithSymmetricMoves makes a search list equivalent moves separately. If a position is symmetric, as the empty board is, moves that
// are turned or mirrored images of each other are equally good, and by default a search lists only one of each set. This concerns
// [WithMultiPV], [WithRandomTieBreak] and [WithBalance].
func WithSymmetricMoves() SearchOption {
	return limit(func(c *config) error {
		c.symmetric = true
		return nil
	})
}

// WithRandomTieBreak makes the search choose at random among the moves whose exact scores are at most margin below the best one;
// see [WithSeed]. The margin must not be negative. By default the search plays the best move, and the first one found of several
// that are equally good.
func WithRandomTieBreak(margin Score) SearchOption {
	return limit(func(c *config) error {
		if margin < 0 {
			return &OptionError{"WithRandomTieBreak", int32(margin), "a margin of 0 or more"}
		}
		c.tieBreak, c.tieMargin = true, margin
		return nil
	})
}

// WithBalance makes the search look for the move whose score, as seen by the side that plays it, is closest to target, instead of
// for the best move. A target of 0 makes an even position, for a fair opening; another one gives a handicap. The target must lie
// within ±[MaxEval].
func WithBalance(target Score) SearchOption {
	return limit(func(c *config) error {
		if target < -MaxEval || target > MaxEval {
			return &OptionError{"WithBalance", int32(target), fmt.Sprintf("a score from %d to %d", -MaxEval, MaxEval)}
		}
		c.balance, c.balanceTarget = true, target
		return nil
	})
}

// WithProgress makes the search report each completed iteration to f, and with [WithMultiPV] each line of it. f must not be nil. It
// is called on the goroutine that called Search, which waits for it, so f should return quickly.
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
