//go:build unix

package gomocup

import (
	"os/exec"
	"syscall"
)

// A group is the process group of an engine. A kill reaches the whole of it, and an interrupt from the keyboard none.
type group struct{ id int }

func startGroup(cmd *exec.Cmd) (*group, error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &group{cmd.Process.Pid}, nil
}

func (g *group) kill()  { _ = syscall.Kill(-g.id, syscall.SIGKILL) }
func (g *group) close() {}
