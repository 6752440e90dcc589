package record

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gomoku-go/gomoku"
)

var (
	sgfEscape    = strings.NewReplacer(`\`, `\\`, `]`, `\]`)
	sgfEscapeKey = strings.NewReplacer(`\`, `\\`, `]`, `\]`, `:`, `\:`)
)

// An sgfWriter writes one tree.
type sgfWriter struct {
	buf  *bytes.Buffer
	size int
	path []sgfStep // from the root to the node that is being written
	err  error     // the first one
}

// An sgfStep is a position on the way: a stone, or for the root and for set-ups all stones.
type sgfStep struct {
	move  gomoku.Point
	setup *Setup       // the position before the first move, or one that is set up; nil for a move
	turn  gomoku.Color // to move after the step
}

func (w *sgfWriter) prop(name string, values ...string) {
	w.buf.WriteString(name)
	for _, v := range values {
		w.buf.WriteByte('[')
		sgfEscape.WriteString(w.buf, v)
		w.buf.WriteByte(']')
	}
}

func (w *sgfWriter) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

func writeSGF(buf *bytes.Buffer, t *Tree) error {
	g, root := t.Game, t.Root
	if root == nil {
		root = rootOf(g)
	}
	first := g.First
	if first == gomoku.Empty {
		first = gomoku.Black
	}
	var body bytes.Buffer
	w := &sgfWriter{buf: &body, size: g.Size}
	w.path = []sgfStep{{setup: &Setup{Black: g.Black, White: g.White}, turn: first}}
	w.root(g, root)
	w.children(root)
	if w.err != nil {
		return w.err
	}
	buf.WriteString("(;FF[4]GM[4]")
	if utf8.Valid(body.Bytes()) {
		buf.WriteString("CA[UTF-8]")
	} else {
		charset := sgfBytes
		// Under a name that nobody knows, a byte before a bracket would be taken for half a letter.
		if ca := root.Props["CA"]; len(ca) > 0 && (isSingleByte(ca[0]) || isTwoByte(ca[0]) || endsInDoubt(body.Bytes()) < 0) {
			charset = ca[0]
		}
		w.buf = buf
		w.prop("CA", charset)
	}
	buf.Write(body.Bytes())
	buf.WriteString(")\n")
	return nil
}

// sgfTagOrder is the usual order of the properties of a game: what is played, who plays, where and when, and the rest.
var sgfTagOrder = []string{"PB", "BR", "BT", "PW", "WR", "WT", "GN", "EV", "RO", "PC", "DT", "TM", "OT", "KM", "ON", "AN", "SO", "US", "CP", "GC"}

func (w *sgfWriter) root(g *gomoku.Game, root *Node) {
	w.prop("AP", "gomoku")
	w.prop("SZ", strconv.Itoa(g.Size))
	rule, tags := g.Rule.String(), maps.Clone(g.Tags)
	if o := tags[openingRule]; o != "" && strings.TrimSpace(o) == o && !otherRule(rule+", "+o) {
		rule += ", " + o
		delete(tags, openingRule)
	}
	w.prop("RU", rule)
	for _, name := range sgfTagOrder {
		if value, ok := tags[sgfTags[name]]; ok {
			w.prop(name, value)
			delete(tags, sgfTags[name])
		}
	}
	if re := resultText(g); re != "" {
		w.prop("RE", re)
	} else if old := root.Props["RE"]; len(old) > 0 {
		w.prop("RE", old...)
	}
	if len(tags) > 0 {
		w.buf.WriteString("TAG")
		for _, key := range slices.Sorted(maps.Keys(tags)) {
			fmt.Fprintf(w.buf, "[%s:%s]", sgfEscapeKey.Replace(key), sgfEscape.Replace(tags[key]))
		}
	}
	w.stones("AB", g.Black)
	w.stones("AW", g.White)
	switch {
	case g.First == gomoku.White:
		w.prop("PL", "W")
	case len(g.Black)+len(g.White) > 0:
		w.prop("PL", "B")
	}
	w.describe(root, true)
}

func (w *sgfWriter) stones(name string, points []gomoku.Point) {
	if len(points) == 0 {
		return
	}
	values := make([]string, len(points))
	for i, p := range points {
		values[i] = sgfPoint(p, w.size)
	}
	w.prop(name, values...)
}

// resultText is RE. An empty text means that the result is not known.
func resultText(g *gomoku.Game) string {
	letter := "B"
	switch g.Outcome {
	case gomoku.Undecided:
		return ""
	case gomoku.Draw:
		return "Draw"
	case gomoku.WhiteWins:
		letter = "W"
	}
	switch g.Reason {
	case gomoku.ByResignation:
		return letter + "+R"
	case gomoku.ByTime:
		return letter + "+T"
	case gomoku.ByIllegalMove, gomoku.ByFoul, gomoku.ByForfeit:
		return letter + "+F"
	}
	return letter + "+"
}

// children writes what follows on n, the last node of the path.
func (w *sgfWriter) children(n *Node) {
	above := len(w.path)
	// Without its parenthesis, a position that is set up right at the beginning would be read as that of the game.
	for len(n.Children) == 1 && (len(w.path) > 1 || n.Children[0].Setup == nil) {
		n = n.Children[0]
		w.node(n)
	}
	for _, child := range n.Children {
		last := len(w.path)
		w.buf.WriteString("\n(")
		w.node(child)
		w.children(child)
		w.buf.WriteByte(')')
		w.path = w.path[:last]
	}
	w.path = w.path[:above]
}

// node writes a node and puts it at the end of the path.
func (w *sgfWriter) node(n *Node) {
	turn := w.path[len(w.path)-1].turn
	if len(w.path)%10 == 1 && len(w.path) > 1 {
		w.buf.WriteByte('\n')
	}
	w.buf.WriteByte(';')
	step := sgfStep{move: n.Move, setup: n.Setup, turn: turn.Opponent()}
	if n.Setup != nil {
		step.turn = n.Setup.Turn
		w.setup(n.Setup)
	} else {
		name := "B"
		if turn == gomoku.White {
			name = "W"
		}
		w.prop(name, sgfPoint(n.Move, w.size))
	}
	if n.Unclaimed {
		w.prop(sgfUnclaimed, "1")
	}
	w.path = append(w.path, step)
	w.describe(n, false)
}

// setup writes what makes a position of the one before: stones put, exchanged and taken away.
func (w *sgfWriter) setup(s *Setup) {
	before := make(map[gomoku.Point]gomoku.Color)
	i := len(w.path) - 1
	for w.path[i].setup == nil {
		i--
	}
	turn := w.path[i].turn
	for _, p := range w.path[i].setup.Black {
		before[p] = gomoku.Black
	}
	for _, p := range w.path[i].setup.White {
		before[p] = gomoku.White
	}
	for _, step := range w.path[i+1:] {
		if step.move != gomoku.NoPoint {
			before[step.move] = turn
		}
		turn = turn.Opponent()
	}
	changed := func(color gomoku.Color, points []gomoku.Point) (some []gomoku.Point) {
		for _, p := range points {
			if before[p] != color {
				some = append(some, p)
			}
			delete(before, p)
		}
		return some
	}
	black, white := changed(gomoku.Black, s.Black), changed(gomoku.White, s.White)
	gone := slices.Sorted(maps.Keys(before))
	if len(black)+len(white)+len(gone) == 0 {
		black, white = s.Black, s.White // the same position once more
	}
	w.stones("AB", black)
	w.stones("AW", white)
	if len(black)+len(white)+len(gone) == 0 {
		gone = []gomoku.Point{gomoku.At(0, 0)} // where there is nothing to say, the property still begins a position
	}
	w.stones("AE", gone)
	w.prop("PL", strings.ToUpper(s.Turn.String()[:1]))
}

// describe writes the properties and the comment of a node.
func (w *sgfWriter) describe(n *Node, root bool) {
	for _, name := range slices.Sorted(maps.Keys(n.Props)) {
		_, isTag := sgfTags[name]
		values := n.Props[name]
		switch {
		case root && (name == "CA" || name == "RE"):
			continue // written before
		case root && (isTag || slices.Contains([]string{"FF", "GM", "SZ", "AP", "RU", "TAG"}, name)),
			slices.Contains([]string{"B", "W", "C", "AB", "AW", "AE", "PL", sgfUnclaimed}, name):
			w.fail("the property %s is written from the game or the node: take it out of Props", name)
		case !isSGFName(name):
			w.fail("%q is no name of a property: want capital letters and digits", name)
		case len(values) == 0:
			w.fail("the property %s has no value", name)
		}
		w.prop(name, values...)
	}
	if n.Comment != "" {
		w.prop("C", n.Comment)
	}
}

func isSGFName(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) && (s[i] < 'A' || s[i] > 'Z') {
			return false
		}
	}
	return s != ""
}
