package gomoku

import "time"

// Threats are the moves with which [Searcher.Solve] tries to force a win.
type Threats uint8

const (
	VCF Threats = iota + 1 // fours alone; the shortest such win is found
	VCT                    // fours and threes
)

// String returns the name: VCF or VCT.
func (k Threats) String() string { return nameOf("Threats", []string{"", "VCF", "VCT"}, uint8(k)) }

// A Verdict is the answer of [Searcher.Solve].
type Verdict uint8

const (
	NotFound Verdict = iota // the budget ended before an answer
	Won                     // the solution's Line is a verified win
	NoWin                   // proved: there is no win by threats of this kind
)

// String returns the verdict in words: not found, won or no win.
func (v Verdict) String() string {
	return nameOf("Verdict", []string{"not found", "won", "no win"}, uint8(v))
}

// A StopReason says what ended a search.
type StopReason uint8

const (
	StopDepth    StopReason = iota + 1 // the depth of WithDepth was completed, or nothing deeper is left
	StopTime                           // the time of a limit or of the context's deadline was used up
	StopNodes                          // the nodes of WithNodes were used up
	StopCanceled                       // the context was canceled
	StopSolved                         // the result is proved: a win, a loss or a draw
	StopBook                           // the move is from the book
	StopOnlyMove                       // there is no choice
)

// String returns the reason in a word: depth, time, nodes, canceled, solved, book or only move.
func (r StopReason) String() string {
	return nameOf("StopReason", []string{"", "depth", "time", "nodes", "canceled", "solved", "book", "only move"}, uint8(r))
}

// A Solution is what [Searcher.Solve] found.
type Solution struct {
	Verdict Verdict
	Line    Line // the win, both sides' moves, when Verdict is Won
	Stop    StopReason
	Stats   Stats
}

// A Line is a sequence of moves that both sides are expected to play, and its score for the side that plays first in it.
type Line struct {
	Moves []Point
	Score Score
}

// A Result is what a search found.
type Result struct {
	Best  Point // the move to play
	Score Score // of Best, from the view of the side to move
	Depth int   // plies of the last complete iteration
	Lines []Line
	Stop  StopReason
	Stats Stats
}

// An Info is an intermediate result of a search that goes on.
type Info struct {
	Depth    int // plies that every line was searched to
	SelDepth int // plies of the longest line that was looked at
	Rank     int // 0 for the best line, 1 for the second, …
	Line     Line
	Stats    Stats
}

// Stats counts the work of a search, of all its workers together.
type Stats struct {
	Nodes            int64 // moves made, those of the threat search included
	Evals            int64 // calls of the evaluator
	Generated        int64 // candidate moves, before any width or pruning
	Searched         int64 // candidate moves that were made
	Cutoffs          int64 // nodes that a move refuted
	FirstMoveCutoffs int64 // cutoffs by the first move tried
	HashProbes       int64 // look-ups in the transposition table
	HashHits         int64 // look-ups that found the position
	Elapsed          time.Duration
}

// PruningRate returns the share of the candidate moves that need not be made, between 0 and 1.
func (s Stats) PruningRate() float64 {
	if s.Generated <= 0 {
		return 0
	}
	return 1 - float64(s.Searched)/float64(s.Generated)
}

// HashHitRate returns the share of the table look-ups that found the position, between 0 and 1.
func (s Stats) HashHitRate() float64 {
	if s.HashProbes <= 0 {
		return 0
	}
	return float64(s.HashHits) / float64(s.HashProbes)
}

// NodesPerSecond returns the speed of the search; 0 when no time has been measured.
func (s Stats) NodesPerSecond() float64 {
	if s.Elapsed <= 0 {
		return 0
	}
	return float64(s.Nodes) / s.Elapsed.Seconds()
}
