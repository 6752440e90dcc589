package threat

import (
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// First proof and disproof numbers. They say more than the textbook's 1 and 1, and lead the search to the better moves
// (heuristic initialization: Breuker, 1998; df-pn+: Nagai, 2002).
const (
	threeSurplus = 2 // added to the proof number after a three: it leaves more to prove than a four
	threeWeight  = 3 // added to the disproof number for each four and open three that the attacker could make
)

// A child is a move with the numbers of the position after it.
type child struct {
	cell      position.Cell
	score     uint16 // which of equally easy ones comes first, the highest
	pn, dn    uint32
	four      bool // the move is a four of the defender
	simulated bool // the four was tried by simulation, in vain
}

// expandAttack appends the attacker's threats with their numbers to the children. It ends with the first that wins.
func (v *VCT) expandAttack() {
	p := v.p
	start := len(v.cells)
	v.cells = v.appendAttacks(v.cells)
	for _, c := range v.cells[start:] {
		info := p.Info(v.attacker, c)
		if info.Class() == pattern.ClassFoul && p.Foul(c) != position.NoFoul {
			continue
		}
		key := v.key(p.HashAfter(c))
		var pn, dn uint32
		if e := v.lookup(key); e != nil {
			pn, dn = e.pn, e.dn
		} else {
			p.Play(c)
			v.nodes++
			foursBefore := v.vcf.nodes
			pn, dn = v.evaluateDefense()
			p.Undo()
			if dn > 0 || v.vcf.nodes > foursBefore { // that a move is no threat is stored only where it took a search
				v.store(key, pn, dn, position.None, 0)
			}
		}
		if dn == 0 {
			continue
		}
		v.children = append(v.children, child{cell: c, score: uint16(info.Attack()), pn: pn, dn: dn})
		if pn == 0 {
			break
		}
	}
	v.cells = v.cells[:start]
}

// expandDefense appends the defender's replies with their numbers to the children. It ends with the first that holds.
func (v *VCT) expandDefense() {
	p := v.p
	them := v.attacker.Opponent()
	start := len(v.cells)
	v.cells, _ = v.appendDefenses(v.cells)
	for _, c := range v.cells[start:] {
		key := v.key(p.HashAfter(c))
		var pn, dn uint32
		if e := v.lookup(key); e != nil {
			pn, dn = e.pn, e.dn
		} else {
			p.Play(c)
			v.nodes++
			pn, dn = v.evaluateAttack(probeNodes)
			p.Undo()
			v.store(key, pn, dn, position.None, 0)
		}
		if pn == 0 {
			continue
		}
		four := p.Lines4(them, c).Shape() >= pattern.ShapeFour
		v.children = append(v.children, child{cell: c, score: uint16(p.Info(v.attacker, c).Defend()), pn: pn, dn: dn, four: four})
		if dn == 0 {
			break
		}
	}
	v.cells = v.cells[:start]
}

// proofNumbers returns the numbers of the position, whose key is given, with the attacker or the defender to move: those of the
// table, or else first ones.
func (v *VCT) proofNumbers(key uint64, attacking bool) (pn, dn uint32) {
	if e := v.lookup(key); e != nil {
		return e.pn, e.dn
	}
	if attacking {
		pn, dn = v.evaluateAttack(probeNodes)
	} else {
		pn, dn = v.evaluateDefense()
	}
	v.store(key, pn, dn, position.None, 0)
	return pn, dn
}

// evaluateDefense returns first numbers for the position after a move of the attacker: a disproof if it is no threat, a proof
// if there is no reply.
func (v *VCT) evaluateDefense() (pn, dn uint32) {
	p := v.p
	us := v.attacker
	them := us.Opponent()
	if p.Fives(them) > 0 {
		return infinite, 0
	}
	if p.Fives(us) == 0 && (p.WinFours(them) > 0 || p.Fours(us) == 0) {
		return infinite, 0 // too slow against an open four, or no threat
	}
	start := len(v.cells)
	cells, ok := v.appendDefenses(v.cells)
	v.cells = cells[:start]
	n := len(cells) - start
	if !ok {
		if v.threatOrder > strictOrder && v.stop.IsSet() {
			return 1, 1 // the search for a threat was cut short
		}
		return infinite, 0
	}
	if n == 0 {
		return 0, infinite
	}
	if p.Fives(us) == 0 {
		n += threeSurplus
	}
	return uint32(n), 1
}

// evaluateAttack returns first numbers for the position after a move of the defender: a proof if the attacker wins by fours, a
// disproof if it has no threat. The search for fours may take probe nodes.
func (v *VCT) evaluateAttack(probe int64) (pn, dn uint32) {
	p := v.p
	us := v.attacker
	if p.Fives(us) > 0 {
		return 0, infinite
	}
	if n := p.Fives(us.Opponent()); n > 0 {
		return v.evaluateBlock(n)
	}
	if p.WinFours(us) > 0 {
		return 0, infinite
	}
	if p.Fours(us) > 0 && v.vcf.Quick(probe) > 0 {
		return 0, infinite
	}
	threats := p.OpenThrees(us) + p.Fours(us)
	if threats+p.ShapeCount(us, pattern.ShapeThree) == 0 {
		return infinite, 0
	}
	return 1, uint32(1 + threeWeight*threats)
}

// evaluateBlock is evaluateAttack where the opponent threatens to make a five on n points.
func (v *VCT) evaluateBlock(n int) (pn, dn uint32) {
	p := v.p
	us := v.attacker
	mayClose := p.Rule() >= pattern.Caro // under caro a stone beside the row stops it as well
	if n > 1 {
		if mayClose {
			return 1, 1
		}
		return infinite, 0
	}
	b := p.FiveCell(us.Opponent())
	if us == pattern.Black && p.Foul(b) != position.NoFoul {
		return infinite, 0
	}
	if mayClose {
		return 1, 1
	}
	p.Play(b)
	v.nodes++
	pn, dn = v.evaluateDefense()
	p.Undo()
	return pn, dn
}
