package engine

import (
	"slices"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/threat"
)

// A rootMove is a move at the root with what is known of it.
type rootMove struct {
	cell  position.Cell
	score int             // of this iteration; -infinity: not better than the moves before it
	line  []position.Cell // the move and what follows; never changed, copies of the move share it
}

// iterate searches ever deeper. It returns with Stop unset where the budget ended the search.
func (t *thread) iterate() (r Result) {
	p, limits := t.p, t.limits
	plain := limits.MultiPV <= 1 && !limits.Balance && !limits.TieBreak
	moves := t.rootMoves(plain)
	r.Best = position.None
	if len(moves) == 0 {
		return r
	}
	r.Best = moves[0].cell // should there be no time at all
	lines := min(max(limits.MultiPV, 1), len(moves))

	if len(moves) == 1 && p.Stones() == p.Size()*p.Size()-1 {
		r.Stop = StopOnlyMove
	}
	if plain && r.Stop == 0 {
		if line := t.fours(moves); line != nil {
			r.Lines = []Line{{Moves: line, Score: winIn(len(line))}}
			r.Best, r.Depth, r.Stop = line[0], len(line), StopSolved
			t.report(&r, 0, len(line))
			return r
		}
		if line := t.threes(moves); line != nil {
			r.Lines = []Line{{Moves: line, Score: winIn(len(line))}}
			r.Best, r.Depth, r.Stop = line[0], len(line), StopSolved
			t.report(&r, 0, len(line))
			return r
		}
	}

	solved := 0
	var ties []rootMove
	var pace pace
	for depth := 1; ; depth++ {
		t.rootDepth, t.selDepth = depth, 0
		previous := slices.Clone(moves)
		complete := true
		for k := range lines {
			t.aspire(moves, k, depth)
			if t.stopped {
				complete = t.salvage(moves, previous, lines)
				break
			}
		}
		if complete {
			if !limits.Balance {
				sortMoves(moves[:lines]) // a later line may have turned out better
			}
			r.Lines = collect(r.Lines[:0], moves[:lines])
			r.Best = moves[0].cell
			if !slices.ContainsFunc(ties, func(m rootMove) bool { return m.cell == r.Best }) {
				ties = nil // they were equals of another best move
			}
			if !t.stopped {
				r.Depth = depth
				for k := range lines {
					t.report(&r, k, depth)
				}
			}
		}
		if t.stopped {
			break
		}
		if limits.TieBreak {
			if found := t.ties(moves, depth); found != nil {
				ties = found
			}
		}
		score := moves[0].score
		if decided(score) {
			solved++
		} else {
			solved = 0
		}
		switch {
		case r.Stop == StopOnlyMove:
		case solved >= 4 || solved > 0 && depth >= winScore-max(score, -score):
			if plain {
				r.Stop = StopSolved
			}
		case plain && len(moves) == 1 && (!limits.Deadline.IsZero() || limits.budget.most > 0) && depth >= 6:
			r.Stop = StopOnlyMove
		}
		if r.Stop == 0 && limits.budget.usual > 0 {
			pace.update(r.Best, score)
			if t.engine.now().Sub(t.start) >= pace.scale(limits.budget.usual) {
				r.Stop = StopTime
			}
		}
		if limits.Depth > 0 && depth >= limits.Depth || depth >= maxDepth {
			if r.Stop == 0 {
				r.Stop = StopDepth
			}
		}
		if r.Stop != 0 || t.mustStop() {
			break
		}
	}
	if plain && len(t.engine.threads) > 1 {
		t.engine.settle(&r)
	}
	if len(r.Lines) == 0 { // not even a ply was looked ahead
		score := t.evaluate()
		for _, m := range moves {
			if p.Wins(p.Side(), m.cell) && (m.cell == r.Best || !limits.Balance) {
				r.Best, score = m.cell, winIn(1)
				break
			}
		}
		r.Lines = []Line{{Moves: []position.Cell{r.Best}, Score: score}}
	}
	if len(ties) > 1 {
		m := ties[choose(limits.Seed^p.Hash(), len(ties))]
		r.Best = m.cell
		chosen := collect(nil, []rootMove{m})
		for _, l := range r.Lines {
			if len(chosen) < lines && l.Moves[0] != m.cell {
				chosen = append(chosen, l)
			}
		}
		r.Lines = chosen
	}
	for i := range r.Lines {
		t.complete(&r.Lines[i])
	}
	return r
}

// rootMoves lists the moves to choose from, best first by their order. A plain search looks only at what can save the game;
// other searches want to know about all moves.
func (t *thread) rootMoves(plain bool) (moves []rootMove) {
	p, n := t.p, &t.stack[0]
	n.enterRoot(p)
	me := p.Side()
	allowed := func(c position.Cell) bool {
		return !slices.Contains(t.limits.Excluded, c) && t.legal(c)
	}
	add := func(c position.Cell) {
		if p.Empty(c) && allowed(c) && !slices.ContainsFunc(moves, func(m rootMove) bool { return m.cell == c }) {
			moves = append(moves, rootMove{cell: c, score: -infinity, line: []position.Cell{c}})
		}
	}
	if p.Stones() == 0 {
		add(position.CellAt(p.Size()/2, p.Size()/2))
		if plain && len(moves) > 0 {
			return moves
		}
		for y := range p.Size() {
			for x := range p.Size() {
				add(position.CellAt(x, y))
			}
		}
	}
	if p.Fives(me) > 0 && !t.limits.Balance {
		for _, c := range p.AppendClass(nil, me, pattern.ClassFive) {
			add(c) // foul suspects are not fives, but they do no harm after one
		}
		slices.SortStableFunc(moves, func(a, b rootMove) int { return btoi(p.Wins(me, b.cell)) - btoi(p.Wins(me, a.cell)) })
	}
	if plain {
		t.generate(n, 0)
		list := n.picker.list
		for m := pickBest(list); m != 0; m = pickBest(list) {
			add(cellOf(m))
		}
	}
	if len(moves) == 0 && p.Fives(me.Opponent()) > 0 {
		// Lost, but who stops one of two fives may hope.
		for _, c := range p.AppendClass(nil, me.Opponent(), pattern.ClassFive) {
			if p.Wins(me.Opponent(), c) {
				add(c)
			}
		}
	}
	if len(moves) == 0 || !plain {
		// The whole neighbourhood, blocks and fives included by their order.
		var list []uint64
		candidates := p.Candidates()
		for _, c := range candidates.Append(nil) {
			list = t.appendMove(list, n, c)
		}
		for _, c := range p.AppendClass(nil, me, pattern.ClassOpenThree) {
			if !candidates.Has(c) {
				list = t.appendMove(list, n, c)
			}
		}
		for _, c := range p.AppendClass(nil, me.Opponent(), pattern.ClassOpenThree) {
			if !candidates.Has(c) {
				list = t.appendMove(list, n, c)
			}
		}
		for m := pickBest(list); m != 0; m = pickBest(list) {
			add(cellOf(m))
		}
	}
	if len(moves) == 0 {
		empty := p.EmptyCells()
		for _, c := range empty.Append(nil) {
			add(c)
		}
	}
	return moves
}

// legal reports whether the side to move may play the empty cell c: Black's fouls are no fouls of White.
func (t *thread) legal(c position.Cell) bool {
	return t.p.Side() == pattern.White || t.p.Foul(c) == position.NoFoul
}

// fours looks for a win by fours before anything else. It returns the line, or nil.
func (t *thread) fours(moves []rootMove) []position.Cell {
	budget := int64(t.params.RootFoursNodes)
	if t.limits.Nodes > 0 {
		budget = min(budget, t.limits.Nodes/4)
	}
	if t.params.RootFoursNodes == 0 && t.p.Fives(t.p.Side()) == 0 {
		return nil
	}
	verdict, line := t.vcf.Shortest(0, max(budget, 1))
	if verdict != threat.Won || !slices.ContainsFunc(moves, func(m rootMove) bool { return m.cell == line[0] }) {
		return nil
	}
	return slices.Clone(line)
}

// threesEntries is the size of the table for the search of threes at the root: about a megabyte.
const threesEntries = 1 << 15

// threes looks for a win by fours and threes, for a small share of the move's time. Such a win is verified, so it needs no
// further search; it need not be the shortest. It returns the line, or nil.
func (t *thread) threes(moves []rootMove) []position.Cell {
	share := int64(t.params.RootThreesNodes)
	if share == 0 || t.p.OpenThrees(t.p.Side())+t.p.Fours(t.p.Side()) == 0 {
		return nil
	}
	budget := 200 * share
	if !t.limits.Deadline.IsZero() {
		budget = share * t.limits.Deadline.Sub(t.engine.now()).Milliseconds()
	}
	if usual := t.limits.budget.usual; usual > 0 {
		budget = min(budget, share*usual.Milliseconds())
	}
	if t.limits.Nodes > 0 {
		budget = min(budget, t.limits.Nodes/8)
	}
	if t.limits.Depth > 0 {
		budget = min(budget, 50<<min(t.limits.Depth, 20)) // a shallow search is asked for a shallow look
	}
	if budget < 100 {
		return nil
	}
	if t.vct == nil || t.vct.Position() != t.p {
		t.vct = threat.NewVCT(t.p, threesEntries, &t.engine.stop)
	}
	before := t.vct.Nodes()
	verdict, line := t.vct.Solve(budget)
	t.stats.Nodes += t.vct.Nodes() - before
	if verdict != threat.Won || !slices.ContainsFunc(moves, func(m rootMove) bool { return m.cell == line[0] }) {
		return nil
	}
	return slices.Clone(line)
}

// aspire searches the moves from number k on with a window around the last score, which widens until it holds the new one.
func (t *thread) aspire(moves []rootMove, k, depth int) {
	if t.limits.Balance {
		t.searchBalance(moves, k, depth)
		return
	}
	alpha, beta := -infinity, infinity
	delta := t.params.AspirationWindow
	center := moves[k].score
	if delta > 0 && depth >= t.params.AspirationDepth && center > -infinity && !decided(center) {
		alpha, beta = max(center-delta, -infinity), min(center+delta, infinity)
	}
	for {
		v := t.searchRoot(moves, k, alpha, beta, depth*onePly)
		if t.stopped {
			return
		}
		sortMoves(moves[k:])
		switch {
		case v <= alpha && alpha > -infinity:
			beta = (alpha + beta) / 2
			alpha = max(v-delta, -infinity)
		case v >= beta && beta < infinity:
			beta = min(v+delta, infinity)
		default:
			return
		}
		delta *= 3
		if delta > 1500 || decided(v) {
			alpha, beta = -infinity, infinity
		}
	}
}

func sortMoves(moves []rootMove) {
	slices.SortStableFunc(moves, func(a, b rootMove) int { return b.score - a.score })
}

// searchRoot searches the moves from number k on with one window and sets their scores.
func (t *thread) searchRoot(moves []rootMove, k, alpha, beta, depth int) int {
	if t.traced == 0 {
		return t.searchRootMoves(moves, k, alpha, beta, depth)
	}
	t.traceEnterRoot(moves, k, alpha, beta, depth)
	score := t.searchRootMoves(moves, k, alpha, beta, depth)
	t.traceLeaveRoot(moves, k, score, beta)
	return score
}

// searchRootMoves is searchRoot without the tracer: the principal variation search of a node, but that each move keeps what is known of it, and
// that there is nothing to prune.
func (t *thread) searchRootMoves(moves []rootMove, k, alpha, beta, depth int) int {
	n := &t.stack[0]
	for i := k; i < len(moves); i++ {
		moves[i].score = -infinity
	}
	n.eval = 0
	if !n.inFive {
		n.eval = t.evaluate()
	}
	n.best = -infinity
	t.stats.Generated += int64(len(moves) - k)
	for i := k; i < len(moves); i++ {
		r, m := &moves[i], &n.current
		m.cell, m.number = r.cell, i-k
		t.classifyRoot(n, m)
		if !m.tactical && n.best > -MaxEval {
			if reason, skip := t.skipQuiet(n, m.number); skip {
				if t.traced > 1 {
					t.tracer.Skip(0, m.cell, reason)
				}
				continue
			}
		}
		if m.ours == pattern.ClassFive && t.p.Fives(n.us) > 0 {
			n.move = m.cell
			t.stats.Searched++
			if t.traced > 1 {
				t.traceFive(m.cell, alpha, beta)
			}
			r.line = []position.Cell{m.cell}
			r.score = winIn(1)
			n.best = max(n.best, r.score)
			alpha = max(alpha, min(n.best, winIn(2)))
			if n.best >= beta {
				break
			}
			continue
		}
		next := depth - onePly
		score := t.searchMove(n, m, alpha, beta, next, t.rootReduction(m, depth, next), 0)
		if t.stopped {
			return 0
		}
		if m.number == 0 || score > alpha {
			r.score = score
			r.line = append([]position.Cell{m.cell}, t.stack[1].line...)
		}
		if score > n.best {
			n.best = score
			alpha = max(alpha, score)
			if score >= beta {
				break
			}
		}
	}
	return n.best
}

// searchBalance looks among the moves from number k on for the one whose score is nearest to the target. The window shrinks
// around the target from both sides.
func (t *thread) searchBalance(moves []rootMove, k, depth int) {
	target := t.limits.Target
	distance := infinity
	for i := k; i < len(moves); i++ {
		m := &moves[i]
		low, high := max(target-distance, -infinity), min(target+distance, infinity)
		t.stack[0].move = m.cell
		v := winIn(1)
		t.stack[1].line = t.stack[1].line[:0]
		if !t.p.Wins(t.p.Side(), m.cell) {
			t.play(m.cell)
			v = -t.search(-high, -low, (depth-1)*onePly, 1, false)
			t.undo()
		}
		if t.stopped {
			return
		}
		m.score = v
		if d := max(v-target, target-v); d < distance {
			distance = d
			m.line = append([]position.Cell{m.cell}, t.stack[1].line...)
			best := *m
			copy(moves[k+1:i+1], moves[k:i])
			moves[k] = best
		}
	}
}

// ties lists the moves whose true score at this depth lies within the margin of the best, the best among them. Inside the
// window of the search only the first move's score is its own, the others' are bounds: each of them is searched again.
func (t *thread) ties(moves []rootMove, depth int) []rootMove {
	best := moves[0].score
	margin := t.limits.TieMargin
	if decided(best) {
		margin = 0 // a quicker win is no equal of a slower one
	}
	low, high := best-margin, best
	if target := t.limits.Target; t.limits.Balance { // near the target, not high
		distance := max(best-target, target-best) + margin
		low, high = target-distance, target+distance
	}
	found := []rootMove{moves[0]}
	for i := 1; i < len(moves); i++ {
		m := moves[i]
		t.stack[0].move = m.cell
		v := winIn(1)
		t.stack[1].line = t.stack[1].line[:0]
		if !t.p.Wins(t.p.Side(), m.cell) {
			t.play(m.cell)
			v = -t.search(-(high + 1), -(low - 1), (depth-1)*onePly, 1, false)
			t.undo()
		}
		if t.stopped {
			return nil
		}
		if v >= low && (v <= high || !t.limits.Balance) {
			m.score = min(v, high) // the order of moves stays
			m.line = append([]position.Cell{m.cell}, t.stack[1].line...)
			found = append(found, m)
		}
	}
	return found
}

// salvage decides what an interrupted iteration is worth where one line is wanted: a move that was found better after the
// first one was done is taken, else all is as it was. The first iteration has nothing to go back to, so that any move that
// was searched is taken.
func (t *thread) salvage(moves, previous []rootMove, lines int) bool {
	first := previous[0].score == -infinity
	if lines == 1 && !t.limits.Balance && moves[0].score > -infinity && moves[0].cell == previous[0].cell {
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

func collect(lines []Line, moves []rootMove) []Line {
	for _, m := range moves {
		lines = append(lines, Line{Moves: slices.Clone(m.line), Score: m.score})
	}
	return lines
}

// report tells the caller about line k of an iteration.
func (t *thread) report(r *Result, k, depth int) {
	if t.limits.Progress == nil || t.stopped {
		return // the caller may have had enough at the line before
	}
	stats := t.stats
	stats.Nodes = t.nodes()
	if !t.limits.Progress(Info{
		Depth: depth, SelDepth: max(t.selDepth, depth), Rank: k,
		Line: Line{Moves: slices.Clone(r.Lines[k].Moves), Score: r.Lines[k].Score}, Stats: stats, Elapsed: t.engine.now().Sub(t.start),
	}) {
		t.stopped = true
	}
}

// complete goes on with the line of a proved win where the search saw its end from the counters, as far as fours show it.
func (t *thread) complete(l *Line) {
	if !decided(l.Score) {
		return
	}
	p := t.p
	plies := winScore - max(l.Score, -l.Score)
	played := 0
	for _, c := range l.Moves {
		if !p.Empty(c) || p.Wins(p.Side(), c) {
			break
		}
		p.Play(c)
		played++
	}
	won := played < len(l.Moves)
	if !won && len(l.Moves) < plies {
		if (plies-len(l.Moves))%2 == 0 { // the loser is to move: it blocks
			he := p.Side().Opponent()
			if blocks := p.AppendBlocks(nil, he); len(blocks) > 0 && t.legal(blocks[0]) {
				l.Moves = append(l.Moves, blocks[0])
				p.Play(blocks[0])
				played++
			}
		}
		if (plies-len(l.Moves))%2 == 1 {
			if verdict, line := t.vcf.Shortest((plies-len(l.Moves)+1)/2, 10_000); verdict == threat.Won && len(l.Moves)+len(line) == plies {
				l.Moves = append(l.Moves, line...)
			}
		}
	}
	for range played {
		p.Undo()
	}
}

// choose returns a number below n as a function of seed.
func choose(seed uint64, n int) int {
	seed ^= seed >> 30
	seed *= 0xbf58476d1ce4e5b9
	seed ^= seed >> 27
	seed *= 0x94d049bb133111eb
	seed ^= seed >> 31
	return int(seed % uint64(n))
}
