package curve

import (
	"fmt"
	"strconv"

	"github.com/gomoku-go/gomoku/tools/internal/tables"
)

// Table shows curves as a table: a row for each epoch, two columns for each curve.
func Table(curves []Curve) tables.Table {
	head, epochs := []string{"epoch"}, 0
	for _, c := range curves {
		head = append(head, c.Name+", training", c.Name+", validation")
		epochs = max(epochs, len(c.Losses))
	}
	rows := tables.Table{head}
	for i := range epochs {
		row := []string{strconv.Itoa(i + 1)}
		for _, c := range curves {
			if i < len(c.Losses) {
				l := c.Losses[i]
				row = append(row, fmt.Sprintf("%.5f", l.Training), fmt.Sprintf("%.5f", l.Validation))
			} else {
				row = append(row, "", "")
			}
		}
		rows = append(rows, row)
	}
	return rows
}
