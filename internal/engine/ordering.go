package engine

import (
	"math/bits"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A move in a list is one word, so that the best can be found with max alone:
//
//	order 32 bits, biased | place in the list 16 | cell 16
//
// Cells break ties through the place: lists are made in ascending order, and the highest word wins, so the later cell.
const orderBias = 1 << 20

func packMove(order, place int, c position.Cell) uint64 {
	return uint64(uint32(order+orderBias))<<32 | uint64(place)<<16 | uint64(c)
}

func cellOf(m uint64) position.Cell { return position.Cell(m & 0xFFFF) }
func orderOf(m uint64) int          { return int(m>>32) - orderBias }

// firstMove is the order of the table's move.
const firstMove = 1 << 24

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

// A kind says which replies a position leaves to the side to move.
type kind uint8

const (
	quietNode     kind = iota // any move
	defenceNode               // the opponent threatens an open four or the like: defences and own fours
	fourThreeNode             // the opponent threatens a four with an open three: defences, own fours and what prepares one
	blockNode                 // the opponent threatens a five: blocks
)

// generate lists the moves worth looking at, with their order, and says of which kind the position is. Nothing that could
// save the game is left out.
func (w *worker) generate(ply int, tableMove position.Cell) ([]uint64, kind) {
	p, n := w.p, &w.stack[ply]
	me := p.Side()
	he := me.Opponent()
	list := n.moves[:0]
	switch {
	case p.Fives(he) > 0:
		n.blocks = p.AppendBlocks(n.blocks[:0], he)
		for _, c := range n.blocks {
			list = w.appendMove(list, ply, c, tableMove)
		}
		n.moves = list
		return list, blockNode
	case p.WinFours(he) > 0 && w.params.Restrict > 0:
		var seen position.Set
		n.blocks = p.AppendDefences(n.blocks[:0], he, pattern.ClassWinFour)
		if p.Fours(me) > 0 {
			n.blocks = p.AppendClass(n.blocks, me, pattern.ClassFour)
		}
		for _, c := range n.blocks {
			if !seen.Has(c) {
				seen.Add(c)
				list = w.appendMove(list, ply, c, tableMove)
			}
		}
		n.moves = list
		return list, defenceNode
	}
	if w.params.FourThree > 0 && p.FourThrees(he) > 0 {
		if cells, ok := p.AppendFourThreeDefences(n.blocks[:0], he); ok {
			n.blocks = cells
			var seen position.Set
			for _, c := range n.blocks {
				if !seen.Has(c) {
					seen.Add(c)
					list = w.appendMove(list, ply, c, tableMove)
				}
			}
			n.moves = list
			return list, fourThreeNode
		}
	}
	cells := p.Candidates()
	for i := range cells {
		for b := cells[i]; b != 0; b &= b - 1 {
			list = w.appendMove(list, ply, position.Cell(i<<6|bits.TrailingZeros64(b)), tableMove)
		}
	}
	if w.p.Tables().Radius() < position.DefaultRadius {
		// Threats lie up to two points from a stone.
		n.blocks = p.AppendClass(p.AppendClass(n.blocks[:0], me, pattern.ClassOpenThree), he, pattern.ClassOpenThree)
		for _, c := range n.blocks {
			if !cells.Has(c) {
				cells.Add(c)
				list = w.appendMove(list, ply, c, tableMove)
			}
		}
	}
	if w.scorer != nil {
		w.askScorer(list)
	}
	n.moves = list
	return list, quietNode
}

// appendMove appends c with its order unless it is a foul.
func (w *worker) appendMove(list []uint64, ply int, c, tableMove position.Cell) []uint64 {
	p := w.p
	me := p.Side()
	mine, his := p.Info(me, c), p.Info(me.Opponent(), c)
	if mine.Class() == pattern.ClassFoul && p.Foul(c) != position.NoFoul {
		return list
	}
	if c == tableMove {
		return append(list, packMove(firstMove, len(list), c))
	}
	n := &w.stack[ply]
	order := mine.Attack() + his.Defend()
	order += int(w.history.moves[me][isLoud(mine, his)][c&1023]) * w.params.History >> 8
	if c == n.killers[0] || c == n.killers[1] {
		order += w.params.Killer
	}
	previous, own := position.None, position.None
	if ply > 0 {
		previous = w.stack[ply-1].move
		if previous != position.None {
			if w.history.counter[me][previous&1023] == c {
				order += w.params.Countermove
			}
			if w.params.Continuation > 0 {
				order += int(w.history.after(me, previous, c)) * w.params.Continuation >> 8
			}
		}
		if ply > 1 {
			own = w.stack[ply-2].move
			if own != position.None && w.params.Continuation > 0 {
				order += int(w.history.afterOwn(me, own, c)) * w.params.Continuation >> 8
			}
		}
	}
	if w.params.Policy > 0 {
		order += p.Promise(c, previous, own)
	}
	return append(list, packMove(order, len(list), c))
}

// isLoud returns 1 for a move that makes or takes a three or more, 0 for a quiet one: they have histories of their own.
func isLoud(mine, his position.Info) int {
	if mine.Class() >= pattern.ClassOpenThree || his.Class() >= pattern.ClassOpenThree {
		return 1
	}
	return 0
}

// askScorer replaces the order of all moves but the table's by the evaluator's own opinion; threats stay before the rest.
func (w *worker) askScorer(list []uint64) {
	cells := w.asked[:0]
	for _, m := range list {
		cells = append(cells, cellOf(m))
	}
	w.asked = cells
	if cap(w.answers) < len(list) {
		w.answers = make([]int32, 2*len(list))
	}
	scores := w.answers[:len(list)]
	w.scorer.ScoreMoves(cells, scores)
	me := w.p.Side()
	for i, m := range list {
		if orderOf(m) == firstMove {
			continue
		}
		order := int(min(max(scores[i], -orderBias/2), orderBias/2))
		mine, his := w.p.Class(me, cells[i]), w.p.Class(me.Opponent(), cells[i])
		if threat := max(mine, his); threat >= pattern.ClassOpenThree {
			order += orderBias + int(threat)<<16
		}
		list[i] = packMove(order, i, cells[i])
	}
}

// A history remembers which moves cut. Values stay within ±historyMax by gravity: the nearer the bound, the less is added.
type history struct {
	moves   [2][2][1024]int16 // by color, loud and cell
	counter [2][1024]position.Cell
	replies [2]*[1 << 18]int16 // by color, the opponent's last move and the cell
	plans   [2]*[1 << 18]int16 // by color, the own last move and the cell
}

const historyMax = 1 << 13

// compact numbers the cells of the board without gaps between rows: nine bits.
func compact(c position.Cell) int {
	x, y := c.XY()
	return y*position.MaxSize + x
}

func (h *history) after(color pattern.Color, previous, c position.Cell) int16 {
	if h.replies[color] == nil {
		return 0
	}
	return h.replies[color][compact(previous)<<9|compact(c)]
}

func (h *history) afterOwn(color pattern.Color, own, c position.Cell) int16 {
	if h.plans[color] == nil {
		return 0
	}
	return h.plans[color][compact(own)<<9|compact(c)]
}

func gravity(v *int16, bonus int) {
	*v += int16(bonus - int(*v)*max(bonus, -bonus)/historyMax)
}

// age makes what an earlier search learnt count for less.
func (h *history) age() {
	for color := range h.moves {
		for loud := range h.moves[color] {
			for c := range h.moves[color][loud] {
				h.moves[color][loud][c] /= 2
			}
		}
		for c, m := range h.counter[color] {
			if m == 0 { // a1 is a cell; the zero value of a new history is not
				h.counter[color][c] = position.None
			}
		}
	}
}

// learn rewards the move that cut and takes from those that were tried before it.
func (w *worker) learn(ply, depth int, best position.Cell, loud bool) {
	h, n := &w.history, &w.stack[ply]
	me := w.p.Side()
	d := depth / onePly
	bonus := min(d*d*8+32*d, 1600)
	if loud {
		gravity(&h.moves[me][1][best&1023], bonus)
	} else {
		gravity(&h.moves[me][0][best&1023], bonus)
		if n.killers[0] != best {
			n.killers[0], n.killers[1] = best, n.killers[0]
		}
	}
	for _, c := range n.quiet {
		gravity(&h.moves[me][0][c&1023], -bonus)
	}
	for _, c := range n.loud {
		gravity(&h.moves[me][1][c&1023], -bonus)
	}
	if ply == 0 {
		return
	}
	previous := w.stack[ply-1].move
	if previous != position.None {
		h.counter[me][previous&1023] = best
	}
	if w.params.Continuation == 0 {
		return
	}
	if h.replies[me] == nil {
		h.replies[me], h.plans[me] = new([1 << 18]int16), new([1 << 18]int16)
	}
	own := position.None
	if ply > 1 {
		own = w.stack[ply-2].move
	}
	update := func(c position.Cell, bonus int) {
		if previous != position.None {
			gravity(&h.replies[me][compact(previous)<<9|compact(c)], bonus)
		}
		if own != position.None {
			gravity(&h.plans[me][compact(own)<<9|compact(c)], bonus)
		}
	}
	update(best, bonus)
	for _, c := range n.quiet {
		update(c, -bonus)
	}
	for _, c := range n.loud {
		update(c, -bonus)
	}
}
