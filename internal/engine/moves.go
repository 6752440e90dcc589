package engine

import "github.com/gomoku-go/gomoku/internal/position"

// A move in a list is one word, so that the best can be found with max alone:
//
//	order 32 bits, biased | place in the list 16 | cell 16
//
// Cells break ties through the place: lists are made in ascending order, and the highest word wins, so the later cell.
const orderBias = 1 << 20

func packMove(order, place int, c position.Cell) uint64 {
	return uint64(uint32(order+orderBias))<<32 | uint64(place)<<16 | uint64(c)
}

func cellOf(word uint64) position.Cell { return position.Cell(word & 0xFFFF) }
func orderOf(word uint64) int          { return int(word>>32) - orderBias }

// tableMoveOrder is the order of the table move: before all others.
const tableMoveOrder = 1 << 24

// pickBest takes the best move out of the list, 0 if none is left. Four chains of max have no branch to mispredict and do
// not wait for each other; sorting takes twice as long for the few moves that most nodes need.
func pickBest(list []uint64) uint64 {
	var a, b, c, d uint64
	l := list
	for ; len(l) >= 4; l = l[4:] {
		a, b, c, d = max(a, l[0]), max(b, l[1]), max(c, l[2]), max(d, l[3])
	}
	for _, m := range l {
		a = max(a, m)
	}
	best := max(a, b, c, d)
	if best != 0 {
		list[best>>16&0xFFFF] = 0
	}
	return best
}
