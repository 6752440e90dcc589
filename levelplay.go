package gomoku

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/level"
)

// playAtLevel searches as far as the level looks, and chooses as it does.
func playAtLevel(ctx context.Context, e *engine.Engine, b *Board, c *config, l engine.Limits, start time.Time) (Result, error) {
	plan := level.Of(int(c.level))
	wanted := max(l.MultiPV, 1)
	l.TieBreak = l.TieBreak && plan.Choices == 1 // the others choose by chance themselves
	if l.Depth == 0 || l.Depth > plan.Depth {
		l.Depth = plan.Depth
	}
	if l.Nodes == 0 || l.Nodes > plan.Nodes {
		l.Nodes = plan.Nodes
	}
	chooses := b.Stones() > 0 || c.balance // every level opens a game on the center
	if chooses {
		l.MultiPV = max(wanted, plan.Choices)
	}
	r, err := resultOf(e.Search(ctx, &b.pos, l), 0)
	if err != nil {
		return r, err
	}
	first := r.Lines[0]
	if chooses && r.Score < WinIn(1) {
		p := levelPlayer{e, plan, b.Clone(), c, mix(c.seed, b.Hash())}
		first = p.choose(r.Lines)
	}
	r.Best, r.Score = first.Moves[0], first.Score
	lines := []Line{first}
	for _, line := range r.Lines {
		if line.Moves[0] != r.Best && len(lines) < wanted {
			lines = append(lines, line)
		}
	}
	r.Lines = lines
	r.Stats.Elapsed = time.Since(start)
	return r, nil
}

// A levelPlayer chooses a move on a board as a level does.
type levelPlayer struct {
	engine *engine.Engine
	plan   level.Plan
	board  *Board
	config *config
	random uint64
}

// chance returns a number from 0 up to 1.
func (p *levelPlayer) chance() float64 {
	p.random = mix(p.random, 0x9e3779b97f4a7c15)
	return float64(p.random>>11) / (1 << 53)
}

// choose returns the line to play, given those that the search found, best first.
func (p *levelPlayer) choose(lines []Line) Line {
	all := lines
	lines = lines[:min(len(lines), p.plan.Choices)]
	if overlooked := p.overlook(lines); len(overlooked) > 0 {
		return p.softmax(overlooked)
	}
	safe := p.filter(lines, func(m Point) bool { return p.safe(m, p.plan.Guard) })
	if len(safe) == 0 {
		if line, ok := p.rescue(all[len(all)-1].Score); ok {
			return line
		}
		return p.softmax(lines)
	}
	if plies, ok := safe[0].Score.Mate(); ok && plies > 0 && p.sure(plies) && !p.config.balance {
		return safe[0]
	}
	return p.softmax(safe)
}

// rescue looks for a safe move among all the others. Its score is not known: it is given one.
func (p *levelPlayer) rescue(score Score) (Line, bool) {
	for _, m := range p.board.AppendLegal(nil) {
		if !p.config.allows(m) || !p.safe(m, p.plan.Guard) {
			continue
		}
		if p.board.Shape(p.board.Turn(), m) == Five { // a search for balance leaves fives alone
			score = WinIn(1)
		}
		return Line{Moves: []Point{m}, Score: score}, true
	}
	return Line{}, false
}

// overlook returns the lines that let an open three of the opponent stand, if the level overlooks it this time.
func (p *levelPlayer) overlook(lines []Line) []Line {
	if p.chance()*100 >= float64(p.plan.Oversight) {
		return nil
	}
	const five, openFour = 1, 2
	return p.filter(lines, func(m Point) bool { return p.safe(m, five) && !p.safe(m, openFour) })
}

func (p *levelPlayer) filter(lines []Line, keep func(Point) bool) (kept []Line) {
	for _, line := range lines {
		if keep(line.Moves[0]) {
			kept = append(kept, line)
		}
	}
	return kept
}

// safe reports whether m leaves the opponent no win by fours in so many moves or fewer, the five included.
func (p *levelPlayer) safe(m Point, moves int) bool {
	if p.board.Play(m) != nil {
		return false
	}
	defer p.board.Undo()
	return p.board.outcome != Undecided || p.engine.Safe(&p.board.pos, moves)
}

// sure reports whether the level is sure of a win or loss in so many plies.
func (p *levelPlayer) sure(plies int) bool {
	return p.plan.Horizon == 0 || max(plies, -plies) <= p.plan.Horizon
}

// softmax chooses one of the lines by chance, with weights that fall by a factor of e for each temperature by which a line is
// worth less than the best.
func (p *levelPlayer) softmax(lines []Line) Line {
	if len(lines) == 1 {
		return lines[0]
	}
	worth := make([]float64, len(lines))
	for i, line := range lines {
		worth[i] = p.worth(line.Score)
	}
	best, total := slices.Max(worth), 0.0
	for i := range worth {
		worth[i] = math.Exp((worth[i] - best) * 100 / p.plan.Temperature)
		total += worth[i]
	}
	at := p.chance() * total
	for i, w := range worth {
		if at -= w; at < 0 {
			return lines[i]
		}
	}
	return lines[0]
}

// worth is the chance to win that the level sees in a score, from 0 to 1. In a search for balance it is how near that is to
// the chance at the target, 0 at most.
func (p *levelPlayer) worth(score Score) float64 {
	const unsure = 0.2 // what a loss beyond the horizon seems to be worth, and what a win seems to lack
	rate := score.WinRate(p.board.rule)
	if plies, ok := score.Mate(); ok && !p.sure(plies) {
		rate = math.Abs(math.Round(rate) - unsure)
	}
	if p.config.balance {
		return -math.Abs(rate - p.config.balanceTarget.WinRate(p.board.rule))
	}
	return rate
}
