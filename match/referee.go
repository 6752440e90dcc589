package match

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A Fixture is a game to be played.
type Fixture struct {
	// Number decides the colors: A is Black in games with an even number, and White in the others.
	Number  int
	Players [2]*Contender // A and B, which may be the same
	Size    int           // of the board; 0: [gomoku.DefaultSize]
	Rule    gomoku.Rule
	Opening []gomoku.Point // the first moves
	Seed    uint64         // of the players' random choices

	MaxMoves  int           // the game is a draw when it has so many moves, with the opening; 0: no limit
	Tolerance time.Duration // how far a player may overstep its clock before it loses; 0: 200 ms
}

// defaultTolerance covers the time that a process and the operating system need to pass on a move.
const defaultTolerance = 200 * time.Millisecond

// begin returns the record of the game, and the board, after the opening.
func (f *Fixture) begin() (*Game, *gomoku.Board, error) {
	size := f.Size
	if size == 0 {
		size = gomoku.DefaultSize
	}
	b, err := setUp(size, f.Rule, f.Opening)
	if err != nil {
		return nil, nil, fmt.Errorf("opening: %w", err)
	}
	g := &Game{Number: f.Number, Color: colorOfA(f.Number), Seed: f.Seed, Opening: len(f.Opening), Game: *gomoku.NewGame(b), Plies: []Ply{}}
	g.Tags = map[string]string{
		"black": f.Players[g.side(gomoku.Black)].Name,
		"white": f.Players[g.side(gomoku.White)].Name,
	}
	return g, b, nil
}

// setUp plays the opening.
func setUp(size int, rule gomoku.Rule, opening []gomoku.Point) (*gomoku.Board, error) {
	b, err := gomoku.NewBoard(size, rule)
	if err != nil {
		return nil, err
	}
	if slices.Contains(opening, gomoku.NoPoint) {
		return nil, errors.New("it has a pass")
	}
	if err := b.PlayMoves(opening...); err != nil {
		return nil, err
	}
	if b.Outcome() != gomoku.Undecided {
		return nil, errors.New("it ends the game")
	}
	return b, nil
}

// play plays the game. After an error, the cause of ctx among them, there is no game. ok reports whether the players can play
// another one: not those that failed or were late.
func (f *Fixture) play(ctx context.Context, players [2]Player) (g *Game, ok bool, err error) {
	g, b, err := f.begin()
	if err != nil {
		return nil, false, err
	}
	for side, p := range players {
		if err := safely(func() error { return p.NewGame(b.Size(), f.Rule, f.Seed) }); err != nil {
			return nil, false, fmt.Errorf("player %v cannot begin: %w", Side(side), err)
		}
	}
	// A search takes a deadline as its limit, so the one of the whole match must not reach it.
	playing, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancel(nil)
	defer context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })()

	clocks := [2]gomoku.Clock{f.Players[A].Clock, f.Players[B].Clock}
	for side := g.Mover(b.Len()); ; side = side.Other() {
		switch b.Outcome() {
		case gomoku.Undecided:
		case gomoku.Draw:
			g.draw(gomoku.ByFullBoard)
			return g, true, nil
		default:
			g.lose(side, gomoku.ByFive, "")
			return g, true, nil
		}
		if f.MaxMoves > 0 && b.Len() >= f.MaxMoves {
			g.draw(gomoku.ByMoveLimit)
			return g, true, nil
		}
		hash, number := b.Hash(), b.Len()+1
		found, ply, err := f.ask(playing, players[side], b, &clocks[side])
		switch {
		case ctx.Err() != nil:
			return nil, false, context.Cause(ctx)
		case errors.As(err, new(*panicError)):
			return nil, false, fmt.Errorf("player %v, move %d after %v: %w", side, number, g.Moves, err)
		case errors.Is(err, ErrTime):
			g.lose(side, gomoku.ByTime, fmt.Sprintf("move %d: %v after %v", number, err, ply.Time.Round(time.Millisecond)))
			return g, false, nil
		case errors.Is(err, gomoku.ErrNoMove):
			g.draw(gomoku.ByNoMove)
			return g, true, nil
		case err != nil && !againstRules(err):
			g.lose(side, gomoku.ByForfeit, fmt.Sprintf("move %d: %v", number, err))
			return g, false, nil
		case b.Hash() != hash:
			g.lose(side, gomoku.ByForfeit, fmt.Sprintf("move %d: the player changed the board that it was shown", number))
			return g, false, nil
		}
		claim := err
		switch err := b.Play(found.Best); {
		case errors.Is(err, gomoku.ErrForbidden):
			g.Moves, g.Plies = append(g.Moves, found.Best), append(g.Plies, ply)
			g.lose(side, gomoku.ByFoul, fmt.Sprintf("move %d: %v", number, found.Best))
			return g, true, nil
		case err != nil:
			g.lose(side, gomoku.ByIllegalMove, fmt.Sprintf("move %d: %v: %v", number, found.Best, err))
			return g, false, nil
		case claim != nil:
			g.lose(side, gomoku.ByForfeit, fmt.Sprintf("move %d: %v", number, claim))
			return g, false, nil
		}
		g.Moves, g.Plies = append(g.Moves, found.Best), append(g.Plies, ply)
	}
}

// againstRules reports whether a player that looks at its own moves, as the client of an engine does, says that this one is
// against the rules.
func againstRules(err error) bool {
	return errors.Is(err, gomoku.ErrForbidden) || errors.Is(err, gomoku.ErrOccupied) || errors.Is(err, gomoku.ErrOffBoard)
}

// ask lets the player make its move by its clock. ErrTime says that it was too slow, whatever it answered.
func (f *Fixture) ask(ctx context.Context, p Player, b *gomoku.Board, clock *gomoku.Clock) (found gomoku.Result, ply Ply, err error) {
	limit := clock.PerMove
	if clock.Left > 0 && (limit == 0 || clock.Left < limit) {
		limit = clock.Left
	}
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit+f.tolerance(), ErrTime)
		defer cancel()
	}
	start := time.Now()
	err = safely(func() (err error) {
		found, err = p.Move(ctx, b, *clock)
		return err
	})
	spent := time.Since(start)
	ply = Ply{Time: spent, Nodes: found.Stats.Nodes, Depth: found.Depth, Score: found.Score}
	late := limit > 0 && (spent > limit+f.tolerance() || err != nil && spent > limit) // whatever the error then is
	if late && !errors.As(err, new(*panicError)) {
		err = ErrTime
	}
	if clock.Left > 0 {
		const least = time.Millisecond // a clock of 0 would be none
		clock.Left = max(clock.Left-spent, least) + clock.Increment
	}
	return found, ply, err
}

func (f *Fixture) tolerance() time.Duration {
	if f.Tolerance == 0 {
		return defaultTolerance
	}
	return f.Tolerance
}

// A panicError is a panic of a player.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.value, e.stack) }

// safely calls f, and turns a panic into an error.
func safely(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{v, debug.Stack()}
		}
	}()
	return f()
}
