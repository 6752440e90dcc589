package gomoku

import (
	"context"
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
)

// ThreatSearch are the moves with which [Searcher.Solve] tries to force a win.
type ThreatSearch uint8

const (
	VCF ThreatSearch = iota + 1 // fours alone; the shortest such win is found
	VCT                         // fours and threes
)

var threatSearchNames = []string{"", "VCF", "VCT"}

// String returns the name: VCF or VCT.
func (k ThreatSearch) String() string { return nameOf("ThreatSearch", threatSearchNames, uint8(k)) }

// MarshalText returns the name, or an error if k is neither VCF nor VCT.
func (k ThreatSearch) MarshalText() ([]byte, error) {
	return marshalName("ThreatSearch", threatSearchNames, uint8(k))
}

// UnmarshalText sets k to the search of that name.
func (k *ThreatSearch) UnmarshalText(text []byte) error {
	return unmarshalName(k, "search for threats", threatSearchNames, text)
}

// A Verdict is the answer of [Searcher.Solve].
type Verdict uint8

const (
	NotFound Verdict = iota // the budget ended before an answer
	Won                     // the solution's Line is a verified win
	NoWin                   // proved: there is no win by threats of this kind
)

var verdictNames = []string{"not found", "won", "no win"}

// String returns the verdict in words: not found, won or no win.
func (v Verdict) String() string { return nameOf("Verdict", verdictNames, uint8(v)) }

// MarshalText returns the verdict in words, or an error if v is no verdict.
func (v Verdict) MarshalText() ([]byte, error) { return marshalName("Verdict", verdictNames, uint8(v)) }

// UnmarshalText sets v to the verdict that the words name.
func (v *Verdict) UnmarshalText(text []byte) error {
	return unmarshalName(v, "verdict", verdictNames, text)
}

// A Solution is what [Searcher.Solve] found.
type Solution struct {
	Verdict Verdict    `json:"verdict"`
	Line    Line       `json:"line,omitzero"` // the win, both sides' moves, when Verdict is Won
	Stop    StopReason `json:"stop,omitempty"`
	Stats   Stats      `json:"stats"`
}

// Solve looks for a forced win of the side to move: by fours alone with [VCF], by fours and threes with [VCT]. A win that it
// returns is verified; of wins by fours it is a shortest one. Where the verdict is [NotFound] a limit ended the search; by
// default that is a second, as for Search. The errors are those of [Searcher.Search].
//
// Solve heeds [WithDepth], which bounds the winner's moves, [WithTimeBudget], [WithNodes] and ctx, and no other option. With
// VCT a depth says which wins count and does not make the search shorter: give it a limit of time or nodes as well; and a win that
// it finds need not be the shortest, so that one within the depth may go unseen.
func (s *Searcher) Solve(ctx context.Context, b *Board, k ThreatSearch, limits ...SearchOption) (Solution, error) {
	if k != VCF && k != VCT {
		return Solution{}, kindError(ErrThreatSearch, "Solve: %v: want VCF or VCT", k)
	}
	c, release, err := s.begin(ctx, b, limits)
	if err != nil {
		return Solution{}, err
	}
	defer release()
	start := time.Now()
	found := s.engine.Solve(ctx, &b.pos, k == VCT, c.solveLimits(ctx, start))
	solution := Solution{Verdict: Verdict(found.Verdict), Stop: StopReason(found.Stop), Stats: statsOf(found.Stats, time.Since(start))}
	if solution.Verdict == Won {
		solution.Line = lineOf(found.Line)
	}
	return solution, nil
}

// solveLimits returns the limits of Solve, which knows neither levels nor clocks: they must not keep it from the second that
// it takes where nothing else is said.
func (c config) solveLimits(ctx context.Context, start time.Time) engine.Limits {
	c.level, c.clock = 0, Clock{}
	return c.limits(ctx, start, true)
}
