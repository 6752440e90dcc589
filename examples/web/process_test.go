//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku/internal/testprogram"
)

var binary string

func TestMain(m *testing.M) { os.Exit(testprogram.Run(m, "web", &binary)) }

// A program is a running server.
type program struct {
	t       *testing.T
	url     string
	args    []string
	command *exec.Cmd
}

func startProgram(t *testing.T) *program {
	t.Helper()
	port := testprogram.FreePort(t)
	p := &program{t: t, url: "http://localhost:" + port, args: []string{"-no-browser", "-port", port, "-data", t.TempDir()}}
	p.start()
	t.Cleanup(p.kill)
	return p
}

func (p *program) start() {
	p.t.Helper()
	p.command = exec.Command(binary, p.args...)
	// No go command: these tests do not wait for the browser's engine to be built.
	p.command.Env = append(os.Environ(), "PATH=", "XDG_CACHE_HOME="+p.t.TempDir())
	var output bytes.Buffer
	p.command.Stdout, p.command.Stderr = &output, &output
	if err := p.command.Start(); err != nil {
		p.t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if r, err := http.Get(p.url + "/healthz"); err == nil {
			r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(deadline) {
			p.kill()
			p.t.Fatalf("the server does not answer:\n%s", output.String())
		}
	}
}

func (p *program) kill() {
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

func (p *program) post(path, body string) (status int, answer map[string]any, err error) {
	r, err := http.Post(p.url+path, "application/json", strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return 0, nil, err
	}
	return r.StatusCode, answer, json.Unmarshal(text, &answer)
}

// moves returns the moves of a game.
func (p *program) moves(id, token string) []any {
	p.t.Helper()
	r, err := http.Get(p.url + "/games/" + id + "/events?token=" + token)
	if err != nil {
		p.t.Fatal(err)
	}
	defer r.Body.Close()
	d := make([]byte, 1<<16)
	n, err := io.ReadAtLeast(r.Body, d, 10)
	if err != nil {
		p.t.Fatal(err)
	}
	_, data, _ := strings.Cut(string(d[:n]), "data: ")
	var state struct{ Board struct{ Moves []any } }
	if err := json.NewDecoder(strings.NewReader(data)).Decode(&state); err != nil {
		p.t.Fatalf("%q: %v", data, err)
	}
	return state.Board.Moves
}

// No move that was acknowledged is lost, however often the program is killed in the middle of games. GOMOKU_LONG=1 kills it 20 times.
func TestKilled(t *testing.T) {
	kills := 6
	if os.Getenv("GOMOKU_LONG") != "" {
		kills = 20
	}
	p := startProgram(t)
	const games = 4
	type game struct {
		id, first, second string
		acknowledged      int
	}
	all := make([]*game, games)
	for i := range all {
		status, a, err := p.post("/games", `{"rule":"freestyle","size":22}`)
		if err != nil || status != http.StatusCreated {
			t.Fatalf("%d %v %v", status, a, err)
		}
		all[i] = &game{id: a["id"].(string), first: a["you"].(string), second: a["opponent"].(string)}
	}
	// A board of 22×22 filled without a five: colors change every two points, and from row to row.
	var order [2][]string
	for y := range 22 {
		for x := range 22 {
			side := (x/2 + y) % 2
			order[side] = append(order[side], fmt.Sprintf("%c%d", 'a'+x, y+1))
		}
	}
	for kill := range kills {
		done := make(chan error, games)
		for _, g := range all {
			go func() {
				for {
					n := g.acknowledged
					token := []string{g.first, g.second}[n%2]
					status, a, err := p.post("/games/"+g.id+"/act", fmt.Sprintf(`{"token":%q,"seq":%d,"act":"move","point":%q}`, token, n, order[n%2][n/2]))
					switch {
					case err != nil: // the program is gone
						done <- nil
						return
					case status == http.StatusOK:
						g.acknowledged++
					case status == http.StatusConflict: // the last one was kept, though nobody could be told
						g.acknowledged++
					default:
						done <- fmt.Errorf("move %d: %d %v", n, status, a)
						return
					}
				}
			}()
		}
		time.Sleep(time.Duration(30+17*kill%60) * time.Millisecond)
		_ = p.command.Process.Signal(syscall.SIGKILL)
		for range games {
			if err := <-done; err != nil {
				t.Fatal(err)
			}
		}
		_ = p.command.Wait()
		p.start()
		for i, g := range all {
			// One more than was acknowledged may be there: it was kept, but the answer got lost.
			if n := len(p.moves(g.id, g.first)); n < g.acknowledged || n > g.acknowledged+1 {
				t.Fatalf("after kill %d, game %d has %d moves, and %d were acknowledged", kill+1, i, n, g.acknowledged)
			}
		}
	}
	for _, g := range all {
		t.Logf("%d moves", g.acknowledged)
	}
}

// SIGTERM ends the program cleanly.
func TestTerminated(t *testing.T) {
	p := startProgram(t)
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.command.Wait(); err != nil {
		t.Errorf("after SIGTERM: %v", err)
	}
}

func TestArguments(t *testing.T) {
	for _, args := range [][]string{{"more"}, {"-port", "99999"}, {"-searches", "0"}, {"-longest", "1ms"}, {"-export", "/dev/null/x"}} {
		out, err := exec.CommandContext(t.Context(), binary, args...).CombinedOutput()
		if err == nil || len(out) == 0 {
			t.Errorf("%v: %v %q, want an error and a message", args, err, out)
		}
	}
}
