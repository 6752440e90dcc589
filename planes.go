package gomoku

// Planes is the number of planes that [Board.AppendPlanes] appends.
const Planes = 4

// AppendPlanes appends the position to dst as input for a neural network, and returns the extended slice. There are [Planes] planes of
// Size×Size numbers, each 0 or 1: the stones of the side to move, those of its opponent, the empty points, and the last move. Within a
// plane the points come row by row from the bottom, so the point At(x, y) has the index y*Size+x, and the whole is an array of shape
// [Planes][Size][Size].
//
// The last plane is empty before the first move and after a pass; stones that were set up are not moves. Because it depends on how the
// position came about, an [Evaluator] must not use it. When the game is over, the side to move is the one whose turn it would be. A zero
// Board appends nothing. Nothing is allocated if dst has enough capacity.
func (b *Board) AppendPlanes(dst []float32) []float32 {
	if b.size == 0 {
		return dst
	}
	points, start := b.size*b.size, len(dst)
	for range Planes * points {
		dst = append(dst, 0)
	}
	own := colorOf(b.pos.Side())
	last, _ := b.LastMove()
	for i := range points {
		p := At(i%b.size, i/b.size)
		plane := 2
		switch b.At(p) {
		case own:
			plane = 0
		case own.Opponent():
			plane = 1
		}
		dst[start+plane*points+i] = 1
		if p == last {
			dst[start+3*points+i] = 1
		}
	}
	return dst
}
