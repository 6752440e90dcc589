package engine

import (
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// Arrays of 1,024 are indexed by cell; the mask of 1023 spares the check of the index.

// A history remembers which moves cut, to try them first where they are possible again (killer moves, which a node keeps:
// Akl and Newborn, 1977). Values stay within ±historyMax by gravity: the nearer the bound, the less is added.
type history struct {
	moves       [2][2][1024]int16      // history heuristic (Schaeffer, 1983): by color, whether tactical, and cell
	countermove [2][1024]position.Cell // the move that last refuted a move (Uiterwijk, 1992)
	counter     [2]*pairHistory        // countermove history: a move after the opponent's last
	followUp    [2]*pairHistory        // follow-up history: a move after the own last
}

// A pairHistory is indexed by two moves, an earlier one and the one that it is about. It is large, so it is made when first
// needed.
type pairHistory [1 << 18]int16

const historyMax = 1 << 13

// The bonus of a move that cuts grows with the depth in plies: the subtree that it saved does.
const (
	bonusLinear = 32
	bonusSquare = 8
	bonusMax    = 1600 // a fifth of historyMax: no single cutoff decides
)

func historyBonus(depth int) int {
	d := depth / onePly
	return min(bonusSquare*d*d+bonusLinear*d, bonusMax)
}

// pairIndex numbers two moves without gaps between the rows of the board: nine bits each.
func pairIndex(before, c position.Cell) int { return compact(before)<<9 | compact(c) }

func compact(c position.Cell) int {
	x, y := c.XY()
	return y*position.MaxSize + x
}

func (h *pairHistory) at(before, c position.Cell) int {
	if h == nil {
		return 0
	}
	return int(h[pairIndex(before, c)])
}

// of returns the history of a move.
func (h *history) of(us pattern.Color, tactical bool, c position.Cell) int {
	return int(h.moves[us][btoi(tactical)][c&1023])
}

func gravity(v *int16, bonus int) {
	*v += int16(bonus - int(*v)*max(bonus, -bonus)/historyMax)
}

// age makes what an earlier search learned count for less.
func (h *history) age() {
	for color := range h.moves {
		for tactical := range h.moves[color] {
			for c := range h.moves[color][tactical] {
				h.moves[color][tactical][c] /= 2
			}
		}
		for c, m := range h.countermove[color] {
			if m == 0 { // not set yet: 0 would be a1. A true a1 is lost with it, and learned again
				h.countermove[color][c] = position.None
			}
		}
	}
}

// update rewards the current move of a node, which cut, and takes from those that were searched before it. It keeps the
// pair histories only with pairs set.
func (h *history) update(n *node, depth int, pairs bool) {
	best, bonus := n.current.cell, historyBonus(depth)
	gravity(&h.moves[n.us][btoi(n.current.tactical)][best&1023], bonus)
	if !n.current.tactical && n.killers[0] != best {
		n.killers[0], n.killers[1] = best, n.killers[0]
	}
	for _, c := range n.quiets {
		gravity(&h.moves[n.us][0][c&1023], -bonus)
	}
	for _, c := range n.tacticals {
		gravity(&h.moves[n.us][1][c&1023], -bonus)
	}
	if n.theirLast != position.None {
		h.countermove[n.us][n.theirLast&1023] = best
	}
	if !pairs || n.theirLast == position.None && n.ourLast == position.None {
		return
	}
	if h.counter[n.us] == nil {
		h.counter[n.us], h.followUp[n.us] = new(pairHistory), new(pairHistory)
	}
	h.updatePairs(n, best, bonus)
	for _, c := range n.quiets {
		h.updatePairs(n, c, -bonus)
	}
	for _, c := range n.tacticals {
		h.updatePairs(n, c, -bonus)
	}
}

func (h *history) updatePairs(n *node, c position.Cell, bonus int) {
	if n.theirLast != position.None {
		gravity(&h.counter[n.us][pairIndex(n.theirLast, c)], bonus)
	}
	if n.ourLast != position.None {
		gravity(&h.followUp[n.us][pairIndex(n.ourLast, c)], bonus)
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
