package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/gomoku-go/gomoku/internal/level"
)

// writeTable writes what the results say of the players, the lowest first.
func writeTable(w io.Writer, rungs []*rung, results []result, markdown bool) error {
	n := len(rungs)
	ratings, fits := fit(n, results), bootstrap(n, results, samples)
	rows := [][]string{{"Player", "Depth", "Nodes", "Temperature", "Elo", "Above the one below", "Score against it", "Games", "Nodes a move", "Time a move"}}
	for i, r := range rungs {
		row := []string{r.name, "", "", "", fmt.Sprintf("%.0f", ratings[i]), "", "", "", "", ""}
		switch {
		case r.level == level.Top:
			row[1], row[2] = "any", r.plan
		case r.level > 0:
			p := level.Of(r.level)
			row[1], row[2], row[3] = strconv.Itoa(p.Depth), strconv.FormatInt(p.Nodes, 10), fmt.Sprintf("%g", p.Temperature)
		}
		if i > 0 {
			above := func(ratings []float64) float64 { return ratings[i] - ratings[i-1] }
			low, high := interval(fits, func(ratings []float64) float64 { return ratings[i] })
			row[4] = fmt.Sprintf("%.0f [%.0f, %.0f]", ratings[i], low, high)
			low, high = interval(fits, above)
			row[5] = fmt.Sprintf("%+.0f [%+.0f, %+.0f]", above(ratings), low, high)
			points, games := 0.0, 0
			for _, x := range results {
				if x.a == i && x.b == i-1 {
					points, games = points+x.points, games+2
				}
			}
			if games > 0 {
				row[6] = fmt.Sprintf("%.1f %%", 100*points/float64(games))
			}
			row[7] = strconv.Itoa(games)
		}
		if r.moves > 0 && r.level > 0 {
			row[8] = strconv.FormatInt(r.nodes/r.moves, 10)
			row[9] = r.typicalTime().Round(100 * time.Microsecond).String()
		}
		rows = append(rows, row)
	}
	if markdown {
		for i, row := range rows {
			fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
			if i == 0 {
				fmt.Fprintf(w, "|%s\n", strings.Repeat(" --- |", len(row)))
			}
		}
		return nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	return t.Flush()
}
