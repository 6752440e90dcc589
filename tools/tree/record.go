package main

import (
	"slices"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A visit is one search of a node. Its numbers are from the view of the side to move in it, as in the search; what people
// see is from the view of the side that made the move, see value.
type visit struct {
	engine.Visit
	move     gomoku.Point // that led here, if there is one
	again    bool         // a search of the node without one of its moves
	without  gomoku.Point // that move
	score    int
	exit     engine.Exit
	eval     int
	known    bool // eval
	pv       []gomoku.Point
	listed   bool // kind and moves are known
	kind     engine.NodeType
	moves    []gomoku.Point // in the order of the search
	skipped  []skipped
	children []*visit

	online bool // on the line that is followed, or past its end
	below  bool // children are recorded
}

type skipped struct {
	move gomoku.Point
	why  engine.Skip
}

// A bound says how exact a score is.
type bound int

const (
	exact   bound = iota
	atMost        // it may be less
	atLeast       // it may be more
)

// value is what the move to v is worth to the side that makes it, with the window in which it was searched.
func (v *visit) value() (score gomoku.Score, b bound, low, high gomoku.Score) {
	switch {
	case v.exit == engine.ExitFive || v.Beta-v.Alpha > 1 && v.score > v.Alpha && v.score < v.Beta:
	case v.score >= v.Beta:
		b = atMost
	default:
		b = atLeast
	}
	return gomoku.Score(-v.score), b, gomoku.Score(-v.Beta), gomoku.Score(-v.Alpha)
}

// A recorder keeps what a search does in the plies to be shown, of the last two iterations.
type recorder struct {
	line     []gomoku.Point
	plies    int
	open     []*visit // nil: not kept
	roots    []*visit // of this iteration
	previous []*visit // of the one before
	history  []*visit // the root's visits of all iterations, without what is below
}

func newRecorder(line []gomoku.Point, plies int) *recorder {
	return &recorder{line: line, plies: plies}
}

// deepest is the last ply to be kept.
func (r *recorder) deepest() int { return len(r.line) + r.plies }

func point(c position.Cell) gomoku.Point { return gomoku.At(c.XY()) }

func (r *recorder) Enter(e engine.Visit) {
	v := &visit{Visit: e}
	if e.Excluded != position.None {
		v.again, v.without = true, point(e.Excluded)
	}
	if e.Ply > 0 && !v.again {
		v.move = point(e.Move)
	}
	if e.Ply == 0 {
		if len(r.roots) > 0 && r.roots[0].Depth != e.Depth {
			r.previous, r.roots = r.roots, nil
		}
		r.roots = append(r.roots, v)
		v.online = true
	} else {
		var parent *visit
		if len(r.open) > 0 {
			parent = r.open[len(r.open)-1]
		}
		if parent == nil || !parent.below { // what happens outside the root's own search is not kept either
			r.open = append(r.open, nil)
			return
		}
		parent.children = append(parent.children, v)
		v.online = parent.online && (e.Ply > len(r.line) || r.line[e.Ply-1] == v.move || v.again)
	}
	v.below = v.online && e.Ply < r.deepest()
	r.open = append(r.open, v)
}

func (r *recorder) top() *visit {
	if len(r.open) == 0 {
		return nil
	}
	return r.open[len(r.open)-1]
}

func (r *recorder) Moves(ply int, kind engine.NodeType, moves []position.Cell) {
	v := r.top()
	if v == nil || !v.below {
		return
	}
	v.listed, v.kind = true, kind
	for _, c := range moves {
		v.moves = append(v.moves, point(c))
	}
}

func (r *recorder) Skip(ply int, c position.Cell, why engine.Skip) {
	if v := r.top(); v != nil && v.below {
		v.skipped = append(v.skipped, skipped{point(c), why})
	}
}

func (r *recorder) Leave(ply int, e engine.Return) {
	v := r.top()
	r.open = r.open[:len(r.open)-1]
	if v == nil {
		return
	}
	v.score, v.exit, v.eval, v.known = e.Score, e.Exit, e.Eval, e.Known
	for _, c := range e.PV {
		v.pv = append(v.pv, point(c))
	}
	if ply == 0 {
		h := *v
		h.children, h.moves, h.skipped = nil, nil, nil
		r.history = append(r.history, &h)
	}
}

// A tree is what is to be shown.
type tree struct {
	*options
	result  gomoku.Result
	history []*visit
	roots   []*visit   // the root's visits of the iteration to show; none if there was no iteration
	partial bool       // a limit ended that iteration
	path    [][]*visit // the visits of each move of the line, as far as it was searched
	missing string     // why the line was not searched to its end
}

// tree chooses the iteration to show: the last one, unless a limit ended it without a change of mind.
func (r *recorder) tree(o *options, result gomoku.Result) *tree {
	t := &tree{options: o, result: result, history: r.history, roots: r.roots}
	stopped := func(roots []*visit) bool {
		return len(roots) > 0 && roots[len(roots)-1].exit == engine.ExitStopped
	}
	if t.partial = stopped(r.roots); t.partial && len(r.previous) > 0 {
		if last := r.previous[len(r.previous)-1]; len(last.pv) > 0 && last.pv[0] == result.Best || result.Depth*sixteenths == last.Depth {
			t.roots, t.partial = r.previous, false
		}
	}
	if len(t.roots) > 0 {
		t.follow()
	}
	return t
}

// sixteenths are the search's parts of a ply.
const sixteenths = 16

// top is the visits whose children are the tree proper: those of the root, or of the last move of the line.
func (t *tree) top() []*visit {
	if len(t.path) > 0 {
		return t.path[len(t.path)-1]
	}
	return t.roots
}

// follow goes along the line, or finds out why it cannot.
func (t *tree) follow() {
	at := t.roots
	for i, m := range t.line {
		var next []*visit
		for _, v := range at {
			for _, c := range v.children {
				if !c.again && c.move == m {
					next = append(next, c)
				}
			}
		}
		if len(next) == 0 {
			t.missing = t.whyMissing(at, i, m)
			return
		}
		at = next
		t.path = append(t.path, at)
	}
}

// A candidate is a move of the root, with its score in the last search of it.
type candidate struct {
	move    gomoku.Point
	score   gomoku.Score
	bound   bound
	visits  int
	skipped bool // left out in the end
}

// candidates lists the moves at one node, best first, with exact scores or bounds.
func candidates(visits []*visit) (list []candidate) {
	find := func(m gomoku.Point) *candidate {
		for i := range list {
			if list[i].move == m {
				return &list[i]
			}
		}
		list = append(list, candidate{move: m})
		return &list[len(list)-1]
	}
	for _, v := range visits {
		for _, c := range v.children {
			if c.again || c.exit == engine.ExitStopped {
				continue
			}
			k := find(c.move)
			k.score, k.bound, _, _ = c.value()
			k.visits++
			k.skipped = false
		}
		for _, s := range v.skipped {
			if k := find(s.move); k.visits == 0 {
				k.skipped = true
			}
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		if a.skipped != b.skipped {
			if a.skipped {
				return 1
			}
			return -1
		}
		if d := int(b.score) - int(a.score); d != 0 {
			return d
		}
		return int(a.bound) - int(b.bound) // an exact score before a bound
	})
	return list
}
