//go:build !amd64 || purego

package eval

// Add adds what changes do to the sums of Black and White, whose rows are given.
func (s *Sums) Add(black, white *Rows, changes []Change) { s.add(black, white, changes) }

// Value returns what the head adds to the evaluation.
func (p *PackedHead) Value(mine, his *Vector, counts *Counts, mask int) int {
	return int(p.value(mine, his, counts, mask&(NumThreats-1)) >> OutShift)
}
