//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/gomoku-go/gomoku/internal/testprogram"
)

var binary string

func TestMain(m *testing.M) { os.Exit(testprogram.Run(m, "server", &binary)) }

// TestProgram runs the server as a process, asks it for a move, and ends it with SIGTERM.
func TestProgram(t *testing.T) {
	command := exec.CommandContext(t.Context(), binary, "-addr", "localhost:0")
	stderr, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer command.Process.Kill()
	log := bufio.NewScanner(stderr)
	var listening struct{ Msg, Addr string }
	if !log.Scan() || json.Unmarshal(log.Bytes(), &listening) != nil || listening.Msg != "listening" {
		t.Fatalf("the log begins with %q", log.Text())
	}
	status, _, text, err := post(t.Context(), "http://"+listening.Addr, `{"position": "h8", "limits": {"nodes": 1000}}`)
	if err != nil || status != http.StatusOK {
		t.Errorf("%d %s %v", status, text, err)
	}
	http.DefaultClient.CloseIdleConnections()
	if err := command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for log.Scan() {
		lines = append(lines, log.Text())
	}
	if err := command.Wait(); err != nil {
		t.Errorf("after SIGTERM: %v, want a clean end", err)
	}
	if all := strings.Join(lines, "\n"); !strings.Contains(all, `"msg":"move"`) || !strings.Contains(all, `"msg":"stopped"`) {
		t.Errorf("the log:\n%s", all)
	}
}

func TestArguments(t *testing.T) {
	for _, args := range [][]string{{"more"}, {"-searchers", "0", "-addr", "localhost:0"}, {"-addr", "nowhere:none"}} {
		out, err := exec.CommandContext(t.Context(), binary, args...).CombinedOutput()
		if err == nil || len(out) == 0 {
			t.Errorf("%v: %v %q, want an error and a message", args, err, out)
		}
	}
}
