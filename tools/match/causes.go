package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/internal/duel"
	"github.com/gomoku-go/gomoku/tools/internal/progress"
)

// A cause is why a game was lost.
type cause int

const (
	missedFive   cause = iota // had a five
	missedFour                // had an open four, or two fours in one
	missedFours               // had a longer win by fours
	missedThrees              // had a longer win, by threes or quiet moves
	leftFour                  // left a four that could be stopped
	leftThree                 // left an open three, or the like, that could be stopped
	leftFours                 // left a longer win by fours that could be stopped
	gaveFours                 // made the opponent's win by fours: by a four whose answer helps it, say
	horizon                   // played a move after which the opponent had a longer win, from a position that was not bad
	timid                     // was slowly pushed into a position where nothing helped
	opening                   // was lost from the first move of its own
	lostOnTime
	lostIllegal
	lostFoul
	lostError
	numCauses
)

var causeNames = [numCauses]string{
	"missed a five", "missed an open four or two fours", "missed a win by fours", "missed a longer win",
	"left a four", "left a three", "left a win by fours", "gave a win by fours",
	"beyond its horizon", "too timid", "lost from the opening",
	"time", "illegal move", "foul", "error",
}

// causeGroups is how the table shows them.
var causeGroups = []struct {
	name   string
	causes []cause
}{
	{"had a win", []cause{missedFive, missedFour, missedFours, missedThrees}},
	{"did not stop one", []cause{leftFour, leftThree, leftFours, gaveFours}},
	{"did not see it coming", []cause{horizon, timid, opening}},
	{"no defeat on the board", []cause{lostOnTime, lostIllegal, lostFoul, lostError}},
}

const (
	// So many nodes at least, or the analysis finds less than the players did.
	leastCauseNodes = 1000
	// A search for a win by fours gets this share of the nodes; there are many of them.
	foursShare = 4
	// Below this score, a chance of some one in four by the scale of the built-in evaluation, a position is bad.
	badScore gomoku.Score = -200
	// A decline from better to lost within fewer moves of A than this is an oversight, not a slow one.
	slowMoves = 3
)

// causes are the causes of a match's losses, in the order of the games.
type causes struct {
	nodes   int
	lost    int // games; fewer have a cause if the analysis was interrupted
	count   [numCauses]int
	details []string
}

// A verdict is what is to be said of one lost game.
type verdict struct {
	cause  cause
	detail string
}

// findCauses looks at the games that A lost. Where ctx ends, the causes found so far are the result.
func findCauses(ctx context.Context, lost []*duel.Game, nodes, parallel int, stderr io.Writer) (*causes, error) {
	bar := progress.New(len(lost), stderr)
	defer bar.Finish()
	bar.Describe("causes")
	verdicts := make([]*verdict, len(lost))
	errs := make([]error, parallel)
	next := make(chan int)
	var workers sync.WaitGroup
	for i := range parallel {
		workers.Go(func() {
			s, err := gomoku.NewSearcher()
			for n := range next {
				if err == nil {
					var v verdict
					if v, err = findCause(ctx, s, lost[n], nodes); err == nil && ctx.Err() == nil {
						verdicts[n] = &v
					}
				}
				_ = bar.Add(1)
			}
			errs[i] = err
		})
	}
	for n := range lost {
		next <- n
	}
	close(next)
	workers.Wait()
	if ctx.Err() == nil {
		for _, err := range errs {
			if err != nil {
				return nil, fmt.Errorf("causes: %w", err)
			}
		}
	}
	c := &causes{nodes: nodes, lost: len(lost)}
	for i, v := range verdicts {
		if v != nil {
			c.count[v.cause]++
			c.details = append(c.details, fmt.Sprintf("game %d: %s: %s", lost[i].Number, causeNames[v.cause], v.detail))
		}
	}
	return c, nil
}

func (c *causes) write(w io.Writer) {
	fmt.Fprintf(w, "causes  of %d of A's %d losses, by the searcher at %d nodes a position\n", len(c.details), c.lost, c.nodes)
	for _, g := range causeGroups {
		sum := 0
		for _, k := range g.causes {
			sum += c.count[k]
		}
		fmt.Fprintf(w, "  %4d  %s\n", sum, g.name)
		for _, k := range g.causes {
			if c.count[k] > 0 {
				fmt.Fprintf(w, "        %4d  %s\n", c.count[k], causeNames[k])
			}
		}
	}
	for _, d := range c.details {
		fmt.Fprintln(w, d)
	}
}

// A postmortem looks back over a game that A lost.
type postmortem struct {
	ctx   context.Context
	s     *gomoku.Searcher
	g     *duel.Game
	nodes int64
	err   error // the first
}

// findCause names the cause of one game:
//
//  1. What the board does not show: time, fouls and the like.
//  2. The last position in which A had a win by fours. It did not take it, or there would be a later one.
//  3. The first of the moves up to the end after which the opponent had a win by fours all along. If another move would
//     have left none, A overlooked the threat.
//  4. If no move would, A was lost before. The game turned with the last position that the analysis does not see lost.
func findCause(ctx context.Context, s *gomoku.Searcher, g *duel.Game, nodes int) (verdict, error) {
	switch g.Reason {
	case duel.ByTime:
		return verdict{lostOnTime, g.Detail}, nil
	case duel.ByIllegal:
		return verdict{lostIllegal, g.Detail}, nil
	case duel.ByFoul:
		return verdict{lostFoul, g.Detail}, nil
	case duel.ByError:
		return verdict{lostError, g.Detail}, nil
	}
	s.Clear() // so that games do not depend on those before
	p := &postmortem{ctx: ctx, s: s, g: g, nodes: int64(nodes)}
	v := p.find()
	return v, p.err
}

func (p *postmortem) find() verdict {
	var own []int // the moves of A
	for i := range p.g.Plies {
		if p.g.Mover(i) == duel.A {
			own = append(own, p.g.Opening+i)
		}
	}
	if len(own) == 0 {
		return verdict{opening, "A had no move"}
	}

	for _, n := range slices.Backward(own) {
		if win := p.fours(p.board(n)); win != nil {
			c := missedFours
			switch len(win) {
			case 1:
				c = missedFive
			case 3:
				c = missedFour
			}
			return verdict{c, fmt.Sprintf("%s: %s won in %d", p.move(n), win[0], len(win))}
		}
	}

	turn := len(own) - 1 // an index of own
	for turn > 0 && p.fours(p.board(own[turn-1]+1)) != nil {
		turn--
	}
	n := own[turn]
	before := p.board(n)
	if save, ok := p.defence(before); ok {
		threat := p.board(n)
		var win []gomoku.Point
		if threat.Pass() == nil {
			win = p.fours(threat)
		}
		c := leftFours
		switch len(win) {
		case 0:
			win, c = p.fours(p.board(n+1)), gaveFours
		case 1:
			c = leftFour
		case 3:
			c = leftThree
		}
		if len(win) == 0 { // only if the analysis was interrupted
			return verdict{c, p.move(n)}
		}
		return verdict{c, fmt.Sprintf("%s: the opponent's %s won in %d, %s was a defense", p.move(n), win[0], len(win), save)}
	}

	loss := gomoku.LossIn(len(p.fours(p.board(n+1))) + 1)
	for turn--; turn >= 0; turn-- {
		best, score := p.search(p.board(own[turn]))
		if score < -gomoku.MaxEval {
			loss = score
			continue
		}
		detail := fmt.Sprintf("%s: the analysis has %v with %s here, and %v at A's next move", p.move(own[turn]), score, best, loss)
		switch {
		case score > gomoku.MaxEval:
			return verdict{missedThrees, detail}
		case score < badScore:
			moves, when := p.decline(own[:turn])
			if detail += when; moves >= slowMoves {
				return verdict{timid, detail}
			}
		}
		return verdict{horizon, detail}
	}
	return verdict{opening, fmt.Sprintf("%s: the analysis has %v", p.move(own[0]), loss)}
}

// decline says when the position was last not bad, and how many moves of A ago.
func (p *postmortem) decline(own []int) (moves int, when string) {
	for i, n := range slices.Backward(own) {
		if _, score := p.search(p.board(n)); score >= badScore {
			return len(own) - i, fmt.Sprintf("; last not bad at %s, %v", p.move(n), score)
		}
	}
	return math.MaxInt, "; bad from the opening on"
}

// move names a move of A, with what A thought of it.
func (p *postmortem) move(n int) string {
	ply := p.g.Plies[n-p.g.Opening]
	s := fmt.Sprintf("ply %d %v", n+1, p.g.Moves[n])
	if ply.Depth > 0 {
		s += fmt.Sprintf(" (A: %v at depth %d)", ply.Score, ply.Depth)
	}
	return s
}

// board is the position after n moves.
func (p *postmortem) board(n int) *gomoku.Board {
	b, err := gomoku.NewBoard(p.g.Size, p.g.Rule)
	for i := 0; err == nil && i < n; i++ {
		err = b.Play(p.g.Moves[i])
	}
	if err != nil { // a record that does not fit its rule
		p.fail(err)
		b, _ = gomoku.NewBoard(gomoku.DefaultSize, gomoku.Freestyle)
	}
	return b
}

func (p *postmortem) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// fours returns the side to move's shortest win by fours, if one is found.
func (p *postmortem) fours(b *gomoku.Board) []gomoku.Point {
	r, err := p.s.Solve(p.ctx, b, gomoku.VCF, gomoku.WithNodes(p.nodes/foursShare))
	if err != nil {
		p.fail(err)
	}
	return r.Line.Moves
}

func (p *postmortem) search(b *gomoku.Board) (gomoku.Point, gomoku.Score) {
	r, err := p.s.Search(p.ctx, b, gomoku.WithNodes(p.nodes))
	if err != nil {
		p.fail(err)
	}
	return r.Best, r.Score
}

// defence looks for a move after which the opponent has no win by fours.
func (p *postmortem) defence(b *gomoku.Board) (gomoku.Point, bool) {
	holds := func(m gomoku.Point) bool {
		if p.err != nil || b.Play(m) != nil {
			return false
		}
		defer b.Undo()
		return b.Outcome() != gomoku.Undecided || p.fours(b) == nil
	}
	best, score := p.search(b)
	if score >= -gomoku.MaxEval && holds(best) {
		return best, true
	}
	if score < -gomoku.MaxEval {
		return best, false // proved
	}
	for _, m := range b.AppendLegal(nil) {
		if holds(m) {
			return m, true
		}
	}
	return best, false
}
