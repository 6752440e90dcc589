package gomoku

import "github.com/gomoku-go/gomoku/internal/position"

// A Symmetry is one of the eight ways to turn or mirror a square board. For the rules, a position and its images are the same.
//
// The zero value is Identity, which changes nothing. To go through all of them:
//
//	for s := range gomoku.Symmetries {
//		image := s.Board(b)
//		...
//	}
type Symmetry uint8

// The symmetries. Turns are counterclockwise. In the numbers, bit 0 mirrors left to right, bit 1 upside down, and bit 2 last along
// the rising diagonal.
const (
	Identity         Symmetry = iota // leaves everything where it is
	FlipHorizontal                   // left and right change places
	FlipVertical                     // top and bottom change places
	Rotate180                        // half a turn
	FlipDiagonal                     // mirrored along the rising diagonal: columns become rows
	Rotate270                        // three quarters of a turn
	Rotate90                         // a quarter of a turn
	FlipAntidiagonal                 // mirrored along the falling diagonal

	Symmetries // how many there are
)

var symmetryNames = []string{
	"identity", "flip horizontal", "flip vertical", "rotate 180", "flip diagonal", "rotate 270", "rotate 90", "flip antidiagonal",
}

// String returns the symmetry's name in lower case: identity, rotate 90, rotate 180, rotate 270, flip horizontal, flip vertical,
// flip diagonal or flip antidiagonal.
func (s Symmetry) String() string { return nameOf("Symmetry", symmetryNames, uint8(s)) }

// MarshalText returns the symmetry's name, or an error if s is none of the symmetries.
func (s Symmetry) MarshalText() ([]byte, error) {
	return marshalName("Symmetry", symmetryNames, uint8(s))
}

// UnmarshalText sets s to the symmetry of that name.
func (s *Symmetry) UnmarshalText(text []byte) error {
	return unmarshalName(s, "symmetry", symmetryNames, text)
}

// Point returns where s takes p on a board of the given size. A pass, NoPoint, stays NoPoint. So does a point that the board does not
// have, and any point if s is not one of the symmetries.
func (s Symmetry) Point(p Point, size int) Point {
	if !p.on(min(size, MaxSize)) || s >= Symmetries {
		return NoPoint
	}
	x, y := p.XY()
	if s&1 != 0 {
		x = size - 1 - x
	}
	if s&2 != 0 {
		y = size - 1 - y
	}
	if s&4 != 0 {
		x, y = y, x
	}
	return At(x, y)
}

// Points returns where s takes each of the points, as [Symmetry.Point] does, in a new slice.
func (s Symmetry) Points(points []Point, size int) []Point {
	images := make([]Point, len(points))
	for i, p := range points {
		images[i] = s.Point(p, size)
	}
	return images
}

// Board returns the image of the game on b: the stones that were set up and all moves, so Undo works as on b. If b is nil, so is the
// result. If b is the zero Board, or s is not one of the symmetries, the result is the zero Board.
func (s Symmetry) Board(b *Board) *Board {
	switch {
	case b == nil:
		return nil
	case b.size == 0 || s >= Symmetries:
		return new(Board)
	case s == Identity:
		return b.Clone()
	}
	black, white, first := b.start()
	image, err := NewPosition(b.size, b.rule, s.Points(black, b.size), s.Points(white, b.size), first)
	if err != nil {
		panic("gomoku: unreachable: the image of a position is none: " + err.Error())
	}
	for _, p := range b.Moves() {
		switch {
		case p == NoPoint:
			err = image.Pass()
		default:
			err = image.PlayUnclaimed(s.Point(p, b.size)) // which is Play where no foul is
		}
		if err != nil {
			panic("gomoku: unreachable: the image of a legal move is illegal: " + err.Error())
		}
	}
	return image
}

// Inverse returns the symmetry that undoes s.
func (s Symmetry) Inverse() Symmetry {
	switch s {
	case Rotate90:
		return Rotate270
	case Rotate270:
		return Rotate90
	}
	return s
}

// Then returns the symmetry that does first what s does and then what t does.
func (s Symmetry) Then(t Symmetry) Symmetry {
	if s >= Symmetries || t >= Symmetries {
		return max(s, t) // none of the symmetries
	}
	if s&4 != 0 { // t's mirrors come after the diagonal of s: before it they are each other
		t = t&4 | t&1<<1 | t&2>>1
	}
	return s ^ t
}

// Symmetries returns the symmetries that leave the stones on b as they are: always Identity, and all eight on an empty board. The moves
// that led to the position do not matter. For the zero Board there are none.
func (b *Board) Symmetries() []Symmetry {
	var list []Symmetry
	for s := range Symmetries {
		if b.size != 0 && b.isImage(s) {
			list = append(list, s)
		}
	}
	return list
}

// isImage reports whether s leaves the stones where they are.
func (b *Board) isImage(s Symmetry) bool {
	for y := range b.size {
		for x := range b.size {
			if p := At(x, y); b.At(p) != b.At(s.Point(p, b.size)) {
				return false
			}
		}
	}
	return true
}

// CanonicalHash returns the least [Board.Hash] of the eight images of the position, which is the same for all of them. Use it to find
// out whether a position has been seen before, however it was turned or mirrored.
func (b *Board) CanonicalHash() uint64 {
	least := b.Hash()
	for s := range Symmetries {
		if b.size != 0 {
			least = min(least, b.pos.HashOfImage(func(c position.Cell) position.Cell { return s.Point(pointOf(c), b.size).cell() }))
		}
	}
	return least
}
