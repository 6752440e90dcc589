package experiment

import (
	"io"
	"strconv"

	"github.com/gomoku-go/gomoku/tools/internal/causes"
	"github.com/gomoku-go/gomoku/tools/internal/tables"
)

// WriteCSV writes a line for each cell, with all parameters.
func (s *Grid) WriteCSV(w io.Writer) error {
	head := append([]string{"table", "round"}, names(s.params)...)
	head = append(head, "won", "drawn", "lost", "share", "low", "high")
	if s.causes != nil {
		head = append(head, "missed_three", "too_timid")
	}
	out := tables.Table{head}
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
				out = append(out, line)
			}
		}
	}
	return out.WriteCSV(w)
}
