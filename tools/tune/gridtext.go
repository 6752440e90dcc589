package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gomoku-go/gomoku/tools/internal/causes"
	"github.com/gomoku-go/gomoku/tune"
)

// rows are a table for people, a line of names first.
type rows [][]string

// matrix is the first round of a table with two numbers, the way articles print it; nil for others.
func (s *experiment) matrix(t *gridTable) rows {
	if len(t.axes) != 2 {
		return nil
	}
	at, r := s.index(t), &t.rounds[0]
	head := []string{t.axes[0].Name + " \\ " + t.axes[1].Name}
	for _, v := range r.Axes[at[1]] {
		head = append(head, value(t.axes[1].Name, v))
	}
	out := rows{head}
	for _, v := range r.Axes[at[0]] {
		line := []string{value(t.axes[0].Name, v)}
		for _, w := range r.Axes[at[1]] {
			line = append(line, score(findCell(r, at, []float64{v, w}).Tally))
		}
		out = append(out, line)
	}
	return out
}

// findCell finds the cell of a round with these values of the numbers at these places.
func findCell(r *tune.Round, at []int, values []float64) *tune.Cell {
	for i := range r.Cells {
		same := true
		for k, n := range at {
			same = same && r.Cells[i].Values[n] == values[k]
		}
		if same {
			return &r.Cells[i]
		}
	}
	panic(fmt.Sprintf("unreachable: no cell %v", values))
}

// cells are all cells of a table, round by round.
func (s *experiment) cells(t *gridTable) rows {
	head := []string{"round"}
	for _, a := range t.axes {
		head = append(head, a.Name)
	}
	head = append(head, "won", "drawn", "lost", "win rate, %")
	if s.causes != nil {
		head = append(head, "missed a three", "too timid", "other losses")
	}
	out := rows{head}
	for n, r := range t.rounds {
		for i := range r.Cells {
			c := &r.Cells[i]
			line := []string{strconv.Itoa(n + 1)}
			for k, at := range s.index(t) {
				line = append(line, value(t.axes[k].Name, c.Values[at]))
			}
			count := c.Tally.Total()
			line = append(line, strconv.Itoa(count.Won), strconv.Itoa(count.Drawn), strconv.Itoa(count.Lost), score(c.Tally))
			if s.causes != nil {
				why := s.lossCauses(c)
				three, timid := missedThree(why), why[causes.Timid]
				line = append(line, strconv.Itoa(three), strconv.Itoa(timid), strconv.Itoa(count.Lost-three-timid))
			}
			out = append(out, line)
		}
	}
	return out
}

// write aligns the columns.
func (t rows) write(w io.Writer) {
	var widths []int
	for i := range t[0] {
		width := 0
		for _, line := range t {
			width = max(width, utf8.RuneCountInString(line[i]))
		}
		widths = append(widths, width)
	}
	for _, line := range t {
		for i, cell := range line {
			fmt.Fprint(w, "  ", strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)), cell)
		}
		fmt.Fprintln(w)
	}
}

// writeMarkdown writes a table of Markdown.
func (t rows) writeMarkdown(w io.Writer) {
	for i, line := range t {
		fmt.Fprintf(w, "| %s |\n", strings.Join(line, " | "))
		if i == 0 {
			fmt.Fprintln(w, "|"+strings.Repeat(" ---: |", len(line)))
		}
	}
}

// title says which numbers a table tries, and what the others are.
func (s *experiment) title(n int) string {
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

// bestText says what was best in a table, if anything was.
func (s *experiment) bestText(t *gridTable) string {
	at := s.index(t)
	if t.rounds[len(t.rounds)-1].Tied() {
		return fmt.Sprintf("no cell is best: several have %s %%; taken further: %s", score(t.best.Tally), list(t.axes, func(i int) float64 { return t.best.Values[at[i]] }))
	}
	return fmt.Sprintf("best: %s, %s %%", list(t.axes, func(i int) float64 { return t.best.Values[at[i]] }), score(t.best.Tally))
}

// opponentText says against whom the cells play.
func (s *experiment) opponentText() string {
	return "each cell against " + list(s.params, func(i int) float64 { return s.params[i].Start })
}

// confirmationText says what the best of all tables is worth; empty if nobody asked.
func (s *experiment) confirmationText() string {
	n := s.confirmation.Games()
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s in %d games from new openings: %s %%", list(s.params, func(i int) float64 { return s.best[i] }), n, score(s.confirmation))
}

func (s *experiment) writeText(w io.Writer) {
	fmt.Fprintf(w, "%s\n%s\n", s.settingsText(), s.opponentText())
	var all causes.Count
	for _, v := range s.causes {
		if v != nil {
			all[v.Cause]++
		}
	}
	for n, t := range s.tables {
		fmt.Fprintf(w, "\n%s\n", s.title(n))
		if m := s.matrix(t); m != nil {
			m.write(w)
			fmt.Fprintln(w)
		}
		s.cells(t).write(w)
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

func (s *experiment) writeMarkdown(w io.Writer) {
	fmt.Fprintf(w, "%s; %s.\n", s.settingsText(), s.opponentText())
	for n, t := range s.tables {
		fmt.Fprintf(w, "\n### %s\n\n", s.title(n))
		if m := s.matrix(t); m != nil {
			m.writeMarkdown(w)
			fmt.Fprintln(w)
		}
		s.cells(t).writeMarkdown(w)
		fmt.Fprintf(w, "\n%s\n", s.bestText(t))
	}
	if text := s.confirmationText(); text != "" {
		fmt.Fprintf(w, "\n%s\n", text)
	}
}

// writeCSV writes a line for each cell, with all numbers.
func (s *experiment) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	head := append([]string{"table", "round"}, names(s.params)...)
	head = append(head, "won", "drawn", "lost", "share", "low", "high")
	if s.causes != nil {
		head = append(head, "missed_three", "too_timid")
	}
	_ = c.Write(head) // Flush tells of errors
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	for n, t := range s.tables {
		for k, r := range t.rounds {
			for i := range r.Cells {
				cell := &r.Cells[i]
				line := []string{strconv.Itoa(n + 1), strconv.Itoa(k + 1)}
				for _, v := range cell.Values {
					line = append(line, number(v))
				}
				count := cell.Tally.Total()
				low, high := cell.Tally.Interval()
				line = append(line, strconv.Itoa(count.Won), strconv.Itoa(count.Drawn), strconv.Itoa(count.Lost),
					number(cell.Tally.Score()), number(low), number(high))
				if s.causes != nil {
					why := s.lossCauses(cell)
					line = append(line, strconv.Itoa(missedThree(why)), strconv.Itoa(why[causes.Timid]))
				}
				_ = c.Write(line)
			}
		}
	}
	c.Flush()
	return c.Error()
}
