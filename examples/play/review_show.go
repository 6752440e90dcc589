package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// typeset leaves nothing but ASCII of the program's own English where the screen has no more.
func typeset(scr *screen, text string) string {
	if scr.unicode {
		return text
	}
	return strings.NewReplacer("→", "->", "×", "x").Replace(text)
}

// head is what stands above the moves.
func (r *review) head(scr *screen) string {
	w, g := scr.words, r.game
	name := func(tag string) string {
		if g.Tags[tag] == "" {
			return "?"
		}
		return quote(g.Tags[tag])
	}
	size := r.board.Size()
	var lines []string
	if r.set.review.game != 0 {
		lines = append(lines, fmt.Sprintf(w.review.game, r.number))
	}
	lines = append(lines, fmt.Sprintf(w.review.head, name("black"), name("white"), size, size, w.rules[r.board.Rule()], len(g.Moves)))
	if len(g.Black)+len(g.White) > 0 {
		lines = append(lines, fmt.Sprintf(w.review.setUp, r.points(w, g.Black), r.points(w, g.White)))
	}
	if first := r.board.Turn(); first == gomoku.White {
		lines = append(lines, fmt.Sprintf(w.review.first, w.colors[first]))
	}
	lines = append(lines, w.review.columns)
	return strings.Join(lines, "\n") + "\n"
}

func (r *review) point(w *words, p gomoku.Point) string {
	if p == gomoku.NoPoint {
		return w.pass
	}
	return r.set.style.point(p, r.board.Size())
}

func (r *review) points(w *words, list []gomoku.Point) string {
	text := make([]string, len(list))
	for i, p := range list {
		text[i] = r.point(w, p)
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
func (r *review) line(w *words, m *reviewed) string {
	before, after := blackScore(m.color, m.before), blackScore(m.color, m.after)
	text := fmt.Sprintf("%3d. %s %s %s %s %s %s %s  %s", m.number, w.colors[m.color], pad(r.point(w, m.move), 6),
		pad(before.String(), -6), arrow, pad(after.String(), 6),
		pad(chances(r.winRate(before)), -5)+" "+arrow+" "+pad(chances(r.winRate(after)), 4), lossText(m.loss), w.review.verdicts[m.verdict])
	if notes := r.notes(w, m); len(notes) > 0 {
		text += w.dash + strings.Join(notes, w.semicolon)
	}
	return text
}

const arrow = "→"

// lossText is what a move gave away, in hundredths of the chance to win; nothing where that is not worth a number.
func lossText(loss float64) string {
	if n := int(math.Round(100 * loss)); n > 0 {
		return fmt.Sprintf("%5s", fmt.Sprintf("-%d%%", n))
	}
	return "     "
}

// notes say why a move got its verdict.
func (r *review) notes(w *words, m *reviewed) (notes []string) {
	const most = 8 // moves of a line that is no proof
	rw, opponent := &w.review, w.colors[m.color.Opponent()]
	switch {
	case m.wins:
		return []string{rw.won}
	case m.verdict == missedWin:
		notes = append(notes, fmt.Sprintf(rw.missedWin, rw.wins[m.missed], r.points(w, m.line)))
	case m.verdict == missedBlock:
		notes = append(notes, fmt.Sprintf(rw.unstopped, opponent, rw.wins[m.missed], r.points(w, m.reply)))
	}
	if m.allowed != "" {
		notes = append(notes, fmt.Sprintf(rw.allows, opponent, rw.wins[m.allowed], r.points(w, m.reply)))
	}
	if m.move != m.best && m.verdict != missedWin && m.verdict != lost && m.verdict != forced {
		format := rw.better
		if m.verdict == good {
			format = rw.best
		}
		notes = append(notes, fmt.Sprintf(format, r.points(w, m.line[:min(len(m.line), most)])))
	}
	return notes
}

// summary is what stands below the moves: the graph, the turning points and the players.
func (r *review) summary(scr *screen) string {
	w := scr.words
	rw := &w.review
	var s strings.Builder
	if len(r.moves) == 0 && r.complete {
		s.WriteString(w.noMovesYet + "\n")
	}
	if len(r.moves) > 0 {
		if !scr.quiet {
			s.WriteString("\n" + r.graph(scr) + "\n")
		}
		var turning []string
		for _, m := range r.turning {
			before, after := blackScore(m.color, m.before), blackScore(m.color, m.after)
			turning = append(turning, fmt.Sprintf(rw.turn, m.number, w.colors[m.color], r.point(w, m.move),
				chances(r.winRate(before)), chances(r.winRate(after))))
		}
		if turning == nil {
			turning = []string{rw.noTurn}
		}
		fmt.Fprintf(&s, rw.turning+"\n", strings.Join(turning, w.comma))
		if m := r.lost; m != nil {
			fmt.Fprintf(&s, rw.lostBy+"\n", w.colors[m.color], m.number, r.point(w, m.move))
		}
		for _, c := range []gomoku.Color{gomoku.Black, gomoku.White} {
			if t := r.tally[c]; t.moves > 0 {
				fmt.Fprintf(&s, rw.summary+"\n", w.colors[c], t.accuracy(), t.moves, strings.Join(t.counts(w), w.comma))
			}
		}
	}
	if !r.complete {
		fmt.Fprintf(&s, rw.incomplete+"\n", len(r.moves), len(r.game.Moves))
	}
	fmt.Fprintf(&s, rw.result+"\n", r.result(w))
	return s.String()
}

func (t *tally) counts(w *words) (counts []string) {
	for _, c := range []struct {
		verdict verdict
		n       int
		always  bool
	}{
		{best, t.best, true}, {good, t.good, true}, {inaccuracy, t.inaccuracies, true}, {mistake, t.mistakes, true}, {blunder, t.blunders, true},
		{missedWin, t.missedWins, true}, {missedBlock, t.missedBlocks, true}, {forced, t.forced, false}, {lost, t.lost, false}, {foulMove, t.fouls, false},
	} {
		if c.always || c.n > 0 {
			counts = append(counts, fmt.Sprintf(w.review.count, w.review.verdicts[c.verdict], c.n))
		}
	}
	return counts
}

// result is how the game ended, as a game that is played tells it.
func (r *review) result(w *words) string {
	b := r.board
	if !r.complete {
		var err error
		if b, err = r.game.Board(); err != nil {
			return w.unfinished
		}
	}
	s := session{set: r.set, w: w, match: match{size: b.Size(), board: b, outcome: r.game.Outcome, reason: r.game.Reason}}
	return s.resultText(w)
}

// graph draws Black's chances over the moves: a stone of the color that moved, and a mark under each turning point. A long game has several
// moves in a column, of which it shows the last.
func (r *review) graph(scr *screen) string {
	const height, margin, spare = 9, 7, 2 // rows; columns of the labels; what the last number needs beyond its column
	stones, mark, bar := glyphsFor(scr.unicode).stones, "^", "|"
	if scr.unicode {
		bar = "│"
	}
	room := scr.width - margin - spare // a screen has twenty columns at least
	each := (len(r.moves) + room - 1) / room
	columns := (len(r.moves) + each - 1) / each
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
		m := r.moves[min((x+1)*each, len(r.moves))-1]
		rate := r.winRate(blackScore(m.color, m.after))
		rows[int(math.Round((1-rate)*(height-1)))][x] = stones[m.color]
		if x == 0 || (x+1)%10 == 0 {
			copy(numbers[x:], fmt.Sprint(m.number))
		}
	}
	for _, m := range r.turning {
		marks[(m.number-1)/each] = mark
	}
	var s strings.Builder
	fmt.Fprintf(&s, scr.words.review.graph+"\n", mark)
	row := func(label, text string) { s.WriteString(strings.TrimRight(label+text, " ") + "\n") }
	for i, cells := range rows {
		label := "    "
		if i%2 == 0 {
			label = fmt.Sprintf("%3d%%", 100-100*i/(height-1))
		}
		row(label+" "+bar+" ", strings.Join(cells, ""))
	}
	if len(r.turning) > 0 {
		row(strings.Repeat(" ", margin), strings.Join(marks, ""))
	}
	row(strings.Repeat(" ", margin), string(numbers))
	return s.String()
}

// The table for programs. Scores and chances are Black's, as in the one for eyes; a mate counts plies, positive where Black wins.
type (
	reviewJSON struct {
		Version    int               `json:"version"`
		Number     int               `json:"game"`
		Size       int               `json:"size"`
		Rule       gomoku.Rule       `json:"rule"`
		Black      []gomoku.Point    `json:"black,omitempty"` // stones set up
		White      []gomoku.Point    `json:"white,omitempty"`
		First      gomoku.Color      `json:"first"`
		Tags       map[string]string `json:"tags,omitempty"`
		Outcome    gomoku.Outcome    `json:"outcome"`
		Reason     gomoku.Reason     `json:"reason"`
		Complete   bool              `json:"complete"`
		Limits     limitsJSON        `json:"limits"`
		Moves      []moveJSON        `json:"moves"`
		Turning    []int             `json:"turningPoints"`
		LosingMove int               `json:"losingMove,omitempty"`
		Players    struct {
			Black tallyJSON `json:"black"`
			White tallyJSON `json:"white"`
		} `json:"players"`
	}
	limitsJSON struct {
		Time  string `json:"time,omitempty"`
		Depth int    `json:"depth,omitempty"`
		Nodes int    `json:"nodes,omitempty"`
	}
	moveJSON struct {
		Number  int            `json:"number"`
		Color   gomoku.Color   `json:"color"`
		Move    gomoku.Point   `json:"move"`
		Before  scoreJSON      `json:"before"`
		After   scoreJSON      `json:"after"`
		Loss    float64        `json:"loss"`
		Verdict verdict        `json:"verdict"`
		Best    gomoku.Point   `json:"best"`
		Line    []gomoku.Point `json:"line"`
		Missed  means          `json:"missed,omitempty"`
		Allowed means          `json:"allowed,omitempty"`
		Reply   []gomoku.Point `json:"reply,omitempty"`
		Depth   int            `json:"depth"`
	}
	scoreJSON struct {
		Score   gomoku.Score `json:"score"`
		Mate    *int         `json:"mate,omitempty"`
		WinRate float64      `json:"winRate"`
	}
	tallyJSON struct {
		Moves        int     `json:"moves"`
		Accuracy     float64 `json:"accuracy"`
		Best         int     `json:"best"`
		Good         int     `json:"good"`
		Inaccuracies int     `json:"inaccuracies"`
		Mistakes     int     `json:"mistakes"`
		Blunders     int     `json:"blunders"`
		MissedWins   int     `json:"missedWins"`
		MissedBlocks int     `json:"missedBlocks"`
		Forced       int     `json:"forced"`
		Lost         int     `json:"lost"`
		Fouls        int     `json:"fouls,omitempty"`
	}
)

const reviewVersion = 1

// encode writes the review as a line of JSON.
func (r *review) encode() ([]byte, error) {
	g := r.game
	j := reviewJSON{
		Version: reviewVersion, Number: r.number, Size: g.Size, Rule: g.Rule, Black: g.Black, White: g.White, First: g.First, Tags: g.Tags,
		Outcome: g.Outcome, Reason: g.Reason, Complete: r.complete,
		Limits: limitsJSON{Depth: r.set.depth, Nodes: r.set.nodes}, Moves: []moveJSON{}, Turning: []int{},
	}
	if j.First == gomoku.Empty {
		j.First = gomoku.Black
	}
	if r.set.time > 0 {
		j.Limits.Time = r.set.time.String()
	}
	for _, m := range r.moves {
		j.Moves = append(j.Moves, moveJSON{
			Number: m.number, Color: m.color, Move: m.move, Before: r.scoreOf(m.color, m.before), After: r.scoreOf(m.color, m.after),
			Loss: rounded(m.loss, 4), Verdict: m.verdict, Best: m.best, Line: m.line, Missed: m.missed, Allowed: m.allowed, Reply: m.reply, Depth: m.depth,
		})
	}
	for _, m := range r.turning {
		j.Turning = append(j.Turning, m.number)
	}
	if r.lost != nil {
		j.LosingMove = r.lost.number
	}
	j.Players.Black, j.Players.White = r.tally[gomoku.Black].forJSON(), r.tally[gomoku.White].forJSON()
	data, err := json.Marshal(j)
	return append(data, '\n'), err
}

// rounded cuts a number to some decimals, beyond which exponentials may differ between computers.
func rounded(f float64, decimals int) float64 {
	unit := math.Pow10(decimals)
	return math.Round(f*unit) / unit
}

func (r *review) scoreOf(c gomoku.Color, s gomoku.Score) scoreJSON {
	s = blackScore(c, s)
	j := scoreJSON{Score: s, WinRate: rounded(r.winRate(s), 4)}
	if plies, ok := s.Mate(); ok {
		j.Mate = &plies
	}
	return j
}

func (t *tally) forJSON() tallyJSON {
	return tallyJSON{
		Moves: t.moves, Accuracy: rounded(t.accuracy(), 1), Best: t.best, Good: t.good, Inaccuracies: t.inaccuracies, Mistakes: t.mistakes, Blunders: t.blunders,
		MissedWins: t.missedWins, MissedBlocks: t.missedBlocks, Forced: t.forced, Lost: t.lost, Fouls: t.fouls,
	}
}
