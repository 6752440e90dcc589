package experiment

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/gomoku-go/gomoku/tools/internal/progress"
	"github.com/gomoku-go/gomoku/tune"
)

// ShowProgress makes a run tell how far it is: a bar on a terminal, else a line a minute.
func ShowProgress(o *tune.RunOptions, what string, stderr io.Writer) {
	var bar *progressbar.ProgressBar
	start, told := time.Now(), time.Now()
	before, last := 0, 0
	o.Progress = func(done, all int) {
		if bar == nil || done < last || bar.GetMax() != all {
			bar = progress.New(all, stderr)
			bar.Describe(what)
			start, told, before = time.Now(), time.Now(), done
		}
		last = done
		_ = bar.Set(done)
		if !progress.IsTerminal(stderr) && time.Since(told) >= time.Minute {
			told = time.Now()
			left := time.Duration(float64(time.Since(start)) / float64(done-before) * float64(all-done))
			fmt.Fprintf(stderr, "%s: %d of %d games, %v left\n", what, done, all, left.Round(time.Second))
		}
	}
}
