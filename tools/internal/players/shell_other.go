//go:build !unix

package players

import "strings"

// shell splits at blanks, as there is no shell to rely on.
func shell(command string) (path string, args []string) {
	words := strings.Fields(command)
	return words[0], words[1:]
}
