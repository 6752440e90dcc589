package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

// conclude ends the game.
func (s *session) conclude(outcome gomoku.Outcome, reason gomoku.Reason) {
	s.clocks.stop(time.Now())
	s.outcome, s.reason, s.told = outcome, reason, false
}

func winFor(c gomoku.Color) gomoku.Outcome {
	if c == gomoku.White {
		return gomoku.WhiteWins
	}
	return gomoku.BlackWins
}

// loseOnTime ends the game if color's time has run out.
func (s *session) loseOnTime(color gomoku.Color) bool {
	if !s.clocks.out(color, time.Now()) {
		return false
	}
	s.conclude(winFor(color.Opponent()), gomoku.ByTime)
	s.scr.note(fmt.Sprintf(s.w.timeIsUp, s.w.colors[color]))
	return true
}

// resultLine is the last line of the output: in fixed words where it is piped, else in the player's language.
func (s *session) resultLine() string {
	if s.scr.terminal {
		return s.w.resultLabel + s.resultText(s.w)
	}
	return "result: " + strings.ToLower(s.resultText(&english))
}

func (s *session) resultText(w *words) string {
	text := fmt.Sprintf(w.won, w.colors[s.outcome.Winner()])
	switch s.outcome {
	case gomoku.Undecided:
		return w.unfinished
	case gomoku.Draw:
		text = w.draw
	}
	if how := s.how(w); how != "" {
		text += fmt.Sprintf(w.parens, how)
	}
	return text
}

// how says in what way the game ended, where that is worth a word.
func (s *session) how(w *words) string {
	switch s.reason {
	case gomoku.ByFive:
		if line := s.board.WinningRow(); len(line) > 0 {
			return fmt.Sprintf(w.byFive, s.point(line[0]), s.point(line[len(line)-1]))
		}
	case gomoku.ByTime:
		return w.byTime
	case gomoku.ByResignation:
		return w.byResignation
	case gomoku.ByFoul:
		return w.byFoul
	case gomoku.ByIllegalMove:
		return w.byIllegalMove
	case gomoku.ByAgreement:
		return w.byAgreement
	}
	return ""
}

// record is the game so far.
func (s *session) record() *gomoku.Game {
	g := gomoku.NewGame(s.board)
	g.Outcome, g.Reason = s.outcome, s.reason
	g.Tags = s.allTags()
	if s.reason == gomoku.ByFoul {
		g.Moves = append(g.Moves, s.foul)
	}
	return g
}

// allTags are those of a game that was loaded; of another one, who plays, how strong the machine is, and when the game began.
func (s *session) allTags() map[string]string {
	if s.loaded {
		return s.tags
	}
	tags := map[string]string{"date": s.begun.Format(time.DateOnly)}
	for _, c := range []gomoku.Color{gomoku.Black, gomoku.White} {
		tags[c.String()] = s.set.name
		if !s.set.human[c] {
			tags[c.String()] = fmt.Sprintf("gomoku, level %d", s.set.level)
		}
	}
	return tags
}
