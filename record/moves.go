package record

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gomoku-go/gomoku"
)

// passText is a pass in a string of moves.
const passText = "--"

// separators are what people and programs put between moves, any number of them. A hyphen is one, but two of them are
// a pass. Wide forms of them have become these before, see [narrow].
const separators = ", \t\r\n\v\f_.;:|/()[]=>*'\"+"

// arrow is a separator too; it contains a pass.
const arrow = "-->"

// A moveScanner splits a string into moves.
type moveScanner struct {
	format Format
	data   []byte
	size   int
	pos    int
	start  int // of move
	move   gomoku.Point
	err    error
}

// next finds the next move. At the end, or at an error, it returns false.
func (s *moveScanner) next() bool {
	for s.pos < len(s.data) {
		c := s.data[s.pos]
		s.start = s.pos
		switch {
		case bytes.HasPrefix(s.data[s.pos:], []byte(arrow)):
			s.pos += len(arrow)
		case bytes.HasPrefix(s.data[s.pos:], []byte(passText)):
			s.pos += len(passText)
			s.move = gomoku.NoPoint
			return true
		case c == '-' || strings.IndexByte(separators, c) >= 0:
			s.pos++
		case isLetter(c):
			return s.point()
		case isDigit(c) && s.number() > 0:
			s.pos += s.number()
		default:
			s.err = s.error("%s: want a letter and a number, such as h8, or -- for a pass", quote(s.data[s.pos:]))
			return false
		}
	}
	return false
}

// number returns the length of the number of a move, as "12." or "12)", or 0 if there is none.
func (s *moveScanner) number() int {
	i := s.pos
	for i < len(s.data) && isDigit(s.data[i]) {
		i++
	}
	if i < len(s.data) && strings.IndexByte(".):", s.data[i]) >= 0 {
		return i + 1 - s.pos
	}
	return 0
}

// point reads a letter and a number of at most two digits; the first may be a zero.
func (s *moveScanner) point() bool {
	digits := s.pos + 1
	s.pos = digits
	for s.pos < len(s.data) && s.pos < digits+2 && isDigit(s.data[s.pos]) {
		s.pos++
	}
	text := string(s.data[s.start:s.pos])
	number := strings.TrimPrefix(text[1:], "0")
	p, err := gomoku.ParsePoint(text[:1] + number)
	switch x, y := p.XY(); {
	case digits == s.pos:
		s.err = s.error("%q has no number: want a letter and a number, such as h8", text)
	case err != nil || x >= s.size || y >= s.size:
		s.err = s.error("%q: %w: want a1 to %v", text, bare(gomoku.ErrOffBoard), gomoku.At(s.size-1, s.size-1))
	}
	s.move = p
	return s.err == nil
}

// narrow replaces the wide forms of ASCII that East Asian keyboards write, and their punctuation and arrows.
func narrow(text []byte) []byte {
	ascii := true
	for _, c := range text {
		ascii = ascii && c < utf8.RuneSelf
	}
	if ascii {
		return text
	}
	return bytes.Map(func(r rune) rune {
		switch {
		case '！' <= r && r <= '～':
			return r - '！' + '!'
		case strings.ContainsRune("　、。，·・，。…–—→⇒➔➜➡⟶»›", r), r == '\u00a0', r == '\ufeff', r == '\u200b':
			return ' '
		}
		return r
	}, text)
}

func (s *moveScanner) error(format string, args ...any) error {
	return errorAt(s.format, s.data, s.start, format, args...)
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// quote shows the beginning of foreign text, fit for an error message.
func quote(data []byte) string {
	const most = 20
	if line, _, more := bytes.Cut(data, []byte("\n")); more {
		data = line
	}
	if len(data) > most {
		return strconv.Quote(string(data[:most])) + "…"
	}
	return strconv.Quote(string(data))
}

// looksLikeMoves reports whether a text may be a string of moves: letters with a number each, and what may stand between; or,
// with an error in it, letters, digits and blanks.
func looksLikeMoves(text []byte) bool {
	text = narrow(text)
	points, letters, plain := 0, 0, true
	for i, c := range text {
		switch {
		case isLetter(c):
			letters++
			if i+1 < len(text) && isDigit(text[i+1]) {
				points++
			}
		case !isDigit(c) && c != '-' && strings.IndexByte(separators, c) < 0:
			return false
		case strings.IndexByte("_.;:|/()[]=>*'\"+", c) >= 0:
			plain = false
		}
	}
	return len(text) > 0 && (plain || points > 0 && points == letters)
}

func (rd *reader) readMoves(data []byte, yield func(*Tree, error) bool) error {
	data, err := rd.text(Moves, data, "")
	if err != nil {
		return err
	}
	data = narrow(data)
	read := func(text []byte) (*Tree, error) {
		game := &gomoku.Game{Size: rd.Size, Rule: rd.Rule, First: gomoku.Black}
		return rd.readLine(game, new(Node), &moveScanner{format: Moves, data: text, size: rd.Size})
	}
	lines := bytes.Split(bytes.TrimRight(data, space), []byte("\n"))
	if !rd.Lines || len(lines) == 1 {
		t, err := read(data)
		if syntax, ok := err.(*SyntaxError); ok && syntax.Line > 1 {
			syntax.Msg += "; if every line is a game, set Options.Lines"
		}
		if err == nil {
			yield(t, nil)
		}
		return err
	}
	n, offset := 0, 0
	for i, text := range lines {
		if len(bytes.Trim(text, space)) > 0 {
			n++
			t, err := read(text)
			if syntax, ok := err.(*SyntaxError); ok {
				syntax.Game, syntax.Line, syntax.Offset = n, i+1, syntax.Offset+offset
			}
			if !yield(t, err) {
				return nil
			}
		}
		offset += len(text) + 1
	}
	return nil
}

// readLine makes the tree of a game from a string of moves.
func (rd *reader) readLine(game *gomoku.Game, root *Node, scan *moveScanner) (*Tree, error) {
	g, err := rd.grow(game, root)
	if err != nil {
		return nil, scan.error("%w", err)
	}
	for scan.next() {
		if _, err := g.play(scan.move); err != nil {
			return nil, scan.error("%w", err)
		}
	}
	if scan.err != nil {
		return nil, scan.err
	}
	t, err := g.finish(game)
	if err != nil {
		return nil, scan.error("%w", err)
	}
	return t, nil
}

func writeMoves(buf *bytes.Buffer, g *gomoku.Game) error {
	if err := plainGame(g); err != nil {
		return err
	}
	buf.WriteString(gomoku.FormatMoves(g.Moves) + "\n")
	return nil
}

// plainGame says whether a game begins and goes on as all games do in the formats that know of nothing else.
func plainGame(g *gomoku.Game) error {
	if len(g.Black) > 0 || len(g.White) > 0 || g.First == gomoku.White {
		return errors.New("this format has no place for a set-up position: write SGF")
	}
	if len(g.Unclaimed) > 0 {
		return fmt.Errorf("move %d is a foul that was not claimed, and this format has no place for that: write SGF", g.Unclaimed[0]+1)
	}
	return nil
}

func noPasses(g *gomoku.Game) error {
	if i := slices.Index(g.Moves, gomoku.NoPoint); i >= 0 {
		return fmt.Errorf("move %d is a pass, and this format has no place for one: write SGF", i+1)
	}
	return nil
}
