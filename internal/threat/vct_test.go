package threat

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/stop"
)

// long reports whether the tests shall take their time: GOMOKU_LONG is set.
func long() bool { return os.Getenv("GOMOKU_LONG") != "" }

// TestVCTPuzzles solves the puzzles that need threes: with a small budget those that are soon solved, in a long run all of
// them within ten seconds each.
func TestVCTPuzzles(t *testing.T) {
	t.Parallel()
	budget, patience := int64(600_000), time.Hour
	if long() {
		budget, patience = 1<<60, 10*time.Second
	}
	var solved, total [2]int // checked by another engine, and claimed by the source only
	for _, z := range readPuzzles(t) {
		if z.Kind == "vcf" {
			continue
		}
		p := z.position()
		hash := p.Hash()
		var flag stop.Flag
		timer := time.AfterFunc(patience, flag.Set)
		v := NewVCT(p, 1<<20, &flag)
		start := time.Now()
		verdict, line := v.SolveWide(budget)
		elapsed := time.Since(start)
		timer.Stop()
		if p.Hash() != hash {
			t.Fatalf("%s: the search changed the position", z.ID)
		}
		if verdict == Won && (z.Expected.Lost || z.Expected.Win != nil && !*z.Expected.Win) {
			t.Errorf("%s: won by %s, want a loss", z.ID, names(line))
		}
		claim := 0
		if z.Verified == "source only" {
			claim = 1
		}
		if z.Kind == "vct" {
			total[claim]++
			if verdict == Won {
				solved[claim]++
			}
		}
		t.Logf("%-9s %-42s %d %6.0f ms %8d visits %9d nodes %s", z.Kind, z.ID, verdict, 1e3*elapsed.Seconds(), v.Visits(), v.Nodes(), names(line))
	}
	t.Logf("solved %d of %d; of those claimed by their source only %d of %d", solved[0], total[0], solved[1], total[1])
	if solved[0]*5 < total[0]*4 {
		t.Errorf("solved %d of %d, want 80 %%", solved[0], total[0])
	}
}

func names(line []position.Cell) (s string) {
	for _, c := range line {
		s += " " + name(c)
	}
	return s
}

// TestNotForcedWin looks at a move that was sold as a forced win and is none: no win may start with it, and the opponent
// may win after it.
func TestNotForcedWin(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../testdata/tactics.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		var z struct {
			puzzle
			Question string `json:"question"`
			Expected struct {
				Move       string   `json:"move_h"`
				Refutation []string `json:"refutation_h"`
			} `json:"expected"`
		}
		if !strings.Contains(line, "not_forced_win") {
			continue
		}
		if err := json.Unmarshal([]byte(line), &z); err != nil {
			t.Fatal(err)
		}
		n++
		p := z.position()
		v := NewVCT(p, 1<<16, nil)
		verdict, win := v.SolveWide(1_000_000)
		if verdict == Won && name(win[0]) == z.Expected.Move {
			t.Errorf("%s: won by %s", z.ID, names(win))
		}
		for c := range position.Cell(1 << 10) {
			if p.Empty(c) && name(c) == z.Expected.Move {
				p.Play(c)
				verdict, _ = v.SolveWide(1_000_000)
				if verdict != Won {
					t.Errorf("%s: verdict %d after %s, want a win of the opponent by %v", z.ID, verdict, z.Expected.Move, z.Expected.Refutation)
				}
				break
			}
		}
	}
	if n == 0 {
		t.Error("no case found")
	}
}

// TestVCTBudget checks that a budget of nodes ends a search, that a set flag does, and that the search can go on.
func TestVCTBudget(t *testing.T) {
	t.Parallel()
	for _, z := range readPuzzles(t) {
		if z.ID != "mate-gobang-08" {
			continue
		}
		p := z.position()
		var flag stop.Flag
		v := NewVCT(p, 1<<14, &flag)
		for range 3 {
			before := v.Nodes()
			if verdict, _ := v.Solve(20_000); verdict != NotFound {
				t.Errorf("verdict %d within 20,000 nodes, want NotFound", verdict)
			}
			if used := v.Nodes() - before; used < 20_000 || used > 25_000 {
				t.Errorf("%d nodes, want 20,000 and a little", used)
			}
		}
		flag.Set()
		before := v.Nodes()
		if verdict, _ := v.SolveWide(1 << 60); verdict != NotFound || v.Nodes()-before > 1_000 {
			t.Errorf("stopped: verdict %d after %d nodes, want NotFound at once", verdict, v.Nodes()-before)
		}
	}
}

// TestVCTForBothSides uses one table for attacks of either color: what is known of one must not be taken for the other.
func TestVCTForBothSides(t *testing.T) {
	t.Parallel()
	for _, z := range readPuzzles(t) {
		if z.Kind != "vct" || z.Verified == "source only" {
			continue
		}
		p := z.position()
		shared := NewVCT(p, 1<<16, nil)
		for range 2 {
			fresh := NewVCT(p, 1<<16, nil)
			got, _ := shared.Solve(50_000)
			want, _ := fresh.Solve(50_000)
			if got != NotFound && want != NotFound && got != want {
				t.Errorf("%s, %d to move: verdict %d, with a table of its own %d", z.ID, p.Side(), got, want)
			}
			p.Pass()
		}
		p.Undo()
		p.Undo()
	}
}

func BenchmarkVCT(b *testing.B) {
	for _, z := range readPuzzles(b) {
		switch z.ID {
		case "mate-okabe-10", "mate-gobang-10", "mate-cauphenuny-4":
			b.Run(z.ID, func(b *testing.B) {
				p := z.position()
				v := NewVCT(p, 1<<16, nil)
				b.ReportAllocs()
				for b.Loop() {
					v.Clear()
					if verdict, _ := v.Solve(1 << 40); verdict != Won {
						b.Fatal("not solved")
					}
				}
				b.ReportMetric(float64(v.Visits())/b.Elapsed().Seconds(), "positions/s")
				b.ReportMetric(float64(v.Nodes())/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}

func BenchmarkVCF(b *testing.B) {
	for _, z := range readPuzzles(b) {
		if n := z.Expected.ShortestVCF; n != 8 && n != 14 {
			continue
		}
		for _, kind := range [...]string{"quick", "shortest"} {
			b.Run(kind+"/"+z.ID, func(b *testing.B) {
				p := z.position()
				v := NewVCF(p, 1<<12, nil)
				b.ReportAllocs()
				for b.Loop() {
					v.Clear()
					if kind == "quick" {
						if v.Quick(1<<40) == 0 {
							b.Fatal("not solved")
						}
					} else if verdict, _ := v.Shortest(0, 1<<40); verdict != Won {
						b.Fatal("not solved")
					}
				}
				b.ReportMetric(float64(v.Nodes())/2/b.Elapsed().Seconds(), "pairs/s")
				b.ReportMetric(float64(v.Nodes())/float64(b.N), "nodes/op")
			})
		}
	}
}

// TestVCTStoppedInTheLine stops the search after a win was verified and before its line was found: it must then return no line,
// not one that ends before the five.
func TestVCTStoppedInTheLine(t *testing.T) {
	t.Parallel()
	stopped := 0
	for _, z := range readPuzzles(t) {
		if z.Kind != "vct" {
			continue
		}
		p := z.position()
		var flag stop.Flag
		v := NewVCT(p, 1<<16, &flag)
		if verdict, _ := v.Solve(50_000); verdict != Won {
			continue
		}
		v.vcf.Clear() // else it may know the fours from before
		flag.Set()
		line := v.verifiedLine(1 << 20)
		if line == nil {
			stopped++
			continue
		}
		for _, c := range line[:len(line)-1] {
			p.Play(c)
		}
		if !p.Wins(p.Side(), line[len(line)-1]) {
			t.Errorf("%s: the line%s ends without a five", z.ID, names(line))
		}
	}
	if stopped == 0 {
		t.Error("no search was stopped in its line")
	}
}
