package stats

import (
	"math"
	"math/rand/v2"
	"testing"
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

func TestTally(t *testing.T) {
	var c Tally
	for _, half := range []int{2, 2, 1, 0} {
		c.Add(half)
	}
	if c != (Tally{1, 1, 2}) || c.Games() != 4 || c.Points() != 2.5 || c.Score() != 0.625 {
		t.Errorf("%+v: %d games, %v points, score %v", c, c.Games(), c.Points(), c.Score())
	}
}

func TestInterval(t *testing.T) {
	// Ten pairs: 2 with ½, 5 with 1, 3 with 1½ points. Scores 0.25, 0.5, 0.75: mean 0.525, sample variance
	// (2·0.275² + 5·0.025² + 3·0.225²)/9 = 0.0340278, standard error √(0.00340278) = 0.0583333; t(0.975, 9) = 2.262157.
	lo, hi := Interval(Tally{9, 1, 10}, Pairs{0, 2, 5, 3, 0})
	near(t, "lo", lo, 0.525-2.262157*0.0583333, 1e-6)
	near(t, "hi", hi, 0.525+2.262157*0.0583333, 1e-6)

	// No spread. Wilson for 20 of 20: lower end 1/(1+z²/n), z² = 3.841459.
	lo, hi = Interval(Tally{0, 0, 20}, Pairs{0, 0, 0, 0, 10})
	near(t, "lo of 20/20", lo, 1/(1+3.841459/20), 1e-6)
	if hi != 1 {
		t.Errorf("hi of 20/20 = %v, want 1", hi)
	}
	if lo, _ := Interval(Tally{Lost: 20}, Pairs{}); lo != 0 {
		t.Errorf("lo of 0/20 = %v, want 0", lo)
	}
	// The textbook's example: 81 of 263 gives 0.2553 to 0.3662 (Newcombe 1998, method 3).
	lo, hi = Interval(Tally{263 - 81, 0, 81}, Pairs{})
	near(t, "lo of 81/263", lo, 0.2553, 5e-5)
	near(t, "hi of 81/263", hi, 0.3662, 5e-5)

	lo, hi = Interval(Tally{}, Pairs{})
	if lo != 0 || hi != 1 {
		t.Errorf("no games: %v to %v", lo, hi)
	}
}

func TestSPRTBounds(t *testing.T) {
	lo, hi := SPRT{0, 10, 0.05, 0.05}.Bounds()
	near(t, "lo", lo, -2.944, 5e-4)
	near(t, "hi", hi, 2.944, 5e-4)
	lo, hi = SPRT{0, 10, 0.05, 0.10}.Bounds()
	near(t, "lo", lo, -2.2513, 5e-5)
	near(t, "hi", hi, 2.8904, 5e-5)
}

// Where every pair is won or lost, the mean fixes the distribution and the ratio is Wald's for a coin:
// won·ln(s1/s0) + lost·ln((1−s1)/(1−s0)).
func TestLLRIsWaldsForACoin(t *testing.T) {
	for _, c := range []struct{ lost, won int }{{100, 100}, {80, 120}, {30, 5}} {
		s := SPRT{Elo0: -10, Elo1: 40}
		s0, s1 := Expected(s.Elo0), Expected(s.Elo1)
		want := float64(c.won)*math.Log(s1/s0) + float64(c.lost)*math.Log((1-s1)/(1-s0))
		near(t, "LLR", s.LLR(Pairs{0: c.lost, 4: c.won}), want, 0.01)
	}
}

// With many pairs near the scores in question the ratio comes close to N(s1−s0)(2s−s0−s1)/2σ², the published
// approximation for fishtest's test (Van den Bergh, "A practical introduction to the GSPRT").
func TestLLRNearNormal(t *testing.T) {
	p := Pairs{300, 2000, 5200, 2150, 350}
	s := SPRT{Elo0: 0, Elo1: 10}
	n, mean, square := 0.0, 0.0, 0.0
	for i, c := range p {
		n += float64(c)
		mean += float64(c) * float64(i) / 4
		square += float64(c) * float64(i*i) / 16
	}
	mean /= n
	variance := square/n - mean*mean
	s0, s1 := Expected(s.Elo0), Expected(s.Elo1)
	want := n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
	near(t, "LLR", s.LLR(p), want, 0.02*math.Abs(want))
}

func TestLLRIsSymmetric(t *testing.T) {
	s := SPRT{Elo0: -25, Elo1: 25}
	p, q := Pairs{3, 10, 40, 22, 9}, Pairs{9, 22, 40, 10, 3}
	near(t, "LLR", s.LLR(p), -s.LLR(q), 1e-9)
	near(t, "LLR of nothing", s.LLR(Pairs{}), 0, 0.01)
}

// The test errs about as often as it promises.
func TestSPRTErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const runs = 300
	s := SPRT{Elo0: 0, Elo1: 80, Alpha: 0.05, Beta: 0.05}
	for _, c := range []struct {
		elo   float64
		wrong Verdict
	}{{0, TakeH1}, {80, TakeH0}} {
		wrong := 0
		for range runs {
			var p Pairs
			for s.Verdict(p) == GoOn {
				half := 0
				for range 2 {
					if r.Float64() < Expected(c.elo) {
						half += 2
					}
				}
				p[half]++
			}
			if s.Verdict(p) == c.wrong {
				wrong++
			}
		}
		if wrong > runs/10 {
			t.Errorf("true difference %v: wrong in %d of %d tests", c.elo, wrong, runs)
		}
	}
}
