package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// undo goes back to the last turn of the person who plays against the machine; between two people it takes one move back. A game that ended
// by resignation or on time goes back to the turn in which it ended.
func (s *session) undo() error {
	human := s.set.human
	if human == [3]bool{} {
		return errors.New(s.w.noUndoHere)
	}
	if s.board.Outcome() == gomoku.Undecided && s.outcome != gomoku.Undecided && human[s.board.Turn()] {
		s.undone([]string{s.resultText(s.w)})
		return nil
	}
	// The moves of the game with their colors, to find the person's last stone. Passes nobody chose.
	moves, colors := s.history()
	keep := len(moves) - 1
	for keep >= 0 && (moves[keep] == gomoku.NoPoint || !human[colors[keep]]) {
		keep--
	}
	if keep < s.floor {
		return errors.New(s.w.nothingToUndo)
	}
	var taken []string
	for i := len(moves) - 1; i >= keep; i-- {
		if _, ok := s.board.Undo(); !ok {
			return errors.New(s.w.nothingToUndo)
		}
		taken = append(taken, s.nameMove(colors[i], moves[i]))
	}
	s.undone(taken)
	return nil
}

func (s *session) undone(taken []string) {
	s.clocks.rewind(s.board.Len())
	s.outcome, s.reason = gomoku.Undecided, gomoku.NoReason
	s.answer(s.w.undoLabel, "undo", strings.Join(taken, s.w.comma))
	s.showBoard()
}

// history is the moves that undo can reach, each with its color.
func (s *session) history() (moves []gomoku.Point, colors []gomoku.Color) {
	moves = s.board.Moves()
	first := gomoku.NewGame(s.board).First
	for i := range moves {
		c := first
		if i%2 == 1 {
			c = first.Opponent()
		}
		colors = append(colors, c)
	}
	return moves, colors
}

// nameMove is a move in a list.
func (s *session) nameMove(c gomoku.Color, p gomoku.Point) string {
	if !s.scr.terminal {
		if p == gomoku.NoPoint {
			return colorName(c) + " pass"
		}
		return colorName(c) + " " + s.point(p)
	}
	return fmt.Sprintf(s.w.moved, s.w.colors[c], s.point(p))
}

// replay lists the moves, or shows the board after one of them.
func (s *session) replay(argument string) error {
	moves, colors := s.history()
	start := s.board.Clone()
	for range moves {
		start.Undo()
	}
	if argument != "" {
		n, err := strconv.Atoi(narrow(argument))
		if err != nil || n < 0 || n > len(moves) {
			return s.w.errorf(s.w.noSuchMove, quote(argument), len(moves))
		}
		for _, p := range moves[:n] {
			if err := again(start, p); err != nil {
				return err
			}
		}
		last, _ := start.LastMove()
		d := drawing{style: s.set.style, unicode: s.scr.unicode, color: s.scr.color, last: last, line: start.WinningRow()}
		if n > 0 {
			s.answer(s.w.replayLabel, "replay", fmt.Sprintf("%d. %s", n, s.nameMove(colors[n-1], moves[n-1])))
		}
		s.scr.block(d.draw(start))
		return nil
	}
	if n := start.Stones(); n > 0 {
		g := gomoku.NewGame(s.board)
		s.answer(s.w.replayLabel, "replay", fmt.Sprintf(s.w.setUp, s.points(g.Black), s.points(g.White)))
	}
	if len(moves) == 0 {
		s.answer(s.w.replayLabel, "replay", s.w.noMovesYet)
	}
	for i, p := range moves {
		s.answer(s.w.replayLabel, "replay", fmt.Sprintf("%d. %s", i+1, s.nameMove(colors[i], p)))
	}
	return nil
}

// again plays a move of a record.
func again(b *gomoku.Board, p gomoku.Point) error {
	if p == gomoku.NoPoint {
		return b.Pass()
	}
	return b.Play(p)
}
