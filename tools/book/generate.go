package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/gomoku-go/gomoku"
)

// rules are those that a book is made for.
var rules = []gomoku.Rule{gomoku.Freestyle, gomoku.Standard, gomoku.Renju, gomoku.Caro, gomoku.CaroOverline}

const (
	// maxPlies keeps a slip of the finger from a run of days: each ply has some twenty times the positions of the last.
	maxPlies = 6

	// How far from the stones the other side's moves are expected: farther while there is one stone, where odd moves are
	// cheap to know.
	firstRadius = 3
	laterRadius = 2

	// hashSize belongs to the settings, as it can change what a search finds. Small, since it is cleared for each position.
	hashSize = 4 << 20
)

// header is what the file says of itself: each line but the first is a comment.
const header = `gomoku book 1
# The opening book that comes with the library. Made by tools/book; do not edit, but run in tools/: go run ./book
#
# Every move was found and checked by the library's own search: no game records and no tables of other programs are in it. The
# first move is the center. For each side, and the moves of this book for it, every move of the other side within 2 points of a
# stone is answered; 3 points at the first. A first search of each position names the candidates. Then each of them is searched
# by itself, and its score is the mean of two successive depths, the same for all. Kept are those that lie within the margin of
# the best and that neither this search nor a search for threats refuted. The weight is 100 for the best and falls to a seventh
# at the margin.
#
`

// settingsPrefix begins the header's line for the settings, countPrefix that for what is in the file.
const (
	settingsPrefix = "# Settings: "
	countPrefix    = "# Contents: "
)

// generate returns the text of the book.
func generate(ctx context.Context, s settings, parallel int, report io.Writer) (string, error) {
	book := new(gomoku.Book)
	positions, moves := 0, 0
	for _, size := range s.Boards {
		for _, rule := range rules {
			n, m, err := s.teach(ctx, book, size.size, size.plies, rule, parallel)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(report, "%v %d: %d positions, %d moves\n", rule, size.size, n, m)
			positions, moves = positions+n, moves+m
		}
	}
	var text strings.Builder
	if _, err := book.WriteTo(&text); err != nil {
		return "", err
	}
	_, lines, _ := strings.Cut(text.String(), "\n")
	return fmt.Sprintf("%s%s%v\n%s%d positions, %d moves\n%s", header, settingsPrefix, s, countPrefix, positions, moves, lines), nil
}

// A node is a position of the tree that the book covers.
type node struct {
	b     *gomoku.Board
	moves []gomoku.BookMove // empty where every move loses, or none was kept

	// Who may come here by following the book: sides[Black] if Black may, and White played as it liked.
	sides [gomoku.White + 1]bool
	// A position that only an odd first stone leads to is answered, but not followed.
	odd bool
}

// teach adds the positions of one size and rule to the book, and returns how many positions and moves that were.
func (s settings) teach(ctx context.Context, book *gomoku.Book, size, plies int, rule gomoku.Rule, parallel int) (positions, moves int, err error) {
	empty, err := gomoku.NewBoard(size, rule)
	if err != nil {
		return 0, 0, err
	}
	level := []*node{{b: empty, sides: [gomoku.White + 1]bool{gomoku.Black: true, gomoku.White: true}}}
	for ply := range plies {
		if err := s.judgeAll(ctx, level, parallel); err != nil {
			return 0, 0, err
		}
		for _, n := range level {
			if len(n.moves) > 0 {
				positions++
			}
			for _, m := range n.moves {
				moves++
				if err := book.Add(n.b, m.Point, m.Weight); err != nil {
					return 0, 0, err
				}
			}
		}
		if ply < plies-1 {
			level = next(level)
		}
	}
	return positions, moves, nil
}

// next returns the positions one ply later: for the side to move its moves of the book, for the other what may be expected.
// The book's moves are followed for any moves before them, too, so that two players by the book stay in it.
func next(level []*node) []*node {
	var after []*node
	index := make(map[uint64]*node)
	reach := func(n *node, p gomoku.Point, follower gomoku.Color, odd bool) {
		b := n.b.Clone()
		if b.Play(p) != nil || b.Outcome() != gomoku.Undecided {
			return
		}
		key := b.CanonicalHash()
		m := index[key]
		if m == nil {
			m = &node{b: b, odd: odd}
			index[key] = m
			after = append(after, m)
		}
		m.sides[follower] = true
		m.odd = m.odd && odd
	}
	for _, n := range level {
		if n.odd {
			continue
		}
		mover := n.b.Turn()
		if n.sides[mover] {
			for _, m := range n.moves {
				reach(n, m.Point, mover, false)
			}
		}
		if other := mover.Opponent(); n.sides[other] {
			for _, m := range n.moves {
				reach(n, m.Point, other, false)
			}
			for _, p := range expected(n.b) {
				reach(n, p, other, n.b.Stones() == 0)
			}
		}
	}
	return after
}

// expected returns the moves that the other side may play: those near a stone, or near the center of an empty board.
func expected(b *gomoku.Board) []gomoku.Point {
	radius := laterRadius
	var near []gomoku.Point
	if b.Stones() <= 1 {
		radius = firstRadius
	}
	for p := range points(b.Size()) {
		if b.At(p) != gomoku.Empty {
			near = append(near, p)
		}
	}
	if len(near) == 0 {
		near = append(near, center(b.Size()))
	}
	var moves []gomoku.Point
	for _, p := range b.AppendLegal(nil) {
		if slices.ContainsFunc(near, func(q gomoku.Point) bool { return distance(p, q) <= radius }) {
			moves = append(moves, p)
		}
	}
	return moves
}

// judgeAll finds the moves of every node. A node's moves depend on nothing but its position.
func (s settings) judgeAll(ctx context.Context, level []*node, parallel int) error {
	work := make(chan *node)
	errs := make([]error, parallel)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() {
			j, err := newJudge(s)
			for n := range work {
				if err == nil {
					n.moves, err = j.judge(ctx, n.b)
				}
				if err != nil {
					cancel(err)
				}
			}
			errs[i] = err
		})
	}
	for _, n := range level {
		if ctx.Err() != nil {
			break
		}
		work <- n
	}
	close(work)
	group.Wait()
	return context.Cause(ctx)
}

// A judge finds the good moves of positions.
type judge struct {
	settings
	searcher *gomoku.Searcher
}

func newJudge(s settings) (*judge, error) {
	searcher, err := gomoku.NewSearcher(gomoku.WithHashSize(hashSize))
	return &judge{s, searcher}, err
}

// A judged move is a good one, perhaps. Its iterations are the scores by depth, from the mover's view.
type judged struct {
	point      gomoku.Point
	iterations []gomoku.Score
	score      gomoku.Score
}

// judge returns the moves to keep: none where every move loses.
func (j *judge) judge(ctx context.Context, b *gomoku.Board) ([]gomoku.BookMove, error) {
	if b.Stones() == 0 {
		return []gomoku.BookMove{{Point: center(b.Size()), Weight: 1}}, nil
	}
	candidates, err := j.candidates(ctx, b)
	if err != nil {
		return nil, err
	}
	// Only what survives a search of its own counts, and the scores of one depth: odd and even ones lean to different sides.
	var confirmed []judged
	depth := math.MaxInt
	for _, m := range candidates {
		m, ok, err := j.confirm(ctx, b, m.point)
		if err != nil {
			return nil, err
		}
		if ok {
			confirmed = append(confirmed, m)
			if !m.wins() {
				depth = min(depth, len(m.iterations))
			}
		}
	}
	for i := range confirmed {
		confirmed[i].score = confirmed[i].at(depth)
	}
	best(confirmed)
	var moves []gomoku.BookMove
	for _, m := range confirmed {
		worse := int(confirmed[0].score - m.score)
		if len(moves) < j.Keep && worse <= j.Margin {
			moves = append(moves, gomoku.BookMove{Point: m.point, Weight: j.weight(worse)})
		}
	}
	return moves, nil
}

// best sorts the moves, the best first.
func best(moves []judged) {
	slices.SortStableFunc(moves, func(a, b judged) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.point, b.point))
	})
}

// wins reports whether the last iteration found a win.
func (m *judged) wins() bool {
	return len(m.iterations) > 0 && m.iterations[len(m.iterations)-1] > gomoku.MaxEval
}

// at returns the mean of the scores of an odd and an even depth, the greater of which is given. A win is a win at any.
func (m *judged) at(depth int) gomoku.Score {
	n := min(depth, len(m.iterations))
	switch {
	case m.wins():
		return m.iterations[len(m.iterations)-1]
	case n == 0:
		return 0
	case n == 1:
		return m.iterations[0]
	}
	return (m.iterations[n-1] + m.iterations[n-2]) / 2
}

// weight returns the weight of a move that is so much worse than the best.
func (j *judge) weight(worse int) int {
	if worse == 0 {
		return 100
	}
	return max(1, int(math.Round(100*math.Exp(-2*float64(worse)/float64(j.Margin)))))
}

// candidates returns the moves that may turn out to lie within the margin: by one search of the position, those within twice
// the margin.
func (j *judge) candidates(ctx context.Context, b *gomoku.Board) ([]judged, error) {
	j.searcher.Clear()
	var iteration, complete []judged
	depth := 0
	for info, err := range j.searcher.Analyze(ctx, b, gomoku.WithNodes(j.Nodes), gomoku.WithMultiPV(j.Lines), gomoku.WithExcluded(twins(b)...)) {
		if err != nil {
			return nil, err
		}
		if info.Depth != depth {
			depth, iteration = info.Depth, nil
		}
		iteration = append(iteration, judged{point: info.Line.Moves[0], score: info.Line.Score})
		if len(iteration) >= len(complete) { // the last may be cut short
			complete = iteration
		}
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	best(complete)
	for i, m := range complete {
		if int(complete[0].score-m.score) > 2*j.Margin {
			return complete[:i], nil
		}
	}
	return complete, nil
}

// confirm searches the position after the move. It returns false if the opponent is found to win by force.
func (j *judge) confirm(ctx context.Context, b *gomoku.Board, p gomoku.Point) (m judged, ok bool, err error) {
	m.point = p
	after := b.Clone()
	if err := after.Play(p); err != nil {
		return m, false, err
	}
	if after.Outcome() != gomoku.Undecided {
		m.iterations = append(m.iterations, gomoku.WinIn(1)) // or a draw on the last point, which is as good: there is no other
		return m, true, nil
	}
	j.searcher.Clear()
	threats, err := j.searcher.Solve(ctx, after, gomoku.VCT, gomoku.WithNodes(j.Check))
	if err != nil || threats.Verdict == gomoku.Won {
		return m, false, err
	}
	j.searcher.Clear()
	for info, err := range j.searcher.Analyze(ctx, after, gomoku.WithNodes(j.Check)) {
		if err != nil {
			return m, false, err
		}
		m.iterations = append(m.iterations, -info.Line.Score)
	}
	if err := context.Cause(ctx); err != nil {
		return m, false, err
	}
	lost := len(m.iterations) > 0 && m.iterations[len(m.iterations)-1] < -gomoku.MaxEval
	return m, !lost, nil
}
