package engine

import (
	"context"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/threat"
)

// crossing returns a position in which Black wins by a double three on h8, and not by fours alone.
func crossing() *position.Position {
	p := position.New(position.StandardTables(15, pattern.Freestyle))
	for _, xy := range [][2]int{{5, 7}, {6, 7}, {7, 5}, {7, 6}} {
		p.Put(position.CellAt(xy[0], xy[1]), pattern.Black)
	}
	for _, xy := range [][2]int{{0, 0}, {3, 0}, {0, 13}, {14, 14}} {
		p.Put(position.CellAt(xy[0], xy[1]), pattern.White)
	}
	return p
}

func TestSolve(t *testing.T) {
	e := New(Config{Radius: position.DefaultRadius, HashBytes: 1 << 16})
	root := crossing()
	for _, test := range []struct {
		name    string
		threes  bool
		limits  Limits
		verdict threat.Verdict
		stop    Stop
	}{
		{"fours", false, Limits{}, threat.NoWin, StopSolved},
		{"threes", true, Limits{}, threat.Won, StopSolved},
		{"one move", true, Limits{Depth: 1}, threat.NotFound, StopDepth},
	} {
		s := e.Solve(t.Context(), root, test.threes, test.limits)
		if s.Verdict != test.verdict || s.Stop != test.stop {
			t.Errorf("%s: verdict %d, stop %d after %d nodes, want %d, %d", test.name, s.Verdict, s.Stop, s.Stats.Nodes, test.verdict, test.stop)
		}
		if s.Verdict == threat.Won && (len(s.Line.Moves) != 5 || s.Line.Score != winIn(5)) {
			t.Errorf("%s: line %v, score %d, want a win in 5", test.name, s.Line.Moves, s.Line.Score)
		}
	}
	if s := e.Solve(t.Context(), play(t, 15, pattern.Freestyle, quiet[0]), true, Limits{Nodes: 100}); s.Verdict != threat.NotFound || s.Stop != StopNodes {
		t.Errorf("a hundred nodes: verdict %d, stop %d after %d, want %d, %d", s.Verdict, s.Stop, s.Stats.Nodes, threat.NotFound, StopNodes)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	// It may find the win before it sees that the context has ended.
	if s := e.Solve(ctx, root, true, Limits{}); s.Verdict == threat.NoWin || s.Verdict == threat.NotFound && s.Stop != StopCanceled {
		t.Errorf("canceled: verdict %d, stop %d", s.Verdict, s.Stop)
	}
}
