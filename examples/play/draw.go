package main

import (
	"fmt"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// A drawing says how a board is drawn.
type drawing struct {
	style     style
	unicode   bool // ● ○ · × instead of X O . !
	color     bool // ANSI colors
	last      gomoku.Point
	line      []gomoku.Point // the winning line
	forbidden bool           // mark the points forbidden for Black
}

const (
	ansiReset  = "\x1b[0m"
	ansiDim    = "\x1b[2m"
	ansiLast   = "\x1b[1;33m" // bold yellow
	ansiLine   = "\x1b[1;32m" // bold green
	ansiForbid = "\x1b[31m"   // red
)

// A glyph set: stones by color, then an empty point, a star point and a forbidden one.
type glyphs struct {
	stones                 [3]string
	empty, star, forbidden string
}

var (
	unicodeGlyphs = glyphs{stones: [3]string{"", "●", "○"}, empty: "·", star: "+", forbidden: "×"}
	asciiGlyphs   = glyphs{stones: [3]string{"", "X", "O"}, empty: ".", star: "+", forbidden: "!"}
)

func glyphsFor(unicode bool) glyphs {
	if unicode {
		return unicodeGlyphs
	}
	return asciiGlyphs
}

// draw shows b with labels on its edges, a line of text a row:
//
//	  a b c d e
//	5 · · · · · 5
//	4 · ○ · · · 4
//	3 · ·(●)· · 3
//
// The last move is in parentheses and the winning line in brackets, so that both can be seen without colors. Neighbors in a horizontal
// winning line are joined: [●-●-●-●-●].
func (d drawing) draw(b *gomoku.Board) string {
	size, g := b.Size(), glyphsFor(d.unicode)
	cell := 1 // columns of a cell without its gap
	if d.style == rowCol {
		cell = 2
	}
	inLine := make(map[gomoku.Point]bool, len(d.line))
	for _, p := range d.line {
		inLine[p] = true
	}

	var s strings.Builder
	edge := func() {
		s.WriteString(d.paint(ansiDim, "  "+d.columns(size, cell)))
		s.WriteByte('\n')
	}
	edge()
	for row := range size {
		y := size - 1 - row
		label := fmt.Sprint(y + 1)
		if d.style == rowCol {
			label = fmt.Sprint(row)
		}
		s.WriteString(d.paint(ansiDim, fmt.Sprintf("%2s", label)))
		left := gomoku.NoPoint
		for x := range size {
			p := gomoku.At(x, y)
			s.WriteString(d.gap(left, p, inLine))
			s.WriteString(d.point(b, g, p, inLine[p]))
			left = p
		}
		s.WriteString(d.closing(left, gomoku.NoPoint, inLine))
		s.WriteString(d.paint(ansiDim, label))
		s.WriteByte('\n')
	}
	edge()
	return s.String()
}

// columns is the line of column labels, each over its cell.
func (d drawing) columns(size, cell int) string {
	var s strings.Builder
	for x := range size {
		label := string(rune('a' + x))
		if d.style == rowCol {
			label = fmt.Sprint(x)
		}
		fmt.Fprintf(&s, " %*s", cell, label)
	}
	return s.String()
}

// gap is the text between two neighbors in a row: the mark that closes the left one and the mark that opens the right one. With letters
// as coordinates there is one column for both.
func (d drawing) gap(left, right gomoku.Point, inLine map[gomoku.Point]bool) string {
	closing, opening := d.closing(left, right, inLine), d.opening(left, right, inLine)
	switch {
	case d.style == rowCol:
		return closing + opening
	case opening == "(" || closing == " ":
		return opening
	}
	return closing
}

func (d drawing) closing(left, right gomoku.Point, inLine map[gomoku.Point]bool) string {
	switch {
	case left == gomoku.NoPoint:
	case left == d.last:
		return ")"
	case inLine[left] && inLine[right]:
		return "-"
	case inLine[left]:
		return "]"
	}
	return " "
}

func (d drawing) opening(left, right gomoku.Point, inLine map[gomoku.Point]bool) string {
	switch {
	case right == gomoku.NoPoint:
	case right == d.last:
		return "("
	case inLine[right] && inLine[left]:
		return "-"
	case inLine[right]:
		return "["
	}
	return " "
}

// point is the text for p.
func (d drawing) point(b *gomoku.Board, g glyphs, p gomoku.Point, inLine bool) string {
	c := b.At(p)
	switch {
	case c != gomoku.Empty && inLine:
		return d.paint(ansiLine, g.stones[c])
	case c != gomoku.Empty && p == d.last:
		return d.paint(ansiLast, g.stones[c])
	case c != gomoku.Empty:
		return g.stones[c]
	case d.forbidden && b.Forbidden(p) != gomoku.NoFoul:
		return d.paint(ansiForbid, g.forbidden)
	case isStar(p, b.Size()):
		return d.paint(ansiDim, g.star)
	}
	return d.paint(ansiDim, g.empty)
}

func (d drawing) paint(code, text string) string {
	if !d.color {
		return text
	}
	return code + text + ansiReset
}

// isStar reports whether p is a star point, one of the dots on a wooden board: the center, and four more on large boards.
func isStar(p gomoku.Point, size int) bool {
	if size%2 == 0 {
		return false
	}
	x, y := p.XY()
	center, inset := size/2, 3
	if x == center && y == center {
		return true
	}
	return size >= 13 && (x == inset || x == size-1-inset) && (y == inset || y == size-1-inset)
}
