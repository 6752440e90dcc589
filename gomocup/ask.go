package gomocup

import (
	"context"
	"fmt"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A clockInfo is what an engine has been told about time. The zero value stands for nothing.
type clockInfo struct{ match, turn, left, increment int64 }

// A move without any limit takes as long as with gomoku.Searcher.
const defaultMove = time.Second

// timing returns what an engine is to know about the time of a move, and how long to wait for it.
func timing(ctx context.Context, c gomoku.Clock) (clockInfo, time.Duration) {
	turn := c.PerMove
	if deadline, ok := ctx.Deadline(); ok {
		// The way to the engine and back takes a part of it.
		rest := time.Until(deadline)
		rest = max(rest-max(rest/10, 0), rest-50*time.Millisecond, time.Millisecond)
		if turn <= 0 || rest < turn {
			turn = rest
		}
	}
	if turn <= 0 && c.Left <= 0 {
		turn = defaultMove
	}
	if turn <= 0 || c.Left > 0 && c.Left < turn {
		turn = c.Left
	}
	info := clockInfo{match: noLimit, turn: max(turn.Milliseconds(), 1), left: noLimit}
	if c.Left > 0 {
		info.match, info.left, info.increment = c.Left.Milliseconds(), c.Left.Milliseconds(), c.Increment.Milliseconds()
	}
	return info, turn
}

// changes returns the lines that tell an engine what it does not know yet. The time left is sent before every move, and the time of
// the match only at its beginning.
func (told *clockInfo) changes(now clockInfo) []string {
	var lines []string
	if told.match == 0 || told.match == noLimit && now.match != noLimit {
		lines = append(lines, fmt.Sprint("INFO timeout_match ", now.match))
	}
	if told.turn != now.turn {
		lines = append(lines, fmt.Sprint("INFO timeout_turn ", now.turn))
	}
	if told.increment != now.increment {
		lines = append(lines, fmt.Sprint("INFO time_increment ", now.increment)) // known in Yixin's dialect
	}
	return append(lines, fmt.Sprint("INFO time_left ", now.left))
}

// question asks with BEGIN or TURN if the engine knows the rest of the position, and with the whole position otherwise.
func (e *Engine) question(b *gomoku.Board) []string {
	if b.Stones() == 0 {
		return []string{"BEGIN"}
	}
	before := b.Clone()
	if last, ok := before.Undo(); ok && last != gomoku.NoPoint && before.Hash() == e.knows {
		return []string{fmt.Sprint("TURN ", squareOf(last, e.size))}
	}
	lines := []string{"BOARD"}
	for _, s := range stonesOf(b) {
		field := theirs
		if s.color == b.Turn() {
			field = own
		}
		lines = append(lines, fmt.Sprintf("%v,%d", squareOf(s.point, e.size), field))
	}
	return append(lines, "DONE")
}

// stonesOf lists the stones of a board in the order of the moves. Stones that were set up come first, Black and White in turn as far
// as possible, because some engines take the order for that of the moves.
func stonesOf(b *gomoku.Board) []stone {
	start := b.Clone()
	for start.Len() > 0 {
		start.Undo()
	}
	var setUp [2][]stone
	for y := range b.Size() {
		for x := range b.Size() {
			p := gomoku.At(x, y)
			switch c := start.At(p); c {
			case gomoku.Black:
				setUp[0] = append(setUp[0], stone{p, c})
			case gomoku.White:
				setUp[1] = append(setUp[1], stone{p, c})
			}
		}
	}
	var list []stone
	for i := range max(len(setUp[0]), len(setUp[1])) {
		for _, stones := range setUp {
			if i < len(stones) {
				list = append(list, stones[i])
			}
		}
	}
	for _, p := range b.Moves() {
		if p != gomoku.NoPoint {
			list = append(list, stone{p, b.At(p)})
		}
	}
	return list
}
