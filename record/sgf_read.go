package record

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gomoku-go/gomoku"
)

// findSGF returns where the first game tree at or after a place begins, or -1. There may be other text before it, as in a mail.
func findSGF(data []byte, from int) int {
	for i := from; ; i++ {
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

// An sgfParser parses a file. It keeps the current tree on its own stack, so that no file can exhaust that of the program.
type sgfParser struct {
	rd   *reader
	data []byte
	pos  int
	wide bool // letters beyond ASCII take two bytes, of which the second may be ASCII

	// The game tree that is being read.
	game    *gomoku.Game
	root    *Node
	setup   [gomoku.MaxSize * gomoku.MaxSize]sgfStone
	nodes   int     // read so far, to tell them apart
	stones  int     // set up so far, to keep their order
	noSize  bool    // SZ is missing
	another sgfProp // GM, if it names another game
	isGo    bool    // something is said that belongs to Go
	opening bool    // the opening was given by QPR: letters of moves do not tell their color
	grower  *grower
	result  sgfProp            // RE, if it was understood
	more    map[*Node][]string // comments after the first one of a move, to be joined in the end
}

// An sgfStone is what the set-up says about a point.
type sgfStone struct {
	color gomoku.Color
	order int    // its place in the file
	by    string // the property that said so last, AB, AW or AE
	node  int    // and the node of that property
}

// stone is what the set-up says about the point in this column and row.
func (s *sgfParser) stone(x, y int) *sgfStone { return &s.setup[y*gomoku.MaxSize+x] }

// maxValues is the largest number of values of a property, and of properties of a node. Most values are points.
const maxValues = 1 << 16

// An sgfProp is a property with its values as they are in the file, including escapes.
type sgfProp struct {
	name   string
	values [][]byte
	offset int
}

func (s *sgfParser) error(offset int, format string, args ...any) error {
	return errorAt(SGF, s.data, offset, format, args...)
}

func (rd *reader) readSGF(data []byte, yield func(*Tree, error) bool) error {
	data, err := rd.sgfText(data)
	if err != nil {
		return err
	}
	return rd.sgfTrees(data, false, yield)
}

// sgfTrees parses a file; see [sgfParser] for wide.
func (rd *reader) sgfTrees(data []byte, wide bool, yield func(*Tree, error) bool) error {
	s := &sgfParser{rd: rd, data: data, wide: wide}
	begin := findSGF(data, 0)
	if begin < 0 {
		return s.error(0, "no game: want (; somewhere")
	}
	several := findSGF(data, begin+1) >= 0 // or one with variations
	for n := 1; begin >= 0; n++ {
		s.pos = begin
		t, err := s.tree()
		if err == nil {
			err = s.anotherGame(t)
		}
		next := s.pos
		if err != nil {
			t = nil
			next = s.skip(begin)
			if syntax, ok := err.(*SyntaxError); ok && (several || n > 1) {
				syntax.Game = n
			}
		}
		if !yield(t, err) || err != nil && !several {
			return nil
		}
		// Text between and after the games is ignored: signatures, zeros, the end-of-file byte of DOS.
		begin = findSGF(data, next)
	}
	return nil
}

// anotherGame is the error of a game that is not gomoku, by its GM and by its moves.
func (s *sgfParser) anotherGame(t *Tree) error {
	if s.another.name == "" || s.rd.AnyGame || t != nil && len(t.Root.Children) > 0 && !s.isGo {
		return nil
	}
	return s.error(s.another.offset, "GM is %s, another game: want 4, gomoku and renju, or set Options.AnyGame", quote(s.another.values[0]))
}

// skip returns where the next game may begin after one that could not be read: behind the parenthesis that closes it, or
// where none does, at the next line that begins one.
func (s *sgfParser) skip(begin int) int {
	depth := 0
	for i := begin; i < len(s.data); i++ {
		switch s.data[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case '[':
			for i < len(s.data) && s.data[i] != ']' {
				if s.data[i] == '\\' {
					i++
				}
				i++
			}
		}
	}
	for i := begin + 1; ; {
		n := bytes.Index(s.data[i:], []byte("\n("))
		if n < 0 {
			return len(s.data)
		}
		i += n + 1
		if findSGF(s.data, i) == i {
			return i
		}
	}
}

var sgfCharset = regexp.MustCompile(`\bCA\s*\[([^\]\\]{1,40})\]`)

// sgfText returns the file in UTF-8, or in bytes of which none but ASCII looks like ASCII. Without a charset's name that
// cannot be told: if the file can also be read with letters of two bytes, and has other moves then, it is an error.
func (rd *reader) sgfText(data []byte) ([]byte, error) {
	charset := ""
	if m := sgfCharset.FindSubmatch(data); m != nil {
		charset = strings.TrimSpace(string(m[1]))
	}
	text, err := rd.text(SGF, data, charset)
	if err != nil || utf8.Valid(text) || isSingleByte(charset) {
		return text, err
	}
	doubt := endsInDoubt(text)
	if doubt < 0 {
		return text, nil
	}
	if moves, ok := rd.sgfMoves(text, true); ok {
		if same, ok := rd.sgfMoves(text, false); !ok || !slices.Equal(moves, same) {
			return nil, errorAt(SGF, text, doubt, "the file is not UTF-8 and does not say what it is, and %q may be half a letter here: "+
				"set Options.Decoder, for which package record/charset has functions", text[doubt])
		}
	}
	return text, nil
}

// sgfMoves returns the moves of all games one after the other; ok is false where one of them cannot be read.
func (rd *reader) sgfMoves(text []byte, wide bool) (moves []gomoku.Point, ok bool) {
	once := &reader{Options: rd.Options, nodes: rd.nodes}
	ok = true
	err := once.sgfTrees(text, wide, func(t *Tree, err error) bool {
		if ok = ok && err == nil; ok {
			moves = append(moves, t.Game.Moves...)
		}
		return ok
	})
	return moves, ok && err == nil
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
	s.game, s.grower, s.result, s.another, s.isGo, s.opening = nil, nil, sgfProp{}, sgfProp{}, false, false
	s.setup, s.nodes, s.more = [gomoku.MaxSize * gomoku.MaxSize]sgfStone{}, 0, make(map[*Node][]string)
	begin := s.pos
	var open []int  // for each parenthesis: the number of moves before it
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
	return s.grower.played()
}

// node reads a node after its semicolon. What is no move belongs to the move before it. Stones that are set up in the main
// line before all moves are the beginning of the game, others make a node of their own.
func (s *sgfParser) node(main bool) error {
	props, err := s.props()
	if err != nil {
		return err
	}
	first := s.game == nil
	if first {
		if err := s.header(props); err != nil {
			return err
		}
	}
	s.nodes++
	if err := s.stonesOfNode(props, main); err != nil {
		return err
	}
	for i := range props {
		p := &props[i]
		if p.name == "QPR" || p.name == "QSLW" {
			if err := s.questOpening(p); err != nil {
				return err
			}
		}
	}
	var move *sgfProp
	for i, p := range props {
		if p.name != "B" && p.name != "W" {
			continue
		}
		if move != nil || len(p.values) != 1 {
			return s.error(p.offset, "a second move in a node: want one")
		}
		move = &props[i]
	}
	n := s.root
	switch {
	case move != nil:
		if n, err = s.move(move); err != nil {
			return err
		}
	case s.grower != nil:
		n = s.grower.last().node
	}
	for _, p := range props {
		if err := s.describe(n, p, first); err != nil {
			return err
		}
	}
	return nil
}

// props reads the properties of a node.
func (s *sgfParser) props() (props []sgfProp, err error) {
	for {
		c := s.peek("")
		if !isLetter(c) && !isDigit(c) {
			return props, nil
		}
		p, err := s.prop()
		if err != nil {
			return nil, err
		}
		if len(props) == maxValues {
			return nil, s.error(p.offset, "more than %d properties in a node", maxValues)
		}
		props = append(props, p)
	}
}

// questOpening plays the moves of QPR and QSLW, in which Gomoku Quest keeps the opening that the players agreed on.
func (s *sgfParser) questOpening(p *sgfProp) error {
	s.opening = true
	for _, raw := range p.values {
		for text := range strings.SplitSeq(sgfText(raw), ",") {
			point := s.point(strings.TrimSpace(text))
			if point == gomoku.NoPoint {
				return s.notAPoint(p.offset, p.name, text)
			}
			if s.grower == nil {
				if err := s.begin(p.offset, gomoku.Black); err != nil {
					return err
				}
			}
			if _, err := s.grower.play(point); err != nil {
				return s.error(p.offset, "%s: %w", p.name, err)
			}
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
			if c := s.data[s.pos]; c == '\\' || s.wide && c >= utf8.RuneSelf {
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

// header reads what the root says about the whole game.
func (s *sgfParser) header(props []sgfProp) error {
	s.game = &gomoku.Game{Size: s.rd.Size, Rule: s.rd.Rule}
	s.noSize = true
	for _, p := range props {
		text := strings.TrimSpace(sgfText(p.values[0]))
		switch p.name {
		case "GM":
			if text != "4" {
				s.another = p
			}
		case "HA":
			handicap, _ := strconv.Atoi(text)
			s.isGo = s.isGo || handicap > 1
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
			s.isGo = s.isGo || sgfGoRule.MatchString(text)
			if otherRule(text) {
				if !s.rd.AnyGame {
					return s.error(p.offset, "RU is %s, a rule that is not offered: want freestyle, standard, renju, caro or "+
						"caro-overline, or set Options.AnyGame to read the game by Options.Rule", quote([]byte(text)))
				}
				setTag(s.game, "rule", text)
				continue
			}
			rule, opening, ok := parseRule(text)
			if ok {
				s.game.Rule = rule
			}
			if opening != "" {
				setTag(s.game, openingRule, opening)
			}
		case "RE":
			s.isGo = s.isGo || sgfGoScore.MatchString(text)
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

// stonesOfNode does AB, AW and AE.
func (s *sgfParser) stonesOfNode(props []sgfProp, main bool) error {
	var edit *sgfEdit
	for _, p := range props {
		if p.name != "AB" && p.name != "AW" && p.name != "AE" {
			continue
		}
		put := s.putFirst
		if s.grower != nil || !main {
			if s.grower == nil {
				if err := s.begin(p.offset, gomoku.Black); err != nil {
					return err
				}
			}
			if edit == nil {
				edit = s.edit(p.offset)
			}
			put = edit.put
		}
		if err := s.eachPoint(p, put); err != nil {
			return err
		}
	}
	if s.grower == nil {
		return nil // PL is about the beginning then
	}
	turn := s.grower.turn(s.game.First)
	for _, p := range props {
		if c := playerOf(p); p.name == "PL" && c != gomoku.Empty && c != turn {
			turn = c
			if edit == nil && !hasMove(props) {
				edit = s.edit(p.offset)
			}
		}
	}
	if edit == nil {
		return nil
	}
	if _, err := s.grower.setUp(edit.setup(turn)); err != nil {
		return s.error(edit.offset, "the position that is set up: %w", err)
	}
	return nil
}

func hasMove(props []sgfProp) bool {
	return slices.ContainsFunc(props, func(p sgfProp) bool { return p.name == "B" || p.name == "W" })
}

// eachPoint calls put for every point of AB, AW or AE: points and rectangles.
func (s *sgfParser) eachPoint(p sgfProp, put func(p sgfProp, x, y int) (by string)) error {
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
				if by := put(p, x, y); by != "" && by != p.name {
					return s.error(p.offset, "%v is in %s and in %s of one node", gomoku.At(x, y), by, p.name)
				}
			}
		}
	}
	return nil
}

func colorOf(p sgfProp) gomoku.Color {
	switch p.name {
	case "AB":
		return gomoku.Black
	case "AW":
		return gomoku.White
	}
	return gomoku.Empty
}

// putFirst sets a stone up before the game. A later node may change what an earlier one did, but a node may not contradict
// itself: by is the property of the same node that has named the point.
func (s *sgfParser) putFirst(p sgfProp, x, y int) (by string) {
	stone := s.stone(x, y)
	if stone.node == s.nodes {
		by = stone.by
	}
	s.stones++
	*stone = sgfStone{colorOf(p), s.stones, p.name, s.nodes}
	return by
}

// An sgfEdit is a position that is set up after the beginning.
type sgfEdit struct {
	offset int
	size   int
	colors map[gomoku.Point]gomoku.Color
	by     map[gomoku.Point]string
}

// edit begins with the position of the last node.
func (s *sgfParser) edit(offset int) *sgfEdit {
	e := &sgfEdit{offset: offset, size: s.game.Size, colors: make(map[gomoku.Point]gomoku.Color), by: make(map[gomoku.Point]string)}
	last := s.grower.last()
	for y := range e.size {
		for x := range e.size {
			if p := gomoku.At(x, y); last.board.At(p) != gomoku.Empty {
				e.colors[p] = last.board.At(p)
			}
		}
	}
	if last.foul {
		e.colors[last.node.Move] = gomoku.Black
	}
	return e
}

func (e *sgfEdit) put(p sgfProp, x, y int) (by string) {
	point := gomoku.At(x, y)
	by, e.by[point] = e.by[point], p.name
	e.colors[point] = colorOf(p)
	return by
}

func (e *sgfEdit) setup(turn gomoku.Color) *Setup {
	s := &Setup{Turn: turn}
	for y := range e.size {
		for x := range e.size {
			switch p := gomoku.At(x, y); e.colors[p] {
			case gomoku.Black:
				s.Black = append(s.Black, p)
			case gomoku.White:
				s.White = append(s.White, p)
			}
		}
	}
	return s
}

// point reads a point of the board, see [sgfPointOf].
func (s *sgfParser) point(text string) gomoku.Point { return sgfPointOf(text, s.game.Size) }

func (s *sgfParser) notAPoint(offset int, name, text string) error {
	hint := ""
	if s.noSize {
		hint = "; the file has no SZ, so Options.Size may help"
	}
	return s.error(offset, "%s is %s: want a point of a board of %dx%d, as hh or h8%s", name, quote([]byte(text)), s.game.Size, s.game.Size, hint)
}

// move plays B or W. If it is not the turn of that color, the other one passes first. Words for what is no move stand there
// too: the player resigns, or colors are swapped.
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
	switch strings.ToLower(text) {
	case "resign":
		if s.game.Outcome == gomoku.Undecided || s.game.Outcome.Winner() == color.Opponent() && s.game.Reason == gomoku.NoReason {
			s.game.Outcome, s.game.Reason = gomoku.WhiteWins, gomoku.ByResignation
			if color == gomoku.White {
				s.game.Outcome = gomoku.BlackWins
			}
		}
		return s.grower.last().node, nil
	case "swap":
		setTag(s.game, "swap", strconv.Itoa(s.played()))
		return s.grower.last().node, nil
	}
	pass := text == "" || strings.EqualFold(text, "tt") && s.game.Size < 20
	point := s.point(text)
	if point == gomoku.NoPoint && !pass {
		return nil, s.notAPoint(p.offset, p.name, text)
	}
	if s.grower.turn(s.game.First) != color && !s.opening {
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

// describe adds to the node what a property says besides the move. In the first node of the file, which may have a move too,
// properties of the game belong to the root.
func (s *sgfParser) describe(n *Node, p sgfProp, first bool) error {
	ofGame := first || n == s.root
	switch p.name {
	case "B", "W", "AB", "AW", "AE", "QPR", "QSLW":
		return nil
	case "PL":
		if c := playerOf(p); c != gomoku.Empty && s.grower == nil {
			s.game.First = c
		}
		return nil // moves and set-ups say the rest
	case sgfUnclaimed:
		if s.grower == nil {
			return nil
		}
		if err := s.grower.goOn(); err != nil {
			return s.error(p.offset, "%w", err)
		}
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
		if err := s.rd.count(); err != nil {
			return s.error(p.offset, "%w", err)
		}
		n.addProp(p.name, sgfText(raw))
	}
	if s.hidesMoves(p.name, n.Props[p.name]) {
		return s.error(p.offset, "the property %s holds points, and nobody knows what they mean: want B, W, AB or AW for moves and stones", p.name)
	}
	return nil
}

// hidesMoves reports whether a property of no known name may hold moves or stones: lists of points, or several points.
func (s *sgfParser) hidesMoves(name string, values []string) bool {
	if sgfMarkup[name] {
		return false
	}
	points := 0
	for _, value := range values {
		for text := range strings.SplitSeq(value, ",") {
			if s.point(strings.TrimSpace(text)) == gomoku.NoPoint {
				return false
			}
			points++
		}
	}
	return points > 1
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

// playerOf is the color that PL names, or Empty.
func playerOf(p sgfProp) gomoku.Color {
	switch strings.ToUpper(strings.TrimSpace(sgfText(p.values[0]))) {
	case "B", "BLACK", "1":
		return gomoku.Black
	case "W", "WHITE", "2":
		return gomoku.White
	}
	return gomoku.Empty
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
