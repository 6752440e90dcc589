package threat

import (
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// Most fours of the defender change nothing: after the four and its block the attacker wins as before. Instead of a new
// search, the proof of a similar position is tried move by move with the two stones more (simulation: Kawano, 1996). The
// positions are found in the table by the difference of the hashes, which stays the same along the line.

// simulate reports whether the win against the defender's other moves is proved also after the four r and its block.
func (v *VCT) simulate(r position.Cell) bool {
	if v.p.Fives(v.attacker) > 0 {
		return false
	}
	return v.simulateFour(r, v.nodes+simulationNodes)
}

// simulateFour plays the four r and its block, and simulates the proof of the position before. Beyond limit nodes it gives up,
// as do the other two.
func (v *VCT) simulateFour(r position.Cell, limit int64) bool {
	p := v.p
	similar := p.Hash()
	p.Play(r)
	defer p.Undo()
	v.nodes++
	if p.Fives(v.attacker) > 0 {
		return true
	}
	key := v.key(p.Hash())
	if e := v.lookup(key); e != nil && (e.pn == 0 || e.dn == 0) {
		return e.pn == 0
	}
	them := v.attacker.Opponent()
	if p.Fives(them) != 1 {
		return false
	}
	block := p.FiveCell(them)
	return v.simulateMove(block, key, similar^p.HashAfter(block), limit)
}

// simulateAttack reports whether the win of the position whose hash differs by delta is one here too, the attacker to move.
func (v *VCT) simulateAttack(delta uint64, limit int64) bool {
	p := v.p
	key := v.key(p.Hash())
	pn, dn := v.proofNumbers(key, true)
	if pn == 0 || dn == 0 {
		return pn == 0
	}
	e := v.lookup(key ^ delta)
	if e == nil || e.pn != 0 || !p.Empty(e.move) {
		return false
	}
	return v.simulateMove(e.move, key, delta, limit)
}

// simulateMove plays the attacker's move m, simulates what follows, and keeps the proof under the key of the position.
func (v *VCT) simulateMove(m position.Cell, key, delta uint64, limit int64) bool {
	p := v.p
	if v.attacker == pattern.Black && p.Foul(m) != position.NoFoul {
		return false
	}
	p.Play(m)
	v.nodes++
	won := v.simulateDefense(delta, limit)
	p.Undo()
	if won {
		v.store(key, 0, infinite, m, 0)
	}
	return won
}

// simulateDefense is simulateAttack with the defender to move. Every reply must lose here too. Fours come last, because the
// answer to a four may rest on the proofs of the others.
func (v *VCT) simulateDefense(delta uint64, limit int64) bool {
	p := v.p
	key := v.key(p.Hash())
	pn, dn := v.proofNumbers(key, false)
	if pn == 0 || dn == 0 {
		return pn == 0
	}
	if v.nodes > limit {
		return false
	}
	start := len(v.cells)
	v.cells, _ = v.appendDefenses(v.cells)
	won := true
	them := p.Side()
	for _, four := range [2]bool{false, true} {
		for _, c := range v.cells[start:] {
			if !won || four != (p.Lines4(them, c).Shape() >= pattern.ShapeFour) {
				continue
			}
			p.Play(c)
			v.nodes++
			won = v.simulateAttack(delta, limit)
			p.Undo()
			if !won && four && p.Fives(v.attacker) == 0 {
				won = v.simulateFour(c, limit)
			}
		}
	}
	v.cells = v.cells[:start]
	if won {
		v.store(key, 0, infinite, position.None, 0)
	}
	return won
}
