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
# stone is answered; 3 points at the first. In each position the best moves were judged by one search; their scores are the
# means of its last two iterations. Kept are those that lie within the margin of the best and that neither a search of the
# position after the move nor a search for threats refuted. The weight is 100 for the best and falls to a seventh at the margin.
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
	index := make(map[string]*node)
	reach := func(n *node, p gomoku.Point, follower gomoku.Color, odd bool) {
		b := n.b.Clone()
		if b.Play(p) != nil || b.Outcome() != gomoku.Undecided {
			return
		}
		key := canonical(b)
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

// A judged move is a good one, perhaps.
type judged struct {
	point gomoku.Point
	score gomoku.Score
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
	slices.SortStableFunc(candidates, func(a, b judged) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.point, b.point))
	})
	var moves []gomoku.BookMove
	best := gomoku.Score(0)
	for _, m := range candidates {
		if len(moves) == j.Keep || len(moves) > 0 && int(best-m.score) > j.Margin {
			break
		}
		loses, err := j.loses(ctx, b, m)
		if err != nil {
			return nil, err
		}
		if loses {
			continue
		}
		if len(moves) == 0 {
			best = m.score
		}
		moves = append(moves, gomoku.BookMove{Point: m.point, Weight: j.weight(int(best - m.score))})
	}
	return moves, nil
}

// weight returns the weight of a move that is so much worse than the best.
func (j *judge) weight(worse int) int {
	if worse == 0 {
		return 100
	}
	return max(1, int(math.Round(100*math.Exp(-2*float64(worse)/float64(j.Margin)))))
}

// candidates returns the moves that were among the best in both of the last two iterations, with the mean of their scores:
// scores of odd and of even depths lean to different sides.
func (j *judge) candidates(ctx context.Context, b *gomoku.Board) ([]judged, error) {
	j.searcher.Clear()
	var iterations [][]judged
	depth := 0
	for info, err := range j.searcher.Analyze(ctx, b, gomoku.WithNodes(j.Nodes), gomoku.WithMultiPV(j.Lines), gomoku.WithExcluded(twins(b)...)) {
		if err != nil {
			return nil, err
		}
		if info.Depth != depth {
			depth = info.Depth
			iterations = append(iterations, nil)
		}
		last := &iterations[len(iterations)-1]
		*last = append(*last, judged{info.Line.Moves[0], info.Line.Score})
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	// The last iteration may have been cut short.
	if n := len(iterations); n > 1 && len(iterations[n-1]) < len(iterations[n-2]) {
		iterations = iterations[:n-1]
	}
	if len(iterations) == 0 {
		return nil, nil
	}
	last := iterations[len(iterations)-1]
	if len(iterations) == 1 {
		return last, nil
	}
	var both []judged
	for _, m := range last {
		for _, before := range iterations[len(iterations)-2] {
			if before.point == m.point {
				both = append(both, judged{m.point, mean(m.score, before.score)})
			}
		}
	}
	if len(both) == 0 {
		return last, nil
	}
	return both, nil
}

// mean returns the mean of a score and an older one, but a win or a loss as it is: there is nothing between it and others.
func mean(score, older gomoku.Score) gomoku.Score {
	_, mate := score.Mate()
	_, was := older.Mate()
	if mate || was {
		return score
	}
	return (score + older) / 2
}

// loses reports whether the opponent is found to win by force after the move.
func (j *judge) loses(ctx context.Context, b *gomoku.Board, m judged) (bool, error) {
	if m.score < -gomoku.MaxEval {
		return true, nil
	}
	after := b.Clone()
	if err := after.Play(m.point); err != nil {
		return false, err
	}
	if after.Outcome() != gomoku.Undecided {
		return false, nil
	}
	j.searcher.Clear()
	threats, err := j.searcher.Solve(ctx, after, gomoku.VCT, gomoku.WithNodes(j.Check))
	if err != nil || threats.Verdict == gomoku.Won {
		return err == nil, err
	}
	reply, err := j.searcher.Search(ctx, after, gomoku.WithNodes(j.Check))
	return reply.Score > gomoku.MaxEval, err
}
