package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/internal/causes"
	"github.com/gomoku-go/gomoku/tools/internal/duel"
	"github.com/gomoku-go/gomoku/tools/internal/stats"
)

// A report gathers what the games of a match say.
type report struct {
	match   *duel.Match
	test    *stats.SPRT // nil without one
	start   time.Time
	earlier int           // games that the log had already
	played  time.Duration // without the analysis

	all     stats.Tally    // from the view of A
	byColor [2]stats.Tally // A as black, as white
	first   stats.Tally    // from the view of whoever is black
	pairs   stats.Pairs
	half    map[int]int // half points of A in games whose partner is missing
	side    [2]effort
	plies   []int
	reasons map[duel.Reason]int
	trouble []string // games lost by anything but a five

	causeNodes int // 0 if nobody asked for causes
	lost       []*duel.Game
	verdicts   []*causes.Verdict // of the games that A lost
}

// effort is what a side's moves cost.
type effort struct {
	moves, nodes, depth int64
	time, most          time.Duration
}

func (r *report) add(g *duel.Game) {
	half := g.Half(duel.A)
	if r.match.Done[g.Number] != nil {
		r.earlier++
	}
	r.all.Add(half)
	r.byColor[g.Black].Add(half)
	r.first.Add(g.Half(g.Black))
	if r.half == nil {
		r.half, r.reasons = map[int]int{}, map[duel.Reason]int{}
	}
	if other, ok := r.half[g.Number^1]; ok {
		delete(r.half, g.Number^1)
		r.pairs[half+other]++
	} else {
		r.half[g.Number] = half
	}
	for i, p := range g.Plies {
		e := &r.side[g.Mover(i)]
		e.moves++
		e.nodes += p.Nodes
		e.depth += int64(p.Depth)
		e.time += p.Time.Duration()
		e.most = max(e.most, p.Time.Duration())
	}
	r.plies = append(r.plies, len(g.Moves))
	r.reasons[g.Reason]++
	switch g.Reason {
	case duel.ByFoul, duel.ByIllegal, duel.ByTime, duel.ByError:
		r.trouble = append(r.trouble, fmt.Sprintf("game %d: %v lost by %s: %s", g.Number, g.Winner.Other(), g.Reason, g.Detail))
	}
}

// short is for the progress bar.
func (r *report) short() string {
	s := fmt.Sprintf("A +%d =%d -%d", r.all.Won, r.all.Drawn, r.all.Lost)
	if r.test != nil {
		s += fmt.Sprintf("  LLR %+.2f", r.test.LLR(r.pairs))
	}
	return s
}

func (r *report) write(w io.Writer) {
	m := r.match
	games := r.all.Games()
	fmt.Fprintf(w, "A       %s\nB       %s\n", m.Players[0].Name, m.Players[1].Name)
	fmt.Fprintf(w, "match   %v %dx%d, %d games, seed %d, %d at a time, %v\n",
		m.Rule, m.Size, m.Size, games, m.Seed, m.Parallel, r.played.Round(time.Second))
	if r.earlier > 0 {
		fmt.Fprintf(w, "log     %d of the games were played earlier\n", r.earlier)
	}
	if games == 0 {
		return
	}
	lo, hi := stats.Interval(r.all, r.pairs)
	fmt.Fprintf(w, "score   A %.1f of %d = %.1f %% [%.1f, %.1f]   won %d, drawn %d, lost %d\n",
		r.all.Points(), games, 100*r.all.Score(), 100*lo, 100*hi, r.all.Won, r.all.Drawn, r.all.Lost)
	fmt.Fprintf(w, "Elo     A %+.0f [%+.0f, %+.0f]   (95 %%, by pairs)\n", stats.Elo(r.all.Score()), stats.Elo(lo), stats.Elo(hi))
	fmt.Fprintf(w, "color   A as black %s, as white %s; the first player scores %s\n",
		share(r.byColor[duel.A]), share(r.byColor[duel.B]), share(r.first))
	fmt.Fprintf(w, "pairs   %d; 0: %d, ½: %d, 1: %d, 1½: %d, 2: %d\n",
		r.pairs.Count(), r.pairs[0], r.pairs[1], r.pairs[2], r.pairs[3], r.pairs[4])
	for i, e := range r.side {
		fmt.Fprintf(w, "moves   %v %s\n", duel.Side(i), e)
	}
	slices.Sort(r.plies)
	fmt.Fprintf(w, "length  %d to %d plies, median %d\n", r.plies[0], r.plies[len(r.plies)-1], r.plies[len(r.plies)/2])
	var ends []string
	for _, reason := range slices.Sorted(maps.Keys(r.reasons)) {
		ends = append(ends, fmt.Sprintf("%s %d", reason, r.reasons[reason]))
	}
	fmt.Fprintf(w, "ends    %s\n", strings.Join(ends, ", "))
	if r.test != nil {
		lo, hi := r.test.Bounds()
		fmt.Fprintf(w, "SPRT    elo0 %g, elo1 %g: LLR %+.2f [%.2f, %.2f], %v\n",
			r.test.Elo0, r.test.Elo1, r.test.LLR(r.pairs), lo, hi, r.test.Verdict(r.pairs))
	}
	for _, t := range r.trouble {
		fmt.Fprintln(w, t)
	}
	if r.causeNodes > 0 {
		r.writeCauses(w)
	}
}

func (r *report) writeCauses(w io.Writer) {
	var details []string // fewer than losses if the analysis was interrupted
	for i, v := range r.verdicts {
		if v != nil {
			details = append(details, fmt.Sprintf("game %d: %v: %s", r.lost[i].Number, v.Cause, v.Detail))
		}
	}
	fmt.Fprintf(w, "causes  of %d of A's %d losses, by the searcher at %d nodes a position\n", len(details), len(r.lost), r.causeNodes)
	causes.Sum(r.verdicts).Write(w)
	for _, d := range details {
		fmt.Fprintln(w, d)
	}
}

func share(t stats.Tally) string {
	if t.Games() == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %% (%d)", 100*t.Score(), t.Games())
}

func (e effort) String() string {
	if e.moves == 0 {
		return "none"
	}
	s := fmt.Sprintf("%v a move, at most %v", (e.time / time.Duration(e.moves)).Round(10*time.Microsecond), e.most.Round(10*time.Microsecond))
	switch {
	case e.nodes == 0 && e.depth > 0: // an engine that says no more
		s += fmt.Sprintf("; depth %.1f a move", float64(e.depth)/float64(e.moves))
	case e.nodes > 0:
		per := gomoku.Stats{Nodes: e.nodes, Elapsed: e.time}.NodesPerSecond()
		s += fmt.Sprintf("; %d nodes and depth %.1f a move, %.0f nodes/s", e.nodes/e.moves, float64(e.depth)/float64(e.moves), per)
	}
	return s
}
