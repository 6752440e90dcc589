// Package progress shows how far a long run is.
package progress

import (
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// New returns a bar for n steps with their number and the time left. It is seen only where w is a terminal.
func New(n int, w io.Writer) *progressbar.ProgressBar {
	bar := progressbar.NewOptions(n,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetVisibility(IsTerminal(w)),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionClearOnFinish(),
	)
	_ = bar.RenderBlank()
	return bar
}

// IsTerminal reports whether somebody looks at w.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
