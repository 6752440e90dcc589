package main

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/games"
)

// The test binary is also the program, so that it can be killed.
const programVariable = "SELFPLAY_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(programVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func runSelfplay(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = run(t.Context(), args, &out, &err)
	return status, out.String(), err.String()
}

func mustRun(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	status, out, errs := runSelfplay(t, args...)
	if status != exitDone {
		t.Fatalf("selfplay %s: status %d: %s", strings.Join(args, " "), status, errs)
	}
	return out
}

// readGames reads a file whose every game must be there once, and returns the games by number.
func readGames(t *testing.T, name string) map[uint64]*games.Game {
	t.Helper()
	list := map[uint64]*games.Game{}
	for g, err := range games.All(name) {
		if err != nil {
			t.Fatal(err)
		}
		if list[g.Number] != nil {
			t.Errorf("%s: game %d is there twice", name, g.Number)
		}
		list[g.Number] = g
	}
	return list
}

// checkGame plays the record on a board.
func checkGame(t *testing.T, g *games.Game) {
	t.Helper()
	b, err := gomoku.NewBoard(g.Size, g.Rule)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range g.Moves {
		if err := b.Play(p); err != nil {
			t.Fatalf("game %d: move %d, %v: %v\n%v", g.Number, i+1, p, err, b)
		}
	}
	if g.Random < 1 || g.Random > 7 || len(g.Plies) != len(g.Moves)-g.Random {
		t.Errorf("game %d: %d of %d moves by chance, %d plies", g.Number, g.Random, len(g.Moves), len(g.Plies))
	}
	if b.Outcome() != gomoku.Undecided && b.Outcome() != g.Outcome {
		t.Errorf("game %d: %v, the board says %v", g.Number, g.Outcome, b.Outcome())
	}
	// Where the board does not tell the winner, the last score does.
	if b.Outcome() == gomoku.Undecided {
		last := len(g.Moves) - 1
		mover, score := g.Mover(last), g.Plies[len(g.Plies)-1].Score
		if plies, ok := score.Mate(); !ok || (plies > 0) != (g.Outcome.Winner() == mover) {
			t.Errorf("game %d: %v won, the last score, of %v, is %v", g.Number, g.Outcome, mover, score)
		}
	}
}

// The same seed gives the same games, whatever -parallel says and with a pause between; another seed gives others.
func TestReproducible(t *testing.T) {
	dir := t.TempDir()
	name := func(n string) string { return filepath.Join(dir, n) }
	flags := func(out string, more ...string) []string {
		return append([]string{"-out", name(out), "-nodes", "100", "-size", "9", "-rule", "renju"}, more...)
	}
	mustRun(t, flags("one", "-games", "12", "-parallel", "1")...)
	mustRun(t, flags("two", "-games", "5", "-parallel", "3")...)
	if out := mustRun(t, flags("two", "-games", "12", "-parallel", "2")...); !strings.HasPrefix(out, "7 games, ") {
		t.Errorf("a file with 5 games of 12 went on with: %s", out)
	}
	if out := mustRun(t, flags("two", "-games", "12")...); !strings.HasPrefix(out, "0 games, ") {
		t.Errorf("a file that is full went on with: %s", out)
	}
	mustRun(t, flags("other", "-games", "12", "-seed", "2")...)
	one, two, other := readGames(t, name("one")), readGames(t, name("two")), readGames(t, name("other"))
	if len(one) != 12 || !reflect.DeepEqual(one, two) {
		t.Errorf("%d and %d games, which differ", len(one), len(two))
	}
	same := 0
	for n, g := range one {
		checkGame(t, g)
		if g.Rule != gomoku.Renju || g.Size != 9 {
			t.Errorf("game %d: %v, size %d", n, g.Rule, g.Size)
		}
		if reflect.DeepEqual(g, other[n]) {
			same++
		}
	}
	if same > 2 {
		t.Errorf("%d of 12 games do not depend on the seed", same)
	}

	status, _, errs := runSelfplay(t, flags("one", "-nodes", "200")...)
	if status != exitFailed || !strings.Contains(errs, "nodes (was 100, is 200)") {
		t.Errorf("other nodes: status %d, %s", status, errs)
	}
}

// A kill at any moment loses the running games only, and the games that follow are those that would have been.
func TestKill(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const all = 60
	dir := t.TempDir()
	name := filepath.Join(dir, "killed")
	flags := func(out string) []string {
		return []string{"-out", out, "-nodes", "300", "-games", fmt.Sprint(all), "-parallel", "2"}
	}
	size := func() int64 {
		info, err := os.Stat(name)
		if err != nil {
			return 0
		}
		return info.Size()
	}
	seen := map[uint64]*games.Game{}
	for kills := 0; len(seen) < all; kills++ {
		if kills > 2*all {
			t.Fatalf("%d games after %d kills", len(seen), kills)
		}
		before := size()
		c := exec.Command(self, flags(name)...)
		c.Env = append(os.Environ(), programVariable+"=1")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(10 * time.Second); size() < before+500 && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
			if len(seen)+8 > all {
				break // the last games: do not wait for what will not come
			}
		}
		if len(seen)+8 <= all {
			_ = c.Process.Kill()
		}
		_ = c.Wait()
		now := readGames(t, name)
		for n, g := range seen {
			if !reflect.DeepEqual(now[n], g) {
				t.Fatalf("game %d is lost, or another one", n)
			}
		}
		if len(now) <= len(seen) {
			t.Fatalf("%d games, and %d before", len(now), len(seen))
		}
		seen = now
		// As a kill in the midst of a write would leave it: that is too short a moment to be met.
		if len(seen) < all {
			f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Write([]byte{80, 0, 175, 255, 1, 2, 3, 4, 5}[:1+kills%9]); err != nil {
				t.Fatal(err)
			}
			f.Close()
			if kills == 0 {
				if out := mustRun(t, "stat", name); !strings.Contains(out, "in the midst of a game") {
					t.Errorf("stat of a torn file says\n%s", out)
				}
			}
		}
	}
	// The program in one go, from the same binary.
	whole := filepath.Join(dir, "whole")
	mustRun(t, flags(whole)...)
	if !reflect.DeepEqual(readGames(t, whole), seen) {
		t.Error("the games of a run that was killed are not those of one that was not")
	}
	if len(seen) != all {
		t.Errorf("%d games, want %d", len(seen), all)
	}
}

func TestInterrupt(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "games")
	c := exec.Command(self, "-out", name, "-nodes", "300", "-games", "1000000", "-parallel", "2")
	c.Env = append(os.Environ(), programVariable+"=1")
	var out bytes.Buffer
	c.Stdout = &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if info, err := os.Stat(name); err == nil && info.Size() > 500 {
			break
		}
	}
	if status, _, errs := runSelfplay(t, "-out", name, "-nodes", "300"); status != exitFailed || !strings.Contains(errs, "another process") {
		t.Errorf("a second run on the same file: status %d, %s", status, errs)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Skip(err) // no such signal on Windows
	}
	_ = c.Wait()
	list := readGames(t, name)
	if want := fmt.Sprintf("has %d games of 1000000; the same command goes on", len(list)); c.ProcessState.ExitCode() != exitInterrupted || !strings.Contains(out.String(), want) {
		t.Errorf("status %d, %q, want %d and %q", c.ProcessState.ExitCode(), out.String(), exitInterrupted, want)
	}
	for _, g := range list {
		checkGame(t, g)
	}
}

// Players that are described play to the end on the board, with either color.
func TestPlayers(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	mustRun(t, "-out", name, "-a", "nodes=1000,tie=20", "-b", "level=easy", "-games", "16", "-nodes", "50", "-size", "9")
	list := readGames(t, name)
	if len(list) != 16 {
		t.Fatalf("%d games", len(list))
	}
	points := 0.0
	for n, g := range list {
		checkGame(t, g)
		b, _ := gomoku.NewBoard(g.Size, g.Rule)
		for _, p := range g.Moves {
			_ = b.Play(p)
		}
		if b.Outcome() == gomoku.Undecided || b.Outcome() != g.Outcome {
			t.Errorf("game %d: %v won, the board says %v", n, g.Outcome, b.Outcome())
		}
		points += g.Points(gomoku.Black + gomoku.Color(n%2))
	}
	if points < 9 {
		t.Errorf("1,000 nodes score %v of 16 against the easy level: are the colors right?", points)
	}
	if out := mustRun(t, "stat", name); !strings.Contains(out, `"a":"nodes=1000,tie=20","b":"level=easy"`) {
		t.Errorf("stat does not name the players:\n%s", out)
	}
}

func TestUsage(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "g")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{}, "-out FILE is needed"},
		{[]string{"-out", name, "-games", "0"}, "-games 0"},
		{[]string{"-out", name, "-nodes", "1"}, "-nodes 1"},
		{[]string{"-out", name, "-nodes", "9000000000000000000"}, "-nodes 9000000000000000000"},
		{[]string{"-out", name, "-parallel", "0"}, "-parallel 0"},
		{[]string{"-out", name, "-size", "4"}, "-size 4"},
		{[]string{"-out", name, "-rule", "chess"}, "chess"},
		{[]string{"-out", name, "-b", "depth=4"}, "give both"},
		{[]string{"-out", name, "-a", "depth=x"}, "depth=x"},
		{[]string{"-out", name, "-a", "greedy"}, "not the library's searcher"},
		{[]string{"-out", name, "-a", "engine:./x"}, "not the library's searcher"},
		{[]string{"-out", name, "-weights", "/no/such"}, "/no/such"},
		{[]string{"-out", name, "stat"}, "unexpected argument"},
		{[]string{"-speed"}, "speed"},
		{[]string{"stat"}, "needs files"},
		{[]string{"export", "-out", name}, "needs -out and files"},
		{[]string{"export", "-out", name, "-size", "23", "x"}, "-size 23"},
		{[]string{"export", "-out", name, "-rule", "chess", "x"}, "chess"},
	} {
		status, _, errs := runSelfplay(t, c.args...)
		if status != exitUsage || !strings.Contains(errs, c.want) {
			t.Errorf("%v: status %d: %s; want %d and %q", c.args, status, errs, exitUsage, c.want)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("wrong usage leaves %v, %v", entries, err)
	}
	if status, _, errs := runSelfplay(t, "-out", name, "-a", "nodes=100,book=true", "-games", "2", "-nodes", "10"); status == exitFailed && !strings.Contains(errs, "book") {
		t.Errorf("a player with a book: status %d, %s", status, errs)
	}
	if status, _, errs := runSelfplay(t, "-h"); status != exitDone || !strings.Contains(errs, "selfplay export") {
		t.Errorf("-h: status %d, %s", status, errs)
	}
	for _, command := range []string{"stat", "export"} {
		args := []string{command, filepath.Join(dir, "none")}
		if command != "stat" {
			args = []string{command, "-out", filepath.Join(dir, "x.npz"), filepath.Join(dir, "none")}
		}
		if status, _, errs := runSelfplay(t, args...); status != exitFailed || !strings.Contains(errs, "none") {
			t.Errorf("%v: status %d, %s", args, status, errs)
		}
	}
}

func addGames(t *testing.T, name string, list ...*games.Game) {
	t.Helper()
	w, err := games.Open(name, games.Settings{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range list {
		if err := w.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func small(number uint64, size int, rule gomoku.Rule) *games.Game {
	return &games.Game{
		Number: number, Random: 1,
		Game: gomoku.Game{
			Rule: rule, Size: size, Outcome: gomoku.WhiteWins,
			Moves: []gomoku.Point{gomoku.At(0, 0), gomoku.At(1, 2), gomoku.At(4, 4)},
		},
		Plies: []games.Ply{{Score: -7, Best: gomoku.At(3, 1)}, {Score: gomoku.LossIn(4), Best: gomoku.At(4, 4)}},
	}
}

func TestStat(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	won := small(1, 5, gomoku.Freestyle)
	won.Outcome, won.Random, won.Plies = gomoku.BlackWins, 2, won.Plies[1:]
	addGames(t, a, small(0, 5, gomoku.Freestyle), won, small(2, 5, gomoku.Renju))
	addGames(t, b)
	out := mustRun(t, "stat", a, b)
	want := a + `
  settings   {"rule":"freestyle","seed":1}
  games      3
    freestyle 5x5          2
    renju 5x5              1
  results    Black won 1 (33.3 %), White won 2 (66.7 %), drawn 0 (0.0 %)
  moves      3 to 3 a game, quarters at 3, 3 and 3, in the mean 3.0
  by chance  4 moves; games by their number: 1: 2, 2: 1
  positions  5 searched; the score is certain in 3, the move played is not the best in 2
  bytes      N, N a position
` + b + `
  settings   {"rule":"freestyle","seed":1}
  games      0
  bytes      N
all
  games      3
`
	got := regexp.MustCompile(`bytes( +)[0-9]+`).ReplaceAllString(out, "bytes${1}N")
	got = regexp.MustCompile(`[0-9.]+ a position`).ReplaceAllString(got, "N a position")
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// npy checks the header of an array and returns what is behind it.
func npy(t *testing.T, data []byte, kind, shape string) []byte {
	t.Helper()
	want := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", kind, shape)
	if len(data) < 10 || string(data[:8]) != "\x93NUMPY\x01\x00" {
		t.Fatalf("an array begins with %q", data[:min(len(data), 10)])
	}
	n := 10 + int(binary.LittleEndian.Uint16(data[8:]))
	if got := string(data[10:n]); strings.TrimRight(got, " \n") != want || got[len(got)-1] != '\n' || n%64 != 0 {
		t.Fatalf("header %q, want %q", got, want)
	}
	return data[n:]
}

func TestExport(t *testing.T) {
	dir := t.TempDir()
	name, other := filepath.Join(dir, "games"), filepath.Join(dir, "other")
	addGames(t, name, small(5, 5, gomoku.Freestyle), small(3, 5, gomoku.Freestyle))
	addGames(t, other, small(0, 6, gomoku.Renju))
	if out := mustRun(t, "export", "-out", filepath.Join(dir, "x.npz"), "-rule", "freestyle", name, other); !strings.HasPrefix(out, "4 positions of 2 games, freestyle 5x5") {
		t.Error(out)
	}
	mustRun(t, "export", "-out", filepath.Join(dir, "arrays"), "-size", "5", name, other)
	status, _, errs := runSelfplay(t, "export", "-out", filepath.Join(dir, "no.npz"), name, other)
	if status != exitFailed || !strings.Contains(errs, "games of freestyle 5x5 and of renju 6x6") {
		t.Errorf("two sizes in one array: status %d, %s", status, errs)
	}
	if status, _, errs := runSelfplay(t, "export", "-out", filepath.Join(dir, "no.npz"), "-rule", "caro", name); status != exitFailed || !strings.Contains(errs, "no such positions") {
		t.Errorf("nothing to export: status %d, %s", status, errs)
	}
	illegal := small(0, 5, gomoku.Freestyle) // plays on after a five
	illegal.Moves = nil
	for x := range 5 {
		illegal.Moves = append(illegal.Moves, gomoku.At(x, 0), gomoku.At(x, 1))
	}
	illegal.Random, illegal.Plies = 9, []games.Ply{{Best: illegal.Moves[9]}}
	addGames(t, filepath.Join(dir, "illegal"), illegal)
	if status, _, errs := runSelfplay(t, "export", "-out", filepath.Join(dir, "no.npz"), filepath.Join(dir, "illegal")); status != exitFailed || !strings.Contains(errs, "move 10") {
		t.Errorf("an illegal move: status %d, %s", status, errs)
	}
	entries, err := filepath.Glob(filepath.Join(dir, "*no.npz*"))
	if parts, _ := filepath.Glob(filepath.Join(dir, "*", "*.part")); err != nil || len(entries)+len(parts) > 0 {
		t.Errorf("left behind: %v %v, %v", entries, parts, err)
	}

	z, err := zip.OpenReader(filepath.Join(dir, "x.npz"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	arrays := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		arrays[f.Name] = data
		if alone, err := os.ReadFile(filepath.Join(dir, "arrays", f.Name)); err != nil || !bytes.Equal(alone, data) {
			t.Errorf("%s differs between the zip and the directory, %v", f.Name, err)
		}
	}
	if len(arrays) != 5 {
		t.Errorf("%d arrays, want 5", len(arrays))
	}
	planes := npy(t, arrays["planes.npy"], "|u1", "(4, 4, 5, 5,)")
	if len(planes) != 4*100 {
		t.Fatalf("%d bytes of planes", len(planes))
	}
	// Position 1: Black to move, a1 is Black's, b3 White's and the last.
	empty := bytes.Repeat([]byte{1}, 25)
	empty[0], empty[11] = 0, 0
	stone := func(i int) []byte {
		p := make([]byte, 25)
		p[i] = 1
		return p
	}
	if want := slices.Concat(stone(0), stone(11), empty, stone(11)); !bytes.Equal(planes[100:200], want) {
		t.Errorf("planes of position 1: %v\nwant %v", planes[100:200], want)
	}
	for name, want := range map[string]string{
		"policy": "08 00 18 00 08 00 18 00", // the best moves: d2, e5
		"result": "01 ff 01 ff",             // White, to move first, won
		"score":  "f9 ff d4 8a f9 ff d4 8a", // -7, -29996
		"game":   "00 00 00 00 00 00 00 00 01 00 00 00 01 00 00 00",
	} {
		kind := map[string]string{"policy": "<i2", "result": "|i1", "score": "<i2", "game": "<i4"}[name]
		if got := fmt.Sprintf("% x", npy(t, arrays[name+".npy"], kind, "(4,)")); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
