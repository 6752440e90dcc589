package gomoku_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// benchPositions are the fixed bench: openings and early middle games where nobody has a forced win in sight.
var benchPositions = []struct {
	name  string
	size  int
	rule  gomoku.Rule
	moves string
}{
	{"quiet-1", 15, gomoku.Freestyle, "h8 h9 h10 i8 g10 i10 i9 g11 j11 k10"},
	{"quiet-2", 15, gomoku.Freestyle, "h8 h9 i10 i8 j9 h11 j7 g10"},
	{"quiet-3", 15, gomoku.Freestyle, "h8 h9 j8 g8 i10 g10 i9 i8 j7"},
	{"quiet-4", 15, gomoku.Freestyle, "h8 h9 h6 i8 j7 j9 i7 h7 g6"},
	{"quiet-5", 15, gomoku.Freestyle, "h8 i9 j6 g9 k7 i10 j9 i8 i11 j7"},
	{"quiet-6", 15, gomoku.Freestyle, "h8 i9 i8 g8 j8 k8 i7 g9"},
	{"freestyle-20", 20, gomoku.Freestyle, "j10 k11 k10 l10 j11 i9"},
	{"standard", 15, gomoku.Standard, "f6 c7 d7 c6 c5 f5 d8 g5"},
	{"renju", 15, gomoku.Renju, "j6 k8 k9 j5 i5 l8 j8 i7"},
	{"caro", 15, gomoku.Caro, "h9 i8 g6 j6 h8 h10 i10 k7"},
	{"caro-overline", 15, gomoku.CaroOverline, "h9 i8 g6 j6 h8 i9 i10 h10"},
}

// quietPositions is how many of the bench are the six that speed is measured on.
const quietPositions = 6

func playMoves(t testing.TB, size int, rule gomoku.Rule, moves string) *gomoku.Board {
	t.Helper()
	b, err := gomoku.NewBoard(size, rule)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range strings.Fields(moves) {
		p, err := gomoku.ParsePoint(m)
		if err == nil {
			err = b.Play(p)
		}
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
	}
	return b
}

// ---- the signature ----

const (
	signatureFile  = "testdata/signature.txt"
	signatureDepth = 8
)

var update = flag.Bool("update", false, "let TestSignature write "+signatureFile)

// TestSignature searches the bench to a fixed depth and compares the number of nodes with what it was. The number of nodes
// changes with nearly everything that a search does differently, and with nothing else: it is the same on every platform.
func TestSignature(t *testing.T) {
	if testing.Short() && raceEnabled {
		t.Skip("short: a search is slow under the race detector")
	}
	var got strings.Builder
	var total int64
	for _, p := range benchPositions {
		s, err := gomoku.NewSearcher()
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Search(t.Context(), playMoves(t, p.size, p.rule, p.moves), gomoku.WithDepth(signatureDepth))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%-13s %8d\n", p.name, r.Stats.Nodes)
		total += r.Stats.Nodes
	}
	fmt.Fprintf(&got, "Bench: %d\n", total)
	if *update {
		if err := os.WriteFile(filepath.FromSlash(signatureFile), []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s updated:\n%s", signatureFile, got.String())
		return
	}
	want, err := os.ReadFile(filepath.FromSlash(signatureFile))
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != strings.ReplaceAll(string(want), "\r\n", "\n") {
		t.Errorf("nodes by position at depth %d:\n%s\nwant:\n%s\n"+
			"The search or the evaluation does something else than before. If that was not the intention, find out why. If it was, it needs\n"+
			"a match against the version before (docs/testing.md), a line \"Bench: %d\" in the commit, and then\n\n"+
			"\tgo test -run TestSignature . -update", signatureDepth, got.String(), want, total)
	}
}

// ---- startup ----

// childVariable tells the test binary to be a fresh process that makes its first search, and to print how long that took.
const childVariable = "GOMOKU_TEST_FIRST_SEARCH"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		if err := firstSearch(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// firstSearch is what a program does that plays one move: everything that is made only once is made here.
func firstSearch() error {
	start := time.Now()
	b, err := gomoku.NewBoard(gomoku.DefaultSize, gomoku.Freestyle)
	if err != nil {
		return err
	}
	for _, p := range []gomoku.Point{gomoku.At(7, 7), gomoku.At(8, 8), gomoku.At(6, 8)} {
		if err := b.Play(p); err != nil {
			return err
		}
	}
	s, err := gomoku.NewSearcher()
	if err != nil {
		return err
	}
	if _, err := s.Search(context.Background(), b, gomoku.WithDepth(4)); err != nil {
		return err
	}
	_, err = fmt.Println("first search:", time.Since(start).Nanoseconds())
	return err
}

// startup runs a fresh process and returns what its package initialisation, all packages of this module together, and its
// first search took.
func startup(t testing.TB) (initialize, search time.Duration) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Skip("cannot start another process:", err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childVariable+"=1", "GODEBUG=inittrace=1")
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime() // of all that the process did
	for _, m := range initLine.FindAllStringSubmatch(stderr.String(), -1) {
		ms, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		initialize += time.Duration(ms * float64(time.Millisecond))
	}
	text, ok := strings.CutPrefix(strings.TrimSpace(stdout.String()), "first search: ")
	ns, err := strconv.ParseInt(text, 10, 64)
	if !ok || err != nil {
		t.Fatalf("the process said %q", stdout.String())
	}
	return initialize, min(time.Duration(ns), cpu) // where other programs want the processors, a clock on the wall tells of them
}

// initLine is what the runtime says about a package with something to initialize: "init path @1.2 ms, 0.03 ms clock, …".
var initLine = regexp.MustCompile(`(?m)^init ` + regexp.QuoteMeta("github.com/gomoku-go/gomoku") + `\S* @[\d.]+ ms, ([\d.]+) ms clock`)

// TestStartup holds the library to a quick start: packages initialize in 5 ms, and NewBoard, NewSearcher and a first search
// to depth 4, which makes all tables, take 50 ms, by the clock or by the processor. The best of several tries counts, for the machine may have other work.
func TestStartup(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("a measurement of time")
	}
	const initLimit, searchLimit = 5 * time.Millisecond, 50 * time.Millisecond
	bestInit, bestSearch := startup(t)
	for i := range 20 {
		if bestInit <= initLimit && bestSearch <= searchLimit {
			break
		}
		time.Sleep(time.Duration(i) * 50 * time.Millisecond) // until other programs are done
		i, s := startup(t)
		bestInit, bestSearch = min(bestInit, i), min(bestSearch, s)
	}
	t.Logf("package initialisation %v, first search %v", bestInit, bestSearch)
	if bestInit > initLimit {
		t.Errorf("packages initialize in %v, want %v: make big tables when they are first needed", bestInit, initLimit)
	}
	if bestSearch > searchLimit {
		t.Errorf("NewBoard, NewSearcher and a first search to depth 4 take %v, want %v", bestSearch, searchLimit)
	}
}

// ---- benchmarks ----

var sink uint64

// BenchmarkYardstick is a fixed chain of integer operations, the same as in internal/position: divide other figures by it to
// compare days and machines.
func BenchmarkYardstick(b *testing.B) {
	x := uint64(1)
	for b.Loop() {
		for range 1000 {
			x ^= x >> 30
			x *= 0xbf58476d1ce4e5b9
		}
	}
	sink += x
}

// BenchmarkSearch is the speed of the search with the default evaluator on one thread: a fixed number of nodes from each of
// the six quiet positions. An operation is one search.
func BenchmarkSearch(b *testing.B) {
	const nodes = 100_000
	for _, p := range benchPositions[:quietPositions] {
		b.Run("position="+p.name, func(b *testing.B) { benchmarkSearch(b, nodes, p.size, p.rule, p.moves) })
	}
	for _, p := range benchPositions[quietPositions:] {
		b.Run("position="+p.name, func(b *testing.B) { benchmarkSearch(b, nodes, p.size, p.rule, p.moves) })
	}
}

func benchmarkSearch(b *testing.B, nodes int64, size int, rule gomoku.Rule, moves string) {
	board := playMoves(b, size, rule, moves)
	s, err := gomoku.NewSearcher(gomoku.WithNodes(nodes))
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	if _, err := s.Search(ctx, board); err != nil { // makes the tables
		b.Fatal(err)
	}
	b.ReportAllocs()
	var done int64
	var elapsed time.Duration
	for b.Loop() {
		s.Clear() // part of an operation, not of the speed
		r, err := s.Search(ctx, board)
		if err != nil {
			b.Fatal(err)
		}
		done += r.Stats.Nodes
		elapsed += r.Stats.Elapsed
	}
	b.ReportMetric(float64(done)/elapsed.Seconds(), "nodes/s")
}

// BenchmarkEvaluate is one call of the built-in evaluators. The pattern evaluator reads what the board keeps up to date with
// every move, so that its work is part of Play and Undo.
func BenchmarkEvaluate(b *testing.B) {
	for _, e := range []struct {
		name      string
		evaluator gomoku.Evaluator
	}{
		{"pattern", gomoku.NewPatternEvaluator(gomoku.PatternWeights{})},
		{"shape", new(gomoku.ShapeEvaluator)},
	} {
		b.Run("evaluator="+e.name, func(b *testing.B) {
			boards := make([]*gomoku.Board, quietPositions)
			for i := range boards {
				p := benchPositions[i]
				boards[i] = playMoves(b, p.size, p.rule, p.moves)
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				sink += uint64(e.evaluator.Evaluate(boards[i%quietPositions]))
				i++
			}
		})
	}
}

// BenchmarkNewSearcherFirstSearch is what a fresh process needs for NewBoard, NewSearcher and a first search to depth 4, in
// first-search-ms, and to initialize the packages, in init-ms. ns/op has the start of the process in it as well.
func BenchmarkNewSearcherFirstSearch(b *testing.B) {
	var initialize, search time.Duration
	n := 0
	for b.Loop() {
		i, s := startup(b)
		initialize, search, n = initialize+i, search+s, n+1
	}
	perOp := func(d time.Duration) float64 { return d.Seconds() * 1000 / float64(n) }
	b.ReportMetric(perOp(initialize), "init-ms")
	b.ReportMetric(perOp(search), "first-search-ms")
}
