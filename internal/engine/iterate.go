package engine

import (
	"slices"

	"github.com/gomoku-go/gomoku/internal/position"
)

// A rootSearch is a search of the root by iterative deepening (Slate and Atkin, 1977), by the first thread.
type rootSearch struct {
	t       *thread
	moves   []rootMove // to choose from; the best are in front, as many as there are lines
	lines   int        // wanted
	plain   bool       // nothing but the best move is wanted
	onlyOne bool       // there is one empty cell left
	opening bool       // the first move of a game is the center, whatever the scores say
	proved  int        // iterations in a row with a decided score
	ties    []rootMove // that may be chosen in place of the best
	result  Result
}

// When a search ends before its limits.
const (
	provedIterations = 4 // with a decided score, in a row: the first ones may not have found the quickest end
	onlyMoveDepth    = 6 // of a single move under a limit of time: deep enough for a line worth showing
)

func newRootSearch(t *thread) *rootSearch {
	p, limits := t.p, t.shared.limits
	s := &rootSearch{t: t, plain: limits.plain()}
	s.moves = t.rootMoves(s.plain)
	s.lines = min(max(limits.MultiPV, 1), len(s.moves))
	s.onlyOne = len(s.moves) == 1 && p.Stones() == p.Size()*p.Size()-1
	s.opening = p.Stones() == 0 && !limits.Balance && limits.Moves == nil && len(s.moves) > 0 && s.moves[0].cell == center(p)
	s.result.Best = position.None
	if len(s.moves) > 0 {
		s.result.Best = s.moves[0].cell // should there be no time at all
	}
	return s
}

// run searches ever deeper until a limit is met or the result is certain, and records why it ended.
func (s *rootSearch) run() {
	ending := &s.t.shared.ending
	reason := StopDepth // without a move there is nothing to look for
	if len(s.moves) > 0 {
		reason = s.deepen()
	}
	if s.onlyOne {
		reason = StopOnlyMove
	}
	if reason != 0 {
		ending.settle(reason)
	}
	s.result.Stop = ending.why()
}

// deepen is the loop of run. It returns 0 where a limit ended the search, which is recorded then.
func (s *rootSearch) deepen() Stop {
	if s.plain && !s.onlyOne && s.solve() {
		return StopSolved
	}
	for depth := 1; ; depth++ {
		s.iterate(depth)
		if s.t.stopped {
			return 0
		}
		if reason := s.enough(depth); reason != 0 {
			return reason
		}
		if s.t.mustStop() {
			return 0
		}
	}
}

// solve looks for a forced win, which needs no search.
func (s *rootSearch) solve() bool {
	line := s.t.rootVCF(s.moves)
	if line == nil {
		line = s.t.rootVCT(s.moves)
	}
	if line == nil {
		return false
	}
	r := &s.result
	r.Lines = []Line{{Moves: line, Score: winIn(len(line))}}
	r.Best, r.Depth = line[0], len(line)
	s.report(0, len(line))
	return true
}

// iterate searches all lines to a depth.
func (s *rootSearch) iterate(depth int) {
	t, r := s.t, &s.result
	t.rootDepth, t.selDepth = depth, 0
	previous := slices.Clone(s.moves)
	for k := range s.lines { // each without the moves of those before it (MultiPV)
		moves := s.moves
		if s.opening && k == 0 {
			moves = moves[:1]
		}
		t.aspire(moves, k, depth)
		if t.stopped {
			if !s.salvage(previous) {
				return
			}
			break
		}
	}
	if !t.shared.limits.Balance {
		sortMoves(s.moves[btoi(s.opening):s.lines]) // a later line may have turned out better
	}
	r.Lines = linesOf(r.Lines[:0], s.moves[:s.lines])
	r.Best = s.moves[0].cell
	if !hasMove(s.ties, r.Best) {
		s.ties = nil // they were equals of another best move
	}
	if t.stopped {
		return
	}
	r.Depth = depth
	for k := range s.lines {
		s.report(k, depth)
	}
	if t.shared.limits.TieBreak && !s.opening && !t.stopped {
		if ties := t.findTies(s.moves, depth); ties != nil {
			s.ties = ties
		}
	}
}

// salvage takes what it can from an interrupted iteration, and reports whether it took anything. Where one line is wanted, a
// move that turned out better than the first one is taken; otherwise the moves are put back as they were before the
// iteration. The first iteration has nothing to go back to, so the best of the moves searched is taken.
func (s *rootSearch) salvage(previous []rootMove) bool {
	moves, first := s.moves, previous[0].score == -infinity
	if s.lines == 1 && !s.t.shared.limits.Balance && moves[0].score > -infinity && moves[0].cell == previous[0].cell {
		best := 0
		for i := range moves {
			if moves[i].score > moves[best].score {
				best = i
			}
		}
		if best > 0 || first {
			better := moves[best]
			copy(moves[1:best+1], moves[:best])
			moves[0] = better
			return true
		}
	}
	copy(moves, previous)
	return false
}

// enough returns why the search need not go on after a complete iteration, or 0.
func (s *rootSearch) enough(depth int) Stop {
	limits, clock, score := s.t.shared.limits, &s.t.shared.time, s.moves[0].score
	s.proved++
	if !decided(score) {
		s.proved = 0
	}
	switch {
	case s.onlyOne:
		return StopOnlyMove
	case s.plain && (s.proved >= provedIterations || s.proved > 0 && depth >= pliesToEnd(score)):
		return StopSolved
	case s.plain && len(s.moves) == 1 && limits.Moves == nil && clock.limited() && depth >= onlyMoveDepth:
		return StopOnlyMove
	}
	if clock.update(s.result.Best, score); clock.isEnough() {
		return StopTime
	}
	if limits.Depth > 0 && depth >= limits.Depth || depth >= maxDepth {
		return StopDepth
	}
	return 0
}

// report tells the caller about line k of an iteration.
func (s *rootSearch) report(k, depth int) {
	t := s.t
	if t.shared.limits.Progress == nil || t.stopped {
		return // the caller may have had enough at the line before
	}
	line, stats := s.result.Lines[k], t.stats
	stats.Nodes = t.nodes()
	if !t.shared.limits.Progress(Info{
		Depth: depth, SelDepth: max(t.selDepth, depth), Rank: k,
		Line: Line{Moves: slices.Clone(line.Moves), Score: line.Score}, Stats: stats, Elapsed: t.shared.time.elapsed(),
	}) {
		t.shared.ending.end(StopCanceled)
		t.stopped = true
	}
}

// finish completes the result: it adds a line where there was no time for any, chooses among ties, and extends the lines of
// proved wins and losses to the end of the game.
func (s *rootSearch) finish() Result {
	r := &s.result
	if r.Best == position.None {
		return *r
	}
	if len(r.Lines) == 0 {
		r.Lines = []Line{s.fallbackLine()}
	}
	if len(s.ties) > 1 {
		s.breakTie()
	}
	for i := range r.Lines {
		s.t.complete(&r.Lines[i])
	}
	return *r
}

// fallbackLine returns the line of a search that ended before its first move was searched: a five, or else the first move
// with the static evaluation as its score.
func (s *rootSearch) fallbackLine() Line {
	r, p := &s.result, s.t.p
	score := s.t.evaluate()
	for _, m := range s.moves {
		if p.Wins(p.Side(), m.cell) && (m.cell == r.Best || !s.t.shared.limits.Balance) {
			r.Best, score = m.cell, winIn(1)
			break
		}
	}
	return Line{Moves: []position.Cell{r.Best}, Score: score}
}

// breakTie chooses one of the ties by chance, and puts its line in front.
func (s *rootSearch) breakTie() {
	r := &s.result
	m := s.ties[choose(s.t.shared.limits.Seed^s.t.p.Hash(), len(s.ties))]
	r.Best = m.cell
	lines := linesOf(nil, []rootMove{m})
	for _, l := range r.Lines {
		if len(lines) < s.lines && l.Moves[0] != m.cell {
			lines = append(lines, l)
		}
	}
	r.Lines = lines
}
