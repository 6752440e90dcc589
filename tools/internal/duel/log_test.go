package duel

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

func logged(t *testing.T, path string, m Match) (games []*Game, played int) {
	t.Helper()
	l, err := m.OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	m.Finished = func(g *Game) error { played++; return l.Add(g) }
	games = runAll(t, &m)
	for _, g := range games {
		for i := range g.Plies {
			g.Plies[i].Time = 0
		}
	}
	return games, played
}

// A log that is cut anywhere gives the same match, and only what is missing is played.
func TestResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	openings := take(t, 3, 9, gomoku.Freestyle)
	m := Match{Players: [2]*Spec{spec(t, "greedy"), spec(t, "random")}, Size: 9, Games: 8, Parallel: 3, Seed: 4}
	with := func(games int) Match { // openings are given out once
		m := m
		m.Games, m.Openings = games, Cycle(openings)
		return m
	}
	want, played := logged(t, path, with(8))
	if played != 8 {
		t.Fatalf("%d games played", played)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{0, 1, 50, bytes.IndexByte(whole, '\n'), bytes.IndexByte(whole, '\n') + 1, len(whole) / 3, len(whole) / 2, len(whole) - 1, len(whole)} {
		if err := os.WriteFile(path, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		kept := max(bytes.Count(whole[:cut], []byte("\n"))-1, 0)
		got, played := logged(t, path, with(8))
		if !reflect.DeepEqual(got, want) {
			t.Errorf("cut at %d: other games", cut)
		}
		if played != 8-kept {
			t.Errorf("cut at %d: %d games kept, %d played", cut, kept, played)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(data, []byte("\n")); n != 9 || !bytes.HasSuffix(data, []byte("\n")) {
			t.Errorf("cut at %d: %d lines", cut, n)
		}
	}
	// More games than before go on where the others ended; fewer are a part.
	if got, played := logged(t, path, with(10)); played != 2 || !reflect.DeepEqual(got[:8], want) {
		t.Errorf("10 games: %d played", played)
	}
	if got, played := logged(t, path, with(3)); played != 0 || !reflect.DeepEqual(got, want[:3]) {
		t.Errorf("3 games: %d played, %d in all", played, len(got))
	}
	// Other openings than in the log.
	other := with(10)
	other.Openings = nil
	l, err := other.OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var failed error
	for _, err := range other.Run(t.Context()) {
		failed = err
	}
	if failed == nil || !strings.Contains(failed.Error(), "began otherwise") {
		t.Errorf("other openings: %v", failed)
	}
}

func TestLogRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	const weights = "../../../internal/eval/default.weights"
	base := Match{Players: [2]*Spec{spec(t, "weights="+weights+",depth=1"), engineSpec(t, "good")}, Size: 9, Games: 1, Parallel: 1, Seed: 4, OpeningsSum: "x"}
	l, err := base.OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	same := base
	same.Games, same.Parallel = 100, 7
	if l, err := same.OpenLog(path); err != nil {
		t.Errorf("more games, more at a time: %v", err)
	} else {
		l.Close()
	}
	touched := *base.Players[A]
	touched.weightsSum = "other"
	for want, change := range map[string]func(m *Match){
		"-a (":                            func(m *Match) { m.Players[A] = spec(t, "random") },
		"-b (":                            func(m *Match) { m.Players[B] = spec(t, "random") },
		"weight files":                    func(m *Match) { m.Players[A] = &touched },
		"-rule (was freestyle, is renju)": func(m *Match) { m.Rule = gomoku.Renju },
		"-size (was 9, is 10)":            func(m *Match) { m.Size = 10 },
		"-seed (was 4, is 5)":             func(m *Match) { m.Seed = 5 },
		"-openings":                       func(m *Match) { m.OpeningsSum = "y" },
		"-max-ply":                        func(m *Match) { m.MaxPly = 9 },
		"-turn":                           func(m *Match) { m.Clock.Turn = time.Second },
		"-tolerance":                      func(m *Match) { m.Clock.Tolerance = time.Second },
		"-memory":                         func(m *Match) { m.Clock.Memory = 1 },
	} {
		m := base
		change(&m)
		if _, err := m.OpenLog(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "another file") {
			t.Errorf("%s: error %v", want, err)
		}
	}
	game, err := json.Marshal(&Game{Number: 1, Size: 9})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ text, want string }{
		"no log":        {"precious\nwords\n", "line 1"},
		"half a line":   {"precious", "no log"},
		"old log":       {string(game) + "\n", "no log"},
		"damaged":       {string(before) + "{\n" + string(game) + "\n", "line 2"},
		"twice":         {string(before) + string(game) + "\n" + string(game) + "\n", "line 3: game 1 for the second time"},
		"other program": {strings.Replace(string(before), `"program":"`, `"program":"0`, 1), "build of this program"},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := base.OpenLog(path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != c.text {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

func TestWritePSQ(t *testing.T) {
	g := &Game{
		Size: 20, Black: B, Opening: 1,
		Moves: []gomoku.Point{gomoku.At(9, 10), gomoku.At(0, 0), gomoku.At(19, 19)},
		Plies: []Ply{{Time: 1_234_567}, {Time: 999}},
	}
	var b strings.Builder
	if err := g.WritePSQ(&b, [2]string{"first\r\nname", "second"}); err != nil {
		t.Fatal(err)
	}
	// j11, a1 and t20: Piskvork counts from 1 and from the top.
	if want := "Piskvorky 20x20, 11:11, 0\r\n10,10,0\r\n1,20,1234\r\n20,1,0\r\nsecond\r\nfirst name\r\n-1\r\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}
