package threat

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A prover decides from the definition alone whether the side to move wins by threats: every legal reply is tried. It
// knows fives, fouls and whether a point is part of a three, nothing else.
type prover struct {
	p      *position.Position
	threes bool
	steps  int // left; below zero the answer means nothing
	memo   map[uint64]bool
}

func (e *prover) legal(dst []position.Cell) []position.Cell {
	for y := range e.p.Size() {
		for x := range e.p.Size() {
			c := position.CellAt(x, y)
			if e.p.Empty(c) && (e.p.Side() == pattern.White || e.p.Foul(c) == position.NoFoul) {
				dst = append(dst, c)
			}
		}
	}
	return dst
}

func (e *prover) wins() bool {
	p := e.p
	us := p.Side()
	if p.Fives(us) > 0 {
		return true
	}
	hash := p.Hash()
	if won, ok := e.memo[hash]; ok {
		return won
	}
	if e.steps--; e.steps < 0 {
		return false
	}
	blocks := p.Fives(us.Opponent()) > 0
	won := false
	moves := e.legal(nil)
	slices.SortStableFunc(moves, func(a, b position.Cell) int { return int(p.Class(us, b)) - int(p.Class(us, a)) })
	for _, m := range moves {
		three := e.threes && (blocks || p.Class(us, m) >= pattern.ClassThree)
		p.Play(m)
		if p.Fives(us.Opponent()) == 0 && (p.Fives(us) > 0 || three && e.winsInTwo(us)) {
			won = true
			for _, r := range e.legal(nil) {
				p.Play(r)
				won = e.wins()
				p.Undo()
				if !won {
					break
				}
			}
		}
		p.Undo()
		if won {
			break
		}
		if e.steps < 0 {
			return false
		}
	}
	e.memo[hash] = won
	return won
}

// winsInTwo reports whether a color would win with two more moves if the opponent passed now.
func (e *prover) winsInTwo(us pattern.Color) bool {
	p := e.p
	p.Pass()
	defer p.Undo()
	for _, x := range e.legal(nil) {
		p.Play(x)
		won := p.Fives(us) > 0
		if won {
			for _, r := range e.legal(nil) {
				p.Play(r)
				won = p.Fives(us) > 0
				p.Undo()
				if !won {
					break
				}
			}
		}
		p.Undo()
		if won {
			return true
		}
	}
	return false
}

// interesting returns a random position on a small board. Half of them are nearly full; the others have room for open
// threes, with more stones of the attacker.
func interesting(r *rand.Rand, rule pattern.Rule) *position.Position {
	for {
		size := 5 + r.IntN(4)
		empty, side, share := 4+r.IntN(8), pattern.Color(r.IntN(2)), 0.3+0.4*r.Float64()
		if r.IntN(2) == 0 {
			size = 6 + r.IntN(2)
			empty = 12 + r.IntN(12)
			share = 0.5 + 0.2*r.Float64()
		}
		if side == pattern.White {
			share = 1 - share
		}
		p := position.New(position.StandardTables(size, rule))
		for _, i := range r.Perm(size * size)[empty:] {
			color := pattern.White
			if r.Float64() < share {
				color = pattern.Black
			}
			p.Put(position.CellAt(i%size, i/size), color)
		}
		p.SetSide(side)
		if p.Fives(side) == 0 && p.WinFours(side) == 0 && p.Fives(side.Opponent()) < 2 && len(appendThrees(nil, p, side)) > 2 && !blank(p) {
			return p
		}
	}
}

// TestExhaustive compares verdicts with the definition on small boards, where every line of play can be tried. Wins by
// threes are rare there, so it takes as many of each kind as it needs.
func TestExhaustive(t *testing.T) {
	t.Parallel()
	want := 20 // of each kind
	if long() {
		want = 1_000
	}
	for rule := range pattern.NumRules {
		r := rand.New(rand.NewPCG(1, uint64(rule)))
		var found, skipped [3]int // by fours, by threes, none
		drawn := 0
		for ; min(found[0], found[1], found[2]) < want; drawn++ {
			p := interesting(r, rule)
			vcf, foursLine := NewVCF(p, 1<<10, nil).Shortest(0, 1<<30)
			vct, line := NewVCT(p, 1<<12, nil).Solve(50_000)
			kind := 2
			switch {
			case vcf == Won:
				kind = 0
			case vct == Won:
				kind = 1
			}
			if found[kind] >= want || vct == NotFound {
				continue
			}
			fours := &prover{p: p, steps: 500, memo: map[uint64]bool{}}
			threes := &prover{p: p, steps: 300, threes: true, memo: map[uint64]bool{}}
			wonByFours, wonByThrees := fours.wins(), threes.wins()
			if fours.steps < 0 || threes.steps < 0 {
				skipped[kind]++
				continue
			}
			if vcf != verdictOf(wonByFours) {
				t.Fatalf("%d: VCF = %d %v, want %d\n%s", drawn, vcf, foursLine, verdictOf(wonByFours), draw(p))
			}
			if vct != verdictOf(wonByThrees) {
				t.Fatalf("%d: VCT = %d %v, want %d\n%s", drawn, vct, line, verdictOf(wonByThrees), draw(p))
			}
			found[kind]++
		}
		t.Logf("rule %d: drew %d, compared %d wins by fours, %d by threes, %d without; too long for a comparison: %d", rule, drawn, found[0], found[1], found[2], skipped)
	}
}

// blank reports whether the side to move has no legal move.
func blank(p *position.Position) bool { return len((&prover{p: p}).legal(nil)) == 0 }

func verdictOf(won bool) Verdict {
	if won {
		return Won
	}
	return NoWin
}

func draw(p *position.Position) string {
	s := ""
	for y := p.Size() - 1; y >= 0; y-- {
		for x := range p.Size() {
			if color, ok := p.Stone(position.CellAt(x, y)); !ok {
				s += " ."
			} else {
				s += " " + "XO"[color:color+1]
			}
		}
		s += "\n"
	}
	return s + [2]string{"X", "O"}[p.Side()] + " to move, rule " + [5]string{"freestyle", "standard", "renju", "caro", "caro-overline"}[p.Rule()]
}
