package threat

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A puzzle is a position with a known answer about forced wins.
type puzzle struct {
	ID           string `json:"id"`
	Rule         string `json:"rule"`
	Size         int    `json:"size"`
	Black, White [][2]int
	Side         string `json:"side"`
	Kind         string `json:"kind"`
	Verified     string `json:"verified"`
	Expected     struct {
		Win         *bool    `json:"win"`
		VCF         *bool    `json:"vcf"`
		ShortestVCF int      `json:"shortest_vcf"`
		FirstMoves  []string `json:"first_moves_h"`
		NoVCFWithin int      `json:"no_vcf_within"`
		Lost        bool     `json:"lost"`
	} `json:"expected"`
}

var rules = map[string]pattern.Rule{
	"freestyle": pattern.Freestyle, "standard": pattern.Standard, "renju": pattern.Renju, "caro": pattern.Caro, "caro-overline": pattern.CaroOverline,
}

func readPuzzles(t testing.TB) (list []puzzle) {
	f, err := os.Open("testdata/mate_puzzles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var p puzzle
		if err := json.Unmarshal(s.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

func (z *puzzle) position() *position.Position {
	p := position.New(position.StandardTables(z.Size, rules[z.Rule]))
	for color, stones := range [2][][2]int{z.Black, z.White} {
		for _, s := range stones {
			p.Put(position.CellAt(s[0], s[1]), pattern.Color(color))
		}
	}
	if z.Side == "white" {
		p.SetSide(pattern.White)
	}
	return p
}

func name(c position.Cell) string {
	x, y := c.XY()
	b := []byte{byte('a' + x)}
	if y+1 >= 10 {
		b = append(b, byte('0'+(y+1)/10))
	}
	return string(append(b, byte('0'+(y+1)%10)))
}

func TestVCFPuzzles(t *testing.T) {
	t.Parallel()
	solved := 0
	for _, z := range readPuzzles(t) {
		e := z.Expected
		if e.ShortestVCF == 0 && e.NoVCFWithin == 0 {
			continue
		}
		p := z.position()
		hash := p.Hash()
		v := NewVCF(p, 1<<20, nil)
		verdict, line := v.Shortest(e.NoVCFWithin, 20_000_000)
		if p.Hash() != hash {
			t.Fatalf("%s: the search changed the position", z.ID)
		}
		switch {
		case e.ShortestVCF == 0:
			if verdict == Won {
				t.Errorf("%s: a VCF of %d moves, want none within %d", z.ID, (len(line)+1)/2, e.NoVCFWithin)
			}
		case verdict != Won:
			t.Errorf("%s: verdict %d after %d nodes, want a VCF of %d moves", z.ID, verdict, v.Nodes(), e.ShortestVCF)
		case (len(line)+1)/2 != e.ShortestVCF:
			t.Errorf("%s: VCF of %d moves, want %d", z.ID, (len(line)+1)/2, e.ShortestVCF)
		case len(e.FirstMoves) > 0 && !slices.Contains(e.FirstMoves, name(line[0])):
			t.Errorf("%s: VCF starts with %s, want one of %v", z.ID, name(line[0]), e.FirstMoves)
		default:
			solved++
		}
		if n := v.Nodes(); n > 100_000 { // a tenth of a second or so
			t.Errorf("%s: took %d nodes", z.ID, n)
		}
	}
	t.Logf("%d wins found", solved)
}

// TestQuickSelective checks that a selective search finds wins, none where there is none, and that what it overlooks is not
// kept from the complete search.
func TestQuickSelective(t *testing.T) {
	t.Parallel()
	wins, found := 0, 0
	for _, z := range readPuzzles(t) {
		e := z.Expected
		if e.ShortestVCF == 0 {
			continue
		}
		wins++
		p := z.position()
		hash := p.Hash()
		v := NewVCF(p, 1<<20, nil)
		plies := v.QuickSelective(20_000)
		if p.Hash() != hash {
			t.Fatalf("%s: the search changed the position", z.ID)
		}
		verdict, line := v.Shortest(0, 20_000_000)
		if verdict != Won || (len(line)+1)/2 != e.ShortestVCF {
			t.Errorf("%s: after a selective search, verdict %d with %d moves, want a win with %d", z.ID, verdict, (len(line)+1)/2, e.ShortestVCF)
		}
		if plies > 0 {
			found++
			if plies < 2*e.ShortestVCF-1 {
				t.Errorf("%s: a win in %d plies, and the shortest has %d moves", z.ID, plies, e.ShortestVCF)
			}
		}
	}
	t.Logf("%d of %d", found, wins)
	if found*3 < wins {
		t.Errorf("found %d wins of %d, want a third: problems like fours that seem to lead nowhere", found, wins)
	}
}
