//go:build !purego

package eval

//go:generate go -C ../../tools run ./kernels -out ../internal/eval/kernels_amd64.s -stubs ../internal/eval/kernels_amd64.go -pkg eval

// hasAVX2 reports whether the processor has 256-bit integer instructions and the operating system saves their registers.
var hasAVX2 = func() bool {
	const osxsave, avx, registers, avx2 = 1 << 27, 1 << 28, 1<<1 | 1<<2, 1 << 5
	if last, _, _, _ := cpuid(0, 0); last < 7 {
		return false
	}
	if _, _, c, _ := cpuid(1, 0); c&osxsave == 0 || c&avx == 0 || xgetbv()&registers != registers {
		return false
	}
	_, b, _, _ := cpuid(7, 0)
	return b&avx2 != 0
}()

// Add updates the accumulator by the changes of a move, given the rows of Black and White.
func (s *Accumulator) Add(black, white *Rows, changes []Change) {
	switch {
	case len(changes) == 0:
	case hasAVX2:
		addAVX2(&s[0][0], &black[0][0], &white[0][0], &changes[0].Old, len(changes))
	default:
		s.add(black, white, changes)
	}
}

// Value returns what the head adds to the evaluation.
func (p *PackedHead) Value(ours, theirs *Vector, counts *Counts, mask int) int {
	mask &= NumThreats - 1
	if !hasAVX2 {
		return int(p.value(ours, theirs, counts, mask) >> OutShift)
	}
	v := headAVX2(&p.first[0][0][0], &p.second[0][0][0], &p.bias[mask][0], &p.secondBias[0], &p.out[0], &ours[0], &theirs[0], &counts[0])
	return int((v + p.outBias) >> OutShift)
}
