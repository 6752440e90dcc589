package engine

import (
	"fmt"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/internal/threat"
)

// A Stop is why a search ended, numbered as in the public package. Zero: it has not.
type Stop uint8

// The reasons.
const (
	StopDepth Stop = iota + 1
	StopTime
	StopNodes
	StopCanceled
	StopSolved
	StopBook
	StopOnlyMove
)

// A Line is a move with what is expected to follow.
type Line struct {
	Moves []position.Cell
	Score int
}

// Info is the state of a search after a line of an iteration is done.
type Info struct {
	Depth, SelDepth, Rank int
	Line                  Line
	Stats                 Stats // of the first thread
	Elapsed               time.Duration
}

// Result is what a search found.
type Result struct {
	Best       position.Cell // None if there is no move to give
	Depth      int
	Lines      []Line
	Stop       Stop
	Stats      Stats      // of all threads
	Techniques Techniques // of all threads
}

// A Solution is what Solve found.
type Solution struct {
	Verdict threat.Verdict
	Line    Line
	Stop    Stop
	Stats   Stats
}

// Stats count the work of a search.
type Stats struct {
	Nodes, Evals, Generated, Searched, Cutoffs, FirstMoveCutoffs, HashProbes, HashHits int64
}

func (s *Stats) add(t *Stats) {
	s.Nodes += t.Nodes
	s.Evals += t.Evals
	s.Generated += t.Generated
	s.Searched += t.Searched
	s.Cutoffs += t.Cutoffs
	s.FirstMoveCutoffs += t.FirstMoveCutoffs
	s.HashProbes += t.HashProbes
	s.HashHits += t.HashHits
}

// A Technique is a way to leave something out, or to search it shallower or deeper.
type Technique uint8

// The techniques, each with what counts as a try and as a success.
const (
	// Nodes: of those that were looked at, those that ended without a move.
	Futility Technique = iota
	Razoring
	// Table moves: of those that were compared with the others, those that were searched deeper.
	Singular
	// Leaves: of those where a selective VCF was tried, those with a win.
	LeafVCF
	// Quiet moves: of those that came up where their number is limited, those that were left out.
	MoveCount
	// Moves: of those that were searched with less depth, those that did not raise alpha, as expected.
	LateMove
	AlphaRaise
	FailHigh
	Unproductive
	// Moves: of those that were searched with more depth, those that raised alpha.
	ForcedReply

	techniques = iota
)

var techniqueNames = [techniques]string{
	"futility", "razoring", "singular", "leaf VCF", "move count", "late move", "alpha raise", "fail high", "unproductive", "forced reply",
}

// Techniques count how often each technique was tried and how often it succeeded.
type Techniques [techniques]Count

// A Count is how often something was tried and how often it succeeded.
type Count struct{ Tried, Succeeded int64 }

// add counts a try.
func (c *Count) add(succeeded bool) {
	c.Tried++
	if succeeded {
		c.Succeeded++
	}
}

func (t *Techniques) add(u *Techniques) {
	for i := range t {
		t[i].Tried += u[i].Tried
		t[i].Succeeded += u[i].Succeeded
	}
}

// String returns a line such as "futility 812/1000, razoring 10/12, …": successes and tries.
func (t Techniques) String() string {
	var s []string
	for i, c := range t {
		s = append(s, fmt.Sprintf("%s %d/%d", techniqueNames[i], c.Succeeded, c.Tried))
	}
	return strings.Join(s, ", ")
}
