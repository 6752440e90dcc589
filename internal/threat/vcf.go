package threat

import (
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/stop"
)

const (
	maxMoves   = 120 // of the attacker in one line; the hash table has room for 254
	quickMoves = 30  // the same where the win need not be the shortest
)

// VCF searches for a victory by continuous fours: every move of the attacker threatens a five, so that the opponent's
// replies are forced. The search is complete: it knows counter-fours, blocks that are fours themselves, rows that are too
// long and replies that are fouls. It belongs to one position and one goroutine.
type VCF struct {
	p      *position.Position
	hashes []uint64 // hash table of positions without a win: the hash, with the moves tried in its low eight bits
	mask   uint64
	nodes  int64 // moves made, since the beginning
	limit  int64 // of nodes, for the current search
	stop   *stop.Flag
	fours  [maxMoves + 1][]scoredMove
	cells  [maxMoves + 1][]position.Cell
	lines  [maxMoves + 2][]position.Cell // by ply, the win that was found from there on; the first is the result
}

// A failure is why a search found no win. Of two, the greater one counts.
type failure uint8

const (
	noWin        failure = iota // there is no win by fours, however long
	depthLimited                // there is none within the moves allowed
	outOfBudget
)

const (
	exhausted = 255 // in the hash table, in place of moves tried: no win however long

	selectiveKey = 0x3c6ef372fe94f800 // keeps selective searches apart in the hash table
)

// NewVCF returns a solver for p with a hash table of the given number of entries, a power of two. A set flag ends a search;
// it may be nil.
func NewVCF(p *position.Position, entries int, flag *stop.Flag) *VCF {
	if flag == nil {
		flag = new(stop.Flag)
	}
	return &VCF{p: p, hashes: make([]uint64, entries), mask: uint64(entries - 1), stop: flag}
}

// Position returns the position that v belongs to.
func (v *VCF) Position() *position.Position { return v.p }

// Nodes returns the number of moves made so far.
func (v *VCF) Nodes() int64 { return v.nodes }

// Clear forgets the positions without a win.
func (v *VCF) Clear() { clear(v.hashes) }

// Quick looks for a win of the side to move within a number of nodes, without caring whether it is the shortest. It returns
// the plies to the five, 0 if none was found.
func (v *VCF) Quick(nodes int64) int { return v.within(quickMoves, nodes) }

// QuickSelective looks for a win as Quick does, but only by fours that lead on: those that win, stop a five, or also make
// something of a second line of their point. Most fours do not, few wins need one that does not, and they use up the nodes:
// within the same nodes it finds more wins at the leaves of a search than Quick. What it does not find may be there
// nevertheless.
func (v *VCF) QuickSelective(nodes int64) int {
	v.limit = v.nodes + nodes
	plies, _ := v.search(quickMoves, 0, position.None, true)
	return plies
}

// within looks for a win of the side to move with at most moves moves of its own, as Quick does.
func (v *VCF) within(moves int, nodes int64) int {
	v.limit = v.nodes + nodes
	plies, _ := v.search(moves, 0, position.None, false)
	return plies
}

// Shortest looks for a win of the side to move with the fewest moves of its own, at most moves (0: no limit), within a
// number of nodes. The line ends with the five; it is valid until the next search.
func (v *VCF) Shortest(moves int, nodes int64) (Verdict, []position.Cell) {
	if moves <= 0 || moves > maxMoves {
		moves = maxMoves
	}
	v.limit = v.nodes + nodes
	for n := 1; n <= moves; n++ {
		plies, failed := v.search(n, 0, position.None, false)
		switch {
		case plies > 0:
			return Won, v.lines[0]
		case failed == outOfBudget:
			return NotFound, nil
		case failed == noWin:
			return NoWin, nil
		}
	}
	return NotFound, nil
}

// search returns the plies to the attacker's five with at most moves moves of its own, 0 and the reason if there is no such
// win. The attacker is to move; last is its move before.
func (v *VCF) search(moves, ply int, last position.Cell, selective bool) (plies int, failed failure) {
	p := v.p
	us := p.Side()
	v.lines[ply] = v.lines[ply][:0]
	if p.Fives(us) > 0 {
		v.lines[ply] = append(v.lines[ply], p.FiveCell(us))
		return 1, 0
	}
	if p.Fours(us) == 0 {
		return 0, noWin
	}
	if moves < 2 {
		return 0, depthLimited
	}
	if moves == 2 && p.WinFours(us) == 0 && (p.Rule() != pattern.Renju || p.FoulSuspects() == 0) {
		return 0, depthLimited // a simple four does not win at once
	}
	hash := p.Hash()
	if selective {
		hash ^= selectiveKey // it overlooks wins
		if ply == 0 {
			hash ^= selectiveKey << 1 // and fewer of them at first, see minSecond
		}
	}
	entry := &v.hashes[hash&v.mask]
	if (*entry^hash)&^0xFF == 0 {
		switch tried := int(*entry & 0xFF); {
		case tried == exhausted:
			return 0, noWin
		case tried >= moves:
			return 0, depthLimited
		}
	}
	if v.nodes >= v.limit || v.stop.Poll() {
		return 0, outOfBudget
	}

	for list := v.generate(ply, last, selective); len(list) > 0; list = list[:len(list)-1] {
		plies, why := v.try(pickBest(list), moves, ply, selective)
		if plies > 0 {
			return plies, 0
		}
		if why == outOfBudget {
			return 0, outOfBudget
		}
		failed = max(failed, why)
	}
	tried := exhausted
	if failed == depthLimited {
		tried = moves
	}
	*entry = hash&^0xFF | uint64(tried)
	return 0, failed
}

// try makes the four m and answers it in every way. It returns the plies to the five against the longest defense, 0 and the
// reason if a reply holds.
func (v *VCF) try(m position.Cell, moves, ply int, selective bool) (longest int, failed failure) {
	p := v.p
	us := p.Side()
	p.Play(m)
	v.nodes++
	defer p.Undo()
	if p.Fives(us) == 0 || p.Fives(us.Opponent()) > 0 {
		return 0, noWin // a suspected four that is none, or a five of the opponent left open
	}
	replies := p.AppendBlocks(v.cells[ply][:0], us)
	v.cells[ply] = replies
	for _, r := range replies {
		if p.Foul(r) != position.NoFoul && us == pattern.White {
			continue
		}
		p.Play(r)
		v.nodes++
		plies, why := v.search(moves-1, ply+1, m, selective)
		p.Undo()
		if plies == 0 {
			return 0, why
		}
		if plies+2 > longest {
			longest = plies + 2
			v.lines[ply] = append(append(v.lines[ply][:0], m, r), v.lines[ply+1]...)
		}
	}
	if longest > 0 {
		return longest, 0
	}
	// Nothing stops the five. The line shows the most stubborn reply: one of the fives where there are two.
	block := p.FiveCell(us)
	p.Play(block)
	five := p.FiveCell(us)
	p.Undo()
	if five == position.None || us == pattern.White && p.Foul(block) != position.NoFoul {
		// Its only block is a foul: any reply loses to the same five.
		block, five = v.anyMoveBut(block), block
	}
	v.lines[ply] = append(v.lines[ply][:0], m, block, five)
	return 3, 0
}

// anyMoveBut returns a legal move other than the five c for the side to move, None if there is none: what the opponent plays
// where its only block is a foul.
func (v *VCF) anyMoveBut(c position.Cell) position.Cell {
	empty := v.p.EmptyCells()
	for q := range empty.All() {
		if q != c && v.p.Foul(q) == position.NoFoul {
			return q
		}
	}
	return position.None
}
