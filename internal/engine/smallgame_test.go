package engine

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

var allRules = []pattern.Rule{pattern.Freestyle, pattern.Standard, pattern.Renju, pattern.Caro, pattern.CaroOverline}

var ruleNames = [...]string{"freestyle", "standard", "renju", "caro", "caro-overline"}

// long reports whether the long mode is on: GOMOKU_LONG=1.
func long() bool { return os.Getenv("GOMOKU_LONG") != "" }

// A smallGame is a position with few empty cells, whose value under best play it can tell: all games are tried. It decides
// wins by looking along the lines of its own grid. Only fouls are asked of the position, where a slow reference of its own
// has checked them.
type smallGame struct {
	size    int
	rule    pattern.Rule
	p       *position.Position
	grid    [24][24]int8 // 0 empty, 1 black, 2 white, 3 wall; shifted by one
	empties []position.Cell
	memo    []int32 // by the contents of the empty cells, in base three, and the turn; 0 is unknown
}

const memoBias = 1 << 20

func newSmallGame(p *position.Position) *smallGame {
	e := &smallGame{size: p.Size(), rule: p.Rule(), p: p}
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
func (e *smallGame) wins(color pattern.Color, c position.Cell) bool {
	x, y := c.XY()
	x, y = x+1, y+1
	own, theirs := int8(color)+1, 2-int8(color)
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
		closed := ends[0] == theirs && ends[1] == theirs
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

func (e *smallGame) put(c position.Cell, v int8) {
	x, y := c.XY()
	e.grid[y+1][x+1] = v
}

// value returns the score of best play for the side to move: quickest win, longest loss, or draw. Black in renju passes
// where fouls alone are left.
func (e *smallGame) value() int { return e.search(0) }

func (e *smallGame) search(state int) int {
	us := e.p.Side()
	key := 2*state + int(us)
	if e.memo[key] != 0 {
		return int(e.memo[key]) - memoBias
	}
	best, moved, full := -infinity, false, true
	place := 1
	for _, c := range e.empties {
		if e.p.Empty(c) {
			full = false
			if v, ok := e.try(c, state+place*(int(us)+1)); ok {
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
func (e *smallGame) try(c position.Cell, state int) (int, bool) {
	us := e.p.Side()
	if e.wins(us, c) {
		return winIn(1), true
	}
	if us == pattern.Black && e.p.Foul(c) != position.NoFoul {
		return 0, false
	}
	e.p.Play(c)
	e.put(c, int8(us)+1)
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
func (e *smallGame) values() map[position.Cell]int {
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

// randomSmallGame returns a position with n empty cells and no winning row. The board is filled by chance or in rows, and one
// stone taken out of each row that wins, so most positions are full of fours and threes.
func randomSmallGame(r *rand.Rand, size int, rule pattern.Rule, n int) *position.Position {
	t := position.StandardTables(size, rule).WithRadius(position.MaxSize)
	for {
		e := &smallGame{size: size, rule: rule}
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
func plainParams() Params { return Params{Evasions: 1} }

// smallGames calls f with random positions with few empty cells of every rule.
func smallGames(t *testing.T, perRule int, f func(t *testing.T, r *rand.Rand, p *position.Position)) {
	if long() {
		perRule = 10_000
	}
	for _, rule := range allRules {
		t.Run(ruleNames[rule], func(t *testing.T) {
			for seed := range perRule {
				r := rand.New(rand.NewPCG(uint64(seed), uint64(rule)))
				p := randomSmallGame(r, 5+r.IntN(3), rule, 1+r.IntN(9))
				f(t, r, p)
				if t.Failed() {
					t.Logf("seed %d", seed)
					return
				}
			}
		})
	}
}
