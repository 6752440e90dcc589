package gomocup

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A reporter writes the progress of a search as MESSAGE lines.
type reporter struct {
	say   func(string)
	size  int
	lines int
	now   func() time.Time
	last  time.Time
	open  bool // the lines of this depth are shown
}

// Managers show the lines to a person or write them to a file. A few per second are enough for both.
const messageEvery = 200 * time.Millisecond

func (r *reporter) progress(i gomoku.Info) {
	if i.Rank == 0 {
		now := r.now()
		if r.open = now.Sub(r.last) >= messageEvery; r.open {
			r.last = now
		}
	}
	if r.open {
		r.message(fmt.Sprintf("%d-%d", i.Depth, i.SelDepth), i.Rank, i.Line, i.Stats)
	}
}

func (r *reporter) final(result gomoku.Result) {
	for rank, line := range result.Lines {
		r.message(strconv.Itoa(result.Depth), rank, line, result.Stats)
	}
}

// message has the form that tools for other brains read: fields separated by bars, one of them "Eval".
func (r *reporter) message(depth string, rank int, line gomoku.Line, stats gomoku.Stats) {
	const most = 12 // moves
	moves := make([]string, 0, most)
	for _, p := range line.Moves[:min(most, len(line.Moves))] {
		moves = append(moves, squareOf(p, r.size).String())
	}
	if r.lines > 1 {
		depth += fmt.Sprintf(" | Rank %d", rank+1)
	}
	r.say(fmt.Sprintf("MESSAGE Depth %s | Eval %v | Nodes %d | Speed %.0f | Time %d | Line %s",
		depth, line.Score, stats.Nodes, stats.NodesPerSecond(), stats.Elapsed.Milliseconds(), strings.Join(moves, " ")))
}
