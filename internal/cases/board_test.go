// Package cases_test asks the rules and the search for facts from public sources; testdata/README.md explains the files.
package cases_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// A testCase is a fact from other people's material; testdata/README.md explains the files.
type testCase struct {
	ID       string
	Question string
	Rule     gomoku.Rule
	Size     int
	Black    []gomoku.Point `json:"black_h"`
	White    []gomoku.Point `json:"white_h"`
	Moves    []gomoku.Point `json:"moves_h"`
	Move     gomoku.Point   `json:"move_h"`
	Side     gomoku.Color
	Expected json.RawMessage
}

func readCases(t *testing.T, file string) []testCase {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	var cases []testCase
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c testCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return cases
}

// board sets up the stones of the case, or plays its moves.
func (c *testCase) board(t *testing.T) *gomoku.Board {
	t.Helper()
	if c.Moves != nil {
		b, err := (&gomoku.Game{Size: c.Size, Rule: c.Rule, Moves: c.Moves}).Board()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	turn := c.Side
	if turn == gomoku.Empty {
		turn = gomoku.Black
	}
	b, err := gomoku.NewPosition(c.Size, c.Rule, c.Black, c.White, turn)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (c *testCase) expect(t *testing.T, v any) {
	t.Helper()
	if err := json.Unmarshal(c.Expected, v); err != nil {
		t.Fatal(err)
	}
}

func TestWinRules(t *testing.T) {
	for _, c := range readCases(t, "win_rules.jsonl") {
		t.Run(c.ID, func(t *testing.T) {
			var want struct {
				Win   []gomoku.Point `json:"win_h"`
				NoWin []gomoku.Point `json:"no_win_h"`
			}
			c.expect(t, &want)
			for wins, list := range map[bool][]gomoku.Point{true: want.Win, false: want.NoWin} {
				for _, p := range list {
					b := c.board(t)
					if shape := b.Shape(c.Side, p); (shape == gomoku.Five) != wins {
						t.Errorf("Shape(%v, %v) = %v, want a five: %v\n%v", c.Side, p, shape, wins, b)
					}
					err := b.Play(p)
					if !wins && err == gomoku.ErrForbidden {
						continue
					}
					if got := b.Winner(); err != nil || (got == c.Side) != wins {
						t.Errorf("Play(%v): %v, winner %v, want a win: %v\n%v", p, err, got, wins, b)
					}
				}
			}
		})
	}
}

func TestRenjuForbidden(t *testing.T) {
	kinds := func(names []string) (fouls []gomoku.Foul) {
		for _, name := range names {
			var f gomoku.Foul
			if err := f.UnmarshalText([]byte(name)); err != nil {
				t.Fatal(err)
			}
			fouls = append(fouls, f)
		}
		return fouls
	}
	// A source may name each foul that applies, and the board names the first.
	check := func(t *testing.T, b *gomoku.Board, p gomoku.Point, names []string) {
		t.Helper()
		got := b.Forbidden(p)
		if got == gomoku.NoFoul || len(names) > 0 && !slices.Contains(kinds(names), got) {
			t.Errorf("Forbidden(%v) = %v, want one of %q\n%v", p, got, names, b)
		}
		if err := b.Play(p); err != gomoku.ErrForbidden {
			t.Errorf("Play(%v) = %v, want ErrForbidden\n%v", p, err, b)
		}
	}
	for _, c := range readCases(t, "renju_forbidden.jsonl") {
		t.Run(c.ID, func(t *testing.T) {
			b := c.board(t)
			switch c.Question {
			case "is_forbidden":
				var want struct {
					Verdict string
					Kinds   []string
				}
				c.expect(t, &want)
				switch want.Verdict {
				case "forbidden":
					check(t, b, c.Move, want.Kinds)
				case "legal", "five":
					if got := b.Forbidden(c.Move); got != gomoku.NoFoul || !b.IsLegal(c.Move) {
						t.Errorf("Forbidden(%v) = %v, want none\n%v", c.Move, got, b)
					}
					err := b.Play(c.Move)
					if five := b.Winner() == gomoku.Black; err != nil || five != (want.Verdict == "five") {
						t.Errorf("Play(%v): %v, winner %v, want %s\n%v", c.Move, err, b.Winner(), want.Verdict, b)
					}
				default:
					t.Fatalf("verdict %q?", want.Verdict)
				}
			case "all_forbidden":
				checkAllForbidden(t, c, b, check)
			default:
				t.Fatalf("question %q?", c.Question)
			}
		})
	}
}

func checkAllForbidden(t *testing.T, c testCase, b *gomoku.Board, check func(*testing.T, *gomoku.Board, gomoku.Point, []string)) {
	t.Helper()
	var want struct {
		Forbidden []gomoku.Point `json:"forbidden_h"`
		Kinds     map[gomoku.Point][]string
	}
	c.expect(t, &want)
	for y := range b.Size() {
		for x := range b.Size() {
			p := gomoku.At(x, y)
			switch {
			case slices.Contains(want.Forbidden, p):
				check(t, b, p, want.Kinds[p])
			case b.Forbidden(p) != gomoku.NoFoul:
				t.Errorf("Forbidden(%v) = %v, want none\n%v", p, b.Forbidden(p), b)
			}
		}
	}
}

func TestTactics(t *testing.T) {
	done := make(map[string]int)
	for _, c := range readCases(t, "tactics.jsonl") {
		f := map[string]func(*testing.T, testCase){
			"game_result":        testGameResult,
			"play_error":         testPlayError,
			"undo_then":          testUndoThen,
			"is_legal":           testIsLegal,
			"is_win_move":        testIsWinMove,
			"is_open_three_move": testIsOpenThreeMove,
			"all_forbidden":      testAllForbidden,
			"resign":             testResign,
		}[c.Question]
		if f == nil {
			continue // for the search, not the board
		}
		done[c.Question]++
		t.Run(c.ID, func(t *testing.T) { f(t, c) })
	}
	if len(done) != 8 {
		t.Errorf("questions answered: %v, want 8 kinds", done)
	}
}

func testGameResult(t *testing.T, c testCase) {
	var want struct {
		Winner string
		Ply    int
	}
	c.expect(t, &want)
	b, err := gomoku.NewBoard(c.Size, c.Rule)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range c.Moves {
		if want.Ply > 0 && i >= want.Ply {
			if err := b.Play(p); err != gomoku.ErrGameOver {
				t.Errorf("move %d, %v, after the end: %v\n%v", i+1, p, err, b)
			}
			continue
		}
		if b.Outcome() != gomoku.Undecided {
			t.Fatalf("%v after %d moves\n%v", b.Outcome(), i, b)
		}
		if err := b.Play(p); err != nil {
			t.Fatalf("move %d, %v: %v\n%v", i+1, p, err, b)
		}
	}
	if got := resultWord(b); got != want.Winner {
		t.Errorf("%s, want %s\n%v", got, want.Winner, b)
	}
}

// resultWord is the outcome as the cases say it.
func resultWord(b *gomoku.Board) string {
	if b.Outcome() == gomoku.Undecided {
		return "none"
	}
	return strings.TrimSuffix(b.Outcome().String(), " wins")
}

func testPlayError(t *testing.T, c testCase) {
	var want struct {
		Move  []int
		MoveH gomoku.Point `json:"move_h"`
		Side  gomoku.Color `json:"side_after"`
	}
	c.expect(t, &want)
	p := want.MoveH
	if want.Move != nil {
		p = gomoku.At(want.Move[0], want.Move[1])
	}
	b := c.board(t)
	before := b.Position()
	if err := b.Play(p); err == nil {
		t.Errorf("Play(%v): no error\n%v", p, b)
	}
	if b.Position() != before || b.Turn() != want.Side {
		t.Errorf("Play(%v) changed the board; %v to move\n%v", p, b.Turn(), b)
	}
}

func testUndoThen(t *testing.T, c testCase) {
	var want struct {
		Undo    int
		Then    []gomoku.Point `json:"then_h"`
		Winner  string
		Side    gomoku.Color   `json:"side_after"`
		Illegal []gomoku.Point `json:"illegal_after_h"`
		Legal   []gomoku.Point `json:"legal_after_h"`
	}
	c.expect(t, &want)
	b := c.board(t)
	for range want.Undo {
		if _, ok := b.Undo(); !ok {
			t.Fatalf("nothing to take back\n%v", b)
		}
	}
	for _, p := range want.Then {
		if err := b.Play(p); err != nil {
			t.Fatalf("Play(%v): %v\n%v", p, err, b)
		}
	}
	if resultWord(b) != want.Winner || b.Turn() != want.Side {
		t.Errorf("%s, %v to move, want %s, %v\n%v", resultWord(b), b.Turn(), want.Winner, want.Side, b)
	}
	for _, p := range want.Illegal {
		if b.IsLegal(p) {
			t.Errorf("IsLegal(%v) = true\n%v", p, b)
		}
	}
	for _, p := range want.Legal {
		if !b.IsLegal(p) {
			t.Errorf("IsLegal(%v) = false\n%v", p, b)
		}
	}
}

func testIsLegal(t *testing.T, c testCase) {
	var want struct {
		Move   gomoku.Point `json:"move_h"`
		Legal  bool
		Reason string
	}
	c.expect(t, &want)
	b := c.board(t)
	if got := b.IsLegal(want.Move); got != want.Legal {
		t.Errorf("IsLegal(%v) = %v\n%v", want.Move, got, b)
	}
	foul := gomoku.NoFoul
	if want.Reason != "" {
		if err := foul.UnmarshalText([]byte(want.Reason)); err != nil {
			t.Fatal(err)
		}
	}
	if got := b.Forbidden(want.Move); got != foul {
		t.Errorf("Forbidden(%v) = %v, want %v\n%v", want.Move, got, foul, b)
	}
}

func testIsWinMove(t *testing.T, c testCase) {
	var want struct {
		Move gomoku.Point `json:"move_h"`
		Win  bool
	}
	c.expect(t, &want)
	b := c.board(t)
	side := b.Turn()
	if err := b.Play(want.Move); err != nil || (b.Winner() == side) != want.Win {
		t.Errorf("Play(%v): %v, winner %v, want a win: %v\n%v", want.Move, err, b.Winner(), want.Win, b)
	}
}

func testIsOpenThreeMove(t *testing.T, c testCase) {
	var want struct {
		Move gomoku.Point `json:"move_h"`
		Open bool         `json:"open_three"`
	}
	c.expect(t, &want)
	b := c.board(t)
	if got := b.Shape(c.Side, want.Move); (got == gomoku.OpenThree) != want.Open {
		t.Errorf("Shape(%v, %v) = %v, want an open three: %v\n%v", c.Side, want.Move, got, want.Open, b)
	}
}

func testAllForbidden(t *testing.T, c testCase) {
	checkAllForbidden(t, c, c.board(t), func(t *testing.T, b *gomoku.Board, p gomoku.Point, _ []string) {
		t.Helper()
		if b.Forbidden(p) == gomoku.NoFoul {
			t.Errorf("Forbidden(%v) = none\n%v", p, b)
		}
	})
}

func testResign(t *testing.T, c testCase) {
	var want struct {
		Resigned, Winner gomoku.Color
	}
	c.expect(t, &want)
	g := gomoku.NewGame(c.board(t))
	g.Reason = gomoku.ByResignation
	for _, o := range []gomoku.Outcome{gomoku.BlackWins, gomoku.WhiteWins} {
		if o.Winner() == want.Resigned.Opponent() {
			g.Outcome = o
		}
	}
	if _, err := g.Board(); err != nil {
		t.Error(err)
	}
	if g.Outcome.Winner() != want.Winner {
		t.Errorf("winner %v, want %v", g.Outcome.Winner(), want.Winner)
	}
}
