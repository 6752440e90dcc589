package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// What the counters decide is true.
func TestOutcomeIsTrue(t *testing.T) {
	t.Parallel()
	counts := make(map[int]int)
	smallGames(t, 1500, func(t *testing.T, r *rand.Rand, p *position.Position) {
		e := newSmallGame(p)
		var walk func(state, depth int)
		walk = func(state, depth int) {
			if v, ok := outcome(p, 0); ok {
				truth := e.search(state)
				counts[v]++
				if v != truth && !(v > MaxEval && truth > v) {
					t.Errorf("outcome = %d, true value %d\n%s", v, truth, draw(p))
				}
			}
			if depth == 0 || t.Failed() {
				return
			}
			place := 1
			for _, c := range e.empties {
				us := p.Side()
				if p.Empty(c) && !e.wins(us, c) && (us == pattern.White || p.Foul(c) == position.NoFoul) {
					p.Play(c)
					e.put(c, int8(us)+1)
					walk(state+place*(int(us)+1), depth-1)
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
			t.Errorf("outcome scored %d %d times: the positions show too little", v, counts[v])
		}
	}
}

// With nothing left out, the search to the end finds the value of the position.
func TestSearchToTheEnd(t *testing.T) {
	t.Parallel()
	var n, mates, inexact, foulsOnly int
	smallGames(t, 300, func(t *testing.T, r *rand.Rand, p *position.Position) {
		e := newSmallGame(p)
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
	t.Logf("%d positions, %d won or lost, %d with another distance, %d without a move", n, mates, inexact, foulsOnly)
}

// The lines of a search for several are the best moves with their values; a choice by chance is among the best; the balanced
// move is the one nearest to the target.
func TestRootChoices(t *testing.T) {
	t.Parallel()
	var several, ties, balanced int
	smallGames(t, 200, func(t *testing.T, r *rand.Rand, p *position.Position) {
		e := newSmallGame(p)
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
		c.Params.RootVCFNodes = 0
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
	t.Parallel()
	for name, change := range shortcuts {
		t.Run(name, func(t *testing.T) {
			mates := 0
			smallGames(t, 120, func(t *testing.T, r *rand.Rand, p *position.Position) {
				e := newSmallGame(p)
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
		us := q.Side()
		if !q.Empty(c) || us == pattern.Black && q.Foul(c) != position.NoFoul {
			return fmt.Sprintf("move %d, %s, is illegal", i+1, nameOf(c))
		}
		won := q.Wins(us, c)
		q.Play(c)
		if won && (i < len(line.Moves)-1 || !decided(line.Score)) {
			return fmt.Sprintf("move %d, %s, wins already", i+1, nameOf(c))
		}
		if decided(line.Score) && i+1 == plies && !won {
			return fmt.Sprintf("move %d, %s, does not win", i+1, nameOf(c))
		}
		if won && decided(line.Score) && (line.Score > 0) != (us == p.Side()) {
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
	t.Parallel()
	perRule, deepest := 20, 5
	if long() {
		perRule, deepest = 2_000, 7
	}
	for name, change := range shortcuts {
		if name == "radius1" {
			continue // the caller does not want distant defenses seen: a few wins are longer than they look
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
func TestOutcomeInFiveIsTrue(t *testing.T) {
	t.Parallel()
	perRule := 2000
	if long() {
		perRule = 200_000
	}
	for _, rule := range allRules {
		t.Run(ruleNames[rule], func(t *testing.T) {
			n := 0
			for seed := range perRule {
				p := middleGame(rand.New(rand.NewPCG(uint64(seed), 77)), rule, 7, 9)
				if v, ok := outcome(p, 0); !ok || v != winIn(5) {
					continue
				}
				n++
				engine := New(Config{Attach: attachConstant, Defense: position.DefenseUnit, Radius: position.MaxSize, HashBytes: 1 << 20})
				if r := engine.Search(context.Background(), p, Limits{Depth: 5, MultiPV: 1}); r.Lines[0].Score < winIn(5) {
					t.Errorf("seed %d: outcome = %d, searched %d\n%s", seed, winIn(5), r.Lines[0].Score, draw(p))
				}
			}
			if n < perRule/500 {
				t.Errorf("only %d of %d positions are won in five", n, perRule)
			}
			t.Log(n, "positions")
		})
	}
}
