package position

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
)

// The defenses found from the line tables are exactly those that putting the stone shows.
func TestDefensesAreComplete(t *testing.T) {
	t.Parallel()
	found := 0
	for rule := range pattern.NumRules {
		r := rand.New(rand.NewPCG(uint64(rule), 3))
		for _, w := range randomWalks(150, 40, StandardTables(15, rule), 11) {
			p := New(StandardTables(15, rule))
			for _, c := range w.moves {
				p.Play(c)
				color := pattern.Color(r.IntN(2))
				for _, class := range []pattern.Class{pattern.ClassFive, pattern.ClassWinFour} {
					count := func() (n int) {
						for _, q := range p.AppendClass(nil, color, class) {
							if p.Class(color, q) != pattern.ClassFoul {
								n++
							}
						}
						return n
					}
					if n := count(); n == 0 || n > maxThreats {
						continue
					}
					got := p.AppendDefenses(nil, color, class)
					slices.Sort(got)
					var want []Cell
					empty := p.EmptyCells()
					for _, m := range empty.Append(nil) {
						p.play(m, color.Opponent())
						if count() == 0 {
							want = append(want, m)
						}
						p.undo()
					}
					// A stone can also lift the suspicion of a foul, which AppendDefenses leaves to the reader.
					if rule == pattern.Renju && color == pattern.Black {
						got = slices.DeleteFunc(got, func(c Cell) bool { return !slices.Contains(want, c) })
					}
					if !slices.Equal(got, want) {
						t.Fatalf("%s: defenses of color %d against class %d are %v, want %v", ruleNames[rule], color, class, got, want)
					}
					if len(want) > 0 {
						found++
					}
				}
			}
		}
	}
	if found < 500 {
		t.Errorf("only %d positions with defenses were seen", found)
	}
}
