//go:build unix

package duel

import (
	"os/exec"
	"syscall"
)

// shell gives the command a process group of its own: an interrupt from the keyboard is for the match, which ends its
// engines itself, and a kill reaches what the command started.
func shell(command string) *exec.Cmd {
	c := exec.Command("/bin/sh", "-c", "exec "+command)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return c
}

func kill(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
