package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// TestOpeningWords holds that both languages say everything about openings, of the same things.
func TestOpeningWords(t *testing.T) {
	en, zh := reflect.ValueOf(english.opening), reflect.ValueOf(chinese.opening)
	for i := range en.NumField() {
		name := en.Type().Field(i).Name
		if en.Field(i).Kind() != reflect.String {
			continue
		}
		a, b := en.Field(i).String(), zh.Field(i).String()
		if a == "" || b == "" || !slices.Equal(verbs(a), verbs(b)) {
			t.Errorf("opening.%s is %q in English, %q in Chinese", name, a, b)
		}
	}
	for p := range chinese.opening.players {
		if english.opening.players[p] == "" || chinese.opening.players[p] == "" {
			t.Errorf("player %d has no name", p)
		}
	}
	names := "none"
	for p := opening.Swap; p <= opening.Yamaguchi; p++ {
		names += ", " + p.String()
	}
	if openingNames != names {
		t.Errorf("-opening takes %s, not %s", names, openingNames)
	}
}

// Two people at one keyboard: what they do comes out line by line.
func TestOpeningOfTwoPeople(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, args, input, want string }{
		{"swap", "", "h8 h9 h7\nblack\ni9\n", "black h8|white h9|black h7|opening: second takes black|" +
			"opening: black is second, white is first|opening: D8 Shogetsu|white i9"},
		{"swap2", "", "h8 a1 h7\nwhite\na2\n", "black h8|white a1|black h7|opening: second takes white|" +
			"opening: black is first, white is second|white a2"},
		{"swap2", "-coords rowcol", "7,7 14,0 8,7\n13,0 12,0\n黑\na4\n", "black 7,7|white 14,0|black 8,7|white 13,0|black 12,0|opening: first takes black|" +
			"opening: black is first, white is second|white 11,0"},
		{"rif", "", "h8 i9 f6\nWHITE\na1\no15 o14\no14\na2\n", "black h8|white i9|black f6|opening: second takes white|white a1|" +
			"opening: first puts o15 o14|black o14|opening: black is first, white is second|opening: I13 Suisei|white a2"},
		{"soosorv8", "", "h8 h9 i10\nwhite\nh10\n2\nwhite\na1 a2\n14 0\na3\n", "black h8|white h9|black i10|opening: second takes white|white h10|" +
			"opening: second offers 2|opening: first takes white|opening: second puts a1 a2|black a1|opening: black is second, white is first|" +
			"opening: D2 Keigetsu|white a3"},
		{"soosorv8", "", "h8 h9 i10\nwhite\nh10\n1\nblack\n0 0\nb1\n", "black h8|white h9|black i10|opening: second takes white|white h10|" +
			"opening: second offers 1|opening: first takes black|black a15|opening: black is first, white is second|opening: D2 Keigetsu|white b1"},
		{"yamaguchi", "", "h8 h9 i10\n2\nwhite\nh10\na1 a2\na1\na3\n", "black h8|white h9|black i10|opening: first offers 2|opening: second takes white|white h10|" +
			"opening: first puts a1 a2|black a1|opening: black is first, white is second|opening: D2 Keigetsu|white a3"},
		{"taraguchi10", "", "7 7\nwhite\ni8\nblack\nj8\nwhite\nk8\nblack\nl8\nwhite\na1\n", "black h8|opening: second takes white|white i8|" +
			"opening: first takes black|black j8|opening: second takes white|white k8|opening: first takes black|black l8|opening: second takes white|" +
			"opening: black is first, white is second|opening: D1 Kansei|white a1"},
		{"taraguchi10", "", "h8\nwhite\ni8\nblack\nj8\nwhite\nk8\n10\na1 a2 a3 a4 a5 a6 a7 b1 b2 b3\nb3\na1\n", "black h8|opening: second takes white|white i8|" +
			"opening: first takes black|black j8|opening: second takes white|white k8|opening: first offers 10|" +
			"opening: first puts a1 a2 a3 a4 a5 a6 a7 b1 b2 b3|black b3|opening: black is first, white is second|opening: D1 Kansei|white a1"},
	} {
		e := play(t, "-color both -opening "+c.name+" "+c.args, c.input)
		check(t, e, 0, "result: unfinished")
		want := strings.ReplaceAll(c.want, "|", "\n") + "\nresult: unfinished\n"
		if e.stdout != want {
			t.Errorf("%s: %q gave\n%swant\n%sstderr:\n%s", c.name, c.input, e.stdout, want, e.stderr)
		}
	}
}

// Against the machine, on either side of the table: a person who answers what is asked for comes to a game, and to its end.
func TestOpeningAgainstTheMachine(t *testing.T) {
	t.Parallel()
	seeds := 1
	if os.Getenv("GOMOKU_LONG") != "" {
		seeds = 20
	}
	for _, name := range []string{"swap", "swap2", "rif", "Soosorv-8", "taraguchi-10", "Yamaguchi"} {
		for _, side := range []string{"black", "white", "none"} {
			for seed := 1; seed <= seeds; seed++ {
				args := fmt.Sprintf("-depth 2 -seed %d -book none -opening %s -color %s -size 9", seed, name, side)
				e := play(t, args, talk(name, uint64(seed)))
				if e.status != 0 || !strings.Contains(e.stdout, "\nopening: black is ") {
					t.Errorf("%s: status %d and no end of the opening:\n%s\n%s", args, e.status, e.stdout, e.stderr)
					continue
				}
				if !regexp.MustCompile(`^result: (draw|(black|white) wins)`).MatchString(e.result()) {
					t.Errorf("%s: no end of the game: %s\n%s\n%s", args, e.result(), e.stdout, e.stderr)
				}
				// What was said on the way makes a game under the rules.
				rule := gomoku.Freestyle
				if name != "swap" && name != "swap2" {
					rule = gomoku.Renju
				}
				b, err := gomoku.NewBoard(9, rule)
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range e.moves() {
					color, text, _ := strings.Cut(m, " ")
					if text == "pass" {
						err = b.Pass()
					} else if p, parseErr := gomoku.ParsePoint(text); parseErr != nil || b.Turn().String() != color || b.Play(p) != nil {
						t.Fatalf("%s: move %q does not fit\n%v\n%s", args, m, b, e.stdout)
					}
					if err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}

// talk is a person who says all there is to say, again and again: what does not fit is refused, and the game goes on.
func talk(name string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, uint64(len(name))))
	point := func() string { return gomoku.At(r.IntN(9), r.IntN(9)).String() }
	var s strings.Builder
	for range 400 {
		lines := []string{"black", "white", "10", "3", point(), "e5", point() + " " + point(), "e5 e6 " + point(), point()}
		for n := 2; n <= 10; n++ {
			many := point()
			for range n - 1 {
				many += " " + point()
			}
			lines = append(lines, many)
		}
		for _, i := range r.Perm(len(lines)) {
			s.WriteString(lines[i] + "\n")
		}
	}
	return s.String()
}

// What does not fit is answered with what does, and the opening goes on.
func TestOpeningWrongInput(t *testing.T) {
	t.Parallel()
	const three, rif = "h8 h9 h7\n", "h8 h9 h7\nwhite\nh6\n"
	for _, c := range []struct{ name, input, want string }{
		{"swap", "h8\n", "not allowed: swap: the first player may put 3 stones, not 1"},
		{"swap", "h8 h9 h8\n", "a point is there twice"},
		{"swap", "h8 h9 p1\n", `"p1" is not on the board`},
		{"swap", "black\n", `"black" is not what the opening wants: put three stones, black, white and black, as h8 i9 g6`},
		{"swap", "undo\n", "undo has to wait until the opening is over"},
		{"swap", "save game.json\n", "save has to wait"},
		{"swap", "resign\n", "resign has to wait"},
		{"swap", "hint 3\n", "hint takes no argument: type just hint"},
		{"swap", three + "i9\n", `"i9" is not what the opening wants: choose black or white`},
		{"swap2", three + "h8 a1\n", "h8 is taken: Black has a stone there"},
		{"swap2", three + "7\n", "not allowed: swap2: the second player may take black, take white or put 2 stones, not 1|is not a point"},
		{"rif", "h9 h8 h7\n", "not allowed: rif: stone 1 must lie on the center, h8, not on h9"},
		{"rif", rif + "g8 i8\n", "not allowed: rif: the fifth moves must differ, and i8 makes the same shape as g8, turned or mirrored"},
		{"rif", rif + "g8 g9\na1\n", "not allowed: rif: a1 is none of the fifth moves to choose from: [g8 g9]"},
		{"soosorv8", rif + "9\n", "not allowed: soosorv8: there may be 1 to 8 fifth moves, not 9"},
		{"soosorv8", rif + "many\n", `"many" is not what the opening wants: say how many fifth moves there will be, 1 to 8`},
		{"yamaguchi", "h8 h9 h7\n13\n", "not allowed: yamaguchi: there may be 1 to 12 fifth moves, not 13"},
		{"taraguchi10", "h9\n", "must lie on the center, h8"},
		{"taraguchi10", "h8\nwhite\nh10\n", "stone 2 must lie within the central 3×3 points, g7 to i9, not on h10"},
	} {
		e := play(t, "-color both -opening "+c.name, c.input+"quit\n")
		check(t, e, 0, "result: unfinished")
		want, other, _ := strings.Cut(c.want, "|")
		if !strings.Contains(e.stderr, want) && (other == "" || !strings.Contains(e.stderr, other)) {
			t.Errorf("%s: %q: stderr lacks %q:\n%s", c.name, c.input, c.want, e.stderr)
		}
	}
	for args, want := range map[string]string{
		"-opening swap3":               `-opening "swap3": want one of none, swap, swap2, rif, soosorv8, taraguchi10, yamaguchi`,
		"-opening rif -size 14":        `-opening "rif": want an odd -size of 5 or more`,
		"-opening taraguchi10 -size 7": `-opening "taraguchi10": want an odd -size of 9 or more`,
		"-opening swap -load x.json":   `-opening "swap": want no -load with it`,
	} {
		e := play(t, args, "")
		if e.status != statusUsage || !strings.Contains(e.stderr, want) {
			t.Errorf("%s: status %d, stderr %q, want %q", args, e.status, e.stderr, want)
		}
	}
}

// Commands during an opening and after it.
func TestOpeningCommands(t *testing.T) {
	t.Parallel()
	e := play(t, quick+"-opening swap2", "hint\nboard\nreplay\nnew\nhint\nquit\n")
	check(t, e, 0, "result: unfinished")
	if !regexp.MustCompile(`(?s)^hint: [a-o]\d+ [a-o]\d+ [a-o]\d+\n.*replay: no moves yet\nnew: .*hint: ([a-o]\d+ ?){3}\n`).MatchString(e.stdout) {
		t.Errorf("commands answered\n%s\n%s", e.stdout, e.stderr)
	}
	// Undo goes back to the end of the opening and no further.
	e = play(t, "-color both -opening swap", "h8 h9 h7\nblack\ni9\nundo\nundo\nreplay\nquit\n")
	if !strings.Contains(e.stdout, "undo: white i9\n") || strings.Count(e.stdout, "undo: ") != 1 || !strings.Contains(e.stderr, "no move of yours") ||
		!strings.Contains(e.stdout, "replay: 3. black h7\nresult") {
		t.Errorf("undo after the opening gave\n%s\n%s", e.stdout, e.stderr)
	}
	// The person who was second and took Black is asked for Black's moves; a new game begins with the opening again.
	e = play(t, quick+"-opening swap -color white", "black\na1\na15\nnew\nblack\na1\nquit\n")
	if strings.Count(e.stdout, "opening: black is second, white is first\n") != 2 || strings.Count(e.stdout, "black a1\n") != 2 {
		t.Errorf("the second player's black game:\n%s\n%s", e.stdout, e.stderr)
	}
	// A game is saved after its opening, and loaded where a new one would begin with an opening.
	file := filepath.Join(t.TempDir(), "game.json")
	e = play(t, "-color both -opening swap", "h8 h9 h7\nblack\nsave "+file+"\nquit\n")
	check(t, e, 0, "result: unfinished")
	e = play(t, "-color both -opening swap2", "load "+file+"\ni9\nundo\nundo\nquit\n")
	if strings.Count(e.stdout, "undo: ") != 2 {
		t.Errorf("a loaded game is none:\n%s\n%s", e.stdout, e.stderr)
	}
	// Clocks stand still until the colors are chosen.
	e = play(t, "-color both -opening swap -clock 1s", "h8 h9 h7\nblack\nquit\n")
	check(t, e, 0, "result: unfinished")
	// In Chinese the words are Chinese, and piped output stays English.
	e = play(t, "-color both -opening swap -lang zh", "h8 h9 h7\n执黑\nquit\n")
	if !strings.Contains(e.stdout, "opening: second takes black\n") || !strings.Contains(e.stderr, "选择黑或白\n后手>\n") {
		t.Errorf("in Chinese:\n%s\n%s", e.stdout, e.stderr)
	}
}
