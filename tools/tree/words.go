package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/engine"
)

// endless is beyond all scores: the end of a window that is open on this side.
const endless = 31_000

func scoreText(s gomoku.Score) string {
	switch {
	case s > endless:
		return "∞"
	case s < -endless:
		return "-∞"
	}
	return s.String()
}

// valueText is a score with its bound: "+35", "≤ +12", "≥ +40".
func valueText(s gomoku.Score, b bound) string {
	return [...]string{"", "≤ ", "≥ "}[b] + scoreText(s)
}

// window is the window of the side that made the move.
func (v *visit) window() string {
	_, _, low, high := v.value()
	return fmt.Sprintf("(%s, %s)", scoreText(low), scoreText(high))
}

// name is the move that led here, or the one that this search of the node leaves out.
func (v *visit) name() string {
	if v.again {
		return "without " + v.without.String()
	}
	return v.move.String()
}

// depth is what was left to search, in plies.
func (v *visit) depth() string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(max(v.Depth, 0))/sixteenths), ".0")
}

// reason says in words where the search of the node ended.
func (v *visit) reason() string {
	switch v.exit {
	case engine.ExitStopped:
		return "a limit ended the search"
	case engine.ExitFive:
		return "five"
	case engine.ExitStatic:
		if v.score == 0 {
			return "full board"
		}
		plies, _ := gomoku.Score(v.score).Mate()
		switch plies - v.Ply {
		case 1:
			return "the opponent has a five"
		case 3:
			return "the opponent has an open four or two fours"
		}
		return "the opponent has a four with an open three, or two open threes"
	case engine.ExitDeep:
		return "as deep as it goes"
	case engine.ExitMate:
		return "a quicker end is known"
	case engine.ExitLeaf:
		if v.score > int(gomoku.MaxEval) {
			return "leaf, the opponent wins by fours"
		}
		return "leaf, evaluated"
	case engine.ExitTable:
		return "known from the table"
	case engine.ExitFutility:
		return "futility: the opponent is too far ahead to look"
	case engine.ExitRazor:
		return "razoring: the opponent is too far behind, and has no win by fours"
	case engine.ExitSingular:
		return "the opponent has two good answers"
	case engine.ExitLost:
		return "the opponent cannot meet the threat"
	case engine.ExitNoMoves:
		return "the opponent has nothing to play"
	case engine.ExitCutoff:
		if n := len(v.children); n > 0 {
			return fmt.Sprintf("refuted by %s, after %d of %d moves", v.children[n-1].name(), v.tried(), len(v.moves))
		}
		return "refuted"
	}
	return "all answers searched"
}

// rootReason is the same for the root, where nobody has moved.
func (v *visit) rootReason() string {
	switch {
	case v.exit == engine.ExitStopped:
		return v.reason()
	case v.exit == engine.ExitCutoff:
		return "above the window, searched again"
	case v.score <= v.Alpha:
		return "below the window, searched again"
	}
	return "inside the window"
}

// tried is the number of different moves that were searched.
func (v *visit) tried() int {
	seen := map[string]bool{}
	for _, c := range v.children {
		if !c.again {
			seen[c.name()] = true
		}
	}
	return len(seen)
}

// typeText says which moves a node is restricted to.
func typeText(k engine.NodeType) string {
	switch k {
	case engine.NodeEvadeFive:
		return "a five threatens: blocks only"
	case engine.NodeEvadeOpenFour:
		return "an open four or the like threatens: defenses and fours only"
	case engine.NodeEvadeFourThree:
		return "a four with an open three threatens: defenses, fours and moves that prepare one only"
	}
	return ""
}

func skipText(why engine.Skip) string {
	if why == engine.SkipWidth {
		return "beyond the width"
	}
	return "late quiet moves"
}

// skippedText lists moves left out, by reason.
func (v *visit) skippedText() (lines []string) {
	for _, why := range []engine.Skip{engine.SkipCount, engine.SkipWidth} {
		var names []string
		for _, s := range v.skipped {
			if s.why == why {
				names = append(names, s.move.String())
			}
		}
		if len(names) > 0 {
			lines = append(lines, fmt.Sprintf("left out, %s: %s", skipText(why), strings.Join(names, " ")))
		}
	}
	return lines
}

// details are the facts behind a score, for one line.
func (v *visit) details() string {
	s := fmt.Sprintf("depth %s, %s", v.depth(), v.reason())
	if v.known {
		s += fmt.Sprintf("; static %s", scoreText(gomoku.Score(-v.eval)))
	}
	return s
}

// whyMissing says why move m, number i of the line, was searched in none of these visits of the node before it.
func (t *tree) whyMissing(at []*visit, i int, m gomoku.Point) string {
	v := at[len(at)-1]
	where := "at the root"
	if i > 0 {
		where = "after " + joinPoints(t.line[:i])
	}
	for _, s := range v.skipped {
		if s.move == m {
			return fmt.Sprintf("%v was left out %s: %s", m, where, skipText(s.why))
		}
	}
	switch {
	case v.exit == engine.ExitStopped:
		return fmt.Sprintf("%v was not reached %s: %s", m, where, v.reason())
	case !v.listed:
		return fmt.Sprintf("no move was searched %s: %s", where, v.reason())
	case slices.Contains(v.moves, m):
		return fmt.Sprintf("%v was not reached %s: %s", m, where, v.reason())
	}
	if k := typeText(v.kind); k != "" {
		return fmt.Sprintf("%v was no choice %s: %s (%s)", m, where, k, joinPoints(v.moves))
	}
	return fmt.Sprintf("%v was no choice %s: it is too far from all stones, symmetric to another move, or already the move of a better line", m, where)
}

func joinPoints(list []gomoku.Point) string {
	var b strings.Builder
	for i, p := range list {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(p.String())
	}
	return b.String()
}

// A group is the visits of one move of a node, in a row or not.
type group struct {
	visits []*visit
	best   bool // the first move of the node's line, or what refuted it
}

func (g *group) last() *visit { return g.visits[len(g.visits)-1] }

// groups collects the children of a node by move in the order of their first visit. If there are more than most, it returns
// those with the highest scores, and a line about the rest.
func (v *visit) groups(most int) (list []*group, rest string) {
	index := map[string]*group{}
	for _, c := range v.children {
		g := index[c.name()]
		if g == nil {
			g = &group{}
			index[c.name()] = g
			list = append(list, g)
		}
		g.visits = append(g.visits, c)
	}
	if len(list) == 0 {
		return nil, ""
	}
	rank := func(g *group) int {
		if g.last().exit == engine.ExitStopped || g.last().again { // the latter is no move
			return -endless
		}
		return -g.last().score
	}
	best := slices.MaxFunc(list, func(a, b *group) int { return rank(a) - rank(b) })
	if len(v.pv) > 0 && index[v.pv[0].String()] != nil {
		best = index[v.pv[0].String()]
	}
	best.best = true
	if most == 0 || len(list) <= most {
		return list, ""
	}
	order := slices.Clone(list)
	slices.SortStableFunc(order, func(a, b *group) int {
		if a.best != b.best {
			if a.best {
				return -1
			}
			return 1
		}
		return rank(b) - rank(a)
	})
	kept := list[:0:0]
	for _, g := range list {
		if slices.Contains(order[:most], g) {
			kept = append(kept, g)
		}
	}
	score, b, _, _ := order[most].last().value()
	return kept, fmt.Sprintf("%d more moves, none above %s", len(list)-most, strings.TrimPrefix(valueText(score, b), "≤ "))
}
