package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/gomoku-go/gomoku"
)

// stuck reports whether the side to move has no legal point though the game goes on: under renju, Black among nothing but forbidden points.
func (s *session) stuck() bool {
	return s.rule == gomoku.Renju && s.board.Turn() == gomoku.Black && len(s.board.AppendLegal(nil)) == 0
}

// passFor passes for a side that has no legal point.
func (s *session) passFor(color gomoku.Color) {
	s.clocks.start(color, s.board.Len(), time.Now())
	if err := s.board.Pass(); err != nil {
		s.fail(err)
		return
	}
	s.scr.note(fmt.Sprintf(s.w.mustPass, s.w.colors[color]))
	s.tellMove(color, gomoku.NoPoint, "")
}

// play puts the stone of the side to move on p and says so. Time that has run out comes first.
func (s *session) play(p gomoku.Point, remark string) error {
	color := s.board.Turn()
	if err := s.board.Play(p); err != nil {
		return err
	}
	s.clocks.stop(time.Now())
	s.tellMove(color, p, remark)
	if outcome := s.board.Outcome(); outcome != gomoku.Undecided {
		s.conclude(outcome, boardReason(s.board))
	}
	return nil
}

// tellMove shows a move: a line of its own in piped output, on a terminal the board and the move.
func (s *session) tellMove(color gomoku.Color, p gomoku.Point, remark string) {
	if !s.scr.terminal {
		point := "pass"
		if p != gomoku.NoPoint {
			point = s.point(p)
		}
		s.scr.line(colorName(color) + " " + point)
		return
	}
	// With a machine to answer at once, a board for every second move is enough.
	if !(s.set.human[color] && !s.set.human[color.Opponent()]) && s.board.Outcome() == gomoku.Undecided {
		s.showBoard()
	}
	s.scr.line(fmt.Sprintf(s.w.moved, s.w.colors[color], s.point(p)) + remark)
}

// await waits for a line, the end of the time that is left (nil: no such end) or Ctrl-C; ok is false for all but a line.
func (s *session) await(timeout <-chan time.Time) (line string, ok, expired bool) {
	select {
	case in := <-s.lines:
		if in.err != nil {
			s.scr.breakLine()
			s.end(statusOK)
			if !errors.Is(in.err, io.EOF) {
				s.scr.complain(s.w.errorf(s.w.readFailed, in.err))
				s.end(statusFailure)
			}
			return "", false, false
		}
		switch in.problem {
		case lineTooLong:
			s.scr.complain(s.w.errorf(s.w.tooLong, maxLine))
		case controlCharacter:
			s.scr.complain(errors.New(s.w.hasControl))
		case invalidUTF8:
			s.scr.complain(errors.New(s.w.notUTF8))
		default:
			return in.text, true, false
		}
		return "", false, false
	case <-timeout:
		return "", false, true
	case <-s.ctx.Done():
		return "", false, false
	}
}

// humanTurn asks a person for a line and does what it says. A move ends the turn; everything else leads back here.
func (s *session) humanTurn(color gomoku.Color) {
	now := time.Now()
	s.clocks.start(color, s.board.Len(), now)
	if s.loseOnTime(color) {
		return
	}
	var timeout <-chan time.Time
	prompt := fmt.Sprintf(s.w.prompt, s.w.colors[color])
	if s.clocks != nil {
		left := s.clocks.remaining(color, now)
		prompt = fmt.Sprintf(s.w.promptClock, s.w.colors[color], showTime(left))
		timer := time.NewTimer(left)
		defer timer.Stop()
		timeout = timer.C
	}
	s.scr.ask(prompt)
	line, ok, expired := s.await(timeout)
	if expired {
		s.scr.breakLine()
	}
	if s.done || s.ctx.Err() != nil || s.loseOnTime(color) || !ok {
		return
	}
	s.obey(line)
}

// afterEnd shows the result and takes commands: undo, save, new and the like. On a terminal it waits for them without limit;
// elsewhere the program ends with the game, unless the next command is there already or follows at once.
func (s *session) afterEnd() {
	patient := s.scr.terminal && s.scr.keyboard
	if !s.told {
		s.told = true
		s.showBoard()
		s.scr.line(s.resultLine())
		if patient {
			s.scr.note(s.w.overHint)
		}
	}
	var timeout <-chan time.Time
	if !patient {
		const grace = time.Second // for a program at the other end that answers the result
		timer := time.NewTimer(grace)
		defer timer.Stop()
		timeout = timer.C
	} else {
		s.scr.ask(s.w.promptOver)
	}
	line, ok, expired := s.await(timeout)
	switch {
	case expired:
		s.end(statusOK)
	case ok:
		s.obey(line)
	}
}
