package reference

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A record is one line of the files in testdata: positions from other people's
// tests and diagrams, each with its source.
type record struct {
	ID       string
	Rule     string
	Size     int
	Black    [][2]int
	White    [][2]int
	Side     string
	Question string
	Move     [2]int
	Expected struct {
		Verdict    string          // is_forbidden
		Kinds      json.RawMessage // is_forbidden: a list; all_forbidden: a list for each point
		ForbiddenH []string        `json:"forbidden_h"` // all_forbidden
		WinH       []string        `json:"win_h"`       // win_moves
		NoWinH     []string        `json:"no_win_h"`    // win_moves
	}
	Disputed string // sources differ; Expected follows the words of the RIF rules
}

func (r *record) board(t *testing.T, memo *Memo) *Board {
	t.Helper()
	i := slices.IndexFunc(Rules[:], func(k Rule) bool { return k.String() == r.Rule })
	if i < 0 {
		t.Fatalf("rule %q", r.Rule)
	}
	b := New(r.Size, Rules[i], memo)
	for _, p := range r.Black {
		b.Set(Point{p[0], p[1]}, Black)
	}
	for _, p := range r.White {
		b.Set(Point{p[0], p[1]}, White)
	}
	return b
}

func readRecords(t *testing.T, name string) []*record {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var records []*record
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		r := new(record)
		if err := json.Unmarshal(lines.Bytes(), r); err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return records
}

func parsePoint(t *testing.T, s string) Point {
	t.Helper()
	var p Point
	var column rune
	if _, err := fmt.Sscanf(s, "%c%d", &column, &p.Y); err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	return Point{int(column - 'a'), p.Y - 1}
}

func TestWinRecords(t *testing.T) {
	t.Parallel()
	memo := NewMemo()
	records := readRecords(t, "win_rules.jsonl")
	if len(records) != 12 {
		t.Fatalf("%d records, want 12", len(records))
	}
	for _, r := range records {
		t.Run(r.ID, func(t *testing.T) {
			b := r.board(t, memo)
			c := Black
			if r.Side == "white" {
				c = White
			}
			check := func(points []string, want bool) {
				for _, s := range points {
					p := parsePoint(t, s)
					if got := b.Wins(c, p); got != want {
						t.Errorf("Wins(%v, %v) = %v, want %v\n%v", c, p, got, want, b)
					}
					if got := b.Shape(c, p) == Five; got != want {
						t.Errorf("Shape(%v, %v) == Five is %v, want %v\n%v", c, p, got, want, b)
					}
				}
			}
			check(r.Expected.WinH, true)
			check(r.Expected.NoWinH, false)
		})
	}
}

func TestRenjuRecords(t *testing.T) {
	t.Parallel()
	memo := NewMemo()
	records := readRecords(t, "renju_forbidden.jsonl")
	if len(records) != 118 {
		t.Fatalf("%d records, want 118", len(records))
	}
	for _, r := range records {
		t.Run(r.ID, func(t *testing.T) {
			b := r.board(t, memo)
			switch r.Question {
			case "is_forbidden":
				p := Point{r.Move[0], r.Move[1]}
				fouls, five := b.Fouls(p), b.Wins(Black, p)
				got := "legal"
				if five {
					got = "five"
				} else if len(fouls) > 0 {
					got = "forbidden"
				}
				if got != r.Expected.Verdict {
					t.Errorf("%v is %s %v, want %s\n%v", p, got, fouls, r.Expected.Verdict, b)
				}
				if r.Expected.Kinds != nil {
					var kinds []string
					if err := json.Unmarshal(r.Expected.Kinds, &kinds); err != nil {
						t.Fatal(err)
					}
					if got := names(fouls); !slices.Equal(got, kinds) {
						t.Errorf("Fouls(%v) = %v, want %v\n%v", p, got, kinds, b)
					}
				}
			case "all_forbidden":
				var kinds map[string][]string
				if err := json.Unmarshal(r.Expected.Kinds, &kinds); err != nil {
					t.Fatal(err)
				}
				for _, p := range b.Points() {
					if b.At(p) != Empty {
						continue
					}
					if got, want := names(b.Fouls(p)), kinds[p.String()]; !slices.Equal(got, want) {
						t.Errorf("Fouls(%v) = %v, want %v\n%v", p, got, want, b)
					}
				}
			default:
				t.Fatalf("question %q", r.Question)
			}
		})
	}
}

func names(fouls []Foul) []string {
	var s []string
	for _, f := range fouls {
		s = append(s, f.String())
	}
	slices.Sort(s)
	return s
}

// TestShapes holds the definition against what players call these lines. The
// stone asked about is the one written as x.
func TestShapes(t *testing.T) {
	t.Parallel()
	const (
		freestyle = 1 << Freestyle
		standard  = 1 << Standard
		renju     = 1 << Renju
		caro      = 1 << Caro
		overline  = 1 << CaroOverline
		all       = freestyle | standard | renju | caro | overline
	)
	tests := []struct {
		line  string // from edge to edge
		rules int
		want  Shape // of Black
	}{
		{".......x.......", all, NoShape},
		{"......xX.......", all, OpenTwo},
		{"......x.X......", all, OpenTwo},
		{"......x..X.....", all, OpenTwo},
		{"......x...X....", all, Two},
		{"......x....X...", all, NoShape},
		{"......xXX......", all, OpenThree},
		{"......Xx.X.....", all, OpenThree},
		{"......x..XX....", all, Three},
		{"......x.X.X....", all, Three},
		{".....OxXX......", all, Three},
		{".....OX.xX.....", all, Three},
		{"xXX............", all, Three},
		{"xX.............", all, Two},
		{".....xXXX......", all, OpenFour},
		{"....OxXXX......", freestyle | standard | renju, Four},
		{"....OxXXX.O....", freestyle | standard | renju, Four},
		{"....OxXXX.O....", caro | overline, NoShape},
		{"....OxXXX......", caro | overline, Four},
		{"....OxXXXO.....", all, NoShape},
		{".....X.xXX.....", all, Four},
		{".....XxX.XX....", freestyle | overline, Four},
		{".....XxX.XX....", standard | renju | caro, Three}, // six, or three with room on the left
		{"....X.xXX.X....", freestyle | standard, OpenFour},
		{"....X.xXX.X....", renju, Four}, // two fours: no straight four
		{".....xXXXX.....", all, Five},
		{".....xXXXXX....", freestyle | overline, Five},
		{".....xXXXXX....", standard | renju | caro, NoShape},
		{"....OxXXXXO....", freestyle | standard | renju, Five},
		{"....OxXXXXO....", caro | overline, NoShape},
		{"....OxXXXXXO...", freestyle | overline, Five},
		{"xXXXXO.........", all, Five}, // the edge closes nothing
		{"....X.xXXX.....", standard | renju | caro, Four},
		{"....X.xXXX.....", freestyle | overline, OpenFour},
		{"....O.xXX.O....", freestyle | standard | renju, Three},
		{"...O.xXX..O....", freestyle | standard | renju, OpenThree},
	}
	for _, test := range tests {
		for _, rule := range Rules {
			if test.rules&(1<<rule) == 0 {
				continue
			}
			b := New(max(len(test.line), 5), rule, nil)
			var p Point
			for x, cell := range test.line {
				switch cell {
				case 'x':
					p = Point{x, 4}
				case 'X':
					b.Set(Point{x, 4}, Black)
				case 'O':
					b.Set(Point{x, 4}, White)
				}
			}
			if got := b.Shapes(Black, p)[0]; got != test.want {
				t.Errorf("%v: %s is %v, want %v", rule, test.line, got, test.want)
			}
		}
	}
}

// TestCutLines compares the shapes of lines that are cut five points from the
// stone with those of the whole lines: all lines of 8 points, and lines of 22
// at random.
func TestCutLines(t *testing.T) {
	t.Parallel()
	cut, whole := NewMemo(), NewMemo()
	whole.reach = maxLine
	compare := func(rule Rule, cells []Color) {
		t.Helper()
		b, w := New(len(cells), rule, cut), New(len(cells), rule, whole)
		for x, c := range cells {
			b.Set(Point{x, 0}, c)
			w.Set(Point{x, 0}, c)
		}
		for x, c := range cells {
			if c == Empty {
				continue
			}
			p := Point{x, 0}
			if got, want := b.Shapes(c, p)[0], w.Shapes(c, p)[0]; got != want {
				t.Fatalf("%v, %v: %v cut, %v whole\n%v", c, p, got, want, b)
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, rule := range Rules {
		cells := make([]Color, 8)
		for code := range 6561 { // 3^8
			for x, rest := 0, code; x < len(cells); x, rest = x+1, rest/3 {
				cells[x] = Color(rest % 3)
			}
			compare(rule, cells)
		}
		cells = make([]Color, maxLine)
		for range 300 {
			black, stones := r.Float64(), 0.2+0.6*r.Float64()
			for x := range cells {
				cells[x] = Empty
				if r.Float64() < stones {
					cells[x] = pick(r, black)
				}
			}
			compare(rule, cells)
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		rows []string // from the bottom
		want map[Shape]int
	}{
		{"one stone is no shape", []string{".........", "....X...."}, nil},
		{"three is not three twos as well", []string{".........", "...XXX..."}, map[Shape]int{OpenThree: 1}},
		{"broken three", []string{".........", "...XX.X.."}, map[Shape]int{OpenThree: 1}},
		{"farthest neighbors", []string{".........", "..X...X.."}, map[Shape]int{Two: 1}},
		{"too far apart", []string{".........", "..X....X."}, nil},
		{"two chains", []string{".........", "XX.....XX"}, map[Shape]int{Two: 2}},
		{"opponent between", []string{".........", ".XXOXX..."}, map[Shape]int{Two: 1}},
		{"five", []string{".........", "..XXXXX.."}, map[Shape]int{Five: 1}},
		{"two directions", []string{".........", "...X.....", "...XX...."}, map[Shape]int{OpenTwo: 3}},
	}
	for _, test := range tests {
		b := New(9, Freestyle, nil)
		for y, row := range test.rows {
			for x, cell := range row {
				b.Set(Point{x, y}, Color(strings.IndexRune(".XO", cell)))
			}
		}
		var want [NumShapes]int
		for s, n := range test.want {
			want[s] = n
		}
		if got := b.Lines(Black); got != want {
			t.Errorf("%s: Lines = %v, want %v\n%v", test.name, got, want, b)
		}
	}
}

func BenchmarkShapes(bench *testing.B) {
	b := New(15, Freestyle, nil)
	for i := range 60 {
		b.Set(Point{(i * 7) % 15, (i * 11) % 13}, Color(i%2+1))
	}
	for bench.Loop() {
		b.Counts(Black)
	}
}
