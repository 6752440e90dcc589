package match

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"time"

	"github.com/gomoku-go/gomoku"
)

// Options say how a match is played. The zero value, as nil, stands for 100 games of freestyle on a board of 15×15, from
// openings that the match makes.
type Options struct {
	// These decide how each game goes, together with the contenders.
	Size      int              // of the board; 0: [gomoku.DefaultSize]
	Rule      gomoku.Rule      // of all games
	Openings  [][]gomoku.Point // one for each pair of games, in turn, again and again; nil: they are made, see [Openings]
	Seed      uint64           // of openings that are made, and of the players' random choices
	MaxMoves  int              // a game that has so many moves, with the opening, is a draw; 0: no limit
	Tolerance time.Duration    // how far a player may overstep its clock before it loses; 0: 200 ms

	// These decide how many games there are.
	Games int   // 0: 100. The last of an odd number has no partner
	SPRT  *SPRT // ends the match early, as soon as it decides; nil: none

	// These change nothing but the time that the match takes.
	Parallel int               // see [ScheduleOptions]
	Finished func(*Game) error // see [ScheduleOptions]
	Done     []*Game           // games of this very match that were played earlier, in any order: see [OpenLog]
}

// defaultGames make an interval of about ±10 %.
const defaultGames = 100

// Play plays a match between a and b, and returns the result from the view of a. When the match ends early, the Tally counts the
// games until then, and the error is that of [Run]. Nil options mean the defaults.
func Play(ctx context.Context, a, b *Contender, o *Options) (Tally, error) {
	var t Tally
	for g, err := range Run(ctx, a, b, o) {
		if err != nil {
			return t, err
		}
		t.Add(g)
	}
	return t, nil
}

// Run plays a match between a and b, two games from every opening with the colors changed, and yields its games in the order of
// their numbers, those of Options.Done among them. Nil options mean the defaults.
//
// The number of a game decides its opening, its colors and its seed, and the SPRT looks at the games in the order of their
// numbers. So the games are the same for any Options.Parallel, and also when a match continues after a crash, as long as the
// players do not depend on time: a searcher with one thread and a limit by depth or nodes does not.
//
// A match ends early when the loop breaks, when ctx ends, or with an error: a wrong option, a player that cannot be made, cannot
// begin or panics, or an error of Options.Finished. Then the games that had ended are still yielded, with numbers missing, and
// the error comes last; when ctx ended, it is its cause. Games that were being played are lost.
//
// A player that panics does not just lose its game: it has a bug, and the other games would measure the bug. The error contains
// the moves of the game and the stack. A panic on another goroutine, as in a search with several threads, cannot be caught and
// ends the program.
func Run(ctx context.Context, a, b *Contender, o *Options) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		r, err := newRunner(a, b, o)
		if err != nil {
			yield(nil, err)
			return
		}
		var t Tally
		so := &ScheduleOptions{Parallel: r.o.Parallel, Finished: r.finished}
		for g, err := range schedule(ctx, so, r.jobs) {
			if !yield(g, err) || err != nil {
				return
			}
			if t.Add(g); r.o.SPRT != nil && r.o.SPRT.Decide(t) != Undecided {
				return
			}
		}
	}
}

// A runner is a match.
type runner struct {
	o       Options // with the defaults
	fixture Fixture // what all games have in common
	done    map[int]*Game
	made    *Openings // nil if they are given
}

func newRunner(a, b *Contender, o *Options) (*runner, error) {
	r := &runner{done: map[int]*Game{}}
	if o != nil {
		r.o = *o
	}
	r.o.Games = cmp.Or(r.o.Games, defaultGames)
	r.o.Size = cmp.Or(r.o.Size, gomoku.DefaultSize)
	r.o.Parallel = cmp.Or(r.o.Parallel, runtime.GOMAXPROCS(0))
	r.fixture = Fixture{Players: [2]*Contender{a, b}, Size: r.o.Size, Rule: r.o.Rule, MaxMoves: r.o.MaxMoves, Tolerance: r.o.Tolerance}
	if err := r.check(); err != nil {
		return nil, err
	}
	for _, g := range r.o.Done {
		if err := r.remember(g); err != nil {
			return nil, fmt.Errorf("match: Options.Done: %w", err)
		}
	}
	if len(r.o.Openings) > 0 {
		return r, nil
	}
	var err error
	r.made, err = NewOpenings(r.o.Size, r.o.Rule, r.o.Seed)
	return r, err
}

func (r *runner) check() error {
	o := &r.o
	switch {
	case o.Games < 0:
		return fmt.Errorf("match: Options.Games is %d: want 1 or more, or 0 for %d", o.Games, defaultGames)
	case o.MaxMoves < 0:
		return fmt.Errorf("match: Options.MaxMoves is %d: want 1 or more, or 0 for no limit", o.MaxMoves)
	case o.Tolerance < 0:
		return fmt.Errorf("match: Options.Tolerance is %v: want more than 0, or 0 for %v", o.Tolerance, defaultTolerance)
	}
	if err := r.fixture.check(); err != nil {
		return err
	}
	if _, err := gomoku.NewBoard(o.Size, o.Rule); err != nil {
		return fmt.Errorf("match: %w", err)
	}
	for i, moves := range o.Openings {
		if _, err := setUp(o.Size, o.Rule, moves); err != nil {
			return fmt.Errorf("match: opening %d of %d: %w", i+1, len(o.Openings), err)
		}
	}
	if o.SPRT != nil {
		return o.SPRT.check()
	}
	return nil
}

// remember takes a game that was played earlier, or says why it is none of this match.
func (r *runner) remember(g *Game) error {
	if err := g.check(); err != nil {
		return err
	}
	switch {
	case r.done[g.Number] != nil:
		return fmt.Errorf("game %d for the second time", g.Number)
	case g.Size != r.o.Size || g.Rule != r.o.Rule:
		return fmt.Errorf("game %d is of %v on size %d, the match is of %v on size %d", g.Number, g.Rule, g.Size, r.o.Rule, r.o.Size)
	case g.Seed != GameSeed(r.o.Seed, g.Number):
		return fmt.Errorf("game %d is of a match with another seed", g.Number)
	}
	if n := len(r.o.Openings); n > 0 {
		if want := r.o.Openings[g.Number/2%n]; !slices.Equal(want, g.Moves[:g.Opening]) {
			return fmt.Errorf("game %d began otherwise than it would today: with %v, not %v", g.Number, g.Moves[:g.Opening], want)
		}
	}
	if other := r.done[g.Number^1]; other != nil && !slices.Equal(other.Moves[:other.Opening], g.Moves[:g.Opening]) {
		return fmt.Errorf("games %d and %d are a pair, but have different openings", min(g.Number, other.Number), max(g.Number, other.Number))
	}
	r.done[g.Number] = g
	return nil
}

// finished tells of games that were not played earlier.
func (r *runner) finished(g *Game) error {
	if r.o.Finished == nil || r.done[g.Number] != nil {
		return nil
	}
	return r.o.Finished(g)
}

// jobs yields the jobs of all games in their order, and among them, some pairs ahead, those of the openings that are to be made.
func (r *runner) jobs(ctx context.Context, yield func(job, error) bool) {
	pairs := (r.o.Games + 1) / 2
	ahead, drafted := 2*r.o.Parallel, 0
	for pair := range pairs {
		for ; r.made != nil && drafted < min(pair+ahead, pairs); drafted++ {
			if r.doneOfPair(drafted) == nil && !yield(r.made.draft(drafted), nil) {
				return
			}
		}
		moves, err := r.opening(ctx, pair)
		if err != nil {
			yield(nil, err)
			return
		}
		for number := 2 * pair; number < min(2*pair+2, r.o.Games); number++ {
			f := r.fixture
			f.Number, f.Opening, f.Seed = number, moves, GameSeed(r.o.Seed, number)
			do := playing(f)
			if g := r.done[number]; g != nil {
				do = func(context.Context, *worker) (*Game, error) { return g, nil }
			}
			if !yield(do, nil) {
				return
			}
		}
	}
}

// doneOfPair returns a game of the pair that was played earlier, or nil.
func (r *runner) doneOfPair(pair int) *Game { return cmp.Or(r.done[2*pair], r.done[2*pair+1]) }

// opening returns the opening of a pair: from the list, from a game of the pair that was played earlier, or a new one.
func (r *runner) opening(ctx context.Context, pair int) ([]gomoku.Point, error) {
	if r.made == nil {
		return r.o.Openings[pair%len(r.o.Openings)], nil
	}
	if g := r.doneOfPair(pair); g != nil {
		b, err := setUp(r.o.Size, r.o.Rule, g.Moves[:g.Opening])
		if err != nil {
			return nil, fmt.Errorf("match: Options.Done: game %d: opening: %w", g.Number, err)
		}
		r.made.adopt(b)
	}
	return r.made.take(ctx, pair)
}
