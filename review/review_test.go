package review_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/review"
)

// gameOf is a game of the moves in a string such as "h8i9".
func gameOf(t testing.TB, size int, rule gomoku.Rule, moves string) *gomoku.Game {
	t.Helper()
	points, err := gomoku.ParseMoves(moves)
	if err != nil {
		t.Fatal(err)
	}
	b, err := gomoku.NewBoard(size, rule)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.PlayMoves(points...); err != nil {
		t.Fatal(err)
	}
	return gomoku.NewGame(b)
}

// nodes are options that make the same review everywhere, with a table that is made quickly.
func nodes(n int64) *review.Options {
	return &review.Options{
		Limits: []gomoku.SearchOption{gomoku.WithNodes(n)},
		Search: []gomoku.Option{gomoku.WithHashSize(1 << 20)},
	}
}

func analyze(t testing.TB, g *gomoku.Game, o *review.Options) *review.Review {
	t.Helper()
	r, err := review.Analyze(t.Context(), g, o)
	if err != nil {
		t.Fatalf("%v %d×%d %v: %v", g.Rule, g.Size, g.Size, g.Moves, err)
	}
	return r
}

// kindOf is how a win comes about; 0 for none.
func kindOf(w *review.Win) review.WinKind {
	if w == nil {
		return 0
	}
	return w.Kind
}

// Mistakes that are known from elsewhere: after the moves, the one that was played gets the label, and any of best is better.
func TestFacts(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/facts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); n++ {
		var c struct {
			ID, Source, Moves, Played string
			Rule                      gomoku.Rule
			Size                      int
			Label                     review.Label
			Missed, Unstopped         review.WinKind
			Best                      []gomoku.Point
		}
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		r := analyze(t, gameOf(t, c.Size, c.Rule, c.Moves+c.Played), nodes(10_000))
		m := r.Moves[len(r.Moves)-1]
		if m.Point.String() != c.Played || m.Label != c.Label || c.Missed != 0 && kindOf(m.Missed) != c.Missed || kindOf(m.Unstopped) != c.Unstopped {
			t.Errorf("%s: %v\nwant %v, missed %v, not stopped %v", c.ID, m, c.Label, c.Missed, c.Unstopped)
		}
		if c.Best != nil && !slices.Contains(c.Best, m.Best) {
			t.Errorf("%s: best is %v, want one of %v", c.ID, m.Best, c.Best)
		}
	}
	if n < 10 {
		t.Errorf("%d facts", n)
	}
}

// winsBy reports whether the line, played on b, ends with a five of the side that moves first.
func winsBy(t *testing.T, b *gomoku.Board, line []gomoku.Point) bool {
	t.Helper()
	b = b.Clone()
	winner := b.Turn()
	if err := b.PlayMoves(line...); err != nil {
		t.Errorf("%v: %v", line, err)
		return false
	}
	return b.Winner() == winner
}

// randomGame is a game of quick searches with random moves and passes among them.
func randomGame(t *testing.T, s *gomoku.Searcher, size int, rule gomoku.Rule, seed uint64, passes bool) *gomoku.Game {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, uint64(rule)))
	b, err := gomoku.NewBoard(size, rule)
	if err != nil {
		t.Fatal(err)
	}
	s.Clear()
	for b.Outcome() == gomoku.Undecided && b.Len() < 60 {
		legal := b.AppendLegal(nil)
		p := gomoku.NoPoint
		switch {
		case len(legal) == 0 || passes && random.IntN(40) == 0:
		case random.IntN(5) == 0:
			p = legal[random.IntN(len(legal))]
		default:
			r, err := s.Search(t.Context(), b, gomoku.WithNodes(300))
			if err != nil {
				t.Fatal(err)
			}
			p = r.Best
		}
		if err := b.PlayMoves(p); err != nil {
			t.Fatal(err)
		}
	}
	return gomoku.NewGame(b)
}

var rules = []gomoku.Rule{gomoku.Freestyle, gomoku.Standard, gomoku.Renju, gomoku.Caro, gomoku.CaroOverline}

func smallSearcher(t *testing.T) *gomoku.Searcher {
	t.Helper()
	s, err := gomoku.NewSearcher(gomoku.WithHashSize(1 << 20))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Whatever a review claims can be checked on a board: games with random mistakes, under all rules and on odd sizes.
func TestClaims(t *testing.T) {
	t.Parallel()
	s := smallSearcher(t)
	rounds := 8
	if testing.Short() {
		rounds = 2
	}
	seen := make(map[review.Label]int)
	for round := range rounds {
		for i, rule := range rules {
			size := []int{5, 6, 7, 9, 12, 15, 22}[(round*5+i)%7]
			checkClaims(t, analyze(t, randomGame(t, s, size, rule, uint64(round), true), nodes(1000)), seen)
		}
	}
	for _, l := range review.Labels() {
		if seen[l] == 0 && l != review.Foul && rounds > 2 {
			t.Errorf("no move was %q: %v", l, seen)
		}
	}
	t.Log(seen)
}

func checkClaims(t *testing.T, r *review.Review, seen map[review.Label]int) {
	t.Helper()
	g := r.Game
	board, err := gomoku.NewPosition(g.Size, g.Rule, g.Black, g.White, max(g.First, gomoku.Black))
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete || len(r.Moves) != len(g.Moves) || len(r.WinRates) != len(g.Moves)+1 {
		t.Fatalf("%d moves and %d chances of a game of %d moves", len(r.Moves), len(r.WinRates), len(g.Moves))
	}
	for i, m := range r.Moves {
		seen[m.Label]++
		where := fmt.Sprintf("%v %d×%d %v: %v", g.Rule, g.Size, g.Size, g.Moves, m)
		if m.Number != i+1 || m.Color != board.Turn() || m.Point != g.Moves[i] {
			t.Fatalf("%s: %v was to move", where, board.Turn())
		}
		before, after := m.Before.WinRate, m.After.WinRate
		if before < after && m.Label != review.Foul || m.Loss < 0 || m.Loss > 1 || m.Accuracy < 0 || m.Accuracy > 100 {
			t.Errorf("%s: %v before, %v after, loss %v, accuracy %v", where, before, after, m.Loss, m.Accuracy)
		}
		if want := before - after; m.Label != review.Foul && (m.Loss > want+1e-9 || m.Loss < want-1e-9) {
			t.Errorf("%s: loss %v, want %v", where, m.Loss, want)
		}
		if m.Best != gomoku.NoPoint && !board.IsLegal(m.Best) || len(m.Line) == 0 || m.Line[0] != m.Best {
			t.Errorf("%s: best %v, line %v", where, m.Best, m.Line)
		}
		checkLabel(t, where, m)
		next := board.Clone()
		if err := next.PlayMoves(m.Point); err != nil {
			t.Fatal(err)
		}
		if w := m.Missed; w != nil && !winsBy(t, board, w.Line) {
			t.Errorf("%s: %v wins nothing", where, w.Line)
		}
		for _, w := range []*review.Win{m.Unstopped, m.Allowed} {
			if w != nil && !winsBy(t, next, w.Line) {
				t.Errorf("%s: %v wins nothing for the opponent", where, w.Line)
			}
		}
		if m.Wins() != (next.Winner() == m.Color && m.Color != gomoku.Empty) {
			t.Errorf("%s: Wins is %v", where, m.Wins())
		}
		if kindOf(m.Unstopped) == review.ByFive {
			if err := board.Play(m.Best); err != nil || board.CountPoints(m.Color.Opponent(), gomoku.Five) > 0 {
				t.Errorf("%s: %v stops no five: %v", where, m.Best, err)
			}
		}
		board = next
	}
	for _, p := range []*review.Player{&r.Black, &r.White} {
		sum := 0
		for _, n := range p.Labels {
			sum += n
		}
		if sum != p.Moves || p.Accuracy < 0 || p.Accuracy > 100 {
			t.Errorf("%+v does not add up", p)
		}
	}
	if n := r.Black.Moves + r.White.Moves; n != len(g.Moves) {
		t.Errorf("%d moves reviewed, want %d", n, len(g.Moves))
	}
	if m := r.Losing(); m != nil && g.Outcome != gomoku.Undecided && m.Color != g.Outcome.Winner().Opponent() {
		t.Errorf("%v lost the game, but the outcome is %v", m.Color, g.Outcome)
	}
}

// checkLabel holds a label to what the documentation says of it.
func checkLabel(t *testing.T, where string, m review.Move) {
	t.Helper()
	var ok bool
	switch l := math.Round(100*m.Loss) / 100; m.Label {
	case review.Best:
		ok = l < review.InaccuracyLoss && m.Point == m.Best
	case review.Good:
		ok = l < review.InaccuracyLoss
	case review.Inaccuracy:
		ok = l >= review.InaccuracyLoss && l < review.MistakeLoss
	case review.Mistake:
		ok = l >= review.MistakeLoss && l < review.BlunderLoss
	case review.Blunder:
		ok = l >= review.BlunderLoss
	case review.MissedWin:
		ok = l >= review.InaccuracyLoss && m.Missed != nil && m.Before.WinRate == 1
	case review.MissedBlock:
		ok = l >= review.InaccuracyLoss && m.Unstopped != nil && m.After.WinRate == 0
	case review.Lost:
		ok = l < review.InaccuracyLoss && m.After.WinRate == 0
	case review.Forced, review.Foul:
		ok = true
	case review.Book:
		ok = m.Loss == 0 && m.Missed == nil && m.Unstopped == nil && m.Allowed == nil
	}
	if !ok {
		t.Errorf("%s: the label does not fit %+v", where, m)
	}
}

// A lost game names the move that lost it, whether the loss is proved or not.
func TestLosingMove(t *testing.T) {
	t.Parallel()
	s := smallSearcher(t)
	want := 100
	if testing.Short() {
		want = 20
	}
	lost, one := 0, 0
	for seed := uint64(1); lost < want; seed++ {
		g := randomGame(t, s, 9+int(seed%7), rules[seed%5], seed, false)
		if g.Outcome.Winner() == gomoku.Empty {
			continue
		}
		lost++
		r := analyze(t, g, nodes(500))
		m := r.Losing()
		if m == nil || m.Color == g.Outcome.Winner() {
			t.Errorf("%v %d×%d %v: losing move %v, winner %v", g.Rule, g.Size, g.Size, g.Moves, m, g.Outcome.Winner())
			continue
		}
		if !slices.Contains(r.TurningPoints, m.Number) {
			t.Errorf("the losing move %d is none of the turning points %v", m.Number, r.TurningPoints)
		}
		// What it gave away never came back.
		for _, later := range r.Moves[m.Number:] {
			if later.Color == m.Color && later.Before.WinRate >= m.Before.WinRate {
				t.Errorf("%v %v: the losing move is %v, but later the chances were better: %v", g.Rule, g.Moves, m, later)
			}
		}
		loser, winner := r.Player(m.Color), r.Player(m.Color.Opponent())
		if m.Loss >= review.BlunderLoss && loser.Accuracy >= 95 {
			t.Errorf("%v %v: the loser's accuracy is %v after %v", g.Rule, g.Moves, loser.Accuracy, m)
		}
		if winner.Accuracy > loser.Accuracy {
			one++
		}
	}
	if one < want*2/3 {
		t.Errorf("the winner was the more accurate one in %d of %d games", one, want)
	}
	t.Logf("the winner was the more accurate one in %d of %d games", one, want)
}

// A game in which no search before it proves anything: the chances name the losing move.
func TestLosingMoveByChances(t *testing.T) {
	t.Parallel()
	r := analyze(t, gameOf(t, 15, gomoku.Freestyle, "h8h9i10g7j9k8i11i7i12i13h10k7g10j10h11j13i8i9e8f9f10g9e10"), nodes(25_000))
	m := r.Losing()
	if m == nil || m.Number != 10 || m.Loss < review.InaccuracyLoss || !slices.Contains(r.TurningPoints, 10) {
		t.Fatalf("losing move %v, turning points %v; want move 10", m, r.TurningPoints)
	}
	if l := m.Label; l != review.Mistake && l != review.Blunder && l != review.MissedBlock {
		t.Errorf("move 10 is %v", m)
	}
	if l := r.Move(22).Label; l != review.Lost || kindOf(r.Move(22).Unstopped) != review.ByFive {
		t.Errorf("move 22 in a lost game: %v", r.Move(22))
	}
	if r.White.Accuracy > 85 || r.White.Accuracy >= r.Black.Accuracy {
		t.Errorf("accuracy of the loser %v, of the winner %v", r.White.Accuracy, r.Black.Accuracy)
	}
	if r.Move(1).Label != review.Book || r.Move(1).Loss != 0 {
		t.Errorf("the first move: %v", r.Move(1))
	}
}

// The first stone is not judged, wherever it lies.
func TestFirstMove(t *testing.T) {
	t.Parallel()
	for _, rule := range rules {
		for _, first := range []string{"h8", "a1", "g5", "o15"} {
			m := analyze(t, gameOf(t, 15, rule, first), nodes(500)).Moves[0]
			if m.Label != review.Book || m.Loss != 0 || m.Best != m.Point || m.Before != m.After {
				t.Errorf("%v: %v: %+v", rule, first, m)
			}
		}
	}
	// All replies that are the same by symmetry to one of the book are as good.
	for _, reply := range []string{"i9", "g9", "i7", "g7"} {
		if m := analyze(t, gameOf(t, 15, gomoku.Freestyle, "h8"+reply), nodes(500)).Moves[1]; m.Label != review.Book {
			t.Errorf("%s: %v", reply, m)
		}
	}
}

// setUp is a game that begins with stones.
func setUp(t testing.TB, size int, rule gomoku.Rule, black, white string, first gomoku.Color, moves string) *gomoku.Game {
	t.Helper()
	points := func(text string) []gomoku.Point {
		p, err := gomoku.ParseMoves(text)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	return &gomoku.Game{Size: size, Rule: rule, Black: points(black), White: points(white), First: first, Moves: points(moves)}
}

func TestLabels(t *testing.T) {
	t.Parallel()
	const four, three = "d8e8f8g8", "e8f8g8"
	for _, c := range []struct {
		name         string
		rule         gomoku.Rule
		black, white string
		first        gomoku.Color
		moves        string
		label        review.Label
		missed       review.WinKind
		unstopped    review.WinKind
		allowed      review.WinKind
	}{
		{"takes the five", gomoku.Freestyle, four, "c8k1m1", gomoku.Black, "h8", review.Best, 0, 0, 0},
		{"misses a five and loses", gomoku.Freestyle, four, "d3e3f3g3", gomoku.Black, "a1", review.MissedWin, review.ByFive, 0, review.ByFive},
		{"misses a five and wins", gomoku.Freestyle, four, "d3k1m13o5", gomoku.Black, "i8", review.Good, review.ByFive, 0, 0},
		{"stops a five", gomoku.Freestyle, four, "c8d3e3f3", gomoku.White, "h8", review.Forced, 0, 0, 0},
		{"stops no five", gomoku.Freestyle, four, "c8d3e3f3", gomoku.White, "a1", review.MissedBlock, 0, review.ByFive, 0},
		{"stops one of two fives", gomoku.Freestyle, four, "a15c1d3", gomoku.White, "h8", review.Lost, 0, 0, 0},
		{"stops a three", gomoku.Freestyle, three, "e6h7i8", gomoku.White, "d8", review.Best, 0, 0, 0},
		{"stops no three", gomoku.Freestyle, three, "e6h6g7", gomoku.White, "a1", review.MissedBlock, 0, review.ByFours, 0},
		{"closes a four of caro by its far end", gomoku.Caro, four, "c8d3e3f3", gomoku.White, "i8", review.Good, 0, 0, 0},
		{"misses a double three and allows one", gomoku.Freestyle, "f8g8h9h10", "f3g3h4h5", gomoku.Black, "o15", review.MissedWin, review.ByThrees, 0, review.ByThrees},
		{"stops no double three", gomoku.Freestyle, "f8g8h9h10", "g7i9i11", gomoku.White, "o1", review.MissedBlock, 0, review.ByThrees, 0},
		{"makes an open four", gomoku.Freestyle, three, "e6k1m13", gomoku.Black, "h8", review.Best, 0, 0, 0},
	} {
		r := analyze(t, setUp(t, 15, c.rule, c.black, c.white, c.first, c.moves), nodes(20_000))
		m := r.Moves[0]
		if m.Label == review.Best && c.label == review.Good || m.Label == review.Good && c.label == review.Best {
			m.Label = c.label // which of two moves of one worth is called best is up to the search
		}
		if m.Label != c.label || kindOf(m.Missed) != c.missed || kindOf(m.Unstopped) != c.unstopped || kindOf(m.Allowed) != c.allowed {
			t.Errorf("%s: %v, missed %v, not stopped %v, allowed %v\n%v", c.name, m.Label, kindOf(m.Missed), kindOf(m.Unstopped), kindOf(m.Allowed), m)
		}
		checkLabel(t, c.name, m)
	}
}

// What else a record may hold: White first, passes, a resignation, fouls, an end that is left to the board, nothing.
func TestOddGames(t *testing.T) {
	t.Parallel()
	r := analyze(t, setUp(t, 9, gomoku.Freestyle, "d5e5f5g5", "c5", gomoku.White, "a1h5"), nodes(1000))
	if m := r.Moves[0]; m.Color != gomoku.White || m.Label != review.Lost && m.Label != review.MissedBlock || m.Best.String() != "h5" {
		t.Errorf("set-up: %v", m)
	}
	if m := r.Moves[1]; !m.Wins() || r.WinRates[2] != 1 {
		t.Errorf("set-up: %v, %v", m, r.WinRates)
	}

	r = analyze(t, gameOf(t, 15, gomoku.Freestyle, "h8i9h7--h9"), nodes(1000))
	if m := r.Moves[3]; m.Point != gomoku.NoPoint || m.Color != gomoku.White || m.Best == gomoku.NoPoint || m.Loss == 0 {
		t.Errorf("pass: %v", m)
	}

	resigned := gameOf(t, 15, gomoku.Freestyle, "h8i9h7a1")
	resigned.Outcome, resigned.Reason = gomoku.BlackWins, gomoku.ByResignation
	if r = analyze(t, resigned, nodes(1000)); r.LosingMove != 4 {
		t.Errorf("resignation: losing move %d, want 4", r.LosingMove)
	}

	const crossed = "i8a1j8c1h9a3h10c3" // h8 is a double three
	foul := gameOf(t, 15, gomoku.Renju, crossed)
	foul.Moves = append(foul.Moves, gomoku.At(7, 7))
	foul.Outcome, foul.Reason = gomoku.WhiteWins, gomoku.ByFoul
	r = analyze(t, foul, nodes(1000))
	if m := r.Moves[8]; m.Label != review.Foul || m.After.WinRate != 0 || r.LosingMove != 9 || r.Black.Labels[review.Foul] != 1 || m.Best == m.Point {
		t.Errorf("foul: %v, losing move %d", m, r.LosingMove)
	}
	unclaimed := foul.Clone()
	unclaimed.Outcome, unclaimed.Reason, unclaimed.Unclaimed = gomoku.Undecided, gomoku.NoReason, []int{8}
	r = analyze(t, unclaimed, nodes(1000))
	if m := r.Moves[8]; m.Label != review.Foul || m.After.WinRate == 0 || m.Best == m.Point {
		t.Errorf("foul that nobody claimed: %v", m)
	}

	for name, g := range map[string]*gomoku.Game{
		"no moves":                 {Size: 15},
		"over before it began":     setUp(t, 15, gomoku.Freestyle, "a1b1c1d1e1", "", gomoku.White, ""),
		"one move and no opponent": gameOf(t, 15, gomoku.Freestyle, "h8"),
	} {
		r = analyze(t, g, nodes(1000))
		if len(r.Moves) != len(g.Moves) || !r.Complete || r.LosingMove != 0 || len(r.TurningPoints) != 0 || r.Black.Accuracy != 100 {
			t.Errorf("%s: %+v", name, r)
		}
	}

	// A board that fills up.
	var points [2][]gomoku.Point
	for y, row := range []string{"BBWWB", "WWBBW", "BBWWB", "WWBBW", "BBWWB"} {
		for x, c := range row {
			i := strings.IndexRune("BW", c)
			points[i] = append(points[i], gomoku.At(x, y))
		}
	}
	full := &gomoku.Game{Size: 5}
	for i, p := range points[0] {
		full.Moves = append(append(full.Moves, p), points[1][min(i, 12):min(i+1, 12)]...)
	}
	if r = analyze(t, full, nodes(1000)); r.WinRates[25] != 0.5 || r.LosingMove != 0 {
		t.Errorf("full board: %v, losing move %d", r.WinRates, r.LosingMove)
	}
}

const shortGame = "h8c13i8m3j8m4k8l8g8" // Black makes an open three, White looks away, Black makes four and wins

// Both ways to get a review, and a second time, are the same; one side's moves alone are judged as among all.
func TestMoves(t *testing.T) {
	t.Parallel()
	g := gameOf(t, 15, gomoku.Freestyle, shortGame)
	var calls []string
	o := nodes(2000)
	o.Progress = func(done, all int) { calls = append(calls, fmt.Sprint(done, "/", all)) }
	whole := analyze(t, g, o)
	if len(calls) != 9 || calls[0] != "1/9" || calls[8] != "9/9" {
		t.Errorf("progress %v", calls)
	}
	var moves []review.Move
	for m, err := range review.Moves(t.Context(), g, nodes(2000)) {
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
	}
	again, err := review.Summarize(g, moves)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(whole, again); diff != "" {
		t.Errorf("Moves and Analyze differ:\n%s", diff)
	}
	for m, err := range review.Moves(t.Context(), g, nodes(2000)) { // a loop that breaks
		if err != nil || m.Number != 1 {
			t.Error(m, err)
		}
		break
	}

	o = nodes(2000)
	o.Color = gomoku.White
	r := analyze(t, g, o)
	if len(r.Moves) != 4 || !r.Complete || r.Black.Moves != 0 || len(r.WinRates) != 9 || r.Losing() == nil || r.Losing().Color != gomoku.White {
		t.Errorf("White's moves: %+v", r)
	}
	for _, m := range r.Moves {
		if m.Color != gomoku.White || m.Point != g.Moves[m.Number-1] {
			t.Errorf("White's moves: %v", m)
		}
	}
}

// First and Last choose the moves that are judged.
func TestFirstAndLast(t *testing.T) {
	g := gameOf(t, 15, gomoku.Freestyle, "h8 h9 i9 g7 j10 k11 i8")
	for _, c := range []struct{ first, last, want int }{{0, 0, 7}, {3, 0, 5}, {0, 2, 2}, {3, 4, 2}, {7, 7, 1}} {
		o := nodes(300)
		o.First, o.Last = c.first, c.last
		r := analyze(t, g, o)
		if len(r.Moves) != c.want || !r.Complete || r.Moves[0].Number != max(c.first, 1) {
			t.Errorf("moves %d to %d: %d judged, complete %v, the first one %d", c.first, c.last, len(r.Moves), r.Complete, r.Moves[0].Number)
		}
	}
	for _, o := range []review.Options{{First: -1}, {First: 8}, {Last: 8}, {First: 3, Last: 2}} {
		if _, err := review.Analyze(t.Context(), g, &o); err == nil || !strings.Contains(err.Error(), "want") {
			t.Errorf("moves %d to %d: %v, want an error", o.First, o.Last, err)
		}
	}
}

// A context that ends leaves what there is.
func TestCancel(t *testing.T) {
	t.Parallel()
	g := gameOf(t, 15, gomoku.Freestyle, shortGame)
	for n := range 5 {
		ctx, cancel := context.WithCancel(t.Context())
		o := nodes(1000)
		o.Progress = func(done, all int) {
			if done == n {
				cancel()
			}
		}
		if n == 0 {
			cancel()
		}
		r, err := review.Analyze(ctx, g, o)
		cancel()
		if err != nil || r.Complete || len(r.Moves) != n || r.LosingMove != 0 || r.Black.Moves != (n+1)/2 {
			t.Errorf("canceled after %d moves: %v, %+v", n, err, r)
		}
	}
	// In the middle of a search.
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	begun := time.Now()
	r, err := review.Analyze(ctx, g, &review.Options{Limits: []gomoku.SearchOption{gomoku.WithTimeBudget(time.Hour)}})
	if took := time.Since(begun); err != nil || r.Complete || took > 30*time.Second {
		t.Errorf("after %v: %v, %+v", took, err, r)
	}
}

// Wrong games and options are errors, before anything is searched.
func TestRefuses(t *testing.T) {
	t.Parallel()
	good := gameOf(t, 15, gomoku.Freestyle, "h8i9")
	for name, c := range map[string]struct {
		game *gomoku.Game
		o    *review.Options
	}{
		"no game":       {nil, nil},
		"zero game":     {new(gomoku.Game), nil},
		"occupied":      {&gomoku.Game{Size: 15, Moves: []gomoku.Point{gomoku.At(7, 7), gomoku.At(7, 7)}}, nil},
		"wrong outcome": {&gomoku.Game{Size: 15, Outcome: gomoku.BlackWins, Reason: gomoku.ByFive}, nil},
		"wrong limit":   {good, &review.Options{Limits: []gomoku.SearchOption{gomoku.WithDepth(0)}}},
		"wrong option":  {good, &review.Options{Search: []gomoku.Option{gomoku.WithThreads(0)}}},
		"wrong color":   {good, &review.Options{Color: 3}},
	} {
		r, err := review.Analyze(t.Context(), c.game, c.o)
		if err == nil || r != nil {
			t.Errorf("%s: %v, %+v; want an error", name, err, r)
		}
		if oe, ok := errors.AsType[*gomoku.OptionError](err); c.game == good && (!ok || oe.Want == "") {
			t.Errorf("%s: %v is no *OptionError", name, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // what is wrong is said even then
		n := 0
		for _, err := range review.Moves(ctx, c.game, c.o) {
			if n++; err == nil {
				t.Errorf("%s: Moves yields no error", name)
			}
		}
		if n != 1 {
			t.Errorf("%s: Moves yields %d elements, want one error", name, n)
		}
	}
	moves := analyze(t, good, nodes(500)).Moves
	for name, moves := range map[string][]review.Move{
		"twice":        {moves[0], moves[0]},
		"out of order": {moves[1], moves[0]},
		"another game": {{Number: 1, Color: gomoku.Black, Point: gomoku.At(0, 0)}},
		"number 0":     {{}},
		"number 3":     {{Number: 3}},
	} {
		if r, err := review.Summarize(good, moves); err == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// Games that were tampered with are reviewed or refused, without a panic.
func TestMutatedGames(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	good, refused, reviewed := gameOf(t, 15, gomoku.Freestyle, shortGame), 0, 0
	for range 300 {
		g := good.Clone()
		for range 1 + random.IntN(3) {
			p := gomoku.Point(random.IntN(1 << 10))
			switch random.IntN(8) {
			case 0:
				g.Moves[random.IntN(len(g.Moves))] = p
			case 1:
				g.Moves = g.Moves[:1+random.IntN(len(g.Moves))]
			case 2:
				g.Size = random.IntN(25)
			case 3:
				g.Rule = gomoku.Rule(random.IntN(7))
			case 4:
				g.Black = append(g.Black, p)
			case 5:
				g.First = gomoku.Color(random.IntN(5))
			case 6:
				g.Outcome, g.Reason = gomoku.Outcome(random.IntN(6)), gomoku.Reason(random.IntN(10))
			case 7:
				g.Unclaimed = append(g.Unclaimed, random.IntN(12)-1)
			}
		}
		r, err := review.Analyze(t.Context(), g, nodes(50))
		if err != nil {
			refused++
			continue
		}
		reviewed++
		if !r.Complete || len(r.Moves) != len(g.Moves) {
			t.Errorf("%+v: %d moves", g, len(r.Moves))
		}
	}
	if refused < 50 || reviewed < 10 {
		t.Errorf("%d games refused, %d reviewed", refused, reviewed)
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	for _, r := range []*review.Review{
		analyze(t, gameOf(t, 15, gomoku.Freestyle, shortGame), nodes(2000)),
		analyze(t, &gomoku.Game{Size: 15, Moves: []gomoku.Point{}}, nil),
		analyze(t, gameOf(t, 15, gomoku.Renju, "h8--i9"), nodes(500)),
	} {
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var back review.Review
		dec := json.NewDecoder(strings.NewReader(string(data)))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&back); err != nil {
			t.Fatalf("%v: %s", err, data)
		}
		if diff := cmp.Diff(*r, back); diff != "" {
			t.Errorf("comes back from JSON otherwise:\n%s", diff)
		}
	}
	m := review.Move{
		Number: 6, Color: gomoku.White, Point: gomoku.At(12, 3), Label: review.MissedBlock, Best: gomoku.At(10, 7), Line: []gomoku.Point{gomoku.At(10, 7)},
		Before: review.Eval{Score: -20, WinRate: 0.47}, After: review.Eval{Score: gomoku.LossIn(4), Mate: -4}, Loss: 0.47, Accuracy: 10.2,
		Unstopped: &review.Win{Kind: review.ByFours, Line: []gomoku.Point{gomoku.At(10, 7)}},
	}
	data, err := json.Marshal(m)
	const want = `{"number":6,"color":"white","point":"m4","label":"missed block","before":{"score":-20,"winRate":0.47},` +
		`"after":{"score":-29996,"mate":-4,"winRate":0},"loss":0.47,"accuracy":10.2,"best":"k8","line":["k8"],` +
		`"unstopped":{"kind":"fours","line":["k8"]},"depth":0}`
	if string(data) != want || err != nil {
		t.Errorf("%v: %s\nwant %s", err, data, want)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for _, l := range review.Labels() {
		var back review.Label
		text, err := l.MarshalText()
		if err != nil || back.UnmarshalText([]byte(strings.ToUpper(strings.ReplaceAll(string(text), " ", "-")))) != nil || back != l || l.String() != string(text) {
			t.Errorf("%v comes back as %v from %q, %v", l, back, text, err)
		}
	}
	for k := review.ByFive; k <= review.BySearch; k++ {
		var back review.WinKind
		text, err := k.MarshalText()
		if err != nil || back.UnmarshalText(text) != nil || back != k || k.String() != string(text) {
			t.Errorf("%v comes back as %v from %q, %v", k, back, text, err)
		}
	}
	l := review.Good
	if err := l.UnmarshalText([]byte("brilliant")); err == nil || l != review.Good || !strings.Contains(err.Error(), "missed win") {
		t.Errorf("brilliant: %v, %v", l, err)
	}
	if _, err := review.Label(0).MarshalText(); err == nil {
		t.Error("label 0 has a name")
	}
	if _, err := review.WinKind(9).MarshalText(); err == nil {
		t.Error("kind 9 has a name")
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	var s strings.Builder
	r := analyze(t, gameOf(t, 15, gomoku.Freestyle, shortGame), &review.Options{Limits: []gomoku.SearchOption{gomoku.WithDepth(3)}})
	if err := r.WriteText(&s); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"  1. Black h8 ", "  book\n",
		"  6. White m4 ", "; does not stop a win by fours of Black: ",
		"  8. White l8 ", "  lost\n",
		"  9. Black g8    100% → 100%        best; wins\n",
		"\nTurning points: 2 White c13 (",
		"\nWhite lost the game with move 2, c13\n",
		"\nBlack: accuracy 100.0; ", "\nWhite: accuracy ",
	} {
		if !strings.Contains(s.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, s.String())
		}
	}
	failure := errors.New("disk full")
	if err := r.WriteText(failingWriter{failure}); err != failure {
		t.Errorf("WriteText: %v, want %v", err, failure)
	}
}

func TestTextOfNoReview(t *testing.T) {
	t.Parallel()
	for _, r := range []*review.Review{{}, {Game: &gomoku.Game{Size: 15}, TurningPoints: []int{3}}} {
		if err := r.WriteText(io.Discard); err == nil {
			t.Errorf("WriteText of %+v: no error", r)
		}
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
