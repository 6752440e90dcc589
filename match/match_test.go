package match_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
)

// anyMove plays any legal move.
func anyMove(ctx context.Context, b *gomoku.Board, random *rand.Rand) (gomoku.Point, error) {
	legal := b.AppendLegal(nil)
	if len(legal) == 0 {
		return gomoku.NoPoint, gomoku.ErrNoMove
	}
	return legal[random.IntN(len(legal))], nil
}

var (
	random = match.Func("random", anyMove)
	quick  = match.Searcher("quick", gomoku.WithNodes(200), gomoku.WithHashSize(1<<16), gomoku.WithRandomTieBreak(20))
)

// points reads moves.
func points(t *testing.T, text string) (list []gomoku.Point) {
	t.Helper()
	for word := range strings.FieldsSeq(text) {
		p, err := gomoku.ParsePoint(word)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// all plays a match to its end and returns its games.
func all(t *testing.T, a, b *match.Contender, o *match.Options) []*match.Game {
	t.Helper()
	var games []*match.Game
	for g, err := range match.Run(t.Context(), a, b, o) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

// withoutTimes returns copies of games that do not depend on the machine's speed.
func withoutTimes(games []*match.Game) (list []match.Game) {
	for _, g := range games {
		c := *g
		c.Plies = slices.Clone(g.Plies)
		for i := range c.Plies {
			c.Plies[i].Time = 0
		}
		list = append(list, c)
	}
	return list
}

// A match is what its games say it is, under every rule: pairs, openings, colors, records that replay and read back.
func TestRun(t *testing.T) {
	t.Parallel()
	for rule := gomoku.Freestyle; rule <= gomoku.CaroOverline; rule++ {
		o := &match.Options{Size: 9, Rule: rule, Games: 9, Seed: uint64(rule)}
		games := all(t, quick, random, o)
		if len(games) != 9 {
			t.Fatalf("%v: %d games, want 9", rule, len(games))
		}
		var tally match.Tally
		openings := map[string]bool{}
		for n, g := range games {
			tally.Add(g)
			color := gomoku.Black
			if n%2 == 1 {
				color = gomoku.White
			}
			if g.Number != n || g.Color != color || g.Rule != rule || g.Size != 9 || g.Opening < 3 || g.Opening > 6 {
				t.Errorf("%v: game %d: number %d, A is %v, %v on size %d, opening of %d", rule, n, g.Number, g.Color, g.Rule, g.Size, g.Opening)
			}
			if n%2 == 1 {
				if before := games[n-1]; g.Seed != before.Seed || !slices.Equal(g.Moves[:g.Opening], before.Moves[:before.Opening]) {
					t.Errorf("%v: games %d and %d are no pair", rule, n-1, n)
				}
			}
			openings[fmt.Sprint(g.Moves[:g.Opening])] = true
			b, err := g.Board()
			if err != nil {
				t.Fatalf("%v: game %d: %v", rule, n, err)
			}
			if g.Reason == gomoku.ByFive && b.Outcome() != g.Outcome {
				t.Errorf("%v: game %d: %v, the board has %v", rule, n, g.Outcome, b.Outcome())
			}
			for i, p := range g.Plies {
				if p.Time <= 0 || p.Nodes > 0 && g.Mover(g.Opening+i) == match.B {
					t.Errorf("%v: game %d: ply %d: %+v", rule, n, i, p)
				}
			}
			text, err := json.Marshal(g)
			if err != nil {
				t.Fatal(err)
			}
			var back match.Game
			if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(&back, g) {
				t.Errorf("%v: %s\nread back as %+v, %v", rule, text, back, err)
			}
		}
		if len(openings) != 5 {
			t.Errorf("%v: %d openings, want 5", rule, len(openings))
		}
		if tally.Score() < 0.8 {
			t.Errorf("%v: against random moves the search has %v", rule, tally)
		}
		o.Done = games
		played, err := match.Play(t.Context(), quick, random, o)
		if err != nil || played != tally {
			t.Errorf("%v: Play has %v, %v, Run %v", rule, played, err, tally)
		}
	}
}

// A player against itself scores one half, game by game.
func TestSelf(t *testing.T) {
	t.Parallel()
	self := match.Searcher("self", gomoku.WithNodes(100), gomoku.WithHashSize(1<<16))
	result, err := match.Play(t.Context(), self, self, &match.Options{Size: 9, Games: 12})
	if err != nil || result.Pairs != [5]int{2: 6} {
		t.Errorf("%+v, %v", result, err)
	}
}

// The games are the same for any number at a time, and where some of them were played before.
func TestSameGames(t *testing.T) {
	t.Parallel()
	o := match.Options{Size: 9, Games: 10, Seed: 3, Parallel: 1}
	want := all(t, quick, random, &o)
	for _, parallel := range []int{5, 0} {
		o := o
		o.Parallel = parallel
		if got := all(t, quick, random, &o); !reflect.DeepEqual(withoutTimes(got), withoutTimes(want)) {
			t.Errorf("%d at a time: other games", parallel)
		}
	}
	o.Seed++
	if got := all(t, quick, random, &o); reflect.DeepEqual(withoutTimes(got), withoutTimes(want)) {
		t.Error("another seed gives the same games")
	}
	o.Seed--

	r := rand.New(rand.NewPCG(1, 0))
	for range 3 {
		o := o
		o.Parallel = 3
		for _, i := range r.Perm(len(want)) {
			if r.IntN(2) == 0 {
				o.Done = append(o.Done, want[i])
			}
		}
		played := 0
		o.Finished = func(g *match.Game) error {
			if played++; slices.Contains(o.Done, g) {
				t.Errorf("Finished is told of game %d, which was played before", g.Number)
			}
			return nil
		}
		if got := all(t, quick, random, &o); !reflect.DeepEqual(withoutTimes(got), withoutTimes(want)) {
			t.Error("going on: other games")
		}
		if played != len(want)-len(o.Done) {
			t.Errorf("%d games were done, %d of %d were played", len(o.Done), played, len(want))
		}
	}
	// More games go on where the others ended.
	o.Done, o.Games = want, 14
	if got := all(t, quick, random, &o); len(got) != 14 || !reflect.DeepEqual(got[:10], want) {
		t.Errorf("%d games", len(got))
	}
}

// The SPRT ends the match at the same game for any number at a time.
func TestSPRTEndsMatch(t *testing.T) {
	t.Parallel()
	test := match.SPRT{Elo0: 0, Elo1: 100}
	var want match.Tally
	for _, parallel := range []int{1, 4} {
		got, err := match.Play(t.Context(), quick, random, &match.Options{Size: 9, Games: 1000, SPRT: &test, Parallel: parallel, Openings: [][]gomoku.Point{points(t, "e5 f6"), points(t, "e5 d5 c4")}})
		if err != nil || test.Decide(got) != match.AcceptedH1 || got.Games() >= 100 {
			t.Errorf("%d at a time: %v, %v, LLR %v", parallel, got, err, test.LLR(got))
		}
		if parallel > 1 && got != want {
			t.Errorf("%d at a time: %+v, want %+v", parallel, got, want)
		}
		want = got
	}
}

// A loop that breaks, a context that ends and a callback that fails: the games that ended are there, and nothing is left running.
func TestEarlyEnd(t *testing.T) {
	t.Parallel()
	o := &match.Options{Size: 9, Games: 1_000_000, Openings: [][]gomoku.Point{nil}, Parallel: 3}
	n := 0
	for _, err := range match.Run(t.Context(), random, random, o) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 3 {
			break
		}
	}

	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	full := errors.New("disk full")
	n, last := 0, error(nil)
	for g, err := range match.Run(ctx, random, random, o) {
		if last != nil {
			t.Fatalf("after the error: %v, %v", g, err)
		}
		last = err
		if n++; n == 5 {
			cancel(full)
		}
	}
	if n < 5 || n > 50 || last != full {
		t.Errorf("canceled: %d games, error %v", n, last)
	}

	told := 0
	o.Finished = func(*match.Game) error {
		if told++; told == 4 {
			return full
		}
		return nil
	}
	if _, err := match.Play(t.Context(), random, random, o); err != full || told != 4 {
		t.Errorf("Finished failed: %v, told %d times", err, told)
	}

	defer func() {
		if v := recover(); v != "loop" {
			t.Errorf("panic %v", v)
		}
	}()
	for range match.Run(t.Context(), random, random, &match.Options{Size: 9, Openings: o.Openings}) {
		panic("loop")
	}
}

// A deadline of the match's context is none of a move.
func TestDeadlineOfMatch(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	asked := match.Func("asked", func(ctx context.Context, b *gomoku.Board, r *rand.Rand) (gomoku.Point, error) {
		if _, ok := ctx.Deadline(); ok {
			t.Error("the move has a deadline")
		}
		return anyMove(ctx, b, r)
	})
	if _, err := match.Play(ctx, asked, random, &match.Options{Size: 6, Games: 2}); err != nil {
		t.Error(err)
	}
}

// misbehave returns a contender that does something else with its second move.
func misbehave(name string, second match.MoveFunc) *match.Contender {
	return match.Func(name, func(ctx context.Context, b *gomoku.Board, r *rand.Rand) (gomoku.Point, error) {
		if b.Len() >= 2 {
			return second(ctx, b, r)
		}
		return anyMove(ctx, b, r)
	})
}

func TestMisbehavior(t *testing.T) {
	t.Parallel()
	clock := gomoku.Clock{PerMove: 5 * time.Millisecond}
	for _, c := range []struct {
		name   string
		move   match.MoveFunc
		clock  gomoku.Clock
		reason gomoku.Reason
		detail string
	}{
		{"occupied", func(_ context.Context, b *gomoku.Board, _ *rand.Rand) (gomoku.Point, error) {
			p, _ := b.LastMove()
			return p, nil
		}, gomoku.Clock{}, gomoku.ByIllegalMove, "point is occupied"},
		{"off the board", func(context.Context, *gomoku.Board, *rand.Rand) (gomoku.Point, error) {
			return gomoku.At(20, 20), nil
		}, gomoku.Clock{}, gomoku.ByIllegalMove, "not on the board"},
		{"no move", func(context.Context, *gomoku.Board, *rand.Rand) (gomoku.Point, error) {
			return gomoku.NoPoint, nil
		}, gomoku.Clock{}, gomoku.ByIllegalMove, "-"},
		{"occupied, as an engine's client says", func(_ context.Context, b *gomoku.Board, _ *rand.Rand) (gomoku.Point, error) {
			p, _ := b.LastMove()
			return p, fmt.Errorf("illegal move: %w", gomoku.ErrOccupied)
		}, gomoku.Clock{}, gomoku.ByIllegalMove, "point is occupied"},
		{"off the board, as an engine's client says", func(context.Context, *gomoku.Board, *rand.Rand) (gomoku.Point, error) {
			return gomoku.NoPoint, fmt.Errorf("illegal move: %w", gomoku.ErrOffBoard)
		}, gomoku.Clock{}, gomoku.ByIllegalMove, "not on the board"},
		{"error", func(context.Context, *gomoku.Board, *rand.Rand) (gomoku.Point, error) {
			return gomoku.NoPoint, errors.New("engine is gone")
		}, gomoku.Clock{}, gomoku.ByForfeit, "engine is gone"},
		{"changes the board", func(ctx context.Context, b *gomoku.Board, r *rand.Rand) (gomoku.Point, error) {
			p, err := anyMove(ctx, b, r)
			return p, errors.Join(err, b.Play(p))
		}, gomoku.Clock{}, gomoku.ByForfeit, "changed the board"},
		{"late", func(ctx context.Context, b *gomoku.Board, r *rand.Rand) (gomoku.Point, error) {
			<-ctx.Done()
			return anyMove(ctx, b, r)
		}, clock, gomoku.ByTime, "the time is over after"},
		{"late with an error", func(ctx context.Context, b *gomoku.Board, r *rand.Rand) (gomoku.Point, error) {
			<-ctx.Done()
			return gomoku.NoPoint, ctx.Err()
		}, gomoku.Clock{Left: 5 * time.Millisecond}, gomoku.ByTime, "the time is over after"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := misbehave(c.name, c.move)
			a.Clock = c.clock
			for _, g := range all(t, a, random, &match.Options{Size: 9, Games: 4, Openings: [][]gomoku.Point{nil}, Tolerance: 45 * time.Millisecond}) {
				winner, ok := g.Winner()
				if !ok || winner != match.B || g.Points() != 0 || g.Reason != c.reason || !strings.Contains(g.Detail, c.detail) {
					t.Errorf("game %d: %v by %v (%s), want a loss by %v (%s)", g.Number, g.Outcome, g.Reason, g.Detail, c.reason, c.detail)
				}
				if want := 2 + g.Number%2; len(g.Moves) != want || len(g.Plies) != want {
					t.Errorf("game %d: %d moves, want %d", g.Number, len(g.Moves), want)
				}
				if _, err := g.Board(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// A foul is the last move of its game.
func TestFoul(t *testing.T) {
	t.Parallel()
	threes := points(t, "h9 a1 h10 a3 g8 a5 i8 a7") // h8 is a double three
	a := match.Func("foul", func(context.Context, *gomoku.Board, *rand.Rand) (gomoku.Point, error) { return gomoku.At(7, 7), nil })
	g := all(t, a, random, &match.Options{Rule: gomoku.Renju, Games: 1, Openings: [][]gomoku.Point{threes}})[0]
	if g.Reason != gomoku.ByFoul || g.Outcome != gomoku.WhiteWins || len(g.Moves) != 9 || len(g.Plies) != 1 || !strings.Contains(g.Detail, "h8") {
		t.Errorf("%v by %v (%s), moves %v", g.Outcome, g.Reason, g.Detail, g.Moves)
	}
	if _, err := g.Board(); err != nil {
		t.Error(err)
	}
}

func TestDraws(t *testing.T) {
	t.Parallel()
	for _, g := range all(t, random, random, &match.Options{Games: 2, MaxMoves: 8}) {
		if g.Outcome != gomoku.Draw || g.Reason != gomoku.ByMoveLimit || len(g.Moves) != 8 || g.Points() != 0.5 {
			t.Errorf("%v by %v after %d moves", g.Outcome, g.Reason, len(g.Moves))
		}
	}
	none := misbehave("none", func(context.Context, *gomoku.Board, *rand.Rand) (gomoku.Point, error) {
		return gomoku.NoPoint, gomoku.ErrNoMove
	})
	for _, g := range all(t, none, random, &match.Options{Games: 2}) {
		if _, ok := g.Winner(); ok || g.Outcome != gomoku.Draw || g.Reason != gomoku.ByNoMove {
			t.Errorf("%v by %v", g.Outcome, g.Reason)
		}
	}
}

// A panic, and a player that cannot be made or begin, end the match with an error and without a lost game.
func TestBrokenPlayers(t *testing.T) {
	t.Parallel()
	panics := misbehave("panics", func(context.Context, *gomoku.Board, *rand.Rand) (gomoku.Point, error) { panic("index out of range") })
	for want, a := range map[string]*match.Contender{
		"player A, move 3 after [": panics,
		"match_test.go":            panics, // the stack
		"player A cannot begin: no such size": {Name: "refuses", New: func() (match.Player, error) {
			return refusing{}, nil
		}},
		"player A, missing: no such file": {Name: "missing", New: func() (match.Player, error) {
			return nil, errors.New("no such file")
		}},
		"the function is nil": match.Func("nil", nil),
		"WithDepth":           match.Searcher("wrong", gomoku.WithDepth(-1)),
	} {
		games := 0
		var got error
		for g, err := range match.Run(t.Context(), a, random, &match.Options{Size: 9, Games: 4, Openings: [][]gomoku.Point{nil}, Parallel: 1}) {
			if got = err; g != nil {
				games++
			}
		}
		if got == nil || !strings.Contains(got.Error(), want) || !strings.HasPrefix(got.Error(), "match: game ") || games > 0 {
			t.Errorf("%s: %d games, error %v, want one with %q", a.Name, games, got, want)
		}
	}
}

type refusing struct{ match.Player }

func (refusing) NewGame(int, gomoku.Rule, uint64) error { return errors.New("no such size") }
func (refusing) Close() error                           { return nil }

// counting counts the players that are open, and plays by chance.
type counting struct {
	match.Player
	open  *atomic.Int64
	clock gomoku.Clock
	t     *testing.T
}

func (c *counting) NewGame(int, gomoku.Rule, uint64) error {
	c.clock = gomoku.Clock{}
	return nil
}

func (c *counting) Move(ctx context.Context, b *gomoku.Board, clock gomoku.Clock) (gomoku.Result, error) {
	if c.clock != (gomoku.Clock{}) && (clock.Left > c.clock.Left+clock.Increment || clock.Left <= 0) {
		c.t.Errorf("the clock goes from %v to %v", c.clock, clock)
	}
	if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) > clock.PerMove+time.Second {
		c.t.Errorf("clock %v, but deadline in %v", clock, time.Until(deadline))
	}
	c.clock = clock
	p, err := anyMove(ctx, b, rand.New(rand.NewPCG(b.Hash(), 0)))
	return gomoku.Result{Best: p}, err
}

func (c *counting) Close() error {
	c.open.Add(-1)
	return nil
}

// Every player that was made is closed, and its clock runs.
func TestClockAndClose(t *testing.T) {
	t.Parallel()
	var open, made atomic.Int64
	a := &match.Contender{Name: "counting", Clock: gomoku.Clock{Left: time.Minute, Increment: time.Millisecond, PerMove: 10 * time.Second}, New: func() (match.Player, error) {
		open.Add(1)
		made.Add(1)
		return &counting{open: &open, t: t}, nil
	}}
	all(t, a, random, &match.Options{Size: 9, Games: 6, Parallel: 2, Tolerance: time.Second})
	if open.Load() != 0 || made.Load() == 0 || made.Load() > 2 {
		t.Errorf("%d players made, %d left open", made.Load(), open.Load())
	}
}

// The searcher follows its clock. Five plies of time for a game that needs many.
func TestSearcherByClock(t *testing.T) {
	t.Parallel()
	a := match.Searcher("clock", gomoku.WithHashSize(1<<16))
	a.Clock = gomoku.Clock{Left: 200 * time.Millisecond, Increment: 2 * time.Millisecond}
	for _, g := range all(t, a, random, &match.Options{Size: 9, Games: 2, Tolerance: 5 * time.Second}) {
		if g.Points() != 1 {
			t.Errorf("%v by %v: %s", g.Outcome, g.Reason, g.Detail)
		}
	}
}

func TestWrongOptions(t *testing.T) {
	t.Parallel()
	good := all(t, random, random, &match.Options{Size: 6, Games: 2})
	other := func(change func(*match.Game)) []*match.Game {
		g := *good[1]
		change(&g)
		return []*match.Game{good[0], &g}
	}
	for want, o := range map[string]match.Options{
		"Options.Games is -1":                {Games: -1},
		"Options.MaxMoves is -1":             {MaxMoves: -1},
		"Options.Tolerance is -1ns":          {Tolerance: -1},
		"Parallel is -2":                     {Parallel: -2},
		"size 4":                             {Size: 4},
		"opening 2 of 2: gomoku: move 2, h8": {Openings: [][]gomoku.Point{nil, points(t, "h8 h8")}},
		"it has a pass":                      {Openings: [][]gomoku.Point{{gomoku.NoPoint}}},
		"it ends the game":                   {Openings: [][]gomoku.Point{points(t, "a1 a3 b1 b3 c1 c3 d1 d3 e1")}},
		"Elo1 0 must be above Elo0 5":        {SPRT: &match.SPRT{Elo0: 5}},
		"Alpha 2":                            {SPRT: &match.SPRT{Elo1: 5, Alpha: 2}},
		"a game is nil":                      {Done: []*match.Game{nil}},
		"game 0 for the second time":         {Size: 6, Done: []*match.Game{good[0], good[0]}},
		"game 0 is of freestyle on size 6":   {Size: 7, Done: good},
		"another seed":                       {Size: 6, Seed: 1, Done: good},
		"began otherwise":                    {Size: 6, Openings: [][]gomoku.Point{points(t, "a1")}, Done: good},
		"negative number":                    {Size: 6, Done: other(func(g *match.Game) { g.Number = -1 })},
		"where its number says white":        {Size: 6, Done: other(func(g *match.Game) { g.Color = gomoku.Black })},
		"has no outcome":                     {Size: 6, Done: other(func(g *match.Game) { g.Outcome = gomoku.Undecided })},
		"an opening of 99 moves":             {Size: 6, Done: other(func(g *match.Game) { g.Opening = 99 })},
		"plies for":                          {Size: 6, Done: other(func(g *match.Game) { g.Plies = nil })},
		"are a pair, but have different":     {Size: 6, Done: other(func(g *match.Game) { g.Opening--; g.Plies = make([]match.Ply, len(g.Plies)+1) })},
		"the record says":                    {Size: 6, Done: other(func(g *match.Game) { g.Reason = gomoku.ByResignation })},
	} {
		o.Finished = func(*match.Game) error { t.Errorf("%s: a game was played", want); return errors.New("no") }
		_, err := match.Play(t.Context(), random, random, &o)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "match: ") || strings.Contains(err.Error(), ": match: ") {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	for _, c := range []*match.Contender{nil, {}, {Name: "x"}} {
		if _, err := match.Play(t.Context(), random, c, nil); err == nil || !strings.Contains(err.Error(), "contender B is nil or has no New") {
			t.Errorf("contender %v: error %v", c, err)
		}
	}
	late := *random
	late.Clock.Left = -1
	if _, err := match.Play(t.Context(), &late, random, nil); err == nil || !strings.Contains(err.Error(), "negative time") {
		t.Errorf("negative clock: error %v", err)
	}
}

// A round robin: games come in the order of the fixtures, and end as they do in a match.
func TestSchedule(t *testing.T) {
	t.Parallel()
	players := []*match.Contender{quick, random, match.Searcher("depth 1", gomoku.WithDepth(1))}
	opening := points(t, "e5 f6 d7")
	var fixtures []match.Fixture
	for i := range players {
		for j := range i {
			for color := range 2 {
				fixtures = append(fixtures, match.Fixture{Number: color, Players: [2]*match.Contender{players[i], players[j]}, Size: 9, Opening: opening, Seed: 5})
			}
		}
	}
	var want []match.Game
	for _, parallel := range []int{1, 4} {
		var games []*match.Game
		for g, err := range match.Schedule(t.Context(), slices.Values(fixtures), &match.ScheduleOptions{Parallel: parallel}) {
			if err != nil {
				t.Fatal(err)
			}
			if f := fixtures[len(games)]; g.Number != f.Number || !slices.Equal(g.Moves[:g.Opening], opening) {
				t.Errorf("game %d is number %d: %v", len(games), g.Number, g.Moves)
			}
			games = append(games, g)
		}
		if got := withoutTimes(games); len(got) != len(fixtures) || want != nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%d at a time: %d games, or other ones", parallel, len(got))
		} else {
			want = got
		}
	}
	for want, f := range map[string]match.Fixture{
		"contender A is nil":                  {},
		"none may be negative":                {Number: -1, Players: [2]*match.Contender{random, random}},
		"game 0: opening: gomoku: move 2, e5": {Players: [2]*match.Contender{random, random}, Opening: points(t, "e5 e5")},
	} {
		var last error
		for _, err := range match.Schedule(t.Context(), slices.Values([]match.Fixture{f}), nil) {
			last = err
		}
		if last == nil || !strings.Contains(last.Error(), want) {
			t.Errorf("error %v, want one with %q", last, want)
		}
	}
}
