package threat

import (
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A proof is what is known of a position: its proof number and its disproof number, the least number of leaves that must be
// decided to prove, or to disprove, that the attacker wins (Allis, van der Meulen & van den Herik, 1994). A proof number of
// zero is a proof, a disproof number of zero a disproof; the other one is then infinite.
//
//	hash 8 bytes | pn 4 | dn 4 | work 4 | move 2 | unused 2
type proof struct {
	hash   uint64
	pn, dn uint32
	work   uint32        // nodes spent below the position, for replacement
	move   position.Cell // of the attacker, where its win is proved by one
}

const (
	infinite = 1 << 30 // as a proof or disproof number: two of them add up without overflow
	bucket   = 4       // entries that a position may lie in
)

// key returns the table's key for a hash of the position. Who attacks, and with which threats, is part of it; the two numbers
// only have to be odd and to look random.
func (v *VCT) key(hash uint64) uint64 {
	hash ^= uint64(v.threatOrder) * 0xD6E8FEB86659FD93
	if v.attacker == pattern.White {
		return hash ^ 0x9E3779B97F4A7C15
	}
	return hash
}

// lookup returns what is known of a position, nil for nothing.
func (v *VCT) lookup(key uint64) *proof {
	at := key & v.mask
	b := v.table[at : at+bucket]
	for i := range b {
		if e := &b[i]; e.hash == key && e.pn|e.dn != 0 {
			return e
		}
	}
	return nil
}

// store keeps the numbers of a position, in the place of the one in its bucket that took the least work.
func (v *VCT) store(key uint64, pn, dn uint32, move position.Cell, work int64) {
	at := key & v.mask
	b := v.table[at : at+bucket]
	least := 0
	for i := range b {
		if b[i].hash == key {
			least = i
			break
		}
		if b[i].work < b[least].work {
			least = i
		}
	}
	b[least] = proof{hash: key, pn: pn, dn: dn, move: move, work: uint32(min(work, 1<<31))}
}
