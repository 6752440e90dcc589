package main

import (
	"iter"
	"slices"

	"github.com/gomoku-go/gomoku"
)

// points yields the points of a board.
func points(size int) iter.Seq[gomoku.Point] {
	return func(yield func(gomoku.Point) bool) {
		for y := range size {
			for x := range size {
				if !yield(gomoku.At(x, y)) {
					return
				}
			}
		}
	}
}

// center is the point that the search plays on an empty board.
func center(size int) gomoku.Point { return gomoku.At(size/2, size/2) }

// distance is how many steps of a king are between two points.
func distance(p, q gomoku.Point) int {
	x, y := p.XY()
	u, v := q.XY()
	return max(x-u, u-x, y-v, v-y)
}

// twins returns the legal moves that are equal to another one by a symmetry of the position: all but one of each kind.
func twins(b *gomoku.Board) []gomoku.Point {
	var twins []gomoku.Point
	after := b.Clone()
	seen := make(map[uint64]bool)
	// A neighbor of the stones is as good as any other: the order of the points decides.
	for _, p := range slices.Clone(b.AppendLegal(nil)) {
		if after.Play(p) != nil {
			continue
		}
		key := after.CanonicalHash()
		after.Undo()
		if seen[key] {
			twins = append(twins, p)
		}
		seen[key] = true
	}
	return twins
}
