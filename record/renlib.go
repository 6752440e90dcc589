package record

import (
	"bytes"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// A RenLib library: a header of 20 bytes, then the nodes of a tree of positions, depth first.
//
//	header: FF R e n L i b FF, major and minor version, FF ...
//	node:   position, flags, two bytes of extension if the flags say so, then a comment and a text for the board
//
// A text ends with a zero byte, and a second one where its length would be odd. Very old files have no header. The package
// documentation lists the flags.
const (
	renLibMagic  = "\xffRenLib\xff"
	renLibHeader = 20
	renLibSize   = 15
	renLibMajor  = 3
	renLibMinor  = 4

	renLibSibling    = 0x80 // another child of the same node follows after this subtree
	renLibLeaf       = 0x40
	renLibOldComment = 0x20
	renLibMark       = 0x10
	renLibComment    = 0x08
	renLibStart      = 0x04
	renLibNoMove     = 0x02
	renLibExtension  = 0x01

	renLibBoardText = 0x01 // in the second byte of the extension

	staticLibrary = "!<arch>" // what libraries of C begin with, which have the same suffix

	renLibTitleEnd = "\b" // between the first line of a comment and the others
)

// renLibStartProp is the property of the node that RenLib shows first.
const renLibStartProp = "START"

// looksLikeOldRenLib finds files without a header. They start at the center, with a flag byte that is no text.
func looksLikeOldRenLib(data []byte) bool {
	return len(data) >= 2 && len(data)%2 == 0 && data[0] == 0x78 && bytes.IndexByte(data, 0) > 0
}

// A renLibScanner parses a library.
type renLibScanner struct {
	rd   *reader
	data []byte
	pos  int
}

func (s *renLibScanner) error(offset int, format string, args ...any) error {
	return newSyntaxError(RenLib, 0, offset, format, args...)
}

func (rd *reader) readRenLib(data []byte) (*Tree, error) {
	s := &renLibScanner{rd: rd, data: data}
	switch {
	case bytes.HasPrefix(data, []byte(renLibMagic)):
		if len(data) < renLibHeader {
			return nil, s.error(len(data), "the file ends in the header of %d bytes", renLibHeader)
		}
		if major, minor := data[8], data[9]; major > renLibMajor || major == renLibMajor && minor > renLibMinor {
			return nil, s.error(8, "version %d.%d: want 3.4 or older", major, minor)
		}
		s.pos = renLibHeader
	case bytes.HasPrefix(data, []byte(staticLibrary)):
		return nil, s.error(0, "this is a C static library: want a RenLib library, which begins with FF and RenLib")
	case len(data) == 0 || data[0] != 0x78:
		return nil, s.error(0, "want a RenLib library, which begins with FF and RenLib, or in old files with 78")
	}
	game := &gomoku.Game{Size: renLibSize, Rule: rd.Rule, First: gomoku.Black}
	root := new(Node)
	g, err := rd.grow(game, root)
	if err != nil {
		return nil, s.error(0, "%w", err)
	}
	// After a leaf comes a sibling of the node that was marked last: at is the number of moves before it.
	var siblings []int
	at := 0
	for first := true; ; first = false {
		node, err := s.node()
		if err != nil {
			return nil, err
		}
		n := root
		switch {
		case node.flags&renLibNoMove != 0 && node.move != gomoku.NoPoint:
			// A text or mark at a point of the position before: no stone lies there.
			if node.flags&renLibLeaf == 0 {
				return nil, s.error(node.offset, "moves follow on %v, which is no move by its flags", node.move)
			}
			g.back(at)
			n = g.last().node
		case !first || node.move != gomoku.NoPoint: // the first one may be the empty board
			g.back(at)
			if n, err = g.play(node.move); err != nil {
				return nil, s.error(node.offset, "%w", err)
			}
			at++
		}
		node.describe(n)
		if node.flags&renLibSibling != 0 {
			if n == root && first {
				return nil, s.error(node.offset, "the empty board has a sibling: want flags without 80")
			}
			siblings = append(siblings, g.played()-btoi(node.flags&renLibNoMove == 0))
		}
		if node.flags&renLibLeaf == 0 {
			continue
		}
		if len(siblings) == 0 {
			break
		}
		at = siblings[len(siblings)-1]
		siblings = siblings[:len(siblings)-1]
	}
	if s.pos < len(data) {
		return nil, s.error(s.pos, "%d bytes after the last node of the tree", len(data)-s.pos)
	}
	return finishBinary(RenLib, len(data), g, game)
}

type renLibNode struct {
	offset    int
	move      gomoku.Point
	flags     byte
	comment   string
	boardText string
}

func (s *renLibScanner) node() (n renLibNode, err error) {
	n.offset = s.pos
	position, flags, err := s.pair("position and flags of a node")
	if err != nil {
		return n, err
	}
	n.flags = flags
	if position != 0 {
		x, y := int(position&15), int(position>>4)+1
		if x < 1 || y > renLibSize {
			return n, s.error(n.offset, "position %02x: %w: want the column, 1 to f, in the low digit, and the row, 0 to e, in the high one",
				position, bare(gomoku.ErrOffBoard))
		}
		n.move = gomoku.At(x-1, renLibSize-y)
	}
	hasBoardText := false
	if flags&renLibExtension != 0 {
		// The sources disagree on the order of the two bytes; no other bit has a meaning.
		a, b, err := s.pair("the extension of a node")
		if err != nil {
			return n, err
		}
		hasBoardText = (a|b)&renLibBoardText != 0
	}
	switch {
	case flags&renLibOldComment != 0:
		n.comment, err = s.oldComment()
	case flags&renLibComment != 0:
		n.comment, err = s.text("comment")
	}
	if err != nil {
		return n, err
	}
	n.comment = strings.Replace(n.comment, renLibTitleEnd, "\n", 1)
	if hasBoardText {
		n.boardText, err = s.text("text for the board")
	}
	return n, err
}

func (s *renLibScanner) pair(what string) (a, b byte, err error) {
	if len(s.data)-s.pos < 2 {
		return 0, 0, s.error(len(s.data), "the file ends: want two bytes, %s", what)
	}
	a, b = s.data[s.pos], s.data[s.pos+1]
	s.pos += 2
	return a, b, nil
}

// oldComment reads a comment of old files: it ends with a byte whose highest bit is set.
func (s *renLibScanner) oldComment() (string, error) {
	end := bytes.IndexFunc(s.data[s.pos:], func(r rune) bool { return r >= 0x80 })
	if end < 0 {
		return "", s.error(s.pos, "an old comment without end: want a byte of 80 or more")
	}
	raw := bytes.Clone(s.data[s.pos : s.pos+end+1])
	raw[end] &^= 0x80
	length := (len(raw) + 1) &^ 1
	if s.pos+length > len(s.data) {
		return "", s.error(len(s.data), "the file ends: want another byte after a comment of odd length")
	}
	s.pos += length
	return unixLines(string(raw)), nil
}

func (s *renLibScanner) text(what string) (string, error) {
	n := bytes.IndexByte(s.data[s.pos:], 0)
	if n < 0 {
		return "", s.error(s.pos, "a %s without end: want a zero byte", what)
	}
	raw := s.data[s.pos : s.pos+n]
	length := (n + 2) &^ 1 // with the zero, and padding
	if s.pos+length > len(s.data) {
		return "", s.error(len(s.data), "the file ends: want a second zero byte after a %s of odd length", what)
	}
	text, err := s.rd.decode(raw)
	if err != nil {
		return "", s.error(s.pos, "the Decoder says of a %s: %w", what, err)
	}
	s.pos += length
	return unixLines(text), nil
}

// describe adds to the node of the tree what the library says besides the move.
func (n *renLibNode) describe(to *Node) {
	if to.Comment != "" && n.comment != "" {
		to.Comment += "\n"
	}
	to.Comment += n.comment
	where := sgfPoint(n.move, renLibSize)
	if n.flags&renLibMark != 0 {
		to.addProp("MA", where)
	}
	if n.boardText != "" {
		to.addProp("LB", where+":"+n.boardText)
	}
	if n.flags&renLibStart != 0 {
		to.addProp(renLibStartProp, "1")
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
