package training

import "math"

// A moments is the state of the optimizer Adam (Kingma and Ba, 2015): running means of the gradient of each number and of its
// square.
type moments[F float32 | float64] struct {
	mean, square []F
	steps        int
	c1, c2       F // correct the means of the first steps, which begin at 0
}

func newMoments[F float32 | float64](n int) moments[F] {
	return moments[F]{mean: make([]F, n), square: make([]F, n)}
}

// begin begins the next step.
func (m *moments[F]) begin() {
	m.steps++
	m.c1, m.c2 = F(1-math.Pow(0.9, float64(m.steps))), F(1-math.Pow(0.999, float64(m.steps)))
}

// add takes the gradient of the i-th number. The step goes against mean/c1/deviation.
func (m *moments[F]) add(i int, gradient F) (mean, deviation F) {
	m.mean[i] = 0.9*m.mean[i] + 0.1*gradient
	m.square[i] = 0.999*m.square[i] + 0.001*gradient*gradient
	return m.mean[i], F(math.Sqrt(float64(m.square[i]/m.c2))) + 1e-8
}
