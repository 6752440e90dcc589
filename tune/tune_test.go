package tune_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tune"
)

// shapes is an evaluator of a user: what open threes and open twos that one stone would make are worth to either side.
func shapes(v []float64) gomoku.Evaluator {
	return gomoku.EvaluatorFunc(func(b *gomoku.Board) gomoku.Score {
		value := func(c gomoku.Color) float64 {
			return v[0]*float64(b.CountPoints(c, gomoku.OpenThree)) + v[1]*float64(b.CountPoints(c, gomoku.OpenTwo))
		}
		side := b.Turn()
		return gomoku.Score(math.Round(value(side) - value(side.Opponent())))
	})
}

func smallGames() *tune.Games {
	player := func(v []float64) ([]gomoku.Option, error) {
		return []gomoku.Option{gomoku.WithEvaluator(shapes(v)), gomoku.WithHashSize(1 << 16)}, nil
	}
	return &tune.Games{Player: player, Size: 9, Limit: gomoku.WithDepth(2), Seed: 7}
}

func smallParams() []tune.Param {
	return []tune.Param{
		{Name: "three", Low: -20, High: 20, Step: 20, Start: 20},
		{Name: "two", Low: 0, High: 5, Step: 5, Start: 5},
	}
}

// A grid of three times two cells, and what it must be.
func TestGrid(t *testing.T) {
	t.Parallel()
	g := smallGames()
	var progress [][2]int
	played := 0
	rounds, err := tune.Grid(t.Context(), smallParams(), g, &tune.GridOptions{Pairs: 6, Rounds: 2, RunOptions: tune.RunOptions{
		Finished: func(tune.Game) error { played++; return nil },
		Progress: func(done, all int) { progress = append(progress, [2]int{done, all}) },
	}})
	if err != nil {
		t.Fatal(err)
	}
	if len(rounds) != 2 {
		t.Fatalf("%d rounds, want 2", len(rounds))
	}
	if want := [][]float64{{-20, 0, 20}, {0, 5}}; !reflect.DeepEqual(rounds[0].Axes, want) {
		t.Errorf("axes %v, want %v", rounds[0].Axes, want)
	}
	openings := map[int]string{} // by pair
	for n, round := range rounds {
		pairs := 6 << n
		for i, c := range round.Cells {
			if n == 0 {
				if want := []float64{float64(-20 + 20*(i/2)), float64(5 * (i % 2))}; !slices.Equal(c.Values, want) {
					t.Errorf("cell %d has values %v, want %v", i, c.Values, want)
				}
			}
			if c.Tally.Games() != 2*pairs || len(c.Games) != 2*pairs {
				t.Errorf("%v: %d games and %d kept, want %d", c.Values, c.Tally.Games(), len(c.Games), 2*pairs)
			}
			var won, drawn, lost, black int
			for k, game := range c.Games {
				if game.Number != k || !slices.Equal(game.A, c.Values) || !slices.Equal(game.B, []float64{20, 5}) {
					t.Errorf("%v: game %d is %d between %v and %v", c.Values, k, game.Number, game.A, game.B)
				}
				if game.Color == gomoku.Black {
					black++
				}
				// The moves say who won.
				b, err := gomoku.NewBoard(9, gomoku.Freestyle)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range game.Moves {
					if err := b.Play(p); err != nil {
						t.Fatalf("%v: game %d: %v: %v", c.Values, k, p, err)
					}
				}
				switch {
				case b.Outcome() == gomoku.Undecided || b.Outcome() != game.Outcome:
					t.Errorf("%v: game %d: %v, the moves make it %v", c.Values, k, game.Outcome, b.Outcome())
				case b.Winner() == game.Color:
					won++
				case b.Winner() == gomoku.Empty:
					drawn++
				default:
					lost++
				}
				o := fmt.Sprint(game.Moves[:game.Opening])
				if old, ok := openings[k/2]; ok && old != o {
					t.Errorf("%v: pair %d has another opening than elsewhere", c.Values, k/2)
				}
				openings[k/2] = o
			}
			if black != pairs {
				t.Errorf("%v: A was black in %d games of %d", c.Values, black, 2*pairs)
			}
			if c.Tally.Total() != (match.Count{Won: won, Drawn: drawn, Lost: lost}) {
				t.Errorf("%v: %+v, but the games are +%d =%d -%d", c.Values, c.Tally, won, drawn, lost)
			}
		}
	}
	cell := func(three, two float64) match.Tally {
		for _, c := range rounds[0].Cells {
			if c.Values[0] == three && c.Values[1] == two {
				return c.Tally
			}
		}
		t.Fatalf("no cell %v, %v", three, two)
		return match.Tally{}
	}
	// A player against itself wins as often as it loses, in every pair.
	if self := cell(20, 5); self.Score() != 0.5 || self.Pairs[2] != 6 || self.StdErr() != 0 {
		t.Errorf("the start values against themselves: %+v", self)
	}
	// One that thinks its threes bad loses.
	if bad := cell(-20, 0); bad.Score() > 0.2 {
		t.Errorf("bad weights: %+v", bad)
	}
	tie := tune.Round{Cells: []tune.Cell{rounds[0].Cells[5], {Values: []float64{7, 7}, Tally: rounds[0].Cells[5].Tally}}}
	if best := tie.Best(); !tie.Tied() || best != &tie.Cells[0] {
		t.Errorf("of two equal cells %v is best, tied: %v", best.Values, tie.Tied())
	}
	if tie.Cells = append(tie.Cells, tune.Cell{Values: []float64{8, 8}, Tally: match.Tally{Black: match.Count{Won: 1}}}); tie.Tied() || tie.Best() != &tie.Cells[2] {
		t.Errorf("a better cell is not the best, or tied: %v", tie.Tied())
	}
	best := rounds[0].Best()
	if rounds[1].Axes[0][0] < -20 || !slices.Contains(rounds[1].Axes[0], best.Values[0]) || !slices.Contains(rounds[1].Axes[1], best.Values[1]) {
		t.Errorf("the second round has %v, which does not surround %v", rounds[1].Axes, best.Values)
	}
	// Games of the first round count in the second.
	asked, again := 2*6*6+2*12*len(rounds[1].Cells), 0
	for _, c := range rounds[1].Cells {
		for _, d := range rounds[0].Cells {
			if slices.Equal(c.Values, d.Values) {
				again += 2 * 6
				if !reflect.DeepEqual(c.Games[:12], d.Games) {
					t.Errorf("%v: other games in the second round", c.Values)
				}
			}
		}
	}
	if again == 0 || played != asked-again {
		t.Errorf("%d games asked for, %d of them again: %d were played", asked, again, played)
	}
	if first, last := progress[0], progress[len(progress)-1]; first != [2]int{0, 72} || last[0] != last[1] {
		t.Errorf("progress from %v to %v", first, last)
	}
}

func TestAxes(t *testing.T) {
	t.Parallel()
	g := smallGames()
	g.Limit, g.Size = gomoku.WithDepth(1), 6
	rounds, err := tune.Grid(t.Context(), []tune.Param{
		{Name: "a", Low: 0.7, High: 1.2, Step: 0.1, Start: 1},
		{Name: "b", Low: 3, High: 3, Start: 9},
		{Name: "c", Low: 1, High: 4, Step: 2, Start: 2, Integer: true},
	}, g, &tune.GridOptions{Pairs: 1, Rounds: 3})
	if err != nil {
		t.Fatal(err)
	}
	if want := [][]float64{{0.7, 0.8, 0.9, 1, 1.1, 1.2}, {3}, {1, 3}}; !reflect.DeepEqual(rounds[0].Axes, want) {
		t.Errorf("axes %v, want %v", rounds[0].Axes, want)
	}
	for n, r := range rounds[1:] {
		best := rounds[n].Best().Values
		for _, v := range r.Axes[0] {
			if d := math.Abs(v - best[0]); v < 0.7 || v > 1.2 || d > 1e-12 && math.Abs(d-0.1/math.Exp2(float64(n+1))) > 1e-12 {
				t.Errorf("round %d around %v: %v", n+2, best, r.Axes[0])
			}
		}
		for _, v := range r.Axes[2] {
			if v < 1 || v > 4 || math.Abs(v-best[2]) > 1 || v != math.Trunc(v) {
				t.Errorf("round %d around %v: %v", n+2, best, r.Axes[2])
			}
		}
		if !slices.Equal(r.Axes[1], []float64{3}) {
			t.Errorf("the fixed parameter has %v", r.Axes[1])
		}
	}
}

// searches are the ways to search, for what must hold of both.
var searches = map[string]func(ctx context.Context, g *tune.Games, o tune.RunOptions) (any, error){
	"grid": func(ctx context.Context, g *tune.Games, o tune.RunOptions) (any, error) {
		return tune.Grid(ctx, smallParams(), g, &tune.GridOptions{Pairs: 2, Rounds: 2, RunOptions: o})
	},
	"SPSA": func(ctx context.Context, g *tune.Games, o tune.RunOptions) (any, error) {
		return tune.SPSA(ctx, []tune.Param{
			{Name: "three", Low: -20, High: 20, Step: 5, Start: 5},
			{Name: "two", Low: 0, High: 5, Step: 1, Start: 2, Integer: true},
		}, g, &tune.SPSAOptions{Pairs: 15, Batch: 4, Rate: 0.3, RunOptions: o})
	},
}

// same compares what searches return, but for the times of moves.
func same(a, b any) bool {
	for _, v := range []any{a, b} {
		rounds, _ := v.([]tune.Round)
		for _, r := range rounds {
			for _, c := range r.Cells {
				for _, g := range c.Games {
					for i := range g.Plies {
						g.Plies[i].Time = 0
					}
				}
			}
		}
	}
	return reflect.DeepEqual(a, b)
}

// The same seed gives the same answer for any number of workers, and after interruptions, which lose the running games only.
func TestSameAnswer(t *testing.T) {
	t.Parallel()
	for name, search := range searches {
		t.Run(name, func(t *testing.T) {
			g := smallGames()
			all := 0
			want, err := search(t.Context(), g, tune.RunOptions{Parallel: 1, Finished: func(tune.Game) error { all++; return nil }})
			if err != nil {
				t.Fatal(err)
			}
			if got, err := search(t.Context(), g, tune.RunOptions{Parallel: 4}); err != nil || !same(got, want) {
				t.Errorf("4 workers: %v, %v, want %v", got, err, want)
			}
			g.Seed++
			if got, err := search(t.Context(), g, tune.RunOptions{}); err != nil || same(got, want) {
				t.Errorf("another seed gives the same answer, %v", err)
			}
			g.Seed--

			// What is saved goes through JSON, as it does in a file.
			var saved []byte
			played := 0
			for {
				o := tune.RunOptions{Parallel: 2}
				if len(saved) > 0 {
					if err := json.Unmarshal(saved, &o.Done); err != nil {
						t.Fatal(err)
					}
				}
				ctx, cancel := context.WithCancel(t.Context())
				finished, done := 0, o.Done
				o.Finished = func(g tune.Game) error {
					done = append(done, g)
					if finished++; finished == 9 {
						cancel()
					}
					return nil
				}
				got, err := search(ctx, g, o)
				cancel()
				played += finished
				if err == nil {
					if !same(got, want) {
						t.Errorf("with interruptions: %v, want %v", got, want)
					}
					break
				}
				if !errors.Is(err, context.Canceled) || finished < 9 {
					t.Fatalf("%v after %d games", err, finished)
				}
				if saved, err = json.Marshal(done); err != nil {
					t.Fatal(err)
				}
			}
			if played != all {
				t.Errorf("%d games played with interruptions, %d without", played, all)
			}
		})
	}
}

// SPSA finds its way out of bad weights: threes that are worth less than nothing. With so many pairs it does from every seed that
// was tried; with half of them one in eight goes the wrong way.
func TestSPSA(t *testing.T) {
	t.Parallel()
	moved, black, played := 0, 0, 0
	v, err := tune.SPSA(t.Context(), []tune.Param{{Name: "three", Low: -20, High: 20, Step: 5, Start: -5}, {Name: "two", Low: 2, High: 2, Start: 2}}, smallGames(),
		&tune.SPSAOptions{Pairs: 80, Rate: 0.1, Moved: func(pairs int, values []float64) {
			if moved++; pairs != min(8*moved, 80) || len(values) != 2 || values[0] < -20 || values[0] > 20 || values[1] != 2 {
				t.Errorf("after batch %d: %d pairs, %v", moved, pairs, values)
			}
		}, RunOptions: tune.RunOptions{Finished: func(g tune.Game) error {
			if played++; g.Color == gomoku.Black {
				black++
			}
			return nil
		}}})
	if err != nil {
		t.Fatal(err)
	}
	if v[0] < 1 || v[1] != 2 || moved != 10 {
		t.Errorf("from -5 SPSA comes to %v in %d batches", v, moved)
	}
	if black != 80 || played != 160 {
		t.Errorf("A was black in %d games of %d", black, played)
	}
}

// A confirmation match: the player of a vector of values against another one.
func TestContender(t *testing.T) {
	t.Parallel()
	g := smallGames()
	values := []float64{20, 5}
	good, bad := g.Contender(values), g.Contender([]float64{-20, 0})
	values[0] = -1 // what the caller does with its slice later is nothing to the games
	o := &match.Options{Size: 9, Games: 12, Seed: 100}
	result, err := match.Play(t.Context(), good, bad, o)
	if err != nil || result.Games() != 12 || result.Score() < 0.8 {
		t.Errorf("good against bad weights: %v, %v", result, err)
	}
	back, err := match.Play(t.Context(), bad, good, o)
	if err != nil || back.Total() != (match.Count{Won: result.Total().Lost, Drawn: result.Total().Drawn, Lost: result.Total().Won}) {
		t.Errorf("%v one way, %v the other, %v", result, back, err)
	}
	if good.Name != "[20 5]" {
		t.Errorf("name %q", good.Name)
	}
	g.Player = func([]float64) ([]gomoku.Option, error) { return nil, errors.New("no such values") }
	if _, err := match.Play(t.Context(), g.Contender(values), bad, o); err == nil || !strings.Contains(err.Error(), "no such values") {
		t.Errorf("a player that cannot be made: %v", err)
	}
}

func TestOpenings(t *testing.T) {
	t.Parallel()
	g := smallGames()
	g.Openings = [][]gomoku.Point{{gomoku.At(4, 4)}, {gomoku.At(3, 3), gomoku.At(4, 4), gomoku.At(5, 5)}}
	rounds, err := tune.Grid(t.Context(), smallParams(), g, &tune.GridOptions{Pairs: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range rounds[0].Cells[0].Games {
		if want := g.Openings[game.Number/2%2]; !slices.Equal(game.Moves[:game.Opening], want) {
			t.Errorf("game %d begins with %v, want %v", game.Number, game.Moves[:game.Opening], want)
		}
	}
}

// Every rule and the smallest and largest boards have games.
func TestSizesAndRules(t *testing.T) {
	t.Parallel()
	for rule := gomoku.Freestyle; rule <= gomoku.CaroOverline; rule++ {
		for _, size := range []int{gomoku.MinSize, gomoku.MaxSize} {
			g := smallGames()
			g.Rule, g.Size, g.Limit = rule, size, gomoku.WithNodes(50)
			if _, err := tune.Grid(t.Context(), smallParams(), g, &tune.GridOptions{Pairs: 1}); err != nil {
				t.Errorf("%v on size %d: %v", rule, size, err)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	ok := tune.Param{Name: "x", Low: 0, High: 2, Step: 1, Start: 1}
	param := func(change func(*tune.Param)) []tune.Param {
		p := ok
		change(&p)
		return []tune.Param{p}
	}
	games := func(change func(*tune.Games)) *tune.Games {
		g := &tune.Games{Player: func([]float64) ([]gomoku.Option, error) { return nil, nil }, Size: 6, Limit: gomoku.WithDepth(1)}
		change(g)
		return g
	}
	as := func(*tune.Games) {}
	one := []tune.Param{ok}
	failed := errors.New("disk full")
	for _, c := range []struct {
		want   string
		params []tune.Param
		games  *tune.Games
		pairs  int
		only   string // the search that it concerns; empty: both
	}{
		{"there is nothing to try", nil, games(as), 1, ""},
		{"there is nothing to try", param(func(p *tune.Param) { p.High = 0 }), games(as), 1, ""},
		{`"x": Low 3 is above High 2`, param(func(p *tune.Param) { p.Low = 3 }), games(as), 1, ""},
		{`"x": NaN is not a number`, param(func(p *tune.Param) { p.High = math.NaN() }), games(as), 1, ""},
		{`"x": +Inf is not a number`, param(func(p *tune.Param) { p.Start = math.Inf(1) }), games(as), 1, ""},
		{`"x": a Step above 0 is needed, not 0`, param(func(p *tune.Param) { p.Step = 0 }), games(as), 1, ""},
		{`"x": Low, High and Start must be whole`, param(func(p *tune.Param) { p.Integer, p.Low = true, 0.5 }), games(as), 1, ""},
		{`"x": Step must be a whole number, not 0.5`, param(func(p *tune.Param) { p.Integer, p.Step = true, 0.5 }), games(as), 1, "grid"},
		{`"x": Step 1e-06 makes more than`, param(func(p *tune.Param) { p.Step = 1e-6 }), games(as), 1, "grid"},
		{"Step 1e-09 is too small to tell values from 1e+06", param(func(p *tune.Param) { p.Low, p.High, p.Step = 1e6, 1e6+3e-9, 1e-9 }), games(as), 1, "grid"},
		{"Step 1e-309 is too small", param(func(p *tune.Param) { p.High, p.Step = 3e-309, 1e-309 }), games(as), 1, "grid"},
		{`are more than 10000000 games`, param(func(p *tune.Param) { p.Step = 1e-4 }), games(as), 10_000, "grid"},
		{"more than 100000 cells", []tune.Param{{High: 999, Step: 1}, {High: 999, Step: 1}}, games(as), 1, "grid"},
		{`"x": Start 5, where SPSA begins, is not between`, param(func(p *tune.Param) { p.Start = 5 }), games(as), 1, "SPSA"},
		{"Pairs is -1", one, games(as), -1, ""},
		{"Player is nil", one, &tune.Games{}, 1, ""},
		{"Player is nil", one, nil, 1, ""},
		{"size", one, games(func(g *tune.Games) { g.Size = 4 }), 1, ""},
		{"opening 2 of 2: gomoku: move 2, c3", one, games(func(g *tune.Games) {
			g.Openings = [][]gomoku.Point{{}, {gomoku.At(2, 2), gomoku.At(2, 2)}}
		}), 1, ""},
		{"Player is nil", one, games(func(g *tune.Games) { g.Player = tune.Evaluator(nil) }), 1, ""},
		{"the player with x=", one, games(func(g *tune.Games) {
			g.Player = func([]float64) ([]gomoku.Option, error) { return nil, errors.New("no such values") }
		}), 1, ""},
		{"WithRadius(0)", one, games(func(g *tune.Games) {
			g.Player = func(v []float64) ([]gomoku.Option, error) {
				return []gomoku.Option{gomoku.WithRadius(int(v[0]))}, nil
			}
		}), 1, "grid"},
		{"WithDepth(0)", one, games(func(g *tune.Games) { g.Limit = gomoku.WithDepth(0) }), 1, ""},
	} {
		if c.only != "SPSA" {
			if _, err := tune.Grid(t.Context(), c.params, c.games, &tune.GridOptions{Pairs: c.pairs}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Grid: error %v, want %q", err, c.want)
			}
		}
		if c.only != "grid" {
			if _, err := tune.SPSA(t.Context(), c.params, c.games, &tune.SPSAOptions{Pairs: c.pairs}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("SPSA: error %v, want %q", err, c.want)
			}
		}
	}
	number := func(n int, o gomoku.Outcome) tune.RunOptions {
		var g tune.Game
		g.Number, g.Outcome = n, o
		return tune.RunOptions{Done: []tune.Game{g}}
	}
	for want, o := range map[string]tune.RunOptions{
		"Parallel is -1":                {Parallel: -1},
		"game 3 has the outcome":        number(3, 9),
		"game 4 has the outcome":        number(4, gomoku.Undecided),
		"game -1 has a negative number": number(-1, gomoku.Draw),
		"disk full":                     {Finished: func(tune.Game) error { return failed }},
	} {
		if _, err := tune.Grid(t.Context(), one, games(as), &tune.GridOptions{Pairs: 1, RunOptions: o}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Grid: error %v, want %q", err, want)
		}
		if _, err := tune.SPSA(t.Context(), one, games(as), &tune.SPSAOptions{Pairs: 1, RunOptions: o}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("SPSA: error %v, want %q", err, want)
		}
	}
	// After an error nothing more is told, though other games were under way.
	told := 0
	o := tune.RunOptions{Parallel: 8, Finished: func(tune.Game) error { told++; return failed }}
	if _, err := tune.Grid(t.Context(), one, games(as), &tune.GridOptions{Pairs: 20, RunOptions: o}); !errors.Is(err, failed) || told != 1 {
		t.Errorf("error %v, Finished was called %d times", err, told)
	}
	if _, err := tune.Grid(t.Context(), one, games(as), &tune.GridOptions{Pairs: 1, Rounds: -1}); err == nil {
		t.Error("Rounds -1 is accepted")
	}
	for _, o := range []tune.SPSAOptions{{Pairs: 1, Batch: -1}, {Pairs: 1, Rate: -1}, {Pairs: 1, Rate: math.NaN()}, {Pairs: 1, Rate: 2}} {
		if _, err := tune.SPSA(t.Context(), one, games(as), &o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}

// An evaluator with two weights, and the search for better ones.
func Example() {
	// threats values what one more stone would make. Its weights are what we seek.
	threats := func(weights []float64) gomoku.Evaluator {
		return gomoku.EvaluatorFunc(func(b *gomoku.Board) gomoku.Score {
			value := func(c gomoku.Color) float64 {
				return weights[0]*float64(b.CountPoints(c, gomoku.OpenThree)) + weights[1]*float64(b.CountPoints(c, gomoku.OpenTwo))
			}
			side := b.Turn()
			return gomoku.Score(math.Round(value(side) - value(side.Opponent())))
		})
	}
	params := []tune.Param{
		{Name: "open three", Low: -40, High: 40, Step: 40, Start: 40},
		{Name: "open two", Low: 10, High: 10, Start: 10},
	}
	g := &tune.Games{Player: tune.Evaluator(threats), Size: 9, Limit: gomoku.WithDepth(2)}
	rounds, err := tune.Grid(context.Background(), params, g, &tune.GridOptions{Pairs: 5})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rounds[0].Best().Values)
	// Output:
	// [40 10]
}
