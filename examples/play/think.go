package main

import (
	"fmt"
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
	ctx, done := s.brk.search(s.ctx)
	r, err := searcher.Search(ctx, s.board, limits...)
	done()
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
		parts := []string{fmt.Sprintf(w.depth, in.Depth), s.worth(in.Line.Score), fmt.Sprintf(w.line, s.points(in.Line.Moves))}
		s.scr.progress(fmt.Sprintf(w.thinking, w.colors[color])+strings.Join(parts, w.comma), time.Now())
	}
}

// info is what a terminal shows after a move of the machine.
func (s *session) info(r gomoku.Result) string {
	w := s.w
	var parts []string
	switch {
	case r.Stop == gomoku.StopBook:
		parts = []string{w.fromBook}
	case r.Depth == 0:
		parts = []string{w.atOnce}
	default:
		parts = []string{s.worth(r.Score), fmt.Sprintf(w.depth, r.Depth), fmt.Sprintf(w.nodes, short(r.Stats.Nodes))}
	}
	parts = append(parts, fmt.Sprintf("%.2f s", r.Stats.Elapsed.Seconds()))
	return strings.Join(parts, w.comma)
}

// tellStats writes what -stats asks for. Piped output shows score and depth nowhere else, so they are included.
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

// worth is a score, and the chances that go with it.
func (s *session) worth(score gomoku.Score) string {
	return fmt.Sprintf(s.w.score, score) + fmt.Sprintf(s.w.parens, fmt.Sprintf("%.0f%%", 100*score.WinRate(s.rule)))
}
