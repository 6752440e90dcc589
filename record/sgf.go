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

// sgfTags are the properties of the root that are tags of a game, and the names of the tags.
var sgfTags = map[string]string{
	"PB": "black", "PW": "white", "BR": "black rank", "WR": "white rank", "BT": "black team", "WT": "white team",
	"GN": "name", "EV": "event", "RO": "round", "PC": "place", "DT": "date", "TM": "time", "OT": "overtime", "KM": "komi",
	"ON": "opening", "AN": "annotator", "SO": "source", "US": "user", "CP": "copyright", "GC": "game comment",
}

// openingRule is the tag that stands beside the rule in RU.
const openingRule = "opening rule"

// renjuOpenings are the names of opening rules that stand in RU and mean renju.
var renjuOpenings = []string{"RIF", "Sakata", "Yamaguchi", "Soosorv", "Soosyrv", "Taraguchi", "Tarannikov"}

// parseRule understands "renju", "renju, Taraguchi-10" and "Taraguchi-10": a rule and an opening rule. If there is no rule
// in it, ok is false and all of the text is the opening rule.
func parseRule(text string) (rule gomoku.Rule, opening string, ok bool) {
	text = strings.TrimSpace(text)
	first, rest, _ := strings.Cut(text, ",")
	if rule.UnmarshalText([]byte(strings.TrimSpace(first))) == nil {
		return rule, strings.TrimSpace(rest), true
	}
	for _, name := range renjuOpenings {
		if len(text) >= len(name) && strings.EqualFold(text[:len(name)], name) {
			return gomoku.Renju, text, true
		}
	}
	return 0, text, false
}

// findSGF returns where a game tree begins, or -1. Other text may stand before it, as in a mail.
func findSGF(data []byte) int {
	for i := 0; ; i++ {
		n := bytes.IndexByte(data[i:], '(')
		if n < 0 {
			return -1
		}
		i += n
		if bytes.HasPrefix(bytes.TrimLeft(data[i+1:min(len(data), i+100)], space), []byte(";")) {
			return i
		}
	}
}

// An sgfParser takes a file apart. It keeps the tree in hand on a stack of its own: a file cannot exhaust that of the program.
type sgfParser struct {
	rd   *reader
	data []byte
	pos  int

	// The game tree that is being read.
	game   *gomoku.Game
	root   *Node
	setup  [gomoku.MaxSize * gomoku.MaxSize]sgfStone
	nodes  int  // read so far, to tell them apart
	stones int  // set up so far, to keep their order
	noSize bool // SZ is missing
	grower *grower
	result sgfProp            // RE, if it was understood
	more   map[*Node][]string // comments after the first one of a move, to be joined in the end
}

// An sgfStone is what the set-up says of a point.
type sgfStone struct {
	color gomoku.Color
	order int    // its place in the file
	by    string // the property that said so last, AB, AW or AE
	node  int    // and the node where it stands
}

// stone is what the set-up says of the point in this column and row.
func (s *sgfParser) stone(x, y int) *sgfStone { return &s.setup[y*gomoku.MaxSize+x] }

// maxValues is the largest number of values of a property, and of properties of a node. Most values are points.
const maxValues = 1 << 16

// An sgfProp is a property with its values as they stand in the file, escapes and all.
type sgfProp struct {
	name   string
	values [][]byte
	offset int
}

func (s *sgfParser) error(offset int, format string, args ...any) error {
	return errorAt(SGF, s.data, offset, format, args...)
}

func (rd *reader) readSGF(data []byte) ([]*Tree, error) {
	s := &sgfParser{rd: rd, data: data, pos: findSGF(data)}
	if s.pos < 0 {
		s.pos = 0
		return nil, s.error(0, "no game: want (; somewhere")
	}
	var trees []*Tree
	for {
		t, err := s.tree()
		if err != nil {
			return nil, err
		}
		trees = append(trees, t)
		// Some programs end a file with zeros or the end-of-file byte of DOS.
		switch c := s.peek("\x00\x1a"); {
		case c == 0:
			return trees, nil
		case c != '(':
			return nil, s.error(s.pos, "%s after a game: want ( or the end of the file", quote(s.data[s.pos:]))
		}
	}
}

// peek skips blanks and returns the next byte, or 0 at the end.
func (s *sgfParser) peek(more string) byte {
	for s.pos < len(s.data) {
		c := s.data[s.pos]
		if strings.IndexByte(space, c) < 0 && strings.IndexByte(more, c) < 0 {
			return c
		}
		s.pos++
	}
	return 0
}

// tree reads a game tree; the next byte opens it.
func (s *sgfParser) tree() (*Tree, error) {
	s.root = new(Node)
	s.game, s.grower, s.result = nil, nil, sgfProp{}
	s.setup, s.nodes, s.more = [gomoku.MaxSize * gomoku.MaxSize]sgfStone{}, 0, make(map[*Node][]string)
	begin := s.pos
	var open []int  // for each parenthesis: how many moves stand before it
	closed := false // a variation has just ended
	for {
		switch c := s.peek(""); {
		case c == '(':
			if len(open) == maxDepth {
				return nil, s.error(s.pos, "more than %d variations within each other", maxDepth)
			}
			open = append(open, s.played())
			s.pos++
			if s.peek("") != ';' {
				return nil, s.error(s.pos, "%s after (: want ; and a node", quote(s.data[s.pos:]))
			}
			closed = false
		case c == ')':
			s.pos++
			if s.grower != nil {
				s.grower.back(open[len(open)-1])
			}
			open = open[:len(open)-1]
			if len(open) == 0 {
				return s.finish(begin)
			}
			closed = true
		case c == ';' && !closed:
			s.pos++
			if err := s.node(len(open) == 1); err != nil {
				return nil, err
			}
		case s.pos == len(s.data):
			return nil, s.error(s.pos, "the file ends within a game: want )")
		case closed:
			return nil, s.error(s.pos, "%s after a variation: want ( or )", quote(s.data[s.pos:]))
		default:
			return nil, s.error(s.pos, "%s: want a property, or one of ; ( )", quote(s.data[s.pos:]))
		}
	}
}

// played returns the number of moves on the way to here.
func (s *sgfParser) played() int {
	if s.grower == nil {
		return 0
	}
	return len(s.grower.path) - 1
}

// node reads a node after its semicolon. What is no move belongs to the move before it. Stones can be set up in the main
// line, before all moves: a game has only one beginning.
func (s *sgfParser) node(main bool) error {
	var props []sgfProp
	for {
		c := s.peek("")
		if !isLetter(c) && !isDigit(c) {
			break
		}
		p, err := s.prop()
		if err != nil {
			return err
		}
		if len(props) == maxValues {
			return s.error(p.offset, "more than %d properties in a node", maxValues)
		}
		props = append(props, p)
	}
	first := s.game == nil
	if first {
		if err := s.header(props); err != nil {
			return err
		}
	}
	var move *sgfProp
	s.nodes++
	for i, p := range props {
		switch p.name {
		case "AB", "AW", "AE":
			if s.grower != nil || !main {
				return s.error(p.offset, "%s sets up stones after moves or in a variation: want them in the main line, before its first move", p.name)
			}
			if err := s.setUp(p); err != nil {
				return err
			}
		case "B", "W":
			if move != nil || len(p.values) != 1 {
				return s.error(p.offset, "a second move in a node: want one")
			}
			move = &props[i]
		}
	}
	var err error
	n := s.root
	if move != nil {
		n, err = s.move(move)
	} else if s.grower != nil {
		n = s.grower.last()
	}
	if err != nil {
		return err
	}
	for _, p := range props {
		if err := s.describe(n, p, first); err != nil {
			return err
		}
	}
	return nil
}

// prop reads a property. Lower-case letters in its name do not count: FF[3] has them.
func (s *sgfParser) prop() (sgfProp, error) {
	p := sgfProp{offset: s.pos}
	var name []byte
	for ; s.pos < len(s.data) && (isLetter(s.data[s.pos]) || isDigit(s.data[s.pos])); s.pos++ {
		if c := s.data[s.pos]; c < 'a' {
			name = append(name, c)
		}
	}
	if len(name) == 0 {
		return p, s.error(p.offset, "%s: want the name of a property in capital letters", quote(s.data[p.offset:]))
	}
	p.name = string(name)
	for s.peek("") == '[' {
		s.pos++
		start := s.pos
		for s.pos < len(s.data) && s.data[s.pos] != ']' {
			if s.data[s.pos] == '\\' {
				s.pos++
			}
			s.pos++
		}
		if s.pos >= len(s.data) {
			return p, s.error(start-1, "the property %s has no end: want ]", quote(name))
		}
		if len(p.values) == maxValues {
			return p, s.error(start-1, "the property %s has more than %d values", quote(name), maxValues)
		}
		p.values = append(p.values, s.data[start:s.pos])
		s.pos++
	}
	if p.values == nil {
		return p, s.error(s.pos, "the property %s has no value: want [", quote(name))
	}
	return p, nil
}

// header reads what the root says of the whole game.
func (s *sgfParser) header(props []sgfProp) error {
	s.game = &gomoku.Game{Size: s.rd.Size, Rule: s.rd.Rule}
	s.noSize = true
	for _, p := range props {
		text := strings.TrimSpace(sgfText(p.values[0]))
		switch p.name {
		case "GM":
			if text != "4" {
				return s.error(p.offset, "GM is %s, another game: want 4, gomoku and renju", quote([]byte(text)))
			}
		case "SZ":
			width, height, rectangle := strings.Cut(text, ":")
			size, err := strconv.Atoi(width)
			if err != nil || rectangle && height != width {
				return s.error(p.offset, "SZ is %s: want the number of rows, which is that of the columns", quote([]byte(text)))
			}
			if err := checkSize(size); err != nil {
				return s.error(p.offset, "%w", err)
			}
			s.game.Size = size
			s.noSize = false
		case "RU":
			rule, opening, ok := parseRule(text)
			if ok {
				s.game.Rule = rule
			}
			if opening != "" {
				setTag(s.game, openingRule, opening)
			}
		case "RE":
			s.setResult(p)
		case "TAG":
			for _, raw := range p.values {
				key, value := cutColon(raw)
				setTag(s.game, sgfText(key), sgfText(value))
			}
		}
	}
	return nil
}

// setResult takes the result from RE. What it does not understand stays a property.
func (s *sgfParser) setResult(p sgfProp) {
	if o, r, ok := parseResult(strings.TrimSpace(sgfText(p.values[0]))); ok {
		s.game.Outcome, s.game.Reason, s.result = o, r, p
	}
}

// parseResult reads RE. Some servers write B+Draw for a draw.
func parseResult(text string) (gomoku.Outcome, gomoku.Reason, bool) {
	winner, reason, _ := strings.Cut(strings.ToUpper(text), "+")
	var o gomoku.Outcome
	switch winner {
	case "0", "DRAW":
		return gomoku.Draw, gomoku.ByAgreement, true
	case "B", "BLACK":
		o = gomoku.BlackWins
	case "W", "WHITE":
		o = gomoku.WhiteWins
	default:
		return gomoku.Undecided, gomoku.NoReason, false
	}
	switch reason {
	case "DRAW":
		return gomoku.Draw, gomoku.ByAgreement, true
	case "R", "RESIGN":
		return o, gomoku.ByResignation, true
	case "T", "TIME":
		return o, gomoku.ByTime, true
	case "F", "FORFEIT":
		return o, gomoku.ByIllegalMove, true
	}
	return o, gomoku.NoReason, true
}

// setUp does AB, AW and AE. A later node may change what an earlier one did, but a node may not contradict itself.
func (s *sgfParser) setUp(p sgfProp) error {
	color := gomoku.Empty
	switch p.name {
	case "AB":
		color = gomoku.Black
	case "AW":
		color = gomoku.White
	}
	for _, raw := range p.values {
		text := strings.TrimSpace(sgfText(raw))
		from, to, rectangle := strings.Cut(text, ":")
		if !rectangle {
			to = from
		}
		x0, y0 := s.point(from).XY()
		x1, y1 := s.point(to).XY()
		if x0 < 0 || x1 < 0 {
			return s.notAPoint(p.offset, p.name, text)
		}
		for y := min(y0, y1); y <= max(y0, y1); y++ {
			for x := min(x0, x1); x <= max(x0, x1); x++ {
				stone := s.stone(x, y)
				if stone.node == s.nodes && stone.by != p.name {
					return s.error(p.offset, "%v is in %s and in %s of one node", gomoku.At(x, y), stone.by, p.name)
				}
				s.stones++
				*stone = sgfStone{color, s.stones, p.name, s.nodes}
			}
		}
	}
	return nil
}

// point reads a point of the board: two letters, the column from the left and the row from the top, or a letter and a
// number, as people write it. NoPoint is none. Capitals are as good: no board is so large that they mean something else.
func (s *sgfParser) point(text string) gomoku.Point {
	size := s.game.Size
	if len(text) == 2 && isLetter(text[0]) && isLetter(text[1]) {
		x, y := int(text[0]|0x20-'a'), size-1-int(text[1]|0x20-'a')
		if x >= size || y < 0 {
			return gomoku.NoPoint
		}
		return gomoku.At(x, y)
	}
	p, err := gomoku.ParsePoint(text)
	if x, y := p.XY(); err != nil || x >= size || y >= size {
		return gomoku.NoPoint
	}
	return p
}

// sgfPoint writes a point, and NoPoint as an empty text.
func sgfPoint(p gomoku.Point, size int) string {
	x, y := p.XY()
	if x < 0 {
		return ""
	}
	return string([]byte{byte('a' + x), byte('a' + size - 1 - y)})
}

func (s *sgfParser) notAPoint(offset int, name, text string) error {
	hint := ""
	if s.noSize {
		hint = "; the file has no SZ, so Options.Size may help"
	}
	return s.error(offset, "%s is %s: want a point of a board of %dx%d, as hh or h8%s", name, quote([]byte(text)), s.game.Size, s.game.Size, hint)
}

// move plays B or W. If it is not the turn of that color, the other one passes first.
func (s *sgfParser) move(p *sgfProp) (*Node, error) {
	color := gomoku.Black
	if p.name == "W" {
		color = gomoku.White
	}
	if s.grower == nil {
		if err := s.begin(p.offset, color); err != nil {
			return nil, err
		}
	}
	text := strings.TrimSpace(sgfText(p.values[0]))
	pass := text == "" || strings.EqualFold(text, "tt") && s.game.Size < 20
	point := s.point(text)
	if point == gomoku.NoPoint && !pass {
		return nil, s.notAPoint(p.offset, p.name, text)
	}
	first := s.game.First
	if turn := (first == color) == (s.played()%2 == 0); !turn {
		if _, err := s.grower.play(gomoku.NoPoint); err != nil {
			return nil, s.error(p.offset, "%w", err)
		}
	}
	n, err := s.grower.play(point)
	if err != nil {
		return nil, s.error(p.offset, "%w", err)
	}
	return n, nil
}

// begin ends the set-up. The color of the first move begins, unless PL has said something else.
func (s *sgfParser) begin(offset int, first gomoku.Color) error {
	s.game.Black, s.game.White = s.stonesOf(gomoku.Black), s.stonesOf(gomoku.White)
	if s.game.First == gomoku.Empty {
		s.game.First = first
	}
	g, err := s.rd.grow(s.game, s.root)
	if err != nil {
		return s.error(offset, "the position that is set up: %w", err)
	}
	s.grower = g
	return nil
}

// describe tells the node what a property says besides the move. In the first node of the file, which may have a move too,
// properties of the game belong to the root.
func (s *sgfParser) describe(n *Node, p sgfProp, first bool) error {
	ofGame := first || n == s.root
	switch p.name {
	case "B", "W", "AB", "AW", "AE":
		return nil
	case "C":
		for _, raw := range p.values {
			switch text := sgfText(raw); {
			case text == "":
			case n.Comment == "":
				n.Comment = text
			default:
				s.more[n] = append(s.more[n], text)
			}
		}
		return nil
	}
	if ofGame {
		switch p.name {
		case "CA":
			if utf8.Valid(s.data) {
				return nil // it is UTF-8 now
			}
			n = s.root
		case "FF", "GM", "SZ", "AP", "RU", "TAG":
			return nil
		case "PL":
			if s.grower == nil {
				s.begins(p)
			}
			return nil // moves say it themselves
		case "RE":
			if s.result.name == "" {
				s.setResult(p)
			}
			if s.result.name != "" {
				return nil
			}
			n = s.root
		}
		if tag, ok := sgfTags[p.name]; ok {
			if _, twice := s.game.Tags[tag]; !twice {
				setTag(s.game, tag, sgfText(p.values[0]))
			}
			return nil
		}
	}
	for _, raw := range p.values {
		if s.rd.nodes == 0 {
			return s.error(p.offset, "%w", s.rd.tooMany())
		}
		s.rd.nodes--
		n.addProp(p.name, sgfText(raw))
	}
	return nil
}

// stonesOf lists the stones of a color that are set up, in the order of the file.
func (s *sgfParser) stonesOf(c gomoku.Color) []gomoku.Point {
	var points []gomoku.Point
	for i := range s.setup {
		if s.setup[i].color == c {
			points = append(points, gomoku.At(i%gomoku.MaxSize, i/gomoku.MaxSize))
		}
	}
	slices.SortFunc(points, func(p, q gomoku.Point) int { return s.stone(p.XY()).order - s.stone(q.XY()).order })
	return points
}

// begins takes the color that is to move from PL.
func (s *sgfParser) begins(p sgfProp) {
	switch strings.ToUpper(strings.TrimSpace(sgfText(p.values[0]))) {
	case "B", "BLACK", "1":
		s.game.First = gomoku.Black
	case "W", "WHITE", "2":
		s.game.First = gomoku.White
	}
}

func (s *sgfParser) finish(begin int) (*Tree, error) {
	for n, comments := range s.more {
		n.Comment += "\n" + strings.Join(comments, "\n")
	}
	if s.grower == nil {
		first := gomoku.Black
		if len(s.stonesOf(gomoku.Black)) == len(s.stonesOf(gomoku.White))+1 {
			first = gomoku.White // as after so many moves of a game
		}
		if err := s.begin(begin, first); err != nil {
			return nil, err
		}
	}
	if s.result.name != "" {
		begin = s.result.offset
	}
	t, err := s.grower.finish(s.game)
	if err != nil {
		return nil, s.error(begin, "%w", err)
	}
	if t.Game.Outcome != gomoku.Undecided { // RE did not know, but the board did
		if delete(s.root.Props, "RE"); len(s.root.Props) == 0 {
			s.root.Props = nil
		}
	}
	return t, nil
}

// sgfText takes the escapes out of a value: a backslash makes the next byte plain, and a line end after it vanishes.
func sgfText(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		return unixLines(string(raw))
	}
	var b strings.Builder
	text := unixLines(string(raw))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' {
			if i++; i == len(text) || text[i] == '\n' {
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// cutColon cuts a value at the first colon that is not escaped.
func cutColon(raw []byte) (before, after []byte) {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case ':':
			return raw[:i], raw[i+1:]
		}
	}
	return raw, nil
}

var (
	sgfEscape    = strings.NewReplacer(`\`, `\\`, `]`, `\]`)
	sgfEscapeKey = strings.NewReplacer(`\`, `\\`, `]`, `\]`, `:`, `\:`)
)

// An sgfWriter writes one tree.
type sgfWriter struct {
	buf   *bytes.Buffer
	size  int
	first gomoku.Color
	err   error // the first one
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
		root = lineOf(g.Moves)
	}
	var body bytes.Buffer
	w := &sgfWriter{buf: &body, size: g.Size, first: g.First}
	if w.first == gomoku.Empty {
		w.first = gomoku.Black
	}
	w.root(g, root)
	w.children(root, 0)
	if w.err != nil {
		return w.err
	}
	buf.WriteString("(;FF[4]GM[4]")
	if utf8.Valid(body.Bytes()) {
		buf.WriteString("CA[UTF-8]")
	} else if ca := root.Props["CA"]; len(ca) > 0 {
		w.buf = buf
		w.prop("CA", ca[0])
	}
	buf.Write(body.Bytes())
	buf.WriteString(")\n")
	return nil
}

func (w *sgfWriter) root(g *gomoku.Game, root *Node) {
	w.prop("AP", "gomoku")
	w.prop("SZ", strconv.Itoa(g.Size))
	rule, tags := g.Rule.String(), maps.Clone(g.Tags)
	if o := tags[openingRule]; o != "" && strings.TrimSpace(o) == o {
		rule += ", " + o
		delete(tags, openingRule)
	}
	w.prop("RU", rule)
	for _, name := range slices.Sorted(maps.Keys(sgfTags)) {
		if value, ok := tags[sgfTags[name]]; ok {
			w.prop(name, value)
			delete(tags, sgfTags[name])
		}
	}
	if len(tags) > 0 {
		w.buf.WriteString("TAG")
		for _, key := range slices.Sorted(maps.Keys(tags)) {
			fmt.Fprintf(w.buf, "[%s:%s]", sgfEscapeKey.Replace(key), sgfEscape.Replace(tags[key]))
		}
	}
	if re := resultText(g); re != "" {
		w.prop("RE", re)
	} else if old := root.Props["RE"]; len(old) > 0 {
		w.prop("RE", old...)
	}
	w.stones("AB", g.Black)
	w.stones("AW", g.White)
	if w.first == gomoku.White {
		w.prop("PL", "W")
	} else if len(g.Black)+len(g.White) > 0 {
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

// children writes what follows on n, which stands after so many moves.
func (w *sgfWriter) children(n *Node, moves int) {
	for len(n.Children) == 1 {
		n = n.Children[0]
		w.move(n, moves)
		moves++
	}
	for _, child := range n.Children {
		w.buf.WriteString("\n(")
		w.move(child, moves)
		w.children(child, moves+1)
		w.buf.WriteByte(')')
	}
}

func (w *sgfWriter) move(n *Node, moves int) {
	color := w.first
	if moves%2 == 1 {
		color = color.Opponent()
	}
	name := "B"
	if color == gomoku.White {
		name = "W"
	}
	if moves%10 == 0 && moves > 0 {
		w.buf.WriteByte('\n')
	}
	w.buf.WriteByte(';')
	w.prop(name, sgfPoint(n.Move, w.size))
	w.describe(n, false)
}

// describe writes the properties and the comment of a node.
func (w *sgfWriter) describe(n *Node, root bool) {
	for _, name := range slices.Sorted(maps.Keys(n.Props)) {
		_, isTag := sgfTags[name]
		values := n.Props[name]
		switch {
		case root && (name == "CA" || name == "RE"):
			continue // written before
		case root && (isTag || slices.Contains([]string{"FF", "GM", "SZ", "AP", "RU", "TAG", "PL"}, name)),
			slices.Contains([]string{"B", "W", "C", "AB", "AW", "AE"}, name):
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
