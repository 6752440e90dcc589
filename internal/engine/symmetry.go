package engine

import "github.com/gomoku-go/gomoku/internal/position"

// symmetries is the number of rotations and reflections of a board; number 0 is the identity.
const symmetries = 8

// image returns where a symmetry takes a cell: it reflects columns, rows and the diagonal, a bit of k for each.
func image(c position.Cell, size, k int) position.Cell {
	x, y := c.XY()
	if k&1 != 0 {
		x = size - 1 - x
	}
	if k&2 != 0 {
		y = size - 1 - y
	}
	if k&4 != 0 {
		x, y = y, x
	}
	return position.CellAt(x, y)
}

// symmetriesOf returns the symmetries other than the identity that map the stones of p to stones of the same color.
func symmetriesOf(p *position.Position) (found []int) {
	size := p.Size()
	for k := 1; k < symmetries; k++ {
		same := true
		for i := 0; i < size*size && same; i++ {
			c := position.CellAt(i%size, i/size)
			color, stone := p.Stone(c)
			other, too := p.Stone(image(c, size, k))
			same = stone == too && (!stone || color == other)
		}
		if same {
			found = append(found, k)
		}
	}
	return found
}

// dropTwins removes the moves that are images of earlier ones under a symmetry of p: they have the same worth.
func dropTwins(moves []rootMove, p *position.Position) []rootMove {
	found := symmetriesOf(p)
	if len(found) == 0 {
		return moves
	}
	var seen position.Set
	kept := moves[:0]
	for _, m := range moves {
		if seen.Has(m.cell) {
			continue
		}
		kept = append(kept, m)
		for _, k := range found {
			seen.Add(image(m.cell, p.Size(), k))
		}
	}
	return kept
}
