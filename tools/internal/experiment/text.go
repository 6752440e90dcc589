package experiment

import (
	"fmt"
	"io"
	"strings"

	"github.com/gomoku-go/gomoku/tools/internal/causes"
	"github.com/gomoku-go/gomoku/tune"
)

// list writes values of parameters.
func list(params []tune.Param, of func(i int) float64) string {
	var parts []string
	for i, p := range params {
		parts = append(parts, p.Name+"="+value(p.Name, of(i)))
	}
	return strings.Join(parts, " ")
}

// title says which parameters a table tries, and what the others are.
func (s *Grid) title(n int) string {
	t := s.tables[n]
	text := fmt.Sprintf("table %d: %s", n+1, strings.Join(names(t.axes), " × "))
	at := s.index(t)
	var rest []tune.Param
	var values []float64
	for i, p := range s.params {
		used := false
		for _, k := range at {
			used = used || k == i
		}
		if v := t.best.Values[i]; !used && v != p.Start {
			rest, values = append(rest, p), append(values, v)
		}
	}
	if len(rest) > 0 {
		text += ", with the best so far: " + list(rest, func(i int) float64 { return values[i] })
	}
	return text
}

// bestText says what was best in the last round of a table, if anything was.
func (s *Grid) bestText(t *table) string {
	at := s.index(t)
	cell := fmt.Sprintf("%s, %s %%", list(t.axes, func(i int) float64 { return t.best.Values[at[i]] }), Score(t.best.Tally))
	switch last := &t.rounds[len(t.rounds)-1]; {
	case last.Tied():
		return "no cell is best: several have the same score; taken further: " + cell
	case within(last) == 1:
		return "no cell is clearly best: 1 other is within the error of the highest, " + cell
	case within(last) > 0:
		return fmt.Sprintf("no cell is clearly best: %d others are within the error of the highest, %s", within(last), cell)
	default:
		return "best: " + cell
	}
}

// opponentText says against whom the cells play.
func (s *Grid) opponentText() string {
	return "each cell against " + list(s.params, func(i int) float64 { return s.params[i].Start })
}

// confirmationText says what the best of all tables is worth; empty if nobody asked.
func (s *Grid) confirmationText() string {
	n := s.confirmation.Games()
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s in %d games from new openings: %s %%", list(s.params, func(i int) float64 { return s.best[i] }), n, Score(s.confirmation))
}

// WriteText writes all tables for a terminal.
func (s *Grid) WriteText(w io.Writer) {
	fmt.Fprintf(w, "%v\n%s\n", s.runner, s.opponentText())
	var all causes.Count
	for _, v := range s.causes {
		if v != nil {
			all[v.Cause]++
		}
	}
	for n, t := range s.tables {
		fmt.Fprintf(w, "\n%s\n", s.title(n))
		if m := s.matrix(t, plainScore); m != nil {
			fmt.Fprintln(w, "scores of the first round in %; their intervals are below")
			m.Write(w, 1)
			fmt.Fprintln(w)
		}
		s.cells(t).Write(w, 1+len(t.axes))
		fmt.Fprintln(w, s.bestText(t))
	}
	if text := s.confirmationText(); text != "" {
		fmt.Fprintf(w, "\n%s\n", text)
	}
	if s.causes != nil {
		fmt.Fprintf(w, "\ncauses of the %d losses\n", len(s.causes))
		all.Write(w)
	}
}

// WriteMarkdown writes all tables in Markdown.
func (s *Grid) WriteMarkdown(w io.Writer) {
	fmt.Fprintf(w, "%v; %s.\n", s.runner, s.opponentText())
	for n, t := range s.tables {
		fmt.Fprintf(w, "\n### %s\n\n", s.title(n))
		if m := s.matrix(t, Score); m != nil {
			fmt.Fprintln(w, m.Markdown(0))
		}
		fmt.Fprintf(w, "%s\n%s\n", s.cells(t).Markdown(0), s.bestText(t))
	}
	if text := s.confirmationText(); text != "" {
		fmt.Fprintf(w, "\n%s\n", text)
	}
}
