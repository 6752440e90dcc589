package main

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/gomoku-go/gomoku"
)

// A review is what is found out about a game, move by move.
type review struct {
	game     *gomoku.Game
	number   int // in its file
	set      *settings
	searcher *gomoku.Searcher
	board    *gomoku.Board // before the next move
	view     *view         // of board; nil: not looked at yet

	moves    []*reviewed
	complete bool // nothing is left
	turning  []*reviewed
	lost     *reviewed // the move that lost the game; nil: none is known
	tally    [3]tally  // by gomoku.Color
}

// A verdict is what a move is called.
type verdict string

const (
	best        verdict = "best"
	good        verdict = "good"
	inaccuracy  verdict = "inaccuracy"
	mistake     verdict = "mistake"
	blunder     verdict = "blunder"
	missedWin   verdict = "missed win"
	missedBlock verdict = "missed block"
	forced      verdict = "forced"
	lost        verdict = "lost" // no move is known that does not lose
	foulMove    verdict = "forbidden move"
)

// A means is how a win comes about. Empty: there is none to speak of.
type means string

const (
	byFive   means = "five"
	byFours  means = "fours"
	byThrees means = "threes" // fours and threes
	bySearch means = "search" // with quiet moves
)

// The least losses, in chances to win, that have a name. Reviews of a game of 69 moves between strong programs, with 300 ms and with 1.2 s a
// move, differ by 0.02 on average and by 0.14 at most: what is less is no matter for words.
const (
	inaccuracyLoss = 0.15
	mistakeLoss    = 0.25
	blunderLoss    = 0.40
)

const (
	mostTurning = 5
	mostRefuted = 4 // moves that look best and lose, after which no better one is sought
)

// A reviewed move. Scores are for the side that moved.
type reviewed struct {
	number        int
	color         gomoku.Color
	move          gomoku.Point
	before, after gomoku.Score // with the best move, and with the one that was played
	loss          float64      // of the chance to win
	verdict       verdict
	best          gomoku.Point
	line          []gomoku.Point // from best on
	missed        means          // of the win that was missed, or of the opponent's that was not stopped
	allowed       means          // of the opponent's win that the move made possible
	reply         []gomoku.Point // how the opponent wins after the move
	depth         int
	wins          bool
}

// A tally is the sum of a side's moves.
type tally struct {
	moves, counted                                int // counted: those with a choice
	loss                                          float64
	best, good, inaccuracies, mistakes, blunders  int
	missedWins, missedBlocks, forced, lost, fouls int
}

// accuracy is from 0 to 100: 100 less the chance to win, in hundredths, that a move with a choice gave away on average.
func (t *tally) accuracy() float64 {
	if t.counted == 0 {
		return 100
	}
	return 100 * (1 - t.loss/float64(t.counted))
}

func newReview(g *gomoku.Game, number int, set *settings, s *gomoku.Searcher) (*review, error) {
	first := g.First
	if first == gomoku.Empty {
		first = gomoku.Black
	}
	b, err := gomoku.NewPosition(g.Size, g.Rule, g.Black, g.White, first)
	if err != nil {
		return nil, err
	}
	return &review{game: g, number: number, set: set, searcher: s, board: b, complete: len(g.Moves) == 0}, nil
}

// A view is what is known of a position, for the side to move.
type view struct {
	score gomoku.Score
	best  gomoku.Point // NoPoint: a pass, or the game is over
	line  []gomoku.Point
	depth int
}

func (v *view) wins() bool  { return isWin(v.score) }
func (v *view) loses() bool { return isWin(-v.score) }

func isWin(s gomoku.Score) bool {
	_, ok := s.Mate()
	return ok && s > 0
}

// turned is a score of the position after a move as one of the position before it. That a win is a ply further away can only be told of
// proofs; opinions just change sides.
func turned(s gomoku.Score) gomoku.Score {
	plies, ok := s.Mate()
	switch {
	case !ok:
		return -s
	case s > 0:
		return gomoku.LossIn(plies + 1)
	}
	return gomoku.WinIn(-plies + 1)
}

// advanced is the proof of a position as one of the position after its best move.
func advanced(s gomoku.Score) gomoku.Score {
	plies, _ := s.Mate()
	if s > 0 {
		return gomoku.LossIn(plies - 1)
	}
	return gomoku.WinIn(-plies - 1)
}

// winRate is the chance to win that a score stands for.
func (r *review) winRate(s gomoku.Score) float64 { return s.WinRate(r.board.Rule()) }

// next reviews a move; nil when none is left. An error leaves the review as it was.
func (r *review) next(ctx context.Context) (*reviewed, error) {
	i := len(r.moves)
	if i == len(r.game.Moves) {
		r.complete = true
		return nil, nil
	}
	if r.view == nil {
		v, err := r.look(ctx, r.board)
		if err != nil {
			return nil, err
		}
		r.view = v
	}
	m := &reviewed{number: i + 1, color: r.board.Turn(), move: r.game.Moves[i], depth: r.view.depth}
	foul := r.game.Reason == gomoku.ByFoul && i == len(r.game.Moves)-1
	after := r.board.Clone()
	then := &view{score: gomoku.WinIn(0)} // what a foul gives to the opponent
	if !foul {
		if err := again(after, m.move); err != nil {
			return nil, err
		}
		var err error
		if then, err = r.look(ctx, after); err != nil {
			return nil, err
		}
		// What is proved of a position holds for the next one along the proof, whether it can be found again or not.
		if v := r.view; m.move == v.best && (v.wins() || v.loses()) && !then.wins() && !then.loses() {
			then = &view{score: advanced(v.score), line: v.line[min(1, len(v.line)):], best: then.best, depth: then.depth}
			if len(then.line) > 0 {
				then.best = then.line[0]
			}
		}
	}
	if err := r.judge(ctx, m, then, after, foul); err != nil {
		return nil, err
	}
	r.moves = append(r.moves, m)
	r.board, r.view = after, then
	r.complete = len(r.moves) == len(r.game.Moves)
	return m, nil
}

// look searches a position. Of a win the line goes on to the five, wherever it can be found.
func (r *review) look(ctx context.Context, b *gomoku.Board, excluded ...gomoku.Point) (*view, error) {
	if over := b.Outcome(); over != gomoku.Undecided {
		v := &view{}
		if over.Winner() != gomoku.Empty { // only a move can have ended it, so the side to move has lost
			v.score = gomoku.LossIn(0)
		}
		return v, nil
	}
	found, err := r.searcher.Search(ctx, b, append(r.set.limits(), gomoku.WithExcluded(excluded...))...)
	switch {
	case errors.Is(err, gomoku.ErrNoMove) && len(excluded) == 0: // nothing but forbidden points
		next := b.Clone()
		if err := next.Pass(); err != nil {
			return nil, err
		}
		v, err := r.look(ctx, next)
		if err != nil {
			return nil, err
		}
		return &view{score: turned(v.score), line: append([]gomoku.Point{gomoku.NoPoint}, v.line...), depth: v.depth}, nil
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, context.Cause(ctx) // what was found so far does not compare
	}
	v := &view{score: found.Score, best: found.Best, line: found.Lines[0].Moves, depth: found.Depth}
	if v.wins() {
		err = r.finish(ctx, b, v)
	}
	return v, err
}

// finish goes on with the line of a win up to the five.
func (r *review) finish(ctx context.Context, b *gomoku.Board, v *view) error {
	end := b.Clone()
	for _, p := range v.line {
		if err := end.Play(p); err != nil {
			return err
		}
	}
	most, _ := v.score.Mate()
	for end.Outcome() == gomoku.Undecided && len(v.line) < most {
		found, err := r.searcher.Search(ctx, end, r.set.limits()...)
		if err != nil {
			if errors.Is(err, gomoku.ErrNoMove) {
				return nil // the line would need a pass
			}
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := end.Play(found.Best); err != nil {
			return err
		}
		v.line = append(v.line, found.Best)
	}
	return nil
}

// judge says what a move was worth: then is the position after it, of which after has the stones.
func (r *review) judge(ctx context.Context, m *reviewed, then *view, after *gomoku.Board, foul bool) error {
	b := r.board
	m.after = turned(then.score)
	if r.view.loses() && !foul {
		m.after = min(m.after, r.view.score) // a proved loss stays one, though its proof be out of sight
	}
	m.wins = !foul && after.Winner() == m.color
	if err := r.findBest(ctx, m, then); err != nil {
		return err
	}
	m.loss = max(r.winRate(m.before)-r.winRate(m.after), 0)

	mine, stops := fives(b, m.color), []gomoku.Point(nil)
	if len(mine) == 0 {
		stops = fiveStops(b)
	}
	switch {
	case foul:
		m.verdict = foulMove
	case m.wins:
		m.verdict = best
	case len(stops) == 1 && m.move == stops[0], len(b.AppendLegal(nil)) <= 1:
		m.verdict = forced
	case len(mine) > 0:
		m.verdict, m.missed = missedWin, byFive
		m.best, m.line = mine[0], mine[:1]
	case len(stops) > 0 && len(fives(after, m.color.Opponent())) > 0:
		m.verdict, m.missed, m.reply = missedBlock, byFive, fives(after, m.color.Opponent())[:1]
		if !slices.Contains(stops, m.best) {
			m.best, m.line = stops[0], stops[:1]
		}
	case isWin(-m.before):
		m.verdict = lost
	case isWin(m.before) && !isWin(m.after):
		return r.judgeWin(ctx, m, then, after)
	case isWin(-m.after):
		return r.judgeLoss(ctx, m, then, after)
	default:
		m.verdict = byLoss(m)
	}
	return nil
}

// byLoss is the verdict of a move by which nothing is proved.
func byLoss(m *reviewed) verdict {
	switch {
	case m.loss >= blunderLoss:
		return blunder
	case m.loss >= mistakeLoss:
		return mistake
	case m.loss >= inaccuracyLoss:
		return inaccuracy
	case m.move == m.best:
		return best
	}
	return good
}

// findBest finds the best move and its score. Scores of searches from different positions differ by chance, so the move that was played and
// the best one are compared by the same search after either; proofs need no comparison.
func (r *review) findBest(ctx context.Context, m *reviewed, then *view) error {
	v := r.view
	m.before, m.best, m.line = v.score, v.best, v.line
	if !v.wins() && !v.loses() {
		m.before = gomoku.LossIn(0)
		var refuted []gomoku.Point
		for candidate := v; ; {
			child := then
			if candidate.best != m.move {
				next := r.board.Clone()
				if err := again(next, candidate.best); err != nil {
					return err
				}
				var err error
				if child, err = r.look(ctx, next); err != nil {
					return err
				}
			}
			if score := turned(child.score); score > m.before {
				m.before, m.best, m.line = score, candidate.best, append([]gomoku.Point{candidate.best}, child.line...)
			}
			// A move that turns out to lose was not the best after all, if there is another.
			if refuted = append(refuted, candidate.best); !child.wins() || len(refuted) == mostRefuted || candidate.best == gomoku.NoPoint {
				break
			}
			var err error
			candidate, err = r.look(ctx, r.board, refuted...)
			if errors.Is(err, gomoku.ErrNoMove) {
				break
			}
			if err != nil {
				return err
			}
		}
	}
	if m.after > m.before || m.after == m.before && m.move != m.best {
		m.before, m.best, m.line = m.after, m.move, append([]gomoku.Point{m.move}, then.line...)
	}
	return nil
}

// judgeWin judges a move after which a proved win is not in sight any more. It is missed only if the opponent has a reply after which the
// same search finds none either, and the win can be shown to its end.
func (r *review) judgeWin(ctx context.Context, m *reviewed, then *view, after *gomoku.Board) error {
	kind := winMeans(r.board, m.line)
	reply := after.Clone()
	if again(reply, then.best) == nil {
		v, err := r.look(ctx, reply)
		if err != nil {
			return err
		}
		if v.wins() {
			m.after, m.loss, m.verdict = m.before, 0, good
			return nil
		}
	}
	m.verdict = missedWin
	if m.missed = kind; kind == "" {
		m.verdict = byLoss(m)
	}
	if isWin(-m.after) {
		m.allowed, m.reply = winMeans(after, then.line), then.line
	}
	return nil
}

// judgeLoss judges a move that loses by proof where another one does not, as far as the search sees. Whether the opponent threatened that
// before is found out as if the side to move had passed.
func (r *review) judgeLoss(ctx context.Context, m *reviewed, then *view, after *gomoku.Board) error {
	m.verdict, m.reply, m.allowed = blunder, then.line, winMeans(after, then.line)
	passed := r.board.Clone()
	if err := passed.Pass(); err != nil {
		return err
	}
	threat, err := r.look(ctx, passed)
	if err != nil || !threat.wins() || m.allowed == "" {
		return err
	}
	if m.allowed == byFours {
		// The best move is a block only if it is proved to leave no win by fours.
		next := r.board.Clone()
		if err := again(next, m.best); err != nil {
			return err
		}
		if next.Outcome() == gomoku.Undecided {
			limits := []gomoku.SearchOption{gomoku.WithNodes(500_000)}
			if r.set.time > 0 {
				limits = append(limits, gomoku.WithTimeBudget(r.set.time))
			}
			s, err := r.searcher.Solve(ctx, next, gomoku.VCF, limits...)
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if s.Verdict != gomoku.NoWin {
				return nil
			}
		}
	}
	m.verdict, m.missed, m.allowed = missedBlock, m.allowed, ""
	return nil
}

// fives lists the points where c would win at once.
func fives(b *gomoku.Board, c gomoku.Color) (points []gomoku.Point) {
	if b.CountPoints(c, gomoku.Five) == 0 {
		return nil
	}
	for y := range b.Size() {
		for x := range b.Size() {
			if p := gomoku.At(x, y); b.Shape(c, p) == gomoku.Five {
				points = append(points, p)
			}
		}
	}
	return points
}

// fiveStops lists the moves that stop every five that the opponent threatens; none where no five is threatened. Under most rules it is the
// point of the five; under Caro a stone can close the end of a row as well, of two rows even.
func fiveStops(b *gomoku.Board) (stops []gomoku.Point) {
	opponent := b.Turn().Opponent()
	if len(fives(b, opponent)) == 0 {
		return nil
	}
	b = b.Clone()
	for _, p := range b.AppendLegal(nil) {
		if b.Play(p) != nil {
			continue
		}
		if len(fives(b, opponent)) == 0 {
			stops = append(stops, p)
		}
		b.Undo()
	}
	return stops
}

// winMeans says how a line wins for the side that moves first in it; empty if it does not show the five.
func winMeans(b *gomoku.Board, line []gomoku.Point) means {
	b = b.Clone()
	me, kind := b.Turn(), byFours
	for i, p := range line {
		if i%2 == 0 {
			switch shape := b.Shape(me, p); {
			case shape >= gomoku.Four:
			case shape == gomoku.OpenThree && kind != bySearch:
				kind = byThrees
			default:
				kind = bySearch
			}
		}
		if again(b, p) != nil {
			return ""
		}
	}
	switch {
	case b.Winner() != me:
		return ""
	case len(line) == 1:
		return byFive
	}
	return kind
}

// conclude draws the sum of the moves reviewed so far.
func (r *review) conclude() {
	for _, m := range r.moves {
		t := &r.tally[m.color]
		t.moves++
		if m.verdict != forced && m.verdict != lost {
			t.counted++
			t.loss += m.loss
		}
		switch m.verdict {
		case best:
			t.best++
		case good:
			t.good++
		case inaccuracy:
			t.inaccuracies++
		case mistake:
			t.mistakes++
		case blunder:
			t.blunders++
		case missedWin:
			t.missedWins++
		case missedBlock:
			t.missedBlocks++
		case forced:
			t.forced++
		case lost:
			t.lost++
		case foulMove:
			t.fouls++
		}
		if m.loss >= mistakeLoss {
			r.turning = append(r.turning, m)
		}
	}
	slices.SortStableFunc(r.turning, func(a, b *reviewed) int { return cmp.Compare(b.loss, a.loss) })
	r.turning = r.turning[:min(len(r.turning), mostTurning)]
	if r.lost = r.losingMove(); r.lost != nil && !slices.Contains(r.turning, r.lost) { // in a bad position it may have cost little
		r.turning = append(r.turning[:min(len(r.turning), mostTurning-1)], r.lost)
	}
	slices.SortFunc(r.turning, func(a, b *reviewed) int { return a.number - b.number })
}

// losingMove is the last move of the loser that made a loss certain where another one did not.
func (r *review) losingMove() *reviewed {
	loser := r.game.Outcome.Winner().Opponent()
	if loser == gomoku.Empty && r.game.Outcome == gomoku.Undecided && r.view != nil && r.complete {
		switch { // nobody has written down the end that can be seen
		case r.view.loses():
			loser = r.board.Turn()
		case r.view.wins():
			loser = r.board.Turn().Opponent()
		}
	}
	for _, m := range slices.Backward(r.moves) {
		if m.color == loser && isWin(-m.after) && !isWin(-m.before) {
			return m
		}
	}
	return nil
}
