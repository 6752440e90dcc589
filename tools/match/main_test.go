package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/record"
)

func runMatch(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = run(t.Context(), args, &out, &err)
	return status, out.String(), err.String()
}

func TestReport(t *testing.T) {
	dir := t.TempDir()
	log, openings := filepath.Join(dir, "log"), filepath.Join(dir, "openings")
	if err := os.WriteFile(openings, []byte("7,7 8,8\n7,7 3,4 8,2 # even\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	status, out, errs := runMatch(t, "-a", "greedy", "-b", "random", "-games", "8", "-openings", openings, "-log", log, "-rule", "standard", "-seed", "5")
	if status != exitDone || errs != "" {
		t.Fatalf("status %d: %s", status, errs)
	}
	for _, want := range []string{
		"match   standard 15x15, 8 games, seed 5",
		"score   A 8.0 of 8, 100.0 % [67.6, 100.0]   won 8, drawn 0, lost 0", // Wilson: 8/(8+3.8415)
		"color   A as black 100.0 % (4), as white 100.0 % (4); the first player scores 50.0 % (8)",
		"pairs   4; 0: 0, ½: 0, 1: 0, 1½: 0, 2: 4",
		"ends    five 8",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the report lacks %q:\n%s", want, out)
		}
	}
	games := readLog(t, log)
	if len(games) != 8 {
		t.Errorf("%d games in the log", len(games))
	}
	for n, g := range games {
		if g.Number != n || g.Opening != 2+n/2%2 || g.Points() != 1 {
			t.Errorf("game %d: %+v", n, g)
		}
	}
}

// readLog returns the games by number. The log has each once, below its header.
func readLog(t *testing.T, path string) map[int]*match.Game {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	games := map[int]*match.Game{}
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if i == 0 {
			if !strings.HasPrefix(line, `{"match":`) {
				t.Errorf("header %s", line)
			}
			continue
		}
		var g match.Game
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if games[g.Number] != nil {
			t.Errorf("game %d twice", g.Number)
		}
		games[g.Number] = &g
	}
	return games
}

// killVariable makes the test binary a match, to be killed.
const killVariable = "MATCH_TEST_ARGUMENTS"

func TestMain(m *testing.M) {
	if args := os.Getenv(killVariable); args != "" {
		os.Exit(run(context.Background(), strings.Split(args, "\n"), os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

func TestResumeAfterKill(t *testing.T) {
	dir := t.TempDir()
	log, psq := filepath.Join(dir, "log"), filepath.Join(dir, "psq")
	args := []string{"-a", "random", "-b", "random", "-size", "9", "-seed", "3", "-parallel", "3", "-log", log, "-psq", psq}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), killVariable+"="+strings.Join(append(args, "-games", "1000000"), "\n"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		if data, _ := os.ReadFile(log); bytes.Count(data, []byte("\n")) > 10 {
			break
		}
		if time.Since(begin) > time.Minute {
			t.Fatal("no game in a minute")
		}
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	kept := bytes.Count(data, []byte("\n")) - 1
	want := kept + 5
	status, out, errs := runMatch(t, append(args, "-games", fmt.Sprint(want))...)
	if status != exitDone || !strings.Contains(out, fmt.Sprintf("%d games, seed 3", want)) || !strings.Contains(out, "of the games were played earlier") {
		t.Fatalf("status %d: %s\n%s", status, errs, out)
	}
	games := readLog(t, log)
	for n := range want {
		if games[n] == nil {
			t.Errorf("game %d is missing", n)
		}
		data, err := os.ReadFile(filepath.Join(psq, fmt.Sprintf("game%05d.psq", n)))
		if err != nil {
			t.Fatal(err)
		}
		trees, err := record.Read(bytes.NewReader(data), nil)
		if err != nil || len(trees) != 1 || !slices.Equal(trees[0].Game.Moves, games[n].Moves) || trees[0].Game.Tags["black"] != "random" {
			t.Errorf("game %d: %s\nread back as %v, %v", n, data, trees, err)
		}
	}
	status, out, errs = runMatch(t, append(args, "-games", "2", "-size", "10")...)
	if status != exitFailed || out != "" || !strings.Contains(errs, "size (was 9, is 10)") {
		t.Errorf("another size: status %d: %s\n%s", status, errs, out)
	}
}

func TestSPRTStops(t *testing.T) {
	status, out, _ := runMatch(t, "-a", "greedy", "-b", "random", "-games", "2000", "-elo0", "0", "-elo1", "100", "-size", "9")
	if status != exitDone || !strings.Contains(out, "H1 accepted") || strings.Contains(out, " 2000 games") {
		t.Errorf("status %d:\n%s", status, out)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e, err := parse([]string{"-a", "random", "-b", "random", "-games", "100000"}, os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	var out bytes.Buffer
	if err := e.play(ctx, &out, os.Stderr); err != nil || !strings.HasPrefix(out.String(), "interrupted\nA       random\n") {
		t.Errorf("%v:\n%s", err, out.String())
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{
		{},
		{"-a", "random"},
		{"-a", "random", "-b", "depth=none"},
		{"-a", "random", "-b", "random", "more"},
		{"-a", "random", "-b", "random", "-rule", "chess"},
		{"-a", "random", "-b", "random", "-size", "4"},
		{"-a", "random", "-b", "random", "-games", "0"},
		{"-a", "random", "-b", "random", "-parallel", "0"},
		{"-a", "random", "-b", "random", "-elo0", "5", "-elo1", "5"},
		{"-a", "random", "-b", "random", "-elo0", "5"},
		{"-a", "random", "-b", "random", "-openings", "/no/such/file"},
		{"-a", "random", "-b", "random", "-openings", "main.go"},
		{"-a", "random", "-b", "random", "-turn", "0s"},
		{"-a", "random", "-b", "random", "-tolerance", "0s"},
		{"-a", "random", "-b", "random", "-max-moves", "-1"},
		{"-a", "random", "-b", "random", "-causes", "1"},
	} {
		if status, out, errs := runMatch(t, args...); status != exitUsage || out != "" || errs == "" {
			t.Errorf("%q: status %d, %q, %q", args, status, out, errs)
		}
	}
	if status, _, errs := runMatch(t, "-help"); status != exitDone || !strings.Contains(errs, "a player is one of") {
		t.Errorf("help: status %d, %q", status, errs)
	}
}

// A record of Piskvork counts from 1 and from the top; the given moves took no time.
func TestWritePSQ(t *testing.T) {
	dir := t.TempDir()
	e, err := parse([]string{"-a", "depth=1,name=first\r\nname", "-b", "greedy", "-psq", dir}, os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	g := &match.Game{
		Number: 1, Color: gomoku.White, Opening: 1,
		Game:  gomoku.Game{Size: 20, Moves: []gomoku.Point{gomoku.At(9, 10), gomoku.At(0, 0), gomoku.At(19, 19)}},
		Plies: []match.Ply{{Time: 1_234_567 * time.Microsecond}, {Time: 999 * time.Microsecond}},
	}
	if err := e.writePSQ(g); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "game00001.psq"))
	// j11, a1 and t20.
	if want := "Piskvorky 20x20, 11:11, 0\n10,10,0\n1,20,1234\n20,1,0\ngreedy\nfirst name\n-1\n"; err != nil || string(got) != want {
		t.Errorf("got %q, want %q, %v", got, want, err)
	}
}
