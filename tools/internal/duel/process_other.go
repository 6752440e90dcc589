//go:build !unix

package duel

import (
	"os/exec"
	"strings"
)

// shell splits at blanks, as there is no shell to rely on.
func shell(command string) *exec.Cmd {
	words := strings.Fields(command)
	return exec.Command(words[0], words[1:]...)
}

func kill(c *exec.Cmd) { _ = c.Process.Kill() }
