package reference

import "math/rand/v2"

// Random fills a new board with a position in which things happen: of five
// families, so that fives, overlines, fours, threes and their ends at edges
// and at the opponent's stones all occur often. The numbers of stones need not
// fit a game, and fives may stand.
func Random(r *rand.Rand, size int, rule Rule, memo *Memo) *Board {
	b := New(size, rule, memo)
	switch r.IntN(5) {
	case 0:
		b.fillEvenly(r)
	case 1:
		b.fillLikeGame(r)
	case 2:
		b.fillLines(r)
	case 3:
		b.fillBorder(r)
	case 4:
		b.fillStar(r)
	}
	return b
}

func (b *Board) fillEvenly(r *rand.Rand) {
	density, black := 0.05+0.9*r.Float64(), 0.2+0.6*r.Float64()
	for _, p := range b.Points() {
		if r.Float64() < density {
			b.Set(p, pick(r, black))
		}
	}
}

// fillLikeGame lets the colors take turns, each near a stone that is there.
func (b *Board) fillLikeGame(r *rand.Rand) {
	p := Point{b.size / 2, b.size / 2}
	stones := []Point{p}
	c := Black
	b.Set(p, c)
	for range r.IntN(b.size * b.size) {
		near := stones[r.IntN(len(stones))]
		p := Point{near.X + r.IntN(5) - 2, near.Y + r.IntN(5) - 2}
		if b.isEmpty(p) {
			c = c.Opponent()
			b.Set(p, c)
			stones = append(stones, p)
		}
	}
}

// fillLines lays most stones on a few lines, most of a line in one color.
func (b *Board) fillLines(r *rand.Rand) {
	for range 1 + r.IntN(6) {
		d := Directions[r.IntN(4)]
		p := Point{r.IntN(b.size), r.IntN(b.size)}
		for b.Inside(p.add(d, -1)) {
			p = p.add(d, -1)
		}
		c, own, other := pick(r, 0.6), 0.3+0.5*r.Float64(), 0.15*r.Float64()
		for ; b.Inside(p); p = p.add(d, 1) {
			switch x := r.Float64(); {
			case x < own:
				b.Set(p, c)
			case x < own+other:
				b.Set(p, c.Opponent())
			}
		}
	}
	for range r.IntN(b.size) {
		b.Set(Point{r.IntN(b.size), r.IntN(b.size)}, pick(r, 0.5))
	}
}

// fillBorder keeps to the three lines next to each edge.
func (b *Board) fillBorder(r *rand.Rand) {
	density, black := 0.1+0.7*r.Float64(), 0.2+0.7*r.Float64()
	for _, p := range b.Points() {
		if min(p.X, p.Y, b.size-1-p.X, b.size-1-p.Y) < 3 && r.Float64() < density {
			b.Set(p, pick(r, black))
		}
	}
}

// fillStar lays stones on the rays from a few points and leaves those empty:
// double fours, and double threes that depend on one another.
func (b *Board) fillStar(r *rand.Rand) {
	var centers []Point
	for range 1 + r.IntN(3) {
		center := Point{r.IntN(b.size), r.IntN(b.size)}
		centers = append(centers, center)
		c, own, other := pick(r, 0.8), 0.15+0.4*r.Float64(), 0.15*r.Float64()
		for _, d := range Directions {
			for n := -5; n <= 5; n++ {
				p := center.add(d, n)
				if !b.Inside(p) {
					continue
				}
				switch x := r.Float64(); {
				case x < own:
					b.Set(p, c)
				case x < own+other:
					b.Set(p, c.Opponent())
				}
			}
		}
	}
	for _, p := range centers {
		b.Set(p, Empty)
	}
}

func pick(r *rand.Rand, black float64) Color {
	if r.Float64() < black {
		return Black
	}
	return White
}
