package gomoku

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A Searcher finds moves, for either color, on boards of any size and rule. It remembers what earlier searches found out, so one Searcher should serve one game from the
// first move to the last; [Searcher.Clear] makes it forget. One search at a time: a concurrent call gets [ErrBusy].
//
// With the same options, the same sequence of calls since NewSearcher or Clear, and a limit by depth or nodes instead of
// time, a Searcher gives the same results on every platform.
type Searcher struct {
	config config
	engine *engine.Engine
	busy   atomic.Bool
}

// NewSearcher returns a searcher with the given options; without any it plays at full strength for a second a move. The
// error joins an [*OptionError] for every wrong value. Memory is allocated at the first search.
func NewSearcher(opts ...Option) (*Searcher, error) {
	c, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	return &Searcher{config: c, engine: engine.New(c.engine())}, nil
}

// Set changes options between searches: all of them, or none if any has a wrong value, and then the error is that of
// [NewSearcher]. What the searcher has learnt stays as far as it still holds. While a search runs, Set returns [ErrBusy].
func (s *Searcher) Set(opts ...Option) error {
	release, err := s.acquire()
	if err != nil {
		return err
	}
	defer release()
	c, err := s.config.set(opts)
	if err != nil {
		return err
	}
	s.engine.SetConfig(c.engine(), sameEvaluator(c.evaluator, s.config.evaluator))
	s.config = c
	return nil
}

// sameEvaluator reports whether scores of a certainly mean what scores of b do.
func sameEvaluator(a, b Evaluator) bool {
	if a == nil && b == nil {
		return true
	}
	x, ok := a.(*PatternEvaluator)
	y, also := b.(*PatternEvaluator)
	return ok && also && x == y
}

// Clear makes the searcher forget what earlier searches learnt, as if it were new. While a search runs it does nothing.
func (s *Searcher) Clear() {
	if release, err := s.acquire(); err == nil {
		defer release()
		s.engine.Clear()
	}
}

// Prepare allocates the memory that searches of b's size and rule need and builds the tables of the rule, some tens of
// milliseconds, so that the first search does not spend its time on that. It returns [ErrBusy] while a search runs.
func (s *Searcher) Prepare(b *Board) error {
	release, err := s.acquire()
	if err != nil {
		return err
	}
	defer release()
	if b == nil || b.size == 0 {
		return errNoBoard
	}
	s.engine.Prepare(&b.pos)
	return nil
}

// acquire takes the searcher for one call.
func (s *Searcher) acquire() (release func(), err error) {
	if s == nil || s.engine == nil {
		return nil, errNoSearcher
	}
	if !s.busy.CompareAndSwap(false, true) {
		return nil, ErrBusy
	}
	return func() { s.busy.Store(false) }, nil
}

var (
	errNoSearcher = errors.New("gomoku: the zero Searcher has no engine: make one with NewSearcher")
	errNoBoard    = errors.New("gomoku: the board is nil or its zero value: make one with NewBoard")
)

// begin is what every kind of search does first.
func (s *Searcher) begin(ctx context.Context, b *Board, limits []SearchOption) (c config, release func(), err error) {
	free, err := s.acquire()
	if err != nil {
		return c, nil, err
	}
	defer func() {
		if release == nil { // an error, or a panic of ctx
			free()
		}
	}()
	switch {
	case b == nil || b.size == 0:
		return c, nil, errNoBoard
	case b.outcome != Undecided:
		return c, nil, ErrGameOver
	}
	if c, err = s.config.with(limits); err != nil {
		return c, nil, err
	}
	if ctx.Err() != nil {
		return c, nil, context.Cause(ctx)
	}
	return c, free, nil
}

// Search looks for the best move of the side to move on b, which it does not change, until a limit is met or ctx ends. That
// is a normal end, with a result and no error; [Result.Stop] says which it was. A deadline of ctx is a limit of time like
// [WithTimeBudget].
//
// On an empty board the move is the center. A five is taken, and a single legal move is played, without a search.
//
// A canceled ctx ends the search at once with what it has found, and a nil error: where that must not be played, ask
// ctx.Err or look whether Stop is [StopCanceled].
//
// The error is [ErrGameOver], [ErrNoMove], [ErrBusy], an [*OptionError] of a limit, or [context.Cause] when ctx ended
// before the search began.
func (s *Searcher) Search(ctx context.Context, b *Board, limits ...SearchOption) (Result, error) {
	c, release, err := s.begin(ctx, b, limits)
	if err != nil {
		return Result{}, err
	}
	defer release()
	s.engine.Prepare(&b.pos) // memory comes before the clock
	start := time.Now()
	l := c.limits(ctx, start, true)
	if r, ok := s.fromBook(ctx, b, &c, l.Deadline); ok {
		r.Stats.Elapsed = time.Since(start)
		return r, nil
	}
	if c.progress != nil {
		l.Progress = func(i engine.Info) bool {
			c.progress(infoOf(i))
			return true
		}
	}
	if c.level != 0 && c.level != Expert {
		return s.atLevel(ctx, b, &c, l, start)
	}
	return s.result(b, s.engine.Search(ctx, &b.pos, l), start)
}

// result turns what the engine found into a Result.
func (s *Searcher) result(b *Board, r engine.Result, start time.Time) (Result, error) {
	if r.Best == position.None {
		return Result{}, ErrNoMove
	}
	result := Result{Best: pointOf(r.Best), Depth: r.Depth, Stop: StopReason(r.Stop), Stats: statsOf(r.Stats, time.Since(start))}
	for _, l := range r.Lines {
		result.Lines = append(result.Lines, lineOf(l))
	}
	if len(result.Lines) == 0 {
		result.Lines = []Line{{Moves: []Point{result.Best}, Score: Score(0)}}
	}
	result.Score = result.Lines[0].Score
	return result, nil
}

// Analyze yields the lines of ever deeper iterations, for [WithMultiPV] each rank of one depth after the other, until the
// loop breaks, ctx ends or a limit is met. Without a limit it goes on until the loop breaks or there is nothing more to
// find out. It uses neither book nor level. Errors, as those of [Searcher.Search], come as the only element.
func (s *Searcher) Analyze(ctx context.Context, b *Board, limits ...SearchOption) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		c, release, err := s.begin(ctx, b, limits)
		if err != nil {
			yield(Info{}, err)
			return
		}
		defer release()
		s.engine.Prepare(&b.pos)
		l := c.limits(ctx, time.Now(), false)
		l.Progress = func(i engine.Info) bool {
			info := infoOf(i)
			if c.progress != nil {
				c.progress(info)
			}
			return yield(info, nil)
		}
		if r := s.engine.Search(ctx, &b.pos, l); r.Best == position.None {
			yield(Info{}, ErrNoMove)
		}
	}
}

// fromBook plays a book move where the book knows the position and nothing speaks against the move: the search must not be
// told to leave points out or to look for something else than the best, and a short look must not find the move lost.
func (s *Searcher) fromBook(ctx context.Context, b *Board, c *config, deadline time.Time) (Result, bool) {
	if c.book == nil || c.balance || c.multiPV > 1 || c.level == Easy {
		return Result{}, false
	}
	if b.CountPoints(b.Turn(), Five) > 0 {
		return Result{}, false // a five is taken, whatever the book says
	}
	p, ok := c.book.choose(b, mix(c.seed, b.Hash()))
	if !ok || slices.Contains(c.excluded, p) || !b.IsLegal(p) {
		return Result{}, false
	}
	// The look must not cost a move its time: some 5 ms, less where less is left. Without a limit of time the clock must
	// have no say in the result.
	const lookNodes, lookTime = 5_000, 20 * time.Millisecond
	if d := time.Now().Add(lookTime); !deadline.IsZero() && d.Before(deadline) {
		deadline = d
	}
	var others []position.Cell
	for _, q := range b.AppendLegal(nil) {
		if q != p {
			others = append(others, q.cell())
		}
	}
	nodes := int64(lookNodes)
	if c.nodes > 0 {
		nodes = min(nodes, c.nodes)
	}
	r := s.engine.Search(ctx, &b.pos, engine.Limits{Depth: 8, Nodes: nodes, Deadline: deadline, MultiPV: 1, Excluded: others})
	result, err := s.result(b, r, time.Now())
	if err != nil || result.Best != p || result.Score < -MaxEval {
		return Result{}, false
	}
	result.Stop = StopBook
	return result, true
}

// engine returns what the engine needs to know of c for all searches.
func (c *config) engine() engine.Config {
	e := engine.Config{
		Defense:   position.DefenseUnit,
		Radius:    c.radius,
		Width:     c.width,
		Threads:   c.threads,
		HashBytes: c.hashBytes,
		Params:    c.params,

		Tracer:     c.tracer,
		TracePlies: c.tracePlies,
	}
	switch v := c.evaluator.(type) {
	case nil:
		e.Defense = int(math.Round(c.defense * position.DefenseUnit))
	case *PatternEvaluator:
		e.Weights = v.weights.set
		e.Defense = int(math.Round(c.defense * v.defense * position.DefenseUnit))
	default:
		e.Attach = attach(v, c.defense)
		if _, ok := v.(DefenseWeighter); ok && !isNeutral(v, c.defense) {
			e.RootBound = true
		}
	}
	return e
}

// isNeutral reports whether v's scores do not depend on the side at the root.
func isNeutral(v Evaluator, defense float64) bool {
	n, ok := v.(interface{ neutral() bool })
	return defense == 1 && (!ok || n.neutral())
}

// limits returns the limits of one search. A search, unlike an analysis, takes a second where nothing else is said.
func (c *config) limits(ctx context.Context, start time.Time, search bool) engine.Limits {
	l := engine.Limits{
		Depth: c.depth, Nodes: c.nodes, Clock: engine.Clock(c.clock), MultiPV: c.multiPV, Seed: c.seed,
		TieBreak: c.tieBreak, TieMargin: int(min(c.tieMargin, 2*mateScore)), Balance: c.balance, Target: int(c.balanceTarget),
	}
	for _, p := range c.excluded {
		l.Excluded = append(l.Excluded, p.cell())
	}
	budget := c.budget
	deadline, ok := ctx.Deadline()
	if budget == 0 && c.clock.Left == 0 && c.clock.PerMove == 0 && c.depth == 0 && c.nodes == 0 && !ok && search && (c.level == 0 || c.level == Expert) {
		budget = time.Second
	}
	if budget > 0 && (!ok || start.Add(budget).Before(deadline)) {
		deadline = start.Add(budget)
	}
	l.Deadline = deadline
	return l
}

// solveLimits returns the limits of Solve, which knows neither levels nor clocks: they must not keep it from the second that
// it takes where nothing else is said.
func (c config) solveLimits(ctx context.Context, start time.Time) engine.Limits {
	c.level, c.clock = 0, Clock{}
	return c.limits(ctx, start, true)
}

// attach returns how a worker gets an evaluator of its own with a board for it to look at.
func attach(v Evaluator, defense float64) func(*position.Position, *position.Tables) engine.Attached {
	return func(root *position.Position, t *position.Tables) engine.Attached {
		b := &Board{size: t.Size(), rule: Rule(t.Rule())}
		b.pos.Restart(root, t)
		own := v
		if w, ok := own.(DefenseWeighter); ok {
			own = w.WithDefense(defense, colorOf(root.Side()))
		}
		a := engine.Attached{Position: &b.pos}
		if inc, ok := own.(IncrementalEvaluator); ok {
			inc = inc.Clone()
			inc.Reset(b)
			a.Follower = follower{b, inc}
			own = inc
		}
		a.Evaluator = evaluator{b, own}
		if s, ok := own.(MoveScorer); ok {
			a.Scorer = &scorer{board: b, scorer: s}
		}
		return a
	}
}

// evaluator is a user's Evaluator as the engine sees it.
type evaluator struct {
	board     *Board
	evaluator Evaluator
}

func (e evaluator) Evaluate() int { return int(e.evaluator.Evaluate(e.board)) }

// follower is a user's IncrementalEvaluator as the engine sees it.
type follower struct {
	board     *Board
	evaluator IncrementalEvaluator
}

func (f follower) Played(c position.Cell) { f.evaluator.Played(f.board, pointOf(c)) }
func (f follower) Undone(c position.Cell) { f.evaluator.Undone(f.board, pointOf(c)) }

// scorer is a user's MoveScorer as the engine sees it.
type scorer struct {
	board  *Board
	scorer MoveScorer
	points []Point // buffers
	scores []Score
}

func (s *scorer) ScoreMoves(cells []position.Cell, dst []int32) {
	s.points = s.points[:0]
	for _, c := range cells {
		s.points = append(s.points, pointOf(c))
	}
	s.scores = slices.Grow(s.scores[:0], len(cells))[:len(cells)]
	clear(s.scores)
	s.scorer.ScoreMoves(s.board, s.points, s.scores)
	for i, v := range s.scores {
		dst[i] = int32(v)
	}
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

// Solve looks for a forced win of the side to move: by fours alone with [VCF], by fours and threes with [VCT]. A win that it
// returns is verified; of wins by fours it is a shortest one. Where the verdict is [NotFound] a limit ended the search; by
// default that is a second, as for Search. The errors are those of [Searcher.Search].
//
// Solve heeds [WithDepth], which bounds the winner's moves, [WithTimeBudget], [WithNodes] and ctx, and no other option. With
// VCT a depth says which wins count and does not make the search shorter: give it a limit of time or nodes as well; and a win that
// it finds need not be the shortest, so that one within the depth may go unseen.
func (s *Searcher) Solve(ctx context.Context, b *Board, k ThreatSearch, limits ...SearchOption) (Solution, error) {
	if k != VCF && k != VCT {
		return Solution{}, &OptionError{"Solve", k, "VCF or VCT"}
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

// mix makes a random number of a seed and a position's hash.
func mix(seed, hash uint64) uint64 {
	x := seed*0x9e3779b97f4a7c15 ^ hash
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// ThreatSearch are the moves with which [Searcher.Solve] tries to force a win.
type ThreatSearch uint8

const (
	VCF ThreatSearch = iota + 1 // fours alone; the shortest such win is found
	VCT                         // fours and threes
)

// String returns the name: VCF or VCT.
func (k ThreatSearch) String() string {
	return nameOf("ThreatSearch", []string{"", "VCF", "VCT"}, uint8(k))
}

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
	Best  Point  // the move to play
	Score Score  // of Best, from the view of the side to move
	Depth int    // plies of the last complete iteration
	Lines []Line // best first, after Best, which a random tie-break may have chosen; none without a search
	Stop  StopReason
	Stats Stats
}

// An Info is an intermediate result of a search that goes on.
type Info struct {
	Depth    int  // plies that every line was searched to
	SelDepth int  // plies of the longest line that was looked at
	Rank     int  // 0 for the best line, 1 for the second, …
	Line     Line // its Moves belong to the receiver
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
