package gtp

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// columns are the letters of the columns: Go boards have no I.
const columns = "ABCDEFGHJKLMNOPQRSTUVW"

const pass = "PASS"

// vertex writes a point as the protocol does.
func vertex(p gomoku.Point) string {
	if p == gomoku.NoPoint {
		return pass
	}
	x, y := p.XY()
	return fmt.Sprint(columns[x:x+1], y+1)
}

// parseVertex reads a point of a board of that size, in any case; "pass" is NoPoint.
func parseVertex(s string, size int) (gomoku.Point, bool) {
	s = strings.ToUpper(s)
	if s == pass {
		return gomoku.NoPoint, true
	}
	if len(s) < 2 {
		return gomoku.NoPoint, false
	}
	x := strings.IndexByte(columns, s[0])
	row, err := strconv.ParseUint(s[1:], 10, 8)
	if x < 0 || x >= size || err != nil || row < 1 || int(row) > size {
		return gomoku.NoPoint, false
	}
	return gomoku.At(x, int(row)-1), true
}

func parseColor(s string) (gomoku.Color, bool) {
	switch strings.ToLower(s) {
	case "b", "black":
		return gomoku.Black, true
	case "w", "white":
		return gomoku.White, true
	}
	return gomoku.Empty, false
}
