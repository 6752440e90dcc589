package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/internal/causes"
)

// A report gathers what the games of a match say.
type report struct {
	event   *event
	start   time.Time
	logged  map[*match.Game]bool // games that the log had already
	earlier int                  // how many of them counted
	played  time.Duration        // without the analysis

	tally   match.Tally
	side    [2]effort
	lengths []int
	reasons map[gomoku.Reason]int
	trouble []string // games lost by anything but a five

	lost     []*match.Game // by A; nil if nobody asked for causes
	verdicts []*causes.Verdict
}

// effort is what a side's moves cost.
type effort struct {
	moves, nodes, depth int64
	time, most          time.Duration
}

func (r *report) add(g *match.Game) {
	r.tally.Add(g)
	if r.logged[g] {
		r.earlier++
	}
	for i, p := range g.Plies {
		e := &r.side[g.Mover(g.Opening+i)]
		e.moves++
		e.nodes += p.Nodes
		e.depth += int64(p.Depth)
		e.time += p.Time
		e.most = max(e.most, p.Time)
	}
	r.lengths = append(r.lengths, len(g.Moves))
	if r.reasons == nil {
		r.reasons = map[gomoku.Reason]int{}
	}
	r.reasons[g.Reason]++
	if winner, ok := g.Winner(); ok && g.Reason != gomoku.ByFive {
		r.trouble = append(r.trouble, fmt.Sprintf("game %d: %v lost by %v: %s", g.Number, winner.Other(), g.Reason, g.Detail))
	}
}

// short is for the progress bar.
func (r *report) short() string {
	t := r.tally.Total()
	s := fmt.Sprintf("A +%d =%d -%d", t.Won, t.Drawn, t.Lost)
	if test := r.event.options.SPRT; test != nil {
		s += fmt.Sprintf("  LLR %+.2f", test.LLR(r.tally))
	}
	return s
}

func (r *report) write(w io.Writer) {
	o, t := &r.event.options, r.tally
	games := t.Total()
	fmt.Fprintf(w, "A       %s\nB       %s\n", r.event.specs[0].Name, r.event.specs[1].Name)
	fmt.Fprintf(w, "match   %v %dx%d, %d games, seed %d, %d at a time, %v\n",
		o.Rule, o.Size, o.Size, games.Games(), o.Seed, o.Parallel, r.played.Round(time.Second))
	if r.earlier > 0 {
		fmt.Fprintf(w, "log     %d of the games were played earlier\n", r.earlier)
	}
	if games.Games() == 0 {
		return
	}
	fmt.Fprintf(w, "score   A %v   won %d, drawn %d, lost %d\n", t, games.Won, games.Drawn, games.Lost)
	elo, low, high := t.Elo()
	fmt.Fprintf(w, "Elo     A %+.0f [%+.0f, %+.0f]   (95 %%, by pairs)\n", elo, low, high)
	fmt.Fprintf(w, "color   A as black %s, as white %s; the first player scores %s\n", share(t.Black), share(t.White), share(t.FirstPlayer()))
	pairs := 0
	for _, n := range t.Pairs {
		pairs += n
	}
	fmt.Fprintf(w, "pairs   %d; 0: %d, ½: %d, 1: %d, 1½: %d, 2: %d\n", pairs, t.Pairs[0], t.Pairs[1], t.Pairs[2], t.Pairs[3], t.Pairs[4])
	for i, e := range r.side {
		fmt.Fprintf(w, "moves   %v %s\n", match.Side(i), e)
	}
	slices.Sort(r.lengths)
	fmt.Fprintf(w, "length  %d to %d plies, median %d\n", r.lengths[0], r.lengths[len(r.lengths)-1], r.lengths[len(r.lengths)/2])
	var ends []string
	for _, reason := range slices.Sorted(maps.Keys(r.reasons)) {
		ends = append(ends, fmt.Sprintf("%v %d", reason, r.reasons[reason]))
	}
	fmt.Fprintf(w, "ends    %s\n", strings.Join(ends, ", "))
	if test := o.SPRT; test != nil {
		low, high := test.Bounds()
		fmt.Fprintf(w, "SPRT    elo0 %g, elo1 %g: LLR %+.2f [%.2f, %.2f], %v\n", test.Elo0, test.Elo1, test.LLR(t), low, high, test.Decide(t))
	}
	for _, text := range r.trouble {
		fmt.Fprintln(w, text)
	}
	if r.event.causes > 0 {
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
	fmt.Fprintf(w, "causes  of %d of A's %d losses, by the searcher at %d nodes a position\n", len(details), len(r.lost), r.event.causes)
	causes.Sum(r.verdicts).Write(w)
	for _, d := range details {
		fmt.Fprintln(w, d)
	}
}

// share writes a score in percent, and of how many games.
func share(t match.Count) string {
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
