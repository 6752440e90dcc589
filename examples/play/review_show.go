package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/review"
)

// A reviewPrinter puts the review of a game into the words of a language.
type reviewPrinter struct {
	scr    *screen
	w      *words
	set    *settings
	game   *gomoku.Game
	number int // of the game in its file; 0: there is no file
}

// typeset leaves nothing but ASCII of the program's own English where the screen has no more.
func (p *reviewPrinter) typeset(text string) string {
	if p.scr.unicode {
		return text
	}
	return strings.NewReplacer("→", "->", "×", "x").Replace(text)
}

// head is what stands above the moves.
func (p *reviewPrinter) head() string {
	w, g := p.w, p.game
	name := func(tag string) string {
		if g.Tags[tag] == "" {
			return "?"
		}
		return quote(g.Tags[tag])
	}
	var lines []string
	if p.set.review.game != 0 {
		lines = append(lines, fmt.Sprintf(w.review.game, p.number))
	}
	lines = append(lines, fmt.Sprintf(w.review.head, name("black"), name("white"), g.Size, g.Size, w.rules[g.Rule], len(g.Moves)))
	if len(g.Black)+len(g.White) > 0 {
		lines = append(lines, fmt.Sprintf(w.review.setUp, p.points(g.Black), p.points(g.White)))
	}
	if g.First == gomoku.White {
		lines = append(lines, fmt.Sprintf(w.review.first, w.colors[g.First]))
	}
	lines = append(lines, w.review.columns)
	return strings.Join(lines, "\n") + "\n"
}

func (p *reviewPrinter) point(q gomoku.Point) string {
	if q == gomoku.NoPoint {
		return p.w.pass
	}
	return p.set.style.point(q, p.game.Size)
}

func (p *reviewPrinter) points(list []gomoku.Point) string {
	text := make([]string, len(list))
	for i, q := range list {
		text[i] = p.point(q)
	}
	return strings.Join(text, " ")
}

// blackScore is a score of the side c as one of Black.
func blackScore(c gomoku.Color, s gomoku.Score) gomoku.Score {
	if c == gomoku.White {
		return -s
	}
	return s
}

// pad fills a text with spaces to a number of columns; on the left where columns is negative.
func pad(text string, columns int) string {
	fill := strings.Repeat(" ", max(max(columns, -columns)-textWidth(text), 0))
	if columns < 0 {
		return fill + text
	}
	return text + fill
}

func chances(rate float64) string { return fmt.Sprintf("%.0f%%", 100*rate) }

// line is a move in the table for eyes.
func (p *reviewPrinter) line(m *review.Move) string {
	w := p.w
	text := fmt.Sprintf("%3d. %s %s %s %s %s %s %s  %s", m.Number, w.colors[m.Color], pad(p.point(m.Point), 6),
		pad(blackScore(m.Color, m.Before.Score).String(), -6), arrow, pad(blackScore(m.Color, m.After.Score).String(), 6),
		pad(p.blackChances(m.Color, m.Before), -5)+" "+arrow+" "+pad(p.blackChances(m.Color, m.After), 4), lossText(m.Loss), w.review.labels[m.Label])
	if notes := p.notes(m); len(notes) > 0 {
		text += w.dash + strings.Join(notes, w.semicolon)
	}
	return text
}

// blackChances are those of Black where e is an evaluation of the side c.
func (p *reviewPrinter) blackChances(c gomoku.Color, e review.Eval) string {
	if c == gomoku.White {
		return chances(1 - e.WinRate)
	}
	return chances(e.WinRate)
}

const arrow = "→"

// lossText is what a move gave away, in hundredths of the chance to win; nothing where that is not worth a number.
func lossText(loss float64) string {
	if n := int(math.Round(100 * loss)); n > 0 {
		return fmt.Sprintf("%5s", fmt.Sprintf("-%d%%", n))
	}
	return "     "
}

// notes say why a move got its label.
func (p *reviewPrinter) notes(m *review.Move) (notes []string) {
	const most = 8 // moves of a line that is no proof
	rw, opponent := &p.w.review, p.w.colors[m.Color.Opponent()]
	if m.Wins() {
		return []string{rw.won}
	}
	if win := m.Missed; win != nil {
		notes = append(notes, fmt.Sprintf(rw.missedWin, rw.wins[win.Kind], p.points(win.Line)))
	}
	if win := m.Unstopped; win != nil {
		notes = append(notes, fmt.Sprintf(rw.unstopped, opponent, rw.wins[win.Kind], p.points(win.Line)))
	}
	if win := m.Allowed; win != nil {
		notes = append(notes, fmt.Sprintf(rw.allows, opponent, rw.wins[win.Kind], p.points(win.Line)))
	}
	if m.Point != m.Best && m.Missed == nil && m.Label != review.Lost && m.Label != review.Forced {
		format := rw.better
		if m.Label == review.Good {
			format = rw.best
		}
		notes = append(notes, fmt.Sprintf(format, p.points(m.Line[:min(len(m.Line), most)])))
	}
	return notes
}

// summary is what stands below the moves: the graph, the turning points and the players.
func (p *reviewPrinter) summary(r *review.Review) string {
	w := p.w
	rw := &w.review
	var s strings.Builder
	if len(r.Moves) == 0 && r.Complete {
		s.WriteString(w.noMovesYet + "\n")
	}
	if len(r.Moves) > 0 {
		if !p.scr.quiet {
			s.WriteString("\n" + p.graph(r) + "\n")
		}
		turning := []string{}
		for _, n := range r.TurningPoints {
			m := r.Move(n)
			turning = append(turning, fmt.Sprintf(rw.turn, n, w.colors[m.Color], p.point(m.Point), p.blackChances(m.Color, m.Before), p.blackChances(m.Color, m.After)))
		}
		if len(turning) == 0 {
			turning = []string{rw.noTurn}
		}
		fmt.Fprintf(&s, rw.turning+"\n", strings.Join(turning, w.comma))
		if m := r.Losing(); m != nil {
			fmt.Fprintf(&s, rw.lostBy+"\n", w.colors[m.Color], m.Number, p.point(m.Point))
		}
		for _, c := range []gomoku.Color{gomoku.Black, gomoku.White} {
			if player := r.Player(c); player.Moves > 0 {
				fmt.Fprintf(&s, rw.summary+"\n", w.colors[c], player.Accuracy, player.Moves, strings.Join(p.counts(player), w.comma))
			}
		}
	}
	if !r.Complete {
		fmt.Fprintf(&s, rw.incomplete+"\n", len(r.Moves), len(p.game.Moves))
	}
	fmt.Fprintf(&s, rw.result+"\n", p.result())
	return s.String()
}

// counts says how many moves of a player have each label. The usual ones are there even where there is none.
func (p *reviewPrinter) counts(player *review.Player) (counts []string) {
	for _, l := range review.Labels() {
		if n := player.Labels[l]; n > 0 || l < review.Forced {
			counts = append(counts, fmt.Sprintf(p.w.review.count, p.w.review.labels[l], n))
		}
	}
	return counts
}

// result is how the game ended, as a game that is played tells it.
func (p *reviewPrinter) result() string {
	b, err := p.game.Board()
	if err != nil {
		return p.w.unfinished
	}
	s := session{set: p.set, w: p.w, match: match{size: b.Size(), board: b, outcome: p.game.Outcome, reason: p.game.Reason}}
	return s.resultText(p.w)
}

// graph draws Black's chances over the moves: a stone of the color that moved, and a mark under each turning point. A long game has several
// moves in a column, of which it shows the last.
func (p *reviewPrinter) graph(r *review.Review) string {
	const height, margin, spare = 9, 7, 2 // rows; columns of the labels; what the last number needs beyond its column
	stones, mark, bar := glyphsFor(p.scr.unicode).stones, "^", "|"
	if p.scr.unicode {
		bar = "│"
	}
	room := p.scr.width - margin - spare // a screen has twenty columns at least
	each := (len(r.Moves) + room - 1) / room
	columns := (len(r.Moves) + each - 1) / each
	var rows [height][]string
	for i := range rows {
		rows[i] = make([]string, columns)
		for x := range rows[i] {
			rows[i][x] = " "
		}
	}
	marks, numbers := make([]string, columns), make([]byte, columns+8)
	for i := range marks {
		marks[i] = " "
	}
	for i := range numbers {
		numbers[i] = ' '
	}
	for x := range columns {
		m := r.Moves[min((x+1)*each, len(r.Moves))-1]
		rate := r.WinRates[m.Number]
		rows[int(math.Round((1-rate)*(height-1)))][x] = stones[m.Color]
		if x == 0 || (x+1)%10 == 0 {
			copy(numbers[x:], fmt.Sprint(m.Number))
		}
	}
	for _, n := range r.TurningPoints {
		marks[(n-1)/each] = mark
	}
	var s strings.Builder
	fmt.Fprintf(&s, p.w.review.graph+"\n", mark)
	row := func(label, text string) { s.WriteString(strings.TrimRight(label+text, " ") + "\n") }
	for i, cells := range rows {
		label := "    "
		if i%2 == 0 {
			label = fmt.Sprintf("%3d%%", 100-100*i/(height-1))
		}
		row(label+" "+bar+" ", strings.Join(cells, ""))
	}
	if len(r.TurningPoints) > 0 {
		row(strings.Repeat(" ", margin), strings.Join(marks, ""))
	}
	row(strings.Repeat(" ", margin), string(numbers))
	return s.String()
}
