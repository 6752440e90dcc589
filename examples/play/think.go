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

// machineTurn lets the machine think and play.
func (s *session) machineTurn(color gomoku.Color) {
	started := time.Now()
	s.clocks.start(color, s.board.Len(), started)
	searcher, err := s.machine(color)
	if err != nil {
		s.fail(err)
		return
	}
	limits := []gomoku.SearchOption{gomoku.WithProgress(s.showProgress(color))}
	if s.clocks != nil {
		limits = append(limits, gomoku.WithTimeBudget(s.clocks.budget(color, s.set.time, started)))
	}
	s.scr.progress(fmt.Sprintf(s.w.thinking, s.w.colors[color]), started)
	r, err := searcher.Search(s.ctx, s.board, limits...)
	s.scr.clear()
	switch {
	case s.ctx.Err() != nil: // what was found so far is nobody's move
	case s.loseOnTime(color):
	case err != nil:
		s.fail(err)
	default:
		if err := s.play(r.Best, fmt.Sprintf(s.w.parens, s.info(r))); err != nil {
			s.fail(err)
			return
		}
		if s.set.stats {
			s.tellStats(r)
		}
	}
}

// machine is the searcher that plays color. Each color has its own, so that neither knows what the other thought.
func (s *session) machine(color gomoku.Color) (*gomoku.Searcher, error) {
	if s.machines[color] == nil {
		searcher, err := gomoku.NewSearcher(s.set.machineOptions(s.book, s.seed)...)
		if err != nil {
			return nil, err
		}
		s.machines[color] = searcher
	}
	return s.machines[color], nil
}

// showProgress gives the function that keeps the live line up to date.
func (s *session) showProgress(color gomoku.Color) func(gomoku.Info) {
	return func(in gomoku.Info) {
		if s.scr.still || in.Rank != 0 {
			return
		}
		w := s.w
		parts := []string{fmt.Sprintf(w.depth, in.Depth), fmt.Sprintf(w.score, in.Line.Score), fmt.Sprintf(w.line, s.points(in.Line.Moves))}
		s.scr.progress(fmt.Sprintf(w.thinking, w.colors[color])+strings.Join(parts, w.comma), time.Now())
	}
}

// info is what stands behind a move of the machine on a terminal.
func (s *session) info(r gomoku.Result) string {
	w := s.w
	var parts []string
	switch {
	case r.Stop == gomoku.StopBook:
		parts = []string{w.fromBook}
	case r.Depth == 0:
		parts = []string{w.atOnce}
	default:
		parts = []string{fmt.Sprintf(w.score, r.Score), fmt.Sprintf(w.depth, r.Depth), fmt.Sprintf(w.nodes, short(r.Stats.Nodes))}
	}
	parts = append(parts, fmt.Sprintf("%.2f s", r.Stats.Elapsed.Seconds()))
	return strings.Join(parts, w.comma)
}

// tellStats writes what -stats asks for. Piped output has no other place for score and depth, so they come along.
func (s *session) tellStats(r gomoku.Result) {
	st := r.Stats
	text := fmt.Sprintf(s.w.stats, percent(st.PruningRate()), short(st.Cutoffs), percent(ratio(st.FirstMoveCutoffs, st.Cutoffs)),
		percent(st.HashHitRate()), short(int64(st.NodesPerSecond())))
	if !s.scr.terminal {
		text = s.info(r) + s.w.comma + text
	}
	s.answer(s.w.statsLabel, "stats", text)
}

func ratio(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

func percent(f float64) string { return fmt.Sprintf("%.1f%%", 100*f) }

// short writes a count in at most a few digits: 950, 12.3k, 4.56M.
func short(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1fk", float64(n)/1e3)
	}
	return fmt.Sprintf("%.2fM", float64(n)/1e6)
}

// consult gives ask a searcher of full strength, without book or level, and a context that ends with the clock of the side to move, on whose
// time it runs.
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
	err := ask(ctx, s.adviser)
	s.scr.clear()
	if ctx.Err() != nil {
		return errStopped
	}
	return err
}

// advise searches for as long as the machine would have.
func (s *session) advise() (r gomoku.Result, err error) {
	err = s.consult(func(ctx context.Context, adviser *gomoku.Searcher) (err error) {
		r, err = adviser.Search(ctx, s.board)
		return err
	})
	return r, err
}

// errStopped is Ctrl-C or the end of the clock during a command; the session's loop says more.
var errStopped = errors.New("stopped")

// hint names a good move and why it is one.
func (s *session) hint() error {
	r, err := s.advise()
	if err != nil {
		return err
	}
	reasons := s.reasons(r.Best, r.Score)
	switch {
	case len(reasons) > 0:
	case s.board.Stones() == 0:
		reasons = []string{s.w.center}
	case r.Stop == gomoku.StopOnlyMove:
		reasons = []string{s.w.only}
	default:
		reasons = []string{s.w.bestBySearch}
	}
	text := s.point(r.Best) + s.w.dash + strings.Join(reasons, s.w.semicolon)
	if r.Depth > 0 {
		text += s.w.semicolon + fmt.Sprintf(s.w.score, r.Score) + s.w.comma + fmt.Sprintf(s.w.depth, r.Depth)
	}
	if len(r.Lines) > 0 && len(r.Lines[0].Moves) > 1 {
		text += s.w.semicolon + fmt.Sprintf(s.w.line, s.points(r.Lines[0].Moves))
	}
	s.answer(s.w.hintLabel, "hint", text)
	return nil
}

// reasons says what the side to move gains by a stone on p, and what it takes from the other side. score is that of the search.
func (s *session) reasons(p gomoku.Point, score gomoku.Score) []string {
	w, b := s.w, s.board
	me := b.Turn()
	other := me.Opponent()
	mine, theirs := b.Shapes(me, p), b.Shapes(other, p)
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

// candidates lists the ten best moves with their scores.
func (s *session) candidates() error {
	const most = 10
	// Lines of the last iteration that was completed for every move: scores of different depths do not compare.
	var lines, iteration []gomoku.Line
	err := s.consult(func(ctx context.Context, adviser *gomoku.Searcher) error {
		for info, err := range adviser.Analyze(ctx, s.board, gomoku.WithMultiPV(most)) {
			if err != nil {
				return err
			}
			if info.Rank == 0 {
				iteration = nil
			}
			if iteration = append(iteration, info.Line); len(iteration) >= len(lines) {
				lines = iteration
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(lines, func(a, b gomoku.Line) int { return cmp.Compare(b.Score, a.Score) })
	for i, line := range lines {
		text := fmt.Sprintf("%2d. %-5s %7s", i+1, s.point(line.Moves[0]), line.Score)
		if len(line.Moves) > 1 {
			text += "   " + fmt.Sprintf(s.w.line, s.points(line.Moves))
		}
		s.answer(s.w.movesLabel, "moves", text)
	}
	return nil
}

// evaluate shows the position's worth for the side to move: at a glance, and by search; and the shapes that stand.
func (s *session) evaluate() error {
	w, b := s.w, s.board
	r, err := s.advise()
	if err != nil {
		return err
	}
	var evaluator gomoku.Evaluator = gomoku.NewPatternEvaluator(gomoku.PatternWeights{})
	if s.set.evaluator == "shape" {
		evaluator = new(gomoku.ShapeEvaluator).WithDefense(s.set.defense, b.Turn())
	}
	text := fmt.Sprintf(w.evalStatic, w.colors[b.Turn()], evaluator.Evaluate(b))
	if r.Depth > 0 {
		text += w.comma + fmt.Sprintf(w.evalSearch, r.Score, r.Depth)
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
