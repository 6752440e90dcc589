package training

import (
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
)

// A table is a vector of values by code that are the sum of parts: one for each line, one for each pair of lines, and one
// of the code's own, which weight decay pulls to zero. Rare codes thus get their value from their lines.
type table struct {
	parts   []int32 // for each value, perValue indices into theta
	each    int
	owns    int // theta from here on are values of codes alone
	theta   []float64
	grad    []float64
	adam    moments[float64]
	current []float64 // the sums
	touched []float64 // gradient by value
}

// newTable makes a table of values that share some numbers; part tells which of them a value has.
func newTable(values, each, shared int, part func(value int) []int32) *table {
	t := &table{each: each + 1, owns: shared}
	n := shared + values
	t.theta, t.grad, t.adam = make([]float64, n), make([]float64, n), newMoments[float64](n)
	t.current, t.touched = make([]float64, values), make([]float64, values)
	for value := range values {
		t.parts = append(append(t.parts, part(value)...), int32(shared+value))
	}
	return t
}

// sum adds up the parts.
func (t *table) sum() {
	for value := range t.current {
		s := 0.0
		for _, i := range t.parts[value*t.each : (value+1)*t.each] {
			s += t.theta[i]
		}
		t.current[value] = s
	}
}

// take adds a gradient by value for the next step, and clears it.
func (t *table) take(gradient []float64) {
	for i, v := range gradient {
		t.touched[i] += v
	}
	clear(gradient)
}

// step is one step of the optimizer, with the gradients that touched has. Weight decay is part of the gradient.
func (t *table) step(rate, decay float64) {
	clear(t.grad)
	for value, g := range t.touched {
		if g != 0 {
			for _, i := range t.parts[value*t.each : (value+1)*t.each] {
				t.grad[i] += g
			}
		}
	}
	clear(t.touched)
	t.adam.begin()
	for i, g := range t.grad {
		if i >= t.owns {
			g += decay * t.theta[i]
		}
		mean, deviation := t.adam.add(i, g)
		t.theta[i] -= rate * (mean / t.adam.c1) / deviation
	}
	t.sum()
}

// linesOf returns, for every code, its four lines in ascending order.
func linesOf() [][4]int {
	list := make([][4]int, pattern.NumCodes)
	n := int(pattern.NumLines)
	for a := range n {
		for b := range a + 1 {
			for c := range b + 1 {
				for d := range c + 1 {
					lines := pattern.Lines(a) | pattern.Lines(b)<<4 | pattern.Lines(c)<<8 | pattern.Lines(d)<<12
					list[lines.Code()] = [4]int{d, c, b, a}
				}
			}
		}
	}
	return list
}

// newCodeTable makes a table by code, for one color or for both.
func newCodeTable(colors int) *table {
	lines := linesOf()
	n := int(pattern.NumLines)
	block := n + n*n
	return newTable(colors*pattern.NumCodes, 10, colors*block, func(value int) (parts []int32) {
		offset := value / pattern.NumCodes * block
		l := lines[value%pattern.NumCodes]
		for i, a := range l {
			parts = append(parts, int32(offset+a))
			for _, b := range l[i+1:] {
				parts = append(parts, int32(offset+n+a*n+b))
			}
		}
		return parts
	})
}

// newThreatTable makes a table by threat mask, of single threats and pairs of them, for one color or for both.
func newThreatTable(colors int) *table {
	const bits = 11
	block := bits + bits*bits + 1
	each := bits + bits*(bits-1)/2
	return newTable(colors*eval.NumThreats, each, colors*block, func(value int) (parts []int32) {
		offset := value / eval.NumThreats * block
		mask := value % eval.NumThreats
		pad := int32(offset + block - 1) // stands for bits that are not set
		for i := range bits {
			if mask>>i&1 != 0 {
				parts = append(parts, int32(offset+i))
			} else {
				parts = append(parts, pad)
			}
			for j := i + 1; j < bits; j++ {
				if mask>>i&mask>>j&1 != 0 {
					parts = append(parts, int32(offset+bits+i*bits+j))
				} else {
					parts = append(parts, pad)
				}
			}
		}
		return parts
	})
}
