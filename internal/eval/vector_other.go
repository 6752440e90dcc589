//go:build !amd64 || purego

package eval

// Add updates the accumulator by the changes of a move, given the rows of Black and White.
func (s *Accumulator) Add(black, white *Rows, changes []Change) { s.add(black, white, changes) }

// Value returns what the head adds to the evaluation.
func (p *PackedHead) Value(ours, theirs *Vector, counts *Counts, mask int) int {
	return int(p.value(ours, theirs, counts, mask&(NumThreats-1)) >> OutShift)
}
