package main

import "strings"

// wrap breaks the lines of a text that are wider than so many columns, between words, or between Chinese characters. The
// rest of a line is indented to the first word after two or more blanks, as in a table, or else to the first word of the line.
func wrap(text string, columns int) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		line, ended := strings.CutSuffix(line, "\n")
		wrapLine(&out, line, columns)
		if ended {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

func wrapLine(out *strings.Builder, line string, columns int) {
	indent := hangingIndent(line)
	if indent > columns/2 {
		indent = 2
	}
	room := columns
	for {
		cut, next := breakAt(line, room)
		out.WriteString(line[:cut])
		if next == len(line) {
			return
		}
		out.WriteString("\n" + strings.Repeat(" ", indent))
		line, room = line[next:], max(columns-indent, 10)
	}
}

// hangingIndent is the column under which a line goes on.
func hangingIndent(line string) int {
	body := strings.TrimLeft(line, " ")
	lead := len(line) - len(body)
	if lead == 0 {
		return 0
	}
	if i := strings.LastIndex(body, "  "); i >= 0 && i < 40 {
		return lead + textWidth(body[:i]) + len(body[i:]) - len(strings.TrimLeft(body[i:], " "))
	}
	return lead
}

// breakAt returns where a line is cut so that it takes at most so many columns, and where the next one begins.
func breakAt(line string, columns int) (cut, next int) {
	n, lastCut, lastNext := 0, 0, 0
	for i, r := range line {
		wide := runeWidth(r) == 2
		if r == ' ' && strings.TrimLeft(line[:i], " ") != "" {
			lastCut, lastNext = i, i+1
		} else if wide && i > 0 && !strings.ContainsRune("，。；：、？！）”", r) {
			lastCut, lastNext = i, i
		}
		if n += runeWidth(r); n > columns {
			if lastNext == 0 {
				return i, i // a word that is wider than a line
			}
			for lastNext < len(line) && line[lastNext] == ' ' {
				lastNext++
			}
			return lastCut, lastNext
		}
	}
	return len(line), len(line)
}
