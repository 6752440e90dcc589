package gomoku

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Position returns the game on b as one line of text, as FEN followed by moves does in chess: size, rule, the stones that were set up, the
// side to move, and all moves. [ParsePosition] makes an equal board from it. For the zero Board the text is empty.
func (b *Board) Position() string {
	text, _ := b.AppendText(nil)
	return string(text)
}

// MarshalText returns the text of [Board.Position], so a board is a string in JSON. If b is nil or the zero Board it returns
// [ErrNoBoard].
func (b *Board) MarshalText() ([]byte, error) { return b.AppendText(nil) }

// AppendText appends the text of [Board.Position] and returns the extended slice. It implements [encoding.TextAppender].
func (b *Board) AppendText(text []byte) ([]byte, error) {
	if b == nil || b.size == 0 {
		return text, ErrNoBoard
	}
	text = fmt.Appendf(text, "%v %d", b.rule, b.size)
	black, white, first := b.start()
	if setUp := len(black) > 0 || len(white) > 0 || first == White; setUp {
		if len(black) > 0 {
			text = appendMoves(append(text, " black "...), black)
		}
		if len(white) > 0 {
			text = appendMoves(append(text, " white "...), white)
		}
		text = fmt.Appendf(text, " turn %v", first)
		if b.Len() > 0 {
			text = append(text, " moves"...)
		}
	}
	if b.Len() > 0 {
		text = append(text, ' ')
	}
	for i, p := range b.Moves() {
		text = appendMoves(text, []Point{p})
		if slices.Contains(b.unclaimed, i) {
			text = append(text, unclaimedMark)
		}
	}
	return text, nil
}

// UnmarshalText replaces b by the board that [ParsePosition] makes of the text. If there is an error, b does not change.
func (b *Board) UnmarshalText(text []byte) error {
	if b == nil {
		return ErrNoBoard
	}
	c, err := ParsePosition(string(text))
	if err != nil {
		return err
	}
	b.pos.CopyFrom(&c.pos)
	b.size, b.rule, b.outcome, b.unclaimed = c.size, c.rule, c.outcome, c.unclaimed
	return nil
}

// ParsePosition reads a game from one line of text, as [Board.Position] writes it:
//
//	freestyle 15 h8i9h7
//	renju 15 black h8i10 white h9 turn black moves g7--g8
//	h8i9h7
//
// The first word is the rule and the second the size. After them come the moves from the empty board, Black first, as [ParseMoves] reads
// them. If stones were set up, the words black and white come before their points, then turn and the color to move, then moves and
// what was played since. A text of moves alone is a game of freestyle on 15×15 points. In full, where { } may be repeated and [ ] left
// out:
//
//	position = [ rule size ] { move } | rule size set-up [ "moves" { move } ]
//	set-up   = { ( "black" | "white" ) { point } } "turn" ( "black" | "white" )
//	move     = ( point | "--" ) [ "!" ]
//
// Two hyphens are a pass. An exclamation mark follows a foul of Black that White did not claim, see [Board.PlayUnclaimed]. Spaces separate
// words; between moves and between points they are optional. Upper and lower case are the same.
//
// Stones are set up as by [NewPosition], and every move must be legal. Errors are of type [*SyntaxError], give the place in the text, and
// wrap [ErrOccupied], [ErrForbidden] or another cause. Whether the game is over follows from the moves.
func ParsePosition(text string) (*Board, error) {
	n := notation{text: text}
	if err := n.parse(); err != nil {
		return nil, err
	}
	b, err := NewPosition(n.size, n.rule, n.stones[Black], n.stones[White], n.first)
	if err != nil {
		return nil, n.fail(0, err)
	}
	for i, m := range n.moves {
		if err := n.play(b, m); err != nil {
			return nil, n.fail(m.offset, explain(err, "move %d, %v", i+1, m.point))
		}
	}
	return b, nil
}

func (n *notation) play(b *Board, m notedMove) error {
	err := b.playOrPass(m.point)
	switch {
	case err == nil && m.unclaimed:
		return errorf("no foul, but marked as one by %c", unclaimedMark)
	case errors.Is(err, ErrForbidden) && m.unclaimed:
		return b.PlayUnclaimed(m.point)
	case errors.Is(err, ErrForbidden):
		return errorf("%w: a foul that White did not claim is marked by %c", err, unclaimedMark)
	}
	return err
}

// unclaimedMark stands behind a foul that White did not claim.
const unclaimedMark = '!'

// A notation is a text of a position taken apart. Nothing of it has been set up or played, but its points are on the board.
type notation struct {
	text string

	rule   Rule
	size   int
	bare   bool               // moves alone: rule and size are the defaults
	setUp  bool               // there may be stones, and first may be White
	stones [White + 1][]Point // set up
	first  Color
	moves  []notedMove
}

type notedMove struct {
	point     Point
	unclaimed bool
	offset    int // in the text
}

const (
	notationName    = "position"
	examplePosition = "freestyle 15 h8i9h7"
)

func (n *notation) parse() error {
	words := splitWords(n.text)
	if len(words) == 0 {
		return n.fail(len(n.text), errorf("empty: want rule, size and moves, such as %q, or moves alone", examplePosition))
	}
	n.rule, n.size, n.first = Freestyle, DefaultSize, Black
	if w := words[0]; len(w.text) < 2 || !isLetter(w.text[0]) || !isLetter(w.text[1]) {
		n.bare = true // no rule begins like a move
		return n.parseMoves(words)
	}
	if err := n.rule.UnmarshalText([]byte(words[0].text)); err != nil {
		return n.fail(words[0].offset, err)
	}
	if len(words) == 1 {
		return n.fail(len(n.text), errorf("want a size after the rule, as in %q", examplePosition))
	}
	size, err := strconv.Atoi(words[1].text)
	if err != nil {
		return n.fail(words[1].offset, errorf("size %s: want a number from %d to %d", quote(words[1].text), MinSize, MaxSize))
	}
	if err := checkBoard(size, n.rule); err != nil {
		return n.fail(words[1].offset, err)
	}
	n.size = size
	words = words[2:]
	if len(words) > 0 && (words[0].is("black") || words[0].is("white") || words[0].is("turn")) {
		n.setUp = true
		return n.parseSetUp(words)
	}
	return n.parseMoves(words)
}

// parseSetUp reads stones and the side to move, and the moves after them.
func (n *notation) parseSetUp(words []word) error {
	color := Empty
	for i, w := range words {
		switch {
		case w.is("black"):
			color = Black
		case w.is("white"):
			color = White
		case w.is("turn"):
			if i+1 == len(words) {
				return n.fail(len(n.text), newError("want black or white after turn"))
			}
			turn := words[i+1]
			if err := n.first.UnmarshalText([]byte(turn.text)); err != nil || !n.first.isSide() {
				return n.fail(turn.offset, errorf("turn %s: want black or white", quote(turn.text)))
			}
			rest := words[i+2:]
			if len(rest) == 0 {
				return nil
			}
			if !rest[0].is("moves") {
				return n.fail(rest[0].offset, errorf("%s: want nothing more, or the word moves and what was played since", quote(rest[0].text)))
			}
			return n.parseMoves(rest[1:])
		default:
			if err := n.parseStones(color, w); err != nil {
				return err
			}
		}
	}
	return n.fail(len(n.text), newError("want turn black or turn white after the stones"))
}

func (n *notation) parseStones(c Color, w word) error {
	scan := moveScanner{text: w.text}
	for scan.next() {
		p, offset := scan.move, w.offset+scan.start
		switch {
		case p == NoPoint:
			return n.fail(offset, newError("a pass among the stones that are set up: want points"))
		case !p.on(n.size):
			return n.fail(offset, errorf("%v: %w of %d×%d points", p, ErrOffBoard, n.size, n.size))
		case slices.Contains(n.stones[Black], p) || slices.Contains(n.stones[White], p):
			return n.fail(offset, errorf("%v: %w", p, ErrOccupied))
		}
		n.stones[c] = append(n.stones[c], p)
	}
	return n.failIn(w, &scan)
}

func (n *notation) parseMoves(words []word) error {
	for _, w := range words {
		scan := moveScanner{text: w.text}
		for scan.next() {
			m := notedMove{point: scan.move, offset: w.offset + scan.start}
			if rest := scan.text[scan.pos:]; rest != "" && rest[0] == unclaimedMark {
				m.unclaimed = true
				scan.pos++
			}
			n.moves = append(n.moves, m)
		}
		if err := n.failIn(w, &scan); err != nil {
			return err
		}
	}
	return nil
}

// failIn returns the error of a scanner that has read a word, or nil.
func (n *notation) failIn(w word, scan *moveScanner) error {
	if scan.err == nil {
		return nil
	}
	err := *scan.err
	err.Offset += w.offset
	err.what = notationName
	return &err
}

func (n *notation) fail(offset int, err error) error {
	return &SyntaxError{Offset: offset, Msg: messageOf(err), Err: err, what: notationName}
}

// A word of a text, and where it stands.
type word struct {
	text   string
	offset int
}

func (w word) is(name string) bool { return strings.EqualFold(w.text, name) }

func splitWords(text string) []word {
	var words []word
	at := 0
	for _, field := range strings.Fields(text) {
		at += strings.Index(text[at:], field)
		words = append(words, word{field, at})
		at += len(field)
	}
	return words
}
