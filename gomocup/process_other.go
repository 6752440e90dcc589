//go:build !unix && !windows

package gomocup

import "os/exec"

// A group is an engine without its children, for want of a way to reach them.
type group struct{ cmd *exec.Cmd }

func startGroup(cmd *exec.Cmd) (*group, error) {
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &group{cmd}, nil
}

func (g *group) kill()  { _ = g.cmd.Process.Kill() }
func (g *group) close() {}
