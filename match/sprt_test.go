package match

import (
	"math"
	"math/rand/v2"
	"testing"
)

func pairsOf(pairs ...int) Tally { return Tally{Pairs: [5]int(pairs)} }

func TestSPRTBounds(t *testing.T) {
	lo, hi := SPRT{Elo1: 10}.Bounds() // 5 % both
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
		near(t, "LLR", s.LLR(pairsOf(c.lost, 0, 0, 0, c.won)), want, 0.01)
	}
}

// With many pairs near the scores in question the ratio comes close to N(s1−s0)(2s−s0−s1)/2σ², the published
// approximation for fishtest's test (Van den Bergh, "A practical introduction to the GSPRT").
func TestLLRNearNormal(t *testing.T) {
	p := pairsOf(300, 2000, 5200, 2150, 350)
	s := SPRT{Elo0: 0, Elo1: 10}
	n, mean, square := 0.0, 0.0, 0.0
	for i, c := range p.Pairs {
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
	near(t, "LLR", s.LLR(pairsOf(3, 10, 40, 22, 9)), -s.LLR(pairsOf(9, 22, 40, 10, 3)), 1e-9)
	near(t, "LLR of nothing", s.LLR(Tally{}), 0, 0.01)
}

// The test errs about as often as it promises.
func TestSPRTErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const runs = 300
	s := SPRT{Elo0: 0, Elo1: 80, Alpha: 0.05, Beta: 0.05}
	for _, c := range []struct {
		elo   float64
		wrong Decision
	}{{0, AcceptedH1}, {80, AcceptedH0}} {
		wrong := 0
		for range runs {
			var p Tally
			for s.Decide(p) == Undecided {
				half := 0
				for range 2 {
					if r.Float64() < Expected(c.elo) {
						half += 2
					}
				}
				p.Pairs[half]++
			}
			if s.Decide(p) == c.wrong {
				wrong++
			}
		}
		if wrong > runs/10 {
			t.Errorf("true difference %v: wrong in %d of %d tests", c.elo, wrong, runs)
		}
	}
}

func TestDecisionString(t *testing.T) {
	for d, want := range map[Decision]string{Undecided: "undecided", AcceptedH0: "H0 accepted", AcceptedH1: "H1 accepted", 9: "Decision(9)"} {
		if got := d.String(); got != want {
			t.Errorf("%d: %q, want %q", d, got, want)
		}
	}
}
