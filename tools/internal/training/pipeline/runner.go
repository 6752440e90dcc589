package pipeline

import (
	"io"
)

// A Runner does what is left of the next round.
type Runner struct {
	*Pipeline
	Parallel int       // games at a time
	Log      io.Writer // what happens
	Progress io.Writer // a progress bar, if it is a terminal
}
