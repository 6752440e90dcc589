package review

import "github.com/gomoku-go/gomoku"

// fives lists the points where c would win at once.
func fives(b *gomoku.Board, c gomoku.Color) (points []gomoku.Point) {
	if b.CountPoints(c, gomoku.Five) == 0 {
		return nil
	}
	for y := range b.Size() {
		for x := range b.Size() {
			if p := gomoku.At(x, y); b.Shape(c, p) == gomoku.Five {
				points = append(points, p)
			}
		}
	}
	return points
}

// fiveStops lists the moves that stop every five that the opponent threatens; there are none if no five is threatened. Under most
// rules only the point of the five stops it. Under caro a stone that closes an end of the row does too, even of two rows at once.
func fiveStops(b *gomoku.Board) (stops []gomoku.Point) {
	opponent := b.Turn().Opponent()
	if len(fives(b, opponent)) == 0 {
		return nil
	}
	b = b.Clone()
	for _, p := range b.AppendLegal(nil) {
		if b.Play(p) != nil {
			continue
		}
		if len(fives(b, opponent)) == 0 {
			stops = append(stops, p)
		}
		b.Undo()
	}
	return stops
}

// prove plays a line out and returns it as a win of the side that moves first in it, or nil if it does not end with that side's five.
func prove(b *gomoku.Board, line []gomoku.Point) *Win {
	b = b.Clone()
	winner, kind := b.Turn(), ByFours
	for i, p := range line {
		if i%2 == 0 {
			switch shape := b.Shape(winner, p); {
			case shape >= gomoku.Four:
			case shape == gomoku.OpenThree && kind != BySearch:
				kind = ByThrees
			default:
				kind = BySearch
			}
		}
		if b.PlayMoves(p) != nil {
			return nil
		}
	}
	if b.Winner() != winner {
		return nil
	}
	if len(line) == 1 {
		kind = ByFive
	}
	return &Win{Kind: kind, Line: line}
}

// inBook reports whether the built-in book has p as a move on b, or on any rotation or reflection of it.
func inBook(known *gomoku.Book, b *gomoku.Board, p gomoku.Point) bool {
	for _, m := range known.Moves(b) {
		var twins gomoku.Book // a Book counts symmetric moves as one
		if twins.Add(b, m.Point, 1) == nil && twins.Add(b, p, 1) == nil && len(twins.Moves(b)) == 1 {
			return true
		}
	}
	return false
}
