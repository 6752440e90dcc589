// Package testprogram helps tests that run a program as a process: it builds the program once for all tests of a package, and finds
// ports for servers.
package testprogram

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// Run builds the main package in the current directory under the name, as RunIn does.
func Run(m *testing.M, name string, path *string) (status int) { return RunIn(m, ".", name, path) }

// RunIn builds the main package in a directory under the name, sets path to the file, and runs the tests; TestMain exits with what it
// returns. Windows wants the suffix .exe, and nobody minds it elsewhere.
func RunIn(m *testing.M, source, name string, path *string) (status int) {
	dir, err := os.MkdirTemp("", name)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	*path = filepath.Join(dir, name+".exe")
	build := exec.Command("go", "build", "-o", *path, ".")
	build.Dir = source
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// FreePort returns a port for a server that a test starts and starts again. It is below those that systems give to clients: else one
// of the test's own connections could take it while the server is down, even by connecting to itself.
func FreePort(t testing.TB) string {
	t.Helper()
	for range 100 {
		port := strconv.Itoa(20_000 + rand.IntN(10_000))
		if l, err := net.Listen("tcp", net.JoinHostPort("localhost", port)); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no free port")
	return ""
}
