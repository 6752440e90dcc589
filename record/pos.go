package record

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/gomoku-go/gomoku"
)

// The .pos format: the number of moves, then a byte for each, 15y+x, with y counted from the top. There is no header: a
// file is recognized by its length, and by having no byte twice. Some programs write more bytes after the moves.

const posSize = 15

func looksLikePos(data []byte) bool {
	if len(data) == 0 || len(data) < 1+int(data[0]) {
		return false
	}
	moves, rest := data[1:1+int(data[0])], data[1+int(data[0]):]
	if len(bytes.Trim(rest, "\x00")) > 0 || len(moves) == 0 && len(rest) > 0 && len(rest) < posSize*posSize {
		return false
	}
	var seen [posSize * posSize]bool
	for _, c := range moves {
		if int(c) >= len(seen) || seen[c] {
			return false
		}
		seen[c] = true
	}
	return true
}

func (rd *reader) readPos(data []byte) (*Tree, error) {
	if len(data) == 0 || len(data) < 1+int(data[0]) {
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
	for i, c := range data[1 : 1+int(data[0])] {
		if c >= posSize*posSize {
			return nil, newSyntaxError(Pos, 0, 1+i, "%d: %w: want 0 to %d", c, bare(gomoku.ErrOffBoard), posSize*posSize-1)
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
	if err := errors.Join(plainGame(g), noPasses(g)); err != nil {
		return err
	}
	buf.WriteByte(byte(len(g.Moves))) // at most 225, without passes
	for _, p := range g.Moves {
		x, y := p.XY()
		buf.WriteByte(byte((posSize-1-y)*posSize + x))
	}
	return nil
}
