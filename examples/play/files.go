package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

// save writes the game to a file. An existing file is overwritten only if the player at the terminal agrees, or with save!.
func (s *session) save(name string, overwrite bool) error {
	s.clocks.settle(time.Now())
	err := saveGame(s.w, name, s.record(), s.clocks, overwrite)
	if errors.Is(err, errExists) {
		if !s.scr.terminal || !s.scr.keyboard {
			return s.w.errorf(s.w.exists, name)
		}
		s.scr.ask(fmt.Sprintf(s.w.overwrite, name))
		answer, ok, _ := s.await(nil)
		if !ok || !isYes(answer) {
			return errors.New(s.w.notSaved)
		}
		err = saveGame(s.w, name, s.record(), s.clocks, true)
	}
	if err != nil {
		return err
	}
	s.answer("", "saved", fmt.Sprintf(s.w.saved, name))
	return nil
}

// load replaces the running game by one from a file that has passed every check; anything wrong leaves the game as it is.
func (s *session) load(name string) error {
	l := s.set.loader(name, nil)
	l.size, l.rule, l.number = s.size, s.rule, 0
	r, err := l.load(s.w)
	if err != nil {
		return err
	}
	s.resume(r)
	s.tellLoaded(name)
	if s.outcome == gomoku.Undecided {
		s.showBoard()
	}
	return nil
}

func (s *session) tellLoaded(name string) {
	s.answer("", "loaded", fmt.Sprintf(s.w.loaded, name, s.board.Len()))
}

// isYes reports whether somebody agrees.
func isYes(answer string) bool {
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes", "是", "好":
		return true
	}
	return false
}
