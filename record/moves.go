package record

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// passText is a pass in a string of moves.
const passText = "--"

// separators may stand between moves, in any number. A hyphen too, but two of them are a pass.
const separators = ", \t\r\n"

// A moveScanner takes a string of moves apart.
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
		case bytes.HasPrefix(s.data[s.pos:], []byte(passText)):
			s.pos += len(passText)
			s.move = gomoku.NoPoint
			return true
		case c == '-' || strings.IndexByte(separators, c) >= 0:
			s.pos++
		case isLetter(c):
			s.pos++
			digits := s.pos
			for s.pos < len(s.data) && s.pos < digits+2 && isDigit(s.data[s.pos]) {
				s.pos++
			}
			text := string(s.data[s.start:s.pos])
			p, err := gomoku.ParsePoint(text)
			switch x, y := p.XY(); {
			case digits == s.pos:
				s.err = s.error("%q has no number: want a letter and a number, such as h8", text)
			case err != nil || x >= s.size || y >= s.size:
				s.err = s.error("%q: %w: want a1 to %v", text, gomoku.ErrOffBoard, gomoku.At(s.size-1, s.size-1))
			}
			s.move = p
			return s.err == nil
		default:
			s.err = s.error("%s: want a letter and a number, such as h8, or -- for a pass", quote(s.data[s.pos:]))
			return false
		}
	}
	return false
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

func looksLikeMoves(text []byte) bool {
	for _, c := range text {
		if !isLetter(c) && !isDigit(c) && c != '-' && strings.IndexByte(separators, c) < 0 {
			return false
		}
	}
	return len(text) > 0
}

func (rd *reader) readMoves(data []byte) (*Tree, error) {
	game := &gomoku.Game{Size: rd.Size, Rule: rd.Rule, First: gomoku.Black}
	scan := &moveScanner{format: Moves, data: data, size: rd.Size}
	return rd.readLine(game, new(Node), scan)
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
	if err := plainStart(g); err != nil {
		return err
	}
	buf.WriteString(gomoku.FormatMoves(g.Moves) + "\n")
	return nil
}

// plainStart says whether a game begins as all games do in the formats that know of nothing else.
func plainStart(g *gomoku.Game) error {
	if len(g.Black) > 0 || len(g.White) > 0 || g.First == gomoku.White {
		return errors.New("this format has no place for a set-up position: write SGF")
	}
	return nil
}

func noPasses(g *gomoku.Game) error {
	if i := slices.Index(g.Moves, gomoku.NoPoint); i >= 0 {
		return fmt.Errorf("move %d is a pass, and this format has no place for one: write SGF", i+1)
	}
	return nil
}

// The .pos format: the number of moves, then a byte for each, 15y+x, with y counted from the top. There is no header: a
// file is known by its length, and by having no byte twice.

const posSize = 15

func looksLikePos(data []byte) bool {
	if len(data) < 2 || len(data) != 1+int(data[0]) {
		return false
	}
	var seen [posSize * posSize]bool
	for _, c := range data[1:] {
		if int(c) >= len(seen) || seen[c] {
			return false
		}
		seen[c] = true
	}
	return true
}

func (rd *reader) readPos(data []byte) (*Tree, error) {
	if len(data) == 0 || len(data) != 1+int(data[0]) {
		n := 0
		if len(data) > 0 {
			n = int(data[0])
		}
		return nil, newSyntaxError(Pos, 0, 0, "%d bytes: want the number of moves in the first one, and so many after it: %d", len(data), 1+n)
	}
	game := &gomoku.Game{Size: posSize, Rule: rd.Rule, First: gomoku.Black}
	g, err := rd.grow(game, new(Node))
	if err != nil {
		return nil, newSyntaxError(Pos, 0, 0, "%w", err)
	}
	for i, c := range data[1:] {
		if c >= posSize*posSize {
			return nil, newSyntaxError(Pos, 0, 1+i, "%d: %w: want 0 to %d", c, gomoku.ErrOffBoard, posSize*posSize-1)
		}
		if _, err := g.play(gomoku.At(int(c)%posSize, posSize-1-int(c)/posSize)); err != nil {
			return nil, newSyntaxError(Pos, 0, 1+i, "%w", err)
		}
	}
	return finishBinary(Pos, len(data), g, game)
}

func finishBinary(f Format, size int, g *grower, game *gomoku.Game) (*Tree, error) {
	t, err := g.finish(game)
	if err != nil {
		return nil, newSyntaxError(f, 0, size, "%w", err)
	}
	return t, nil
}

func writePos(buf *bytes.Buffer, g *gomoku.Game) error {
	if g.Size != posSize {
		return fmt.Errorf("the board is %dx%d, and this format has no place but for %dx%d", g.Size, g.Size, posSize, posSize)
	}
	if err := errors.Join(plainStart(g), noPasses(g)); err != nil {
		return err
	}
	buf.WriteByte(byte(len(g.Moves))) // at most 225, without passes
	for _, p := range g.Moves {
		x, y := p.XY()
		buf.WriteByte(byte((posSize-1-y)*posSize + x))
	}
	return nil
}
