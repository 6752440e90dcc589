package match_test

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
	"github.com/gomoku-go/gomoku/match"
)

// logged plays a match with its log, and returns its games and how many were played.
func logged(t *testing.T, path string, o match.Options) (games []match.Game, played int) {
	t.Helper()
	header, err := match.NewHeader(quick, random, &o)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	l, err := match.OpenLog(file, header)
	if err != nil {
		t.Fatal(err)
	}
	o.Done = l.Games
	o.Finished = func(g *match.Game) error { played++; return l.Add(g) }
	return withoutTimes(all(t, quick, random, &o)), played
}

// A log that is cut anywhere gives the same match, and only what is missing is played.
func TestGoOn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log")
	o := match.Options{Size: 9, Games: 8, Parallel: 3, Seed: 4, Openings: [][]gomoku.Point{points(t, "e5"), points(t, "e5 f6 d7"), nil}}
	want, played := logged(t, path, o)
	if played != 8 {
		t.Fatalf("%d games played", played)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first := bytes.IndexByte(whole, '\n')
	for _, cut := range []int{0, 1, 50, first, first + 1, len(whole) / 3, len(whole) / 2, len(whole) - 1, len(whole)} {
		if err := os.WriteFile(path, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		kept := max(bytes.Count(whole[:cut], []byte("\n"))-1, 0)
		got, played := logged(t, path, o)
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
		l, err := match.ReadLog(bytes.NewReader(data))
		if err != nil || len(l.Games) != 8 || l.Header.A != "quick" || l.Header.Size != 9 {
			t.Errorf("cut at %d: read back as %+v, %v", cut, l, err)
		} else if err := l.Add(l.Games[0]); err == nil {
			t.Error("a log that was only read takes games")
		}
	}
	more := o
	more.Games = 10
	if got, played := logged(t, path, more); played != 2 || !reflect.DeepEqual(got[:8], want) {
		t.Errorf("10 games: %d played", played)
	}
	fewer := o
	fewer.Games = 3
	if got, played := logged(t, path, fewer); played != 0 || !reflect.DeepEqual(got, want[:3]) {
		t.Errorf("3 games: %d played, %d in all", played, len(got))
	}
}

func TestLogRefused(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log")
	timed := *random
	timed.Clock = gomoku.Clock{PerMove: time.Second}
	base := match.Options{Size: 9, Games: 1, Seed: 4}
	open := func(a *match.Contender, o match.Options, with map[string]string) error {
		h, err := match.NewHeader(a, quick, &o)
		if err != nil {
			t.Fatal(err)
		}
		h.With = with
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		_, err = match.OpenLog(file, h)
		return err
	}
	with := map[string]string{"weights": "abc"}
	if err := open(random, base, with); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	same := base
	same.Games, same.Parallel, same.SPRT = 100, 7, &match.SPRT{Elo1: 5}
	if err := open(random, same, with); err != nil {
		t.Errorf("more games, more at a time: %v", err)
	}
	changed := func(change func(*match.Options)) match.Options {
		o := base
		change(&o)
		return o
	}
	for _, c := range []struct {
		want string
		a    *match.Contender
		o    match.Options
		with map[string]string
	}{
		{"a (was random, is quick)", quick, base, with},
		{"clockA (was not given, is {", &timed, base, with},
		{"tolerance (was not given, is 200000000)", &timed, base, with},
		{"weights (was abc, is x)", random, base, map[string]string{"weights": "x"}},
		{"weights (was abc, is not given)", random, base, nil},
		{"rule (was freestyle, is renju)", random, changed(func(o *match.Options) { o.Rule = gomoku.Renju }), with},
		{"size (was 9, is 10)", random, changed(func(o *match.Options) { o.Size = 10 }), with},
		{"seed (was 4, is 5)", random, changed(func(o *match.Options) { o.Seed = 5 }), with},
		{"openings (was not given, is ", random, changed(func(o *match.Options) { o.Openings = [][]gomoku.Point{nil} }), with},
		{"maxMoves (was not given, is 9)", random, changed(func(o *match.Options) { o.MaxMoves = 9 }), with},
	} {
		if err := open(c.a, c.o, c.with); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "of another match") {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
	game, err := json.Marshal(all(t, random, quick, &base)[0])
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ text, want string }{
		"no log":      {"precious\nwords\n", "line 1 of the log: this is no log of a match"},
		"half a line": {"precious", "no log of a match"},
		"only a game": {string(game) + "\n", "no log of a match"},
		"damaged":     {string(before) + "{\n" + string(game) + "\n", "line 2"},
		"no game":     {string(before) + "{}\n", "line 2"},
		"twice":       {string(before) + string(game) + "\n" + string(game) + "\n", "line 3 of the log: game 0 for the second time"},
		"before versions": {
			`{"match":{"a":"random","b":"quick","rule":"freestyle","size":9,"seed":4,"program":"0123456789abcdef"}}` + "\n" +
				`{"game":0,"rule":"freestyle","size":9,"seed":1,"black":"A","winner":"A","reason":"five","opening":0,"moves":["a1"],"plies":[{"us":3}]}` + "\n",
			"version 1, and this program reads version 2",
		},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := open(random, base, with); err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "match: ") || strings.Contains(err.Error(), ": match: ") {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != c.text {
			t.Errorf("%s: the file was changed", name)
		}
		if _, err := match.ReadLog(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: ReadLog: error %v, want %q", name, err, c.want)
		}
	}
	if _, err := match.ReadLog(strings.NewReader("")); err == nil {
		t.Error("an empty file is a log")
	}
	if _, err := match.NewHeader(nil, random, nil); err == nil {
		t.Error("a header without a contender")
	}
}
