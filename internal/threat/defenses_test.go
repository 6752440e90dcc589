package threat

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/reference"
)

// A match is a position and, next to it, the slow board that knows the rules for certain.
type match struct {
	p     *position.Position
	board *reference.Board
}

func point(c position.Cell) reference.Point {
	x, y := c.XY()
	return reference.Point{X: x, Y: y}
}

// play puts a stone and reports whether it wins. An illegal move fails the test.
func (m *match) play(t *testing.T, c position.Cell) (won bool) {
	t.Helper()
	side := m.p.Side()
	color := reference.Color(side) + reference.Black
	if c == position.None || !m.p.Empty(c) {
		t.Fatalf("move %d is not on an empty point\n%s", c, draw(m.p))
	}
	won = m.board.Wins(color, point(c))
	if foul := m.board.Foul(point(c)); side == pattern.Black && foul != reference.NoFoul {
		t.Fatalf("%s is a %v\n%s", name(c), foul, draw(m.p))
	}
	m.p.Play(c)
	m.board.Set(point(c), color)
	return won
}

// undo takes back moves down to a length.
func (m *match) undo(length int) {
	for m.p.Len() > length {
		m.board.Set(point(m.p.Undo()), reference.Empty)
	}
}

// opening plays a random game, of moves that look good, until somebody could have an attack.
func opening(r *rand.Rand, rule pattern.Rule, memo *reference.Memo) *match {
	size := 12 + r.IntN(6)
	m := &match{position.New(position.StandardTables(size, rule)), reference.New(size, reference.Rule(rule), memo)}
	center := position.CellAt(size/2+r.IntN(3)-1, size/2+r.IntN(3)-1)
	m.p.Play(center)
	m.board.Set(point(center), reference.Black)
	for range 5 + r.IntN(30) {
		c := lively(r, m.p, 3)
		if c == position.None || m.p.Wins(m.p.Side(), c) {
			break
		}
		color := reference.Color(m.p.Side()) + reference.Black
		m.p.Play(c)
		m.board.Set(point(c), color)
	}
	return m
}

// lively returns a legal move that does much for either side, the best of some that are drawn; None if there is none.
func lively(r *rand.Rand, p *position.Position, draws int) position.Cell {
	set := p.Candidates()
	cells := set.Append(nil)
	best, most := position.None, -1
	for range draws * 4 {
		if len(cells) == 0 {
			break
		}
		c := cells[r.IntN(len(cells))]
		if p.Side() == pattern.Black && p.Foul(c) != position.NoFoul {
			continue
		}
		if worth := p.Info(p.Side(), c).Attack() + p.Info(p.Side().Opponent(), c).Defend(); worth > most {
			best, most = c, worth
		}
	}
	return best
}

// defend returns a reply of the loser: by chance, or as well as it can.
func defend(r *rand.Rand, p *position.Position) position.Cell {
	us, them := p.Side(), p.Side().Opponent()
	legal := (&prover{p: p}).legal(nil)
	if len(legal) == 0 {
		return position.None
	}
	if r.IntN(4) == 0 {
		return legal[r.IntN(len(legal))]
	}
	if p.Fives(us) > 0 {
		return p.FiveCell(us)
	}
	var some []position.Cell
	if p.Fives(them) > 0 {
		some = p.AppendBlocks(some, them)
	} else {
		if verdict, line := NewVCF(p, 1<<8, nil).Shortest(0, 2_000); verdict == Won {
			return line[0]
		}
		some = p.AppendDefenses(some, them, pattern.ClassWinFour)
		if r.IntN(2) == 0 {
			some = p.AppendClass(some, us, pattern.ClassFour)
		}
	}
	n := 0
	for _, c := range some {
		if us == pattern.White || p.Foul(c) == position.NoFoul {
			some[n] = c
			n++
		}
	}
	if n > 0 {
		return some[r.IntN(n)]
	}
	if c := lively(r, p, 6); c != position.None {
		return c
	}
	return legal[r.IntN(len(legal))]
}

// TestWinsHold lets the loser of found wins defend itself: no win may be lost on the way, however it replies.
func TestWinsHold(t *testing.T) {
	t.Parallel()
	want, quiet, games := 8, 0, 3 // wins by threes a rule, with quiet threats, games a win
	if long() {
		want, quiet, games = 250, 3, 10
	}
	memo := reference.NewMemo()
	for rule := range pattern.NumRules {
		r := rand.New(rand.NewPCG(7, uint64(rule)))
		byFours, byThrees, wide, longest := 0, 0, 0, 0
		for byThrees < want || wide < quiet {
			m := opening(r, rule, memo)
			length := m.p.Len()
			v := NewVCT(m.p, 1<<14, nil)
			solve := v.Solve
			verdict, line := solve(20_000)
			if verdict == NoWin && wide < quiet {
				solve = v.SolveWide
				verdict, line = solve(50_000)
			}
			if verdict != Won {
				continue
			}
			fours, _ := NewVCF(m.p, 1<<10, nil).Shortest(0, 20_000)
			kind, limit := &byThrees, want
			if fours == Won {
				kind = &byFours
			} else if v.threatOrder == wideOrder {
				kind, limit = &wide, quiet
			}
			if *kind >= limit {
				continue
			}
			*kind++
			longest = max(longest, len(line))
			checkLine(t, m, line)
			fights := games
			if kind == &wide {
				fights = 3 // each move is found anew, which takes its time
			}
			for range fights {
				winner := m.p.Side()
				for {
					if m.p.Side() != winner {
						c := defend(r, m.p)
						if c == position.None {
							break // no legal move is left: nothing to be shown
						}
						if m.play(t, c) {
							t.Fatalf("the loser won with %s\n%s", name(c), draw(m.p))
						}
						continue
					}
					verdict, line := solve(1_000_000)
					if verdict != Won {
						t.Fatalf("the win was lost: verdict %d\n%s", verdict, draw(m.p))
					}
					if m.play(t, line[0]) {
						break
					}
				}
				m.undo(length)
			}
		}
		t.Logf("rule %d: %d wins by fours, %d by threes and %d with quiet threats held, the longest had %d plies", rule, byFours, byThrees, wide, longest)
	}
}

// checkLine plays a line to its five.
func checkLine(t *testing.T, m *match, line []position.Cell) {
	t.Helper()
	length := m.p.Len()
	if len(line)%2 == 0 {
		t.Fatalf("a win of %d plies\n%s", len(line), draw(m.p))
	}
	for i, c := range line {
		if won := m.play(t, c); won != (i == len(line)-1) {
			t.Fatalf("ply %d of %d: five = %v\n%s", i+1, len(line), won, draw(m.p))
		}
	}
	m.undo(length)
}

// TestFourThreeDefenses holds that every move which AppendFourThreeDefenses leaves out loses to three fours at most.
func TestFourThreeDefenses(t *testing.T) {
	t.Parallel()
	memo := reference.NewMemo()
	for name, rule := range map[string]pattern.Rule{"freestyle": pattern.Freestyle, "standard": pattern.Standard, "renju": pattern.Renju} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(rule), 43))
			positions, restricted := 0, 0
			for range 20_000 {
				p := opening(r, rule, memo).p
				us, them := p.Side(), p.Side().Opponent()
				if p.Fives(us)+p.WinFours(us)+p.Fives(them)+p.WinFours(them) > 0 || p.FourThrees(them) == 0 {
					continue
				}
				cells, ok := p.AppendFourThreeDefenses(nil, them)
				if !ok {
					continue
				}
				positions++
				v := NewVCF(p, 1<<10, nil)
				empty := p.EmptyCells()
				for _, c := range empty.Append(nil) {
					if slices.Contains(cells, c) || us == pattern.Black && p.Foul(c) != position.NoFoul {
						continue
					}
					restricted++
					p.Play(c)
					if verdict, _ := v.Shortest(3, 10_000); verdict != Won {
						t.Fatalf("move %d is left out and does not lose at once\n%s", c, draw(p))
					}
					p.Undo()
				}
			}
			if positions < 20 || restricted < 3000 {
				t.Errorf("only %d positions and %d moves", positions, restricted)
			}
		})
	}
}
