package opening

import (
	"cmp"
	"slices"

	"github.com/gomoku-go/gomoku"
)

type stone struct {
	x, y  int
	color gomoku.Color
}

// stonesOf lists the stones of a board.
func stonesOf(b *gomoku.Board) []stone {
	var all []stone
	for y := range b.Size() {
		for x := range b.Size() {
			if c := b.At(gomoku.At(x, y)); c != gomoku.Empty {
				all = append(all, stone{x, y, c})
			}
		}
	}
	return all
}

func compareStones(a, b stone) int {
	return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x), cmp.Compare(a.color, b.color))
}

// shapeOf returns the shape that the stones make, the same wherever it lies and whichever way it is turned or mirrored.
func shapeOf(stones []stone) []stone {
	var least []stone
	for t := range gomoku.Symmetries {
		image := slices.Clone(stones)
		left, bottom := gomoku.MaxSize, gomoku.MaxSize
		for i, s := range image {
			s.x, s.y = t.Point(gomoku.At(s.x, s.y), gomoku.MaxSize).XY() // any board that has room will do
			left, bottom = min(left, s.x), min(bottom, s.y)
			image[i] = s
		}
		for i := range image {
			image[i].x -= left
			image[i].y -= bottom
		}
		slices.SortFunc(image, compareStones)
		if least == nil || slices.CompareFunc(image, least, compareStones) < 0 {
			least = image
		}
	}
	return least
}

// with returns the shape that b's stones make with one more of the side to move.
func with(b *gomoku.Board, p gomoku.Point) []stone {
	x, y := p.XY()
	return shapeOf(append(stonesOf(b), stone{x, y, b.Turn()}))
}

// twin returns which of the points makes the same shape as p: NoPoint if none does. That is what the rules call equal fifth
// moves. The edges of the board do not count: what matters is how the stones lie to one another.
func twin(b *gomoku.Board, p gomoku.Point, points []gomoku.Point) gomoku.Point {
	shape := with(b, p)
	for _, q := range points {
		if q == p || slices.Equal(with(b, q), shape) {
			return q
		}
	}
	return gomoku.NoPoint
}
