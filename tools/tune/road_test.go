package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
)

// start runs the command in a process of its own.
func start(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), programVariable+"=1")
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

// mustEnd runs the command to its end.
func mustEnd(t *testing.T, args ...string) {
	t.Helper()
	if err := start(t, args...).Wait(); err != nil {
		t.Fatalf("tune %s: %v", strings.Join(args, " "), err)
	}
}

// killWhen runs the command and kills it as soon as the file is larger than it was, or there at all, by so many bytes. It
// reports whether the command was killed before its end.
func killWhen(t *testing.T, file string, more int64, args ...string) bool {
	t.Helper()
	size := func() int64 {
		info, err := os.Stat(file)
		if err != nil {
			return 0
		}
		return info.Size()
	}
	before := size()
	c := start(t, args...)
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(200 * time.Microsecond) {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("tune %s: %v", strings.Join(args, " "), err)
			}
			return false
		default:
		}
		if size() >= before+more {
			break
		}
		if time.Now().After(deadline) {
			t.Errorf("%s does not grow", file)
			break
		}
	}
	_ = c.Process.Kill()
	<-ended
	return true
}

// A road that is killed at every stage leads where one leads that is not: to the same weights, records and table.
func TestRoadKill(t *testing.T) {
	dir := t.TempDir()
	whole, cut := filepath.Join(dir, "whole"), filepath.Join(dir, "cut")
	flags := func(dir string) []string {
		return []string{
			"road", "-dir", dir, "-from", "none", "-rounds", "2", "-size", "9", "-games", "40", "-nodes", "100", "-epochs", "2", "-net", "2",
			"-match-games", "12", "-match-nodes", "200", "-elo1", "0", "-parallel", "2", "-seed", "3",
		}
	}
	in := func(name string) string { return filepath.Join(cut, name) }
	kills := 0
	for _, k := range []struct {
		file string
		more int64
	}{
		{in("road.json"), 1},        // as it begins
		{in("1.games"), 700},        // in self-play
		{in("1.games"), 700},        // once more
		{in("1.weights"), 1},        // as the fit ends
		{in("1.match.jsonl"), 3000}, // in the match
		{in("1.match.jsonl"), 2000},
		{in("road.json"), 1}, // as the round ends
		{in("2.games"), 700},
		{in("2.weights.fit.json"), 1}, // between the record and the weights
		{in("2.match.jsonl"), 4000},
	} {
		if killWhen(t, k.file, k.more, flags(cut)...) {
			kills++
		}
	}
	if kills < 8 {
		t.Errorf("only %d kills before the end", kills)
	}
	mustEnd(t, flags(cut)...)
	mustEnd(t, flags(whole)...)
	for _, name := range []string{"freestyle.weights", "freestyle.weights.fit.json", "1.weights", "2.weights", "rounds.md", "road.json"} {
		got, want := mustRead(t, in(name)), mustRead(t, filepath.Join(whole, name))
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not that of a road without kills:\n%s\nwant\n%s", name, got[:min(len(got), 2000)], want[:min(len(want), 2000)])
		}
	}
	if left, _ := filepath.Glob(in("*.new")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}

	s, err := readRoad(cut)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Rounds) != 2 {
		t.Fatalf("%d rounds", len(s.Rounds))
	}
	for n, r := range s.Rounds {
		if r.Games != 40 || r.Positions < 400 || r.Fit.Games != 40*(n+1) || r.Match.Games() != 12 || r.Adopted != (r.Low > 0.5) {
			t.Errorf("round %d: %+v", n+1, r)
		}
	}
	if !s.Rounds[0].Adopted {
		t.Errorf("weights from 40 games are not better than none: %+v", s.Rounds[0])
	}
	if final := mustRead(t, in("freestyle.weights")); !bytes.Equal(final, mustRead(t, s.weightsOf(s.taken()))) {
		t.Error("the weights at the end are not those that were taken last")
	}
	if table := string(mustRead(t, in("rounds.md"))); strings.Count(table, "\n| ") != 4 || !strings.Contains(table, "taken |") {
		t.Errorf("table of rounds:\n%s", table)
	}

	// More rounds go on, other flags do not.
	if err := road(append(slices.Clone(flags(cut)[1:]), "-nodes", "300")); err == nil || !strings.Contains(err.Error(), `"nodes":300`) {
		t.Errorf("other nodes: %v", err)
	}
	mustEnd(t, append(flags(cut), "-rounds", "3", "-parallel", "1")...)
	if s, err := readRoad(cut); err != nil || len(s.Rounds) != 3 {
		t.Errorf("a third round: %v, %v", s, err)
	}
}

// builtIn writes a file of the built-in weights of a rule.
func builtIn(t *testing.T, dir string, rule gomoku.Rule) (f *weightFile, name string) {
	t.Helper()
	f, err := startWeights(&roadMap{Rule: rule}, "builtin")
	if err != nil {
		t.Fatal(err)
	}
	name = filepath.Join(dir, "start.weights")
	if err := f.write(name, nil); err != nil {
		t.Fatal(err)
	}
	return f, name
}

// The weights before stay where a match does not prove the new ones.
func TestRoadRefuses(t *testing.T) {
	dir := t.TempDir()
	f, start := builtIn(t, dir, gomoku.Caro)
	to := filepath.Join(dir, "road")
	// Twenty games teach less than the built-in weights know; a proof by the test would need more than four games anyway.
	args := []string{"-dir", to, "-from", start, "-rule", "caro", "-rounds", "1", "-size", "9", "-games", "20", "-nodes", "100", "-epochs", "1", "-net", "1", "-match-games", "4", "-match-nodes", "200"}
	if err := road(args); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(mustRead(t, filepath.Join(to, "caro.weights")), mustRead(t, start)) {
		t.Error("weights that nothing proved were taken")
	}
	if text := string(mustRead(t, filepath.Join(to, "rounds.md"))); !strings.Contains(text, "undecided: not taken") || !strings.Contains(text, sumOf(mustRead(t, start))) {
		t.Errorf("table:\n%s", text)
	}
	// The start may not change on the way.
	if err := os.WriteFile(start, []byte(zeroWeights(t)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := road(args); err == nil || !strings.Contains(err.Error(), "holds another road") {
		t.Errorf("other weights: %v", err)
	}
	f.set = eval.Set{gomoku.Renju: f.set[gomoku.Caro]}
	if err := f.write(start, nil); err != nil {
		t.Fatal(err)
	}
	if err := road(args); err == nil || !strings.Contains(err.Error(), "no weights for caro") {
		t.Errorf("weights for another rule: %v", err)
	}
}

// A road for a rule with few games goes on from freestyle's weights: the points stay, net and order of moves are learned on.
func TestRoadKeeps(t *testing.T) {
	dir := t.TempDir()
	f, start := builtIn(t, dir, gomoku.Freestyle)
	to := filepath.Join(dir, "road")
	if err := road([]string{
		"-dir", to, "-from", start, "-rule", "renju", "-keep", "-warm", "-net-rate", "0.0005", "-policy-rate", "0.005", "-net", "1", "-policy", "1",
		"-rounds", "1", "-size", "9", "-games", "20", "-nodes", "100", "-match-games", "2", "-match-nodes", "200",
	}); err != nil {
		t.Fatal(err)
	}
	fitted, _, err := readWeightFile(filepath.Join(to, "1.weights"))
	if err != nil {
		t.Fatal(err)
	}
	was, is := eval.Adapt(f.set[gomoku.Freestyle], pattern.Renju), fitted.set[gomoku.Renju]
	if is.Point != was.Point || is.Threat != was.Threat {
		t.Error("the points were not kept")
	}
	if *is.Net == *was.Net || *is.Policy == *was.Policy {
		t.Error("nothing was learned")
	}
	far := 0
	for code := range is.Net.Embed[0] {
		for k, v := range is.Net.Embed[0][code] {
			if d := int(v) - int(was.Net.Embed[0][code][k]); max(d, -d) > 20 {
				far++
			}
		}
	}
	if far > 100 {
		t.Errorf("%d numbers of the net are far from those it began with", far)
	}
}

func TestRoadErrors(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "road")
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "-dir"},
		{[]string{"-dir", "a,b"}, "comma"},
		{[]string{"-dir", dir, "-rounds", "0"}, "-rounds"},
		{[]string{"-dir", dir, "-games", "1"}, "-games"},
		{[]string{"-dir", dir, "-match-games", "1"}, "-match-games"},
		{[]string{"-dir", dir, "-parallel", "0"}, "-parallel"},
		{[]string{"-dir", dir, "-nodes", "1"}, "-nodes"},
		{[]string{"-dir", dir, "-size", "4"}, "-size 4"},
		{[]string{"-dir", dir, "-elo0", "50"}, "-elo1"},
		{[]string{"-dir", dir, "-elo1", "NaN"}, "-elo1 NaN"},
		{[]string{"-dir", dir, "-elo1", "+Inf"}, "-elo1 +Inf"},
		{[]string{"-dir", dir, "-lambda", "2"}, "-lambda 2"},
		{[]string{"-dir", dir, "-from", "nothing"}, "nothing"},
		{[]string{"-dir", dir, "-warm"}, "-keep"},
		{[]string{"-dir", dir, "-from", "none", "-keep", "-warm"}, "no net"},
		{[]string{"-dir", dir, "three"}, "unexpected argument"},
	} {
		if err := road(c.args); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.args, err, c.want)
		}
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("wrong usage leaves a directory")
	}
}
