package review

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/gomoku-go/gomoku"
)

// mostTurningPoints is how many turning points a review names, the losing move included.
const mostTurningPoints = 5

// A Review is the analysis of a game.
type Review struct {
	Game          *gomoku.Game `json:"game"`
	Complete      bool         `json:"complete"`             // all moves that were to be judged have been
	Moves         []Move       `json:"moves"`                // those judged, in order
	WinRates      []float64    `json:"winRates"`             // Black's winning chances before the first move, and after each move up to the last one judged
	TurningPoints []int        `json:"turningPoints"`        // numbers of the moves that lost most, in order
	LosingMove    int          `json:"losingMove,omitempty"` // number of the move that lost the game, see [Summarize]; 0 if there is none
	Black         Player       `json:"black"`
	White         Player       `json:"white"`
}

// A Player is how well one side played.
//
// Accuracy is from 0 to 100, computed as on Lichess (lichess.org/page/accuracy, 2022). A move that loses w percent of the chances has
// the accuracy
//
//	103.1668 · exp(-0.04354 w) - 3.1669
//
// limited to 0 to 100: 100 for no loss, 64 for 10 percent, 25 for 30 percent. A player's accuracy is the average of two means over the
// moves. One is the harmonic mean, in which a blunder weighs heavily. The other is weighted by how much the chances changed around the
// move (their standard deviation over a tenth of the game), so that many easy moves do not outweigh the few that mattered. Forced
// moves, moves in a lost game and book moves do not count. A player without other moves has 100.
type Player struct {
	Moves    int           `json:"moves"` // number of moves judged
	Accuracy float64       `json:"accuracy"`
	Labels   map[Label]int `json:"labels"` // how many moves have each label; labels that no move has are left out
}

// Losing returns the losing move, or nil if there is none.
func (r *Review) Losing() *Move { return r.Move(r.LosingMove) }

// Move returns the move with that number, from 1, or nil if it was not judged.
func (r *Review) Move(number int) *Move {
	i, ok := slices.BinarySearchFunc(r.Moves, number, func(m Move, n int) int { return cmp.Compare(m.Number, n) })
	if !ok {
		return nil
	}
	return &r.Moves[i]
}

// Player returns how well a side played: r.Black for [gomoku.Black], r.White for any other color.
func (r *Review) Player(c gomoku.Color) *Player {
	if c == gomoku.Black {
		return &r.Black
	}
	return &r.White
}

// Summarize makes a review of a game and the moves that [Moves] yielded: all of them, the first ones, or those of one side. An error
// says what is wrong with the game, or which move does not belong to it.
//
// Turning points are the moves that lost [MistakeLoss] or more, at most five. If there are none, the move that lost most is one,
// provided that it lost [InaccuracyLoss] or more. The losing move is always among them.
//
// The losing move is the one that cost the loser most; chances that the loser regained later do not count. If no move lost
// [InaccuracyLoss] in this way, because the searches saw the danger too late, it is the move after which the loser's chances had
// fallen most by the loser's next turn, for good. So a lost game has a losing move, unless it was lost before the loser's first
// move, or was resigned with good chances. The loser is the side that lost according to the record, or, if the record does not say,
// the side whose loss is proved at the end.
func Summarize(g *gomoku.Game, moves []Move) (*Review, error) {
	if _, err := g.Board(); err != nil {
		return nil, err
	}
	for i, m := range moves {
		switch {
		case m.Number < 1 || m.Number > len(g.Moves) || m.Point != g.Moves[m.Number-1] || m.Color != colorOf(g, m.Number-1):
			return nil, fmt.Errorf("review: move %d, %v %v, is not a move of the game", m.Number, m.Color, m.Point)
		case i > 0 && m.Number <= moves[i-1].Number:
			return nil, errors.New("review: the moves are out of order")
		}
	}
	r := &Review{
		Game: g.Clone(), Complete: len(moves) == len(g.Moves), Moves: append([]Move{}, moves...), WinRates: winRates(moves),
		TurningPoints: []int{},
	}
	if m := r.losingMove(); m != nil {
		r.LosingMove = m.Number
	}
	r.findTurningPoints()
	for _, c := range []gomoku.Color{gomoku.Black, gomoku.White} {
		p := Player{Accuracy: accuracy(r.Moves, c, r.WinRates), Labels: map[Label]int{}}
		for _, m := range moves {
			if m.Color == c {
				p.Moves++
				p.Labels[m.Label]++
			}
		}
		*r.Player(c) = p
	}
	return r, nil
}

// winRates are Black's chances from the beginning to the last move judged. A position without a judged move gets the chances of the
// next position that has one.
func winRates(moves []Move) []float64 {
	if len(moves) == 0 {
		return []float64{}
	}
	const unknown = -1
	rates := slices.Repeat([]float64{unknown}, moves[len(moves)-1].Number+1)
	for _, m := range moves {
		rates[m.Number] = blackWinRate(m.Color, m.After)
		if rates[m.Number-1] == unknown {
			rates[m.Number-1] = blackWinRate(m.Color, m.Before)
		}
	}
	for i := len(rates) - 2; i >= 0; i-- {
		if rates[i] == unknown {
			rates[i] = rates[i+1]
		}
	}
	return rates
}

// findTurningPoints sets TurningPoints; the losing move is known.
func (r *Review) findTurningPoints() {
	var points []*Move
	for i := range r.Moves {
		if m := &r.Moves[i]; rounded(m.Loss, 2) >= InaccuracyLoss {
			points = append(points, m)
		}
	}
	slices.SortStableFunc(points, func(a, b *Move) int { return cmp.Compare(b.Loss, a.Loss) })
	most := 1
	for most < min(len(points), mostTurningPoints) && rounded(points[most].Loss, 2) >= MistakeLoss {
		most++
	}
	points = points[:min(len(points), most)]
	if m := r.Losing(); m != nil && !slices.Contains(points, m) { // in a bad position it may have cost little
		points = append(points[:min(len(points), mostTurningPoints-1)], m)
	}
	for _, m := range points {
		r.TurningPoints = append(r.TurningPoints, m.Number)
	}
	slices.Sort(r.TurningPoints)
}

// loser is the side that lost the game. It is Empty if nobody did, or if moves of the loser are still to be judged.
func (r *Review) loser() gomoku.Color {
	if len(r.Moves) == 0 {
		return gomoku.Empty
	}
	last, n := &r.Moves[len(r.Moves)-1], len(r.Game.Moves)
	switch winner := r.Game.Outcome.Winner(); {
	case winner != gomoku.Empty && (last.Number == n || last.Number == n-1 && last.Color != winner):
		return winner.Opponent()
	case r.Game.Outcome != gomoku.Undecided || last.Number != n:
		return gomoku.Empty
	case last.After.Mate < 0: // the record stops before the end, but the end is proved
		return last.Color
	case last.After.Mate > 0:
		return last.Color.Opponent()
	}
	return gomoku.Empty
}

// losingMove is the move by which the loser lost, see [Summarize]; nil if there is none.
func (r *Review) losingMove() *Move {
	loser := r.loser()
	if loser == gomoku.Empty {
		return nil
	}
	var byLoss, byFall *Move
	mostLoss, mostFall := 0.0, 0.0
	later := r.WinRates[len(r.WinRates)-1] // the loser's best chances at any later time
	if loser == gomoku.White {
		later = 1 - later
	}
	for i := range slices.Backward(r.Moves) {
		m := &r.Moves[i]
		if m.Color != loser {
			continue
		}
		fall := m.Before.WinRate - later // what never came back
		if loss := min(m.Loss, fall); loss >= mostLoss && loss > 0 {
			byLoss, mostLoss = m, loss
		}
		if fall > mostFall {
			byFall, mostFall = m, fall
		}
		later = max(later, m.Before.WinRate)
	}
	if rounded(mostLoss, 2) >= InaccuracyLoss || byFall == nil {
		return byLoss
	}
	return byFall
}
