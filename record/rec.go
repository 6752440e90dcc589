package record

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// The .rec format of Gomotur: two names, then moves as in PSQ, but counted from 0, on a board of 20×20, and the code of the
// result.

const recSize = 20

// recLines cuts a file into lines without blanks around them, and without empty ones at the end.
func recLines(text []byte) []string {
	lines := strings.Split(strings.TrimRight(unixLines(string(text)), space), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	return lines
}

func looksLikeRec(text []byte) bool {
	if len(text) > 1<<20 || bytes.IndexByte(text, 0) >= 0 {
		return false
	}
	lines := recLines(text)
	if len(lines) < 3 {
		return false
	}
	for i, want := range []bool{false, false, true} {
		if _, _, _, isMove := parsePSQMove(lines[i]); isMove != want {
			return false
		}
	}
	return strings.Count(lines[2], ",") == 2
}

func (rd *reader) readRec(data []byte) (*Tree, error) {
	lines := recLines(data)
	if len(lines) < 3 {
		return nil, newSyntaxError(Rec, len(lines), 0, "want two names and then moves such as 9,9,0")
	}
	game := &gomoku.Game{Size: recSize, Rule: rd.Rule, First: gomoku.Black}
	root := new(Node)
	g, err := rd.grow(game, root)
	if err != nil {
		return nil, newSyntaxError(Rec, 1, 0, "%w", err)
	}
	for i, color := range []string{"black", "white"} {
		if lines[i] != "" {
			setTag(game, color, lines[i])
		}
	}
	for i, text := range lines[2:] {
		x, y, ms, ok := parsePSQMove(text)
		switch last := i == len(lines)-3; {
		case !ok && last && isCode(text):
			continue
		case !ok:
			return nil, newSyntaxError(Rec, 3+i, 0, "%s: want a move such as 9,9,0, or the code of the result in the last line", quote([]byte(text)))
		case x < 0 || x >= recSize || y < 0 || y >= recSize:
			return nil, newSyntaxError(Rec, 3+i, 0, "%d,%d: %w: want 0,0 to %d,%d", x, y, bare(gomoku.ErrOffBoard), recSize-1, recSize-1)
		}
		n, err := g.play(gomoku.At(x, recSize-1-y))
		if err != nil {
			return nil, newSyntaxError(Rec, 3+i, 0, "%w", err)
		}
		if ms > 0 {
			n.addProp("MS", strconv.Itoa(ms))
		}
	}
	t, err := g.finish(game)
	if err != nil {
		return nil, newSyntaxError(Rec, len(lines), 0, "%w", err)
	}
	return t, nil
}
