package engine

import (
	"math/bits"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// generate lists the moves worth looking at, with their order, and says of which type the node is. Nothing that could save
// the game is left out.
func (t *thread) generate(n *node, ply int) {
	t.lastMoves(n, ply)
	n.kind = t.listEvasions(n)
	list := n.picker.list[:0]
	if n.kind != NodeQuiet {
		for _, c := range n.cells {
			list = t.appendMove(list, n, c)
		}
		n.picker.list = list
		return
	}
	n.picker.list = t.appendCandidates(list, n)
	if t.eval.scorer != nil {
		t.askScorer(n)
	}
}

// listEvasions lists the cells that can meet what they threaten in n.cells, each once.
func (t *thread) listEvasions(n *node) NodeType {
	p := t.p
	switch {
	case n.inFive:
		n.cells = p.AppendBlocks(n.cells[:0], n.them)
		return NodeEvadeFive
	case p.WinFours(n.them) > 0 && t.params.Evasions > 0:
		n.cells = p.AppendDefenses(n.cells[:0], n.them, pattern.ClassWinFour)
		if p.Fours(n.us) > 0 {
			n.cells = p.AppendClass(n.cells, n.us, pattern.ClassFour)
		}
		n.cells = unique(n.cells)
		return NodeEvadeOpenFour
	case p.FourThrees(n.them) > 0 && t.params.FourThreeEvasions > 0:
		if cells, ok := p.AppendFourThreeDefenses(n.cells[:0], n.them); ok {
			n.cells = unique(cells)
			return NodeEvadeFourThree
		}
	}
	return NodeQuiet
}

// unique removes from cells those that came before.
func unique(cells []position.Cell) []position.Cell {
	var seen position.Set
	kept := cells[:0]
	for _, c := range cells {
		if !seen.Has(c) {
			seen.Add(c)
			kept = append(kept, c)
		}
	}
	return kept
}

// lastMoves tells the node the moves before it, which others may refute or follow up.
func (t *thread) lastMoves(n *node, ply int) {
	n.theirLast, n.ourLast = position.None, position.None
	if ply > 0 {
		n.theirLast = t.stack[ply-1].move
	}
	if ply > 1 {
		n.ourLast = t.stack[ply-2].move
	}
}

// appendCandidates appends the moves near the stones.
func (t *thread) appendCandidates(list []uint64, n *node) []uint64 {
	cells := t.p.Candidates()
	for i := range cells {
		for b := cells[i]; b != 0; b &= b - 1 {
			list = t.appendMove(list, n, position.Cell(i<<6|bits.TrailingZeros64(b)))
		}
	}
	if t.p.Tables().Radius() < position.DefaultRadius {
		// Threats lie up to two points from a stone.
		n.cells = t.p.AppendClass(n.cells[:0], n.us, pattern.ClassOpenThree)
		n.cells = t.p.AppendClass(n.cells, n.them, pattern.ClassOpenThree)
		for _, c := range n.cells {
			if !cells.Has(c) {
				cells.Add(c)
				list = t.appendMove(list, n, c)
			}
		}
	}
	return list
}

// appendMove appends c with its order unless it is a foul.
func (t *thread) appendMove(list []uint64, n *node, c position.Cell) []uint64 {
	p := t.p
	ours, theirs := p.Info(n.us, c), p.Info(n.them, c)
	if ours.Class() == pattern.ClassFoul && p.Foul(c) != position.NoFoul {
		return list
	}
	if c == n.tableMove {
		return append(list, packMove(tableMoveOrder, len(list), c))
	}
	tactical := ours.Class() >= pattern.ClassOpenThree || theirs.Class() >= pattern.ClassOpenThree
	h := &t.history
	order := ours.Attack() + theirs.Defend()
	order += h.of(n.us, tactical, c) * t.params.History >> 8
	if c == n.killers[0] || c == n.killers[1] {
		order += t.params.Killer
	}
	if n.theirLast != position.None {
		if h.countermove[n.us][n.theirLast&1023] == c {
			order += t.params.Countermove
		}
		if t.params.Continuation > 0 {
			order += h.counter[n.us].at(n.theirLast, c) * t.params.Continuation >> 8
		}
	}
	if n.ourLast != position.None && t.params.Continuation > 0 {
		order += h.followUp[n.us].at(n.ourLast, c) * t.params.Continuation >> 8
	}
	if t.params.Policy > 0 {
		order += p.PolicyScore(c, n.theirLast, n.ourLast)
	}
	return append(list, packMove(order, len(list), c))
}

// threatOrder is what a class of threat counts in a scorer's units: the stronger threat comes first unless the scorer finds
// the other one better by more than that.
const threatOrder = 1 << 16

// askScorer replaces the order of all moves but the table's by the evaluator's own opinion; threats stay before the rest.
func (t *thread) askScorer(n *node) {
	list := n.picker.list
	cells := t.eval.asked[:0]
	for _, word := range list {
		cells = append(cells, cellOf(word))
	}
	t.eval.asked = cells
	if cap(t.eval.answers) < len(list) {
		t.eval.answers = make([]int32, 2*len(list))
	}
	scores := t.eval.answers[:len(list)]
	t.eval.scorer.ScoreMoves(cells, scores)
	for i, word := range list {
		if orderOf(word) == tableMoveOrder {
			continue
		}
		order := int(min(max(scores[i], -orderBias/2), orderBias/2))
		if threat := max(t.p.Class(n.us, cells[i]), t.p.Class(n.them, cells[i])); threat >= pattern.ClassOpenThree {
			order += orderBias + int(threat)*threatOrder
		}
		list[i] = packMove(order, i, cells[i])
	}
}
