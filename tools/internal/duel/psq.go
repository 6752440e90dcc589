package duel

import (
	"fmt"
	"io"
	"strings"
)

// WritePSQ writes the game as a record of Piskvork, the manager of Gomocup: x,y,ms from the top left and from 1, given
// stones with 0 ms, then the names of the first and the second player. The last number says that the game came to a normal
// end; Piskvork has none for a loss by a foul or by time.
func (g *Game) WritePSQ(w io.Writer, names [2]string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Piskvorky %dx%d, 11:11, 0\r\n", g.Size, g.Size)
	for i, p := range g.Moves {
		ms := int64(0)
		if i >= g.Opening {
			ms = g.Plies[i-g.Opening].Time.Duration().Milliseconds()
		}
		x, y := p.XY()
		fmt.Fprintf(&b, "%d,%d,%d\r\n", x+1, g.Size-y, ms)
	}
	for _, s := range []Side{g.Black, g.Black.Other()} {
		fmt.Fprintf(&b, "%s\r\n", strings.Join(strings.Fields(names[s]), " "))
	}
	b.WriteString("-1\r\n")
	_, err := io.WriteString(w, b.String())
	return err
}
