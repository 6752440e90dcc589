package duel

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
)

// The test binary is also an engine, with the manners that the variable names.
const engineVariable = "DUEL_TEST_ENGINE"

func TestMain(m *testing.M) {
	if manners := os.Getenv(engineVariable); manners != "" {
		beEngine(manners)
		return
	}
	os.Exit(m.Run())
}

// beEngine plays the first empty square row by row.
func beEngine(manners string) {
	taken := map[string]bool{}
	size, moves := 0, 0
	answer := func() {
		moves++
		switch {
		case manners == "crash" && moves == 2:
			os.Exit(3)
		case manners == "sleep" && moves == 2:
			time.Sleep(time.Minute)
		case manners == "occupied" && moves == 2:
			for s := range taken {
				fmt.Println(s)
				return
			}
		case manners == "off" && moves == 2:
			fmt.Println("99,99999999999999999999")
			return
		}
		fmt.Println("MESSAGE 3,3 looks good | Depth 7 | Eval -M6")
		for i := range size * size {
			if s := fmt.Sprintf("%d,%d", i%size, i/size); !taken[s] {
				taken[s] = true
				fmt.Println(s)
				return
			}
		}
	}
	list := false
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch {
		case word == "DONE":
			list = false
			answer()
		case list:
			taken[word[:strings.LastIndex(word, ",")]] = true
		case word == "START":
			if manners == "refuse" {
				fmt.Println("ERROR no such size")
				continue
			}
			fmt.Sscan(rest, &size)
			fmt.Println("OK")
		case word == "TURN":
			taken[rest] = true
			answer()
		case word == "BEGIN":
			answer()
		case word == "BOARD":
			clear(taken)
			list = true
		case word == "END":
			return
		}
	}
}

func spec(t *testing.T, text string) *Spec {
	t.Helper()
	s, err := ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func runAll(t *testing.T, m *Match) []*Game {
	t.Helper()
	var games []*Game
	for g, err := range m.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

func TestParseSpec(t *testing.T) {
	for _, good := range []string{
		"random", "greedy", "default", "depth=4", "nodes=100,name=few nodes", "time=50ms", "level=easy", "engine:./x -y=1,2",
		"width=20,radius=2,defense=0.9,evaluator=shape,hash=8", "evaluator=pattern,depth=2", "tie=5,depth=2", "threads=1,book=true", "book=false",
	} {
		if _, err := ParseSpec(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{
		"", "rando", "depth", "depth=x", "depth=1.5", "time=50", "level=godlike", "evaluator=net", "engine:", "engine:  ", "speed=3", "book=maybe",
		"weights=/no/such/file", "set:nothing=1",
	} {
		if _, err := ParseSpec(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if s := spec(t, "depth=4,name=four"); s.Name != "four" || s.Text != "depth=4,name=four" {
		t.Errorf("%+v", s)
	}
}

func TestReadOpenings(t *testing.T) {
	got, err := ReadOpenings(strings.NewReader("# comment\n\n7,7 8,8 0,14  # 50%\r\n1,2\n"), 15, gomoku.Freestyle)
	want := [][]gomoku.Point{{gomoku.At(7, 7), gomoku.At(8, 8), gomoku.At(0, 14)}, {gomoku.At(1, 2)}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	for text, want := range map[string]string{
		"1,1\n7":                              "line 2",
		"1,1\n\n1,1 1,1":                      "line 3",
		"15,1":                                "line 1",
		"99,99":                               "line 1",
		"h8":                                  "line 1",
		"0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1 4,0": "line 1",
	} {
		if _, err := ReadOpenings(strings.NewReader(text), 15, gomoku.Freestyle); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one that names %s", text, err, want)
		}
	}
}

// Openings that are taken can be played.
func FuzzReadOpenings(f *testing.F) {
	f.Add("7,7 8,8 # even\n0,0\n", uint8(15), uint8(0))
	f.Add("1,1\r\n2,2 2,2", uint8(5), uint8(2))
	f.Add("-1,3\n99999999999999999999,1", uint8(22), uint8(4))
	f.Fuzz(func(t *testing.T, text string, size, rule uint8) {
		n, r := int(size)%24, gomoku.Rule(rule%5)
		openings, err := ReadOpenings(strings.NewReader(text), n, r)
		if err != nil {
			return
		}
		for _, o := range openings {
			if _, err := setUp(n, r, o); err != nil {
				t.Errorf("%v: %v", o, err)
			}
		}
	})
}

// take takes n openings of RandomOpenings.
func take(t *testing.T, n, size int, rule gomoku.Rule) [][]gomoku.Point {
	t.Helper()
	return takeOf(t, RandomOpenings, n, size, rule)
}

func takeOf(t *testing.T, generator func(int, gomoku.Rule, uint64) (Openings, error), n, size int, rule gomoku.Rule) (list [][]gomoku.Point) {
	t.Helper()
	openings, err := generator(size, rule, 7)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		o, err := openings()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, o)
	}
	return list
}

func TestRandomOpenings(t *testing.T)   { testOpenings(t, RandomOpenings) }
func TestBalancedOpenings(t *testing.T) { testOpenings(t, BalancedOpenings) }

func testOpenings(t *testing.T, generator func(int, gomoku.Rule, uint64) (Openings, error)) {
	for _, size := range []int{5, 9, 15} {
		for _, rule := range []gomoku.Rule{gomoku.Freestyle, gomoku.Renju} {
			got := takeOf(t, generator, 12, size, rule)
			seen := map[string]bool{}
			for _, o := range got {
				if _, err := setUp(size, rule, o); err != nil {
					t.Errorf("size %d, %v: %v: %v", size, rule, o, err)
				}
				seen[canonical(o, size)] = true
			}
			if len(seen) != 12 {
				t.Errorf("size %d, %v: %d different openings of 12", size, rule, len(seen))
			}
			if again := takeOf(t, generator, 12, size, rule); !reflect.DeepEqual(got, again) {
				t.Errorf("size %d, %v: the seed gives other openings the second time", size, rule)
			}
		}
	}
}

func TestCanonical(t *testing.T) {
	o := []gomoku.Point{gomoku.At(3, 4), gomoku.At(5, 9), gomoku.At(7, 7)}
	turned := []gomoku.Point{gomoku.At(10, 3), gomoku.At(5, 5), gomoku.At(7, 7)} // x, y -> 14-y, x
	if canonical(o, 15) != canonical(turned, 15) {
		t.Error("a turned opening counts as another one")
	}
	other := []gomoku.Point{gomoku.At(5, 9), gomoku.At(3, 4), gomoku.At(7, 7)} // colors changed
	if canonical(o, 15) == canonical(other, 15) {
		t.Error("colors make no difference")
	}
}

// Greedy takes its five, else blocks one, and beats random.
func TestGreedy(t *testing.T) {
	p := &greedy{}
	if err := p.NewGame(15, gomoku.Freestyle, 1); err != nil {
		t.Fatal(err)
	}
	board := func(black, white string) *gomoku.Board {
		var stones [2][]gomoku.Point
		for i, text := range []string{black, white} {
			for w := range strings.FieldsSeq(text) {
				q, err := gomoku.ParsePoint(w)
				if err != nil {
					t.Fatal(err)
				}
				stones[i] = append(stones[i], q)
			}
		}
		b, err := gomoku.NewPosition(15, gomoku.Freestyle, stones[0], stones[1], gomoku.Black)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, c := range []struct{ black, white, want string }{
		{"", "", "h8"},
		{"a1 b1 c1 d1", "a3 b3 c3 d3", "e1"},
		{"a1 c1 o9", "a3 b3 c3 d3", "e3"},
		{"a1 a5 f8 g8 h8", "f10 h11 k2", "e8 i8"},
	} {
		m, err := p.Move(t.Context(), board(c.black, c.white))
		if err != nil || !slices.Contains(strings.Fields(c.want), m.Point.String()) {
			t.Errorf("black %s, white %s: %v, %v; want %s", c.black, c.white, m.Point, err, c.want)
		}
	}
	for _, g := range runAll(t, &Match{Players: [2]*Spec{spec(t, "greedy"), spec(t, "random")}, Size: 15, Games: 20, Seed: 1, Parallel: 2}) {
		if g.Winner != A || g.Reason != ByFive {
			t.Errorf("game %d: %v by %s", g.Number, g.Winner, g.Reason)
		}
	}
}

// The same seed gives the same games however many are played at a time.
func TestReproducible(t *testing.T) {
	openings := take(t, 5, 15, gomoku.Freestyle)
	play := func(parallel int) []*Game {
		games := runAll(t, &Match{
			Players: [2]*Spec{spec(t, "nodes=300,tie=5"), spec(t, "greedy")}, Size: 15, Games: 10, Openings: Cycle(openings), Seed: 9, Parallel: parallel, MaxPly: 60,
		})
		for _, g := range games {
			for i := range g.Plies {
				g.Plies[i].Time = 0
			}
		}
		return games
	}
	one, three := play(1), play(3)
	if len(one) != 10 || len(three) != 10 {
		t.Fatalf("%d and %d games, want 10", len(one), len(three))
	}
	for i := range one {
		if !reflect.DeepEqual(one[i], three[i]) {
			t.Errorf("game %d: %+v and %+v", i, one[i], three[i])
		}
		if one[i].Number != i || int(one[i].Black) != i%2 || !slices.Equal(one[i].Moves[:one[i].Opening], openings[i/2]) {
			t.Errorf("game %d has number %d, black %v, moves %v", i, one[i].Number, one[i].Black, one[i].Moves)
		}
	}
}

func TestGameReplays(t *testing.T) {
	for _, rule := range []gomoku.Rule{gomoku.Freestyle, gomoku.Standard, gomoku.Renju, gomoku.Caro, gomoku.CaroOverline} {
		for _, g := range runAll(t, &Match{Players: [2]*Spec{spec(t, "greedy"), spec(t, "random")}, Rule: rule, Size: 9, Games: 4, Parallel: 1}) {
			text, err := json.Marshal(g)
			if err != nil {
				t.Fatal(err)
			}
			var back Game
			if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(*g, back) {
				t.Errorf("%v: %s\nread back as %+v, %v", rule, text, back, err)
			}
			b, err := gomoku.NewBoard(9, rule)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range g.Moves {
				if err := b.Play(p); err != nil {
					t.Fatalf("%v: %v: %v", rule, p, err)
				}
			}
			winner := gomoku.Empty
			switch g.Winner {
			case g.Black:
				winner = gomoku.Black
			case g.Black.Other():
				winner = gomoku.White
			}
			if g.Reason != ByFoul && b.Winner() != winner {
				t.Errorf("%v: %v wins on the board, %v in the record", rule, b.Winner(), winner)
			}
			if len(g.Plies) != len(g.Moves)-g.Opening {
				t.Errorf("%d plies of %d moves", len(g.Plies), len(g.Moves))
			}
		}
	}
}

func TestMaxPly(t *testing.T) {
	for _, g := range runAll(t, &Match{Players: [2]*Spec{spec(t, "random"), spec(t, "random")}, Size: 15, Games: 2, MaxPly: 8, Parallel: 2}) {
		if g.Reason != ByPly || g.Winner != Nobody || len(g.Moves) != 8 {
			t.Errorf("%v by %s after %d moves", g.Winner, g.Reason, len(g.Moves))
		}
	}
}

func TestBreakEndsMatch(t *testing.T) {
	m := &Match{Players: [2]*Spec{spec(t, "random"), spec(t, "random")}, Size: 15, Games: 1000000, Parallel: 2}
	n := 0
	for _, err := range m.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d games", n)
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m := &Match{Players: [2]*Spec{spec(t, "random"), spec(t, "random")}, Size: 15, Games: 1000000, Parallel: 2}
	n := 0
	for g, err := range m.Run(ctx) {
		if err != nil || g.Reason == Interrupted {
			t.Fatalf("%+v, %v", g, err)
		}
		if n++; n == 5 {
			cancel()
		}
	}
	if n < 5 || n > 50 {
		t.Errorf("%d games", n)
	}
}

// engineSpec is this test binary as an engine.
func engineSpec(t *testing.T, manners string) *Spec {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(engineVariable, manners)
	return spec(t, "engine:'"+self+"'")
}

func TestEngine(t *testing.T) {
	openings := [][]gomoku.Point{nil, {gomoku.At(7, 7)}, {gomoku.At(7, 7), gomoku.At(8, 8), gomoku.At(3, 3)}}
	for _, c := range []struct {
		manners string
		reason  Reason
	}{{"good", ByFive}, {"crash", ByError}, {"sleep", ByTime}, {"occupied", ByIllegal}, {"off", ByIllegal}} {
		t.Run(c.manners, func(t *testing.T) {
			m := &Match{
				Players: [2]*Spec{engineSpec(t, c.manners), spec(t, "greedy")}, Size: 15, Games: 6, Openings: Cycle(openings), Parallel: 3,
				Clock: Clock{Turn: 50 * time.Millisecond, Tolerance: 950 * time.Millisecond},
			}
			for _, g := range runAll(t, m) {
				if g.Winner != B || g.Reason != c.reason {
					t.Errorf("game %d: %v by %s (%s), want B by %s", g.Number, g.Winner, g.Reason, g.Detail, c.reason)
				}
				for i, p := range g.Plies {
					if said := p.Depth == 7 && p.Score == gomoku.LossIn(6); said != (g.Mover(i) == A) {
						t.Errorf("game %d, ply %d: depth %d, score %v", g.Number, i, p.Depth, p.Score)
					}
				}
			}
		})
	}
}

// An engine that cannot begin has lost nothing: the match is wrong.
func TestEngineThatRefuses(t *testing.T) {
	for _, s := range []*Spec{engineSpec(t, "refuse"), spec(t, "engine:/no/such/program")} {
		m := &Match{Players: [2]*Spec{spec(t, "greedy"), s}, Size: 15, Games: 4, Parallel: 2}
		var got error
		for g, err := range m.Run(t.Context()) {
			got = errors.Join(got, err)
			if g != nil {
				t.Errorf("%s: a game was played: %+v", s.Text, g)
			}
		}
		if got == nil || !strings.Contains(got.Error(), "player B cannot begin") {
			t.Errorf("%s: error %v", s.Text, got)
		}
	}
}
