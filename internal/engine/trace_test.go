package engine

import (
	"context"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A checker is a Tracer that builds the tree and says what does not fit together.
type checker struct {
	t     *testing.T
	limit int
	open  []*visited
	again int // open visits that are a second one of a node inside the first
	roots []*visited
	exits map[Exit]int
	types map[NodeType]int
}

type visited struct {
	Visit
	r        Return
	moves    []position.Cell
	kind     NodeType
	skipped  []position.Cell
	children []*visited
}

func (c *checker) Enter(v Visit) {
	n := &visited{Visit: v}
	if v.Excluded != position.None {
		c.again++
	}
	if v.Ply != len(c.open)-c.again || v.Ply > c.limit {
		c.t.Fatalf("visit at ply %d inside %d others, limit %d", v.Ply, len(c.open)-c.again, c.limit)
	}
	if len(c.open) == 0 {
		c.roots = append(c.roots, n)
	} else {
		p := c.open[len(c.open)-1]
		p.children = append(p.children, n)
		if v.Excluded == position.None {
			if v.Alpha < -p.Beta || v.Beta > -p.Alpha {
				c.t.Errorf("ply %d: window %d, %d in %d, %d", v.Ply, v.Alpha, v.Beta, p.Alpha, p.Beta)
			}
			if v.Move != position.None && !slices.Contains(p.moves, v.Move) {
				c.t.Errorf("ply %d: move %d is none of %v", v.Ply, v.Move, p.moves)
			}
		}
	}
	if v.Alpha >= v.Beta {
		c.t.Errorf("ply %d: window %d, %d", v.Ply, v.Alpha, v.Beta)
	}
	c.open = append(c.open, n)
}

func (c *checker) Moves(ply int, kind NodeType, moves []position.Cell) {
	c.open[len(c.open)-1].moves = slices.Clone(moves)
	c.open[len(c.open)-1].kind = kind
	c.types[kind]++
}

func (c *checker) Skip(ply int, move position.Cell, why Skip) {
	n := c.open[len(c.open)-1]
	if ply != n.Ply || !slices.Contains(n.moves, move) || slices.Contains(n.skipped, move) {
		c.t.Errorf("ply %d: %d left out of %v", ply, move, n.moves)
	}
	n.skipped = append(n.skipped, move)
}

func (c *checker) Leave(ply int, r Return) {
	n := c.open[len(c.open)-1]
	c.open = c.open[:len(c.open)-1]
	r.PV = slices.Clone(r.PV)
	n.r = r
	if n.Excluded != position.None {
		c.again--
	}
	c.exits[r.Exit]++
	if ply != n.Ply {
		c.t.Fatalf("left ply %d from ply %d", ply, n.Ply)
	}
	if r.Exit == ExitStopped || ply == c.limit || n.Excluded != position.None {
		return
	}
	switch r.Exit {
	case ExitCutoff, ExitAll:
		// The last visit of each move counts, and the best of them is the score of the node.
		last := map[position.Cell]int{}
		for _, child := range n.children {
			if child.Excluded == position.None && child.Move != position.None {
				last[child.Move] = -child.r.Score
			}
		}
		best := -infinity
		for _, v := range last {
			best = max(best, v)
		}
		if best != r.Score {
			c.t.Errorf("ply %d: score %d, best move %d", ply, r.Score, best)
		}
		if r.Exit == ExitCutoff && r.Score < min(n.Beta, winIn(ply+3)) {
			c.t.Errorf("ply %d: cutoff at %d below %d", ply, r.Score, n.Beta)
		}
		if r.Exit == ExitAll && len(last)+len(n.skipped) != len(n.moves) {
			c.t.Errorf("ply %d: %d searched, %d left out of %d", ply, len(last), len(n.skipped), len(n.moves))
		}
	default:
		if slices.ContainsFunc(n.children, func(v *visited) bool { return v.Excluded == position.None && v.Move != position.None }) {
			c.t.Errorf("ply %d: exit %d with moves searched", ply, r.Exit)
		}
	}
}

// A traced search is the same search, its tree fits together, and its line is in the tree.
func TestTrace(t *testing.T) {
	const plies = 4
	exits, types := map[Exit]int{}, map[NodeType]int{}
	for _, c := range []struct {
		rule  pattern.Rule
		moves string
		depth int
		root  NodeType
	}{
		{pattern.Freestyle, quiet[0], 8, NodeQuiet},
		{pattern.Renju, quiet[3], 8, NodeQuiet},
		{pattern.Freestyle, quiet[4], 9, NodeQuiet},
		{pattern.Freestyle, "h8 a1 h9 c1 h10", 6, NodeEvadeOpenFour},
		{pattern.Freestyle, "h8 g7 f10 f8 h6 h5 g10 d7 j6 g6 g5", 6, NodeEvadeFourThree},
	} {
		search := func(tracer Tracer) Result {
			e := newEngine()
			e.config.HashBytes, e.config.Tracer, e.config.TracePlies = 1<<20, tracer, plies
			return e.Search(context.Background(), play(t, 15, c.rule, c.moves), Limits{Depth: c.depth, MultiPV: 1})
		}
		tracer := &checker{t: t, limit: plies, exits: exits, types: types}
		got, want := search(tracer), search(nil)
		if got.Stats != want.Stats || got.Best != want.Best || !slices.Equal(got.Lines[0].Moves, want.Lines[0].Moves) || got.Lines[0].Score != want.Lines[0].Score {
			t.Errorf("%s: traced %+v, want %+v", c.moves, got, want)
		}
		if len(tracer.open) > 0 || len(tracer.roots) < c.depth {
			t.Fatalf("%s: %d visits open, %d of the root", c.moves, len(tracer.open), len(tracer.roots))
		}
		n := tracer.roots[len(tracer.roots)-1]
		if n.kind != c.root {
			t.Errorf("%s: the root is of type %d, want %d", c.moves, n.kind, c.root)
		}
		if n.r.Score != got.Lines[0].Score {
			t.Errorf("%s: score of the root %d, of the search %d", c.moves, n.r.Score, got.Lines[0].Score)
		}
		if line := got.Lines[0].Moves; !slices.Equal(n.r.PV, line[:min(len(line), len(n.r.PV))]) || len(n.r.PV) == 0 {
			t.Errorf("%s: line of the root %v, want %v", c.moves, n.r.PV, line)
		}
		for i, m := range got.Lines[0].Moves {
			if n.Ply == plies || len(n.children) == 0 {
				break
			}
			var next *visited
			for _, child := range n.children {
				if child.Move == m {
					next = child
				}
			}
			if next == nil || next.r.Score != -n.r.Score {
				t.Errorf("%s: move %d of the line is not in the tree with its score", c.moves, i+1)
				break
			}
			n = next
			if n.r.Exit != ExitAll && n.r.Exit != ExitCutoff {
				break
			}
		}
	}
	for k := NodeQuiet; k <= NodeEvadeFive; k++ {
		if types[k] == 0 {
			t.Errorf("no node is of type %d: %v", k, types)
		}
	}
	for e := ExitStatic; e <= ExitCutoff; e++ {
		switch e {
		case ExitDeep, ExitNoMoves, ExitLost, ExitSingular, ExitMate:
		default:
			if exits[e] == 0 {
				t.Errorf("no node ended by exit %d: %v", e, exits)
			}
		}
	}
}

// A limit that comes in the middle leaves no visit open.
func TestTraceStopped(t *testing.T) {
	e := newEngine()
	tracer := &stopped{}
	e.config.HashBytes, e.config.Tracer, e.config.TracePlies = 1<<20, tracer, 3
	for _, nodes := range []int64{1, 100, 1000, 5000} {
		*tracer = stopped{}
		e.Search(context.Background(), play(t, 15, pattern.Freestyle, quiet[1]), Limits{Nodes: nodes, MultiPV: 1})
		if tracer.open != 0 || nodes > 1 && tracer.exits == 0 {
			t.Errorf("%d nodes: %d open, %d stopped", nodes, tracer.open, tracer.exits)
		}
	}
}

type stopped struct{ open, exits int }

func (s *stopped) Enter(Visit)                          { s.open++ }
func (s *stopped) Moves(int, NodeType, []position.Cell) {}
func (s *stopped) Skip(int, position.Cell, Skip)        {}
func (s *stopped) Leave(_ int, r Return)                { s.open--; s.exits += btoi(r.Exit == ExitStopped) }
