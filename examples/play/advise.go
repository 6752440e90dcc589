package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

// consult calls ask with a searcher of full strength, without book or level. The search runs on the clock of the side to move, and the
// context ends when that clock runs out.
func (s *session) consult(ask func(ctx context.Context, adviser *gomoku.Searcher) error) error {
	if s.outcome != gomoku.Undecided {
		return errors.New(s.w.gameOver)
	}
	if s.adviser == nil {
		adviser, err := gomoku.NewSearcher(s.set.searchOptions()...)
		if err != nil {
			return err
		}
		s.adviser = adviser
	}
	ctx := s.ctx
	if s.clocks != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.clocks.remaining(s.board.Turn(), time.Now()))
		defer cancel()
	}
	s.scr.progress(s.w.searching, time.Now())
	searching, done := s.brk.search(ctx)
	err := ask(searching, s.adviser)
	done()
	s.scr.clear()
	if ctx.Err() != nil {
		return errStopped
	}
	return err
}

// An advice is what a search of full strength found out about a position: hint, moves and eval all show the same one.
type advice struct {
	hash  uint64
	lines []gomoku.Line // best first
	depth int
	stop  gomoku.StopReason
}

// mostMoves is how many moves the command moves lists.
const mostMoves = 10

// advise returns the advice about the position. It searches as long as the machine would think: half of the time for the best move,
// by a full search, and half for the true scores of the other moves. Ctrl-C cuts that short.
func (s *session) advise() (*advice, error) {
	if a := s.advice; a != nil && a.hash == s.board.Hash() && s.outcome == gomoku.Undecided {
		return a, nil
	}
	a := &advice{hash: s.board.Hash()}
	err := s.consult(func(ctx context.Context, adviser *gomoku.Searcher) error {
		r, err := adviser.Search(ctx, s.board, s.set.limits()...)
		if err != nil {
			return err
		}
		a.lines, a.depth, a.stop = []gomoku.Line{r.Lines[0]}, r.Depth, r.Stop
		others, err := s.others(ctx, adviser)
		for _, l := range others {
			if l.Moves[0] == r.Best {
				continue
			}
			// The best move was searched more thoroughly, so no other move is shown as worth more.
			l.Score = min(l.Score, r.Score)
			a.lines = append(a.lines, l)
		}
		a.lines = a.lines[:min(len(a.lines), mostMoves)]
		return err
	})
	if err != nil {
		return nil, err
	}
	s.advice = a
	return a, nil
}

// others lists the best moves with their true scores. They are those of the last iteration that was completed for every move,
// because scores of different depths cannot be compared.
func (s *session) others(ctx context.Context, adviser *gomoku.Searcher) (lines []gomoku.Line, err error) {
	if ctx.Err() != nil {
		return nil, nil
	}
	var iteration []gomoku.Line
	limits := append(s.set.limits(), gomoku.WithMultiPV(mostMoves+1))
	for info, err := range adviser.Analyze(ctx, s.board, limits...) {
		if err != nil {
			return nil, err
		}
		if info.Rank == 0 {
			iteration = nil
		}
		if iteration = append(iteration, info.Line); len(iteration) >= len(lines) {
			lines = iteration
		}
	}
	slices.SortStableFunc(lines, func(a, b gomoku.Line) int { return cmp.Compare(b.Score, a.Score) })
	return lines, nil
}

// errStopped stands for Ctrl-C, or the end of the clock, during a command. The session's loop tells the player which it was.
var errStopped = errors.New("stopped")

// hint names a good move and why it is one.
func (s *session) hint() error {
	a, err := s.advise()
	if err != nil {
		return err
	}
	best := a.lines[0]
	p := best.Moves[0]
	reasons := s.reasons(p, best.Score)
	switch {
	case len(reasons) > 0:
	case s.board.Stones() == 0:
		reasons = []string{s.w.center}
	case a.stop == gomoku.StopOnlyMove:
		reasons = []string{s.w.only}
	default:
		reasons = []string{s.w.bestBySearch}
	}
	text := s.point(p) + s.w.dash + strings.Join(reasons, s.w.semicolon)
	if a.depth > 0 {
		text += s.w.semicolon + s.worth(best.Score) + s.w.comma + fmt.Sprintf(s.w.depth, a.depth)
	}
	if len(best.Moves) > 1 {
		text += s.w.semicolon + fmt.Sprintf(s.w.line, s.points(best.Moves))
	}
	s.answer(s.w.hintLabel, "hint", text)
	return nil
}

// reasons says what the side to move gains by a stone on p, and what it prevents. score is that of the search.
func (s *session) reasons(p gomoku.Point, score gomoku.Score) []string {
	w, b := s.w, s.board
	us := b.Turn()
	other := us.Opponent()
	mine, theirs := b.Shapes(us, p), b.Shapes(other, p)
	if other == gomoku.Black && b.Forbidden(p) != gomoku.NoFoul {
		theirs = [4]gomoku.Shape{} // Black may not go there, so there is nothing to take
	}
	first, second := strongest(mine)
	if first == gomoku.Five {
		return []string{w.wins}
	}
	var reasons []string
	their1, their2 := strongest(theirs)
	if their1 == gomoku.Five {
		reasons = append(reasons, fmt.Sprintf(w.blocksFive, w.colors[other]))
	}
	plies, mate := score.Mate()
	if mate && plies > 0 {
		reasons = append(reasons, fmt.Sprintf(w.winsIn, (plies+1)/2))
	}
	switch {
	case first == gomoku.OpenFour || first >= gomoku.OpenThree && second < gomoku.OpenThree:
		reasons = append(reasons, fmt.Sprintf(w.makes, w.aShape[first]))
	case second >= gomoku.OpenThree:
		reasons = append(reasons, fmt.Sprintf(w.makesBoth, w.aShape[first], w.aShape[second]))
	}
	switch {
	case their1 == gomoku.Five:
	case their1 == gomoku.OpenFour || their1 >= gomoku.OpenThree && their2 < gomoku.OpenThree:
		reasons = append(reasons, fmt.Sprintf(w.stops, w.colors[other], w.aShape[their1]))
	case their2 >= gomoku.OpenThree:
		reasons = append(reasons, fmt.Sprintf(w.stopsBoth, w.colors[other], w.aShape[their1], w.aShape[their2]))
	}
	if mate && plies < 0 {
		reasons = append(reasons, fmt.Sprintf(w.putsOff, (-plies+1)/2))
	}
	return reasons
}

// strongest is the two strongest shapes of four lines.
func strongest(lines [4]gomoku.Shape) (first, second gomoku.Shape) {
	for _, shape := range lines {
		if shape > first {
			first, second = shape, first
		} else if shape > second {
			second = shape
		}
	}
	return first, second
}

// candidates lists the best moves with their scores and chances.
func (s *session) candidates() error {
	a, err := s.advise()
	if err != nil {
		return err
	}
	for i, line := range a.lines {
		text := fmt.Sprintf("%2d. %-5s %7s %4.0f%%", i+1, s.point(line.Moves[0]), line.Score, 100*line.Score.WinRate(s.rule))
		if len(line.Moves) > 1 {
			text += "   " + fmt.Sprintf(s.w.line, s.points(line.Moves))
		}
		s.answer(s.w.movesLabel, "moves", text)
	}
	return nil
}

// evaluate shows the position's worth for the side to move: by the static evaluation and by search; and the shapes that stand.
func (s *session) evaluate() error {
	w, b := s.w, s.board
	a, err := s.advise()
	if err != nil {
		return err
	}
	var evaluator gomoku.Evaluator = gomoku.NewPatternEvaluator(gomoku.PatternWeights{})
	if s.set.evaluator == "shape" {
		evaluator = new(gomoku.ShapeEvaluator).WithDefense(s.set.defense, b.Turn())
	}
	text := fmt.Sprintf(w.evalStatic, w.colors[b.Turn()], evaluator.Evaluate(b))
	if a.depth > 0 {
		chances := fmt.Sprintf("%.0f%%", 100*a.lines[0].Score.WinRate(s.rule))
		text += w.comma + fmt.Sprintf(w.evalSearch, a.lines[0].Score, a.depth) + fmt.Sprintf(w.parens, chances)
	}
	s.answer(w.evalLabel, "eval", text)
	for _, c := range []gomoku.Color{gomoku.Black, gomoku.White} {
		var shapes []string
		for shape := gomoku.Five; shape >= gomoku.Two; shape-- {
			if n := b.CountShapes(c, shape); n > 0 {
				shapes = append(shapes, fmt.Sprintf(w.evalShape, n, w.shapes[shape]))
			}
		}
		if shapes == nil {
			shapes = []string{w.evalNone}
		}
		s.answer(w.evalLabel, "eval", fmt.Sprintf(w.evalShapes, w.colors[c], strings.Join(shapes, w.comma)))
	}
	return nil
}
