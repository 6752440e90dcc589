package position

import (
	"math/rand/v2"
	"sync"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
)

// A Sum is the total of one color over the empty points: counters and an evaluation, packed so that a changed point costs
// two additions. Every field is at most 484 times what one point gives, so none overflows into the next.
//
//	value   28 bits evaluation | 9 bits each: ClassWinFour, ClassFourThree, ClassDoubleThree, ClassFoul
//	shapes  9 bits each: points whose best shape is Two, OpenTwo, Three, OpenThree, Four, OpenFour, Five
//
// Sixteen bytes instead of eight cost a tenth of the speed of Play, and spare every reader a scan.
type Sum struct{ value, shapes uint64 }

const (
	countBits   = 9
	countMask   = 1<<countBits - 1
	valueBits   = 28
	valueMask   = 1<<valueBits - 1
	pointOffset = eval.MaxPoint + 1 // keeps entries positive, or a difference would borrow from the counters
)

// The classes with a counter of their own.
const (
	winFourShift     = valueBits
	fourThreeShift   = valueBits + countBits
	doubleThreeShift = valueBits + 2*countBits
	foulShift        = valueBits + 3*countBits
)

func shapeShift(s pattern.Shape) uint { return (uint(s) - 1) * countBits }

// Info is what a search asks of a point before it moves there: its class and its worth as a move, in one word.
//
//	class 4 bits | attack 14 bits | defend 14 bits
type Info uint32

// Class returns the class of the point.
func (i Info) Class() pattern.Class { return pattern.Class(i & 15) }

// Attack returns how much the move is worth trying for what it makes.
func (i Info) Attack() int { return int(i >> 4 & (1<<14 - 1)) }

// Defend returns how much taking the point from its owner is worth.
func (i Info) Defend() int { return int(i >> 18) }

// A side is what depends on color and weights, by the four patterns of a point: 1.75 MB, of which games use about a fifth.
// Indexing by the code of the patterns, which ignores their order, would make this small, but adds a look-up to every change:
// Play and Undo take a ninth longer, and a search is no faster although more fits into the caches.
type side struct {
	entry [1 << 16]Sum
	info  [1 << 16]Info

	// The factors of a policy: of what a move of the color makes, and of what a move of the opponent takes from the color.
	attackFactors, defenseFactors [1 << 16][eval.PolicyRank]int8
}

// Tables are what positions of one size, rule, radius and set of weights share. They are never changed once made.
type Tables struct {
	size    int
	rule    pattern.Rule
	radius  int
	weights *eval.Weights
	half    uint   // bits of half a window: 8 or 10
	low     uint64 // mask of the lower half of a key
	empties uint64 // in a rotated line, the low bits of the cells that see the move
	root    uint64 // hash of the empty board: size and rule
	lines   *[1 << (4 * maxHalf)]uint8
	sides   [2]*side
	net     *net // nil: none
	board   Set
	start   [numCells]uint32 // the cells of the empty board

	// Of a policy, by mover, by whose last move it is, and by the difference of two cells.
	near         [2][2][numCells]int16
	neighborhood [numCells]Set // the candidates that a stone makes: all cells within the radius
	lineOf       [numCells][4]lineRef
}

// A lineRef says which line of a direction a cell lies on, and how far the line must be rotated to bring the cell to a fixed
// bit.
type lineRef struct{ index, rotation uint8 }

const maxHalf = 5

// keys are the hash keys of stones by color and cell; the last one of White distinguishes its turn.
var keys = func() (keys [2][numCells + 1]uint64) {
	r := rand.New(rand.NewPCG(0x676f6d6f6b75, 0x66697665))
	for color := range keys {
		for i := range keys[color] {
			keys[color][i] = r.Uint64()
		}
	}
	return keys
}()

// turnKey distinguishes White to move.
func turnKey() uint64 { return keys[1][None] }

// DefaultRadius is the distance from a stone within which moves are candidates, unless told otherwise.
const DefaultRadius = 2

var (
	standardTables = func() (once [MaxSize + 1][pattern.NumRules]func() *Tables) {
		for size := range once {
			for rule := range once[size] {
				once[size][rule] = sync.OnceValue(func() *Tables {
					return newTables(size, pattern.Rule(rule), DefaultRadius, eval.BuiltIn(pattern.Rule(rule)), standardSides[rule](), standardNet[rule]())
				})
			}
		}
		return once
	}()
	standardSides = func() (once [pattern.NumRules]func() [2]*side) {
		for rule := range once {
			once[rule] = sync.OnceValue(func() [2]*side {
				return newSides(pattern.Rule(rule), eval.BuiltIn(pattern.Rule(rule)))
			})
		}
		return once
	}()
	freestyleNet = sync.OnceValue(func() *net { return newNet(eval.BuiltIn(pattern.Freestyle).Net) })
	standardNet  = func() (once [pattern.NumRules]func() *net) {
		for rule := range once {
			once[rule] = sync.OnceValue(func() *net {
				if n := eval.BuiltIn(pattern.Rule(rule)).Net; n != eval.BuiltIn(pattern.Freestyle).Net {
					return newNet(n)
				}
				return freestyleNet()
			})
		}
		return once
	}()
)

// A net is an eval.Net made ready for use.
type net struct {
	rows [2]*eval.Rows
	head [2]*eval.PackedHead
}

func newNet(n *eval.Net) *net {
	if n == nil {
		return nil
	}
	p := new(net)
	for color := range p.rows {
		if color == 1 && n.Embed[1] == n.Embed[0] {
			p.rows[1] = p.rows[0]
		} else {
			p.rows[color] = n.Embed[color].Pack()
		}
		if color == 1 && n.Head[1] == n.Head[0] {
			p.head[1] = p.head[0]
		} else {
			p.head[color] = n.Head[color].Pack()
		}
	}
	return p
}

// StandardTables returns the tables with the built-in weights and the default radius, made at the first call (up to 20 ms)
// and shared by all callers. The size must be 5 to 22.
func StandardTables(size int, rule pattern.Rule) *Tables { return standardTables[size][rule]() }

// WithRadius returns tables like t whose candidates lie within the given distance.
func (t *Tables) WithRadius(radius int) *Tables {
	if radius == t.radius {
		return t
	}
	return newTables(t.size, t.rule, radius, t.weights, t.sides, t.net)
}

// WithWeights returns tables like t with other weights.
func (t *Tables) WithWeights(w *eval.Weights) *Tables {
	if w == t.weights {
		return t
	}
	return newTables(t.size, t.rule, t.radius, w, newSides(t.rule, w), newNet(w.Net))
}

// Weights returns the weights whose values the positions of t sum up.
func (t *Tables) Weights() *eval.Weights { return t.weights }

// Size returns the board size.
func (t *Tables) Size() int { return t.size }

// Rule returns the rule.
func (t *Tables) Rule() pattern.Rule { return t.rule }

// Radius returns how far from a stone candidates lie.
func (t *Tables) Radius() int { return t.radius }

// HasNet reports whether the weights have a net, so that Value and ValueWithoutNet may differ.
func (t *Tables) HasNet() bool { return t.net != nil }

func newTables(size int, rule pattern.Rule, radius int, w *eval.Weights, sides [2]*side, net *net) *Tables {
	lines := pattern.TableOf(rule)
	half := lines.Half
	t := &Tables{
		size: size, rule: rule, radius: radius, weights: w, sides: sides, net: net,
		half: uint(2 * half), low: 1<<(2*half) - 1, lines: &lines.Lines,
	}
	for i := -half; i <= half; i++ {
		t.empties |= 1 << (4*maxHalf + 2*i)
	}
	r := rand.New(rand.NewPCG(uint64(size), uint64(rule)))
	t.root = r.Uint64()
	for y := range size {
		for x := range size {
			c := CellAt(x, y)
			t.board.Add(c)
			for d, index := range [4]int{y, x, y - x + MaxSize - 1, x + y} {
				t.lineOf[c][d] = lineRef{uint8(index), uint8((2*along(d, x, y) - 2*maxHalf) & 63)}
			}
			for v := max(0, y-radius); v <= min(size-1, y+radius); v++ {
				for u := max(0, x-radius); u <= min(size-1, x+radius); u++ {
					t.neighborhood[c].Add(CellAt(u, v))
				}
			}
		}
	}
	if w.Policy != nil {
		for dy := -eval.MaxOffset; dy <= eval.MaxOffset; dy++ {
			for dx := -eval.MaxOffset; dx <= eval.MaxOffset; dx++ {
				for color := range t.near {
					for who := range t.near[color] {
						t.near[color][who][(dy<<rowShift+dx)&cellMask] = w.Policy.Near[color][who][eval.Offset(dx, dy)]
					}
				}
			}
		}
	}
	t.start = New(t).cells
	return t
}

// EmptyLines returns the four patterns that c has for a color on the empty board.
func (t *Tables) EmptyLines(color pattern.Color, c Cell) pattern.Lines {
	return pattern.Lines(t.start[c&cellMask] >> (16 * uint(color&1)))
}

// along returns which cell of its line of direction d a point is.
func along(d, x, y int) int {
	if d == 1 {
		return y
	}
	return x
}

func newSides(rule pattern.Rule, w *eval.Weights) (sides [2]*side) {
	sides[pattern.Black] = newSide(pattern.Black, rule == pattern.Renju, w)
	same := rule != pattern.Renju &&
		w.Point[0] == w.Point[1] && w.Attack[0] == w.Attack[1] && w.Defend[0] == w.Defend[1] &&
		(w.Policy == nil || w.Policy.Make[0] == w.Policy.Make[1] && w.Policy.Take[0] == w.Policy.Take[1])
	if same {
		sides[pattern.White] = sides[pattern.Black]
	} else {
		sides[pattern.White] = newSide(pattern.White, false, w)
	}
	return sides
}

// newSide tabulates what points give to a color, by their four patterns.
func newSide(color pattern.Color, fouls bool, w *eval.Weights) *side {
	s := new(side)
	for lines := range pattern.AllLines() {
		code, class := lines.Code(), lines.Class(fouls)
		e := &s.entry[lines]
		e.value = uint64(int64(w.Point[color][code]) + pointOffset)
		switch class {
		case pattern.ClassWinFour:
			e.value += 1 << winFourShift
		case pattern.ClassFourThree:
			e.value += 1 << fourThreeShift
		case pattern.ClassDoubleThree:
			e.value += 1 << doubleThreeShift
		case pattern.ClassFoul:
			e.value += 1 << foulShift
		}
		if shape := lines.Shape(); shape != pattern.NoShape {
			e.shapes = 1 << shapeShift(shape)
		}
		s.info[lines] = Info(class) | Info(w.Attack[color][code])<<4 | Info(w.Defend[color.Opponent()][code])<<18
		if w.Policy != nil {
			s.attackFactors[lines], s.defenseFactors[lines] = w.Policy.Make[color][code], w.Policy.Take[color.Opponent()][code]
		}
	}
	return s
}
