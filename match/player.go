package match

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/gomoku-go/gomoku"
)

// A Player plays one game at a time. Its methods are called from one goroutine at a time.
type Player interface {
	// NewGame makes the player forget the last game and begins another one. The seed decides every random choice in it.
	// An error ends the match: a player that cannot begin has not lost.
	NewGame(size int, rule gomoku.Rule, seed uint64) error

	// Move returns a move for the side to move on b, of which the match uses Best, Score, Depth and Stats.Nodes. It must
	// leave b as it was, and not keep it.
	//
	// The clock shows the player's time; it is zero where time does not matter. The context ends when the time is over, with
	// the cause [ErrTime], or when the match ends. A player that does not return then holds up the match.
	//
	// A move that is late or against the rules loses the game, and so does an error, with one exception: gomoku.ErrNoMove
	// says that there is no legal move, and the game is a draw.
	Move(ctx context.Context, b *gomoku.Board, clock gomoku.Clock) (gomoku.Result, error)

	// Close frees what the player holds. Nothing is called after it.
	Close() error
}

// ErrTime is the cause with which the context of [Player.Move] ends when the player's time is over.
var ErrTime = errors.New("the time is over")

// A Contender is one of the two sides of a match. The match makes several players of it when it plays several games at a time.
type Contender struct {
	Name  string                 // for people and logs
	New   func() (Player, error) // makes a player; called from several goroutines at once
	Clock gomoku.Clock           // its time for a game; the zero value is no limit
}

// Searcher returns a contender that plays with a [gomoku.Searcher] of these options, cleared before each game. Where the
// contender has a clock, each search has the limit [gomoku.WithGameClock], beside those of the options. A seed among the options
// is replaced by that of the game. An evaluator among them is used by several searchers at once, see [gomoku.Evaluator].
func Searcher(name string, options ...gomoku.Option) *Contender {
	return &Contender{Name: name, New: func() (Player, error) {
		s, err := gomoku.NewSearcher(options...)
		if err != nil {
			return nil, err
		}
		return searcher{s}, nil
	}}
}

type searcher struct{ s *gomoku.Searcher }

func (p searcher) NewGame(size int, rule gomoku.Rule, seed uint64) error {
	if err := p.s.Clear(); err != nil {
		return err
	}
	return p.s.Set(gomoku.WithSeed(seed))
}

func (p searcher) Move(ctx context.Context, b *gomoku.Board, clock gomoku.Clock) (gomoku.Result, error) {
	if clock == (gomoku.Clock{}) {
		return p.s.Search(ctx, b)
	}
	return p.s.Search(ctx, b, gomoku.WithGameClock(clock))
}

func (p searcher) Close() error { return nil }

// A MoveFunc returns a move for the side to move on b, which it must leave as it was. It should take its random choices from
// random, which is new for each game and made from its seed. For errors see [Player].
type MoveFunc func(ctx context.Context, b *gomoku.Board, random *rand.Rand) (gomoku.Point, error)

// Func returns a contender that plays by a function. Several goroutines call it at once.
func Func(name string, move MoveFunc) *Contender {
	return &Contender{Name: name, New: func() (Player, error) {
		if move == nil {
			return nil, errors.New("the function is nil")
		}
		return &function{move: move}, nil
	}}
}

type function struct {
	move   MoveFunc
	random *rand.Rand
}

func (p *function) NewGame(size int, rule gomoku.Rule, seed uint64) error {
	p.random = rand.New(rand.NewPCG(seed, 0))
	return nil
}

func (p *function) Move(ctx context.Context, b *gomoku.Board, clock gomoku.Clock) (gomoku.Result, error) {
	best, err := p.move(ctx, b, p.random)
	return gomoku.Result{Best: best}, err
}

func (p *function) Close() error { return nil }
