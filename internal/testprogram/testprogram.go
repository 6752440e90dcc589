// Package testprogram builds a program once for all tests of its package, so that they can run it as a process.
package testprogram

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Run builds the main package in the current directory under the name, sets path to the file, and runs the tests; TestMain exits with what it
// returns. Windows wants the suffix .exe, and nobody minds it elsewhere.
func Run(m *testing.M, name string, path *string) (status int) {
	dir, err := os.MkdirTemp("", name)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	*path = filepath.Join(dir, name+".exe")
	if out, err := exec.Command("go", "build", "-o", *path, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}
