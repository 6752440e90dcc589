// Package position keeps everything that a search reads from a board up to date, move by move: stones, the patterns of
// every empty point for both colors, their counts and values, the candidate moves and a hash.
package position

import (
	"iter"
	"math/bits"
)

// There is room for boards up to 22x22 in rows of 32, so that a cell's number needs no multiplication and a step off the
// board lands where nothing is read.
const (
	MaxSize  = 22
	rowShift = 5
	numCells = 1 << (2 * rowShift)
	cellMask = numCells - 1
	setWords = numCells / 64
)

// A Cell is the number of a point: y<<5 | x, both from 0 at the bottom left.
type Cell uint16

// None is no cell: a pass, or nothing found.
const None Cell = numCells

// CellAt returns the cell of a column and a row.
func CellAt(x, y int) Cell { return Cell(y<<rowShift | x) }

// XY returns the column and the row of c.
func (c Cell) XY() (x, y int) { return int(c) & (1<<rowShift - 1), int(c) >> rowShift }

// Steps are the distances between neighbors on a line: horizontal, vertical, rising and falling diagonal.
var Steps = [4]Cell{1, 1 << rowShift, 1<<rowShift + 1, numCells + 1 - 1<<rowShift}

// A Set is a set of cells.
type Set [setWords]uint64

// Add puts c into s.
func (s *Set) Add(c Cell) { s[c>>6&(setWords-1)] |= 1 << (c & 63) }

// Remove takes c out of s.
func (s *Set) Remove(c Cell) { s[c>>6&(setWords-1)] &^= 1 << (c & 63) }

// Has reports whether c is in s.
func (s *Set) Has(c Cell) bool { return s[c>>6&(setWords-1)]>>(c&63)&1 != 0 }

// Len returns the number of members.
func (s *Set) Len() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// All goes through the members in ascending order. The set must not change meanwhile.
func (s *Set) All() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(Cell(i<<6 | bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

// Append appends the members in ascending order.
func (s *Set) Append(dst []Cell) []Cell {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, Cell(i<<6|bits.TrailingZeros64(w)))
		}
	}
	return dst
}
