package threat

import (
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A verifiedWin is a position, the attacker to move, from which the attacker's win was played out against every reply.
type verifiedWin struct {
	key   uint64
	plies uint16 // to the five, against the longest defense
	move  position.Cell
}

// byFours stands for a move where fours alone win.
const byFours = position.None

// Budgets in nodes.
const (
	minVerification = 1 << 20 // of a verification, at least; otherwise twice what the search took
	verifyFours     = 2_000   // of the search for fours at each position
	shortestFours   = 20_000  // of the search for the shortest fours, for the line
)

// verifiedLine plays out the proof of the current position against every legal reply, relying on nothing but the rules and
// the solver for fours, and returns the line of the longest defense. It returns nil where the proof does not hold
// (two positions had one hash) or the budget ended. spent is how many nodes the search took.
func (v *VCT) verifiedLine(spent int64) []position.Cell {
	v.limit = v.Nodes() + max(2*spent, minVerification)
	if v.verify() == 0 {
		return nil
	}
	p := v.p
	length := p.Len()
	line := v.line[:0]
	for {
		if p.Fives(v.attacker) > 0 {
			line = append(line, p.FiveCell(v.attacker))
			break
		}
		if v.verify() == 0 {
			line = line[:0]
			break
		}
		won := v.verified[v.key(p.Hash())&uint64(len(v.verified)-1)]
		if won.move == byFours {
			fours := v.foursLine()
			if fours == nil { // stopped in the middle: half a line proves nothing
				line = line[:0]
			}
			line = append(line, fours...)
			break
		}
		p.Play(won.move)
		line = append(line, won.move)
		_, reply := v.verifyReplies()
		if reply == position.None {
			line = line[:0]
			break
		}
		p.Play(reply)
		line = append(line, reply)
	}
	for p.Len() > length {
		p.Undo()
	}
	v.line = line
	if len(line) == 0 {
		return nil
	}
	return line
}

// foursLine returns a win by fours, the shortest if it is soon found. There is one, but the search may be stopped: then nil.
func (v *VCT) foursLine() []position.Cell {
	if verdict, line := v.vcf.Shortest(0, shortestFours); verdict == Won {
		return line
	}
	if v.vcf.Quick(v.limit) > 0 {
		return v.vcf.lines[0]
	}
	return nil
}

// verify returns the plies in which the attacker, to move, wins against every defense; 0 if that is not proved.
func (v *VCT) verify() int {
	p := v.p
	key := v.key(p.Hash())
	if won := &v.verified[key&uint64(len(v.verified)-1)]; won.key == key && won.plies != 0 {
		return int(won.plies)
	}
	us := v.attacker
	if p.Fives(us) > 0 {
		return 1
	}
	if v.over() {
		return 0
	}
	plies, move := 0, byFours
	if p.Fives(us.Opponent()) == 0 || p.Fours(us) > 0 {
		plies = v.vcf.Quick(verifyFours)
	}
	if plies == 0 {
		if move = v.provenMove(); move == position.None {
			return 0
		}
		p.Play(move)
		v.nodes++
		plies, _ = v.verifyReplies()
		p.Undo()
		if plies == 0 {
			return 0
		}
		plies++
	}
	v.verified[key&uint64(len(v.verified)-1)] = verifiedWin{key, uint16(plies), move}
	return plies
}

// provenMove returns a move that the table says wins; where the table has forgotten it, it is searched again.
func (v *VCT) provenMove() position.Cell {
	for range 2 {
		first := len(v.children)
		v.expandAttack()
		for _, c := range v.children[first:] {
			if c.pn == 0 {
				v.children = v.children[:first]
				return c.cell
			}
		}
		v.children = v.children[:first]
		if pn, _ := v.attack(infinite, infinite); pn != 0 {
			break
		}
	}
	return position.None
}

// verifyReplies returns the plies to the attacker's five against the longest of all legal replies, and that reply; 0 if one
// of them is not beaten.
func (v *VCT) verifyReplies() (plies int, reply position.Cell) {
	p := v.p
	us := v.attacker
	them := us.Opponent()
	reply = position.None
	if p.Fives(them) > 0 {
		return 0, reply
	}
	empty := p.EmptyCells()
	for c := range empty.All() {
		if them == pattern.Black && p.Foul(c) != position.NoFoul {
			continue
		}
		p.Play(c)
		v.nodes++
		var n int
		switch {
		case p.Fives(us) > 0:
			n = 1
		case p.Fives(them) == 0 && p.WinFours(us) > 0:
			n = 3
		default:
			n = v.verify()
		}
		p.Undo()
		if n == 0 {
			return 0, position.None
		}
		if n >= plies {
			plies, reply = n+1, c
		}
	}
	return plies, reply
}
