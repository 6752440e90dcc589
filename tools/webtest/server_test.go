package webtest

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku/internal/testprogram"
)

// binary is the program of examples/web, which TestMain has built.
var binary string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	if chromium == "" {
		return m.Run() // every test skips
	}
	defer closeBrowser()
	return testprogram.RunIn(m, "../../examples/web", "web", &binary)
}

// A server is a running program of examples/web.
type server struct {
	t    *testing.T
	addr string
	args []string

	mu      sync.Mutex
	log     strings.Builder
	command *exec.Cmd
}

// startServer starts a server with a data directory and a port of its own, and ends it with the test.
func startServer(t *testing.T, args ...string) *server {
	t.Helper()
	port := testprogram.FreePort(t)
	s := &server{t: t, addr: net.JoinHostPort("localhost", port)}
	s.args = append([]string{"-port", port, "-no-browser", "-data", t.TempDir()}, args...)
	s.start()
	t.Cleanup(func() {
		s.kill()
		if t.Failed() {
			s.mu.Lock()
			defer s.mu.Unlock()
			t.Logf("the server's log:\n%s", s.log.String())
		}
	})
	return s
}

// start starts the program and waits until it answers. After kill it starts it again, at the same address and with the same data.
func (s *server) start() {
	s.t.Helper()
	s.command = exec.Command(binary, s.args...)
	out, err := s.command.StderrPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.command.Start(); err != nil {
		s.t.Fatal(err)
	}
	go s.read(out)
	deadline := time.Now().Add(5 * time.Minute) // the first start builds the engine for the browser
	for {
		if r, err := http.Get(s.url("healthz")); err == nil {
			r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(deadline) {
			s.t.Fatal("the server does not answer")
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (s *server) read(out io.Reader) {
	for lines := bufio.NewScanner(out); lines.Scan(); {
		s.mu.Lock()
		s.log.WriteString(lines.Text() + "\n")
		s.mu.Unlock()
	}
}

// kill ends the program as a power failure would.
func (s *server) kill() {
	_ = s.command.Process.Signal(syscall.SIGKILL)
	_ = s.command.Wait()
}

// url is the address of a page of the server: "" is the first one.
func (s *server) url(path string) string { return "http://" + s.addr + "/" + path }
