package opening

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/gomoku-go/gomoku"
)

// isEven reports whether a position with the score counts as fair: chances of 45 to 55 in a hundred.
func isEven(s gomoku.Score, rule gomoku.Rule) bool { return distance(s).WinRate(rule) <= evenRate }

const evenRate = 0.55

// Decide chooses an action for the player whose turn it is, with the help of se. It does not carry the action out: pass it to
// [State.Apply].
//
// It takes as long as one search of se, within se's own limits of time, depth or nodes; the first three stones take two more searches
// of one ply, and Yamaguchi's choices before the fourth stone one of two plies. A deadline of ctx is a time limit, as for [gomoku.Searcher.Search]. How it chooses:
//
//   - Before the other player chooses a color, it makes the game as even as it can. The first stones are chosen at random, so with
//     the same [gomoku.WithSeed] it makes the same proposal.
//   - When it chooses a color itself, it takes the one with the better score. In Swap2 it puts two more stones if the chances are
//     even, between 45 and 55 percent by [gomoku.Score.WinRate]. In Taraguchi10, and after the three stones of Soosorv8, the next
//     stone will make the game even again, so it leaves that stone to the other player.
//   - It offers the best candidates for the fifth move, declares the number of them that makes the game most even, and as White
//     chooses the one that is worst for Black.
//
// It returns an error if s is done. Other errors are those of [gomoku.Searcher.Search], except for [gomoku.ErrNoMove].
func Decide(ctx context.Context, se *gomoku.Searcher, s *State) (Action, error) {
	st := s.step()
	d := decision{ctx: ctx, se: se, s: s}
	switch {
	case s == nil || s.board == nil:
		return Action{}, errZero
	case st.end:
		return Action{}, s.refuse("the opening is over: there is nothing left to decide")
	case ctx.Err() != nil:
		return Action{}, context.Cause(ctx)
	}
	d.board = s.Board()
	a, err := d.action(st)
	if err != nil {
		return Action{}, err
	}
	return a, nil
}

// A decision is one call of Decide. Its board changes while it thinks; that of s does not.
type decision struct {
	ctx   context.Context
	se    *gomoku.Searcher
	s     *State
	board *gomoku.Board
}

func (d *decision) action(st step) (Action, error) {
	switch {
	case st.colors:
		return d.color(st)
	case st.put == 3:
		return d.propose()
	case st.put > 0:
		return d.putOne()
	case st.declare > 0:
		return d.declare(st.declare)
	case st.fifths:
		fifths, err := d.fifths(d.s.fifths)
		return Action{Kind: OfferFifths, Points: pointsOf(fifths)}, err
	}
	return d.choose()
}

// A valued move has its score for the side that makes it.
type valued struct {
	point gomoku.Point
	score gomoku.Score
}

func pointsOf(moves []valued) []gomoku.Point {
	points := make([]gomoku.Point, len(moves))
	for i, m := range moves {
		points[i] = m.point
	}
	return points
}

// search never comes back with ErrNoMove: in an opening there is always a legal point, and exclusions leave one. Where the time
// runs out between two searches of one choice, the second is a guess.
func (d *decision) search(limits ...gomoku.SearchOption) (gomoku.Result, error) {
	ctx := d.ctx
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		ctx = context.WithoutCancel(ctx)
		limits = append(limits, gomoku.WithNodes(1))
	}
	return d.se.Search(ctx, d.board, limits...)
}

// value is the worth of the position for the side to move. Two lines, for a book move is not looked at closely enough for that.
func (d *decision) value() (gomoku.Result, error) {
	r, err := d.search(gomoku.WithMultiPV(2))
	slices.SortStableFunc(r.Lines, func(a, b gomoku.Line) int { return cmp.Compare(b.Score, a.Score) })
	return r, err
}

// takeFor is the action that takes color c.
func takeFor(c gomoku.Color) Action {
	if c == gomoku.Black {
		return Action{Kind: TakeBlack}
	}
	return Action{Kind: TakeWhite}
}

// color chooses between the colors, or what may be done in their place.
func (d *decision) color(st step) (Action, error) {
	side := d.board.Turn()
	next := scripts[d.s.protocol][d.s.at+1]
	switch {
	case st.ten > 0:
		// Ten fifth moves are worth as much as the worst of them. To take a color is to let the other one cut the cake, or
		// to cut it: an even game at best.
		fifths, err := d.fifths(st.ten)
		if err == nil && fifths[len(fifths)-1].score.WinRate(d.board.Rule()) > evenRate {
			return Action{Kind: DeclareFifths, Fifths: st.ten}, nil
		}
		return takeFor(side.Opponent()), err
	case d.s.protocol == Yamaguchi, d.s.protocol == Soosorv8 && next.fifths:
		if err := d.playFourth(); err != nil {
			return Action{}, err
		}
		side = gomoku.Black
		fifths, err := d.fifths(d.s.fifths)
		if err == nil && fifths[len(fifths)-1].score < 0 {
			return takeFor(side.Opponent()), nil
		}
		return takeFor(side), err
	case next.put > 0 && d.s.protocol != RIFSwap && d.s.protocol != Swap2:
		// Whoever puts the next stone can do no better than to make it even, for the other one chooses again.
		return takeFor(side.Opponent()), nil
	}
	r, err := d.value()
	if err != nil {
		return Action{}, err
	}
	score, line := r.Lines[0].Score, r.Lines[0].Moves
	switch {
	case st.put > 0 && isEven(score, d.board.Rule()) && len(line) >= st.put:
		// After the best moves of both sides the position is worth what it was: even.
		return Action{Kind: PutStones, Points: slices.Clone(line[:st.put])}, nil
	case score < 0:
		return takeFor(side.Opponent()), nil
	}
	return takeFor(side), nil
}

// propose puts three stones: the first two by chance, and the third so that the game is even.
func (d *decision) propose() (Action, error) {
	var points []gomoku.Point
	for len(points) < 2 {
		p, err := d.anywhere()
		if err != nil {
			return Action{}, err
		}
		points = append(points, p)
		if err := d.board.Play(p); err != nil {
			return Action{}, err
		}
	}
	p, err := d.balance()
	return Action{Kind: PutStones, Points: append(points, p)}, err
}

// anywhere is a point of the next stone's area by chance, near the center or another stone. The chance is that of the searcher's
// ties: at a depth of one ply, within the widest margin, all moves are equal. The search for balance asks no book.
func (d *decision) anywhere() (gomoku.Point, error) {
	low, high := d.s.area(d.board.Stones())
	if d.board.Stones() == 0 && low != high {
		// Away from the center Black's first stone is worth less. Within a third of the board from it, a third stone that makes
		// the game even is found more often than within two points: 18 of 24 proposals in 300,000 nodes each lie within 60 of
		// zero by a search of twice that, where 14 of 24 did.
		last := d.board.Size() - 1
		off := d.board.Size() / 3
		low, high = gomoku.At(last/2-off, last/2-off), gomoku.At((last+1)/2+off, (last+1)/2+off)
	}
	if low == high {
		return low, nil
	}
	r, err := d.search(gomoku.WithDepth(1), gomoku.WithBalance(0), gomoku.WithRandomTieBreak(2*gomoku.MaxEval), gomoku.WithSymmetricMoves(), d.exclude(low, high, nil))
	return r.Best, err
}

// balance is the point of the next stone's area that leads nearest to an even game.
func (d *decision) balance() (gomoku.Point, error) {
	low, high := d.s.area(d.board.Stones())
	if low == high {
		return low, nil
	}
	const margin = 5 // points about as even are equal
	r, err := d.search(gomoku.WithBalance(0), gomoku.WithRandomTieBreak(margin), gomoku.WithSymmetricMoves(), d.exclude(low, high, nil))
	return r.Best, err
}

// exclude leaves out the points beyond an area, and others.
func (d *decision) exclude(low, high gomoku.Point, others []gomoku.Point) gomoku.SearchOption {
	out := slices.Clone(others)
	for _, p := range d.board.AppendLegal(nil) {
		if !within(p, low, high) {
			out = append(out, p)
		}
	}
	return gomoku.WithExcluded(out...)
}

// putOne puts a single stone: even where a choice of color follows, else the best.
func (d *decision) putOne() (Action, error) {
	var p gomoku.Point
	var err error
	if d.s.protocol == RIFSwap || d.s.protocol == Yamaguchi {
		var r gomoku.Result
		r, err = d.search()
		p = r.Best
	} else {
		p, err = d.balance()
	}
	return Action{Kind: PutStones, Points: []gomoku.Point{p}}, err
}

// playFourth puts White's best fourth stone, found by a short search, if it is still to come.
func (d *decision) playFourth() error {
	if d.board.Stones() > 3 {
		return nil
	}
	r, err := d.search(gomoku.WithDepth(2))
	if err != nil {
		return err
	}
	return d.board.Play(r.Best)
}

// declare says how many fifth moves make the game most even, for the other player takes a color next. White will choose the
// worst of them.
func (d *decision) declare(most int) (Action, error) {
	if err := d.playFourth(); err != nil {
		return Action{}, err
	}
	fifths, err := d.fifths(most)
	n := 1
	for i, f := range fifths {
		if distance(f.score) < distance(fifths[n-1].score) {
			n = i + 1
		}
	}
	return Action{Kind: DeclareFifths, Fifths: n}, err
}

func distance(s gomoku.Score) gomoku.Score { return max(s, -s) }

// fifths are the n best fifth moves that differ, best first.
func (d *decision) fifths(n int) ([]valued, error) {
	legal := d.board.AppendLegal(nil)
	differ := distinct(d.board, legal)
	twins := slices.DeleteFunc(legal, func(p gomoku.Point) bool { return slices.Contains(differ, p) })
	moves, err := d.rank(differ, gomoku.WithExcluded(twins...), n)
	return moves[:min(n, len(moves))], err
}

// distinct leaves of points that make the same shape the first one.
func distinct(b *gomoku.Board, points []gomoku.Point) []gomoku.Point {
	var differ []gomoku.Point
	seen := make(map[string]bool)
	for _, p := range points {
		if key := keyOf(with(b, p)); !seen[key] {
			seen[key] = true
			differ = append(differ, p)
		}
	}
	return differ
}

func keyOf(shape []stone) string {
	key := make([]byte, 0, 3*len(shape))
	for _, s := range shape {
		key = append(key, byte(s.x), byte(s.y), byte(s.color))
	}
	return string(key)
}

// rank values the points for the side to move, best first: the n best by search as far as it looks at so many, the others, which
// are further off or for which there was no time, by the static evaluation.
func (d *decision) rank(points []gomoku.Point, only gomoku.SearchOption, n int) ([]valued, error) {
	r, err := d.search(gomoku.WithMultiPV(max(n, 2)), only)
	if err != nil {
		return nil, err
	}
	var moves []valued
	searched := make(map[gomoku.Point]bool)
	for _, l := range r.Lines {
		if p := l.Moves[0]; slices.Contains(points, p) && !searched[p] {
			searched[p] = true
			moves = append(moves, valued{p, l.Score})
		}
	}
	best := func(a, b valued) int { return cmp.Compare(b.score, a.score) }
	slices.SortStableFunc(moves, best)
	if len(moves) >= n {
		return moves, nil
	}
	var rest []valued
	static := gomoku.NewPatternEvaluator(gomoku.PatternWeights{})
	for _, p := range points {
		if !searched[p] && d.board.Play(p) == nil {
			rest = append(rest, valued{p, -static.Evaluate(d.board)})
			d.board.Undo()
		}
	}
	slices.SortStableFunc(rest, best)
	return append(moves, rest...), nil
}

// choose takes the fifth move that is worst for Black.
func (d *decision) choose() (Action, error) {
	offered := d.s.offered
	moves, err := d.rank(offered, gomoku.WithMoves(offered...), len(offered))
	if err != nil {
		return Action{}, err
	}
	if len(moves) == 0 {
		return Action{}, errors.New("opening: unreachable: none of the fifth moves is legal")
	}
	worst := slices.MinFunc(moves, func(a, b valued) int { return cmp.Compare(a.score, b.score) })
	return Action{Kind: ChooseFifth, Points: []gomoku.Point{worst.point}}, nil
}
