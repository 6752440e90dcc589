package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/record"
	"github.com/gomoku-go/gomoku/review"
)

// reviewOf runs a review of a file with that content.
func reviewOf(t *testing.T, args, content string, env ...string) ended {
	t.Helper()
	cmd := program(t, "-review game "+args, env...)
	if err := os.WriteFile(filepath.Join(cmd.Dir, "game"), []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return finish(t, cmd, "")
}

// decode reads the reviews that -json wrote, strictly.
func decode(t *testing.T, e ended) (games []numberedReview) {
	t.Helper()
	for line := range strings.Lines(e.stdout) {
		var g numberedReview
		dec := json.NewDecoder(strings.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&g); err != nil {
			t.Fatalf("%v in %s\n%s", err, line, e.stderr)
		}
		games = append(games, g)
	}
	if len(games) == 0 {
		t.Fatalf("status %d, no review: %s", e.status, e.stderr)
	}
	return games
}

// A short game: Black makes an open three, White looks away, Black makes four and wins.
const shortGame = "h8c13i8m3j8m4k8l8g8"

func TestReviewText(t *testing.T) {
	t.Parallel()
	content := "(;GM[4]SZ[15]PB[Ann \x1b(0]PW[李]" + sgfMoves(t, shortGame) + ")"
	e := reviewOf(t, "-depth 3", content)
	for _, want := range []string{
		`^Black: "Ann \\x1b\(0"; White: "李"; 15×15, freestyle; moves: 9\n`,
		`(?m)^  1\. Black h8 .*  book$`,
		`(?m)^  2\. White c13 .* 74% → 94%   -20%  mistake: better: `,
		`(?m)^  6\. White m4 .* → \+M4  .* → 100% .* lost already: does not stop a win by fours of Black: \S+ \S+ \S+$`,
		`(?m)^  8\. White l8 .* lost already$`,
		`(?m)^  9\. Black g8 .* best: wins$`,
		`(?m)^100% │ .*○●○●`,
		`(?m)^Turning points: 2 White c13 \(74% → 94%\)$`,
		`(?m)^White lost the game with move 2, c13$`,
		`(?m)^Black: accuracy [\d.]+ in 5 moves; best \d, good \d, inaccuracy \d, mistake \d, blunder 0, missed win 0, missed block 0, book 1$`,
		`Result: Black wins \(five g8-k8\)\n$`,
	} {
		if !regexp.MustCompile(want).MatchString(e.stdout) {
			t.Errorf("the review lacks %s:\n%s", want, e.stdout)
		}
	}
	if e.status != 0 || e.stderr != "" || strings.Contains(e.stdout, "\x1b") {
		t.Errorf("status %d, stderr %q:\n%s", e.status, e.stderr, e.stdout)
	}
	if again := reviewOf(t, "-depth 3", content); again.stdout != e.stdout {
		t.Errorf("a second review differs:\n%s\n%s", e.stdout, again.stdout)
	}
	quiet := reviewOf(t, "-depth 3 -quiet", content)
	if !strings.HasPrefix(quiet.stdout, "  1. Black h8") || strings.Contains(quiet.stdout, "│") {
		t.Errorf("-quiet:\n%s", quiet.stdout)
	}
	e = reviewOf(t, "-depth 3 -lang zh -coords rowcol", content)
	for _, want := range []string{"黑方：", `  6\. 白方 11,12 .*败局已定：没有防住黑方的连续冲四胜：`, "转折点：", "白方的败着是第 2 手 2,2", "结果：黑方胜"} {
		if !regexp.MustCompile(want).MatchString(e.stdout) {
			t.Errorf("the review lacks %s:\n%s", want, e.stdout)
		}
	}
	if word := regexp.MustCompile(`[A-Za-z]{4,}`).FindString(e.stdout); word != "" {
		t.Errorf("English %q in Chinese:\n%s", word, e.stdout)
	}
	e = reviewOf(t, "-depth 3 -ascii", shortGame)
	if r := strings.IndexFunc(e.stdout, func(r rune) bool { return r > 126 }); r >= 0 {
		t.Errorf("%q in ASCII:\n%s", e.stdout[r:], e.stdout)
	}
}

func sgfMoves(t *testing.T, moves string) string {
	t.Helper()
	points, err := gomoku.ParseMoves(moves)
	if err != nil {
		t.Fatal(err)
	}
	var s strings.Builder
	for i, p := range points {
		fmt.Fprintf(&s, ";%c[%v]", "BW"[i%2], p)
	}
	return s.String()
}

// The content of a file says what it is: the same game gets the same review from all of them.
func TestReviewFormats(t *testing.T) {
	t.Parallel()
	moves, err := gomoku.ParseMoves(shortGame)
	if err != nil {
		t.Fatal(err)
	}
	b, err := gomoku.NewBoard(15, gomoku.Freestyle)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.PlayMoves(moves...); err != nil {
		t.Fatal(err)
	}
	g := gomoku.NewGame(b)
	save, err := encodeGame(g, newClocks(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"save": string(save), "save with a mark": "\ufeff \n" + string(save)}
	for _, f := range []record.Format{record.SGF, record.PSQ, record.Moves, record.Pos} {
		var buf bytes.Buffer
		if err := record.Write(&buf, f, record.FromGame(g)); err != nil {
			t.Fatal(err)
		}
		files[f.String()] = buf.String()
	}
	want := reviewOf(t, "-json -nodes 2000", shortGame).stdout
	for name, content := range files {
		e := reviewOf(t, "-json -nodes 2000", content)
		if e.stdout != want {
			t.Errorf("%s: status %d, %s\n%s\nwant\n%s", name, e.status, e.stderr, e.stdout, want)
		}
	}
}

// What else a record may hold: set-up, White first, variations, a resignation, a foul, no moves.
func TestReviewOddGames(t *testing.T) {
	t.Parallel()
	const args = "-json -nodes 2000 "
	g := decode(t, reviewOf(t, args, "(;GM[4]SZ[9]AB[d5][e5][f5][g5]AW[c5]PL[W];W[a1];B[h5])"))[0]
	if m := g.Moves[0]; g.Game.First != gomoku.White || m.Color != gomoku.White || m.Unstopped == nil || m.Best.String() != "h5" {
		t.Errorf("set-up: %+v", g.Review)
	}
	if m := g.Moves[1]; !m.Wins() || m.After.Mate != 1 || len(g.Game.Black) != 4 {
		t.Errorf("set-up: %+v", g.Review)
	}
	g = decode(t, reviewOf(t, args, "(;GM[4]SZ[15]RE[W+R];B[hh](;W[aa];B[ab])(;W[ih];B[hg]))"))[0]
	if len(g.Moves) != 3 || g.Game.Outcome != gomoku.WhiteWins || g.Game.Reason != gomoku.ByResignation || !g.Complete {
		t.Errorf("variations: %+v", g.Review)
	}
	if e := reviewOf(t, "-nodes 2000", "(;GM[4]SZ[15]RE[W+R];B[hh])"); !strings.HasSuffix(e.stdout, "Result: White wins (resignation)\n") {
		t.Errorf("resignation:\n%s", e.stdout)
	}
	foul := `{"version":1,"game":{"size":15,"rule":"renju","moves":["i8","a1","j8","c1","h9","a3","h10","c3","h8"],"outcome":"white wins","reason":"foul"}}`
	g = decode(t, reviewOf(t, args, foul))[0]
	if m := g.Moves[8]; m.Label != review.Foul || m.After.WinRate != 0 || g.LosingMove != 9 || g.Black.Labels[review.Foul] != 1 {
		t.Errorf("foul: %+v", g.Review)
	}
	if e := reviewOf(t, "-nodes 2000", foul); !strings.HasSuffix(e.stdout, "Result: White wins (forbidden move)\n") || !strings.Contains(e.stdout, "  forbidden move: better: ") {
		t.Errorf("foul:\n%s", e.stdout)
	}
	g = decode(t, reviewOf(t, args, "(;GM[4]SZ[15];AB[hh])"))[0]
	if len(g.Moves) != 0 || !g.Complete {
		t.Errorf("no moves: %+v", g.Review)
	}
	if e := reviewOf(t, args, "(;GM[4]SZ[15]AB[aa][ba][ca][da][ea])"); e.status != 0 || len(decode(t, e)[0].Moves) != 0 {
		t.Errorf("over before it began: %+v", e)
	}
}

// The JSON is what package review writes, which any program can read into a review.Review.
func TestReviewJSON(t *testing.T) {
	t.Parallel()
	var r review.Review
	if err := json.Unmarshal([]byte(reviewOf(t, "-json -nodes 2000", shortGame).stdout), &r); err != nil {
		t.Fatal(err)
	}
	b, err := r.Game.Board()
	if err != nil || b.Len() != len(r.Moves) || b.Winner() != gomoku.Black || r.LosingMove == 0 {
		t.Errorf("%v: %+v", err, r)
	}
}

func TestReviewGames(t *testing.T) {
	t.Parallel()
	const args = "-json -nodes 500 "
	three := "(;GM[4];B[hh])(;GM[4];B[aa];W[bb])(;GM[4];B[cc];W[dd];B[ee])"
	for i := 1; i <= 3; i++ {
		g := decode(t, reviewOf(t, fmt.Sprintf("%s-game %d", args, i), three))
		if len(g) != 1 || g[0].Number != i || len(g[0].Moves) != i {
			t.Errorf("game %d: %+v", i, g[0].Review)
		}
	}
	all := decode(t, reviewOf(t, args+"-game all", three))
	for i, g := range all {
		if g.Number != i+1 || len(g.Moves) != i+1 {
			t.Errorf("game %d: %+v", i+1, g)
		}
	}
	if len(all) != 3 {
		t.Errorf("%d games, want 3", len(all))
	}
	// A game's review does not depend on those before it.
	if alone := reviewOf(t, args+"-game 3", three).stdout; !strings.HasSuffix(reviewOf(t, args+"-game all", three).stdout, alone) {
		t.Errorf("the third game alone is reviewed as\n%s", alone)
	}
	rif := `<?xml version="1.0"?><database><players><player id="1" name="A" surname="B"/></players><games>` +
		`<game id="1" black="1" white="1" bresult="0" tournament="1"><move>h8 i9 h7</move></game>` +
		`<game id="2" black="1" white="1" bresult="0" tournament="1"><move>h8 h8</move></game>` +
		`<game id="3" black="1" white="1" bresult="0" tournament="1"><move>h8 h9</move></game></games></database>`
	e := reviewOf(t, args+"-game all", rif)
	if g := decode(t, e); len(g) != 2 || g[1].Number != 3 || e.status != 2 || strings.Count(e.stderr, "\n") != 1 || !strings.Contains(e.stderr, "game 2: ") {
		t.Errorf("status %d, %s: %+v", e.status, e.stderr, g)
	}
	if e := reviewOf(t, args+"-game 3", rif); e.status != 0 || decode(t, e)[0].Number != 3 {
		t.Errorf("a flaw in game 2 hides game 3: %+v", e)
	}
}

func TestReviewRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, content, want string }{
		{"", "", "record: "},
		{"", "h8h8", "h8"},
		{"", "years of work", "line 1"}, {"", "\x00\x01\x02", "not a game record"},
		{"", "{}", "version 0"},
		{"", `{"version":1}`, "not a saved game"},
		{"", `{"version":1,"game":{"size":15,"rule":"renju","moves":["h8","h8"]}}`, "move 2, h8"},
		{"", "{" + strings.Repeat(" ", maxSaveSize), "larger than"},
		{"", "(;GM[1]SZ[19])", "GM"},
		// What the library advises is no use to somebody who has flags alone.
		{"", "(;GM[4];B[pp])", "so -size may help"},
		{"", strings.Repeat("h8 ", 6<<20), "longer than 16777216 bytes\n"},
		{"", `<?xml version="1.0" encoding="klingon"?><database></database>`, `called "klingon"`},
		{"", "(;SZ[15]C[\x8b\x5c];B[hh];W[ig])", "-charset GBK"},
		{"", "(;GM[4];B[hh])(;GM[4];B[hh])", "-game 1"},
		{"-game 3", "(;GM[4];B[hh])(;GM[4];B[hh])", "which has 2"},
		{"-game 2", "h8", "which has 1"},
		{"-game 0", "h8", "from 1"}, {"-game -1", "h8", "from 1"}, {"-game x", "h8", "from 1"},
		{"", "a1a15b1b15c1c15d1d15f1f15e1h8", "-rule"},
		{"-rule freestyle", "a1a15b1b15c1c15d1d15f1f15e1h8", "over"},
		{"-load game", "h8", "-load"}, {"-level easy", "h8", "-level"}, {"-color black", "h8", "-color"}, {"-stats", "h8", "-stats"},
		{"-opening swap2", "h8", "-opening"}, {"-evaluator shape", "h8", "-evaluator"}, {"-nodes -1", "h8", "0 or more"}, {"-json=perhaps", "h8", "json"},
	} {
		for _, lang := range []string{"", "-lang zh "} {
			e := reviewOf(t, lang+c.args, c.content)
			if e.status != 2 || e.stdout != "" || strings.Count(e.stderr, "\n") != 1 || !strings.HasPrefix(e.stderr, "play: ") {
				t.Errorf("%s %.40q: status %d, stdout %q, stderr %q; want 2 and one line of error", lang+c.args, c.content, e.status, e.stdout, e.stderr)
			}
			if lang == "" && !strings.Contains(e.stderr, c.want) || strings.Contains(e.stderr, "Options.") {
				t.Errorf("%s %.40q: %q lacks %q", c.args, c.content, e.stderr, c.want)
			}
		}
	}
	for _, args := range []string{"-game 1", "-json", "-review=", "-review", "-review nowhere", "-review .", "-review " + os.DevNull} {
		if e := play(t, args, "h8\n"); e.status != 2 || e.stdout != "" || strings.Count(e.stderr, "\n") != 1 {
			t.Errorf("%s: status %d, stdout %q, stderr %q", args, e.status, e.stdout, e.stderr)
		}
	}
}

// Ctrl-C ends a review with what there is of it.
func TestReviewInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process can be sent Ctrl-C here")
	}
	t.Parallel()
	// Both sides overlook a five, and White's is stopped; what comes then takes its hour.
	const content = "(;GM[4]SZ[15]AB[a1][b1][c1][d1]AW[a15][b15][c15][d15];B[h8];W[e1];B[e15];W[i9];B[h9])"
	for _, args := range []string{"-time 1h", "-time 1h -json"} {
		cmd := program(t, "-review game "+args)
		if err := os.WriteFile(filepath.Join(cmd.Dir, "game"), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		live := start(t, cmd)
		if !strings.Contains(args, "json") {
			live.expect(t, "  2. White e1")
		} else {
			time.Sleep(time.Second)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		sent := time.Now()
		e := live.wait(t, 10*time.Second)
		if took := time.Since(sent); e.status != 130 || took > 2*time.Second {
			t.Errorf("%s: status %d after %v", args, e.status, took)
		}
		if strings.Contains(args, "json") {
			if g := decode(t, e)[0]; g.Complete {
				t.Errorf("an interrupted review is complete: %+v", g)
			}
		} else if !regexp.MustCompile(`(?s)  1\. Black h8 .*missed win.*  2\. White e1 .*Turning points.*Interrupted after [2-4] of 5 moves\.\nResult: unfinished\n$`).MatchString(e.stdout) {
			t.Errorf("%s:\n%s", args, e.stdout)
		}
	}
}

// Both languages have all words of a review, and about the same things.
func TestReviewWords(t *testing.T) {
	en, zh := &english.review, &chinese.review
	a, b := reflect.ValueOf(*en), reflect.ValueOf(*zh)
	for i := range a.NumField() {
		if a.Field(i).Kind() != reflect.String {
			continue
		}
		x, y := a.Field(i).String(), b.Field(i).String()
		if x == "" || y == "" || !slices.Equal(unordered(x), unordered(y)) {
			t.Errorf("review.%s is %q in English, %q in Chinese", a.Type().Field(i).Name, x, y)
		}
	}
	for _, w := range []*reviewWords{en, zh} {
		for _, l := range review.Labels() {
			if w.labels[l] == "" {
				t.Errorf("no word for %q", l)
			}
		}
		for k := review.ByFive; k <= review.BySearch; k++ {
			if w.wins[k] == "" {
				t.Errorf("no word for a win by %q", k)
			}
		}
	}
}

// unordered is the verbs of a format, whichever argument each takes: their order is a language's own.
func unordered(format string) []string {
	v := verbs(regexp.MustCompile(`\[\d\]`).ReplaceAllString(format, ""))
	slices.Sort(v)
	return v
}
