package review

import (
	"context"
	"errors"
	"slices"

	"github.com/gomoku-go/gomoku"
)

// mostRefuted is how many seemingly best moves may turn out to lose before the search for a better one is given up.
const mostRefuted = 4

// judge says what a move was worth.
func (s *searcher) judge(ctx context.Context, m *Move, t *turn) error {
	m.Depth = t.view.depth
	if len(t.then.line) > 0 {
		m.Reply = t.then.line
	}
	worst := before(t.then.score)
	if t.view.loses() && !t.foul {
		worst = min(worst, t.view.score) // a proved loss stays one, even if this search does not find the proof again
	}
	best, err := s.findBest(ctx, m, t, worst)
	if err != nil {
		return err
	}
	if err := s.findMissed(ctx, m, t, best, &worst); err != nil {
		return err
	}
	rule := t.board.Rule()
	m.Before, m.After = eval(best, rule), eval(worst, rule)
	m.Loss = rounded(max(m.Before.WinRate-m.After.WinRate, 0), 4)
	m.Label = label(m, t)
	if m.Accuracy = 100; m.Label.judged() {
		m.Accuracy = rounded(moveAccuracy(m.Loss), 1)
	}
	return nil
}

// unjudged fills in an opening move: it counts as the best one, with the chances after it.
func unjudged(m *Move, t *turn) {
	m.Before = eval(before(t.then.score), t.board.Rule())
	m.After = m.Before
	m.Label, m.Accuracy, m.Depth = Book, 100, t.then.depth
	m.Best, m.Line, m.Reply = m.Point, append([]gomoku.Point{m.Point}, t.then.line...), t.then.line
}

// label sums up what was found out about a move.
func label(m *Move, t *turn) Label {
	loss := rounded(m.Loss, 2) // to whole percent, as people see it
	switch {
	case t.foul:
		return Foul
	case t.next.Winner() == m.Color:
		return Best
	case len(t.stops) == 1 && m.Point == t.stops[0], len(t.board.AppendLegal(nil)) <= 1:
		return Forced
	case m.Before.Mate < 0, m.After.Mate < 0 && loss < InaccuracyLoss:
		return Lost
	case loss >= InaccuracyLoss && m.Missed != nil:
		return MissedWin
	case loss >= InaccuracyLoss && m.Unstopped != nil:
		return MissedBlock
	case loss >= BlunderLoss:
		return Blunder
	case loss >= MistakeLoss:
		return Mistake
	case loss >= InaccuracyLoss:
		return Inaccuracy
	case m.Point == m.Best:
		return Best
	}
	return Good
}

// findBest finds the best move and its score. Scores of searches that begin at different positions differ by chance, so the move
// played, whose score is given, and the best move are compared by searches of the positions after them. Proofs need no comparison.
func (s *searcher) findBest(ctx context.Context, m *Move, t *turn, played gomoku.Score) (gomoku.Score, error) {
	v := t.view
	best := v.score
	m.Best, m.Line = v.best, v.line
	if !v.wins() && !v.loses() {
		best = gomoku.LossIn(0)
		var refuted []gomoku.Point
		for candidate := v; ; {
			child := t.then
			if candidate.best != m.Point || t.foul {
				next := t.board.Clone()
				if err := next.PlayMoves(candidate.best); err != nil {
					return 0, err
				}
				var err error
				if child, err = s.look(ctx, next); err != nil {
					return 0, err
				}
			}
			if score := before(child.score); score > best {
				best, m.Best, m.Line = score, candidate.best, append([]gomoku.Point{candidate.best}, child.line...)
			}
			// A move that turns out to lose was not the best after all, if there is another.
			if refuted = append(refuted, candidate.best); !child.wins() || len(refuted) == mostRefuted || candidate.best == gomoku.NoPoint {
				break
			}
			var err error
			candidate, err = s.look(ctx, t.board, refuted...)
			if errors.Is(err, gomoku.ErrNoMove) {
				break
			}
			if err != nil {
				return 0, err
			}
		}
	}
	if !t.foul && (played > best || played == best && m.Point != m.Best) {
		best, m.Best, m.Line = played, m.Point, append([]gomoku.Point{m.Point}, t.then.line...)
	}
	return best, nil
}

// findMissed finds the wins that the move missed, did not stop, or made possible. If a win that is no longer seen after the move is
// found again a move later, it sets played, the score of the move, to that of the win.
func (s *searcher) findMissed(ctx context.Context, m *Move, t *turn, best gomoku.Score, played *gomoku.Score) error {
	opponent := m.Color.Opponent()
	switch {
	case t.ended, t.next.Winner() == m.Color:
		return nil
	case len(t.fives) > 0:
		m.Best, m.Line = t.fives[0], t.fives[:1]
		m.Missed = prove(t.board, m.Line)
	case len(t.stops) > 0 && len(fives(t.next, opponent)) > 0:
		m.Unstopped = prove(t.next, fives(t.next, opponent)[:1])
		if !slices.Contains(t.stops, m.Best) {
			m.Best, m.Line = t.stops[0], t.stops[:1]
		}
		return nil
	}
	switch {
	case isWin(-best):
		return nil
	case isWin(best) && !isWin(*played):
		return s.findSlipped(ctx, m, t, best, played)
	case isWin(-*played):
		return s.findAllowed(ctx, m, t)
	}
	return nil
}

// findSlipped looks at a move after which the search no longer finds a win that was proved before. The win is missed only if the
// search finds none after the opponent's reply either, and if the win can be shown to its end.
func (s *searcher) findSlipped(ctx context.Context, m *Move, t *turn, best gomoku.Score, played *gomoku.Score) error {
	reply := t.next.Clone()
	switch {
	case t.then.wins():
		m.Allowed = prove(t.next, t.then.line)
	case m.Missed == nil && reply.PlayMoves(t.then.best) == nil:
		v, err := s.look(ctx, reply)
		if err != nil {
			return err
		}
		if v.wins() {
			plies, _ := v.score.Mate()
			*played = min(gomoku.WinIn(plies+2), best)
			return nil
		}
	}
	if m.Missed == nil {
		m.Missed = prove(t.board, m.Line)
	}
	return nil
}

// findAllowed looks at a move that is proved to lose, where another one does not lose as far as the search sees. A search with a
// pass instead of the move tells whether the opponent threatened that win before.
func (s *searcher) findAllowed(ctx context.Context, m *Move, t *turn) error {
	win := prove(t.next, t.then.line)
	if m.Allowed = win; win == nil || win.Kind == BySearch { // a win with quiet moves is not a threat that one move could block
		return nil
	}
	passed := t.board.Clone()
	if err := passed.Pass(); err != nil {
		return err
	}
	threat, err := s.look(ctx, passed)
	if err != nil || !threat.wins() {
		return err
	}
	if win.Kind == ByFours {
		// The best move is a block only if it is proved to leave no win by fours.
		next := t.board.Clone()
		if err := next.PlayMoves(m.Best); err != nil {
			return err
		}
		if none, err := s.noFours(ctx, next); err != nil || !none {
			return err
		}
	}
	m.Unstopped, m.Allowed = win, nil
	return nil
}
