// Package evaltest tests whether an evaluator keeps the rules stated at [gomoku.Evaluator], on which the search relies, as
// testing/slogtest does for log handlers. Call [Run] from a test of your own:
//
//	func TestMine(t *testing.T) {
//		evaltest.Run(t, func() gomoku.Evaluator { return Mine{} }, nil)
//	}
//
// It cannot tell whether the scores make sense. To find that out, let the evaluator play: see package match.
package evaltest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gomoku-go/gomoku"
)

// A Check is one of the things that [Run] tests, or a set of them, joined by |.
type Check uint

const (
	// Bounds: scores lie within ±[gomoku.MaxEval], and evaluating twice gives the same score.
	Bounds Check = 1 << iota
	// Symmetry: a position has the same score when it is turned or mirrored. An evaluator that fails this still works.
	Symmetry
	// ColorExchange: the score stays the same when all stones and the side to move change color. This is not checked under Renju,
	// whose rules differ for the colors.
	ColorExchange
	// OrderIndependence: the score does not depend on how the position came about: by moves in another order, or set up.
	OrderIndependence
	// UndoRestores: after moves, passes and undone moves the score is that of the same position on a new board. A
	// [gomoku.IncrementalEvaluator] gets the same calls as in a search.
	UndoRestores
	// Clones: the clones of a [gomoku.IncrementalEvaluator] do not affect each other. Other evaluators pass.
	Clones
	// Concurrency: several goroutines get the same scores as one. Each has its own clone of an IncrementalEvaluator. Use go test -race
	// for this one.
	Concurrency
)

type check struct {
	check Check
	name  string
	run   func(s *suite) error
}

var checks = []check{
	{Bounds, "Bounds", (*suite).bounds},
	{Symmetry, "Symmetry", (*suite).symmetry},
	{ColorExchange, "ColorExchange", (*suite).colorExchange},
	{OrderIndependence, "OrderIndependence", (*suite).orderIndependence},
	{UndoRestores, "UndoRestores", (*suite).undoRestores},
	{Clones, "Clones", (*suite).clones},
	{Concurrency, "Concurrency", (*suite).concurrency},
}

// noChecks is the name of the empty set.
const noChecks = "none"

// String returns the names of the checks, joined by |, as in "Bounds|Symmetry", and "none" for no check.
func (c Check) String() string {
	if c == 0 {
		return noChecks
	}
	var names []string
	for _, k := range checks {
		if c&k.check != 0 {
			names = append(names, k.name)
			c &^= k.check
		}
	}
	if c != 0 {
		names = append(names, fmt.Sprintf("Check(%#x)", uint(c)))
	}
	return strings.Join(names, "|")
}

// MarshalText returns what String does, or an error if c holds anything that is no check.
func (c Check) MarshalText() ([]byte, error) {
	if unknown := c &^ allChecks(); unknown != 0 {
		return nil, fmt.Errorf("evaltest: %v has no name", unknown)
	}
	return []byte(c.String()), nil
}

// UnmarshalText sets c to the checks that the text names, in any case and joined by |.
func (c *Check) UnmarshalText(text []byte) error {
	if strings.EqualFold(string(text), noChecks) {
		*c = 0
		return nil
	}
	var set Check
	for name := range strings.SplitSeq(string(text), "|") {
		i := slices.IndexFunc(checks, func(k check) bool { return strings.EqualFold(k.name, name) })
		if i < 0 {
			return fmt.Errorf("evaltest: check %.40q: want %v, some of them joined by |, or none", name, allChecks())
		}
		set |= checks[i].check
	}
	*c = set
	return nil
}

// allChecks is the set of all of them.
func allChecks() (all Check) {
	for _, k := range checks {
		all |= k.check
	}
	return all
}

// Options configure [Run].
type Options struct {
	Skip Check // checks that the evaluator need not pass, joined by |
}

func (o *Options) skipped() (Check, error) {
	if o == nil {
		return 0, nil
	}
	if unknown := o.Skip &^ allChecks(); unknown != 0 {
		return 0, fmt.Errorf("evaltest: Options.Skip: there is no check %v: want some of %v", unknown, allChecks())
	}
	return o.Skip, nil
}

// Run tests an evaluator: each check that is not skipped is a subtest, with a new evaluator made by newEvaluator. The positions are
// those of random games under all rules and on many sizes, the same each time; with go test -short there are fewer. In all checks
// Evaluate must not change the board. A failure shows the position. For most evaluators Run takes less than a second.
//
// Nil options mean that nothing is skipped.
func Run(t *testing.T, newEvaluator func() gomoku.Evaluator, o *Options) {
	t.Helper()
	skipped, err := o.skipped()
	if err != nil {
		t.Fatal(err)
	}
	if newEvaluator == nil {
		t.Fatal("evaltest: newEvaluator is nil: want a function that returns the evaluator to check")
	}
	n := 140
	if testing.Short() {
		n = 35
	}
	positions := randomPositions(n)
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			if skipped&c.check != 0 {
				t.Skip("skipped by the caller")
			}
			if err := run(c.run, newEvaluator, positions); err != nil {
				t.Error(err)
			}
		})
	}
}

// run is what Run does with one check: apart, so that the tests of this package can see evaluators fail.
func run(check func(*suite) error, newEvaluator func() gomoku.Evaluator, positions []*gomoku.Board) error {
	e := newEvaluator()
	if e == nil {
		return fmt.Errorf("newEvaluator returned nil: want an evaluator")
	}
	return check(&suite{e, positions, rand.New(rand.NewPCG(20, 26))})
}

// A suite is one check under way.
type suite struct {
	evaluator gomoku.Evaluator
	positions []*gomoku.Board // undecided; must not change
	random    *rand.Rand
}

// fresh returns an evaluator that is ready for b.
func (s *suite) fresh(b *gomoku.Board) (gomoku.Evaluator, error) {
	inc, ok := s.evaluator.(gomoku.IncrementalEvaluator)
	if !ok {
		return s.evaluator, nil
	}
	return cloneFor(inc, b)
}

func cloneFor(inc gomoku.IncrementalEvaluator, b *gomoku.Board) (gomoku.IncrementalEvaluator, error) {
	clone := inc.Clone()
	if clone == nil {
		return nil, fmt.Errorf("Clone returned nil: want an evaluator of type %T", inc)
	}
	clone.Reset(b)
	return clone, nil
}

// judge returns what e says of b, and an error if it changes b on the way.
func judge(e gomoku.Evaluator, b *gomoku.Board) (gomoku.Score, error) {
	length, hash, turn := b.Len(), b.Hash(), b.Turn()
	score := e.Evaluate(b)
	if b.Len() != length || b.Hash() != hash || b.Turn() != turn {
		return 0, fmt.Errorf("Evaluate changed the board, which became\n%v", b)
	}
	return score, nil
}

// look returns what a fresh evaluator says of b.
func (s *suite) look(b *gomoku.Board) (gomoku.Score, error) {
	e, err := s.fresh(b)
	if err != nil {
		return 0, err
	}
	return judge(e, b)
}

// differ compares two scores that must be equal.
func differ(what string, got, want gomoku.Score, b *gomoku.Board) error {
	if got == want {
		return nil
	}
	return fmt.Errorf("%s: Evaluate = %v, want %v as before:\n%v", what, got, want, b)
}

func (s *suite) bounds() error {
	for _, b := range s.positions {
		e, err := s.fresh(b)
		if err != nil {
			return err
		}
		first, err := judge(e, b)
		if err != nil {
			return err
		}
		if first < -gomoku.MaxEval || first > gomoku.MaxEval {
			return fmt.Errorf("Evaluate = %d, want a score from %d to %d:\n%v", int32(first), -gomoku.MaxEval, gomoku.MaxEval, b)
		}
		second, err := judge(e, b)
		if err != nil {
			return err
		}
		if err := differ("the same board once more", second, first, b); err != nil {
			return err
		}
	}
	return nil
}

func (s *suite) symmetry() error {
	for _, b := range s.positions {
		want, err := s.look(b)
		if err != nil {
			return err
		}
		for turn := range gomoku.Symmetries {
			c := rebuild(b, turn, false)
			got, err := s.look(c)
			if err != nil {
				return err
			}
			if got != want {
				return fmt.Errorf("Evaluate = %v:\n%v\nand %v when turned or mirrored, want the same:\n%v", want, b, got, c)
			}
		}
	}
	return nil
}

func (s *suite) colorExchange() error {
	for _, b := range s.positions {
		if b.Rule() == gomoku.Renju {
			continue
		}
		c := rebuild(b, gomoku.Identity, true)
		want, err := s.look(b)
		if err != nil {
			return err
		}
		got, err := s.look(c)
		if err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("Evaluate = %v:\n%v\nand %v with the colors exchanged, want the same:\n%v", want, b, got, c)
		}
	}
	return nil
}

// rebuild sets up the image of b's position under a symmetry, and with the colors exchanged if so wished.
func rebuild(b *gomoku.Board, symmetry gomoku.Symmetry, exchange bool) *gomoku.Board {
	var stones [gomoku.White + 1][]gomoku.Point
	turn := b.Turn()
	if exchange {
		turn = turn.Opponent()
	}
	for y := range b.Size() {
		for x := range b.Size() {
			p := gomoku.At(x, y)
			c := b.At(p)
			if exchange {
				c = c.Opponent()
			}
			stones[c] = append(stones[c], symmetry.Point(p, b.Size()))
		}
	}
	c, err := gomoku.NewPosition(b.Size(), b.Rule(), stones[gomoku.Black], stones[gomoku.White], turn)
	if err != nil {
		panic(fmt.Sprintf("evaltest: unreachable: %v\n%v", err, b)) // b is a position, and symmetry keeps it one
	}
	return c
}

func (s *suite) orderIndependence() error {
	for _, b := range s.positions {
		want, err := s.look(b)
		if err != nil {
			return err
		}
		got, err := s.look(rebuild(b, gomoku.Identity, false))
		if err != nil {
			return err
		}
		if err := differ("the same stones, set up", got, want, b); err != nil {
			return err
		}
		moves := s.reorder(b)
		if moves == nil {
			continue
		}
		c := emptyLike(b)
		e, err := s.fresh(c)
		if err != nil {
			return err
		}
		inc, _ := e.(gomoku.IncrementalEvaluator)
		for _, p := range moves {
			move(c, p)
			if inc != nil {
				inc.Played(c, p)
			}
		}
		if got, err = judge(e, c); err != nil {
			return err
		}
		if err := differ("the same stones, played in another order", got, want, c); err != nil {
			return err
		}
	}
	return nil
}

func emptyLike(b *gomoku.Board) *gomoku.Board {
	c, err := gomoku.NewBoard(b.Size(), b.Rule())
	if err != nil {
		panic("evaltest: unreachable: " + err.Error()) // b has this size and rule
	}
	return c
}

// move plays p, or passes for NoPoint, and reports whether that was legal.
func move(b *gomoku.Board, p gomoku.Point) bool {
	if p == gomoku.NoPoint {
		return b.Pass() == nil
	}
	return b.Play(p) == nil
}

// reorder returns the moves of b, each side's in another order. It returns nil where that goes wrong: under some rules a
// part of the stones is a foul, or wins, though all of them together are not.
func (s *suite) reorder(b *gomoku.Board) []gomoku.Point {
	var sides [2][]gomoku.Point
	for i, p := range b.Moves() {
		sides[i%2] = append(sides[i%2], p)
	}
	for range 4 {
		for _, list := range sides {
			s.random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
		c := emptyLike(b)
		moves := make([]gomoku.Point, 0, b.Len())
		for i := range b.Len() {
			p := sides[i%2][i/2]
			if !move(c, p) || c.Outcome() != gomoku.Undecided {
				break
			}
			moves = append(moves, p)
		}
		if len(moves) == b.Len() {
			return moves
		}
	}
	return nil
}

// A walk moves on a board and keeps an evaluator in step.
type walk struct {
	suite *suite
	board *gomoku.Board
	eval  gomoku.Evaluator
}

func (s *suite) newWalk(b *gomoku.Board) (*walk, error) {
	b = b.Clone()
	e, err := s.fresh(b)
	if err != nil {
		return nil, err
	}
	return &walk{s, b, e}, nil
}

// step plays a move, passes, or takes back. It ends no game, for there is nothing to evaluate after the end.
func (w *walk) step() {
	b, random := w.board, w.suite.random
	inc, _ := w.eval.(gomoku.IncrementalEvaluator)
	if b.Len() > 0 && random.IntN(5) < 2 {
		w.undo()
		return
	}
	p := gomoku.NoPoint
	if random.IntN(6) > 0 {
		p = randomMove(random, b)
	}
	move(b, p)
	if b.Outcome() != gomoku.Undecided {
		b.Undo()
		return
	}
	if inc != nil {
		inc.Played(b, p)
	}
}

func (w *walk) undo() {
	p, _ := w.board.Undo()
	if inc, ok := w.eval.(gomoku.IncrementalEvaluator); ok {
		inc.Undone(w.board, p)
	}
}

// siblings evaluates two moves one after the other, as a search does, with nothing between that could set a stale memory
// right.
func (w *walk) siblings() error {
	inc, _ := w.eval.(gomoku.IncrementalEvaluator)
	var points [2]gomoku.Point
	var want [2]gomoku.Score
	for i := range points {
		points[i] = randomMove(w.suite.random, w.board)
		c := w.board.Clone()
		if !move(c, points[i]) || c.Outcome() != gomoku.Undecided {
			return nil
		}
		score, err := w.suite.look(rebuild(c, gomoku.Identity, false))
		if err != nil {
			return err
		}
		want[i] = score
	}
	for i, p := range points {
		move(w.board, p)
		if inc != nil {
			inc.Played(w.board, p)
		}
		got, err := judge(w.eval, w.board)
		if err == nil {
			err = differ("one move after another", got, want[i], w.board)
		}
		if err != nil {
			return err
		}
		w.undo()
	}
	return nil
}

// check compares the evaluator with one that sees the position for the first time: not only a fresh clone, but also a
// board without a past.
func (w *walk) check(what string) error {
	// In this order: a clone that shares its state with others must not be set right by looking afresh.
	got, err := judge(w.eval, w.board)
	if err != nil {
		return err
	}
	want, err := w.suite.look(rebuild(w.board, gomoku.Identity, false))
	if err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("%s: Evaluate = %v, want %v, as an evaluator says that sees the position afresh:\n%v", what, got, want, w.board)
	}
	return nil
}

func (s *suite) undoRestores() error {
	for _, b := range s.positions {
		w, err := s.newWalk(b)
		if err != nil {
			return err
		}
		if err := w.siblings(); err != nil {
			return err
		}
		for range 12 {
			w.step()
			if s.random.IntN(2) == 0 { // not always: an evaluator may do its work late
				if err := w.check("after moves and moves taken back"); err != nil {
					return err
				}
			}
		}
		if inc, ok := w.eval.(gomoku.IncrementalEvaluator); ok {
			inc.Reset(w.board)
			if err := w.check("another Reset"); err != nil {
				return err
			}
		}
		for w.board.Len() > 0 {
			w.undo()
			if s.random.IntN(4) == 0 || w.board.Len() == 0 {
				if err := w.check("moves taken back"); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (s *suite) clones() error {
	inc, ok := s.evaluator.(gomoku.IncrementalEvaluator)
	if !ok {
		return nil
	}
	for i, b := range s.positions {
		// Two generations on different boards, moving in turn.
		first, err := s.newWalk(b)
		if err != nil {
			return err
		}
		if got, want := fmt.Sprintf("%T", first.eval), fmt.Sprintf("%T", inc); got != want {
			return fmt.Errorf("Clone returned a %s, want a %s", got, want)
		}
		other := s.positions[(i+1)%len(s.positions)].Clone()
		second := &walk{suite: s, board: other}
		if second.eval, err = cloneFor(first.eval.(gomoku.IncrementalEvaluator), other); err != nil {
			return err
		}
		for range 6 {
			first.step()
			if err := second.check("a clone moved, and its own clone did not"); err != nil {
				return err
			}
			second.step()
			if err := first.check("a clone's clone moved, and it did not"); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *suite) concurrency() error {
	want := make([]gomoku.Score, len(s.positions))
	for i, b := range s.positions {
		var err error
		if want[i], err = s.look(b); err != nil {
			return err
		}
	}
	const workers = 4
	evals := make([]gomoku.Evaluator, workers)
	for i := range evals {
		evals[i] = s.evaluator
		if inc, ok := s.evaluator.(gomoku.IncrementalEvaluator); ok {
			evals[i] = inc.Clone()
		}
	}
	errs := make([]error, workers)
	var group sync.WaitGroup
	for i, e := range evals {
		group.Go(func() {
			for j := range s.positions {
				j = (j + i) % len(s.positions)
				b := s.positions[j].Clone()
				if inc, ok := e.(gomoku.IncrementalEvaluator); ok {
					inc.Reset(b)
				}
				got, err := judge(e, b)
				if err == nil {
					err = differ("in one of several goroutines", got, want[j], b)
				}
				if err != nil {
					errs[i] = err
					return
				}
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err // one is enough to read
		}
	}
	return nil
}

// randomPositions returns n undecided positions of all rules and many sizes, the empty board among them, with the moves
// that led there.
func randomPositions(n int) []*gomoku.Board {
	sizes := []int{15, 9, gomoku.MinSize, gomoku.MaxSize, 6, 19, 12}
	rules := []gomoku.Rule{gomoku.Freestyle, gomoku.Standard, gomoku.Renju, gomoku.Caro, gomoku.CaroOverline}
	random := rand.New(rand.NewPCG(19, 47))
	positions := make([]*gomoku.Board, n)
	for i := range positions {
		size := sizes[i%len(sizes)]
		b, err := gomoku.NewBoard(size, rules[i%len(rules)])
		if err != nil {
			panic("evaltest: unreachable: " + err.Error()) // the sizes and rules above are valid
		}
		length := 0
		if i > 0 {
			length = random.IntN(min(70, size*size*2/3))
		}
		for b.Len() < length {
			p := gomoku.NoPoint
			if random.IntN(25) > 0 {
				p = randomMove(random, b)
			}
			move(b, p)
			if b.Outcome() != gomoku.Undecided {
				b.Undo()
				if random.IntN(10) == 0 {
					break // perhaps every move ends the game
				}
			}
		}
		positions[i] = b
	}
	return positions
}

// randomMove returns a legal point, mostly one near the last stone, or NoPoint if there is none.
func randomMove(random *rand.Rand, b *gomoku.Board) gomoku.Point {
	legal := b.AppendLegal(nil)
	if len(legal) == 0 {
		return gomoku.NoPoint
	}
	last := gomoku.At(b.Size()/2, b.Size()/2)
	for _, p := range b.Moves() {
		if p != gomoku.NoPoint {
			last = p
		}
	}
	p := legal[random.IntN(len(legal))]
	for range 6 {
		q := legal[random.IntN(len(legal))]
		if distance(q, last) < distance(p, last) {
			p = q
		}
	}
	return p
}

func distance(p, q gomoku.Point) int {
	px, py := p.XY()
	qx, qy := q.XY()
	return max(px-qx, qx-px, py-qy, qy-py)
}
