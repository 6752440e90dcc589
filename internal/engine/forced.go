package engine

import (
	"slices"

	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/threat"
)

// Bounds of the solvers at the root.
const (
	rootVCFShare    = 4       // of a limit of nodes the VCF takes a quarter at most,
	rootVCTShare    = 8       // and the VCT an eighth: most games are not decided by force
	shallowVCTNodes = 50      // with a limit of depth; twice as many for each ply
	rootVCTEntries  = 1 << 15 // of the table of the VCT: about a megabyte
	rootVCTTime     = 200     // milliseconds: what the VCT takes its share of where time is no limit
	leastVCTNodes   = 100     // fewer find nothing
)

// rootVCF looks for a win by fours before anything else. It returns the line, or nil.
func (t *thread) rootVCF(moves []rootMove) []position.Cell {
	if t.params.RootVCFNodes == 0 && t.p.Fives(t.p.Side()) == 0 {
		return nil
	}
	nodes := int64(t.params.RootVCFNodes)
	if limit := t.shared.limits.Nodes; limit > 0 {
		nodes = min(nodes, limit/rootVCFShare)
	}
	verdict, line := t.vcf.Shortest(0, max(nodes, 1))
	return wonLine(verdict, line, moves)
}

// rootVCT looks for a win by fours and threes, for a small share of the move's time. Such a win is verified, so it needs no
// further search; it need not be the shortest. It returns the line, or nil.
func (t *thread) rootVCT(moves []rootMove) []position.Cell {
	us := t.p.Side()
	nodes := t.rootVCTNodes()
	if nodes < leastVCTNodes || t.p.OpenThrees(us)+t.p.Fours(us) == 0 {
		return nil
	}
	if t.vct == nil || t.vct.Position() != t.p {
		t.vct = threat.NewVCT(t.p, rootVCTEntries, &t.shared.ending.abort)
	}
	before := t.vct.Nodes()
	verdict, line := t.vct.Solve(nodes)
	t.stats.Nodes += t.vct.Nodes() - before
	return wonLine(verdict, line, moves)
}

// rootVCTNodes returns how many nodes rootVCT may take.
func (t *thread) rootVCTNodes() int64 {
	perMillisecond, limits, clock := int64(t.params.RootVCTNodes), t.shared.limits, &t.shared.time
	nodes := rootVCTTime * perMillisecond
	if clock.limited() {
		nodes = perMillisecond * clock.remaining().Milliseconds()
	}
	if clock.optimum > 0 {
		nodes = min(nodes, perMillisecond*clock.optimum.Milliseconds())
	}
	if limits.Nodes > 0 {
		nodes = min(nodes, limits.Nodes/rootVCTShare)
	}
	if limits.Depth > 0 {
		nodes = min(nodes, shallowVCTNodes<<min(limits.Depth, 20)) // a shallow search gets a small VCT
	}
	return nodes
}

// wonLine returns a copy of a solver's line if it is a win by one of the moves, or nil.
func wonLine(verdict threat.Verdict, line []position.Cell, moves []rootMove) []position.Cell {
	if verdict != threat.Won || !hasMove(moves, line[0]) {
		return nil
	}
	return slices.Clone(line)
}

// completionNodes bounds the search for the rest of one line.
const completionNodes = 10_000

// complete goes on with the line of a proved win where the search saw its end from the counters, as far as fours show it.
func (t *thread) complete(l *Line) {
	if !decided(l.Score) {
		return
	}
	played := 0
	for _, c := range l.Moves {
		if !t.p.Empty(c) || t.p.Wins(t.p.Side(), c) {
			break
		}
		t.p.Play(c)
		played++
	}
	if plies := pliesToEnd(l.Score); played == len(l.Moves) && played < plies {
		if (plies-played)%2 == 0 && t.completeBlock(l) {
			played++
		}
		if rest := plies - len(l.Moves); rest%2 == 1 {
			if verdict, line := t.vcf.Shortest((rest+1)/2, completionNodes); verdict == threat.Won && len(line) == rest {
				l.Moves = append(l.Moves, line...)
			}
		}
	}
	for range played {
		t.p.Undo()
	}
}

// completeBlock plays the loser's block of a five, if there is one.
func (t *thread) completeBlock(l *Line) bool {
	blocks := t.p.AppendBlocks(nil, t.p.Side().Opponent())
	if len(blocks) == 0 || !t.legal(blocks[0]) {
		return false
	}
	l.Moves = append(l.Moves, blocks[0])
	t.p.Play(blocks[0])
	return true
}
