package players

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
)

// The test binary is also an engine, with the manners that the variable names.
const engineVariable = "PLAYERS_TEST_ENGINE"

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
	s, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// play plays a match of a against b.
func play(t *testing.T, a, b *Spec, o *match.Options) []*match.Game {
	t.Helper()
	return playIn(t, 50*time.Millisecond, a, b, o)
}

// playIn plays with so much time a turn for engines.
func playIn(t *testing.T, turn time.Duration, a, b *Spec, o *match.Options) []*match.Game {
	t.Helper()
	var games []*match.Game
	limits := EngineLimits{Turn: turn, Memory: 1 << 26}
	for g, err := range match.Run(t.Context(), a.Contender(limits), b.Contender(limits), o) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

func TestParse(t *testing.T) {
	for _, good := range []string{
		"random", "greedy", "default", "depth=4", "nodes=100,name=few nodes", "time=50ms", "level=easy", "engine:./x -y=1,2",
		"width=20,radius=2,defense=0.9,evaluator=shape,hash=8", "evaluator=pattern,depth=2", "tie=5,depth=2", "threads=1,book=true", "book=false",
	} {
		if _, err := Parse(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{
		"", "rando", "depth", "depth=x", "depth=1.5", "time=50", "level=godlike", "evaluator=net", "engine:", "engine:  ", "speed=3", "book=maybe",
		"weights=/no/such/file", "set:nothing=1",
	} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if s := spec(t, "depth=4,name=four"); s.Name != "four" || s.Text != "depth=4,name=four" {
		t.Errorf("%+v", s)
	}
}

// Greedy takes its five, else blocks one, and beats random.
func TestGreedy(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
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
		p, err := greedy(t.Context(), board(c.black, c.white), r)
		if err != nil || !slices.Contains(strings.Fields(c.want), p.String()) {
			t.Errorf("black %s, white %s: %v, %v; want %s", c.black, c.white, p, err, c.want)
		}
	}
	for _, g := range play(t, spec(t, "greedy"), spec(t, "random"), &match.Options{Games: 20, Openings: [][]gomoku.Point{nil}}) {
		if g.Points() != 1 || g.Reason != gomoku.ByFive {
			t.Errorf("game %d: %v by %v", g.Number, g.Outcome, g.Reason)
		}
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
		reason  gomoku.Reason
	}{{"good", gomoku.ByFive}, {"crash", gomoku.ByForfeit}, {"sleep", gomoku.ByTime}, {"occupied", gomoku.ByIllegalMove}, {"off", gomoku.ByIllegalMove}} {
		t.Run(c.manners, func(t *testing.T) {
			o := &match.Options{Games: 6, Openings: openings, Parallel: 3, Tolerance: 950 * time.Millisecond}
			turn := time.Minute // the fault counts, on a busy machine too: what fails after its time has lost by time
			if c.reason == gomoku.ByTime {
				turn = 50 * time.Millisecond
			}
			for _, g := range playIn(t, turn, engineSpec(t, c.manners), spec(t, "greedy"), o) {
				if g.Points() != 0 || g.Reason != c.reason {
					t.Errorf("game %d: %v by %v (%s), want a loss of A by %v", g.Number, g.Outcome, g.Reason, g.Detail, c.reason)
				}
				for i, p := range g.Plies {
					if said := p.Depth == 7 && p.Score == gomoku.LossIn(6); said != (g.Mover(g.Opening+i) == match.A) {
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
		limits := EngineLimits{Turn: time.Second}
		tally, err := match.Play(t.Context(), spec(t, "greedy").Contender(limits), s.Contender(limits), &match.Options{Games: 4, Parallel: 2})
		if err == nil || !strings.Contains(err.Error(), "player B cannot begin") || tally.Games() > 0 {
			t.Errorf("%s: %v, error %v", s.Text, tally, err)
		}
	}
}
