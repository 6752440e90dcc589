package main

import (
	"math"
	"runtime/debug"

	"github.com/gomoku-go/gomoku/gomocup"
)

// A thrifty player keeps the whole program within the memory that the manager allows. It tells the limit to the garbage collector, and
// returns memory to the system when the table gets smaller.
type thrifty struct {
	*gomocup.SearcherPlayer
	memory int64 // of the last settings
}

// Prepare implements [gomocup.Player].
func (p *thrifty) Prepare(s gomocup.Settings) error {
	if s.Memory != p.memory {
		limit := int64(math.MaxInt64)
		if s.Memory > 0 {
			limit = s.Memory - s.Memory/8
			if s.Memory < p.memory || p.memory == 0 {
				defer debug.FreeOSMemory() // the bigger table that is replaced
			}
		}
		debug.SetMemoryLimit(limit)
		p.memory = s.Memory
	}
	return p.SearcherPlayer.Prepare(s)
}
