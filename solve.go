package gomoku

import (
	"context"
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
)

// A ThreatSearch says by which kind of moves [Searcher.Solve] looks for a forced win. VCF and VCT are the usual names in the
// literature.
type ThreatSearch uint8

const (
	VCF ThreatSearch = iota + 1 // victory by continuous fours: every move makes a four; Solve finds the shortest
	VCT                         // victory by continuous threats: fours, and threes that threaten an open four
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
	NotFound Verdict = iota // a limit ended the search before there was an answer
	Won                     // Solution.Line is a verified win
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

// Solve looks for a forced win of the side to move: with [VCF] (victory by continuous fours) every move of the winner threatens to
// make five at once, and with [VCT] (victory by continuous threats) the winner may also play threes, which threaten to become open
// fours. Solve often finds wins that are much longer than [Searcher.Search] can see, but it only looks for this kind.
//
// A win that Solve returns has been verified, and a win by VCF is a shortest one. If a limit ended the search before there was an
// answer, the verdict is [NotFound]; by default the limit is one second, as for Search. The errors are those of Search, and
// [ErrThreatSearch] if k is neither VCF nor VCT.
//
// Of the options Solve uses only [WithDepth], [WithTimeBudget] and [WithNodes]. The depth is the greatest number of moves the winner
// may make. With VCT it only says which wins count, and does not end the search sooner, so set a time or node limit too; and since
// VCT does not look for the shortest win, it may miss one within the depth.
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
