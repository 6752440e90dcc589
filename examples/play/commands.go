package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// obey does what a line of input says.
func (s *session) obey(line string) {
	if strings.TrimSpace(line) == "" {
		return
	}
	cmd, name, argument := parseCommand(line)
	if err := s.do(cmd, name, argument); err != nil && !errors.Is(err, errStopped) {
		s.scr.complain(err)
	}
}

func (s *session) do(cmd command, name, argument string) error {
	w := s.w
	switch cmd {
	case cmdSave, cmdForceSave, cmdLoad, cmdLevel:
		if argument == "" {
			if cmd == cmdLevel {
				return w.errorf(w.needLevel, name, s.set.level)
			}
			return w.errorf(w.needFile, name)
		}
	case cmdPoint, cmdReplay:
	default:
		if argument != "" {
			return w.errorf(w.noArgument, name)
		}
	}
	if s.choosing() {
		if err, ok := s.openingCommand(cmd, name); ok {
			return err
		}
	}
	switch cmd {
	case cmdUndo:
		return s.undo()
	case cmdHint:
		return s.hint()
	case cmdMoves:
		return s.candidates()
	case cmdEval:
		return s.evaluate()
	case cmdBoard:
		s.scr.block(s.drawBoard())
	case cmdSave, cmdForceSave:
		return s.save(expandHome(argument), cmd == cmdForceSave)
	case cmdReview:
		return s.review()
	case cmdLevel:
		return s.setLevel(argument)
	case cmdSwap:
		return s.swap()
	case cmdLoad:
		return s.load(expandHome(argument))
	case cmdReplay:
		return s.replay(argument)
	case cmdNew:
		return s.newGame()
	case cmdResign:
		return s.resign()
	case cmdHelp:
		s.scr.block(s.scr.wrapped(w.help + s.openingHelp()))
	case cmdQuit:
		s.end(statusOK)
	default:
		return s.move(name)
	}
	return nil
}

// move plays a point that somebody typed.
func (s *session) move(text string) error {
	w := s.w
	p, err := parsePoint(w, text, s.size)
	switch {
	case err != nil && !looksLikePoint(text):
		return w.errorf(w.unknown, quote(text), s.point(gomoku.At(s.size/2, s.size/2)))
	case err != nil:
		return err
	case s.outcome != gomoku.Undecided:
		return errors.New(w.gameOver)
	}
	switch err := s.play(p, ""); {
	case errors.Is(err, gomoku.ErrOccupied):
		return w.errorf(w.occupied, s.point(p), w.colors[s.board.At(p)])
	case errors.Is(err, gomoku.ErrForbidden):
		return w.errorf(w.forbidden, s.point(p), w.fouls[s.board.Forbidden(p)])
	default:
		return err
	}
}

func (s *session) newGame() error {
	if err := s.begin(s.size, s.rule); err != nil {
		return err
	}
	s.answer("", "new", fmt.Sprintf(s.w.newGame, s.size, s.size, s.w.rules[s.rule]))
	s.showBoard()
	return nil
}

// resign gives the game up for the person to move.
func (s *session) resign() error {
	if s.outcome != gomoku.Undecided {
		return errors.New(s.w.gameOver)
	}
	s.conclude(winFor(s.board.Turn().Opponent()), gomoku.ByResignation)
	return nil
}

// setLevel changes the strength of the machine from its next move on.
func (s *session) setLevel(text string) error {
	var level gomoku.Level
	if err := level.UnmarshalText([]byte(narrow(text))); err != nil {
		return s.w.errorf(s.w.badLevel, quote(text))
	}
	s.set.level = level
	s.machines = [3]*gomoku.Searcher{}
	s.answer("", "level", fmt.Sprintf(s.w.levelIs, level))
	return nil
}

// swap exchanges the sides: the machine goes on where the person was, and the other way round.
func (s *session) swap() error {
	h := s.set.human
	if h[gomoku.Black] == h[gomoku.White] {
		return errors.New(s.w.nothingToSwap)
	}
	h[gomoku.Black], h[gomoku.White] = h[gomoku.White], h[gomoku.Black]
	s.set.human, s.seats = h, h
	mine := gomoku.Black
	if h[gomoku.White] {
		mine = gomoku.White
	}
	s.answer("", "swap", fmt.Sprintf(s.w.swapped, s.w.colors[mine]))
	return nil
}

// review goes through the game so far. Ctrl-C ends it with what there is.
func (s *session) review() error {
	if s.board.Len() == 0 {
		return errors.New(s.w.noMovesYet)
	}
	ctx, done := s.brk.search(s.ctx)
	defer done()
	_, err := reviewGame(ctx, s.scr, s.set, s.record(), 1)
	return err
}
