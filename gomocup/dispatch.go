package gomocup

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A request is a command that is being carried out. It may be interrupted until it is committed.
type request struct {
	ctx   context.Context
	asked time.Time // when the command was read
	// commit ends the time in which the request may be interrupted. An error says that its reply is no longer wanted.
	commit func() error
}

// Why the context of a request ended. Any other reason, such as the end of the context of Serve, ends the session.
var (
	errStop      = errors.New("told to stop")       // a move is wanted, now
	errAbandoned = errors.New("told another thing") // no move is wanted, and the session goes on
	errEnd       = errors.New("told to end")        // nothing more may be printed
)

// handle carries out a command and prints its reply, if there is one, in one line. It reports whether the session goes on, which it
// does not after END.
func (s *session) handle(r request, cmd command) bool {
	if _, ok := cmd.(endCommand); ok {
		return false
	}
	reply, err := s.dispatch(r, cmd)
	switch {
	case errors.Is(err, errAbandoned):
		// The command that came instead gets the reply.
	case err != nil && ended(r.ctx):
		// There was no move, so later commands would be answered for a position that the manager does not have.
		return false
	case err != nil:
		s.say("ERROR " + printable(err.Error(), maxLine))
		return true
	case reply != "":
		s.say(reply)
	}
	s.recognize(cmd)
	return true
}

// ended reports whether ctx ended for a reason after which nothing more may be printed.
func ended(ctx context.Context) bool {
	cause := context.Cause(ctx)
	return cause != nil && cause != errStop && cause != errAbandoned
}

// dispatch carries out a command. A command that is answered by an error has changed nothing.
func (s *session) dispatch(r request, cmd command) (reply string, err error) {
	if needsBoard(cmd) {
		if err := s.usable(cmd); err != nil {
			return "", err
		}
	}
	switch cmd := cmd.(type) {
	case infoCommand:
		s.info(cmd.key, cmd.value)
	case aboutCommand:
		reply = s.about.line()
	case unknownCommand:
		reply = "UNKNOWN " + cmd.text
	case badCommand:
		err = errors.New(cmd.reason)
	case givenUpCommand:
		s.message(fmt.Sprintf("%s was not ended by DONE and is given up", cmd.list))
	case stopCommand: // the inbox acted on it when it was read
	case startCommand:
		return s.start(cmd.width, cmd.height)
	case restartCommand:
		return s.restart()
	case beginCommand:
		return s.begin(r)
	case turnCommand:
		return s.turn(r, cmd.square)
	case boardCommand:
		return s.board(r, cmd.stones, cmd.quiet)
	case swap2Command:
		return s.swap2(r, cmd.stones)
	case playCommand:
		return s.play(cmd.square)
	case takebackCommand:
		return s.takeBack(cmd.square)
	case nbestCommand:
		return s.move(r, s.game, Query{Lines: cmd.lines})
	case balanceCommand:
		return s.balance(r, cmd.stones, gomoku.Score(cmd.target))
	case blockCommand:
		err = s.block(cmd.squares, cmd.undo)
	case blockResetCommand:
		s.blocked = nil
	case forbidCommand:
		reply = s.game.forbidden()
	case showInfoCommand:
		s.message(fmt.Sprint("INFO MAX_THREAD_NUM ", runtime.NumCPU()))
		s.message(fmt.Sprint("INFO MAX_HASH_SIZE ", bits.Len64(uint64(mostHash>>10))-1))
	case hashClearCommand:
		s.settings.NewGame, s.stale = true, true
	default:
		panic(fmt.Sprintf("unreachable: command %T", cmd))
	}
	return reply, err
}

// usable returns an error if the session cannot carry out a command that needs a board.
func (s *session) usable(cmd command) error {
	if s.game == nil {
		return errors.New("there is no board yet: send START first")
	}
	switch cmd.(type) {
	case nbestCommand, balanceCommand, blockCommand:
		if s.analyzer == nil {
			return errors.New("this brain knows neither several lines nor balanced moves nor blocked points")
		}
	case swap2Command:
		if s.opener == nil {
			return errors.New("this brain does not play Swap2")
		}
	}
	if s.stale {
		return nil // the player will be asked again
	}
	return s.refusal
}

// recognize notes that the manager speaks the dialect of Yixin-Board.
func (s *session) recognize(cmd command) {
	if s.yixin || !isYixin(cmd) {
		return
	}
	s.yixin = true
	if s.rule2 {
		s.setRule(gomoku.Renju)
	}
}
