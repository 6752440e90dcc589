package reference

import "fmt"

// A Shape is what a stone makes of a line, the strongest last.
type Shape uint8

const (
	NoShape Shape = iota
	Two
	OpenTwo
	Three
	OpenThree
	Four
	OpenFour
	Five
)

// NumShapes is the number of shapes, NoShape included.
const NumShapes = int(Five) + 1

func (s Shape) String() string {
	names := [...]string{"no-shape", "two", "open-two", "three", "open-three", "four", "open-four", "five"}
	if int(s) >= len(names) {
		return fmt.Sprintf("Shape(%d)", uint8(s))
	}
	return names[s]
}

// Shapes returns what a stone of color c on p makes of each of the four lines.
// A stone of that color may stand there already. Fouls do not matter.
func (b *Board) Shapes(c Color, p Point) [4]Shape {
	was := b.At(p)
	b.Set(p, c)
	defer b.Set(p, was)
	var shapes [4]Shape
	for i, d := range Directions {
		shapes[i] = b.shapeThrough(p, d)
	}
	return shapes
}

// Shape returns the strongest of Shapes.
func (b *Board) Shape(c Color, p Point) Shape {
	shapes := b.Shapes(c, p)
	return max(shapes[0], shapes[1], shapes[2], shapes[3])
}

// Counts returns, by shape, the number of empty points where that is the
// strongest shape that a stone of color c would make.
func (b *Board) Counts(c Color) [NumShapes]int {
	var counts [NumShapes]int
	for _, p := range b.Points() {
		if b.At(p) == Empty {
			counts[b.Shape(c, p)]++
		}
	}
	return counts
}

// Lines returns, by shape, the number of chains of color c's stones whose
// strongest stone has that shape. A chain is the stones of one line of which
// each is at most four points from the next, with no opponent between.
func (b *Board) Lines(c Color) [NumShapes]int {
	var counts [NumShapes]int
	for _, d := range Directions {
		for _, p := range b.Points() {
			if b.Inside(p.add(d, -1)) {
				continue // no line begins here
			}
			last, best := 99, NoShape // points since the chain's last stone; no chain yet
			for ; b.Inside(p); p = p.add(d, 1) {
				last++
				if b.At(p) == Empty {
					continue
				}
				if last > 4 || b.At(p) != c { // the chain before p is over
					counts[best]++
					last, best = 99, NoShape
				}
				if b.At(p) == c {
					last, best = 0, max(best, b.shapeThrough(p, d))
				}
			}
			counts[best]++
		}
	}
	counts[NoShape] = 0 // lines without a chain are among them
	return counts
}

// shapeThrough returns what the stone on p makes of its line in direction d.
func (b *Board) shapeThrough(p, d Point) Shape {
	c := b.At(p)
	// A five through p and its neighbors lie within five points of p, so the
	// line ends there for all that follows. TestCutLines looks at whole lines.
	l := line{kind: kindOf(b.rule, c)}
	for n := -b.memo.reach; n <= b.memo.reach; n++ {
		q := p.add(d, n)
		if !b.Inside(q) {
			continue
		}
		if q == p {
			l.through = l.n
		}
		switch b.At(q) {
		case Empty:
			l.cells[l.n] = '.'
		case c:
			l.cells[l.n] = 'X'
		default:
			l.cells[l.n] = 'O'
		}
		l.n++
	}
	return b.memo.shape(l, 3)
}

// A kind is a way to win on one line, seen by one color.
type kind uint8

const (
	fiveOrMore kind = iota
	exactlyFive
	exactlyFiveStraight // and an open four is a straight four only: Black in Renju
	fiveNotClosed
	sixOrFiveNotClosed
)

func kindOf(r Rule, c Color) kind {
	switch r {
	case Freestyle:
		return fiveOrMore
	case Standard:
		return exactlyFive
	case Renju:
		if c == Black {
			return exactlyFiveStraight
		}
		return fiveOrMore
	case Caro:
		return fiveNotClosed
	case CaroOverline:
		return sixOrFiveNotClosed
	}
	panic("unreachable: " + r.String())
}

// A line is one line of a board as one color sees it: X its stones, O the
// opponent's, '.' nothing. Something is always asked about one of the stones,
// the one at through. A line is a value: what is done to a copy stays there.
type line struct {
	cells   [maxLine]byte
	n       int
	through int
	kind    kind
}

const maxLine = 22 // the longest line of the largest board

func (l line) with(i int, stone byte) line {
	l.cells[i] = stone
	return l
}

// run returns the ends of the row of X through the stone, the second one
// excluded.
func (l *line) run() (i, j int) {
	i, j = l.through, l.through+1
	for i > 0 && l.cells[i-1] == 'X' {
		i--
	}
	for j < l.n && l.cells[j] == 'X' {
		j++
	}
	return i, j
}

// isFive reports whether the row through the stone wins.
func (l *line) isFive() bool {
	i, j := l.run()
	closed := i > 0 && l.cells[i-1] == 'O' && j < l.n && l.cells[j] == 'O'
	switch l.kind {
	case fiveOrMore:
		return j-i >= 5
	case exactlyFive, exactlyFiveStraight:
		return j-i == 5
	case fiveNotClosed:
		return j-i == 5 && !closed
	case sixOrFiveNotClosed:
		return j-i >= 6 || j-i == 5 && !closed
	}
	panic("unreachable")
}

// completions returns the empty points where one more stone makes a five.
func (l *line) completions() []int {
	var points []int
	for i := range l.n {
		if l.cells[i] == '.' {
			if m := l.with(i, 'X'); m.isFive() {
				points = append(points, i)
			}
		}
	}
	return points
}

// isOpenFour reports whether a five can still be completed whatever single
// stone the opponent adds. For Black in Renju the points must complete the
// same four stones, too.
func (l *line) isOpenFour() bool {
	points := l.completions()
	if len(points) == 0 {
		return false
	}
	for i := range l.n {
		if l.cells[i] == '.' {
			if m := l.with(i, 'O'); len(m.completions()) == 0 {
				return false
			}
		}
	}
	if l.kind == exactlyFiveStraight {
		for _, q := range points {
			if l.fourCompletedBy(q) != l.fourCompletedBy(points[0]) {
				return false
			}
		}
	}
	return true
}

// fourCompletedBy returns the four stones that a stone at q makes five.
func (l *line) fourCompletedBy(q int) (four [4]int) {
	m := l.with(q, 'X')
	i, j := m.run()
	n := 0
	for ; i < j; i++ {
		if i != q {
			four[n] = i
			n++
		}
	}
	return four
}

// missing returns the least number of empty points in five points in a row
// that hold the stone and none of the opponent's; 5 if there are no such
// points. No rule wins with fewer than so many more stones.
func (l *line) missing() int {
	least := 5
	for first := max(0, l.through-4); first <= l.through && first+5 <= l.n; first++ {
		n := 0
		for i := first; i < first+5; i++ {
			switch l.cells[i] {
			case '.':
				n++
			case 'O':
				n = 5
			}
		}
		least = min(least, n)
	}
	return least
}

// A Memo remembers shapes of lines that have been looked at, which is all that
// makes this package fit for thousands of positions. It is for one goroutine
// at a time.
type Memo struct {
	shapes map[memoKey]Shape
	reach  int // how far from the stone a line is looked at
}

type memoKey struct {
	line line
	more int
}

// memoLimit bounds the memory of a memo to about 100 MB.
const memoLimit = 1 << 20

// NewMemo returns an empty memo.
func NewMemo() *Memo { return &Memo{shapes: map[memoKey]Shape{}, reach: 5} }

// shape returns the shape of the line as far as it shows when no more than the
// given number of stones is added: 0 finds fives, 1 fours, 2 threes, 3 twos.
func (m *Memo) shape(l line, more int) Shape {
	if l.missing() > more {
		return NoShape
	}
	key := memoKey{l, more}
	s, ok := m.shapes[key]
	if !ok {
		if len(m.shapes) >= memoLimit {
			clear(m.shapes)
		}
		s = m.look(l, more)
		m.shapes[key] = s
	}
	return s
}

func (m *Memo) look(l line, more int) Shape {
	if l.isFive() {
		return Five
	}
	if more == 0 {
		return NoShape
	}
	var next [NumShapes]bool // what one more stone can make
	for i := range l.n {
		if l.cells[i] == '.' {
			next[m.shape(l.with(i, 'X'), more-1)] = true
		}
	}
	switch {
	case next[Five] && l.isOpenFour():
		return OpenFour
	case next[Five]:
		return Four
	case next[OpenFour]:
		return OpenThree
	case next[Four]:
		return Three
	case next[OpenThree]:
		return OpenTwo
	case next[Three]:
		return Two
	}
	return NoShape
}
