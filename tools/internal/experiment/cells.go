package experiment

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/causes"
	"github.com/gomoku-go/gomoku/tools/internal/tables"
	"github.com/gomoku-go/gomoku/tune"
)

// Score writes a score with its 95 % interval by pairs, in percent.
func Score(t match.Tally) string {
	low, high := t.Interval()
	return fmt.Sprintf("%.1f [%.1f, %.1f]", 100*t.Score(), 100*low, 100*high)
}

// plainScore writes a score alone.
func plainScore(t match.Tally) string { return fmt.Sprintf("%.1f", 100*t.Score()) }

// index finds the parameters of a table among all.
func (s *Grid) index(t *table) (at []int) {
	for _, a := range t.axes {
		at = append(at, slices.IndexFunc(s.params, func(p tune.Param) bool { return p.Name == a.Name }))
	}
	return at
}

// matrix is the first round of a table with two parameters, the way articles print it; nil for others.
func (s *Grid) matrix(t *table, score func(match.Tally) string) tables.Table {
	if len(t.axes) != 2 {
		return nil
	}
	at, r := s.index(t), &t.rounds[0]
	head := []string{t.axes[0].Name + " \\ " + t.axes[1].Name}
	for _, v := range r.Axes[at[1]] {
		head = append(head, value(t.axes[1].Name, v))
	}
	out := tables.Table{head}
	for _, v := range r.Axes[at[0]] {
		line := []string{value(t.axes[0].Name, v)}
		for _, w := range r.Axes[at[1]] {
			line = append(line, score(findCell(r, at, []float64{v, w}).Tally))
		}
		out = append(out, line)
	}
	return out
}

// findCell finds the cell of a round with these values of the parameters at these places.
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
func (s *Grid) cells(t *table) tables.Table {
	head := []string{"round"}
	for _, a := range t.axes {
		head = append(head, a.Name)
	}
	head = append(head, "won", "drawn", "lost", "win rate, %")
	if s.causes != nil {
		head = append(head, "missed a three", "too timid", "others")
	}
	out := tables.Table{head}
	for n, r := range t.rounds {
		for i := range r.Cells {
			c := &r.Cells[i]
			line := []string{strconv.Itoa(n + 1)}
			for k, at := range s.index(t) {
				line = append(line, value(t.axes[k].Name, c.Values[at]))
			}
			count := c.Tally.Total()
			line = append(line, strconv.Itoa(count.Won), strconv.Itoa(count.Drawn), strconv.Itoa(count.Lost), Score(c.Tally))
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

// within counts the cells whose interval reaches that of the best one.
func within(r *tune.Round) (n int) {
	best := r.Best()
	low, _ := best.Tally.Interval()
	for i := range r.Cells {
		if c := &r.Cells[i]; c != best {
			if _, high := c.Tally.Interval(); high >= low {
				n++
			}
		}
	}
	return n
}
