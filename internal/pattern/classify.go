package pattern

// What a cell of a window holds, two bits each. Black and White are seen from one side as own and opponent.
const (
	empty    = 0
	own      = 1
	opponent = 2
	wall     = 3
)

// maxHalf is the largest half width of a window. A five through the center reaches four cells out, and whether a row is
// too long or closed shows one cell further; under freestyle nothing lies there that matters.
const maxHalf = 5

// A classifier judges windows for one notion of winning. Its memo is indexed by the window's key: the cells without the
// center, two bits each, the first cell lowest.
type classifier struct {
	half  int
	wins  func(run int, closed bool) bool // whether a row of that length, closed by the opponent at both ends or not, wins
	edges bool                            // the edge is not the same as an opponent's stone
	fouls bool                            // two fours in a line are not the same as an open four
	memo  []Line
}

const unknown Line = 255

func newClassifier(half int) *classifier {
	c := &classifier{half: half, memo: make([]Line, 1<<(4*half))}
	for i := range c.memo {
		c.memo[i] = unknown
	}
	return c
}

// A window is the cells around a point, center included.
type window [2*maxHalf + 1]uint8

// slot returns the place of cell i in a key.
func (c *classifier) slot(i int) int {
	if i > c.half {
		i--
	}
	return 2 * i
}

// line returns the pattern of the window with the given key, whose center is own.
func (c *classifier) line(key uint32) Line {
	if c.memo[key] == unknown {
		c.memo[key] = c.derive(key)
	}
	return c.memo[key]
}

func (c *classifier) decode(key uint32) (w window) {
	for i := range 2*c.half + 1 {
		if i == c.half {
			w[i] = own
		} else {
			w[i] = uint8(key >> c.slot(i) & 3)
		}
	}
	return w
}

// run returns the row of own stones through the center.
func (c *classifier) run(w *window) (first, last int) {
	first, last = c.half, c.half
	for first > 0 && w[first-1] == own {
		first--
	}
	for last < 2*c.half && w[last+1] == own {
		last++
	}
	return first, last
}

func (c *classifier) isFive(w *window) bool {
	first, last := c.run(w)
	closed := first > 0 && w[first-1] == opponent && last < 2*c.half && w[last+1] == opponent
	return c.wins(last-first+1, closed)
}

// fives returns how many single stones complete a five, and whether they all complete the same four stones.
func (c *classifier) fives(w *window) (n int, same bool) {
	four := 0
	same = true
	for i := range 2*c.half + 1 {
		if w[i] != empty {
			continue
		}
		w[i] = own
		if c.isFive(w) {
			first, last := c.run(w)
			stones := (1<<(last+1) - 1<<first) &^ (1 << i)
			same = same && (n == 0 || stones == four)
			four = stones
			n++
		}
		w[i] = empty
	}
	return n, same
}

// closable reports whether one stone of the opponent takes all fives away. Where any end of a five must stay open this
// can be so although there are two of them.
func (c *classifier) closable(w *window) bool {
	for i := range 2*c.half + 1 {
		if w[i] != empty {
			continue
		}
		w[i] = opponent
		n, _ := c.fives(w)
		w[i] = empty
		if n == 0 {
			return true
		}
	}
	return false
}

func (c *classifier) derive(key uint32) Line {
	w := c.decode(key)
	if c.isFive(&w) {
		return Five
	}
	if first, last := c.run(&w); last-first+1 > 5 {
		return Overline
	}
	if n, same := c.fives(&w); n > 0 {
		switch {
		case n == 1 || c.edges && c.closable(&w):
			return Four
		case c.fouls && !same:
			return DoubleFour
		}
		return OpenFour
	}
	var ways [NumLines]int // how many next stones make each pattern
	for i := range 2*c.half + 1 {
		if w[i] == empty {
			ways[c.line(key|own<<c.slot(i))]++
		}
	}
	switch openThrees := ways[OpenThree] + ways[WideThree]; {
	case ways[OpenFour] >= 2:
		return WideThree
	case ways[OpenFour] == 1:
		return OpenThree
	case ways[Four]+ways[DoubleFour] > 0:
		return Three
	case openThrees >= 4:
		return WideTwo
	case openThrees == 3:
		return BroadTwo
	case openThrees > 0:
		return OpenTwo
	case ways[Three] > 0:
		return Two
	case ways[OpenTwo]+ways[BroadTwo]+ways[WideTwo] > 0:
		return OpenOne
	case ways[Two] > 0:
		return One
	}
	return Dead
}

// classifiers returns the classifiers of a rule for Black and White; they may be one.
func classifiers(rule Rule) (black, white *classifier) {
	switch rule {
	case Freestyle:
		c := newClassifier(maxHalf - 1)
		c.wins = func(run int, _ bool) bool { return run >= 5 }
		return c, c
	case Standard:
		c := newClassifier(maxHalf)
		c.wins = func(run int, _ bool) bool { return run == 5 }
		return c, c
	case Renju:
		black, white = newClassifier(maxHalf), newClassifier(maxHalf)
		black.wins = func(run int, _ bool) bool { return run == 5 }
		black.fouls = true
		white.wins = func(run int, _ bool) bool { return run >= 5 }
		return black, white
	case Caro:
		c := newClassifier(maxHalf)
		c.wins = func(run int, closed bool) bool { return run == 5 && !closed }
		c.edges = true
		return c, c
	case CaroOverline:
		c := newClassifier(maxHalf)
		c.wins = func(run int, closed bool) bool { return run > 5 || run == 5 && !closed }
		c.edges = true
		return c, c
	}
	panic("pattern: unknown rule")
}
