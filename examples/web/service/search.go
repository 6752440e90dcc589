package service

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

// An Info is what a search has found so far.
type Info struct {
	Type     string         `json:"type"` // "info"
	Depth    int            `json:"depth"`
	SelDepth int            `json:"selDepth"`
	Rank     int            `json:"rank"` // 0 for the best line, 1 for the second, …
	Nodes    int64          `json:"nodes"`
	Speed    int64          `json:"nodesPerSecond"`
	Millis   int64          `json:"millis"`
	Moves    []gomoku.Point `json:"moves"`
	Value
}

// A Value is what a position is worth to the side to move.
type Value struct {
	Score   gomoku.Score `json:"score"`
	Mate    int          `json:"mate,omitempty"` // plies to the end if that is certain, negative if the side to move loses; otherwise 0
	Chances float64      `json:"chances"`        // the share of the points that the side can expect, from 0 to 1
}

func valueOf(s gomoku.Score, r gomoku.Rule) Value {
	mate, _ := s.Mate()
	return Value{s, mate, s.WinRate(r)}
}

func infoOf(i gomoku.Info, r gomoku.Rule) Info {
	return Info{
		Type: "info", Depth: i.Depth, SelDepth: i.SelDepth, Rank: i.Rank, Nodes: i.Stats.Nodes, Speed: int64(i.Stats.NodesPerSecond()),
		Millis: i.Stats.Elapsed.Milliseconds(), Moves: i.Line.Moves, Value: valueOf(i.Line.Score, r),
	}
}

type moveRequest struct {
	head
	place
	Level  gomoku.Level `json:"level"`
	Limits *limits      `json:"limits"`
	Clock  *struct {
		LeftMillis      int64 `json:"leftMillis"`
		IncrementMillis int64 `json:"incrementMillis"`
		MoveMillis      int64 `json:"moveMillis"`
	} `json:"clock"`
	Seed uint64 `json:"seed"`
	Book *bool  `json:"book"`
}

// Moved is the machine's move.
type Moved struct {
	Type   string        `json:"type"` // "move"
	Point  gomoku.Point  `json:"point"`
	Result gomoku.Result `json:"result"`
	Value
}

// moveTime is how long a move takes if neither a limit nor a clock says it.
const moveTime = time.Second

func move(s *Service, ctx context.Context, q *moveRequest, emit func(any)) (m Moved, err error) {
	b, err := q.board()
	if err != nil {
		return m, err
	}
	byDefault := moveTime
	if q.Clock != nil {
		byDefault = 0
	}
	bounds, err := q.Limits.options(s, byDefault)
	if err != nil {
		return m, err
	}
	if c := q.Clock; c != nil {
		clock, err := clockOf(c.LeftMillis, c.IncrementMillis, c.MoveMillis)
		if err != nil {
			return m, err
		}
		bounds = append(bounds, gomoku.WithGameClock(clock))
	}
	options := []gomoku.Option{gomoku.WithSeed(q.Seed), gomoku.WithThreads(s.o.Threads)}
	if q.Level != 0 {
		options = append(options, gomoku.WithLevel(q.Level))
		if q.Level != gomoku.Expert {
			options = append(options, gomoku.WithThreads(1)) // so that a seed repeats its game
		}
	}
	if q.Book == nil || *q.Book {
		options = append(options, gomoku.WithBook(gomoku.DefaultBook()))
	}
	searcher, giveBack, err := s.borrow(ctx, options...)
	if err != nil {
		return m, err
	}
	defer giveBack()
	bounds = append(bounds, gomoku.WithProgress(func(i gomoku.Info) { emit(infoOf(i, b.Rule())) }))
	r, err := searcher.Search(ctx, b, bounds...)
	if err != nil {
		return m, err
	}
	return Moved{Type: "move", Point: r.Best, Result: r, Value: valueOf(r.Score, b.Rule())}, nil
}

func clockOf(left, increment, move int64) (gomoku.Clock, error) {
	var c gomoku.Clock
	for _, d := range []struct {
		name   string
		millis int64
		to     *time.Duration
	}{{"leftMillis", left, &c.Left}, {"incrementMillis", increment, &c.Increment}, {"moveMillis", move, &c.PerMove}} {
		if d.millis < 0 || d.millis > int64(1000*time.Hour/time.Millisecond) {
			return c, optionErrorf("clock.%s is %d: want 0 to %d", d.name, d.millis, int64(1000*time.Hour/time.Millisecond))
		}
		*d.to = time.Duration(d.millis) * time.Millisecond
	}
	return c, nil
}

type analyzeRequest struct {
	head
	place
	Lines   int     `json:"lines"`
	Limits  *limits `json:"limits"`
	Threads int     `json:"threads"`
}

// Analyzed is the end of an analysis, with the lines of the deepest search that was completed.
type Analyzed struct {
	Type  string            `json:"type"` // "analyzed"
	Lines []Info            `json:"lines"`
	Stop  gomoku.StopReason `json:"stop"` // after time and nodes, a longer search may find more
}

func analyze(s *Service, ctx context.Context, q *analyzeRequest, emit func(any)) (a Analyzed, err error) {
	a = Analyzed{Type: "analyzed", Lines: []Info{}}
	b, err := q.board()
	if err != nil {
		return a, err
	}
	if q.Lines < 0 || q.Threads < 0 || q.Threads > s.o.Threads {
		return a, optionErrorf("lines is %d and threads %d: want 0 or more lines, and at most %d threads", q.Lines, q.Threads, s.o.Threads)
	}
	bounds, err := q.Limits.options(s, s.o.MaxTime)
	if err != nil {
		return a, err
	}
	if q.Lines > 0 {
		bounds = append(bounds, gomoku.WithMultiPV(q.Lines))
	}
	searcher, giveBack, err := s.borrow(ctx, gomoku.WithThreads(max(q.Threads, 1)))
	if err != nil {
		return a, err
	}
	defer giveBack()
	for i, err := range searcher.Analyze(ctx, b, bounds...) {
		if err != nil {
			return a, err
		}
		info := infoOf(i, b.Rule())
		emit(info)
		if info.Rank == 0 {
			a.Lines = a.Lines[:0:0]
		}
		a.Lines = append(a.Lines, info)
	}
	a.Stop = whyEnded(ctx, a.Lines, q.Limits)
	return a, nil
}

// whyEnded says why an analysis with these lines has ended. If no other limit was reached, it was the time.
func whyEnded(ctx context.Context, lines []Info, l *limits) gomoku.StopReason {
	switch n := len(lines); {
	case ctx.Err() != nil:
		return gomoku.StopCanceled
	case !slices.ContainsFunc(lines, func(i Info) bool { return i.Mate == 0 }):
		return gomoku.StopSolved
	case l != nil && l.Depth > 0 && lines[n-1].Depth >= l.Depth:
		return gomoku.StopDepth
	case l != nil && l.Nodes > 0 && l.Millis == 0:
		return gomoku.StopNodes // the last lines have fewer, for the iteration after them was cut
	}
	return gomoku.StopTime
}

type proveRequest struct {
	head
	place
	Kind   string       `json:"kind"`
	Side   gomoku.Color `json:"side"`
	Limits *limits      `json:"limits"`
}

// A Proof is a forced win, or the news that none was found.
type Proof struct {
	Type      string         `json:"type"` // "proof"
	Found     bool           `json:"found"`
	Kind      string         `json:"kind"`            // "vcf" or "vct": how the win was found, or what was looked for last
	Side      gomoku.Color   `json:"side"`            // the winner
	Moves     []gomoku.Point `json:"moves,omitempty"` // of both sides, the winner's first
	Exhausted bool           `json:"exhausted"`       // there is no win of this kind: it is not that the limit was too low
	Nodes     int64          `json:"nodes"`
}

// proveTime is how long the search for a win takes without limits.
const proveTime = 5 * time.Second

func prove(s *Service, ctx context.Context, q *proveRequest, _ func(any)) (p Proof, err error) {
	b, err := q.board()
	if err != nil {
		return p, err
	}
	var kinds []gomoku.ThreatSearch
	switch q.Kind {
	case "vcf":
		kinds = []gomoku.ThreatSearch{gomoku.VCF}
	case "vct":
		kinds = []gomoku.ThreatSearch{gomoku.VCT}
	case "", "any":
		kinds = []gomoku.ThreatSearch{gomoku.VCF, gomoku.VCT}
	default:
		return p, optionErrorf("kind is %q: want vcf, vct or any", q.Kind)
	}
	l := q.Limits
	if l == nil || *l == (limits{}) {
		l = &limits{Millis: proveTime.Milliseconds()}
	}
	return s.prove(ctx, b, q.Side, kinds, *l)
}

// prove looks for a win of a side by each kind in turn. The limits are those of all together: what one leaves is for the next.
func (s *Service) prove(ctx context.Context, b *gomoku.Board, side gomoku.Color, kinds []gomoku.ThreatSearch, l limits) (p Proof, err error) {
	if _, err := l.options(s, 0); err != nil {
		return p, err
	}
	if err := turnTo(b, side); err != nil {
		return p, err
	}
	searcher, giveBack, err := s.borrow(ctx)
	if err != nil {
		return p, err
	}
	defer giveBack()
	p = Proof{Type: "proof", Side: b.Turn(), Exhausted: true}
	for _, kind := range kinds {
		bounds, err := l.options(s, 0)
		if err != nil {
			return p, err
		}
		begun := time.Now()
		solution, err := searcher.Solve(ctx, b, kind, bounds...)
		if err != nil {
			return p, err
		}
		p.Nodes += solution.Stats.Nodes
		p.Kind = strings.ToLower(kind.String())
		if solution.Verdict == gomoku.Won {
			p.Found, p.Moves, p.Exhausted = true, solution.Line.Moves, false
			break
		}
		p.Exhausted = p.Exhausted && solution.Verdict == gomoku.NoWin
		if l.Millis > 0 { // a limit of zero would be none
			l.Millis = max(l.Millis-time.Since(begun).Milliseconds(), 1)
		}
		if l.Nodes > 0 {
			l.Nodes = max(l.Nodes-solution.Stats.Nodes, 1)
		}
	}
	return p, nil
}

// turnTo lets the other side pass if it is not the turn of c. Empty is the side to move.
func turnTo(b *gomoku.Board, c gomoku.Color) error {
	if c == gomoku.Empty || c == b.Turn() {
		return nil
	}
	return b.Pass()
}

type threatsRequest struct {
	head
	place
	Side gomoku.Color `json:"side"`
}

// Threats is what a side could do if it were its turn.
type Threats struct {
	Type   string         `json:"type"` // "threats"
	Side   gomoku.Color   `json:"side"`
	Points []Shaped       `json:"points"`        // where a stone makes a three or more; the strongest first
	Win    []gomoku.Point `json:"win,omitempty"` // a win by fours or threes, moves of both sides
}

// Shaped is a point and the best shape that a stone there makes.
type Shaped struct {
	Point gomoku.Point `json:"point"`
	Shape gomoku.Shape `json:"shape"`
}

// threatsTime bounds the search for the win that a side threatens.
const threatsTime = 500 * time.Millisecond

func threats(s *Service, ctx context.Context, q *threatsRequest, _ func(any)) (t Threats, err error) {
	b, err := q.board()
	if err != nil {
		return t, err
	}
	t = Threats{Type: "threats", Side: q.Side, Points: []Shaped{}}
	if q.Side == gomoku.Empty {
		t.Side = b.Turn()
	}
	if b.Outcome() != gomoku.Undecided {
		return t, nil
	}
	for shape := gomoku.Five; shape >= gomoku.OpenThree; shape-- {
		for p := range points(b) {
			if b.At(p) == gomoku.Empty && b.Shape(t.Side, p) == shape && (t.Side != gomoku.Black || b.Forbidden(p) == gomoku.NoFoul) {
				t.Points = append(t.Points, Shaped{p, shape})
			}
		}
	}
	proof, err := s.prove(ctx, b, t.Side, []gomoku.ThreatSearch{gomoku.VCF, gomoku.VCT}, limits{Millis: threatsTime.Milliseconds()})
	if err != nil {
		return t, err
	}
	t.Win = proof.Moves
	return t, nil
}
