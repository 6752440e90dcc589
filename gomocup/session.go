package gomocup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A session is the state of a conversation with a manager.
type session struct {
	player   Player
	analyzer Analyzer // the player, if it is one
	opener   Opener   // the player, if it is one
	about    About
	say      func(line string)
	now      func() time.Time

	clock    clock
	settings Settings // Size is that of the game
	depth    int      // limits of a search, 0 for none
	nodes    int64
	blocked  []gomoku.Point // not to be played
	game     *position      // nil before START
	stale    bool           // the player is not prepared for the settings
	prepared Settings       // what the player last prepared for; the zero value after a refusal
	refusal  error          // the player's error about the settings
	yixin    bool           // the manager speaks the dialect of Yixin-Board
	rule2    bool           // INFO rule was 2, which has a meaning only in that dialect
}

func newSession(p Player, threads int, say func(string), now func() time.Time) *session {
	s := &session{player: p, say: say, now: now, clock: clock{turn: defaultTurn}}
	s.analyzer, _ = p.(Analyzer)
	s.opener, _ = p.(Opener)
	s.settings = Settings{Memory: MemoryUnknown, Threads: max(threads, 1), Message: s.message}
	return s
}

func (s *session) message(text string) { s.say("MESSAGE " + printable(text, maxLine)) }

func (s *session) start(width, height int) (string, error) {
	if width != height {
		return "", fmt.Errorf("size %dx%d: only square boards are supported", width, height)
	}
	next, err := newPosition(width, s.settings.Rule, nil, gomoku.Black)
	if err != nil {
		return "", fmt.Errorf("size %d is not supported: use %d to %d", width, gomoku.MinSize, gomoku.MaxSize)
	}
	before := s.settings
	s.settings.Size, s.stale = width, true
	if !s.yixin { // Yixin-Board sends START before every move, and yxhashclear for a new game
		s.settings.NewGame = true
	}
	// A player that may refuse the settings is asked before OK. Otherwise it prepares after OK, because a manager that has
	// just replaced a search waits for the answer.
	if !s.settings.alike(s.prepared) {
		if err := s.prepare(); err != nil {
			s.settings, s.stale = before, true
			return "", err
		}
	}
	s.game = next
	s.clock.newGame()
	return "OK", nil
}

func (s *session) restart() (string, error) {
	s.settings.NewGame = true
	return s.start(s.game.size, s.game.size)
}

// prepare tells the player new settings. Serve calls it when no command waits, so that the time is not on a move's clock.
func (s *session) prepare() error {
	if s.stale && s.settings.Size > 0 {
		s.refusal, s.prepared = s.player.Prepare(s.settings), s.settings
		if s.refusal != nil {
			s.prepared = Settings{}
		}
		s.stale, s.settings.NewGame = false, false
	}
	return s.refusal
}

func (s *session) begin(r request) (string, error) {
	if len(s.game.stones) > 0 {
		return "", errors.New("BEGIN wants an empty board: send TURN, BOARD or RESTART")
	}
	return s.move(r, s.game, Query{Lines: 1})
}

func (s *session) turn(r request, at square) (string, error) {
	next, err := s.game.play(at)
	if err != nil {
		return "", err
	}
	return s.move(r, next, Query{Lines: 1})
}

func (s *session) board(r request, stones []listed, quiet bool) (string, error) {
	next, err := listedPosition(s.game.size, s.settings.Rule, stones)
	if err != nil {
		return "", err
	}
	if quiet {
		s.game = next
		return "", nil
	}
	return s.move(r, next, Query{Lines: 1})
}

func (s *session) play(at square) (string, error) {
	next, err := s.game.play(at)
	if err != nil {
		return "", err
	}
	s.game = next
	return at.String(), nil
}

func (s *session) takeBack(at square) (string, error) {
	next, err := s.game.takeBack(at)
	if err != nil {
		return "", err
	}
	s.game = next
	return "OK", nil
}

// balance answers with one or two stones that bring the score near the target.
func (s *session) balance(r request, stones int, target gomoku.Score) (string, error) {
	// The second stone is the other side's, which sees the score from its own view.
	queries := []Query{{Lines: 1, Balance: true, Target: target}, {Lines: 1, Balance: true, Target: -target}}
	return s.move(r, s.game, queries[:stones]...)
}

// move finds our moves in the position, one for each query, plays them, and answers with them. If the request is abandoned, the
// position stays as the manager sent it, without our moves.
func (s *session) move(r request, from *position, queries ...Query) (string, error) {
	if err := s.prepare(); err != nil {
		return "", err
	}
	defer func() { s.clock.spend(s.now().Sub(r.asked)) }()
	limits := s.limits(from, r.asked, len(queries))
	next := from
	var reply []string
	var finals []func()
	for _, q := range queries {
		after, best, final, err := s.search(r.ctx, next, q, limits)
		if err != nil {
			return "", s.given(err, from)
		}
		next = after
		reply = append(reply, best.String())
		finals = append(finals, final)
	}
	if err := r.commit(); err != nil {
		return "", s.given(err, from)
	}
	for _, final := range finals {
		final()
	}
	s.game = next
	return strings.Join(reply, " "), nil
}

// given keeps the position that an abandoned request was about, and returns its error.
func (s *session) given(err error, p *position) error {
	if errors.Is(err, errAbandoned) {
		s.game = p
	}
	return err
}

// limits are the limits of each of the n searches that together answer a request made at that time.
func (s *session) limits(p *position, asked time.Time, n int) Limits {
	budget, atOnce := s.clock.budget(len(p.stones)/2, s.now().Sub(asked))
	l := Limits{Time: max(budget/time.Duration(n), leastBudget), Depth: s.depth, Nodes: s.nodes}
	if atOnce {
		l.Time = 0
	}
	return l
}

// search finds one move. final prints its score, once it is sure that the move is played.
func (s *session) search(ctx context.Context, p *position, q Query, l Limits) (after *position, best square, final func(), err error) {
	if p.board.Outcome() != gomoku.Undecided {
		return nil, best, nil, errGameOver
	}
	reporter := reporter{say: s.say, size: p.size, lines: q.Lines, now: s.now, last: s.now()}
	q.Excluded = s.blocked
	l.Progress = func(i gomoku.Info) {
		if ctx.Err() == nil {
			reporter.progress(i)
		}
	}
	result, err := untilStopped(ctx, l, func(ctx context.Context, l Limits) (gomoku.Result, error) {
		if s.analyzer != nil {
			return s.analyzer.Analyze(ctx, p.board, q, l)
		}
		return s.player.Move(ctx, p.board, l)
	})
	switch {
	case errors.Is(err, gomoku.ErrNoMove) && len(s.blocked) > 0:
		err = errors.New("no legal move is left beside the blocked points: send yxblockreset")
	case errors.Is(err, gomoku.ErrNoMove):
		err = errors.New("no legal move is left")
	}
	if err == nil && result.Best == gomoku.NoPoint {
		err = errors.New("the player returned no move")
	}
	if err != nil {
		return nil, best, nil, err
	}
	best = squareOf(result.Best, p.size)
	after, err = p.play(best)
	return after, best, func() { reporter.final(result) }, err
}

// untilStopped lets the player find something. A player that was stopped before it found anything is asked once more, to answer
// without a search.
func untilStopped[T any](ctx context.Context, l Limits, find func(context.Context, Limits) (T, error)) (T, error) {
	var none T
	if ctx.Err() == nil {
		found, err := find(ctx, l)
		if context.Cause(ctx) == nil || context.Cause(ctx) == errStop && err == nil {
			return found, err
		}
	}
	if cause := context.Cause(ctx); cause != errStop {
		return none, cause
	}
	l.Time = 0
	return find(context.WithoutCancel(ctx), l)
}

// block changes the points that are not to be played. They stay through new games, as Yixin-Board wants.
func (s *session) block(squares []square, undo bool) error {
	blocked := slices.Clone(s.blocked)
	for _, at := range squares {
		p, err := at.point(s.game.size)
		if err != nil {
			return err
		}
		blocked = slices.DeleteFunc(blocked, func(q gomoku.Point) bool { return q == p })
		if !undo {
			blocked = append(blocked, p)
		}
	}
	s.blocked = blocked
	return nil
}
