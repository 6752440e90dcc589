package gomoku

import (
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A Result is what a search found.
//
// Results, and the types within them, have lower-case names in JSON: points and stop reasons are words, a score is a number (see
// [Score]), and a time is a number of nanoseconds. Decoding what was encoded gives back an equal value.
type Result struct {
	Best  Point      `json:"best"`  // the move to play
	Score Score      `json:"score"` // of Best, from the view of the side to move
	Depth int        `json:"depth"` // plies of the last complete iteration
	Lines []Line     `json:"lines"` // at least one: first that of Best, then the others, best first
	Stop  StopReason `json:"stop,omitempty"`
	Stats Stats      `json:"stats"`
}

// A Line is a sequence of moves that both sides are expected to play, and its score for the side that makes the first of them.
type Line struct {
	Moves []Point `json:"moves"`
	Score Score   `json:"score"`
}

// An Info is a result of one iteration of a search, while the search goes on.
type Info struct {
	Depth    int   `json:"depth"`    // plies that every line was searched to
	SelDepth int   `json:"selDepth"` // plies of the longest line that was looked at
	Rank     int   `json:"rank"`     // 0 for the best line, 1 for the second, …
	Line     Line  `json:"line"`     // its Moves belong to the receiver
	Stats    Stats `json:"stats"`
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

var stopNames = []string{"", "depth", "time", "nodes", "canceled", "solved", "book", "only move"}

// String returns the reason in a word: depth, time, nodes, canceled, solved, book or only move.
func (r StopReason) String() string { return nameOf("StopReason", stopNames, uint8(r)) }

// MarshalText returns the reason in a word, or an error if r is none of the reasons.
func (r StopReason) MarshalText() ([]byte, error) {
	return marshalName("StopReason", stopNames, uint8(r))
}

// UnmarshalText sets r to the reason that the word names.
func (r *StopReason) UnmarshalText(text []byte) error {
	return unmarshalName(r, "reason to stop", stopNames, text)
}

// Stats counts the work of a search, of all its threads together.
type Stats struct {
	Nodes            int64         `json:"nodes"`            // positions searched: moves made, including those of the threat search
	Evals            int64         `json:"evals"`            // calls of the evaluator
	Generated        int64         `json:"generated"`        // candidate moves, before pruning
	Searched         int64         `json:"searched"`         // candidate moves that were made on the board
	Cutoffs          int64         `json:"cutoffs"`          // nodes at which a move was good enough to stop looking
	FirstMoveCutoffs int64         `json:"firstMoveCutoffs"` // cutoffs by the first move tried: the more of the cutoffs, the better the move ordering
	HashProbes       int64         `json:"hashProbes"`       // look-ups in the transposition table
	HashHits         int64         `json:"hashHits"`         // look-ups that found the position
	Elapsed          time.Duration `json:"elapsedNanos"`     // time from the call on; in JSON a number of nanoseconds
}

// PruningRate returns the share of the candidate moves that the search did not have to make, between 0 and 1.
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
