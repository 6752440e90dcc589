package record

import (
	"bytes"
	"strconv"

	"github.com/gomoku-go/gomoku"
)

// The .sav format of Yixin-Board: numbers, one or two a line. The number of rows, that of columns or in old files the rule, and the
// number of moves; then a row, from the top, and a column for each move, from 0.

// savRules are the rules of old files by number. Other numbers stand for opening rules, which are not read.
var savRules = map[int]gomoku.Rule{0: gomoku.Freestyle, 1: gomoku.Standard, 2: gomoku.Renju, 3: gomoku.Freestyle, 5: gomoku.Renju, 6: gomoku.Freestyle}

// savNumbers reads numbers with blanks between; ok is false where there is something else.
func savNumbers(text []byte) (numbers []int, ok bool) {
	if len(text) > 1<<20 {
		return nil, false
	}
	for field := range bytes.FieldsSeq(text) {
		n, err := strconv.Atoi(string(field))
		if err != nil || n < 0 {
			return nil, false
		}
		numbers = append(numbers, n)
	}
	return numbers, true
}

func looksLikeSav(text []byte) bool {
	n, ok := savNumbers(text)
	if !ok || len(n) < 3 {
		return false
	}
	_, isRule := savRules[n[1]]
	return checkSize(n[0]) == nil && (n[1] == n[0] || isRule) && len(n) == 3+2*n[2]
}

func (rd *reader) readSav(data []byte) (*Tree, error) {
	numbers, ok := savNumbers(data)
	if !ok || len(numbers) < 3 {
		return nil, newSyntaxError(Sav, 1, 0, "want the size twice, the number of moves, and a row and a column for each")
	}
	size, second, moves := numbers[0], numbers[1], numbers[2]
	if err := checkSize(size); err != nil {
		return nil, newSyntaxError(Sav, 1, 0, "%w", err)
	}
	game := &gomoku.Game{Size: size, Rule: rd.Rule, First: gomoku.Black}
	if second != size {
		if game.Rule, ok = savRules[second]; !ok {
			return nil, newSyntaxError(Sav, 2, 0, "%d: want the number of columns, which is that of the rows, or a rule from 0 to 6", second)
		}
	}
	if len(numbers) != 3+2*moves {
		return nil, newSyntaxError(Sav, 3, 0, "%d numbers after the number of moves: want two for each of %d moves", len(numbers)-3, moves)
	}
	g, err := rd.grow(game, new(Node))
	if err != nil {
		return nil, newSyntaxError(Sav, 1, 0, "%w", err)
	}
	for i := range moves {
		line := 4 + i
		y, x := numbers[3+2*i], numbers[4+2*i]
		if x >= size || y >= size {
			return nil, newSyntaxError(Sav, line, 0, "%d %d: %w: want 0 0 to %d %d", y, x, bare(gomoku.ErrOffBoard), size-1, size-1)
		}
		if _, err := g.play(gomoku.At(x, size-1-y)); err != nil {
			return nil, newSyntaxError(Sav, line, 0, "%w", err)
		}
	}
	t, err := g.finish(game)
	if err != nil {
		return nil, newSyntaxError(Sav, 3+moves, 0, "%w", err)
	}
	return t, nil
}
