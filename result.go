package gomoku

import (
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A Result is what a search found.
type Result struct {
	Best  Point  // the move to play
	Score Score  // of Best, from the view of the side to move
	Depth int    // plies of the last complete iteration
	Lines []Line // best first, after Best, which a random tie-break may have chosen; none without a search
	Stop  StopReason
	Stats Stats
}

// A Line is a sequence of moves that both sides are expected to play, and its score for the side that plays first in it.
type Line struct {
	Moves []Point
	Score Score
}

// An Info is an intermediate result of a search that goes on.
type Info struct {
	Depth    int  // plies that every line was searched to
	SelDepth int  // plies of the longest line that was looked at
	Rank     int  // 0 for the best line, 1 for the second, …
	Line     Line // its Moves belong to the receiver
	Stats    Stats
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

// resultOf turns what the engine found into a Result.
func resultOf(r engine.Result, elapsed time.Duration) (Result, error) {
	if r.Best == position.None {
		return Result{}, ErrNoMove
	}
	result := Result{Best: pointOf(r.Best), Depth: r.Depth, Stop: StopReason(r.Stop), Stats: statsOf(r.Stats, elapsed)}
	for _, l := range r.Lines {
		result.Lines = append(result.Lines, lineOf(l))
	}
	if len(result.Lines) == 0 {
		result.Lines = []Line{{Moves: []Point{result.Best}, Score: Score(0)}}
	}
	result.Score = result.Lines[0].Score
	return result, nil
}

func lineOf(l engine.Line) Line {
	line := Line{Score: Score(l.Score), Moves: make([]Point, len(l.Moves))}
	for i, c := range l.Moves {
		line.Moves[i] = pointOf(c)
	}
	return line
}

func infoOf(i engine.Info) Info {
	return Info{Depth: i.Depth, SelDepth: i.SelDepth, Rank: i.Rank, Line: lineOf(i.Line), Stats: statsOf(i.Stats, i.Elapsed)}
}

func statsOf(s engine.Stats, elapsed time.Duration) Stats {
	return Stats{
		Nodes: s.Nodes, Evals: s.Evals, Generated: s.Generated, Searched: s.Searched, Cutoffs: s.Cutoffs,
		FirstMoveCutoffs: s.FirstMoveCutoffs, HashProbes: s.HashProbes, HashHits: s.HashHits, Elapsed: elapsed,
	}
}
