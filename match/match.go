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

// Options are those of a match. The zero value, and nil, is a match of 100 games on a board of 15×15 under the freestyle
// rule, from openings that the match makes.
type Options struct {
	// What decides how each game goes, together with the contenders.
	Size      int              // of the board; 0: [gomoku.DefaultSize]
	Rule      gomoku.Rule      //
	Openings  [][]gomoku.Point // used by turns, one for each pair of games; nil: made from Seed, see [Openings]
	Seed      uint64           // of openings and of the players' random choices
	MaxMoves  int              // a game is a draw when it has so many, the opening included; 0: no limit
	Tolerance time.Duration    // what a player may take beyond its clock before it loses; 0: 200 ms

	// How many games there are.
	Games int   // 0: 100. Of an odd number the last game has no partner
	SPRT  *SPRT // ends the match before, as soon as the games decide; nil: it does not end before

	// How they are played. None of this changes a game.
	Parallel int               // see [ScheduleOptions]
	Finished func(*Game) error // see [ScheduleOptions]

	// Done are games of this match that were played earlier, in any order. They are taken as they are: their players,
	// openings and all settings above must be those of now. See [OpenLog].
	Done []*Game
}

// defaultGames make an interval of about ±10 %.
const defaultGames = 100

// Play plays a match to its end and returns what came of it for a. When it ends early the error says why, as [Run] does, and the
// Tally counts the games until then. Nil options mean the defaults.
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
// What is yielded is the same for any Options.Parallel, and whether the match was played at once or went on after a kill, as long
// as the players do not depend on time: a searcher with one thread and a limit by depth or nodes does not. It is the number of a
// game that decides its opening, its colors and its seed, and the SPRT looks at the games in their order.
//
// A match ends early when the loop breaks, when ctx ends, or by an error: a wrong option, a contender whose player cannot be made
// or cannot begin, a player that panics, or what Options.Finished returned. Then the games that had ended are still yielded, with
// numbers missing, and the error comes last; that of a ctx is its cause. Games that were under way are lost.
//
// A panic of a player is an error, and no lost game: the rest of the match would be worth nothing. The error has the moves that
// led there and the stack. A panic on a goroutine of the player's own, as in a search with several threads, ends the program.
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

// remember takes a game that was played earlier.
func (r *runner) remember(g *Game) error {
	if err := g.check(); err != nil {
		return err
	}
	switch {
	case r.done[g.Number] != nil:
		return fmt.Errorf("game %d for the second time", g.Number)
	case g.Size != r.o.Size || g.Rule != r.o.Rule:
		return fmt.Errorf("game %d is of %v on size %d, the match is of %v on size %d", g.Number, g.Rule, g.Size, r.o.Rule, r.o.Size)
	case g.Seed != mix(r.o.Seed, g.Number/2):
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
			f.Number, f.Opening, f.Seed = number, moves, mix(r.o.Seed, pair)
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
