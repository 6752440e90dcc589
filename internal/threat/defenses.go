package threat

import (
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// appendDefenses appends the defender's legal moves that may be an answer to the standing threat: after every other one the
// attacker wins by fours. ok is false if there is no threat.
func (v *VCT) appendDefenses(dst []position.Cell) (cells []position.Cell, ok bool) {
	p := v.p
	us := v.attacker
	them := us.Opponent()
	start := len(dst)
	switch {
	case p.Fives(us) > 0:
		dst = p.AppendBlocks(dst, us)
	case p.WinFours(us) > 0:
		dst = p.AppendDefenses(dst, us, pattern.ClassWinFour)
		dst = v.appendCounters(dst, start) // gain a move
	case threatens(p, us):
		// It hangs on fouls.
		dst = v.appendTried(dst, func() bool { return threatens(p, us) })
	default:
		if v.threatOrder <= strictOrder || p.Fours(us) == 0 {
			return dst, false
		}
		if dst, ok = v.appendRelevanceZone(dst); !ok {
			return dst, false
		}
	}
	if p.Rule() == pattern.Renju && them == pattern.Black {
		keep := start
		for _, c := range dst[start:] {
			if p.Foul(c) == position.NoFoul {
				dst[keep] = c
				keep++
			}
		}
		dst = dst[:keep]
	}
	return dst, true
}

// appendTried appends the empty cells after which the defender has a five or the attacker does not win any more.
func (v *VCT) appendTried(dst []position.Cell, wins func() bool) []position.Cell {
	p := v.p
	them := v.attacker.Opponent()
	empty := p.EmptyCells()
	for c := range empty.All() {
		p.Play(c)
		v.nodes++
		if p.Fives(them) > 0 || !wins() {
			dst = append(dst, c)
		}
		p.Undo()
	}
	return dst
}

// appendCounters appends the cells where the defender makes a four, but for those that are in dst[start:] already.
func (v *VCT) appendCounters(dst []position.Cell, start int) []position.Cell {
	p := v.p
	them := v.attacker.Opponent()
	if p.Fours(them) == 0 {
		return dst
	}
	n := len(dst)
	dst = p.AppendClass(dst, them, pattern.ClassFour)
	keep := n
counters:
	for _, c := range dst[n:] {
		if p.Class(them, c) == pattern.ClassFoul && p.Lines4(them, c).Shape() < pattern.ShapeFour {
			continue
		}
		for _, d := range dst[start:n] {
			if c == d {
				continue counters
			}
		}
		dst[keep] = c
		keep++
	}
	return dst[:keep]
}

// appendRelevanceZone looks for a win by a few fours in case the defender passes, and appends the cells where a stone could
// harm it: those that the fours and their blocks take, and those where the defender would make a four at any time on the
// way. Any other stone leaves the win as it is. (That a pass shows what is threatened, and the line that follows which
// replies matter, is the null move and the relevance zone of lambda search: Thomsen, 2000.)
func (v *VCT) appendRelevanceZone(dst []position.Cell) (cells []position.Cell, ok bool) {
	p := v.p
	start, length := len(dst), p.Len()
	p.Pass()
	if v.vcf.within(v.threatOrder, threatNodes) == 0 {
		p.Undo()
		return dst, false
	}
	// Under caro a stone farther off may close a five; where fouls play a part it may make one or undo one.
	far := p.Rule() >= pattern.Caro
	dst = append(dst, v.vcf.lines[0]...)
	dst = v.appendCounters(dst, start)
	for i, end := 0, len(v.vcf.lines[0])-1; i < end && !far; i++ {
		if dst[start+i] == position.None {
			far = true
			break
		}
		p.Play(dst[start+i])
		v.nodes++
		far = p.Rule() == pattern.Renju && p.FoulSuspects() > 0
		if i%2 == 1 {
			dst = v.appendCounters(dst, start)
		}
	}
	for p.Len() > length {
		p.Undo()
	}
	if far {
		dst = v.appendTried(dst[:start], func() bool { return v.vcf.within(v.threatOrder, threatNodes) > 0 })
	}
	return dst, true
}

// threatens reports whether a color without fives would win with two moves if it were its turn: by an open four, by two
// fours, or by a four whose only block is a foul. The opponent has no five.
func threatens(p *position.Position, color pattern.Color) bool {
	if p.WinFours(color) > 0 {
		return true
	}
	if p.Rule() != pattern.Renju || p.FoulSuspects() == 0 || p.Fours(color) == 0 {
		return false
	}
	var buffer [64]position.Cell // there is hardly a position with more
	for _, c := range p.AppendClass(buffer[:0], color, pattern.ClassFour) {
		if color == pattern.White {
			if blockIsFoul(p, color, c) {
				return true
			}
			continue
		}
		// A straight four on a point that looks like a foul and is none.
		if p.Class(color, c) == pattern.ClassFoul && p.Lines4(color, c).Shape() == pattern.ShapeOpenFour && p.Foul(c) == position.NoFoul {
			return true
		}
	}
	return false
}

// blockIsFoul reports whether the only block of a color's four on c is a foul. The opponent of color may be to move.
func blockIsFoul(p *position.Position, color pattern.Color, c position.Cell) bool {
	length := p.Len()
	if p.Side() != color {
		p.Pass()
	}
	p.Play(c)
	five := p.FiveCell(color)
	won := five != position.None && p.Foul(five) != position.NoFoul
	for p.Len() > length {
		p.Undo()
	}
	return won
}
