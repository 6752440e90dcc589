package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

var allRules = []pattern.Rule{pattern.Freestyle, pattern.Standard, pattern.Renju, pattern.Caro, pattern.CaroOverline}

var ruleNames = [...]string{"freestyle", "standard", "renju", "caro", "caro-overline"}

// long reports whether the long mode is on: GOMOKU_LONG=1.
func long() bool { return os.Getenv("GOMOKU_LONG") != "" }

// An ending is a position with few empty cells, whose value under best play it can tell: all games are tried. It decides
// wins by looking along the lines of its own grid. Only fouls are asked of the position, where a slow reference of its own
// has checked them.
type ending struct {
	size    int
	rule    pattern.Rule
	p       *position.Position
	grid    [24][24]int8 // 0 empty, 1 black, 2 white, 3 wall; shifted by one
	empties []position.Cell
	memo    []int32 // by the contents of the empty cells, in base three, and the turn; 0 is unknown
}

const memoBias = 1 << 20

func newEnding(p *position.Position) *ending {
	e := &ending{size: p.Size(), rule: p.Rule(), p: p}
	for y := range e.grid {
		for x := range e.grid[y] {
			e.grid[y][x] = 3
		}
	}
	for y := range e.size {
		for x := range e.size {
			c := position.CellAt(x, y)
			e.grid[y+1][x+1] = 0
			if color, ok := p.Stone(c); ok {
				e.grid[y+1][x+1] = int8(color) + 1
			} else {
				e.empties = append(e.empties, c)
			}
		}
	}
	n := 2
	for range e.empties {
		n *= 3
	}
	e.memo = make([]int32, n)
	return e
}

var steps = [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// wins reports whether a stone of color on the empty cell c makes a winning row.
func (e *ending) wins(color pattern.Color, c position.Cell) bool {
	x, y := c.XY()
	x, y = x+1, y+1
	own, his := int8(color)+1, 2-int8(color)
	for _, s := range steps {
		run := 1
		var ends [2]int8
		for i, sign := range [2]int{1, -1} {
			u, v := x+sign*s[0], y+sign*s[1]
			for e.grid[v][u] == own {
				run++
				u, v = u+sign*s[0], v+sign*s[1]
			}
			ends[i] = e.grid[v][u]
		}
		closed := ends[0] == his && ends[1] == his
		five := false
		switch e.rule {
		case pattern.Freestyle:
			five = run >= 5
		case pattern.Standard:
			five = run == 5
		case pattern.Renju:
			five = run == 5 || run > 5 && color == pattern.White
		case pattern.Caro:
			five = run == 5 && !closed
		case pattern.CaroOverline:
			five = run > 5 || run == 5 && !closed
		}
		if five {
			return true
		}
	}
	return false
}

func (e *ending) put(c position.Cell, v int8) {
	x, y := c.XY()
	e.grid[y+1][x+1] = v
}

// value returns the score of best play for the side to move: quickest win, longest loss, or draw. Black in renju passes
// where fouls alone are left.
func (e *ending) value() int { return e.search(0) }

func (e *ending) search(state int) int {
	me := e.p.Side()
	key := 2*state + int(me)
	if e.memo[key] != 0 {
		return int(e.memo[key]) - memoBias
	}
	best, moved, full := -infinity, false, true
	place := 1
	for _, c := range e.empties {
		if e.p.Empty(c) {
			full = false
			if v, ok := e.try(c, state+place*(int(me)+1)); ok {
				best, moved = max(best, v), true
			}
		}
		place *= 3
	}
	switch {
	case full:
		best = 0
	case !moved:
		e.p.Pass()
		best = later(-e.search(state))
		e.p.Undo()
	}
	e.memo[key] = int32(best + memoBias)
	return best
}

// try returns the value of the move c, and false if it is a foul.
func (e *ending) try(c position.Cell, state int) (int, bool) {
	me := e.p.Side()
	if e.wins(me, c) {
		return winIn(1), true
	}
	if me == pattern.Black && e.p.Foul(c) != position.NoFoul {
		return 0, false
	}
	e.p.Play(c)
	e.put(c, int8(me)+1)
	v := later(-e.search(state))
	e.put(c, 0)
	e.p.Undo()
	return v, true
}

// later counts a win or loss one ply more.
func later(v int) int {
	switch {
	case v > MaxEval:
		return v - 1
	case v < -MaxEval:
		return v + 1
	}
	return v
}

// values returns the value of every legal move.
func (e *ending) values() map[position.Cell]int {
	m := make(map[position.Cell]int)
	place := 1
	for _, c := range e.empties {
		if v, ok := e.try(c, place*(int(e.p.Side())+1)); ok {
			m[c] = v
		}
		place *= 3
	}
	return m
}

// randomEnding returns a position with n empty cells and no winning row. The board is filled by chance or in rows, and one
// stone taken out of each row that wins, so most positions are full of fours and threes.
func randomEnding(r *rand.Rand, size int, rule pattern.Rule, n int) *position.Position {
	t := position.StandardTables(size, rule).WithRadius(position.MaxSize)
	for {
		e := &ending{size: size, rule: rule}
		for y := range e.grid {
			for x := range e.grid[y] {
				e.grid[y][x] = 3
			}
		}
		var cells []position.Cell
		blacks := 5
		if rule == pattern.Renju && r.IntN(2) == 0 {
			blacks = 7 // for fouls
		}
		for y := range size {
			for x := range size {
				c := position.CellAt(x, y)
				cells = append(cells, c)
				e.put(c, 2)
				if r.IntN(10) < blacks {
					e.put(c, 1)
				}
			}
		}
		for range r.IntN(4) { // rows of one color
			x, y, s, v := r.IntN(size), r.IntN(size), steps[r.IntN(4)], int8(1+r.IntN(2))
			for range 3 + r.IntN(4) {
				if x >= 0 && x < size && y >= 0 && y < size {
					e.put(position.CellAt(x, y), v)
				}
				x, y = x+s[0], y+s[1]
			}
		}
		r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		removed := 0
		for _, c := range cells { // break rows first
			x, y := c.XY()
			v := e.grid[y+1][x+1]
			e.put(c, 0)
			if e.wins(pattern.Color(v-1), c) {
				removed++
			} else {
				e.put(c, v)
			}
		}
		for _, c := range cells {
			x, y := c.XY()
			if removed < n && e.grid[y+1][x+1] != 0 {
				e.put(c, 0)
				removed++
			}
		}
		if removed != n {
			continue
		}
		p := position.New(t)
		for _, c := range cells {
			x, y := c.XY()
			if v := e.grid[y+1][x+1]; v != 0 {
				p.Put(c, pattern.Color(v-1))
			}
		}
		won := false // taking a stone may make a row of five out of a longer one
		for _, c := range cells {
			if _, _, n := p.FiveThrough(c); n > 0 {
				won = true
			}
		}
		if won {
			continue
		}
		p.SetSide(pattern.Color(r.IntN(2)))
		return p
	}
}

// draw shows a position.
func draw(p *position.Position) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s %dx%d, %s to move\n", ruleNames[p.Rule()], p.Size(), p.Size(), [2]string{"black x", "white o"}[p.Side()])
	for y := p.Size() - 1; y >= 0; y-- {
		for x := range p.Size() {
			color, ok := p.Stone(position.CellAt(x, y))
			switch {
			case !ok:
				s.WriteString(" .")
			case color == pattern.Black:
				s.WriteString(" x")
			default:
				s.WriteString(" o")
			}
		}
		fmt.Fprintf(&s, " %d\n", y+1)
	}
	return s.String()
}

func nameOf(c position.Cell) string {
	if c == position.None {
		return "-"
	}
	x, y := c.XY()
	return fmt.Sprintf("%c%d", 'a'+x, y+1)
}

func namesOf(cells []position.Cell) string {
	var s []string
	for _, c := range cells {
		s = append(s, nameOf(c))
	}
	return strings.Join(s, " ")
}

// A constant evaluator leaves nothing to see but the ends of games.
type constant struct{}

func (constant) Evaluate() int { return 0 }

func attachConstant(root *position.Position, t *position.Tables) Attached {
	p := position.New(t)
	p.Restart(root, t)
	return Attached{Position: p, Evaluator: constant{}}
}

// plainParams switches every technique off that leaves something out.
func plainParams() Params { return Params{Restrict: 1} }

// endings calls f with random endings of every rule.
func endings(t *testing.T, perRule int, f func(t *testing.T, r *rand.Rand, p *position.Position)) {
	if long() {
		perRule = 10_000
	}
	for _, rule := range allRules {
		t.Run(ruleNames[rule], func(t *testing.T) {
			for seed := range perRule {
				r := rand.New(rand.NewPCG(uint64(seed), uint64(rule)))
				p := randomEnding(r, 5+r.IntN(3), rule, 1+r.IntN(9))
				f(t, r, p)
				if t.Failed() {
					t.Logf("seed %d", seed)
					return
				}
			}
		})
	}
}

// What the counters decide is true.
func TestStaticIsTrue(t *testing.T) {
	counts := make(map[int]int)
	endings(t, 1500, func(t *testing.T, r *rand.Rand, p *position.Position) {
		e := newEnding(p)
		q := p
		var walk func(state, depth int)
		walk = func(state, depth int) {
			if v, ok := outcome(q, 0); ok {
				truth := e.search(state)
				counts[v]++
				if v != truth && !(v > MaxEval && truth > v) {
					t.Errorf("static = %d, true value %d\n%s", v, truth, draw(p))
				}
			}
			if depth == 0 || t.Failed() {
				return
			}
			place := 1
			for _, c := range e.empties {
				me := p.Side()
				if p.Empty(c) && !e.wins(me, c) && (me == pattern.White || p.Foul(c) == position.NoFoul) {
					p.Play(c)
					e.put(c, int8(me)+1)
					walk(state+place*(int(me)+1), depth-1)
					e.put(c, 0)
					p.Undo()
				}
				place *= 3
			}
		}
		walk(0, 2)
	})
	for _, v := range []int{0, winIn(1), winIn(3)} {
		if counts[v] < 100 {
			t.Errorf("static scored %d %d times: the positions show too little", v, counts[v])
		}
	}
}

// With nothing left out, the search to the end finds the value of the position.
func TestSearchToTheEnd(t *testing.T) {
	var n, mates, inexact, foulsOnly int
	endings(t, 300, func(t *testing.T, r *rand.Rand, p *position.Position) {
		e := newEnding(p)
		truth := e.value()
		engine := New(Config{Attach: attachConstant, Defense: position.DefenseUnit, Radius: position.MaxSize, HashBytes: 1 << 16, Params: plainParams()})
		result := engine.Search(context.Background(), p, Limits{Depth: len(e.empties) + 1, MultiPV: 1})
		n++
		if result.Best == position.None {
			if len(e.values()) > 0 {
				t.Errorf("no move\n%s", draw(p))
			}
			foulsOnly++
			return
		}
		got := result.Lines[0].Score
		if decided(truth) {
			mates++
		}
		switch {
		case got == truth:
		case decided(got) && decided(truth) && got > 0 == (truth > 0):
			inexact++
			if got > truth {
				t.Errorf("score %d, true value %d\n%s", got, truth, draw(p))
			}
		default:
			t.Errorf("score %d, true value %d; line %s\n%s", got, truth, namesOf(result.Lines[0].Moves), draw(p))
		}
		if v, ok := e.values()[result.Best]; !ok || v < got && v < truth {
			t.Errorf("best move %s is worth %d (legal: %v), score %d, true value %d\n%s", nameOf(result.Best), v, ok, got, truth, draw(p))
		}
	})
	t.Logf("%d endings, %d won or lost, %d with another distance, %d without a move", n, mates, inexact, foulsOnly)
}

// The lines of a search for several are the best moves with their values; a choice by chance is among the best; the balanced
// move is the one nearest to the target.
func TestRootChoices(t *testing.T) {
	var several, ties, balanced int
	endings(t, 200, func(t *testing.T, r *rand.Rand, p *position.Position) {
		e := newEnding(p)
		truth, values := e.value(), e.values()
		if len(values) == 0 {
			return
		}
		c := Config{Attach: attachConstant, Defense: position.DefenseUnit, Radius: position.MaxSize, HashBytes: 1 << 16, Params: plainParams()}
		run := func(l Limits) Result {
			l.Depth, l.Seed = len(e.empties)+1, r.Uint64()
			return New(c).Search(context.Background(), p, l)
		}
		// A draw, a win and a loss by their distances.
		var sorted []int
		for _, v := range values {
			sorted = append(sorted, v)
		}
		slices.Sort(sorted)
		slices.Reverse(sorted)

		n := 1 + r.IntN(4)
		lines := run(Limits{MultiPV: n}).Lines
		if len(lines) != min(n, len(values)) {
			t.Errorf("%d lines of %d moves, want %d", len(lines), len(values), n)
		}
		for i, l := range lines {
			if l.Score != sorted[i] || values[l.Moves[0]] != l.Score {
				t.Errorf("line %d of %d: %s has %d, true value %d; the values are %v\n%s", i, n, nameOf(l.Moves[0]), l.Score, values[l.Moves[0]], sorted, draw(p))
			}
			several++
		}

		margin := r.IntN(2) * r.IntN(4)
		if got := run(Limits{MultiPV: 1, TieBreak: true, TieMargin: margin}); values[got.Best] < truth-margin || got.Lines[0].Score != values[got.Best] {
			t.Errorf("by chance within %d: %s has %d, true value %d, best is %d\n%s", margin, nameOf(got.Best), got.Lines[0].Score, values[got.Best], truth, draw(p))
		} else if values[got.Best] == truth {
			ties++
		}

		target := r.IntN(3)*100 - 100
		got := run(Limits{MultiPV: 1, Balance: true, Target: target})
		far := func(v int) int { return max(v-target, target-v) }
		for c, v := range values {
			if far(v) < far(values[got.Best]) {
				t.Errorf("balance %d: %s with %d, but %s has %d\n%s", target, nameOf(got.Best), values[got.Best], nameOf(c), v, draw(p))
			}
		}
		if got.Lines[0].Score != values[got.Best] {
			t.Errorf("balance %d: %s has %d, true value %d\n%s", target, nameOf(got.Best), got.Lines[0].Score, values[got.Best], draw(p))
		}
		balanced++
	})
	t.Log(several, "lines,", ties, "ties,", balanced, "balanced moves")
}

// shortcuts are ways of leaving out more or less.
var shortcuts = map[string]func(*Config, *Limits){
	"default":      func(*Config, *Limits) {},
	"multipv":      func(_ *Config, l *Limits) { l.MultiPV = 3 },
	"tiebreak":     func(_ *Config, l *Limits) { l.TieBreak, l.TieMargin = true, int(l.Seed%2)*50 },
	"balance":      func(_ *Config, l *Limits) { l.Balance = true },
	"width":        func(c *Config, _ *Limits) { c.Width = 1 },
	"radius":       func(c *Config, _ *Limits) { c.Radius = 2 },
	"radius1":      func(c *Config, _ *Limits) { c.Radius = 1 },
	"continuation": func(c *Config, _ *Limits) { c.Params.Continuation = 4 },
	"tiny": func(c *Config, _ *Limits) {
		c.Params.AspirationWindow = 1
		c.Params.SingularDepth = 2
		c.Params.RootFoursNodes = 0
	},
	"wild": func(c *Config, _ *Limits) {
		c.Attach = func(root *position.Position, t *position.Tables) Attached {
			p := position.New(t)
			p.Restart(root, t)
			return Attached{Position: p, Evaluator: wild{p}}
		}
	},
}

// Whatever the engine leaves out in its normal working: what it calls won or lost is so, and not sooner than it says.
func TestMatesAreTrue(t *testing.T) {
	for name, change := range shortcuts {
		t.Run(name, func(t *testing.T) {
			mates := 0
			endings(t, 300, func(t *testing.T, r *rand.Rand, p *position.Position) {
				e := newEnding(p)
				truth, values := e.value(), e.values()
				c := Config{Defense: position.DefenseUnit, Radius: position.MaxSize, HashBytes: 1 << 16, Params: DefaultParams()}
				l := Limits{Depth: len(e.empties) + 1, MultiPV: 1, Seed: r.Uint64()}
				change(&c, &l)
				check := func(what string, depth int, line Line) {
					v := values[line.Moves[0]]
					if decided(line.Score) {
						mates++
					}
					if line.Score > winScore || line.Score < -winScore {
						t.Errorf("%s, depth %d: score %d is none", what, depth, line.Score)
					}
					if fault := lineFault(p, line); fault != "" {
						t.Errorf("%s, depth %d: score %d, line %s: %s\n%s", what, depth, line.Score, namesOf(line.Moves), fault, draw(p))
					}
					if line.Score > MaxEval && line.Score > v || line.Score < -MaxEval && line.Score < v {
						t.Errorf("%s, depth %d: score %d for %s, whose true value is %d; best is %d\n%s", what, depth, line.Score, namesOf(line.Moves), v, truth, draw(p))
					}
				}
				l.Progress = func(i Info) bool {
					check(fmt.Sprintf("report of rank %d", i.Rank), i.Depth, i.Line)
					return true
				}
				result := New(c).Search(context.Background(), p, l)
				if result.Best == position.None {
					if len(values) > 0 {
						t.Errorf("no move\n%s", draw(p))
					}
					return
				}
				for i, line := range result.Lines {
					check(fmt.Sprintf("line %d", i), result.Depth, line)
				}
				if _, ok := values[result.Best]; !ok {
					t.Errorf("best move %s is illegal\n%s", nameOf(result.Best), draw(p))
				}
			})
			t.Log(mates, "mates")
		})
	}
}

// lineFault says what is wrong with a line: moves must be legal, nothing follows a five, and a win or loss that is shown to its
// end takes no more plies than the score says.
func lineFault(p *position.Position, line Line) string {
	q := p.Clone()
	plies := winScore - max(line.Score, -line.Score)
	if len(line.Moves) == 0 {
		return "no moves"
	}
	if decided(line.Score) && len(line.Moves) > plies {
		return fmt.Sprintf("%d moves for a score of %d", len(line.Moves), line.Score)
	}
	for i, c := range line.Moves {
		if c == position.None {
			q.Pass()
			continue
		}
		me := q.Side()
		if !q.Empty(c) || me == pattern.Black && q.Foul(c) != position.NoFoul {
			return fmt.Sprintf("move %d, %s, is illegal", i+1, nameOf(c))
		}
		won := q.Wins(me, c)
		q.Play(c)
		if won && (i < len(line.Moves)-1 || !decided(line.Score)) {
			return fmt.Sprintf("move %d, %s, wins already", i+1, nameOf(c))
		}
		if decided(line.Score) && i+1 == plies && !won {
			return fmt.Sprintf("move %d, %s, does not win", i+1, nameOf(c))
		}
		if won && decided(line.Score) && (line.Score > 0) != (me == p.Side()) {
			return "the wrong side wins"
		}
	}
	return ""
}

// A wild evaluator says anything, and much of it beyond the bounds.
type wild struct{ p *position.Position }

func (w wild) Evaluate() int {
	h := w.p.Hash() * 0x9e3779b97f4a7c15
	return int(h>>40)%80_000 - 40_000
}

// middleGame returns a position with room to play in, and its stones near each other.
func middleGame(r *rand.Rand, rule pattern.Rule, smallest, largest int) *position.Position {
	size := smallest + r.IntN(largest-smallest+1)
	t := position.StandardTables(size, rule)
	for {
		p := position.New(t)
		stones := 4 + r.IntN(size*size/3)
		won := false
		p.SetSide(pattern.Color(stones & 1))
		p.Put(position.CellAt(size/2, size/2), pattern.Color(r.IntN(2)))
		for i := range stones {
			cells := p.Candidates()
			list := cells.Append(nil)
			c, color := list[r.IntN(len(list))], pattern.Color(i&1)
			for range r.IntN(3) { // rather where something stands
				if d := list[r.IntN(len(list))]; p.Info(color, d).Attack() > p.Info(color, c).Attack() {
					c = d
				}
			}
			if won = p.Wins(color, c); won {
				break
			}
			if color == pattern.White || p.Foul(c) == position.NoFoul {
				p.Put(c, color)
			}
		}
		if !won {
			return p
		}
	}
}

// A win or loss in n plies shows in a search of n plies that leaves nothing out.
func TestMatesAreProved(t *testing.T) {
	perRule, deepest := 20, 5
	if long() {
		perRule, deepest = 2_000, 7
	}
	for name, change := range shortcuts {
		if name == "radius1" {
			continue // the caller does not want distant defences seen: a few wins are longer than they look
		}
		t.Run(name, func(t *testing.T) {
			proved, incomplete := make(map[int]int), 0
			for _, rule := range allRules {
				for seed := range perRule {
					r := rand.New(rand.NewPCG(uint64(seed), uint64(rule)))
					p := middleGame(r, rule, 6, 9)
					c := Config{Defense: position.DefenseUnit, Radius: position.DefaultRadius, HashBytes: 1 << 18, Params: DefaultParams()}
					l := Limits{Depth: 1 + r.IntN(6), Nodes: 50_000, MultiPV: 1, Seed: r.Uint64()}
					change(&c, &l)
					result := New(c).Search(context.Background(), p, l)
					for _, line := range result.Lines {
						plies := winScore - max(line.Score, -line.Score)
						if fault := lineFault(p, line); fault != "" {
							t.Errorf("%s seed %d depth %d: score %d, line %s: %s\n%s", ruleNames[rule], seed, result.Depth, line.Score, namesOf(line.Moves), fault, draw(p))
						}
						if line.Score > MaxEval && len(line.Moves) < plies {
							incomplete++
						}
						if !decided(line.Score) || plies > deepest {
							continue
						}
						q := position.New(position.StandardTables(p.Size(), rule).WithRadius(position.MaxSize))
						q.Restart(p, q.Tables())
						if q.Wins(q.Side(), line.Moves[0]) {
							continue
						}
						q.Play(line.Moves[0])
						w := New(Config{Attach: attachConstant, Defense: position.DefenseUnit, Radius: position.MaxSize, HashBytes: 1 << 22, Params: plainParams()})
						found := w.Search(context.Background(), q, Limits{Depth: plies - 1, MultiPV: 1, Nodes: 3_000_000})
						if found.Stop == StopNodes {
							continue
						}
						v := later(-found.Lines[0].Score)
						proved[line.Score]++
						if line.Score > 0 && v < line.Score || line.Score < 0 && v > line.Score {
							t.Errorf("%s seed %d depth %d: score %d for %s, searched %d\n%s", ruleNames[rule], seed, result.Depth, line.Score, namesOf(line.Moves), v, draw(p))
						}
					}
				}
			}
			t.Log(proved, "unfinished lines of wins:", incomplete)
		})
	}
}

// A point with a four and an open three, or with two open threes, wins in five: a search of five plies that restricts no
// reply finds the same. The root itself never asks the counters.
func TestStaticFiveIsTrue(t *testing.T) {
	perRule := 2000
	if long() {
		perRule = 200_000
	}
	for _, rule := range allRules {
		t.Run(ruleNames[rule], func(t *testing.T) {
			n := 0
			for seed := range perRule {
				p := middleGame(rand.New(rand.NewPCG(uint64(seed), 77)), rule, 7, 9)
				q := p
				if v, ok := outcome(q, 0); !ok || v != winIn(5) {
					continue
				}
				n++
				engine := New(Config{Attach: attachConstant, Defense: position.DefenseUnit, Radius: position.MaxSize, HashBytes: 1 << 20})
				if r := engine.Search(context.Background(), p, Limits{Depth: 5, MultiPV: 1}); r.Lines[0].Score < winIn(5) {
					t.Errorf("seed %d: static = %d, searched %d\n%s", seed, winIn(5), r.Lines[0].Score, draw(p))
				}
			}
			if n < perRule/500 {
				t.Errorf("only %d of %d positions are won in five", n, perRule)
			}
			t.Log(n, "positions")
		})
	}
}
