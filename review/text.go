package review

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// mostShown is how many moves are written of a line that is not a proof.
const mostShown = 8

// String returns the move in a line of text, with Black's chances before and after it:
//
//  10. White i13      72% → 98%   -26%  mistake; better: i9 i8 j7 h7
func (m Move) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%3d. %s %-4s %5s → %-4s", m.Number, title(m.Color), pointText(m.Point),
		percent(blackWinRate(m.Color, m.Before)), percent(blackWinRate(m.Color, m.After)))
	loss := ""
	if n := math.Round(100 * m.Loss); n > 0 {
		loss = fmt.Sprintf("-%.0f%%", n)
	}
	fmt.Fprintf(&s, " %5s  %s", loss, m.Label)
	opponent := title(m.Color.Opponent())
	if m.Wins() {
		s.WriteString("; wins")
	}
	if w := m.Missed; w != nil {
		fmt.Fprintf(&s, "; %s was there: %s", w.Kind.phrase(), line(w.Line))
	}
	if w := m.Unstopped; w != nil {
		fmt.Fprintf(&s, "; does not stop %s of %s: %s", w.Kind.phrase(), opponent, line(w.Line))
	}
	if w := m.Allowed; w != nil {
		fmt.Fprintf(&s, "; allows %s of %s: %s", w.Kind.phrase(), opponent, line(w.Line))
	}
	if m.Point != m.Best && m.Missed == nil && m.Label != Lost && m.Label != Forced {
		word := "better"
		if m.Label == Good {
			word = "best"
		}
		fmt.Fprintf(&s, "; %s: %s", word, line(m.Line[:min(len(m.Line), mostShown)]))
	}
	return s.String()
}

// WriteText writes the review for people: a line for every move, then the turning points, the losing move, and the players.
// The error is that of w, or says that r has no game or a turning point that is not among its moves.
func (r *Review) WriteText(w io.Writer) error {
	if r.Game == nil {
		return errors.New("review: no game: make a review with Analyze or Summarize")
	}
	var s strings.Builder
	s.WriteString("Black's winning chances: with the best move → with the move played\n")
	for _, m := range r.Moves {
		s.WriteString(m.String() + "\n")
	}
	if len(r.TurningPoints) > 0 {
		var points []string
		for _, n := range r.TurningPoints {
			m := r.Move(n)
			if m == nil {
				return fmt.Errorf("review: turning point %d is not among the moves", n)
			}
			points = append(points, fmt.Sprintf("%d %s %s (%s → %s)", n, title(m.Color), pointText(m.Point),
				percent(blackWinRate(m.Color, m.Before)), percent(blackWinRate(m.Color, m.After))))
		}
		fmt.Fprintf(&s, "Turning points: %s\n", strings.Join(points, ", "))
	}
	if m := r.Losing(); m != nil {
		fmt.Fprintf(&s, "%s lost the game with move %d, %s\n", title(m.Color), m.Number, pointText(m.Point))
	}
	for _, c := range []gomoku.Color{gomoku.Black, gomoku.White} {
		p := r.Player(c)
		if p.Moves == 0 {
			continue
		}
		var counts []string
		for _, l := range Labels() {
			if n := p.Labels[l]; n > 0 {
				counts = append(counts, fmt.Sprintf("%s %d", l, n))
			}
		}
		fmt.Fprintf(&s, "%s: accuracy %.1f; %s\n", title(c), p.Accuracy, strings.Join(counts, ", "))
	}
	if !r.Complete {
		fmt.Fprintf(&s, "Not complete: %d moves of %d reviewed\n", len(r.Moves), len(r.Game.Moves))
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// phrase names a win of the kind.
func (k WinKind) phrase() string {
	switch k {
	case ByFive:
		return "a five"
	case ByFours:
		return "a win by fours"
	case ByThrees:
		return "a win by threes"
	}
	return "a forced win"
}

func title(c gomoku.Color) string {
	if c == gomoku.Black {
		return "Black"
	}
	return "White"
}

func pointText(p gomoku.Point) string {
	if p == gomoku.NoPoint {
		return "pass"
	}
	return p.String()
}

func line(points []gomoku.Point) string {
	text := make([]string, len(points))
	for i, p := range points {
		text[i] = pointText(p)
	}
	return strings.Join(text, " ")
}

func percent(rate float64) string { return fmt.Sprintf("%.0f%%", 100*rate) }
