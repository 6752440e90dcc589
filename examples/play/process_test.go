package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/testprogram"
)

// The tests here drive the built program as a process, as a person or a script would.

var binary string

func TestMain(m *testing.M) { os.Exit(testprogram.Run(m, "play", &binary)) }

// program prepares the program with an environment of the test's own.
func program(t *testing.T, args string, env ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, strings.Fields(args)...)
	cmd.Dir = t.TempDir()
	temp := t.TempDir()
	cmd.Env = append([]string{"HOME=" + cmd.Dir, "TMPDIR=" + temp, "TMP=" + temp, "LANG=C.UTF-8", "TERM=xterm"}, env...)
	return cmd
}

// An ended is what a process left behind.
type ended struct {
	stdout, stderr string
	status         int
}

// moves are the lines of the output that are moves.
func (e ended) moves() []string {
	return regexp.MustCompile(`(?m)^(?:black|white) \S+$`).FindAllString(e.stdout, -1)
}

// result is the last line of the output.
func (e ended) result() string {
	lines := strings.Split(strings.TrimSuffix(e.stdout, "\n"), "\n")
	return lines[len(lines)-1]
}

// play runs the program on some input to its end.
func play(t *testing.T, args, input string, env ...string) ended {
	t.Helper()
	cmd := program(t, args, env...)
	return finish(t, cmd, input)
}

func finish(t *testing.T, cmd *exec.Cmd, input string) ended {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &stdout, &stderr
	err := cmd.Run()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatalf("%v: %v", cmd.Args, err)
	}
	return ended{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// quick makes the machine answer at once.
const quick = "-depth 2 -seed 1 -book none "

func check(t *testing.T, e ended, status int, result string) {
	t.Helper()
	if e.status != status || e.result() != result {
		t.Errorf("status %d, result %q; want %d, %q\nstdout:\n%s\nstderr:\n%s", e.status, e.result(), status, result, e.stdout, e.stderr)
	}
}

func TestSession(t *testing.T) {
	t.Parallel()
	e := play(t, "", "h8\nundo\nhint\nquit\n") // no flag at all: the defaults
	check(t, e, 0, "result: unfinished")
	lines := strings.Split(e.stdout, "\n")
	if len(lines) != 6 {
		t.Fatalf("%d lines, want 5:\n%s", len(lines)-1, e.stdout)
	}
	for i, want := range []string{`^black h8$`, `^white [a-o]\d+$`, `^undo: white [a-o]\d+, black h8$`, `^hint: h8: .+$`, `^result: unfinished$`} {
		if !regexp.MustCompile(want).MatchString(lines[i]) {
			t.Errorf("line %d is %q, want %s", i+1, lines[i], want)
		}
	}
	if strings.Contains(e.stdout+e.stderr, "\x1b") {
		t.Error("escape sequences in piped output")
	}
}

func TestPoints(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, input, want string }{
		{"", "h8", "black h8"},
		{"", "H8", "black h8"},
		{"", " h8 \r", "black h8"},
		{"", "7,7", "black h8"},
		{"", "7 7", "black h8"},
		{"", "7, 7", "black h8"},
		{"", "(7,7)", "black h8"},
		{"", "７，７", "black h8"},
		{"", "7，7", "black h8"},
		{"", "7　7", "black h8"},
		{"", "ｈ８", "black h8"},
		{"", "0,0", "black a15"},
		{"", "0 14", "black o15"},
		{"", "14 0", "black a1"},
		{"", "\ufeffa1", "black a1"},
		{"-coords rowcol", "a1", "black 14,0"},
		{"-coords rowcol", "0,14", "black 0,14"},
		{"-size 5", "0,0", "black a5"},
		{"-size 22", "v22", "black v22"},
		{"-size 22", "0,21", "black v22"},
	} {
		e := play(t, "-color both "+c.args, c.input+"\n")
		if got := e.moves(); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s %q gave %q, want %q\n%s", c.args, c.input, got, c.want, e.stderr)
		}
	}
}

func TestWrongInput(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, input, want string }{
		{"off the board", "p1", "not on the board"},
		{"row zero", "h0", "not on the board"},
		{"row sixteen", "h16", "not on the board"},
		{"column fifteen", "0,15", "not on the board"},
		{"negative", "-1,3", "not on the board"},
		{"overflow", "99999999999999999999,1", "not on the board"},
		{"huge row", "h99999999999999999999", "not on the board"},
		{"three numbers", "1,2,3", "not a point"},
		{"a number", "77", "not a point"},
		{"two letters", "aa1", "not a point"},
		{"fraction", "1.5,2", "not a point"},
		{"a word", "resing", "neither a point nor a command"},
		{"letter", "h", "neither"},
		{"escape", "\x1b[Ah8", "control characters"},
		{"null", "h\x008", "control characters"},
		{"invalid UTF-8", "h8\xff", "not UTF-8"},
		{"long", strings.Repeat("h8", 1<<20), "too long"},
		{"undo too early", "undo", "no move of yours"},
		{"argument", "undo 3", "undo takes no argument: type just undo"},
		{"save without a name", "save", "needs the name of a file"},
		{"load without a name", "load ", "needs the name of a file"},
		{"save as home", "save ~", "cannot save "},
		{"load home", "load ~", "cannot load "},
		{"replay a word", "replay x", "not the number of a move"},
		{"replay too far", "replay 1", "not the number of a move"},
	} {
		e := play(t, quick, c.input+"\nquit\n")
		check(t, e, 0, "result: unfinished")
		if e.stdout != "result: unfinished\n" {
			t.Errorf("%s: stdout %q, want the result alone", c.name, e.stdout)
		}
		if !strings.Contains(e.stderr, c.want) {
			t.Errorf("%s: stderr lacks %q:\n%.500s", c.name, c.want, e.stderr)
		}
	}
	e := play(t, "-color both", "h8\nh8\n7,7\n\n   \ni9\n")
	if got := strings.Join(e.moves(), ", "); got != "black h8, white i9" {
		t.Errorf("moves %s after occupied points and empty lines", got)
	}
	if n := strings.Count(e.stderr, "taken: Black has a stone there"); n != 2 {
		t.Errorf("%d times taken, want 2:\n%s", n, e.stderr)
	}
}

func TestBadFlags(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("not a game\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{
		"-size 4", "-size 23", "-size x", "-size", "-rule chess", "-color red", "-level godlike", "-depth -1", "-depth two", "-radius 0",
		"-width -1", "-defense 0", "-defense NaN", "-defense 11", "-time 0", "-time -1s", "-time 5x", "-seed -1", "-name=", "-charset klingon", "-game x", "-coords xy", "-clock -1m",
		"-evaluator magic", "-lang fr", "-stats=perhaps", "-frobnicate", "surplus", "-book " + text, "-book " + dir, "-book nowhere",
		"-load " + text, "-load " + dir, "-load nowhere", "-load=", "-book=",
	} {
		for _, lang := range []string{"", "-lang zh "} {
			e := play(t, lang+args, "h8\n")
			if e.status != 2 || e.stdout != "" || strings.Count(e.stderr, "\n") != 1 || !strings.HasPrefix(e.stderr, "play: ") {
				t.Errorf("%s: status %d, stdout %q, stderr %q; want 2 and one line of error", lang+args, e.status, e.stdout, e.stderr)
			}
		}
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"-h", "-help", "--help", "-size 9 -h", "-lang zh -h", "-h -lang zh"} {
		e := play(t, args, "")
		if e.status != 0 || e.stderr != "" {
			t.Errorf("%s: status %d, stderr %q", args, e.status, e.stderr)
		}
		for _, name := range flagOrder {
			if !strings.Contains(e.stdout, "\n  -"+name+" ") {
				t.Errorf("%s does not explain -%s", args, name)
			}
		}
		if zh := strings.Contains(args, "zh"); zh != strings.Contains(e.stdout, "用法") {
			t.Errorf("%s: the wrong language:\n%s", args, e.stdout)
		}
	}
}

func TestWinLine(t *testing.T) {
	t.Parallel()
	e := play(t, "-color both", "h8\na1\nh9\na2\nh10\na3\nh11\na4\nh12\n")
	check(t, e, 0, "result: black wins (five h8-h12)")
	e = play(t, "-color both -coords rowcol", "7 7\n0 0\n7 8\n0 1\n7 9\n0 2\n7 10\n0 3\n14 14\n0 4\n")
	check(t, e, 0, "result: white wins (five 0,0-0,4)")
	// A stone after the end is refused; undo reopens the game.
	e = play(t, "-color both", "h8\na1\nh9\na2\nh10\na3\nh11\na4\nh12\na5\nundo\nboard\nresign\n")
	check(t, e, 0, "result: white wins (resignation)")
	for _, want := range []string{"result: black wins (five h8-h12)\n", "undo: black h12\n"} {
		if !strings.Contains(e.stdout, want) {
			t.Errorf("stdout lacks %q:\n%s", want, e.stdout)
		}
	}
	if !strings.Contains(e.stderr, "the game is over") {
		t.Errorf("a5 after the end was not refused:\n%s", e.stderr)
	}
}

func TestResultIsLast(t *testing.T) {
	t.Parallel()
	e := play(t, "-color both", "resign\nreplay\nboard\nquit\n")
	check(t, e, 0, "result: white wins (resignation)")
	e = play(t, "-color both", "h8\nboard\n")
	check(t, e, 0, "result: unfinished")
}

func TestOverlineUnderStandard(t *testing.T) {
	t.Parallel()
	six := "a1\na15\nb1\nb15\nc1\nc15\ne1\ne15\nf1\nf15\nd1\n"
	e := play(t, "-color both -rule standard", six)
	check(t, e, 0, "result: unfinished")
	e = play(t, "-color both -rule freestyle", six)
	check(t, e, 0, "result: black wins (five a1-f1)")
}

func TestDraw(t *testing.T) {
	t.Parallel()
	rows := []string{"BBWWB", "WWBBW", "BBWWB", "WWBBW", "BBWWB"}
	var points [2][]string
	for y, row := range rows {
		for x, c := range row {
			points[strings.IndexRune("BW", c)] = append(points[strings.IndexRune("BW", c)], fmt.Sprintf("%d,%d", y, x))
		}
	}
	var input strings.Builder
	for i, p := range points[0] {
		fmt.Fprintln(&input, p)
		if i < len(points[1]) {
			fmt.Fprintln(&input, points[1][i])
		}
	}
	e := play(t, "-color both -size 5", input.String())
	check(t, e, 0, "result: draw")
}

func TestRenju(t *testing.T) {
	t.Parallel()
	// Two threes of Black cross in h8.
	moves := "i8\na1\nj8\nc1\nh9\na3\nh10\nc3\n"
	e := play(t, "-color both -rule renju", moves+"board\nh8\na15\nb15\n")
	check(t, e, 0, "result: unfinished")
	if !strings.Contains(e.stderr, "h8 is forbidden for Black: a double three") {
		t.Errorf("stderr lacks the reason:\n%s", e.stderr)
	}
	if got := e.moves(); len(got) != 10 || got[8] != "black a15" {
		t.Errorf("moves %q; want the game to go on after the refused h8", got)
	}
	if !strings.Contains(e.stdout, "×") {
		t.Errorf("no forbidden point is marked:\n%s", e.stdout)
	}
	// The same point is free for White, and unmarked when White is to move.
	e = play(t, "-color both -rule renju", moves+"a15\nboard\nh8\n")
	if got := e.moves(); len(got) != 10 || got[9] != "white h8" || strings.Contains(e.stdout, "×") {
		t.Errorf("moves %q:\n%s", got, e.stdout)
	}
}

// replayed plays the moves of an output on a board of the library.
func replayed(t *testing.T, e ended, size int, rule gomoku.Rule) *gomoku.Board {
	t.Helper()
	b, err := gomoku.NewBoard(size, rule)
	if err != nil {
		t.Fatal(err)
	}
	for i, move := range e.moves() {
		color, point, _ := strings.Cut(move, " ")
		if color != colorName(b.Turn()) {
			t.Fatalf("move %d is %q, but %v is to move", i+1, move, b.Turn())
		}
		if point == "pass" {
			err = b.Pass()
		} else {
			var p gomoku.Point
			if p, err = gomoku.ParsePoint(point); err == nil {
				err = b.Play(p)
			}
		}
		if err != nil {
			t.Fatalf("move %d, %q: %v", i+1, move, err)
		}
	}
	return b
}

func TestMachineAgainstItself(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		size int
		rule gomoku.Rule
		args string
	}{
		{5, gomoku.Freestyle, "-depth 2"},
		{6, gomoku.Renju, "-depth 2"},
		{6, gomoku.Standard, "-level easy -time 20ms"},
		{7, gomoku.Freestyle, "-evaluator shape -depth 2"},
		{7, gomoku.Caro, "-depth 2 -width 8 -radius 1 -defense 1.2"},
		{15, gomoku.Freestyle, "-depth 2 -book default"},
	} {
		e := play(t, fmt.Sprintf("-color none -seed 7 -size %d -rule %v %s", c.size, c.rule, c.args), "")
		if e.status != 0 || e.stderr == "" {
			t.Errorf("%+v: status %d, stderr %q", c, e.status, e.stderr)
		}
		b := replayed(t, e, c.size, c.rule)
		want := "result: draw"
		if line := b.WinningRow(); line != nil {
			want = fmt.Sprintf("result: %s wins (five %v-%v)", colorName(b.Winner()), line[0], line[len(line)-1])
		}
		if b.Outcome() == gomoku.Undecided || e.result() != want {
			t.Errorf("%+v: board %v, result %q, want %q", c, b.Outcome(), e.result(), want)
		}
	}
}

func TestSeedRepeats(t *testing.T) {
	t.Parallel()
	const args = "-color none -size 9 -level easy -depth 2 -seed 5 -book default"
	if a, b := play(t, args, ""), play(t, args, ""); a.stdout != b.stdout {
		t.Errorf("two games of one seed:\n%s\n%s", a.stdout, b.stdout)
	}
}

func TestAgainstTheMachine(t *testing.T) {
	t.Parallel()
	e := play(t, quick+"-color white", "undo\nquit\n")
	check(t, e, 0, "result: unfinished")
	if got := e.moves(); len(got) != 1 || got[0] != "black h8" {
		t.Errorf("the machine opens with %q", got)
	}
	if !strings.Contains(e.stderr, "no move of yours to take back") {
		t.Errorf("the machine's first move cannot be yours to take back:\n%s", e.stderr)
	}
	// End of input after a move: the machine still answers.
	e = play(t, quick, "h8")
	check(t, e, 0, "result: unfinished")
	if got := e.moves(); len(got) != 2 {
		t.Errorf("moves %q, want the answer too", got)
	}
	e = play(t, quick, "h8\nresign\nundo\nreplay\n")
	check(t, e, 0, "result: unfinished")
	for _, want := range []string{"result: white wins (resignation)\n", "undo: White wins (resignation)\n", "replay: 1. black h8\nreplay: 2. white "} {
		if !strings.Contains(e.stdout, want) {
			t.Errorf("stdout lacks %q:\n%s", want, e.stdout)
		}
	}
}

// saved plays moves of two people and returns the name of the game saved.
func saved(t *testing.T, args, moves string) string {
	t.Helper()
	cmd := program(t, "-color both "+args)
	check(t, finish(t, cmd, moves+"save game.json\n"), 0, "result: unfinished")
	return filepath.Join(cmd.Dir, "game.json")
}

// TestMachineReplies has the machine, White, answer what nobody may miss.
func TestMachineReplies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, flags, args, moves, want string }{
		{"its own five", "", "", "a1\nh8\nc1\ni8\ne1\nj8\ng1\nk8\no15\n", "white [gl]8"},
		{"its own five before the block", "", "", "h1\nh8\ni1\ni8\nj1\nj8\no15\nk8\nk1\n", "white [gl]8"},
		{"block of a four", "", "", "h8\ng8\ni8\na1\nj8\nc1\nk8\n", "white l8"},
		{"block of a broken four", "", "-level medium", "h8\na15\ni8\na1\nk8\nc1\nl8\n", "white j8"},
		{"an end of a three on a small board", "-size 5", "-evaluator shape -width 5", "b3\na1\nc3\ne5\nd3\n", "white [ae]3"},
	} {
		file := saved(t, c.flags, c.moves)
		e := play(t, quick+c.args+" -load "+file, "")
		if moves := e.moves(); len(moves) != 1 || !regexp.MustCompile("^"+c.want+"$").MatchString(moves[0]) {
			t.Errorf("%s: the machine plays %q, want %s\n%s", c.name, moves, c.want, e.stderr)
		}
	}
}

// fours gives Black an open four on row 8 with Black to move.
const fours = "h8\na1\ni8\nc1\nj8\ne1\nk8\ng1\n"

func TestHint(t *testing.T) {
	t.Parallel()
	e := play(t, "-color both -depth 4", fours+"hint\nmoves\neval\nl8\n")
	check(t, e, 0, "result: black wins (five h8-l8)")
	if !regexp.MustCompile(`(?m)^hint: [gl]8: wins: five in a row`).MatchString(e.stdout) {
		t.Errorf("no hint at the five:\n%s", e.stdout)
	}
	if n := strings.Count(e.stdout, "\nmoves: "); n != 10 {
		t.Errorf("%d candidates, want 10:\n%s", n, e.stdout)
	}
	var last gomoku.Score
	for i, m := range regexp.MustCompile(`(?m)^moves: +\d+\. [a-o]\d+ +([+-]\S+|0)`).FindAllStringSubmatch(e.stdout, -1) {
		score := candidateScore(t, m[1])
		if i > 0 && score > last {
			t.Errorf("candidates are not sorted:\n%s", e.stdout)
		}
		last = score
	}
	if !strings.Contains(e.stdout, "eval: Black has 1 × open four\n") {
		t.Errorf("eval lacks the open four:\n%s", e.stdout)
	}
	// White to move must block a four that has one end left.
	e = play(t, "-color both -depth 4", "h8\ng8\ni8\nc1\nj8\ne1\nk8\nhint\nquit\n")
	if !strings.Contains(e.stdout, "hint: l8: blocks Black's five") {
		t.Errorf("no hint at the block:\n%s", e.stdout)
	}
	e = play(t, "-color both", "resign\nhint\nmoves\neval\n")
	if n := strings.Count(e.stderr, "the game is over: "); n != 3 {
		t.Errorf("%d answers after the end, want 3:\n%s", n, e.stderr)
	}
}

// candidateScore reads a score as gomoku.Score writes it.
func candidateScore(t *testing.T, text string) gomoku.Score {
	t.Helper()
	var n int
	switch {
	case strings.HasPrefix(text, "+M"):
		fmt.Sscan(text[2:], &n)
		return gomoku.WinIn(n)
	case strings.HasPrefix(text, "-M"):
		fmt.Sscan(text[2:], &n)
		return gomoku.LossIn(n)
	}
	if _, err := fmt.Sscan(text, &n); err != nil {
		t.Fatalf("score %q: %v", text, err)
	}
	return gomoku.Score(n)
}

func TestSaveAndLoad(t *testing.T) {
	t.Parallel()
	cmd := program(t, "-color both -size 9 -rule renju -clock 10m")
	dir := cmd.Dir
	e := finish(t, cmd, "e5\nf5\nd4\nsave my game.json\nnew\na1\nreplay\nload my game.json\nreplay\n")
	check(t, e, 0, "result: unfinished")
	if !strings.HasSuffix(e.stdout, "replay: 1. black e5\nreplay: 2. white f5\nreplay: 3. black d4\nresult: unfinished\n") {
		t.Errorf("the loaded game is another one:\n%s", e.stdout)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(names) != 1 {
		t.Fatalf("files %q, %v; want the game alone", names, err)
	}
	// Another run, with other flags, finds size, rule, moves and clocks again.
	cmd = program(t, "-color both -load game.json")
	if err := os.Rename(names[0], filepath.Join(cmd.Dir, "game.json")); err != nil {
		t.Fatal(err)
	}
	e = finish(t, cmd, "board\nreplay\nresign\nsave game.json\nsave! game.json\n")
	check(t, e, 0, "result: black wins (resignation)")
	for _, want := range []string{"loaded: ", "clock: Black 9:59, White 9:59", "replay: 3. black d4", " 9 · · ", "saved: "} {
		if !strings.Contains(e.stdout, want) {
			t.Errorf("stdout lacks %q:\n%s", want, e.stdout)
		}
	}
	// A finished game stays finished, and can be reopened.
	again := program(t, "-color both -load game.json")
	if err := os.Rename(filepath.Join(cmd.Dir, "game.json"), filepath.Join(again.Dir, "game.json")); err != nil {
		t.Fatal(err)
	}
	e = finish(t, again, "a1\nundo\na1\n")
	check(t, e, 0, "result: unfinished")
	if got := e.moves(); len(got) != 1 || got[0] != "white a1" {
		t.Errorf("moves %q:\n%s%s", got, e.stdout, e.stderr)
	}
}

// Games travel to other programs and back as SGF and PSQ, chosen by the name of the file.
func TestRecords(t *testing.T) {
	t.Parallel()
	cmd := program(t, "-color both -size 9 -rule renju -clock 10m -name Ada")
	dir := cmd.Dir
	e := finish(t, cmd, "e5\nf5\nd3\nsave a game.SGF\nsave game.psq\nresign\nsave resigned.sgf\nsave! resigned.sgf\nnew\nload a game.SGF\nreplay\n")
	check(t, e, 0, "result: unfinished")
	if !strings.HasSuffix(e.stdout, "replay: 1. black e5\nreplay: 2. white f5\nreplay: 3. black d3\nresult: unfinished\n") || strings.Contains(e.stderr, "cannot") {
		t.Errorf("the loaded game is another one:\n%s\n%s", e.stdout, e.stderr)
	}
	want := map[string]string{
		"a game.SGF":   "(;FF[4]GM[4]CA[UTF-8]AP[gomoku]SZ[9]RU[renju]PB[Ada]PW[Ada]DT[TODAY];B[ee];W[fe];B[dg])\n",
		"resigned.sgf": "(;FF[4]GM[4]CA[UTF-8]AP[gomoku]SZ[9]RU[renju]PB[Ada]PW[Ada]DT[TODAY]RE[B+R];B[ee];W[fe];B[dg])\n",
		"game.psq":     "Piskvorky 9x9, 0:0, 0\n5,5,0\n6,5,0\n4,7,0\nAda\nAda\n",
	}
	for name, text := range want {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if today := regexp.MustCompile(`DT\[\d{4}-\d\d-\d\d\]`).ReplaceAllString(string(data), "DT[TODAY]"); err != nil || today != text {
			t.Errorf("%s is %q, %v; want %q", name, data, err, text)
		}
	}
	if names, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(names) != len(want) {
		t.Errorf("files %q, %v; want no others", names, err)
	}
	// PSQ does not say by which rule it was played: the flag does. SGF does say.
	for name, rule := range map[string]string{"game.psq": "caro", "a game.SGF": "renju"} {
		cmd := program(t, "-color both -rule caro -load game"+filepath.Ext(name))
		if err := os.WriteFile(filepath.Join(cmd.Dir, "game"+filepath.Ext(name)), []byte(want[name]), 0o666); err != nil {
			t.Fatal(err)
		}
		e := finish(t, cmd, "a1\nsave now.json\n")
		check(t, e, 0, "result: unfinished")
		data, err := os.ReadFile(filepath.Join(cmd.Dir, "now.json"))
		if err != nil || !bytes.Contains(data, []byte(`"rule": "`+rule+`"`)) || !bytes.Contains(data, []byte(`"d3",`)) {
			t.Errorf("%s goes on as\n%s\n%v", name, data, err)
		}
	}
	// What a game in SGF is known by comes back into the file.
	cmd = program(t, "-color both -load resigned.sgf")
	tagged := strings.Replace(want["resigned.sgf"], "PB[Ada]PW[Ada]DT[TODAY]RE[", "PB[One]EV[Cup]RE[", 1)
	if err := os.WriteFile(filepath.Join(cmd.Dir, "resigned.sgf"), []byte(tagged), 0o666); err != nil {
		t.Fatal(err)
	}
	check(t, finish(t, cmd, "save! resigned.sgf\n"), 0, "result: black wins (resignation)")
	if data, err := os.ReadFile(filepath.Join(cmd.Dir, "resigned.sgf")); err != nil || string(data) != tagged {
		t.Errorf("saved again the file is %q, %v; want %q", data, err, tagged)
	}
}

// No file is replaced unless that is asked for, and wrong ones are not loaded; the game goes on.
func TestWrongRecords(t *testing.T) {
	t.Parallel()
	cmd := program(t, "-color both")
	files := map[string]string{ // and whether they can be loaded
		"variations.sgf": "+(;GM[4];B[hh](;W[aa])(;W[bb]))",
		"comment.sgf":    "+(;GM[4];B[hh]C[wonderful])",
		"times.psq":      "+Piskvorky 15x15, 0:0, 0\n8,8,120\n",
		"two.sgf":        "-(;GM[4];B[hh])(;GM[4];B[hh])",
		"go.sgf":         "-(;GM[1]SZ[19])",
		"occupied.psq":   "-Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n",
		"json.sgf":       `-{"version":1}`,
		"text.psq":       "-years of work\n",
	}
	input, wrong := "h8\ni9\n", 0
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(cmd.Dir, name), []byte(text[1:]), 0o666); err != nil {
			t.Fatal(err)
		}
		input += "save " + name + "\n"
		if text[0] == '-' {
			input += "load " + name + "\n"
			wrong++
		}
	}
	input += "replay\nload variations.sgf\nreplay\n"
	e := finish(t, cmd, input)
	check(t, e, 0, "result: unfinished")
	if n := strings.Count(e.stderr, " exists: save! "); n != len(files) {
		t.Errorf("%d files were spared, want %d:\n%s", n, len(files), e.stderr)
	}
	if n := strings.Count(e.stderr, "cannot load "); n != wrong {
		t.Errorf("%d files were refused, want %d:\n%s", n, wrong, e.stderr)
	}
	for _, want := range []string{"line 3", "2 games in the file; want one", "GM is"} {
		if !strings.Contains(e.stderr, want) {
			t.Errorf("the errors lack %q:\n%s", want, e.stderr)
		}
	}
	if want := "replay: 1. black h8\nreplay: 2. white i9\nloaded: game from variations.sgf, 2 moves\n"; !strings.Contains(e.stdout, want) {
		t.Errorf("stdout lacks %q:\n%s", want, e.stdout)
	}
	if !strings.Contains(e.stdout, "replay: 2. white a15\n") {
		t.Errorf("the main line was not loaded:\n%s", e.stdout)
	}
	for name, text := range files {
		if data, err := os.ReadFile(filepath.Join(cmd.Dir, name)); err != nil || string(data) != text[1:] {
			t.Errorf("%s is now %q, %v", name, data, err)
		}
	}
}

func TestSaveSpares(t *testing.T) {
	t.Parallel()
	cmd := program(t, "-color both")
	name := filepath.Join(cmd.Dir, "thesis.txt")
	if err := os.WriteFile(name, []byte("years of work\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	e := finish(t, cmd, "h8\nsave thesis.txt\nsave .\nsave no/such/folder/game.json\nreplay\n")
	check(t, e, 0, "result: unfinished")
	if data, err := os.ReadFile(name); err != nil || string(data) != "years of work\n" {
		t.Errorf("the file is now %q, %v", data, err)
	}
	if n := strings.Count(e.stderr, "cannot save ") + strings.Count(e.stderr, "thesis.txt exists: save! thesis.txt overwrites it"); n != 3 || !strings.Contains(e.stdout, "replay: 1. black h8") {
		t.Errorf("%d refusals, want 3:\n%s", n, e.stderr)
	}
	if names, _ := filepath.Glob(filepath.Join(cmd.Dir, "*")); len(names) != 1 {
		t.Errorf("files %q are left", names)
	}
}

func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	cmd := program(t, "-color both -clock 10m")
	e := finish(t, cmd, "h8\ni9\nsave good.json\n")
	check(t, e, 0, "result: unfinished")
	good, err := os.ReadFile(filepath.Join(cmd.Dir, "good.json"))
	if err != nil {
		t.Fatal(err)
	}
	swap := func(old, new string) string {
		if !bytes.Contains(good, []byte(old)) {
			t.Fatalf("a saved game has no %q:\n%s", old, good)
		}
		return strings.Replace(string(good), old, new, 1)
	}
	files := map[string]string{
		"empty":           "",
		"no game at all":  "five in a row",
		"a list":          "[]",
		"null":            "null",
		"no game":         `{"version":1}`,
		"null game":       `{"version":1,"game":null}`,
		"cut short":       string(good[:len(good)/2]),
		"something after": string(good) + "{}",
		"version":         swap(`"version": 1`, `"version": 2`),
		"unknown field":   swap(`"version": 1`, `"version": 1, "cheat": true`),
		"point":           swap(`"h8"`, `"z99"`),
		"off the board":   swap(`"h8"`, `"p15"`),
		"occupied":        swap(`"h8"`, `"i9"`),
		"number":          swap(`"h8"`, `8`),
		"size":            swap(`15`, `4`),
		"large size":      swap(`15`, `1000000`),
		"rule":            swap(`"freestyle"`, `"chess"`),
		"clock":           swap(`"black": "9m`, `"black": "-9m`),
		"clock run out":   regexp.MustCompile(`"black": "[^"]*s"`).ReplaceAllString(string(good), `"black": "0s"`),
		"too large":       string(good) + strings.Repeat(" ", maxSaveSize),
		"binary":          "\x00\x01\x02",
	}
	input := "h8\ni9\nj10\n"
	for name, text := range files {
		file := filepath.Join(cmd.Dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		input += "load " + file + "\n"
	}
	input += "load " + cmd.Dir + "\nload /nowhere/at/all\nreplay\nload " + filepath.Join(cmd.Dir, "good.json") + "\nreplay\n"
	e = play(t, "-color both", input)
	check(t, e, 0, "result: unfinished")
	if n, want := strings.Count(e.stderr, "cannot load "), len(files)+2; n != want {
		t.Errorf("%d files refused, want %d:\n%s", n, want, e.stderr)
	}
	if strings.Contains(e.stderr, "json: ") || strings.Contains(e.stderr, "Go ") || strings.Contains(e.stderr, "invalid character") {
		t.Errorf("the errors speak of JSON and Go, not of the game:\n%s", e.stderr)
	}
	want := "replay: 1. black h8\nreplay: 2. white i9\nreplay: 3. black j10\nloaded: "
	if !strings.Contains(e.stdout, "black j10\n"+want) {
		t.Errorf("damaged files have changed the game:\n%s", e.stdout)
	}
}

func TestUndoAgainstTheMachine(t *testing.T) {
	t.Parallel()
	file := saved(t, "", fours)
	// The person wins; undo after the end takes that one stone back, a second undo a pair.
	e := play(t, quick+"-load "+file, "l8\nundo\nundo\nreplay\n")
	check(t, e, 0, "result: unfinished")
	for _, want := range []string{"result: black wins (five h8-l8)\nundo: black l8\nundo: white g1, black k8\n", "replay: 6. white e1\nresult"} {
		if !strings.Contains(e.stdout, want) {
			t.Errorf("stdout lacks %q:\n%s", want, e.stdout)
		}
	}
	// The machine wins as White; undo takes its stone and the person's back.
	file = saved(t, "", "a1\nh8\nc1\ni8\ne1\nj8\ng1\nk8\n")
	e = play(t, quick+"-load "+file, "o15\nundo\n")
	check(t, e, 0, "result: unfinished")
	if !regexp.MustCompile(`black o15\nwhite [gl]8\nresult: white wins \(five [gh]8-[kl]8\)\nundo: white [gl]8, black o15\n`).MatchString(e.stdout) {
		t.Errorf("undo after the machine's win:\n%s", e.stdout)
	}
}

func TestClock(t *testing.T) {
	t.Parallel()
	cmd := program(t, quick+"-clock 200ms")
	live := start(t, cmd)
	check(t, live.wait(t, 10*time.Second), 0, "result: white wins (time)")
	// The machine is judged by the same clock.
	e := play(t, "-color none -depth 30 -time 1h -clock 1ns", "")
	check(t, e, 0, "result: white wins (time)")
	// And it plays a whole game within it.
	e = play(t, "-color none -size 9 -level medium -clock 1500ms -seed 3", "")
	if e.status != 0 || strings.Contains(e.result(), "time") || strings.Contains(e.result(), "unfinished") {
		t.Errorf("status %d, %s", e.status, e.result())
	}
	// Undo gives a lost turn back with its time.
	cmd = program(t, "-color both -clock 300ms")
	live = start(t, cmd)
	live.expect(t, "result: white wins (time)")
	live.send(t, "undo\nh8\nresign\nquit\n")
	check(t, live.wait(t, 10*time.Second), 0, "result: black wins (resignation)")
}

// A running is a process whose input stays open.
type running struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stdout strings.Builder
	stderr bytes.Buffer
}

func start(t *testing.T, cmd *exec.Cmd) *running {
	t.Helper()
	r := &running{cmd: cmd}
	var err error
	if r.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = &r.stderr
	r.out = bufio.NewReader(out)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *running) send(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(r.in, text); err != nil {
		t.Fatal(err)
	}
}

// expect reads the output up to a line that begins so.
func (r *running) expect(t *testing.T, prefix string) string {
	t.Helper()
	for {
		line, err := r.out.ReadString('\n')
		r.stdout.WriteString(line)
		if err != nil {
			t.Fatalf("no line %q: %v\n%s", prefix, err, r.stdout.String())
		}
		if strings.HasPrefix(line, prefix) {
			return strings.TrimSuffix(line, "\n")
		}
	}
}

// wait lets the process end by itself, its input still open.
func (r *running) wait(t *testing.T, patience time.Duration) ended {
	t.Helper()
	timer := time.AfterFunc(patience, func() { r.cmd.Process.Kill() })
	defer timer.Stop()
	rest, _ := io.ReadAll(r.out)
	r.stdout.Write(rest)
	r.cmd.Wait()
	return ended{r.stdout.String(), r.stderr.String(), r.cmd.ProcessState.ExitCode()}
}

func TestEndsWithTheGame(t *testing.T) {
	t.Parallel()
	live := start(t, program(t, "-color both"))
	live.send(t, "h8\nresign\n")
	check(t, live.wait(t, 10*time.Second), 0, "result: black wins (resignation)")
}

func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process can be sent Ctrl-C here")
	}
	t.Parallel()
	for _, c := range []struct{ name, args, input, after string }{
		{"at the prompt", quick, "h8\n", "white "},
		{"while the machine thinks", "-time 1h -level expert -book none -color white", "", ""},
		{"while a hint is sought", "-time 1h -level expert -color both", "h8\nhint\n", "black h8"},
		{"after the end", "-color both", "resign\n", "result: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd := program(t, c.args)
			if c.name == "while the machine thinks" {
				// The first move needs no thought, so let it be the third.
				cmd = program(t, "-time 1h -level expert -book none -color black")
				c.input, c.after = "g7\n", "black g7"
			}
			live := start(t, cmd)
			live.send(t, c.input)
			live.expect(t, c.after)
			time.Sleep(100 * time.Millisecond) // into the thinking
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			sent := time.Now()
			e := live.wait(t, 10*time.Second)
			if took := time.Since(sent); took > 2*time.Second {
				t.Errorf("took %v to end", took)
			}
			if c.name == "after the end" {
				check(t, e, 130, "result: white wins (resignation)")
				return
			}
			check(t, e, 130, "result: unfinished")
			// The game is not lost.
			_, file, ok := strings.Cut(e.stderr, "-load ")
			file, _, _ = strings.Cut(file, " ")
			if !ok {
				t.Fatalf("no word on how to go on:\n%s", e.stderr)
			}
			again := play(t, "-color both -load "+strings.TrimSpace(file), "replay\n")
			if want := "replay: 1. " + e.moves()[0]; !strings.Contains(again.stdout, want) {
				t.Errorf("the kept game lacks %q:\n%s", want, again.stdout)
			}
		})
	}
}

func TestBrokenPipe(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"-color none -size 9 -depth 1 -seed 1", "-depth 1 -review game"} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd := program(t, args)
		if err := os.WriteFile(filepath.Join(cmd.Dir, "game"), []byte(shortGame), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd.Stdout = w
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		r.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("%s: a reader that leaves: %v, want status 0", args, err)
		}
	}
}

func TestChinese(t *testing.T) {
	t.Parallel()
	for _, run := range []struct{ args, env string }{{"-lang zh ", "LC_ALL=C.UTF-8"}, {"", "LC_ALL=zh_CN.UTF-8"}} {
		e := play(t, run.args+quick, "７，７\n悔棋\n提示\n帮助\n棋盘\nh99\nfoo\n候选\n评估\n复盘\n认输\n新局\n退出\n", run.env)
		check(t, e, 0, "result: unfinished")
		for _, want := range []string{"black h8\n", "undo: ", "hint: h8：", "推荐一手棋", "● 黑方", "moves: ", "eval: ", "replay: 尚未落子", "result: white wins (resignation)\n", "new: "} {
			if !strings.Contains(e.stdout, want) {
				t.Errorf("stdout lacks %q:\n%s", want, e.stdout)
			}
		}
		for _, want := range []string{"五子棋", "黑方>", "不在棋盘上", "既不是落子点也不是命令"} {
			if !strings.Contains(e.stderr, want) {
				t.Errorf("stderr lacks %q:\n%s", want, e.stderr)
			}
		}
		if word := regexp.MustCompile(`[A-Za-z]{4,}`).FindString(strings.ReplaceAll(e.stderr, "quit", "")); word != "" {
			t.Errorf("English %q on stderr:\n%s", word, e.stderr)
		}
	}
}

func TestASCII(t *testing.T) {
	t.Parallel()
	for _, run := range []struct{ args, env string }{{"-ascii", "LC_ALL=en_US.UTF-8"}, {"", "LC_ALL=C"}, {"", "LC_ALL=de_DE.ISO-8859-1"}} {
		e := play(t, "-color both -size 5 "+run.args, "c3\nd4\nboard\n", run.env)
		if !strings.Contains(e.stdout, " 4 . . .(O). 4\n 3 . . X . . 3\n") {
			t.Errorf("%+v:\n%s", run, e.stdout)
		}
		for _, r := range e.stdout {
			if r > 126 {
				t.Fatalf("%+v: %q in\n%s", run, r, e.stdout)
			}
		}
	}
	e := play(t, "-color both -size 5", "c3\nd4\nboard\n")
	if !strings.Contains(e.stdout, " 4 · · ·(○)· 4\n 3 · · ● · · 3\n") {
		t.Error(e.stdout)
	}
}

// The sides and the level change in the middle of a game, and a game is reviewed where it stands.
func TestSwapLevelReview(t *testing.T) {
	t.Parallel()
	e := play(t, quick, "h8\nlevel 3\nlevel\nlevel 11\nswap\nreview\nquit\n")
	check(t, e, 0, "result: unfinished")
	moves := e.moves()
	if len(moves) < 3 || !strings.HasPrefix(moves[0], "black h8") || !strings.HasPrefix(moves[2], "black ") {
		t.Errorf("moves %q: after swap the machine should play Black", moves)
	}
	for _, want := range []string{"level: the machine plays at level 3\n", "swap: you are White now\n", "  1. Black h8 "} {
		if !strings.Contains(e.stdout, want) {
			t.Errorf("stdout lacks %q:\n%s", want, e.stdout)
		}
	}
	for _, want := range []string{"level needs a number", "11 is not a level"} {
		if !strings.Contains(strings.ReplaceAll(e.stderr, `"`, ""), want) {
			t.Errorf("stderr lacks %q:\n%s", want, e.stderr)
		}
	}
	for _, args := range []string{"-color both", "-color none -size 5 -depth 1"} {
		if e := play(t, args, "swap\n"); args == "-color both" && !strings.Contains(e.stderr, "no sides to swap") {
			t.Errorf("%s: %s", args, e.stderr)
		}
	}
}

// hint, moves and eval show what one search found.
func TestOneSearch(t *testing.T) {
	t.Parallel()
	e := play(t, "-color both -depth 4 -seed 1", "h8\ni9\nh7\nhint\nmoves\neval\nhint\n")
	check(t, e, 0, "result: unfinished")
	hint := regexp.MustCompile(`hint: (\S+): .*; score (\S+) \((\d+%)\)`).FindStringSubmatch(e.stdout)
	first := regexp.MustCompile(`moves:  1\. (\S+) +(\S+) +(\d+%)`).FindStringSubmatch(e.stdout)
	eval := regexp.MustCompile(`eval: .* (\S+) by search to depth \d+ \((\d+%)\)`).FindStringSubmatch(e.stdout)
	if hint == nil || first == nil || eval == nil {
		t.Fatalf("answers:\n%s", e.stdout)
	}
	if hint[1] != first[1] || hint[2] != first[2] || hint[3] != first[3] || eval[1] != hint[2] || eval[2] != hint[3] {
		t.Errorf("hint %q, moves %q, eval %q do not agree", hint[1:], first[1:], eval[1:])
	}
	if n := len(regexp.MustCompile(`(?m)^moves: `).FindAllString(e.stdout, -1)); n != 10 {
		t.Errorf("%d moves listed, want 10", n)
	}
}

// Records of every format go on, also from standard input and as the game of that number.
func TestLoadAnyFormat(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, text, want string }{
		{"", "h8i9h7", "replay: 3. black h7\n"}, {"", "1. h8 i9 2. h7", "replay: 3. black h7\n"}, {"-size 19", "s19", "replay: 1. black s19\n"},
		{"-game 2", "(;SZ[15];B[hh])(;SZ[15];B[ii])", "replay: 1. black i7\n"}, {"", "\x02\x70\x62", "replay: 2. white i9\n"},
		{"-charset GBK", "(;SZ[15]C[\x81\x5d];B[hh])", "replay: 1. black h8\n"}, {"-rule renju", "h8", "replay: 1. black h8\n"},
	} {
		cmd := program(t, c.args+" -color both -load game")
		if err := os.WriteFile(filepath.Join(cmd.Dir, "game"), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if e := finish(t, cmd, "replay\n"); e.status != 0 || !strings.Contains(e.stdout, c.want) {
			t.Errorf("%s -load %q: status %d\n%s%s", c.args, c.text, e.status, e.stdout, e.stderr)
		}
	}
	e := play(t, "-color none -depth 1 -size 5 -load -", "a1b2")
	if e.status != 0 || !strings.Contains(e.stdout, "black ") || !strings.Contains(e.stdout, "result: ") {
		t.Errorf("-load -: status %d\n%s%s", e.status, e.stdout, e.stderr)
	}
	if e := play(t, "-nodes 100 -review -", "h8i9h7"); e.status != 0 || !strings.Contains(e.stdout, "  3. Black h7") {
		t.Errorf("-review -: status %d\n%s%s", e.status, e.stdout, e.stderr)
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	if e := play(t, "-version", ""); e.status != 0 || !strings.HasPrefix(e.stdout, "play ") || !strings.Contains(e.stdout, "go1.") {
		t.Errorf("-version: status %d, %q", e.status, e.stdout)
	}
	if e := play(t, "-time 0.2 -size 5 -color none", ""); e.status != 0 {
		t.Errorf("a time in seconds: %s", e.stderr)
	}
	for line := range strings.Lines(play(t, "-h", "").stdout) {
		if textWidth(line) > 81 {
			t.Errorf("-h has a line of %d columns:\n%s", textWidth(line), line)
		}
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		columns    int
		text, want string
	}{
		{10, "one two three\n", "one two\nthree\n"}, {20, "  save FILE  save the game and more", "  save FILE  save\n  the game and more"},
		{30, "  -size N    points on a side of the board", "  -size N    points on a side\n             of the board"},
		{8, "abcdefghijkl", "abcdefgh\nijkl"}, {8, "五子棋棋盘", "五子棋棋\n盘"}, {80, "short\n\nlines\n", "short\n\nlines\n"},
	} {
		if got := wrap(c.text, c.columns); got != c.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", c.text, c.columns, got, c.want)
		}
	}
}

func TestQuietAndStats(t *testing.T) {
	t.Parallel()
	e := play(t, quick+"-quiet", "h8\n")
	check(t, e, 0, "result: unfinished")
	if e.stderr != "" || len(e.moves()) != 2 {
		t.Errorf("-quiet: stdout %q, stderr %q", e.stdout, e.stderr)
	}
	e = play(t, quick+"-quiet -stats", "h8\ni9\n")
	want := regexp.MustCompile(`(?m)^stats: score \S+ \(\d+%\), depth \d+, \S+ nodes, [\d.]+ s, pruning rate [\d.]+%, cutoffs \S+ \(first move [\d.]+%\), hash hits [\d.]+%, \S+ nodes/s$`)
	if !want.MatchString(e.stdout) {
		t.Errorf("-stats:\n%s", e.stdout)
	}
}
