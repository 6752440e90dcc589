package main

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// A session is one run of the program: the current game, who plays it, and how.
type session struct {
	ctx   context.Context // ends with Ctrl-C
	set   *settings
	w     *words
	scr   *screen
	lines <-chan input
	brk   *breaker
	book  *gomoku.Book
	games int     // games begun, for their seeds
	seats [3]bool // by gomoku.Color: what -color says, before an opening gives the colors
	match

	done   bool
	status int
}

// A match is the current game. A session replaces it as a whole, or not at all.
type match struct {
	size     int
	rule     gomoku.Rule
	board    *gomoku.Board
	tags     map[string]string // of a loaded game
	outcome  gomoku.Outcome    // as the board has it, or by resignation or time
	reason   gomoku.Reason
	foul     gomoku.Point // the move that ended a loaded game by a foul; it does not lie on the board
	told     bool         // the result has been shown
	begun    time.Time
	loaded   bool    // from a file
	advice   *advice // about the position, until it changes
	clocks   *clocks
	machines [3]*gomoku.Searcher // by color, made when first needed
	adviser  *gomoku.Searcher
	seed     uint64
	protocol *opening.State // of -opening; nil: none
	floor    int            // moves of the opening, which undo leaves alone
}

// newSession makes a session and its first game; what is wrong with the flags or their files comes out here.
func newSession(ctx context.Context, set *settings, scr *screen, brk *breaker, stdin io.Reader) (*session, error) {
	s := &session{ctx: ctx, set: set, w: scr.words, scr: scr, brk: brk, seats: set.human}
	var err error
	if s.book, err = set.openBook(s.w); err != nil {
		return nil, err
	}
	if set.load != "" {
		r, err := set.loader(set.load, stdin).load(s.w)
		if err != nil {
			return nil, err
		}
		s.resume(r)
	} else if err := s.begin(set.size, set.rule); err != nil {
		return nil, err
	}
	// Searchers check their options; better now than at the first move.
	if _, err := gomoku.NewSearcher(set.machineOptions(s.book, s.seed)...); err != nil {
		return nil, optionError(s.w, err)
	}
	return s, nil
}

// begin starts a new game.
func (s *session) begin(size int, rule gomoku.Rule) error {
	board, err := gomoku.NewBoard(size, rule)
	if err != nil {
		return err
	}
	m := match{board: board, clocks: newClocks(s.set.clock)}
	if err := s.beginOpening(&m, size, rule); err != nil {
		return err
	}
	s.replace(m)
	return nil
}

// resume goes on with a loaded game. If the file has no clocks, those of -clock apply.
func (s *session) resume(r *restored) {
	m := match{board: r.board, loaded: true, tags: r.game.Tags, outcome: r.game.Outcome, reason: r.game.Reason, clocks: r.clocks}
	if m.reason == gomoku.ByFoul {
		m.foul = r.game.Moves[len(r.game.Moves)-1]
	}
	if m.clocks == nil {
		m.clocks = newClocks(s.set.clock)
	}
	s.replace(m)
}

func (s *session) replace(m match) {
	m.size, m.rule = m.board.Size(), m.board.Rule()
	m.begun = time.Now()
	m.seed = s.set.seed + uint64(s.games)
	s.games++
	s.set.human = s.seats
	s.match = m
}

// run plays until the session is done and returns the exit status.
func (s *session) run() int {
	s.greet()
	for !s.done {
		turn := s.board.Turn()
		switch {
		case s.scr.failed != nil:
			return s.failedWrite()
		case s.ctx.Err() != nil:
			s.interrupt()
		case s.outcome != gomoku.Undecided:
			s.afterEnd()
		case s.choosing():
			s.openingTurn()
		case s.stuck():
			s.passFor(turn)
		case s.set.human[turn]:
			s.humanTurn(turn)
		default:
			s.machineTurn(turn)
		}
	}
	s.scr.finish()
	// The last line of the output is the result, whatever was asked for after it.
	if result := s.resultLine(); s.scr.last != result {
		s.scr.line(result)
	}
	if s.scr.failed != nil {
		return s.failedWrite()
	}
	return s.status
}

func (s *session) end(status int) { s.done, s.status = true, status }

// failedWrite is the exit status after a failed write to standard output.
func (s *session) failedWrite() int {
	if brokenPipe(s.scr.failed) {
		return statusOK // nobody listens any more: no fault of the game
	}
	s.scr.complain(s.w.errorf(s.w.writeFailed, s.scr.failed))
	return statusFailure
}

// interrupt ends the session on Ctrl-C. A game under way is kept in a file, for the player may have meant something else.
func (s *session) interrupt() {
	s.scr.clear()
	s.scr.breakLine()
	s.end(statusInterrupted)
	if s.outcome != gomoku.Undecided || s.board.Len() == 0 || s.choosing() {
		return
	}
	s.clocks.stop(time.Now())
	data, err := encodeGame(s.record(), s.clocks)
	if err != nil {
		return // a courtesy only
	}
	f, err := os.CreateTemp("", "gomoku-*.json")
	if err != nil {
		return
	}
	// No Sync here: a busy disk would hold up the end that Ctrl-C asks for.
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return
	}
	s.scr.complain(s.w.errorf(s.w.interrupted, s.set.command(f.Name())))
}

// fail ends the session for an error that no input explains.
func (s *session) fail(err error) {
	s.scr.complain(s.w.errorf(s.w.searchFailed, err))
	s.end(statusFailure)
}
