//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"
)

// canEdit says whether the line editor works on this system's terminals. Windows terminals have an editor of their own.
const canEdit = true

// watch follows the size of the window.
func (c *console) watch() {
	changed := make(chan os.Signal, 1)
	signal.Notify(changed, syscall.SIGWINCH)
	go func() {
		for range changed {
			c.resize()
		}
	}()
}

// suspend stops the program as Ctrl-Z does, with the terminal as it was, and goes on from there.
func (c *console) suspend() {
	c.close()
	resumed := make(chan os.Signal, 1)
	signal.Notify(resumed, syscall.SIGCONT)
	defer signal.Stop(resumed)
	syscall.Kill(0, syscall.SIGTSTP)
	<-resumed
	term.MakeRaw(int(c.stdin.Fd()))
	c.editor.Write(nil)
}
