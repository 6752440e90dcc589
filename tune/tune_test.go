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
	g := smallGames()
	var progress [][2]int
	g.Progress = func(done, all int) { progress = append(progress, [2]int{done, all}) }
	rounds, err := tune.Grid(t.Context(), smallParams(), g, tune.GridOptions{Pairs: 6, Rounds: 2})
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
				if game.Color() == gomoku.Black {
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
				case b.Outcome() == gomoku.Undecided || b.Winner() != game.Winner:
					t.Errorf("%v: game %d: winner %v, the moves make it %v", c.Values, k, game.Winner, b.Outcome())
				case b.Winner() == game.Color():
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
			if c.Tally.Won != won || c.Tally.Drawn != drawn || c.Tally.Lost != lost {
				t.Errorf("%v: %+v, but the games are +%d =%d -%d", c.Values, c.Tally, won, drawn, lost)
			}
		}
	}
	cell := func(three, two float64) tune.Tally {
		for _, c := range rounds[0].Cells {
			if c.Values[0] == three && c.Values[1] == two {
				return c.Tally
			}
		}
		t.Fatalf("no cell %v, %v", three, two)
		return tune.Tally{}
	}
	// A player against itself wins as often as it loses, in every pair.
	if self := cell(20, 5); self.Share() != 0.5 || self.Pairs[2] != 6 || self.StdErr() != 0 {
		t.Errorf("the start values against themselves: %+v", self)
	}
	// One that thinks its threes bad loses.
	if bad := cell(-20, 0); bad.Share() > 0.2 {
		t.Errorf("bad weights: %+v", bad)
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
	if again == 0 || len(g.Done) != asked-again {
		t.Errorf("%d games asked for, %d of them again: %d were played", asked, again, len(g.Done))
	}
	if first, last := progress[0], progress[len(progress)-1]; first != [2]int{0, 72} || last[0] != last[1] {
		t.Errorf("progress from %v to %v", first, last)
	}
}

func TestAxes(t *testing.T) {
	g := smallGames()
	g.Limit, g.Size = gomoku.WithDepth(1), 6
	rounds, err := tune.Grid(t.Context(), []tune.Param{
		{Name: "a", Low: 0.7, High: 1.2, Step: 0.1, Start: 1},
		{Name: "b", Low: 3, High: 3, Start: 9},
		{Name: "c", Low: 1, High: 4, Step: 2, Start: 2, Integer: true},
	}, g, tune.GridOptions{Pairs: 1, Rounds: 3})
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
var searches = map[string]func(ctx context.Context, g *tune.Games) (any, error){
	"grid": func(ctx context.Context, g *tune.Games) (any, error) {
		return tune.Grid(ctx, smallParams(), g, tune.GridOptions{Pairs: 2, Rounds: 2})
	},
	"SPSA": func(ctx context.Context, g *tune.Games) (any, error) {
		return tune.SPSA(ctx, []tune.Param{
			{Name: "three", Low: -20, High: 20, Step: 5, Start: 5},
			{Name: "two", Low: 0, High: 5, Step: 1, Start: 2, Integer: true},
		}, g, tune.SPSAOptions{Pairs: 15, Batch: 4, Rate: 0.3})
	},
}

// The same seed gives the same answer for any number of workers, and after interruptions, which lose the running games only.
func TestSameAnswer(t *testing.T) {
	for name, search := range searches {
		t.Run(name, func(t *testing.T) {
			g := smallGames()
			g.Parallel = 1
			want, err := search(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			all := len(g.Done)

			g = smallGames()
			g.Parallel = 4
			if got, err := search(t.Context(), g); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("4 workers: %v, %v, want %v", got, err, want)
			}

			g = smallGames()
			g.Seed++
			if got, err := search(t.Context(), g); err != nil || reflect.DeepEqual(got, want) {
				t.Errorf("another seed gives the same answer, %v", err)
			}

			// What is saved goes through JSON, as it does in a file.
			var saved []byte
			played := 0
			for {
				g := smallGames()
				g.Parallel = 2
				if len(saved) > 0 {
					if err := json.Unmarshal(saved, &g.Done); err != nil {
						t.Fatal(err)
					}
				}
				ctx, cancel := context.WithCancel(t.Context())
				finished := 0
				g.Finished = func(tune.Game) error {
					if finished++; finished == 9 {
						cancel()
					}
					return nil
				}
				got, err := search(ctx, g)
				cancel()
				played += finished
				if err == nil {
					if !reflect.DeepEqual(got, want) {
						t.Errorf("with interruptions: %v, want %v", got, want)
					}
					break
				}
				if !errors.Is(err, context.Canceled) || finished < 9 {
					t.Fatalf("%v after %d games", err, finished)
				}
				if saved, err = json.Marshal(g.Done); err != nil {
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
	g := smallGames()
	moved := 0
	v, err := tune.SPSA(t.Context(), []tune.Param{{Name: "three", Low: -20, High: 20, Step: 5, Start: -5}, {Name: "two", Low: 2, High: 2, Start: 2}}, g,
		tune.SPSAOptions{Pairs: 80, Rate: 0.1, Moved: func(pairs int, values []float64) {
			if moved++; pairs != min(8*moved, 80) || len(values) != 2 || values[0] < -20 || values[0] > 20 || values[1] != 2 {
				t.Errorf("after batch %d: %d pairs, %v", moved, pairs, values)
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	if v[0] < 1 || v[1] != 2 || moved != 10 {
		t.Errorf("from -5 SPSA comes to %v in %d batches", v, moved)
	}
	black := 0
	for i := range g.Done {
		if g.Done[i].Color() == gomoku.Black {
			black++
		}
	}
	if black != 80 || len(g.Done) != 160 {
		t.Errorf("A was black in %d games of %d", black, len(g.Done))
	}
}

// By hand: ten pairs, 2 with ½ point, 5 with 1, 3 with 1½. Scores 0.25, 0.5 and 0.75: mean 0.525, sample variance
// (2·0.275² + 5·0.025² + 3·0.225²)/9 = 0.0340278, standard error √0.00340278 = 0.0583333.
func TestTally(t *testing.T) {
	c := tune.Tally{Won: 10, Drawn: 1, Lost: 9, Pairs: [5]int{0, 2, 5, 3, 0}}
	if c.Games() != 20 || c.Share() != 0.525 || math.Abs(c.StdErr()-0.0583333) > 1e-6 {
		t.Errorf("%d games, share %v, error %v", c.Games(), c.Share(), c.StdErr())
	}
	if c := (tune.Tally{Won: 1, Lost: 1, Pairs: [5]int{2: 1}}); !math.IsNaN(c.StdErr()) {
		t.Errorf("one pair has the error %v", c.StdErr())
	}
	if c := (tune.Tally{}); !math.IsNaN(c.Share()) {
		t.Errorf("no games have the share %v", c.Share())
	}
}

func TestCompare(t *testing.T) {
	g := smallGames()
	c, err := tune.Compare(t.Context(), g, []float64{20, 5}, []float64{-20, 0}, 100, 6)
	if err != nil {
		t.Fatal(err)
	}
	if c.Tally.Games() != 12 || c.Tally.Share() < 0.8 || c.Games[0].Number != 200 || c.Games[11].Number != 211 || !slices.Equal(c.Values, []float64{20, 5}) {
		t.Errorf("good against bad weights: %+v", c.Tally)
	}
	back, err := tune.Compare(t.Context(), g, []float64{-20, 0}, []float64{20, 5}, 100, 6)
	if err != nil {
		t.Fatal(err)
	}
	if back.Tally.Won != c.Tally.Lost || back.Tally.Drawn != c.Tally.Drawn {
		t.Errorf("%+v one way, %+v the other", c.Tally, back.Tally)
	}
	for _, n := range [][2]int{{-1, 1}, {0, 0}, {0, -1}} {
		if _, err := tune.Compare(t.Context(), g, []float64{1, 1}, []float64{2, 2}, n[0], n[1]); err == nil {
			t.Errorf("%d pairs from %d are accepted", n[1], n[0])
		}
	}
	for _, v := range [][]float64{nil, {1}, {1, 2, 3}, {1, math.NaN()}, {math.Inf(-1), 1}} {
		if _, err := tune.Compare(t.Context(), g, []float64{1, 1}, v, 0, 1); err == nil || !strings.Contains(err.Error(), "tune: Compare") {
			t.Errorf("two values against %v: %v", v, err)
		}
	}
	// What the caller does with its slices later is nothing to the games.
	values := []float64{20, 5}
	if c, err = tune.Compare(t.Context(), g, values, []float64{20, 5}, 200, 1); err != nil {
		t.Fatal(err)
	}
	values[0] = -1
	if last := g.Done[len(g.Done)-1]; !slices.Equal(last.A, []float64{20, 5}) || !slices.Equal(c.Values, last.A) {
		t.Errorf("values %v of the cell and %v of a game have changed", c.Values, last.A)
	}
}

func TestOpenings(t *testing.T) {
	g := smallGames()
	g.Openings = [][]gomoku.Point{{gomoku.At(4, 4)}, {gomoku.At(3, 3), gomoku.At(4, 4), gomoku.At(5, 5)}}
	rounds, err := tune.Grid(t.Context(), smallParams(), g, tune.GridOptions{Pairs: 3})
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
	for rule := gomoku.Freestyle; rule <= gomoku.CaroOverline; rule++ {
		for _, size := range []int{gomoku.MinSize, gomoku.MaxSize} {
			g := smallGames()
			g.Rule, g.Size, g.Limit = rule, size, gomoku.WithNodes(50)
			if _, err := tune.Grid(t.Context(), smallParams(), g, tune.GridOptions{Pairs: 1}); err != nil {
				t.Errorf("%v on size %d: %v", rule, size, err)
			}
		}
	}
}

func TestErrors(t *testing.T) {
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
	same := func(*tune.Games) {}
	one := []tune.Param{ok}
	failed := errors.New("disk full")
	for _, c := range []struct {
		want   string
		params []tune.Param
		games  *tune.Games
		pairs  int
		only   string // the search that it concerns; empty: both
	}{
		{"there is nothing to try", nil, games(same), 1, ""},
		{"there is nothing to try", param(func(p *tune.Param) { p.High = 0 }), games(same), 1, ""},
		{`"x": Low 3 is above High 2`, param(func(p *tune.Param) { p.Low = 3 }), games(same), 1, ""},
		{`"x": NaN is not a number`, param(func(p *tune.Param) { p.High = math.NaN() }), games(same), 1, ""},
		{`"x": +Inf is not a number`, param(func(p *tune.Param) { p.Start = math.Inf(1) }), games(same), 1, ""},
		{`"x": a Step above 0 is needed, not 0`, param(func(p *tune.Param) { p.Step = 0 }), games(same), 1, ""},
		{`"x": Low, High and Start must be whole`, param(func(p *tune.Param) { p.Integer, p.Low = true, 0.5 }), games(same), 1, ""},
		{`"x": Step must be a whole number, not 0.5`, param(func(p *tune.Param) { p.Integer, p.Step = true, 0.5 }), games(same), 1, "grid"},
		{`"x": Step 1e-06 makes more than`, param(func(p *tune.Param) { p.Step = 1e-6 }), games(same), 1, "grid"},
		{"Step 1e-09 is too small to tell values from 1e+06", param(func(p *tune.Param) { p.Low, p.High, p.Step = 1e6, 1e6+3e-9, 1e-9 }), games(same), 1, "grid"},
		{"Step 1e-309 is too small", param(func(p *tune.Param) { p.High, p.Step = 3e-309, 1e-309 }), games(same), 1, "grid"},
		{`are more than 10000000 games`, param(func(p *tune.Param) { p.Step = 1e-4 }), games(same), 10_000, "grid"},
		{"more than 100000 cells", []tune.Param{{High: 999, Step: 1}, {High: 999, Step: 1}}, games(same), 1, "grid"},
		{`"x": Start 5, where SPSA begins, is not between`, param(func(p *tune.Param) { p.Start = 5 }), games(same), 1, "SPSA"},
		{"Pairs is 0", one, games(same), 0, ""},
		{"Pairs is -1", one, games(same), -1, ""},
		{"Player is nil", one, &tune.Games{}, 1, ""},
		{"Player is nil", one, nil, 1, ""},
		{"size", one, games(func(g *tune.Games) { g.Size = 4 }), 1, ""},
		{"Parallel is -1", one, games(func(g *tune.Games) { g.Parallel = -1 }), 1, ""},
		{"opening 2 of 2: move 2 (c3)", one, games(func(g *tune.Games) {
			g.Openings = [][]gomoku.Point{{}, {gomoku.At(2, 2), gomoku.At(2, 2)}}
		}), 1, ""},
		{"Player is nil", one, games(func(g *tune.Games) { g.Player = tune.Evaluator(nil) }), 1, ""},
		{"game 3 has the winner 3", one, games(func(g *tune.Games) { g.Done = []tune.Game{{Number: 3, Winner: 3}} }), 1, ""},
		{"game -1 has a negative number", one, games(func(g *tune.Games) { g.Done = []tune.Game{{Number: -1}} }), 1, ""},
		{"the player with x=", one, games(func(g *tune.Games) {
			g.Player = func([]float64) ([]gomoku.Option, error) { return nil, errors.New("no such values") }
		}), 1, ""},
		{"WithRadius(0)", one, games(func(g *tune.Games) {
			g.Player = func(v []float64) ([]gomoku.Option, error) {
				return []gomoku.Option{gomoku.WithRadius(int(v[0]))}, nil
			}
		}), 1, "grid"},
		{"WithDepth(0)", one, games(func(g *tune.Games) { g.Limit = gomoku.WithDepth(0) }), 1, ""},
		{"disk full", one, games(func(g *tune.Games) { g.Finished = func(tune.Game) error { return failed } }), 1, ""},
	} {
		if c.only != "SPSA" {
			if _, err := tune.Grid(t.Context(), c.params, c.games, tune.GridOptions{Pairs: c.pairs}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Grid: error %v, want %q", err, c.want)
			}
		}
		if c.only != "grid" {
			if _, err := tune.SPSA(t.Context(), c.params, c.games, tune.SPSAOptions{Pairs: c.pairs}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("SPSA: error %v, want %q", err, c.want)
			}
		}
	}
	// After an error nothing more is told, though other games were under way.
	told := 0
	g := games(func(g *tune.Games) {
		g.Parallel = 8
		g.Finished = func(tune.Game) error { told++; return failed }
	})
	if _, err := tune.Grid(t.Context(), one, g, tune.GridOptions{Pairs: 20}); !errors.Is(err, failed) || told != 1 {
		t.Errorf("error %v, Finished was called %d times", err, told)
	}
	if _, err := tune.Grid(t.Context(), one, games(same), tune.GridOptions{Pairs: 1, Rounds: -1}); err == nil {
		t.Error("Rounds -1 is accepted")
	}
	for _, o := range []tune.SPSAOptions{{Pairs: 1, Batch: -1}, {Pairs: 1, Rate: -1}, {Pairs: 1, Rate: math.NaN()}, {Pairs: 1, Rate: 2}} {
		if _, err := tune.SPSA(t.Context(), one, games(same), o); err == nil {
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
	rounds, err := tune.Grid(context.Background(), params, g, tune.GridOptions{Pairs: 5})
	if err != nil {
		log.Fatal(err)
	}
	best := rounds[0].Cells[0]
	for _, c := range rounds[0].Cells {
		if c.Tally.Share() > best.Tally.Share() {
			best = c
		}
	}
	fmt.Println(best.Values)
	// Output:
	// [40 10]
}
