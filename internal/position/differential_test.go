package position_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/reference"
)

// The tests in this file hold the position against internal/reference, which
// looks at a grid of stones and nothing else. A normal run takes 500 seeds a
// rule, each compared after the set-up and after a walk of moves, passes and
// undos; with GOMOKU_LONG=1 in the environment it is 40,000 seeds a rule, and
// takes some minutes.

func seeds() int {
	switch {
	case os.Getenv("GOMOKU_LONG") != "":
		return 40_000
	case testing.Short():
		return 100
	}
	return 500
}

var colors = [2]pattern.Color{pattern.Black, pattern.White}

func cellOf(p reference.Point) position.Cell { return position.CellAt(p.X, p.Y) }

func slowColor(c pattern.Color) reference.Color {
	if c == pattern.Black {
		return reference.Black
	}
	return reference.White
}

func fastColor(c reference.Color) pattern.Color {
	if c == reference.Black {
		return pattern.Black
	}
	return pattern.White
}

func tablesOf(b *reference.Board) *position.Tables {
	return position.StandardTables(b.Size(), pattern.Rule(b.Rule()))
}

// setUp returns the fast position with b's stones, all of them set up.
func setUp(b *reference.Board, side pattern.Color) *position.Position {
	p := position.New(tablesOf(b))
	p.SetSide(side)
	for _, q := range b.Points() {
		if c := b.At(q); c != reference.Empty {
			p.Put(cellOf(q), fastColor(c))
		}
	}
	return p
}

// setUpAndPlay returns the same position, but puts the stones in any order and
// plays some of them.
func setUpAndPlay(r *rand.Rand, b *reference.Board, side pattern.Color) *position.Position {
	var stones []reference.Point
	for _, q := range b.Points() {
		if b.At(q) != reference.Empty {
			stones = append(stones, q)
		}
	}
	r.Shuffle(len(stones), func(i, j int) { stones[i], stones[j] = stones[j], stones[i] })
	p := position.New(tablesOf(b))
	p.SetSide(colors[r.IntN(2)])
	put := r.IntN(len(stones) + 1)
	for i, q := range stones {
		c := fastColor(b.At(q))
		if i < put {
			p.Put(cellOf(q), c)
			continue
		}
		if p.Side() != c {
			p.Pass()
		}
		p.Play(cellOf(q))
	}
	if p.Side() != side {
		p.Pass()
	}
	return p
}

// disagreement returns the first thing that p and b differ in, "" if there is
// none.
func disagreement(p *position.Position, b *reference.Board, side pattern.Color) string {
	if p.Size() != b.Size() || reference.Rule(p.Rule()) != b.Rule() || p.Side() != side {
		return fmt.Sprintf("size %d, rule %v, side %v; want %d, %v, %v", p.Size(), p.Rule(), p.Side(), b.Size(), b.Rule(), side)
	}
	stones := 0
	for y := -1; y <= b.Size(); y++ {
		for x := -1; x <= b.Size(); x++ {
			q := reference.Point{X: x, Y: y}
			if x < 0 || y < 0 || x > 31 || y > 31 {
				continue // no cell has such a number
			}
			c := cellOf(q)
			if got := p.OnBoard(c); got != b.Inside(q) {
				return fmt.Sprintf("OnBoard(%v) = %v", q, got)
			}
			if got, want := p.Empty(c), b.Inside(q) && b.At(q) == reference.Empty; got != want {
				return fmt.Sprintf("Empty(%v) = %v, want %v", q, got, want)
			}
			if !b.Inside(q) {
				continue
			}
			color, ok := p.Stone(c)
			if ok != (b.At(q) != reference.Empty) || ok && slowColor(color) != b.At(q) {
				return fmt.Sprintf("Stone(%v) = %v, %v, want %v", q, color, ok, b.At(q))
			}
			if ok {
				stones++
				if s := fiveDisagreement(p, b, q); s != "" {
					return s
				}
			}
		}
	}
	if p.Stones() != stones {
		return fmt.Sprintf("Stones() = %d, want %d", p.Stones(), stones)
	}

	for _, color := range colors {
		var counts [reference.NumShapes]int
		for _, q := range b.Points() {
			if b.At(q) != reference.Empty {
				continue
			}
			c := cellOf(q)
			if got, want := p.Wins(color, c), b.Wins(slowColor(color), q); got != want {
				return fmt.Sprintf("Wins(%v, %v) = %v, want %v", slowColor(color), q, got, want)
			}
			want := b.Shapes(slowColor(color), q)
			var got [4]reference.Shape
			for d, s := range p.Shapes(color, c) {
				got[d] = reference.Shape(s)
			}
			if got != want {
				return fmt.Sprintf("Shapes(%v, %v) = %v, want %v", slowColor(color), q, got, want)
			}
			counts[max(want[0], want[1], want[2], want[3])]++
		}
		lines := b.Lines(slowColor(color))
		for s := range counts {
			if got := p.ShapeCount(color, pattern.Shape(s)); got != counts[s] {
				return fmt.Sprintf("ShapeCount(%v, %v) = %d, want %d", slowColor(color), reference.Shape(s), got, counts[s])
			}
			if s == int(reference.NoShape) {
				continue // no line stands for that
			}
			if got := p.Lines(color, pattern.Shape(s)); got != lines[s] {
				return fmt.Sprintf("Lines(%v, %v) = %d, want %d", slowColor(color), reference.Shape(s), got, lines[s])
			}
		}
	}
	for _, q := range b.Points() {
		if b.At(q) != reference.Empty {
			continue
		}
		if got, want := reference.Foul(p.Foul(cellOf(q))), b.Foul(q); got != want {
			return fmt.Sprintf("Foul(%v) = %v, want %v", q, got, want)
		}
	}
	return ""
}

// fiveDisagreement compares FiveThrough for the stone on q.
func fiveDisagreement(p *position.Position, b *reference.Board, q reference.Point) string {
	first, step, n := p.FiveThrough(cellOf(q))
	var got []reference.Point
	for i := range n {
		x, y := ((first + position.Cell(i)*step) % position.None).XY()
		got = append(got, reference.Point{X: x, Y: y})
	}
	rows := b.WinningRows(q)
	if n == 0 && len(rows) == 0 {
		return ""
	}
	for _, row := range rows {
		if fmt.Sprint(row) == fmt.Sprint(got) {
			return ""
		}
	}
	return fmt.Sprintf("FiveThrough(%v) is %v, want one of %v", q, got, rows)
}

// staleness returns the first thing in which p, which has been moved about,
// differs from fresh, the same position just set up. It sees what the search
// reads and the reference does not know.
func staleness(p, fresh *position.Position, b *reference.Board) string {
	if p.Hash() != fresh.Hash() {
		return fmt.Sprintf("Hash() = %#x, set up %#x", p.Hash(), fresh.Hash())
	}
	candidates, wantCandidates := p.Candidates(), fresh.Candidates()
	empty, wantEmpty := p.EmptyCells(), fresh.EmptyCells()
	for _, q := range b.Points() {
		c := cellOf(q)
		if got, want := candidates.Has(c), wantCandidates.Has(c); got != want {
			return fmt.Sprintf("Candidates has %v: %v, set up %v", q, got, want)
		}
		if got, want := empty.Has(c), wantEmpty.Has(c); got != want {
			return fmt.Sprintf("EmptyCells has %v: %v, set up %v", q, got, want)
		}
	}
	if candidates != wantCandidates || empty != wantEmpty {
		return "Candidates or EmptyCells differ outside the board"
	}
	if got, want := p.FoulSuspects(), fresh.FoulSuspects(); got != want {
		return fmt.Sprintf("FoulSuspects() = %d, set up %d", got, want)
	}
	for _, color := range colors {
		type count struct{ fives, fours, winFours, fourThrees, openThrees, doubleThrees int }
		read := func(p *position.Position) count {
			return count{p.Fives(color), p.Fours(color), p.WinFours(color), p.FourThrees(color), p.OpenThrees(color), p.DoubleThrees(color)}
		}
		if got, want := read(p), read(fresh); got != want {
			return fmt.Sprintf("%v counts %+v, set up %+v", slowColor(color), got, want)
		}
		for _, q := range b.Points() {
			if c := cellOf(q); p.Empty(c) {
				if got, want := p.Lines4(color, c), fresh.Lines4(color, c); got != want {
					return fmt.Sprintf("Lines4(%v, %v) = %#x, set up %#x", slowColor(color), q, got, want)
				}
				if got, want := p.Info(color, c), fresh.Info(color, c); got != want {
					return fmt.Sprintf("Info(%v, %v) = %#x, set up %#x", slowColor(color), q, got, want)
				}
			}
		}
	}
	return ""
}

// minimize takes stones off b for as long as its set-up position still
// disagrees with it, and returns the last disagreement; "" if there was none.
func minimize(b *reference.Board, side pattern.Color) string {
	text := disagreement(setUp(b, side), b, side)
	for again := text != ""; again; {
		again = false
		for _, q := range b.Points() {
			c := b.At(q)
			if c == reference.Empty {
				continue
			}
			b.Set(q, reference.Empty)
			if s := disagreement(setUp(b, side), b, side); s != "" {
				text, again = s, true
			} else {
				b.Set(q, c)
			}
		}
	}
	return text
}

// A walk moves a position and a board in step.
type walk struct {
	fast  *position.Position
	slow  *reference.Board
	side  pattern.Color
	moves []position.Cell // that can be taken back, None for a pass
	log   strings.Builder
}

func (w *walk) play(q reference.Point) {
	fmt.Fprintf(&w.log, " %v", q)
	w.fast.Play(cellOf(q))
	w.slow.Set(q, slowColor(w.side))
	w.moves, w.side = append(w.moves, cellOf(q)), w.side.Opponent()
}

func (w *walk) pass() {
	w.log.WriteString(" pass")
	w.fast.Pass()
	w.moves, w.side = append(w.moves, position.None), w.side.Opponent()
}

// undo returns what is wrong with the move taken back, if anything.
func (w *walk) undo() string {
	w.log.WriteString(" undo")
	last := len(w.moves) - 1
	want := w.moves[last]
	w.moves, w.side = w.moves[:last], w.side.Opponent()
	if want != position.None {
		x, y := want.XY()
		w.slow.Set(reference.Point{X: x, Y: y}, reference.Empty)
	}
	if got := w.fast.Undo(); got != want {
		return fmt.Sprintf("Undo() = %d, want %d", got, want)
	}
	return ""
}

// check compares everything, and returns what is wrong.
func (w *walk) check() string {
	if got := w.fast.Len(); got != len(w.moves) {
		return fmt.Sprintf("Len() = %d, want %d", got, len(w.moves))
	}
	last := position.None
	for i, want := range w.moves {
		if got := w.fast.Move(i); got != want {
			return fmt.Sprintf("Move(%d) = %d, want %d", i, got, want)
		}
		last = want
	}
	if got := w.fast.LastMove(); got != last {
		return fmt.Sprintf("LastMove() = %d, want %d", got, last)
	}
	if s := disagreement(w.fast, w.slow, w.side); s != "" {
		return s
	}
	return staleness(w.fast, setUp(w.slow, w.side), w.slow)
}

func TestDifferential(t *testing.T) {
	t.Parallel()
	for _, rule := range reference.Rules {
		t.Run(rule.String(), func(t *testing.T) {
			t.Parallel()
			memo := reference.NewMemo()
			for seed := range seeds() {
				r := rand.New(rand.NewPCG(uint64(seed), uint64(rule)))
				b := reference.Random(r, 5+r.IntN(18), rule, memo)
				checkSeed(t, r, b, seed)
				if t.Failed() {
					return
				}
			}
		})
	}
}

// checkSeed compares b with a position of the same stones, then again after a
// walk from there, and once more when the walk has been taken back.
func checkSeed(t *testing.T, r *rand.Rand, b *reference.Board, seed int) {
	t.Helper()
	side := colors[r.IntN(2)]
	fast := setUpAndPlay(r, b, side)
	if s := disagreement(fast, b, side); s != "" {
		if small := minimize(b, side); small != "" {
			s = small
		} else {
			s += " (right when set up)"
		}
		t.Fatalf("seed %d: %s\n%v", seed, s, b)
	}
	fresh := setUp(b, side)
	if s := staleness(fast, fresh, b); s != "" {
		t.Fatalf("seed %d: %s\n%v", seed, s, b)
	}

	// Walk from the set-up position, so that all of it can be taken back.
	before := fresh.Clone()
	w := &walk{fast: fresh, slow: b, side: side}
	for range r.IntN(2 * b.Size()) {
		switch x := r.IntN(10); {
		case x == 0:
			w.pass()
		case x < 4 && len(w.moves) > 0:
			if s := w.undo(); s != "" {
				t.Fatalf("seed %d: after%s: %s\n%v", seed, w.log.String(), s, b)
			}
		default:
			q := reference.Point{X: r.IntN(b.Size()), Y: r.IntN(b.Size())}
			if b.At(q) != reference.Empty {
				continue
			}
			after := w.fast.HashAfter(cellOf(q))
			w.play(q)
			if got := w.fast.Hash(); got != after {
				t.Fatalf("seed %d: after%s: Hash() = %#x, HashAfter said %#x\n%v", seed, w.log.String(), got, after, b)
			}
		}
	}
	if s := w.check(); s != "" {
		t.Fatalf("seed %d: after%s: %s\n%v", seed, w.log.String(), s, b)
	}
	for len(w.moves) > 0 {
		if s := w.undo(); s != "" {
			t.Fatalf("seed %d: after%s: %s\n%v", seed, w.log.String(), s, b)
		}
	}
	if s := staleness(w.fast, before, b); s != "" {
		t.Fatalf("seed %d: after%s: %s\n%v", seed, w.log.String(), s, b)
	}
	for _, color := range colors {
		for s := range pattern.NumShapes {
			if got, want := w.fast.ShapeCount(color, s), before.ShapeCount(color, s); got != want {
				t.Fatalf("seed %d: after%s: ShapeCount(%v, %v) = %d, want %d\n%v", seed, w.log.String(), color, s, got, want, b)
			}
		}
	}
}

// TestCandidates compares the candidates with the empty points within the
// default radius of a stone.
func TestCandidates(t *testing.T) {
	t.Parallel()
	memo := reference.NewMemo()
	for seed := range 500 {
		r := rand.New(rand.NewPCG(uint64(seed), 77))
		b := reference.Random(r, 5+r.IntN(18), reference.Freestyle, memo)
		p := setUpAndPlay(r, b, pattern.Black)
		if p.Stones() == 0 {
			continue // which point an empty board offers is no matter of distance
		}
		got := p.Candidates()
		for _, q := range b.Points() {
			want := false
			for y := -position.DefaultRadius; y <= position.DefaultRadius; y++ {
				for x := -position.DefaultRadius; x <= position.DefaultRadius; x++ {
					want = want || b.At(reference.Point{X: q.X + x, Y: q.Y + y}) != reference.Empty
				}
			}
			want = want && b.At(q) == reference.Empty
			if got.Has(cellOf(q)) != want {
				t.Fatalf("seed %d: %v is a candidate: %v, want %v\n%v", seed, q, !want, want, b)
			}
		}
	}
}

// TestHashTellsApart checks that no two of the positions met have one hash:
// stones, side, size and rule all count.
func TestHashTellsApart(t *testing.T) {
	t.Parallel()
	memo := reference.NewMemo()
	seen := map[uint64]string{}
	for seed := range 50 {
		for _, rule := range reference.Rules {
			// The same stones for every rule, and on the next larger board.
			r := rand.New(rand.NewPCG(uint64(seed), 0))
			b := reference.Random(r, 5+r.IntN(17), rule, memo)
			larger := reference.New(b.Size()+1, rule, memo)
			for _, q := range b.Points() {
				larger.Set(q, b.At(q))
			}
			for _, b := range []*reference.Board{b, larger} {
				for _, side := range colors {
					name := fmt.Sprint(b, side)
					p := setUp(b, side)
					h := p.Hash()
					if other, ok := seen[h]; ok && other != name {
						t.Fatalf("%#x is the hash of\n%s\nand of\n%s", h, name, other)
					}
					seen[h] = name
					p.Pass()
					if q := setUp(b, side.Opponent()); p.Hash() != q.Hash() || p.Hash() == h {
						t.Fatalf("Hash() = %#x after a pass, %#x with the other side to move, %#x before\n%v", p.Hash(), q.Hash(), h, b)
					}
					p.Pass()
					if p.Hash() != h {
						t.Fatalf("Hash() = %#x after two passes, %#x before\n%v", p.Hash(), h, b)
					}
				}
				// One stone less, and one of the other color.
				for _, q := range b.Points() {
					c := b.At(q)
					if c == reference.Empty || r.IntN(8) > 0 {
						continue
					}
					for _, instead := range []reference.Color{reference.Empty, c.Opponent()} {
						b.Set(q, instead)
						name := fmt.Sprint(b, pattern.Black)
						h := setUp(b, pattern.Black).Hash()
						if other, ok := seen[h]; ok && other != name {
							t.Fatalf("%#x is the hash of\n%s\nand of\n%s", h, name, other)
						}
						seen[h] = name
					}
					b.Set(q, c)
				}
			}
		}
	}
}

// TestCopies checks that a copy is equal and leads its own life.
func TestCopies(t *testing.T) {
	t.Parallel()
	memo := reference.NewMemo()
	used := position.New(position.StandardTables(5, pattern.Freestyle))
	for seed := range 150 {
		r := rand.New(rand.NewPCG(uint64(seed), 99))
		b := reference.Random(r, 5+r.IntN(18), reference.Rules[seed%5], memo)
		w := &walk{fast: setUp(b, pattern.Black), slow: b, side: pattern.Black}
		for range 6 {
			if q := (reference.Point{X: r.IntN(b.Size()), Y: r.IntN(b.Size())}); b.At(q) == reference.Empty {
				w.play(q)
			} else {
				w.pass()
			}
		}
		original := w.fast
		used.CopyFrom(original)
		for _, c := range []*position.Position{original.Clone(), used} {
			w.fast = c
			if s := w.check(); s != "" {
				t.Fatalf("seed %d: copy: %s\n%v", seed, s, b)
			}
			for c.Len() > 0 {
				c.Undo()
			}
			w.fast = original
			if s := w.check(); s != "" {
				t.Fatalf("seed %d: after the copy was taken back: %s\n%v", seed, s, b)
			}
		}
		restarted := position.New(position.StandardTables(5, pattern.Freestyle))
		restarted.Restart(original, original.Tables())
		if s := disagreement(restarted, b, w.side); s != "" || restarted.Len() != 0 {
			t.Fatalf("seed %d: restarted: Len() = %d, %s\n%v", seed, restarted.Len(), s, b)
		}
		if s := staleness(restarted, original, b); s != "" {
			t.Fatalf("seed %d: restarted: %s\n%v", seed, s, b)
		}
	}
}

// TestLongGames fills boards to the last point, with more passes than points
// between, and takes everything back.
func TestLongGames(t *testing.T) {
	t.Parallel()
	memo := reference.NewMemo()
	for _, size := range []int{5, 15, 22} {
		for _, rule := range reference.Rules {
			r := rand.New(rand.NewPCG(uint64(size), uint64(rule)))
			b := reference.New(size, rule, memo)
			w := &walk{fast: setUp(b, pattern.White), slow: b, side: pattern.White}
			points := b.Points()
			r.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
			for i, q := range points {
				for range r.IntN(4) {
					w.pass()
				}
				w.play(q)
				if i == len(points)/2 || i == len(points)-1 {
					if s := w.check(); s != "" {
						t.Fatalf("%d stones: %s\n%v", i+1, s, b)
					}
				}
			}
			for len(w.moves) > 0 {
				if s := w.undo(); s != "" {
					t.Fatalf("%d moves left: %s\n%v", len(w.moves), s, b)
				}
			}
			if s := w.check(); s != "" {
				t.Fatalf("taken back: %s\n%v", s, b)
			}
		}
	}
}

// FuzzPlayUndo reads a rule, a size, a number of set-up stones, and then moves
// of two bytes each (column and row), of which a first byte from 0xc0 on is a
// pass and from 0xd0 on an undo instead. What can't be done is left out.
func FuzzPlayUndo(f *testing.F) {
	f.Add([]byte{0, 10, 0, 7, 7, 8, 8, 0xc0, 7, 8, 0xd0, 0xd0, 0xd0, 6, 6})
	f.Add([]byte{2, 10, 8, 6, 7, 0, 0, 8, 7, 0, 1, 7, 6, 0, 2, 7, 8, 0, 3, 7, 7, 5, 5, 0xd0, 0xd0, 7, 7})
	f.Add([]byte{4, 0, 0, 0, 0, 1, 0, 0, 1, 1, 1, 0, 2, 1, 2, 0, 3, 1, 3, 0, 4, 1, 4, 2, 2, 0xd0, 0xd0, 0xc0, 2, 2})
	f.Add([]byte{1, 17, 3, 21, 21, 0, 21, 21, 0, 20, 20, 0xc1, 19, 19, 0xff, 0xff, 0xff, 0xff})
	f.Add([]byte{3, 6, 40, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 0xe0, 9, 9, 8, 8, 7, 7, 6, 6, 5, 5})
	memo := reference.NewMemo()
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 3 {
			return
		}
		rule, size, stones := reference.Rules[int(data[0])%len(reference.Rules)], 5+int(data[1])%18, int(data[2])
		data = data[3:]
		next := func() (reference.Point, bool) {
			if len(data) < 2 {
				return reference.Point{}, false
			}
			q := reference.Point{X: int(data[0]) % size, Y: int(data[1]) % size}
			data = data[2:]
			return q, true
		}
		b := reference.New(size, rule, memo)
		c := reference.Black
		for range stones {
			q, ok := next()
			if !ok {
				break
			}
			if b.At(q) == reference.Empty {
				b.Set(q, c)
				c = c.Opponent()
			}
		}
		w := &walk{fast: setUp(b, pattern.Black), slow: b, side: pattern.Black}
		hashes := []uint64{w.fast.Hash()} // by the number of moves
		for len(data) > 0 {
			switch {
			case data[0] >= 0xd0:
				data = data[1:]
				if len(w.moves) == 0 {
					continue
				}
				if s := w.undo(); s != "" {
					t.Fatalf("after%s: %s\n%v", w.log.String(), s, b)
				}
				hashes = hashes[:len(hashes)-1]
				if got, want := w.fast.Hash(), hashes[len(hashes)-1]; got != want {
					t.Fatalf("after%s: Hash() = %#x, want %#x\n%v", w.log.String(), got, want, b)
				}
			case data[0] >= 0xc0:
				data = data[1:]
				w.pass()
				hashes = append(hashes, w.fast.Hash())
			default:
				q, ok := next()
				if !ok {
					data = nil
				} else if b.At(q) == reference.Empty {
					w.play(q)
					hashes = append(hashes, w.fast.Hash())
				}
			}
		}
		if s := w.check(); s != "" {
			t.Fatalf("after%s: %s\n%v", w.log.String(), s, b)
		}
		for len(w.moves) > 0 {
			if s := w.undo(); s != "" {
				t.Fatalf("after%s: %s\n%v", w.log.String(), s, b)
			}
		}
		if s := w.check(); s != "" {
			t.Fatalf("after%s: %s\n%v", w.log.String(), s, b)
		}
	})
}
