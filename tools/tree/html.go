package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/engine"
)

// The page is one file without scripts: nodes open by the HTML elements details and summary, and boards are SVG. It is also
// well-formed XML.
//
//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{"spans": spans}).Parse(pageText))

type page struct {
	Title      string
	Summary    []string
	Missing    string
	Boards     []board
	Colors     []label // of the boards, with their meanings
	Iterations []string
	Path       []section
	Heading    string
	Tree       []row
	Glossary   []term
}

type section struct {
	Title string
	Rows  []row
}

// A row is a visit in the tree.
type row struct {
	Name, Value, Window, Details string
	Class                        string // best, won, lost or nothing
	Open                         bool
	Notes                        []string
	Rows                         []row
	More                         []string // what is not shown
}

// A board is a drawing: the points lie one unit apart, the first at (1, 1) from the top left.
type board struct {
	Caption string
	Side    int // of the drawing
	Last    int // line
	Lines   []int
	Labels  []label
	Stones  []label
	Marks   []label
}

type label struct {
	X, Y        int
	Class, Text string
	Title       string
	Size        int // of the text in pixels, where it is not the usual one
}

func newBoard(b *gomoku.Board, caption string) board {
	n := b.Size()
	d := board{Caption: caption, Side: unit * (n + 1), Last: unit * n}
	for i := range n {
		d.Lines = append(d.Lines, unit*(i+1))
		row := fmt.Sprint(n - i)
		d.Labels = append(d.Labels,
			label{X: unit * (i + 1), Y: unit / 3, Text: string(rune('a' + i))},
			label{X: unit / 3, Y: unit * (i + 1), Text: row})
	}
	last, found := b.LastMove()
	for y := range n {
		for x := range n {
			p := gomoku.At(x, y)
			if c := b.At(p); c != gomoku.Empty {
				s := d.place(p, n)
				s.Class, s.Title = strings.ToLower(c.String()), p.String()
				if found && p == last {
					s.Class += " last"
				}
				d.Stones = append(d.Stones, s)
			}
		}
	}
	return d
}

// unit is the distance of points in a drawing.
const unit = 36

func (d *board) place(p gomoku.Point, size int) label {
	x, y := p.XY()
	return label{X: unit * (x + 1), Y: unit * (size - y)}
}

// The distance to the best score, below which a candidate has the color.
var shades = []struct {
	below gomoku.Score
	class string
}{{1, "best"}, {30, "near"}, {100, "behind"}, {300, "far"}}

// colors says what the colors of candidates mean.
func colors() (list []label) {
	from := gomoku.Score(0)
	for _, s := range shades {
		text := "the best score"
		if from > 0 {
			text = fmt.Sprintf("%d to %d below it", from, s.below-1)
		}
		list = append(list, label{Class: s.class, Text: text})
		from = s.below
	}
	return append(list,
		label{Class: "worse", Text: "further below"},
		label{Class: "won", Text: "a certain win"},
		label{Class: "lost", Text: "a certain loss"},
		label{Class: "bound", Text: "only a bound of the score is known"},
		label{Class: "skipped", Text: "left out"})
}

// fittingSize returns the size in pixels at which a text fits into the circle of a candidate: 0 for the usual one. A character is
// 0.7 of its size wide, in the widest of the usual fonts.
func fittingSize(text string) int {
	const usual, diameter = 11, 27
	size := diameter * 10 / (7 * max(utf8.RuneCountInString(text), 1))
	if size >= usual {
		return 0
	}
	return size
}

// mark draws the candidates of the side to move.
func (d *board) mark(list []candidate, size int) {
	for _, c := range list {
		m := d.place(c.move, size)
		if c.skipped {
			m.Class, m.Text, m.Title = "skipped", "", c.move.String()+": left out"
			d.Marks = append(d.Marks, m)
			continue
		}
		m.Text = scoreText(c.score)
		m.Size = fittingSize(m.Text)
		m.Title = fmt.Sprintf("%v: %s, visits: %d", c.move, valueText(c.score, c.bound), c.visits)
		switch {
		case c.score > gomoku.MaxEval:
			m.Class = "won"
		case c.score < -gomoku.MaxEval:
			m.Class = "lost"
		default:
			m.Class = "worse"
			for _, s := range shades {
				if list[0].score-c.score < s.below {
					m.Class = s.class
					break
				}
			}
		}
		if c.bound != exact {
			m.Class += " bound"
		}
		d.Marks = append(d.Marks, m)
	}
}

// boards are the candidates at the root, the expected line, and the replies at the end of the line that is followed.
func (t *tree) boards() (list []board) {
	size := t.board.Size()
	d := newBoard(t.board, "candidates at the root, with the last score or bound of each")
	d.mark(candidates(t.roots), size)
	list = append(list, d)

	d = newBoard(t.board, "the line that the search expects")
	color := t.board.Turn()
	if len(t.result.Lines) > 0 {
		for i, p := range t.result.Lines[0].Moves {
			s := d.place(p, size)
			s.Class, s.Text, s.Title = strings.ToLower(color.String())+" expected", fmt.Sprint(i+1), p.String()
			d.Stones = append(d.Stones, s)
			color = color.Opponent()
		}
	}
	list = append(list, d)

	if len(t.path) > 0 {
		b := t.board.Clone()
		for _, p := range t.line[:len(t.path)] {
			if b.Play(p) != nil {
				return list
			}
		}
		d = newBoard(b, "replies after "+joinPoints(t.line[:len(t.path)]))
		visits := t.top()
		d.mark(candidates(visits[len(visits)-1:]), size)
		list = append(list, d)
	}
	return list
}

func (t *tree) writeHTML(w io.Writer) error {
	p := page{
		Title:   fmt.Sprintf("Search tree: %v %v", t.result.Best, t.result.Score),
		Summary: t.summary(), Missing: t.missing, Boards: t.boards(), Colors: colors(), Glossary: glossary,
	}
	for _, v := range t.history {
		p.Iterations = append(p.Iterations, rootText(v))
	}
	for i, visits := range t.path {
		s := section{Title: fmt.Sprintf("move %d of the line, %v", i+1, t.line[i])}
		for _, v := range visits {
			r := newRow(v, false)
			r.Notes = v.skippedText()
			s.Rows = append(s.Rows, r)
		}
		p.Path = append(p.Path, s)
	}
	if len(t.roots) > 0 {
		p.Heading = t.heading()
		top := t.top()
		for i, v := range top {
			r := t.rows(v, false)
			if v.Ply == 0 {
				r.Name, r.Value, r.Window, r.Details = rootText(v), "", "", ""
			}
			r.Open = i == len(top)-1
			p.Tree = append(p.Tree, r)
		}
	}
	return pageTemplate.Execute(w, p)
}

func newRow(v *visit, best bool) row {
	score, b, _, _ := v.value()
	r := row{Name: v.name(), Value: valueText(score, b), Window: v.window(), Details: v.details()}
	switch {
	case v.exit == engine.ExitStopped:
		r.Value = "?"
	case b != atMost && score > gomoku.MaxEval:
		r.Class = "won"
	case b != atLeast && score < -gomoku.MaxEval:
		r.Class = "lost"
	case best:
		r.Class = "best"
	}
	return r
}

// rows is a visit with all that is below.
func (t *tree) rows(v *visit, best bool) row {
	r := newRow(v, best)
	if k := typeText(v.kind); k != "" && v.listed {
		r.Notes = append(r.Notes, k)
	}
	groups, rest := v.groups(t.most)
	for _, g := range groups {
		for _, c := range g.visits {
			r.Rows = append(r.Rows, t.rows(c, g.best))
		}
	}
	if rest != "" {
		r.More = append(r.More, rest)
	}
	r.More = slices.Concat(r.More, v.skippedText())
	return r
}
