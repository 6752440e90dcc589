// Package causes says why games were lost.
package causes

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/progress"
)

// A Cause is why a game was lost.
type Cause int

const (
	MissedFive   Cause = iota // had a five
	MissedFour                // had an open four, or two fours in one
	MissedFours               // had a longer win by fours
	MissedThrees              // had a longer win, by threes or quiet moves
	LeftFour                  // left a four that could be stopped
	LeftThree                 // left an open three, or the like, that could be stopped
	LeftFours                 // left a longer win by fours that could be stopped
	GaveFours                 // made the opponent's win by fours: by a four whose answer helps it, say
	Horizon                   // played a move after which the opponent had a longer win, from a position that was not bad
	Timid                     // was slowly pushed into a position where nothing helped
	Opening                   // was lost from the first move of its own
	OnTime
	ByIllegal
	ByFoul
	ByError
	numCauses
)

var names = [numCauses]string{
	"missed a five", "missed an open four or two fours", "missed a win by fours", "missed a longer win",
	"left a four", "left a three", "left a win by fours", "gave a win by fours",
	"beyond its horizon", "too timid", "lost from the opening",
	"time", "illegal move", "foul", "error",
}

func (c Cause) String() string { return names[c] }

// groups are how the table shows them.
var groups = []struct {
	name   string
	causes []Cause
}{
	{"had a win", []Cause{MissedFive, MissedFour, MissedFours, MissedThrees}},
	{"did not stop one", []Cause{LeftFour, LeftThree, LeftFours, GaveFours}},
	{"did not see it coming", []Cause{Horizon, Timid, Opening}},
	{"no defeat on the board", []Cause{OnTime, ByIllegal, ByFoul, ByError}},
}

const (
	// LeastNodes is how many nodes Find should have at least, or the analysis finds less than the players did.
	LeastNodes = 1000
	// A search for a win by fours gets this share of the nodes; there are many of them.
	foursShare = 4
	// Below this score, a chance of some one in four by the scale of the built-in evaluation, a position is bad.
	badScore gomoku.Score = -200
	// A decline from better to lost within fewer moves of A than this is an oversight, not a slow one.
	slowMoves = 3
)

// A Verdict is what is to be said of one lost game.
type Verdict struct {
	Cause  Cause
	Detail string
}

// Find looks at games that A lost, with so many nodes a position. The verdicts are in the order of the games; where ctx
// ends, those of the rest are nil.
func Find(ctx context.Context, lost []*match.Game, nodes, parallel int, stderr io.Writer) ([]*Verdict, error) {
	bar := progress.New(len(lost), stderr)
	defer bar.Finish()
	bar.Describe("causes")
	verdicts := make([]*Verdict, len(lost))
	errs := make([]error, parallel)
	next := make(chan int)
	var workers sync.WaitGroup
	for i := range parallel {
		workers.Go(func() {
			s, err := gomoku.NewSearcher()
			for n := range next {
				if err == nil && ctx.Err() == nil {
					var v Verdict
					if v, err = find(ctx, s, lost[n], nodes); err == nil && ctx.Err() == nil {
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
	return verdicts, nil
}

// A Count is how often there was each cause.
type Count [numCauses]int

// Sum counts verdicts; nil is none.
func Sum(verdicts []*Verdict) (c Count) {
	for _, v := range verdicts {
		if v != nil {
			c[v.Cause]++
		}
	}
	return c
}

// Write writes the causes that there were, by their kind.
func (c Count) Write(w io.Writer) {
	for _, g := range groups {
		sum := 0
		for _, k := range g.causes {
			sum += c[k]
		}
		fmt.Fprintf(w, "  %4d  %s\n", sum, g.name)
		for _, k := range g.causes {
			if c[k] > 0 {
				fmt.Fprintf(w, "        %4d  %v\n", c[k], k)
			}
		}
	}
}

// A postmortem looks back over a game that A lost.
type postmortem struct {
	ctx   context.Context
	s     *gomoku.Searcher
	g     *match.Game
	nodes int64
	err   error // the first
}

// find names the cause of one game:
//
//  1. What the board does not show: time, fouls and the like.
//  2. The last position in which A had a win by fours. It did not take it, or there would be a later one.
//  3. The first of the moves up to the end after which the opponent had a win by fours all along. If another move would
//     have left none, A overlooked the threat.
//  4. If no move would, A was lost before. The game turned with the last position that the analysis does not see lost.
func find(ctx context.Context, s *gomoku.Searcher, g *match.Game, nodes int) (Verdict, error) {
	switch g.Reason {
	case gomoku.ByTime:
		return Verdict{OnTime, g.Detail}, nil
	case gomoku.ByIllegalMove:
		return Verdict{ByIllegal, g.Detail}, nil
	case gomoku.ByFoul:
		return Verdict{ByFoul, g.Detail}, nil
	case gomoku.ByForfeit:
		return Verdict{ByError, g.Detail}, nil
	}
	s.Clear() // so that games do not depend on those before
	p := &postmortem{ctx: ctx, s: s, g: g, nodes: int64(nodes)}
	v := p.verdict()
	return v, p.err
}

func (p *postmortem) verdict() Verdict {
	var own []int // the moves of A
	for i := p.g.Opening; i < len(p.g.Moves); i++ {
		if p.g.Mover(i) == match.A {
			own = append(own, i)
		}
	}
	if len(own) == 0 {
		return Verdict{Opening, "A had no move"}
	}

	for _, n := range slices.Backward(own) {
		if win := p.fours(p.board(n)); win != nil {
			c := MissedFours
			switch len(win) {
			case 1:
				c = MissedFive
			case 3:
				c = MissedFour
			}
			return Verdict{c, fmt.Sprintf("%s: %s won in %d", p.move(n), win[0], len(win))}
		}
	}

	turn := len(own) - 1 // an index of own
	for turn > 0 && p.fours(p.board(own[turn-1]+1)) != nil {
		turn--
	}
	n := own[turn]
	before := p.board(n)
	if save, ok := p.defense(before); ok {
		threat := p.board(n)
		var win []gomoku.Point
		if threat.Pass() == nil {
			win = p.fours(threat)
		}
		c := LeftFours
		switch len(win) {
		case 0:
			win, c = p.fours(p.board(n+1)), GaveFours
		case 1:
			c = LeftFour
		case 3:
			c = LeftThree
		}
		if len(win) == 0 { // only if the analysis was interrupted
			return Verdict{c, p.move(n)}
		}
		return Verdict{c, fmt.Sprintf("%s: the opponent's %s won in %d, %s was a defense", p.move(n), win[0], len(win), save)}
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
			return Verdict{MissedThrees, detail}
		case score < badScore:
			moves, when := p.decline(own[:turn])
			if detail += when; moves >= slowMoves {
				return Verdict{Timid, detail}
			}
		}
		return Verdict{Horizon, detail}
	}
	return Verdict{Opening, fmt.Sprintf("%s: the analysis has %v", p.move(own[0]), loss)}
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

// defense looks for a move after which the opponent has no win by fours.
func (p *postmortem) defense(b *gomoku.Board) (gomoku.Point, bool) {
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
