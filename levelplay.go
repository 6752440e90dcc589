package gomoku

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
)

// A levelPlan is how a level plays.
type levelPlan struct {
	depth       int     // plies that it looks ahead
	nodes       int64   // moves that it makes in the search at most
	horizon     int     // wins and losses in more plies than this only look good or bad to it; 0: none
	choices     int     // among so many of the best moves it chooses
	temperature float64 // of the choice, in percentage points of the chance to win
	fours       int     // it leaves the opponent no win in so many moves, four after four
	oversight   uint64  // so often, in a hundred, it overlooks an open three of the opponent
}

var levelPlans = [...]levelPlan{
	1: {1, 20_000, 4, 10, 15, 2, 10},
	2: {2, 20_000, 6, 8, 10, 2, 5},
	3: {3, 20_000, 8, 8, 8, 2, 0},
	4: {3, 20_000, 8, 6, 4.5, 3, 0},
	5: {4, 20_000, 0, 6, 3, 3, 0},
	6: {5, 20_000, 0, 5, 2.5, 3, 0},
	7: {7, 50_000, 0, 4, 2, 3, 0},
	8: {9, 70_000, 0, 4, 1.5, 3, 0},
	9: {11, 200_000, 0, 3, 1, 3, 0},
}

// playAtLevel searches as far as the level looks, and chooses as it does.
func playAtLevel(ctx context.Context, e *engine.Engine, b *Board, c *config, l engine.Limits, start time.Time) (Result, error) {
	plan := &levelPlans[c.level]
	wanted := max(l.MultiPV, 1)
	l.TieBreak = false // the level chooses by chance itself
	if l.Depth == 0 || l.Depth > plan.depth {
		l.Depth = plan.depth
	}
	if l.Nodes == 0 || l.Nodes > plan.nodes {
		l.Nodes = plan.nodes
	}
	chooses := b.Stones() > 0 || c.balance // every level opens a game on the center
	if chooses {
		l.MultiPV = max(wanted, plan.choices)
	}
	r, err := resultOf(e.Search(ctx, &b.pos, l), 0)
	if err != nil {
		return r, err
	}
	first := r.Lines[0]
	if chooses && l.MultiPV > 1 && r.Score < WinIn(1) {
		p := levelPlayer{e, plan, b.Clone(), c, mix(c.seed, b.Hash())}
		first = p.choose(&r)
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
	plan   *levelPlan
	board  *Board
	config *config
	random uint64
}

// chance returns a number from 0 up to 1.
func (p *levelPlayer) chance() float64 {
	p.random = mix(p.random, 0x9e3779b97f4a7c15)
	return float64(p.random>>11) / (1 << 53)
}

// choose returns the line to play.
func (p *levelPlayer) choose(r *Result) Line {
	lines := r.Lines[:min(len(r.Lines), p.plan.choices)]
	if overlooked := p.overlook(lines); overlooked != nil {
		return p.softmax(overlooked)
	}
	if plies, won := lines[0].Score.Mate(); won && plies > 0 && !p.config.balance && p.believes(plies) && p.safe(lines[0].Moves[0], p.plan.fours) {
		return lines[0]
	}
	if safe := p.filter(lines, func(m Point) bool { return p.safe(m, p.plan.fours) }); len(safe) > 0 {
		return p.softmax(safe)
	}
	// None of them saves the game. Another move may.
	for _, m := range p.board.AppendLegal(nil) {
		if !p.config.allows(m) || !p.safe(m, p.plan.fours) {
			continue
		}
		line := Line{Moves: []Point{m}, Score: r.Lines[len(r.Lines)-1].Score}
		if p.board.Shape(p.board.Turn(), m) == Five { // a search for balance leaves fives alone
			line.Score = WinIn(1)
		}
		return line
	}
	return p.softmax(lines)
}

// overlook returns the lines that let an open three of the opponent stand, if there are others and the level
// overlooks it this time.
func (p *levelPlayer) overlook(lines []Line) []Line {
	if p.plan.oversight == 0 || p.chance()*100 >= float64(p.plan.oversight) {
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

// safe reports whether m leaves the opponent no win by so many moves or fewer that are fours and the five.
func (p *levelPlayer) safe(m Point, moves int) bool {
	if p.board.Play(m) != nil {
		return false
	}
	defer p.board.Undo()
	return p.board.outcome != Undecided || p.engine.Safe(&p.board.pos, moves)
}

// believes reports whether the level sees a win or loss in so many plies.
func (p *levelPlayer) believes(plies int) bool {
	return p.plan.horizon == 0 || max(plies, -plies) <= p.plan.horizon
}

// softmax chooses one of the lines by chance: each with a weight that is e times smaller for every temperature that
// its chance to win is below the best.
func (p *levelPlayer) softmax(lines []Line) Line {
	worth := make([]float64, len(lines))
	for i, line := range lines {
		worth[i] = p.worth(line.Score)
	}
	best, total := slices.Max(worth), 0.0
	for i := range worth {
		worth[i] = math.Exp((worth[i] - best) * 100 / p.plan.temperature)
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

// worth is what the level hopes to win with the score, from 0 to 1. Under WithBalance it is how near it is to the target.
func (p *levelPlayer) worth(score Score) float64 {
	const vague = 0.2 // the chance of a loss that it does not see for certain
	rate := score.WinRate(p.board.rule)
	if plies, ok := score.Mate(); ok && !p.believes(plies) {
		rate = math.Abs(math.Round(rate) - vague)
	}
	if p.config.balance {
		return -math.Abs(rate - p.config.balanceTarget.WinRate(p.board.rule))
	}
	return rate
}
