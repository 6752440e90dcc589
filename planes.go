package gomoku

// Planes is the number of planes that [Board.AppendPlanes] appends.
const Planes = 4

// AppendPlanes appends the position as the planes that a neural network takes, each of Size×Size numbers that are 0 or 1, to
// dst and returns it: the stones of the side to move, those of its opponent, the empty points, and the last move. A plane
// goes row by row from the bottom, each from the left, so the point [At](x, y) is number y*Size+x of its plane; with the
// planes one after the other the whole is an array of shape [Planes][Size][Size].
//
// The last plane is empty before the first move and after a pass; stones that were set up are no moves. It depends on how the
// position came about, so an [Evaluator] must do without it. After the end of the game the side to move is the one whose turn
// it would be. A zero Board has no points, and dst is returned as it is. With enough capacity in dst nothing is allocated.
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
