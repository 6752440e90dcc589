// Package tune seeks good numbers for an evaluator of your own, or for the options of a search, by letting them play: two
// searchers that differ in nothing but these numbers play pairs of games from one opening, with the colors changed.
//
// A [Param] describes a number, and [Games.Player] makes a searcher's options of a vector of them. [Grid] plays all
// combinations of some values against fixed ones, coarse to fine: a table that shows how much each number matters. [SPSA]
// turns any number of them at once, a little after each pair of games.
//
//	g := &tune.Games{Player: tune.Evaluator(func(v []float64) gomoku.Evaluator { return Mine{v[0], v[1]} })}
//	params := []tune.Param{
//		{Name: "three", Low: 1, High: 9, Step: 2, Start: 3},
//		{Name: "two", Low: 0, High: 2, Step: 0.5, Start: 1},
//	}
//	rounds, err := tune.Grid(ctx, params, g, tune.GridOptions{Pairs: 50, Rounds: 2})
//
// # Chance
//
// Games decide little: after 100 of them a score of 50 % may as well have been 40 or 60. [Tally.StdErr] says how much. The
// best of many cells owes some of its score to luck, so let it prove itself in new games: [Compare]. And what wins at a small
// depth need not win at a large one.
//
// # Reproducibility
//
// The same parameters, settings and seed give the same games and the same answer on any number of processors, if the searches
// end by depth or nodes and have one thread each. A game is therefore never played twice: those in [Games.Done], of this run
// or an earlier one that was killed, are taken as they are.
package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

// A Param is a number to tune.
type Param struct {
	Name      string  // for errors and tables
	Low, High float64 // the least and the greatest value to try; where both are the same, the number keeps that value
	// Step is the distance between neighbors in the first round of [Grid]. For [SPSA] it is how far the two players'
	// values lie from the mean at the end: so far that it is worth some percent of the games.
	Step float64
	// Start is the value of the player that Grid plays against, which may lie outside Low and High, and the value that
	// SPSA begins with.
	Start   float64
	Integer bool // only whole numbers: Low, High and Start must be whole, for Grid Step too
}

func (p *Param) fixed() bool { return p.Low == p.High }

// check reports what is wrong with p, whatever it is used for.
func (p *Param) check() error {
	for _, v := range []float64{p.Low, p.High, p.Step, p.Start} {
		if math.IsNaN(v) || math.Abs(v) > maxValue {
			return fmt.Errorf("tune: parameter %q: %v is not a number between -%g and %g", p.Name, v, maxValue, maxValue)
		}
	}
	switch {
	case p.Low > p.High:
		return fmt.Errorf("tune: parameter %q: Low %v is above High %v", p.Name, p.Low, p.High)
	case !p.fixed() && p.Step <= 0:
		return fmt.Errorf("tune: parameter %q: a Step above 0 is needed, not %v", p.Name, p.Step)
	case p.Integer && (!whole(p.Low) || !whole(p.High) || !whole(p.Start)):
		return fmt.Errorf("tune: parameter %q: Low, High and Start must be whole numbers, not %v, %v and %v", p.Name, p.Low, p.High, p.Start)
	}
	return nil
}

const maxValue = 1e12 // far from where whole numbers have gaps

func whole(v float64) bool { return v == math.Trunc(v) }

func checkParams(params []Param) error {
	var errs []error
	for i := range params {
		errs = append(errs, params[i].check())
	}
	if !slices.ContainsFunc(params, func(p Param) bool { return !p.fixed() }) {
		errs = append(errs, errors.New("tune: no parameter has a High above its Low: there is nothing to try"))
	}
	return errors.Join(errs...)
}

func starts(params []Param) (v []float64) {
	for _, p := range params {
		v = append(v, p.Start)
	}
	return v
}

// Games says how the games of a search go, and holds those that were played.
type Games struct {
	// Player returns the options of the searcher that plays with the given values, one for each parameter in their order.
	// It is called before each game, from several goroutines at once; the slice is its own. The seed of these options
	// does not count: each pair of games has its own. A searcher has a table of 4 MiB unless the options say otherwise.
	Player func(values []float64) ([]gomoku.Option, error)

	Limit gomoku.SearchOption // of each search; nil: WithDepth(4)
	Rule  gomoku.Rule
	Size  int    // of the board; 0: gomoku.DefaultSize
	Seed  uint64 // of openings, of the players' random choices and of those of SPSA

	// Openings are used by turns, one for each pair of games; nil: they are made from Seed by [opening.Balanced].
	Openings [][]gomoku.Point

	Parallel int // games at a time; 0: as many as there are processors. It changes nothing but the time.

	// Done are games that need not be played: a run that goes on after a kill puts those here that Finished saw, in any
	// order. They must have been played with the same settings. Each finished game is added.
	Done []Game

	// Finished is told of each game as soon as it ends, in whatever order; an error ends the search, and nothing is told after
	// it. Nil: nobody. It is called from the goroutine that called Grid, SPSA or Compare, as Progress is.
	Finished func(Game) error

	// Progress is told how many games there are, in this round of Grid or in the whole of SPSA or Compare, and how many are
	// done, at the beginning and after each. Nil: nobody.
	Progress func(done, all int)
}

// Evaluator returns a [Games.Player] for an evaluator that build makes from the values, with no other options. Build is called
// before each game, from several goroutines at once. A panic of the evaluator is not caught: it ends the program.
func Evaluator(build func(values []float64) gomoku.Evaluator) func(values []float64) ([]gomoku.Option, error) {
	if build == nil {
		return nil // which Grid and the others refuse
	}
	return func(values []float64) ([]gomoku.Option, error) {
		return []gomoku.Option{gomoku.WithEvaluator(build(values))}, nil
	}
}

// A Game is a game between player A, whose values are tried, and player B. It can be written as JSON and read back.
type Game struct {
	Number  int            `json:"game"` // games 2k and 2k+1 are a pair: one opening, A black and then white
	A       []float64      `json:"a"`    // the values of A
	B       []float64      `json:"b"`
	Opening int            `json:"opening"` // how many of the moves were given
	Moves   []gomoku.Point `json:"moves"`
	Winner  gomoku.Color   `json:"winner"` // Empty: a draw
}

// Color is the color of A.
func (g *Game) Color() gomoku.Color { return gomoku.Black + gomoku.Color(g.Number&1) }

// Half is how many half points the game brought A: 0, 1 or 2.
func (g *Game) Half() int {
	switch g.Winner {
	case g.Color():
		return 2
	case gomoku.Empty:
		return 1
	}
	return 0
}

// key tells games apart that may go differently under the same settings.
func (g *Game) key() string {
	b := strconv.AppendInt(nil, int64(g.Number), 10)
	for _, values := range [2][]float64{g.A, g.B} {
		b = append(b, ':')
		for _, v := range values {
			b = strconv.AppendFloat(append(b, ' '), v, 'g', -1, 64)
		}
	}
	return string(b)
}

// A Tally counts games from the view of player A. The zero value is empty.
type Tally struct {
	Won, Drawn, Lost int
	Pairs            [5]int // pairs of games by the half points that they brought A: 0 to 4
}

// add counts a pair of games.
func (t *Tally) add(pair [2]Game) {
	half := 0
	for i := range pair {
		n := pair[i].Half()
		*[]*int{&t.Lost, &t.Drawn, &t.Won}[n] += 1
		half += n
	}
	t.Pairs[half]++
}

// Games is the number of games.
func (t Tally) Games() int { return t.Won + t.Drawn + t.Lost }

// Share is A's share of the points, 0 to 1, a draw being half a point; NaN without games.
func (t Tally) Share() float64 { return (float64(t.Won) + float64(t.Drawn)/2) / float64(t.Games()) }

// StdErr is the standard error of Share, with pairs as the unit, for the two games of a pair depend on each other. With many
// pairs, the true share lies within twice the error in 19 of 20 cases. NaN with less than two pairs.
func (t Tally) StdErr() float64 {
	n, sum, squares := 0.0, 0.0, 0.0
	for half, count := range t.Pairs {
		n += float64(count)
		sum += float64(count) * float64(half) / 4
		squares += float64(count) * float64(half*half) / 16
	}
	if n < 2 {
		return math.NaN()
	}
	return math.Sqrt(max(0, squares-sum*sum/n) / (n - 1) / n)
}

// A runner plays the games of one search.
type runner struct {
	*Games
	names []string
	known map[string]*Game // Done by key

	mu       sync.Mutex
	openings map[int][]gomoku.Point // made so far, by the number of the pair
}

func (g *Games) runner(params []Param) (*runner, error) {
	if g == nil || g.Player == nil {
		return nil, errors.New("tune: Games.Player is nil: it must make a searcher's options from values")
	}
	size := g.Size
	if size == 0 {
		size = gomoku.DefaultSize
	}
	if _, err := gomoku.NewBoard(size, g.Rule); err != nil {
		return nil, fmt.Errorf("tune: %w", err)
	}
	if g.Parallel < 0 {
		return nil, fmt.Errorf("tune: Games.Parallel is %d: 1 or more, or 0 for one a processor", g.Parallel)
	}
	r := &runner{Games: g, known: make(map[string]*Game, len(g.Done)), openings: make(map[int][]gomoku.Point)}
	for i := range g.Openings {
		if _, err := r.board(g.Openings[i]); err != nil {
			return nil, fmt.Errorf("tune: opening %d of %d: %w", i+1, len(g.Openings), err)
		}
	}
	for _, p := range params {
		r.names = append(r.names, p.Name)
	}
	for i := range g.Done {
		d := &g.Done[i]
		switch {
		case d.Number < 0:
			return nil, fmt.Errorf("tune: Games.Done: game %d has a negative number", d.Number)
		case d.Winner > gomoku.White:
			return nil, fmt.Errorf("tune: Games.Done: game %d has the winner %d, which is no color", d.Number, d.Winner)
		}
		r.known[d.key()] = d
	}
	return r, nil
}

// board returns the board with the opening on it.
func (r *runner) board(opening []gomoku.Point) (*gomoku.Board, error) {
	size := r.Size
	if size == 0 {
		size = gomoku.DefaultSize
	}
	b, err := gomoku.NewBoard(size, r.Rule)
	if err != nil {
		return nil, err
	}
	for i, p := range opening {
		if err := b.Play(p); err != nil {
			return nil, fmt.Errorf("move %d (%v): %w", i+1, p, err)
		}
	}
	if b.Outcome() != gomoku.Undecided {
		return nil, errors.New("it ends the game")
	}
	return b, nil
}

const (
	openingNodes = 4000 // of each of the two searches that make an opening
	openingTries = 20   // small boards have openings that end the game
)

// opening returns the opening of a pair. It is a function of the seed and the pair's number.
func (r *runner) opening(ctx context.Context, pair int) ([]gomoku.Point, error) {
	if len(r.Openings) > 0 {
		return r.Openings[pair%len(r.Openings)], nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if o, ok := r.openings[pair]; ok {
		return o, nil
	}
	s, err := gomoku.NewSearcher(gomoku.WithNodes(openingNodes), gomoku.WithHashSize(1<<20))
	if err != nil {
		return nil, err
	}
	empty, err := r.board(nil)
	if err != nil {
		return nil, err
	}
	for try := range openingTries {
		s.Clear()
		b, err := opening.Balanced(ctx, s, empty.Size(), r.Rule, mix(mix(r.Seed, pair), try))
		if err != nil {
			return nil, err
		}
		if b.Outcome() == gomoku.Undecided {
			o := b.Moves()
			if ctx.Err() == nil {
				r.openings[pair] = o
			}
			return o, nil
		}
	}
	return nil, fmt.Errorf("no opening for size %d that leaves the game open: give Openings", empty.Size())
}

// mix makes a seed of a seed and a number (the finishing step of splitmix64).
func mix(seed uint64, n int) uint64 {
	z := seed + (uint64(n)+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// searcher makes the searcher that plays with these values.
func (r *runner) searcher(values []float64, seed uint64) (*gomoku.Searcher, error) {
	more, err := r.Player(slices.Clone(values))
	if err != nil {
		return nil, err
	}
	options := append([]gomoku.Option{gomoku.WithHashSize(4 << 20)}, more...)
	return gomoku.NewSearcher(append(options, gomoku.WithSeed(seed))...)
}

// checkPlayer makes a searcher with these values, so that wrong ones are an error before the first game.
func (r *runner) checkPlayer(values []float64) error {
	_, err := r.searcher(values, 0)
	return r.explain(values, err)
}

// explain adds the values to an error.
func (r *runner) explain(values []float64, err error) error {
	if err == nil {
		return nil
	}
	at := make([]string, len(values))
	for i, v := range values {
		at[i] = fmt.Sprint(v)
		if len(r.names) > 0 {
			at[i] = fmt.Sprintf("%s=%v", r.names[i], v)
		}
	}
	return fmt.Errorf("tune: the player with %s: %w", strings.Join(at, " "), err)
}

// game plays a game to its end. When ctx ends the game is not to be used.
func (r *runner) game(ctx context.Context, number int, a, b []float64) (*Game, error) {
	g := &Game{Number: number, A: a, B: b}
	limit := r.Limit
	if limit == nil {
		limit = gomoku.WithDepth(4)
	}
	moves, err := r.opening(ctx, number/2)
	if err != nil {
		return nil, fmt.Errorf("tune: opening: %w", err)
	}
	board, err := r.board(moves)
	if err != nil {
		return nil, fmt.Errorf("tune: opening: %w", err)
	}
	g.Opening, g.Moves = len(moves), slices.Clone(moves)
	values := map[gomoku.Color][]float64{g.Color(): a, g.Color().Opponent(): b}
	searchers := map[gomoku.Color]*gomoku.Searcher{}
	for c, v := range values {
		if searchers[c], err = r.searcher(v, mix(r.Seed, number/2)); err != nil {
			return nil, r.explain(v, err)
		}
	}
	for board.Outcome() == gomoku.Undecided && ctx.Err() == nil {
		side := board.Turn()
		found, err := searchers[side].Search(ctx, board, limit)
		if errors.Is(err, gomoku.ErrNoMove) { // Black under renju: a draw
			return g, nil
		}
		if err == nil {
			err = board.Play(found.Best)
		}
		if err != nil {
			return nil, r.explain(values[side], fmt.Errorf("move %d: %w", board.Len()+1, err))
		}
		g.Moves = append(g.Moves, found.Best)
	}
	g.Winner = board.Winner()
	return g, nil
}

// A duel is two games between two vectors of values: games 2·pair and 2·pair+1.
type duel struct {
	pair int
	a, b []float64
}

// play plays what is not known yet, and returns the pairs in the order of the duels. before and all are for Progress: games
// that were done earlier, and all there are.
func (r *runner) play(ctx context.Context, duels []duel, before, all int) ([][2]Game, error) {
	type task struct{ duel, color int }
	pairs := make([][2]Game, len(duels))
	var missing []task
	asked := map[string]bool{}
	for i, d := range duels {
		for color := range 2 {
			pairs[i][color] = Game{Number: 2*d.pair + color, A: d.a, B: d.b}
			if key := pairs[i][color].key(); r.known[key] == nil && !asked[key] {
				asked[key] = true
				missing = append(missing, task{i, color})
			}
		}
	}
	done := before + 2*len(duels) - len(missing)
	if r.Progress != nil {
		r.Progress(done, all)
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	tasks, ended := make(chan task), make(chan *Game)
	var workers sync.WaitGroup
	parallel := r.Parallel
	if parallel == 0 {
		parallel = runtime.GOMAXPROCS(0)
	}
	for range min(parallel, len(missing)) {
		workers.Go(func() {
			for t := range tasks {
				d := duels[t.duel]
				g, err := r.game(ctx, 2*d.pair+t.color, d.a, d.b)
				if ctx.Err() != nil {
					return
				}
				if err != nil {
					cancel(err)
					return
				}
				ended <- g
			}
		})
	}
	workers.Go(func() {
		defer close(tasks)
		for _, t := range missing {
			select {
			case tasks <- t:
			case <-ctx.Done():
				return
			}
		}
	})
	go func() {
		workers.Wait()
		close(ended)
	}()
	failed := false
	for g := range ended {
		r.known[g.key()] = g
		r.Done = append(r.Done, *g)
		done++
		if r.Finished != nil && !failed {
			if err := r.Finished(*g); err != nil {
				failed = true
				cancel(err)
			}
		}
		if r.Progress != nil {
			r.Progress(done, all)
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	for i := range pairs {
		for color := range pairs[i] {
			pairs[i][color] = *r.known[pairs[i][color].key()]
		}
	}
	return pairs, nil
}
