package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/engine"
)

// legend says how to read the tree.
const legend = `Scores and windows are from the view of the side that makes the move: ≤ is an upper bound, ≥ a lower bound.
* marks the best move of a node, or what refuted the move before. Depth is what was left to search, in plies.`

// summary is what the search found, in lines.
func (t *tree) summary() []string {
	r := &t.result
	lines := []string{
		fmt.Sprintf("%v %dx%d, %v to move after %d stones", t.board.Rule(), t.board.Size(), t.board.Size(), t.board.Turn(), t.board.Stones()),
		fmt.Sprintf("best %v %v at depth %d, %d nodes, ended by %v", r.Best, r.Score, r.Depth, r.Stats.Nodes, r.Stop),
	}
	for _, l := range r.Lines {
		lines = append(lines, fmt.Sprintf("line %v: %s", l.Score, joinPoints(l.Moves)))
	}
	if len(t.roots) == 0 {
		why := "it ended before the first ply"
		switch r.Stop {
		case gomoku.StopSolved:
			why = "a forced win was found first"
		case gomoku.StopBook:
			why = "the move is from the book"
		}
		lines = append(lines, "no tree was searched: "+why)
	}
	return lines
}

// rootText is a visit of the root.
func rootText(v *visit) string {
	s := fmt.Sprintf("depth %s", v.depth())
	if v.Rank > 0 {
		s += fmt.Sprintf(", line %d", v.Rank+1)
	}
	s += fmt.Sprintf("  (%s, %s)", scoreText(gomoku.Score(v.Alpha)), scoreText(gomoku.Score(v.Beta)))
	if v.exit == engine.ExitStopped {
		return s + "  " + v.rootReason()
	}
	s += fmt.Sprintf("  %s  %s", scoreText(gomoku.Score(v.score)), v.rootReason())
	if len(v.pv) > 0 {
		s += ": " + joinPoints(v.pv)
	}
	return s
}

// heading says what the tree below is.
func (t *tree) heading() string {
	s := fmt.Sprintf("tree of depth %s", t.roots[0].depth())
	if t.partial {
		s += ", which a limit ended"
	}
	if len(t.path) > 0 {
		s += ", after " + joinPoints(t.line[:len(t.path)])
	}
	return s
}

func (t *tree) writeText(w io.Writer) error {
	var b strings.Builder
	for _, l := range t.summary() {
		fmt.Fprintln(&b, l)
	}
	if len(t.roots) > 0 {
		fmt.Fprintf(&b, "\niterations\n")
		for _, v := range t.history {
			fmt.Fprintf(&b, "  %s\n", rootText(v))
		}
		for i, visits := range t.path {
			fmt.Fprintf(&b, "\nmove %d of the line\n", i+1)
			for _, v := range visits {
				writeVisit(&b, v, "  ", false)
			}
		}
		if t.missing != "" {
			fmt.Fprintf(&b, "\n%s\n", t.missing)
		}
		fmt.Fprintf(&b, "\n%s\n%s\n", t.heading(), legend)
		top := t.top()
		for i, v := range top {
			if i+1 < len(top) && top[i+1].Rank == v.Rank {
				continue // searched again
			}
			fmt.Fprintln(&b)
			if v.Ply == 0 {
				fmt.Fprintln(&b, rootText(v))
			} else {
				writeVisit(&b, v, "", false)
			}
			t.writeBelow(&b, v, 1)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeVisit(b *strings.Builder, v *visit, indent string, best bool) {
	mark := " "
	if best {
		mark = "*"
	}
	score, bound, _, _ := v.value()
	value := valueText(score, bound)
	if v.exit == engine.ExitStopped {
		value = "?"
	}
	line := fmt.Sprintf("%s%s%-4s %-8s %-16s %s", indent, mark, v.name(), value, v.window(), v.details())
	fmt.Fprintln(b, strings.TrimRight(line, " "))
}

// writeBelow writes the children of a visit. A move that was searched more than once is listed with all its visits, and the
// last of them with its children.
func (t *tree) writeBelow(b *strings.Builder, v *visit, level int) {
	indent := strings.Repeat("    ", level)
	if k := typeText(v.kind); k != "" && v.listed {
		fmt.Fprintf(b, "%s %s\n", indent, k)
	}
	groups, rest := v.groups(t.most)
	for _, g := range groups {
		for i, c := range g.visits {
			writeVisit(b, c, indent, g.best)
			if i == len(g.visits)-1 {
				t.writeBelow(b, c, level+1)
			}
		}
	}
	if rest != "" {
		fmt.Fprintf(b, "%s %s\n", indent, rest)
	}
	for _, l := range v.skippedText() {
		fmt.Fprintf(b, "%s %s\n", indent, l)
	}
}
