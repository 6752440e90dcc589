package pattern

import (
	"testing"
)

// lineOf classifies a window drawn from one color's view: x own, o opponent, # edge, * the point itself.
func lineOf(t *testing.T, rule Rule, color Color, drawn string) Line {
	t.Helper()
	table := TableOf(rule)
	if len(drawn) != 2*table.Half+1 {
		t.Fatalf("window %q has %d cells, want %d", drawn, len(drawn), 2*table.Half+1)
	}
	key, place := 0, 0
	for _, r := range drawn {
		digit := map[rune]int{'.': 0, 'x': 1, 'o': 2, '#': 3, '*': -1}[r]
		if digit < 0 {
			continue
		}
		if color == White && (digit == 1 || digit == 2) {
			digit ^= 3
		}
		key |= digit << place
		place += 2
	}
	return Line(table.Lines[key] >> (4 * color) & 15)
}

func TestLines(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		rule   Rule
		window string
		want   Line
	}{
		{Freestyle, "....*....", OpenOne},
		{Freestyle, "...o*....", One},
		{Freestyle, "..oo*...o", Dead},
		{Freestyle, "...x*....", WideTwo},
		{Freestyle, "o..x*..o.", OpenTwo},
		{Freestyle, "..xx*....", WideThree},
		{Freestyle, ".oxx*..o.", Three},
		{Freestyle, ".oxx*...o", Three},
		{Freestyle, "o.xx*..o.", OpenThree},
		{Freestyle, ".xx.*....", OpenThree}, // broken three
		{Freestyle, ".xxx*....", OpenFour},
		{Freestyle, "oxxx*....", Four},
		{Freestyle, ".xxx*o...", Four},
		{Freestyle, "oxxx*o...", Dead},
		{Freestyle, "x.xx*.x..", OpenFour}, // two fours at once cannot both be closed
		{Freestyle, "xx.x*o...", Four},
		{Freestyle, "xxxx*....", Five},
		{Freestyle, ".oxx*xx..", Five},
		{Freestyle, "xxxx*x...", Five},

		{Standard, ".....*.....", OpenOne},
		{Standard, ".xxxx*x....", Overline},
		{Standard, "..xxx*.x...", Four}, // the right completion is six
		{Standard, "x.xxx*.....", Four},
		{Standard, "x.xxx*.x...", Dead},
		{Standard, "..xxx*.....", OpenFour},
		{Standard, "x.xx.*....o", Three}, // filled in, its left completion is six
		{Standard, "..xx.*....o", OpenThree},

		{Renju, "..xxx*.....", OpenFour},
		{Renju, ".x.xx*.x...", DoubleFour},
		{Renju, "xxxxx*.....", Overline},
		{Renju, "x..xx*..x..", Three},
		{Renju, "...xx*.....", WideThree},

		{Caro, "o.xxx*.o...", Four}, // either reply fills one completion and closes the other
		{Caro, "..xxx*.o...", Four}, // so does the left one, for the right completion
		{Caro, "..xxx*..o..", OpenFour},
		{Caro, "#.xxx*.####", OpenFour}, // the edge closes nothing
		{Caro, "oxxxx*o....", Dead},
		{Caro, "oxxxx*#####", Five},
		{Caro, "oxxxx*.....", Five},
		{Caro, ".xxxx*x....", Overline},
		{CaroOverline, "oxxxx*xo...", Five},
		{CaroOverline, "oxxxx*o....", Dead},
		{CaroOverline, "oxxxx*.....", Five},
		{CaroOverline, ".xxxx*x....", Five},
	} {
		for color := range Color(2) {
			if test.rule == Renju && color == White {
				continue
			}
			if got := lineOf(t, test.rule, color, test.window); got != test.want {
				t.Errorf("rule %d, color %d, %s: pattern %d, want %d", test.rule, color, test.window, got, test.want)
			}
		}
	}
	// White in renju has neither overlines nor fouls.
	for window, want := range map[string]Line{"xxxxx*.....": Five, ".x.xx*.x...": OpenFour} {
		if got := lineOf(t, Renju, White, window); got != want {
			t.Errorf("renju, White, %s: pattern %d, want %d", window, got, want)
		}
	}
}

// A pattern does not depend on the direction in which a line is read.
func TestMirror(t *testing.T) {
	t.Parallel()
	for rule := range NumRules {
		table := TableOf(rule)
		n := 4 * table.Half
		for _, u := range halves(table.Half, true, true) {
			for _, l := range halves(table.Half, false, true) {
				key := l.key | u.key<<(n/2)
				mirrored := uint32(0)
				for i := 0; i < n; i += 2 {
					mirrored |= key >> i & 3 << (n - 2 - i)
				}
				if table.Lines[key] != table.Lines[mirrored] {
					t.Fatalf("rule %d: key %x has patterns %x, its mirror image %x has %x", rule, key, table.Lines[key], mirrored, table.Lines[mirrored])
				}
			}
		}
	}
}

func TestCodesAreDense(t *testing.T) {
	t.Parallel()
	seen := make([]bool, NumCodes)
	for a := range NumLines {
		for b := range NumLines {
			for c := range NumLines {
				for d := range NumLines {
					code := (Lines(a) | Lines(b)<<4 | Lines(c)<<8 | Lines(d)<<12).Code()
					seen[code] = true
					if other := (Lines(d) | Lines(a)<<4 | Lines(c)<<8 | Lines(b)<<12).Code(); other != code {
						t.Fatalf("code of %d %d %d %d depends on the order", a, b, c, d)
					}
				}
			}
		}
	}
	for code, ok := range seen {
		if !ok {
			t.Errorf("no lines have code %d", code)
		}
	}
}

func BenchmarkTable(b *testing.B) {
	for rule := range NumRules {
		b.Run([]string{"freestyle", "standard", "renju", "caro", "caro-overline"}[rule], func(b *testing.B) {
			for b.Loop() {
				newTable(rule)
			}
		})
	}
}
