package pattern

import "sync"

// A Table gives the patterns of both colors for every window under one rule.
type Table struct {
	// Half is the number of cells on each side of the center: 4 under freestyle, else 5.
	Half int

	// Lines is indexed by a window's key: its cells without the center, two bits each (0 empty, 1 black, 2 white, 3 wall),
	// the first cell of the line lowest. Black's pattern is in the lower four bits, White's in the upper. Keys with a wall
	// between cells of the board do not occur and have no meaning. Freestyle uses the first 64 KB only.
	Lines [1 << (4 * maxHalf)]uint8
}

var tables = func() (once [NumRules]func() *Table) {
	for r := range once {
		once[r] = sync.OnceValue(func() *Table { return newTable(Rule(r)) })
	}
	return once
}()

// TableOf returns the table of a rule, built at the first call (some milliseconds) and shared by all callers.
func TableOf(rule Rule) *Table { return tables[rule]() }

func newTable(rule Rule) *Table {
	black, white := classifiers(rule)
	t := &Table{Half: black.half}
	lower, upper := halves(t.Half, false, black.edges), halves(t.Half, true, black.edges)
	shift := 2 * t.Half
	for _, u := range upper {
		for _, l := range lower {
			b := black.line(l.seen[Black] | u.seen[Black]<<shift)
			w := white.line(l.seen[White] | u.seen[White]<<shift)
			t.Lines[l.key|u.key<<shift] = uint8(b) | uint8(w)<<4
		}
	}
	return t
}

// A half is one side of a window: its key, and the same as each color sees it.
type half struct {
	key  uint32
	seen [2]uint32
}

// halves returns all sides of n cells that can occur: a wall has only walls beyond it. On the upper side of a window the
// cell next to the center is lowest, on the lower side highest. Unless edges, a wall is seen as an opponent's stone.
func halves(n int, upper, edges bool) []half {
	digits := [2][4]uint32{{empty, own, opponent, opponent}, {empty, opponent, own, opponent}}
	if edges {
		digits[Black][wall], digits[White][wall] = wall, wall
	}
	list := []half{{}}
	for i := range n { // outwards
		place := 2 * i
		if !upper {
			place = 2 * (n - 1 - i)
		}
		var next []half
		for _, h := range list {
			for digit := range uint32(4) {
				if i > 0 {
					inner := place - 2
					if !upper {
						inner = place + 2
					}
					if h.key>>inner&3 == wall && digit != wall {
						continue
					}
				}
				next = append(next, half{
					key: h.key | digit<<place,
					seen: [2]uint32{
						h.seen[Black] | digits[Black][digit]<<place,
						h.seen[White] | digits[White][digit]<<place,
					},
				})
			}
		}
		list = next
	}
	return list
}
