package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

func (s *session) greet() {
	w := s.w
	s.scr.note(fmt.Sprintf(w.greeting, s.size, s.size, w.rules[s.rule]))
	stones := glyphsFor(s.scr.unicode).stones
	var seats []string
	for _, c := range []gomoku.Color{gomoku.Black, gomoku.White} {
		seats = append(seats, fmt.Sprintf(w.seat, w.colors[c], stones[c], s.whoIs(s.set.human[c])))
	}
	if s.choosing() {
		seats = s.openingSeats()
	}
	s.scr.note(strings.Join(seats, w.semicolon))
	if s.set.human != [3]bool{} {
		center := gomoku.At(s.size/2, s.size/2)
		s.scr.note(fmt.Sprintf(w.typeAPoint, s.point(center)))
	}
	if s.set.load != "" {
		s.tellLoaded(s.set.load)
	}
	if s.outcome == gomoku.Undecided {
		s.showBoard()
	}
}

// whoIs names a player.
func (s *session) whoIs(human bool) string {
	if human {
		return s.w.human
	}
	return fmt.Sprintf(s.w.seatLevel, s.w.machine, s.set.level)
}

// showBoard draws the board on a terminal; piped output gets it only on request.
func (s *session) showBoard() {
	if s.scr.terminal && !s.scr.quiet {
		s.scr.block("\n" + s.drawBoard())
	}
}

// drawBoard is the board and what belongs under it.
func (s *session) drawBoard() string {
	w, b := s.w, s.board
	last, _ := b.LastMove()
	d := drawing{style: s.set.style, unicode: s.scr.unicode, color: s.scr.color, last: last, line: b.WinningRow()}
	d.forbidden = s.outcome == gomoku.Undecided && b.Turn() == gomoku.Black && len(b.AppendForbidden(nil)) > 0
	text := d.draw(b)
	g := glyphsFor(s.scr.unicode)
	caption := []string{
		fmt.Sprintf("%s %s%s%s %s", g.stones[gomoku.Black], w.colors[gomoku.Black], w.comma, g.stones[gomoku.White], w.colors[gomoku.White]),
		fmt.Sprintf(w.captionMoves, b.Len()),
	}
	if d.last != gomoku.NoPoint {
		caption = append(caption, fmt.Sprintf(w.captionLast, s.point(d.last)))
	}
	if s.outcome == gomoku.Undecided {
		caption = append(caption, fmt.Sprintf(w.captionTurn, w.colors[b.Turn()]))
	}
	if d.forbidden {
		caption = append(caption, fmt.Sprintf(w.forbids, g.forbidden))
	}
	if s.clocks != nil {
		now := time.Now()
		caption = append(caption, fmt.Sprintf(w.clock,
			showTime(s.clocks.remaining(gomoku.Black, now)), showTime(s.clocks.remaining(gomoku.White, now))))
	}
	return text + strings.Join(caption, w.semicolon) + "\n"
}

func (s *session) point(p gomoku.Point) string {
	if p == gomoku.NoPoint {
		return s.w.pass
	}
	return s.set.style.point(p, s.size)
}

func (s *session) points(list []gomoku.Point) string {
	text := make([]string, len(list))
	for i, p := range list {
		text[i] = s.point(p)
	}
	return strings.Join(text, " ")
}

// answer writes what a command found: labelled in the player's language on a terminal, by the command's name elsewhere.
func (s *session) answer(label, name, text string) {
	if !s.scr.terminal {
		label = name + ": "
	}
	s.scr.line(label + text)
}
