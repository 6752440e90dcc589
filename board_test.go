package gomoku_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
)

var rules = []gomoku.Rule{gomoku.Freestyle, gomoku.Standard, gomoku.Renju, gomoku.Caro, gomoku.CaroOverline}

// newBoard plays the moves, as in "h8 i9 - h9" where - is a pass.
func newBoard(t testing.TB, size int, rule gomoku.Rule, moves string) *gomoku.Board {
	t.Helper()
	b, err := gomoku.NewBoard(size, rule)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range strings.Fields(moves) {
		if s == "-" {
			err = b.Pass()
		} else {
			err = b.Play(point(t, s))
		}
		if err != nil {
			t.Fatalf("move %d, %s: %v\n%v", i+1, s, err, b)
		}
	}
	return b
}

func setUp(t testing.TB, size int, rule gomoku.Rule, black, white string, turn gomoku.Color) *gomoku.Board {
	t.Helper()
	b, err := gomoku.NewPosition(size, rule, points(t, black), points(t, white), turn)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func point(t testing.TB, s string) gomoku.Point {
	t.Helper()
	p, err := gomoku.ParsePoint(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func points(t testing.TB, s string) []gomoku.Point {
	t.Helper()
	var list []gomoku.Point
	for _, f := range strings.Fields(s) {
		list = append(list, point(t, f))
	}
	return list
}

// state is all that can be asked about a board, as text.
func state(b *gomoku.Board) string {
	var s strings.Builder
	fmt.Fprintln(&s, b, b.Size(), b.Rule(), b.Turn(), b.Outcome(), b.Winner(), b.WinningRow(), b.Len(), b.Stones(), b.Hash())
	for i, p := range b.Moves() {
		fmt.Fprint(&s, i, p, " ")
	}
	fmt.Fprintln(&s, b.AppendLegal(nil))
	for _, c := range []gomoku.Color{gomoku.Black, gomoku.White} {
		for shape := gomoku.NoShape; shape <= gomoku.Five; shape++ {
			fmt.Fprint(&s, b.CountPoints(c, shape), " ", b.CountShapes(c, shape), " ")
		}
		for y := range b.Size() {
			for x := range b.Size() {
				p := gomoku.At(x, y)
				fmt.Fprint(&s, b.Shapes(c, p), b.Forbidden(p), " ")
			}
		}
	}
	return s.String()
}

// randomGame plays up to n random moves near the others, passes among them, and stops at the end of the game.
func randomGame(t testing.TB, r *rand.Rand, size int, rule gomoku.Rule, n int) *gomoku.Board {
	t.Helper()
	b := newBoard(t, size, rule, "")
	for range n {
		legal := b.AppendLegal(nil)
		if b.Outcome() != gomoku.Undecided {
			break
		}
		if len(legal) == 0 || r.IntN(20) == 0 {
			if err := b.Pass(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		p := legal[r.IntN(len(legal))]
		for range 4 { // crowd, for shapes and fives to arise
			q := legal[r.IntN(len(legal))]
			if distance(q, gomoku.At(size/2, size/2)) < distance(p, gomoku.At(size/2, size/2)) {
				p = q
			}
		}
		if err := b.Play(p); err != nil {
			t.Fatalf("Play(%v): %v\n%v", p, err, b)
		}
	}
	return b
}

func distance(p, q gomoku.Point) int {
	px, py := p.XY()
	qx, qy := q.XY()
	return max(px-qx, qx-px, py-qy, qy-py)
}

func TestNewBoard(t *testing.T) {
	for _, size := range []int{-1, 0, 4, 23, 1024} {
		if _, err := gomoku.NewBoard(size, gomoku.Freestyle); err == nil {
			t.Errorf("NewBoard(%d, freestyle): no error", size)
		}
	}
	if _, err := gomoku.NewBoard(15, 5); err == nil || !strings.Contains(err.Error(), "caro-overline") {
		t.Errorf("NewBoard(15, Rule(5)): %v, want an error that lists the rules", err)
	}
	for size := gomoku.MinSize; size <= gomoku.MaxSize; size++ {
		for _, rule := range rules {
			b := newBoard(t, size, rule, "")
			if b.Size() != size || b.Rule() != rule || b.Turn() != gomoku.Black || b.Outcome() != gomoku.Undecided ||
				b.Len() != 0 || b.Stones() != 0 || len(b.AppendLegal(nil)) != size*size {
				t.Errorf("NewBoard(%d, %v) is not an empty board:\n%v", size, rule, state(b))
			}
		}
	}
}

func TestZeroBoard(t *testing.T) {
	var b gomoku.Board
	h8 := gomoku.At(7, 7)
	if err := b.Play(h8); err == nil {
		t.Error("Play: no error")
	}
	if err := b.Pass(); err == nil {
		t.Error("Pass: no error")
	}
	if p, ok := b.Undo(); p != gomoku.NoPoint || ok {
		t.Errorf("Undo() = %v, %v, want nothing", p, ok)
	}
	if p, ok := b.LastMove(); p != gomoku.NoPoint || ok {
		t.Errorf("LastMove() = %v, %v, want nothing", p, ok)
	}
	if b.Size() != 0 || b.Turn() != gomoku.Empty || b.At(h8) != gomoku.Empty || b.IsLegal(h8) || b.Forbidden(h8) != gomoku.NoFoul ||
		b.Outcome() != gomoku.Undecided || b.Winner() != gomoku.Empty || b.WinningRow() != nil || b.Len() != 0 || b.Stones() != 0 ||
		b.AppendLegal(nil) != nil || b.AppendForbidden(nil) != nil || b.Hash() != 0 || b.Shape(gomoku.Black, h8) != gomoku.NoShape ||
		b.CountPoints(gomoku.Black, gomoku.Two) != 0 || b.CountPoints(gomoku.Black, gomoku.NoShape) != 0 || b.CountShapes(gomoku.Black, gomoku.Two) != 0 {
		t.Error("the zero Board answers with something else than zero values")
	}
	for range b.Moves() {
		t.Error("the zero Board has moves")
	}
	if got := b.Clone(); got.Size() != 0 {
		t.Errorf("Clone has size %d, want 0", got.Size())
	}
	if b.String() == "" {
		t.Error("String is empty")
	}
	if _, err := gomoku.NewGame(&b).Board(); err == nil {
		t.Error("the record of the zero Board can be replayed")
	}
	if moves := gomoku.DefaultBook().Moves(&b); moves != nil {
		t.Errorf("the book knows %v for the zero Board", moves)
	}
	if got := new(gomoku.ShapeEvaluator).Evaluate(&b); got != 0 {
		t.Errorf("ShapeEvaluator says %v, want 0", got)
	}
}

func TestPlayRefuses(t *testing.T) {
	tests := []struct {
		name  string
		board *gomoku.Board
		point gomoku.Point
		want  error
	}{
		{"occupied", newBoard(t, 15, gomoku.Freestyle, "h8"), point(t, "h8"), gomoku.ErrOccupied},
		{"own stone", newBoard(t, 15, gomoku.Freestyle, "h8 h9"), point(t, "h8"), gomoku.ErrOccupied},
		{"no point", newBoard(t, 15, gomoku.Freestyle, ""), gomoku.NoPoint, gomoku.ErrOffBoard},
		{"right of a small board", newBoard(t, 9, gomoku.Freestyle, ""), point(t, "j1"), gomoku.ErrOffBoard},
		{"above a small board", newBoard(t, 9, gomoku.Freestyle, ""), point(t, "a10"), gomoku.ErrOffBoard},
		{"no board has it", newBoard(t, 22, gomoku.Freestyle, ""), 0xFFFF, gomoku.ErrOffBoard},
		{"between the rows of the room", newBoard(t, 22, gomoku.Freestyle, ""), 23, gomoku.ErrOffBoard},
		{"game over", newBoard(t, 15, gomoku.Freestyle, "a1 a2 b1 b2 c1 c2 d1 d2 e1"), point(t, "h8"), gomoku.ErrGameOver},
		{"off the board after the end", newBoard(t, 15, gomoku.Freestyle, "a1 a2 b1 b2 c1 c2 d1 d2 e1"), gomoku.NoPoint, gomoku.ErrGameOver},
		{"double three", setUp(t, 15, gomoku.Renju, "h9 h10 i8 j8", "a1 b2 c3", gomoku.Black), point(t, "h8"), gomoku.ErrForbidden},
		{"overline", setUp(t, 15, gomoku.Renju, "a1 b1 c1 e1 f1", "", gomoku.Black), point(t, "d1"), gomoku.ErrForbidden},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before := state(test.board)
			if err := test.board.Play(test.point); err != test.want {
				t.Errorf("Play(%v) = %v, want %v\n%v", test.point, err, test.want, test.board)
			}
			if test.board.IsLegal(test.point) {
				t.Errorf("IsLegal(%v) = true, want false\n%v", test.point, test.board)
			}
			if after := state(test.board); after != before {
				t.Errorf("Play(%v) was refused, but changed the board from\n%vto\n%v", test.point, before, after)
			}
		})
	}
}

func TestGameOver(t *testing.T) {
	const row = "a1 a2 b1 b2 c1 c2 d1 d2 e1"
	b := newBoard(t, 15, gomoku.Freestyle, row)
	if b.Outcome() != gomoku.BlackWins || b.Winner() != gomoku.Black || b.Turn() != gomoku.Empty {
		t.Errorf("outcome %v, winner %v, turn %v, want black wins, black, empty", b.Outcome(), b.Winner(), b.Turn())
	}
	if got, want := b.WinningRow(), points(t, "a1 b1 c1 d1 e1"); !slices.Equal(got, want) {
		t.Errorf("WinningRow() = %v, want %v", got, want)
	}
	if err := b.Pass(); err != gomoku.ErrGameOver {
		t.Errorf("Pass() = %v, want ErrGameOver", err)
	}
	if legal := b.AppendLegal(nil); len(legal) != 0 {
		t.Errorf("legal after the end: %v", legal)
	}
	if p, ok := b.Undo(); p != point(t, "e1") || !ok {
		t.Errorf("Undo() = %v, %v, want e1, true", p, ok)
	}
	if b.Outcome() != gomoku.Undecided || b.Turn() != gomoku.Black || b.WinningRow() != nil {
		t.Errorf("after Undo: outcome %v, turn %v, line %v", b.Outcome(), b.Turn(), b.WinningRow())
	}
}

func TestWinningRow(t *testing.T) {
	tests := []struct {
		name         string
		rule         gomoku.Rule
		black, white string
		turn         gomoku.Color
		play, want   string
	}{
		{"row", gomoku.Freestyle, "h8 i8 k8 l8", "", gomoku.Black, "j8", "h8 i8 j8 k8 l8"},
		{"column", gomoku.Freestyle, "", "v1 v2 v3 v5", gomoku.White, "v4", "v1 v2 v3 v4 v5"},
		{"rising", gomoku.Freestyle, "a1 b2 c3 d4", "", gomoku.Black, "e5", "a1 b2 c3 d4 e5"},
		{"falling", gomoku.Freestyle, "a22 b21 c20 d19", "", gomoku.Black, "e18", "a22 b21 c20 d19 e18"},
		{"nine", gomoku.Freestyle, "a1 b1 c1 d1 f1 g1 h1 i1", "", gomoku.Black, "e1", "a1 b1 c1 d1 e1 f1 g1 h1 i1"},
		{"six of white", gomoku.Renju, "", "a1 b1 c1 e1 f1", gomoku.White, "d1", "a1 b1 c1 d1 e1 f1"},
		{"five beside a six", gomoku.Renju, "e2 e3 e4 e5 a1 b1 c1 d1 f1", "", gomoku.Black, "e1", "e1 e2 e3 e4 e5"},
		{"six is none", gomoku.Standard, "a1 b1 c1 e1 f1", "", gomoku.Black, "d1", ""},
		{"closed", gomoku.Caro, "c1 d1 e1 f1", "b1 h1", gomoku.Black, "g1", ""},
		{"half closed", gomoku.Caro, "c1 d1 e1 f1", "b1", gomoku.Black, "g1", "c1 d1 e1 f1 g1"},
		{"closed by the edge", gomoku.Caro, "a1 b1 c1 d1", "f1", gomoku.Black, "e1", "a1 b1 c1 d1 e1"},
		{"closed six", gomoku.CaroOverline, "c1 d1 e1 g1 h1", "b1 i1", gomoku.Black, "f1", "c1 d1 e1 f1 g1 h1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := setUp(t, 22, test.rule, test.black, test.white, test.turn)
			if err := b.Play(point(t, test.play)); err != nil {
				t.Fatal(err)
			}
			got, want := b.WinningRow(), points(t, test.want)
			if !slices.Equal(got, want) && !slices.Equal(got, reversed(want)) {
				t.Errorf("WinningRow() = %v, want %v\n%v", got, want, b)
			}
			// The same stones, set up.
			q, err := gomoku.ParseBoard(b.String())
			if err != nil {
				t.Fatal(err)
			}
			if line := q.WinningRow(); !slices.Equal(line, got) || q.Outcome() != b.Outcome() {
				t.Errorf("set up: %v, WinningRow() = %v, want %v, %v\n%v", q.Outcome(), line, b.Outcome(), got, q)
			}
		})
	}
}

func reversed(points []gomoku.Point) []gomoku.Point {
	points = slices.Clone(points)
	slices.Reverse(points)
	return points
}

func TestDraw(t *testing.T) {
	// Fives of neither color: two columns of a kind, shifted from row to row.
	color := func(x, y int) gomoku.Color { return gomoku.Black + gomoku.Color((x/2+y)%2) }
	var stones [3][]gomoku.Point
	for y := range 6 {
		for x := range 6 {
			c := color(x, y)
			stones[c] = append(stones[c], gomoku.At(x, y))
		}
	}
	last := stones[gomoku.White][len(stones[gomoku.White])-1]
	b, err := gomoku.NewPosition(6, gomoku.Freestyle, stones[gomoku.Black], stones[gomoku.White][:len(stones[gomoku.White])-1], gomoku.White)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Play(last); err != nil {
		t.Fatalf("%v\n%v", err, b)
	}
	full, err := gomoku.NewPosition(6, gomoku.Freestyle, stones[gomoku.Black], stones[gomoku.White], gomoku.Black)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []*gomoku.Board{b, full} {
		if b.Outcome() != gomoku.Draw || b.Turn() != gomoku.Empty || b.Winner() != gomoku.Empty || b.WinningRow() != nil {
			t.Errorf("outcome %v, turn %v, winner %v, line %v, want a draw\n%v", b.Outcome(), b.Turn(), b.Winner(), b.WinningRow(), b)
		}
		if err := b.Pass(); err != gomoku.ErrGameOver {
			t.Errorf("Pass() = %v, want ErrGameOver", err)
		}
	}
	if p, ok := b.Undo(); p != last || !ok || b.Outcome() != gomoku.Undecided || b.Turn() != gomoku.White {
		t.Errorf("Undo() = %v, %v; outcome %v, turn %v", p, ok, b.Outcome(), b.Turn())
	}
}

func TestPass(t *testing.T) {
	b := newBoard(t, 9, gomoku.Freestyle, "e5 -")
	if b.Turn() != gomoku.Black || b.Len() != 2 || b.Stones() != 1 {
		t.Errorf("turn %v, len %d, stones %d, want black, 2, 1", b.Turn(), b.Len(), b.Stones())
	}
	before := state(b)
	const many = 1000 // more than the board has points
	for range many {
		if err := b.Pass(); err != nil {
			t.Fatal(err)
		}
	}
	if b.Len() != many+2 || b.Outcome() != gomoku.Undecided {
		t.Errorf("after %d passes: len %d, outcome %v", many, b.Len(), b.Outcome())
	}
	if err := b.Play(point(t, "e6")); err != nil {
		t.Error(err)
	}
	c := b.Clone()
	b.Undo()
	for range many {
		if p, ok := b.Undo(); p != gomoku.NoPoint || !ok {
			t.Fatalf("Undo() = %v, %v, want NoPoint, true", p, ok)
		}
	}
	if after := state(b); after != before {
		t.Errorf("passes and undo changed\n%vto\n%v", before, after)
	}
	if c.Len() != many+3 || c.At(point(t, "e6")) != gomoku.Black {
		t.Errorf("the clone changed:\n%v", c)
	}
}

func TestNewPosition(t *testing.T) {
	five, other := "a1 b1 c1 d1 e1", "a3 b3 c3 d3 e3"
	tests := []struct {
		name         string
		rule         gomoku.Rule
		black, white string
		turn         gomoku.Color
		want         gomoku.Outcome
		bad          string // part of the error
	}{
		{"empty", gomoku.Freestyle, "", "", gomoku.White, gomoku.Undecided, ""},
		{"any number", gomoku.Freestyle, "a1 c3 e5 g7", "", gomoku.Black, gomoku.Undecided, ""},
		{"black five", gomoku.Freestyle, five, "", gomoku.White, gomoku.BlackWins, ""},
		{"white five", gomoku.Caro, "", five, gomoku.White, gomoku.WhiteWins, ""},
		{"fives of one color", gomoku.Freestyle, five + " " + other, "", gomoku.White, gomoku.BlackWins, ""},
		{"black six, renju", gomoku.Renju, five + " f1", "", gomoku.White, gomoku.Undecided, ""},
		{"white six, renju", gomoku.Renju, "", five + " f1", gomoku.Black, gomoku.WhiteWins, ""},
		{"six, standard", gomoku.Standard, "", five + " f1", gomoku.Black, gomoku.Undecided, ""},
		{"closed five, caro", gomoku.Caro, "b1 c1 d1 e1 f1", "a1 g1", gomoku.Black, gomoku.Undecided, ""},
		{"six, caro", gomoku.Caro, five + " f1", "", gomoku.Black, gomoku.Undecided, ""},
		{"six, caro-overline", gomoku.CaroOverline, "b1 c1 d1 e1 f1 g1", "a1 h1", gomoku.Black, gomoku.BlackWins, ""},
		{"one dead, one alive, caro", gomoku.Caro, "b1 c1 d1 e1 f1", "a1 g1 " + "a5 b5 c5 d5 e5", gomoku.Black, gomoku.WhiteWins, ""},
		{"black on fouls", gomoku.Renju, "h8 h9 h10 i8 j8", "", gomoku.White, gomoku.Undecided, ""},
		{"both fives", gomoku.Freestyle, five, other, gomoku.White, 0, "both colors"},
		{"twice black", gomoku.Freestyle, "a1 b1 a1", "", gomoku.White, 0, "a1"},
		{"twice white", gomoku.Freestyle, "", "k1 k1", gomoku.White, 0, "k1"},
		{"black and white", gomoku.Freestyle, "a1 b1", "b1", gomoku.White, 0, "b1"},
		{"off the board", gomoku.Freestyle, "a1", "o16", gomoku.White, 0, "o16"},
		{"no turn", gomoku.Freestyle, "a1", "", gomoku.Empty, 0, "black or white"},
		{"nonsense turn", gomoku.Freestyle, "a1", "", 3, 0, "black or white"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b, err := gomoku.NewPosition(15, test.rule, points(t, test.black), points(t, test.white), test.turn)
			if test.bad != "" {
				if err == nil || !strings.Contains(err.Error(), test.bad) {
					t.Fatalf("error %v, want one with %q", err, test.bad)
				}
				if strings.Count(err.Error(), "gomoku") != 1 {
					t.Errorf("error %q does not say gomoku once", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if b.Outcome() != test.want {
				t.Errorf("outcome %v, want %v\n%v", b.Outcome(), test.want, b)
			}
			turn := test.turn
			if test.want != gomoku.Undecided {
				turn = gomoku.Empty
			}
			if b.Turn() != turn || b.Len() != 0 || b.Stones() != len(points(t, test.black+" "+test.white)) {
				t.Errorf("turn %v, len %d, stones %d\n%v", b.Turn(), b.Len(), b.Stones(), b)
			}
			if p, ok := b.Undo(); p != gomoku.NoPoint || ok {
				t.Errorf("Undo() = %v, %v: want set-up stones to stay", p, ok)
			}
		})
	}
	if _, err := gomoku.NewPosition(15, gomoku.Freestyle, points(t, "a1 a1"), nil, gomoku.Black); !errors.Is(err, gomoku.ErrOccupied) {
		t.Errorf("a point named twice: %v, want ErrOccupied", err)
	}
	if _, err := gomoku.NewPosition(9, gomoku.Freestyle, nil, points(t, "j1"), gomoku.Black); !errors.Is(err, gomoku.ErrOffBoard) {
		t.Errorf("a point off the board: %v, want ErrOffBoard", err)
	}
	if _, err := gomoku.NewPosition(9, gomoku.Freestyle, []gomoku.Point{gomoku.NoPoint}, nil, gomoku.Black); !errors.Is(err, gomoku.ErrOffBoard) {
		t.Errorf("NoPoint: %v, want ErrOffBoard", err)
	}
}

func TestSetUpThenPlay(t *testing.T) {
	b := setUp(t, 15, gomoku.Freestyle, "a1 b1 c1 d1", "h8", gomoku.Black)
	before := state(b)
	if err := b.Play(point(t, "e1")); err != nil {
		t.Fatal(err)
	}
	if b.Outcome() != gomoku.BlackWins || b.Len() != 1 {
		t.Errorf("outcome %v, len %d, want black wins, 1", b.Outcome(), b.Len())
	}
	b.Undo()
	if after := state(b); after != before {
		t.Errorf("Play and Undo changed\n%vto\n%v", before, after)
	}
}

// Everything that can be asked comes back as the moves are taken back, and a clone stays as it was.
func TestUndoRestores(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 30 {
		rule := rules[i%len(rules)]
		size := gomoku.MinSize + r.IntN(gomoku.MaxSize-gomoku.MinSize+1)
		b := randomGame(t, r, size, rule, r.IntN(60))
		states := []string{state(b)}
		clones := []*gomoku.Board{b.Clone()}
		for b.Len() > 0 {
			b.Undo()
			states = append(states, state(b))
			clones = append(clones, b.Clone())
		}
		again := newBoard(t, size, rule, "")
		moves := clones[0].Moves()
		for n := len(states) - 1; n >= 0; n-- {
			if got := state(again); got != states[n] {
				t.Fatalf("%v, size %d, after %d moves: played\n%v\ntaken back\n%v", rule, size, again.Len(), got, states[n])
			}
			if got := state(clones[n]); got != states[n] {
				t.Fatalf("%v, size %d: the clone after %d moves became\n%v\nfrom\n%v", rule, size, again.Len(), got, states[n])
			}
			if n == 0 {
				break
			}
			if p := moves[again.Len()]; p == gomoku.NoPoint {
				again.Pass()
			} else {
				again.Play(p)
			}
		}
	}
}

// A diagram gives the position back.
func TestParseBoardRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	over := 0
	for i := range 200 {
		rule := rules[i%len(rules)]
		b := randomGame(t, r, gomoku.MinSize+r.IntN(gomoku.MaxSize-gomoku.MinSize+1), rule, r.IntN(100))
		q, err := gomoku.ParseBoard(b.String())
		if err != nil {
			t.Fatalf("%v\n%v", err, b)
		}
		if q.String() != b.String() || q.Hash() != b.Hash() || q.Outcome() != b.Outcome() || q.Turn() != b.Turn() || q.Stones() != b.Stones() {
			t.Fatalf("read\n%vwant\n%v", q, b)
		}
		if b.Outcome() != gomoku.Undecided {
			over++
		}
	}
	if over < 10 {
		t.Errorf("only %d of the games were over", over)
	}
}

const small = `5x5 renju, white to move
5 . . . . .
4 . X . . .
3 . . O . .
2 . . . . .
1 . . . . X
  a b c d e
`

func TestParseBoard(t *testing.T) {
	b, err := gomoku.ParseBoard(small)
	if err != nil {
		t.Fatal(err)
	}
	if b.Size() != 5 || b.Rule() != gomoku.Renju || b.Turn() != gomoku.White || b.At(point(t, "b4")) != gomoku.Black ||
		b.At(point(t, "e1")) != gomoku.Black || b.At(point(t, "c3")) != gomoku.White || b.Stones() != 3 {
		t.Errorf("read\n%v", b)
	}
	if b.String() != small {
		t.Errorf("String() =\n%vwant\n%v", b, small)
	}
	loose := "\r\n  5x5  Renju ,White to move\r\n. . . . .\r\n. x . . .\r\n\r\n3 .   . o . .\r\n. . . . .\r\n. . . . X"
	if b, err := gomoku.ParseBoard(loose); err != nil || b.String() != small {
		t.Errorf("ParseBoard(%q) =\n%v, %v", loose, b, err)
	}
	if b, err := gomoku.ParseBoard("\ufeff" + small); err != nil || b.String() != small {
		t.Errorf("after a byte order mark:\n%v, %v", b, err)
	}
	over := "5x5 freestyle, white to move (game over: black wins)\nX X X X X\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n"
	if b, err := gomoku.ParseBoard(over); err != nil || b.Winner() != gomoku.Black {
		t.Errorf("ParseBoard(%q) =\n%v, %v", over, b, err)
	}
}

func TestParseBoardErrors(t *testing.T) {
	change := func(from, to string) string { return strings.Replace(small, from, to, 1) }
	tests := []struct{ name, diagram, want string }{
		{"empty", "", "empty"},
		{"blank", " \n\n", "empty"},
		{"no header", strings.SplitN(small, "\n", 2)[1], "line 1"},
		{"size", change("5x5", "4x4"), "5 to 22"},
		{"huge size", change("5x5", "99999999999999999999x99999999999999999999"), "size"},
		{"not square", change("5x5", "5x6"), "size"},
		{"rule", change("renju", "chess"), "caro-overline"},
		{"turn", change("white to", "green to"), "green"},
		{"nobody's turn", change("white to", "empty to"), "side"},
		{"no comma", change(",", ""), "header"},
		{"short row", change("4 . X . . .", "4 . X . ."), "line 3"},
		{"long row", change("4 . X . . .", "4 . X . . . ."), "line 3"},
		{"no spaces", change("4 . X . . .", "4 .X..."), "line 3"},
		{"wrong number", change("4 . X", "3 . X"), "line 3"},
		{"stone", change("X", "#"), "b4"},
		{"missing row", change("4 . X . . .\n", ""), "row 4"},
		{"row too many", change("  a b", "0 . . . . .\n  a b"), "line 7"},
		{"letters", change("a b c", "a b b"), "letters"},
		{"few letters", change("d e", "d"), "letters"},
		{"more", small + "and so on", "line 8"},
		{"wrong end", change("to move", "to move (game over: draw)"), "undecided"},
		{"both win", "5x5 freestyle, white to move\nX X X X X\nO O O O O\n. . . . .\n. . . . .\n. . . . .\n", "both colors"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b, err := gomoku.ParseBoard(test.diagram)
			if err == nil {
				t.Fatalf("no error, but\n%v", b)
			}
			if !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "gomoku: board diagram") {
				t.Errorf("error %q, want one with %q", err, test.want)
			}
		})
	}
}

func TestForbidden(t *testing.T) {
	b := setUp(t, 15, gomoku.Renju, "h9 h10 i8 j8", "", gomoku.White)
	h8 := point(t, "h8")
	if got := b.Forbidden(h8); got != gomoku.DoubleThree {
		t.Errorf("Forbidden(h8) = %v, want double three\n%v", got, b)
	}
	if !b.IsLegal(h8) {
		t.Errorf("IsLegal(h8) = false, want true: White is to move\n%v", b)
	}
	for _, p := range []gomoku.Point{point(t, "h9"), point(t, "a1"), gomoku.NoPoint, point(t, "v22"), 0xFFFF} {
		if got := b.Forbidden(p); got != gomoku.NoFoul {
			t.Errorf("Forbidden(%v) = %v, want none\n%v", p, got, b)
		}
	}
	if got := setUp(t, 15, gomoku.Standard, "h9 h10 i8 j8", "", gomoku.Black).Forbidden(h8); got != gomoku.NoFoul {
		t.Errorf("standard: Forbidden(h8) = %v, want none", got)
	}
}

func TestShapes(t *testing.T) {
	b := setUp(t, 15, gomoku.Freestyle, "h9 h10 i8 j8 k8", "", gomoku.Black)
	h8 := point(t, "h8")
	if got, want := b.Shapes(gomoku.Black, h8), [4]gomoku.Shape{gomoku.OpenFour, gomoku.OpenThree, gomoku.NoShape, gomoku.NoShape}; got != want {
		t.Errorf("Shapes(black, h8) = %v, want %v\n%v", got, want, b)
	}
	if got := b.Shape(gomoku.Black, h8); got != gomoku.OpenFour {
		t.Errorf("Shape(black, h8) = %v, want open four\n%v", got, b)
	}
	if got := b.CountShapes(gomoku.Black, gomoku.OpenThree); got != 1 {
		t.Errorf("Lines(black, open three) = %d, want 1\n%v", got, b)
	}
	for _, c := range []gomoku.Color{gomoku.Empty, 3, 255} {
		if b.Shape(c, h8) != gomoku.NoShape || b.CountPoints(c, gomoku.Four) != 0 || b.CountShapes(c, gomoku.OpenThree) != 0 {
			t.Errorf("color %v has shapes", c)
		}
	}
	if b.Shape(gomoku.Black, point(t, "h9")) != gomoku.NoShape || b.Shape(gomoku.Black, gomoku.NoPoint) != gomoku.NoShape {
		t.Error("a stone on an occupied point, or on none, makes a shape")
	}
	if b.CountPoints(gomoku.Black, 99) != 0 || b.CountShapes(gomoku.Black, 99) != 0 {
		t.Error("Shape(99) is counted")
	}
	// Count counts what Shape says.
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 50 {
		b := randomGame(t, r, 5+r.IntN(18), rules[i%len(rules)], r.IntN(120))
		for _, c := range []gomoku.Color{gomoku.Black, gomoku.White} {
			var count [gomoku.Five + 1]int
			for y := range b.Size() {
				for x := range b.Size() {
					if p := gomoku.At(x, y); b.At(p) == gomoku.Empty {
						count[b.Shape(c, p)]++
					}
				}
			}
			for s, n := range count {
				if got := b.CountPoints(c, gomoku.Shape(s)); got != n {
					t.Fatalf("Count(%v, %v) = %d, want %d\n%v", c, gomoku.Shape(s), got, n, b)
				}
			}
		}
	}
}

func TestHash(t *testing.T) {
	base := newBoard(t, 15, gomoku.Freestyle, "h8 i9 h9").Hash()
	if got := newBoard(t, 15, gomoku.Freestyle, "h9 i9 h8").Hash(); got != base {
		t.Error("the order of moves changes the hash")
	}
	if got := setUp(t, 15, gomoku.Freestyle, "h8 h9", "i9", gomoku.White).Hash(); got != base {
		t.Error("set-up stones change the hash")
	}
	others := map[string]*gomoku.Board{
		"turn":   newBoard(t, 15, gomoku.Freestyle, "h8 i9 h9 -"),
		"rule":   newBoard(t, 15, gomoku.Standard, "h8 i9 h9"),
		"size":   newBoard(t, 16, gomoku.Freestyle, "h8 i9 h9"),
		"stones": newBoard(t, 15, gomoku.Freestyle, "h8 i9 h10"),
		"colors": setUp(t, 15, gomoku.Freestyle, "h8 i9", "h9", gomoku.White),
	}
	for name, b := range others {
		if b.Hash() == base {
			t.Errorf("other %s, same hash", name)
		}
	}
}

func TestMoves(t *testing.T) {
	b := newBoard(t, 15, gomoku.Freestyle, "h8 - h9")
	var got []string
	for i, p := range b.Moves() {
		got = append(got, fmt.Sprint(i, p))
	}
	if want := []string{"0h8", "1-", "2h9"}; !slices.Equal(compact(got), want) {
		t.Errorf("Moves() = %q, want %q", got, want)
	}
	for range b.Moves() {
		break // must not go on
	}
}

func TestLastMove(t *testing.T) {
	for moves, want := range map[string]string{"": "- false", "h8": "h8 true", "h8 -": "- true", "h8 - h9": "h9 true", "-": "- true"} {
		p, ok := newBoard(t, 15, gomoku.Freestyle, moves).LastMove()
		if got := fmt.Sprint(p, ok); got != want {
			t.Errorf("LastMove() after %q = %s, want %s", moves, got, want)
		}
	}
	b := setUp(t, 15, gomoku.Freestyle, "h8", "i9", gomoku.Black)
	if p, ok := b.LastMove(); p != gomoku.NoPoint || ok {
		t.Errorf("LastMove() = %v, %v where stones were only set up, want none", p, ok)
	}
	b = newBoard(t, 15, gomoku.Freestyle, "h8 a1 i8 a2 j8 a3 k8 a4 l8")
	if p, ok := b.LastMove(); p != point(t, "l8") || !ok {
		t.Errorf("LastMove() = %v, %v after the five, want l8", p, ok)
	}
	b.Undo()
	if p, ok := b.LastMove(); p != point(t, "a4") || !ok {
		t.Errorf("LastMove() = %v, %v after Undo, want a4", p, ok)
	}
}

func TestAppendForbidden(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	fouls := 0
	for i := range 200 {
		b := middleGame(t, r, 9+r.IntN(7), rules[i%len(rules)], 20+r.IntN(30))
		var want []gomoku.Point
		for y := range b.Size() {
			for x := range b.Size() {
				if p := gomoku.At(x, y); b.Forbidden(p) != gomoku.NoFoul {
					want = append(want, p)
				}
			}
		}
		if got := b.AppendForbidden(nil); !slices.Equal(got, want) {
			t.Errorf("AppendForbidden(nil) = %v, want %v\n%v", got, want, b)
		}
		fouls += len(want)
	}
	if fouls < 10 {
		t.Errorf("only %d fouls in all: the test shows nothing", fouls)
	}
	// The double three at h8, for either side to move, behind what the caller has.
	for _, turn := range []gomoku.Color{gomoku.Black, gomoku.White} {
		b := setUp(t, 15, gomoku.Renju, "g8 i8 h7 h9", "a1 c1 e1 g1", turn)
		if got := b.AppendForbidden(points(t, "a1")); !slices.Equal(got, points(t, "a1 h8")) {
			t.Errorf("%v to move: AppendForbidden = %v, want a1 h8\n%v", turn, got, b)
		}
	}
}

func compact(list []string) []string {
	for i := range list {
		list[i] = strings.ReplaceAll(list[i], " ", "")
	}
	return list
}

func TestNothingIsAllocated(t *testing.T) {
	for _, rule := range rules {
		b := setUp(t, 15, rule, "h9 h10 i8 j8 c3 c4", "d5 e6 k10 l11 m3", gomoku.White)
		shapes := new(gomoku.ShapeEvaluator).WithDefense(0.9, gomoku.Black)
		patterns := gomoku.NewPatternEvaluator(gomoku.PatternWeights{})
		h8, g7, foreign := point(t, "h8"), point(t, "g7"), gomoku.Point(0xFFFF)
		legal := make([]gomoku.Point, 0, 225)
		var sink int
		for name, f := range map[string]func(){
			"Play, Pass and Undo": func() {
				b.Play(g7)
				b.Pass()
				b.Undo()
				b.Undo()
			},
			"refused moves": func() {
				b.Play(foreign)
				b.Play(point9)
				b.Pass()
				b.Play(h8) // a foul in renju
				if b.At(h8) != gomoku.Empty {
					b.Undo()
				}
				b.Undo()
			},
			"Forbidden":                 func() { sink += int(b.Forbidden(h8)) },
			"Shape, Shapes, and counts": func() { sink += int(b.Shape(gomoku.Black, h8)) + b.CountPoints(gomoku.Black, gomoku.OpenThree) },
			"Lines":                     func() { sink += b.CountShapes(gomoku.Black, gomoku.OpenThree) },
			"AppendLegal":               func() { legal = b.AppendLegal(legal[:0]) },
			"AppendForbidden":           func() { legal = b.AppendForbidden(legal[:0]) },
			"ShapeEvaluator":            func() { sink += int(shapes.Evaluate(b)) },
			"PatternEvaluator":          func() { sink += int(patterns.Evaluate(b)) },
			"Hash, Outcome, Turn":       func() { sink += int(b.Hash()) + int(b.Outcome()) + int(b.Turn()) },
		} {
			if n := testing.AllocsPerRun(100, f); n != 0 {
				t.Errorf("%v: %s: %v allocations, want 0", rule, name, n)
			}
		}
	}
}

var point9 = gomoku.At(7, 8) // h9, occupied

func BenchmarkBoardPlayUndo(b *testing.B) {
	for _, rule := range rules {
		b.Run("rule="+rule.String(), func(b *testing.B) {
			board := newBoard(b, 15, rule, "h8 i9 h9 i8 g7 j10")
			p := point(b, "h10")
			b.ReportAllocs()
			for b.Loop() {
				board.Play(p)
				board.Undo()
			}
		})
	}
}

func BenchmarkClone(b *testing.B) {
	board := newBoard(b, 15, gomoku.Freestyle, "h8 i9 h9 i8 g7 j10")
	b.ReportAllocs()
	for b.Loop() {
		board.Clone()
	}
}

func FuzzParseBoard(f *testing.F) {
	f.Add(small)
	f.Add("5x5 freestyle, white to move (game over: black wins)\nX X X X X\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n")
	f.Add("22x22 caro-overline, black to move\n")
	f.Add("5x5 standard, black to move\n\n5 x o x o x\n")
	f.Fuzz(func(t *testing.T, diagram string) {
		b, err := gomoku.ParseBoard(diagram)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "gomoku: board diagram") {
				t.Fatalf("error %q", err)
			}
			return
		}
		again, err := gomoku.ParseBoard(b.String())
		if err != nil {
			t.Fatalf("%v\n%v", err, b)
		}
		if again.String() != b.String() || state(again) != state(b) {
			t.Fatalf("read\n%vwant\n%v", again, b)
		}
	})
}

// FuzzPlay plays what the bytes say and asks a slow reference for the winner.
func FuzzPlay(f *testing.F) {
	f.Add([]byte{10, 0, 40, 41, 42, 43, 50, 51})
	f.Add([]byte{0, 2, 0, 5, 1, 6, 2, 7, 3, 8, 4, 255, 255, 9, 10})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 {
			return
		}
		size, rule := 5+int(data[0])%18, rules[int(data[1])%len(rules)]
		b := newBoard(t, size, rule, "")
		var states []string
		for _, d := range data[2:min(len(data), 200)] {
			switch before := state(b); {
			case d == 255:
				if _, ok := b.Undo(); ok != (len(states) > 0) {
					t.Fatalf("Undo: %v with %d moves\n%v", ok, len(states), b)
				}
				if len(states) > 0 {
					if state(b) != states[len(states)-1] {
						t.Fatalf("Undo gave\n%v\nwant\n%v", state(b), states[len(states)-1])
					}
					states = states[:len(states)-1]
				}
			case d == 254:
				if b.Pass() == nil {
					states = append(states, before)
				}
			default:
				p := gomoku.At(int(d)%size, int(d)/size)
				side, legal := b.Turn(), b.IsLegal(p)
				if err := b.Play(p); (err == nil) != legal {
					t.Fatalf("Play(%v): %v, IsLegal: %v\n%v", p, err, legal, b)
				} else if err != nil {
					if state(b) != before {
						t.Fatalf("Play(%v) was refused, and changed the board\n%v", p, b)
					}
					continue
				}
				states = append(states, before)
				if won := slowWins(b, p); won != (b.Winner() == side) {
					t.Fatalf("Play(%v): winner %v, a slow look says %v\n%v", p, b.Winner(), won, b)
				}
			}
		}
	})
}

// slowWins reports whether the stone on p is part of a winning row, by counting stones.
func slowWins(b *gomoku.Board, p gomoku.Point) bool {
	c := b.At(p)
	x, y := p.XY()
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		from, to := 0, 0
		at := func(i int) gomoku.Color { return b.At(gomoku.At(x+i*d[0], y+i*d[1])) }
		for at(from-1) == c {
			from--
		}
		for at(to+1) == c {
			to++
		}
		n := to - from + 1
		closed := at(from-1) == c.Opponent() && at(to+1) == c.Opponent()
		switch b.Rule() {
		case gomoku.Freestyle:
			if n >= 5 {
				return true
			}
		case gomoku.Standard:
			if n == 5 {
				return true
			}
		case gomoku.Renju:
			if n == 5 || n > 5 && c == gomoku.White {
				return true
			}
		case gomoku.Caro:
			if n == 5 && !closed {
				return true
			}
		case gomoku.CaroOverline:
			if n > 5 || n == 5 && !closed {
				return true
			}
		}
	}
	return false
}
