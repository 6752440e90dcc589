//go:build unix

package players

// shell returns what runs a command line.
func shell(command string) (path string, args []string) {
	return "/bin/sh", []string{"-c", "exec " + command}
}
