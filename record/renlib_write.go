package record

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// writeRenLib writes a library: its header, the empty board, and below it the tree.
func writeRenLib(buf *bytes.Buffer, t *Tree) error {
	g := t.Game
	if g.Size != renLibSize {
		return fmt.Errorf("the board is %dx%d, and this format has no place but for %dx%d", g.Size, g.Size, renLibSize, renLibSize)
	}
	if err := plainGame(g); err != nil {
		return err
	}
	root := t.Root
	if root == nil {
		root = rootOf(g)
	}
	buf.WriteString(renLibMagic)
	buf.Write([]byte{renLibMajor, renLibMinor})
	buf.Write(bytes.Repeat([]byte{0xff}, renLibHeader-len(renLibMagic)-2))
	return renLibWriter{buf}.node(root, true, false)
}

type renLibWriter struct{ buf *bytes.Buffer }

// A renLibLabel is what stands at a point of the board: a text, a mark or both.
type renLibLabel struct {
	text string
	mark bool
}

// node writes a node, its labels as nodes that are no moves, and what follows on it.
func (w renLibWriter) node(n *Node, root, sibling bool) error {
	if n.Setup != nil || n.Unclaimed {
		return errors.New("this format has no place for a position that is set up, or for a foul that was not claimed: write SGF")
	}
	labels, order, err := renLibLabels(n)
	if err != nil {
		return err
	}
	own := labels[n.Move]
	if root || n.Move == gomoku.NoPoint {
		own = renLibLabel{}
	} else {
		order = slices.DeleteFunc(order, func(p gomoku.Point) bool { return p == n.Move })
	}
	var flags byte
	if n.Comment != "" {
		flags |= renLibComment
	}
	if len(n.Props[renLibStartProp]) > 0 {
		flags |= renLibStart
	}
	w.head(n.Move, flags, own, sibling, len(order)+len(n.Children) == 0)
	if n.Comment != "" {
		if strings.ContainsAny(n.Comment, "\x00"+renLibTitleEnd) {
			return fmt.Errorf("a comment holds the byte 0 or 8, which ends texts in this format")
		}
		title, rest, more := strings.Cut(n.Comment, "\n")
		if more {
			title += renLibTitleEnd + strings.ReplaceAll(rest, "\n", "\r\n")
		}
		w.text(title)
	}
	if own.text != "" {
		w.text(own.text)
	}
	for i, p := range order {
		w.head(p, renLibNoMove, labels[p], i < len(order)-1 || len(n.Children) > 0, true)
		if text := labels[p].text; text != "" {
			w.text(text)
		}
	}
	for i, child := range n.Children {
		if err := w.node(child, false, i < len(n.Children)-1); err != nil {
			return err
		}
	}
	return nil
}

// head writes the position, the flags and the extension of a node.
func (w renLibWriter) head(p gomoku.Point, flags byte, l renLibLabel, sibling, leaf bool) {
	position := byte(0)
	if x, y := p.XY(); x >= 0 {
		position = byte((renLibSize-1-y)<<4 | (x + 1))
	}
	if sibling {
		flags |= renLibSibling
	}
	if leaf {
		flags |= renLibLeaf
	}
	if l.mark {
		flags |= renLibMark
	}
	if l.text != "" {
		flags |= renLibExtension
	}
	w.buf.Write([]byte{position, flags})
	if l.text != "" {
		w.buf.Write([]byte{0, renLibBoardText})
	}
}

// text writes a text with a zero byte, or two so that its length is even.
func (w renLibWriter) text(s string) {
	w.buf.WriteString(s)
	w.buf.WriteByte(0)
	if len(s)%2 == 0 {
		w.buf.WriteByte(0)
	}
}

// renLibLabels collects the texts and marks of a node by their points, in the order of the properties.
func renLibLabels(n *Node) (labels map[gomoku.Point]renLibLabel, order []gomoku.Point, err error) {
	labels = make(map[gomoku.Point]renLibLabel)
	for _, name := range []string{"MA", "LB"} {
		for _, value := range n.Props[name] {
			where, text, _ := strings.Cut(value, ":")
			p := sgfPointOf(where, renLibSize)
			if p == gomoku.NoPoint {
				return nil, nil, fmt.Errorf("the property %s is %q: want a point such as hh", name, value)
			}
			if name == "LB" && text == "" {
				continue // nothing is on the board
			}
			if strings.Contains(text, "\x00") {
				return nil, nil, fmt.Errorf("the property %s holds the byte 0, which ends texts in this format", name)
			}
			l, known := labels[p]
			if !known {
				order = append(order, p)
			}
			if name == "MA" {
				l.mark = true
			} else {
				l.text = text
			}
			labels[p] = l
		}
	}
	return labels, order, nil
}
