package match

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/gomoku-go/gomoku"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// Figures of the FIDE table and of the formula by hand.
func TestElo(t *testing.T) {
	near(t, "Elo(0.5)", Elo(0.5), 0, 1e-9)
	near(t, "Elo(0.75)", Elo(0.75), 190.85, 0.01)
	near(t, "Elo(0.9)", Elo(0.9), 381.70, 0.01)
	near(t, "Expected(100)", Expected(100), 0.64006, 1e-5)
	near(t, "Expected(-400)", Expected(-400), 1.0/11, 1e-12)
	if !math.IsInf(Elo(1), 1) || !math.IsInf(Elo(0), -1) {
		t.Errorf("Elo(1) = %v, Elo(0) = %v", Elo(1), Elo(0))
	}
	for elo := -300.0; elo <= 300; elo += 50 {
		near(t, "Elo(Expected)", Elo(Expected(elo)), elo, 1e-9)
	}
}

// gameOf returns a game of A that had the given result.
func gameOf(number int, points float64) *Game {
	g := &Game{Number: number, Color: colorOfA(number)}
	switch {
	case points == 0.5:
		g.Outcome = gomoku.Draw
	case (points == 1) == (g.Color == gomoku.Black):
		g.Outcome = gomoku.BlackWins
	default:
		g.Outcome = gomoku.WhiteWins
	}
	return g
}

func TestTally(t *testing.T) {
	var c Tally
	if c.Games() != 0 || !math.IsNaN(c.Score()) || !math.IsNaN(c.StdErr()) || c.String() != "no games" {
		t.Errorf("no games: %+v, score %v", c, c.Score())
	}
	// Pairs: 2 points, ½ point; game 4 alone; games 7 and 8 are of different pairs.
	for _, g := range []*Game{gameOf(0, 1), gameOf(1, 1), gameOf(2, 0.5), gameOf(3, 0), gameOf(4, 1), gameOf(7, 0), gameOf(8, 0.5)} {
		if g.Points() != map[int]float64{0: 1, 1: 1, 2: 0.5, 3: 0, 4: 1, 7: 0, 8: 0.5}[g.Number] {
			t.Errorf("game %d brought %v", g.Number, g.Points())
		}
		c.Add(g)
	}
	if want := [5]int{1: 1, 4: 1}; c.Pairs != want {
		t.Errorf("pairs %v, want %v", c.Pairs, want)
	}
	if want := (Count{Won: 2, Drawn: 2}); c.Black != want {
		t.Errorf("as Black %+v, want %+v", c.Black, want)
	}
	if want := (Count{Won: 1, Lost: 2}); c.White != want {
		t.Errorf("as White %+v, want %+v", c.White, want)
	}
	if want := (Count{Won: 4, Drawn: 2, Lost: 1}); c.FirstPlayer() != want {
		t.Errorf("first player %+v, want %+v", c.FirstPlayer(), want)
	}
	if c.Games() != 7 || c.Total().Points() != 4 || c.Score() != 4.0/7 {
		t.Errorf("%d games, %v points, score %v", c.Games(), c.Total().Points(), c.Score())
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var back Tally
	if err := json.Unmarshal(text, &back); err != nil || back.Total() != c.Total() || back.Pairs != c.Pairs {
		t.Errorf("%s read back as %+v, %v", text, back, err)
	}
}

func TestInterval(t *testing.T) {
	// Ten pairs: 2 with ½, 5 with 1, 3 with 1½ points. Scores 0.25, 0.5, 0.75: mean 0.525, sample variance
	// (2·0.275² + 5·0.025² + 3·0.225²)/9 = 0.0340278, standard error √(0.00340278) = 0.0583333; t(0.975, 9) = 2.262157.
	c := Tally{Black: Count{10, 1, 9}, Pairs: [5]int{0, 2, 5, 3, 0}}
	near(t, "standard error", c.StdErr(), 0.0583333, 1e-6)
	lo, hi := c.Interval()
	near(t, "lo", lo, 0.525-2.262157*0.0583333, 1e-6)
	near(t, "hi", hi, 0.525+2.262157*0.0583333, 1e-6)
	elo, low, high := c.Elo()
	near(t, "Elo", elo, Elo(0.525), 1e-9)
	near(t, "Elo low", low, Elo(lo), 1e-9)
	near(t, "Elo high", high, Elo(hi), 1e-9)
	if got, want := c.String(), "10.5 of 20, 52.5 % [39.3, 65.7]"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}

	// No spread. Wilson for 20 of 20: lower end 1/(1+z²/n), z² = 3.841459.
	lo, hi = Tally{Black: Count{Won: 20}, Pairs: [5]int{4: 10}}.Interval()
	near(t, "lo of 20/20", lo, 1/(1+3.841459/20), 1e-6)
	if hi != 1 {
		t.Errorf("hi of 20/20 = %v, want 1", hi)
	}
	if lo, _ := (Tally{White: Count{Lost: 20}}).Interval(); lo != 0 {
		t.Errorf("lo of 0/20 = %v, want 0", lo)
	}
	// The textbook's example: 81 of 263 gives 0.2553 to 0.3662 (Newcombe 1998, method 3).
	lo, hi = Tally{Black: Count{Won: 81, Lost: 263 - 81}}.Interval()
	near(t, "lo of 81/263", lo, 0.2553, 5e-5)
	near(t, "hi of 81/263", hi, 0.3662, 5e-5)

	lo, hi = Tally{}.Interval()
	if lo != 0 || hi != 1 {
		t.Errorf("no games: %v to %v", lo, hi)
	}
	if e := (Tally{Black: Count{Won: 1}, White: Count{Lost: 1}, Pairs: [5]int{2: 1}}).StdErr(); !math.IsNaN(e) {
		t.Errorf("one pair has the error %v", e)
	}
}

// Values of the printed tables of the distribution.
func TestStudentQuantile(t *testing.T) {
	for _, c := range []struct{ p, df, want float64 }{
		{0.975, 1, 12.706}, {0.975, 2, 4.303}, {0.975, 4, 2.776}, {0.975, 10, 2.228}, {0.975, 30, 2.042}, {0.975, 120, 1.980},
		{0.95, 5, 2.015}, {0.995, 8, 3.355}, {0.9, 1, 3.078}, {0.9995, 3, 12.924},
	} {
		near(t, "quantile", studentQuantile(c.p, c.df), c.want, 6e-4)
	}
	// One degree of freedom is Cauchy's distribution, and two have a closed form; many come to the normal distribution.
	near(t, "Cauchy", studentQuantile(0.975, 1), math.Tan(math.Pi*0.475), 1e-9)
	near(t, "two", studentQuantile(0.975, 2), 0.95*math.Sqrt(2/(1-0.95*0.95)), 1e-9)
	near(t, "normal", studentQuantile(0.975, 1e6), 1.959963984540054, 1e-5)
}
