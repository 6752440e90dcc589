package position

import (
	"math/rand/v2"
	"testing"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
)

// randomNet draws a net with numbers of usual sizes, different for each color.
func randomNet(r *rand.Rand) *eval.Net {
	n := new(eval.Net)
	for color := range n.Head {
		for code := range n.Embed[color] {
			for k := range n.Embed[color][code] {
				n.Embed[color][code][k] = int16(r.IntN(200) - 100)
			}
		}
		h := &n.Head[color]
		for i := range h.First {
			for j := range h.First[i] {
				h.First[i][j] = int16(r.IntN(200) - 100)
			}
		}
		for i := range h.Mask {
			for j := range h.Mask[i] {
				h.Mask[i][j] = int16(r.IntN(200) - 100)
			}
		}
		for i := range h.Second {
			for j := range h.Second[i] {
				h.Second[i][j] = int16(r.IntN(200) - 100)
			}
			h.Out[i] = int16(r.IntN(200) - 100)
		}
	}
	return n
}

// What the net sums up along a game, with moves taken back, passes and moves never evaluated in between, is what it sums up over
// the points of the position as it stands.
func TestNetFollows(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 12))
	for rule := range pattern.NumRules {
		w := *eval.BuiltIn(rule)
		w.Net = randomNet(r)
		for _, size := range []int{5, 9, 15, MaxSize} {
			tables := StandardTables(size, rule).WithWeights(&w)
			p := New(tables)
			for range r.IntN(6) { // set up by hand
				if c := CellAt(r.IntN(size), r.IntN(size)); p.Empty(c) {
					p.Put(c, pattern.Color(r.IntN(2)))
				}
			}
			different := map[int]bool{}
			for range 600 {
				switch c := CellAt(r.IntN(size), r.IntN(size)); {
				case r.IntN(3) == 0 && p.Len() > 0:
					p.Undo()
				case r.IntN(20) == 0:
					p.Pass()
				case r.IntN(50) == 0:
					p = p.Clone()
				case r.IntN(50) == 0:
					q := New(tables)
					q.Play(CellAt(0, 0))
					q.CopyFrom(p)
					p = q
				case r.IntN(100) == 0:
					q := New(tables)
					q.Restart(p, tables)
					p = q
				case p.Empty(c):
					p.Play(c)
				}
				if r.IntN(3) > 0 {
					continue // not evaluated
				}
				got, want := p.Value(), p.ValueOf(&w, pattern.Black, DefenseUnit)
				if got != want {
					t.Fatalf("rule %s, size %d, %d stones: Value = %d, from the points it is %d", ruleNames[rule], size, p.Stones(), got, want)
				}
				different[got] = true
			}
			if len(different) < 20 {
				t.Errorf("rule %s, size %d: only %d different values", ruleNames[rule], size, len(different))
			}
		}
	}
}

// The policy score is what the policy's numbers say of the codes and of the ways from the last moves, for both colors, everywhere.
func TestPolicyScore(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(13, 14))
	for rule := range pattern.NumRules {
		w := *eval.BuiltIn(rule)
		w.Policy = new(eval.Policy)
		for color := range w.Policy.Make {
			for code := range w.Policy.Make[color] {
				for k := range eval.PolicyRank {
					w.Policy.Make[color][code][k], w.Policy.Take[color][code][k] = int8(r.IntN(256)-128), int8(r.IntN(256)-128)
				}
			}
			for who := range w.Policy.Near[color] {
				for i := 1; i < eval.NumOffsets; i++ {
					w.Policy.Near[color][who][i] = int16(r.IntN(2000) - 1000)
				}
			}
		}
		for _, size := range []int{5, 15, MaxSize} {
			p := New(StandardTables(size, rule).WithWeights(&w))
			last := [2]Cell{None, None}
			for range size * size / 2 {
				c := CellAt(r.IntN(size), r.IntN(size))
				if !p.Empty(c) {
					continue
				}
				us := p.Side()
				want := 0
				ours, theirs := &w.Policy.Make[us][p.Lines4(us, c).Code()], &w.Policy.Take[us][p.Lines4(us.Opponent(), c).Code()]
				for k := range ours {
					want += int(ours[k]) * int(theirs[k])
				}
				want >>= eval.PolicyShift
				for who, l := range last {
					if l != None {
						x, y := c.XY()
						u, v := l.XY()
						want += int(w.Policy.Near[us][who][eval.Offset(x-u, y-v)])
					}
				}
				if got := p.PolicyScore(c, last[0], last[1]); got != want {
					t.Fatalf("rule %s, size %d, cell %d after %v: PolicyScore = %d, want %d", ruleNames[rule], size, c, last, got, want)
				}
				p.Play(c)
				last = [2]Cell{c, last[0]}
			}
		}
	}
}
