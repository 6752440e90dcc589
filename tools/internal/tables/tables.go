// Package tables writes tables for people and for programs: aligned text, Markdown and CSV.
package tables

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A Table is rows of cells of equal number, the names of the columns first.
type Table [][]string

// Width is how wide the lines of Write may be, in characters.
const Width = 100

// Write writes aligned columns. A table wider than [Width] is divided into parts below one another, each of which begins with
// the first columns, as many as keys.
func (t Table) Write(w io.Writer, keys int) {
	widths := make([]int, len(t[0]))
	for _, row := range t {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	const gap = 2
	left := 0
	for _, width := range widths[:keys] {
		left += gap + width
	}
	for start := keys; ; {
		end, total := start, left
		for end < len(widths) && (end == start || total+gap+widths[end] <= Width) {
			total += gap + widths[end]
			end++
		}
		for _, row := range t {
			for i, cell := range row[:end] {
				if i < keys || i >= start {
					fmt.Fprint(w, strings.Repeat(" ", gap+widths[i]-utf8.RuneCountInString(cell)), cell)
				}
			}
			fmt.Fprintln(w)
		}
		if end == len(widths) {
			return
		}
		fmt.Fprintln(w)
		start = end
	}
}

// Markdown returns the table in Markdown. Its columns hold numbers, which lie to the right, but for the first left ones.
func (t Table) Markdown(left int) string {
	var b strings.Builder
	for i, row := range t {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			for k := range row {
				if k < left {
					b.WriteString("| --- ")
				} else {
					b.WriteString("| ---: ")
				}
			}
			b.WriteString("|\n")
		}
	}
	return b.String()
}

// WriteCSV writes the table as comma-separated values.
func (t Table) WriteCSV(w io.Writer) error { return csv.NewWriter(w).WriteAll(t) }
