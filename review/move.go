package review

import (
	"github.com/gomoku-go/gomoku"
)

// The least loss of the mover's winning chances that has a name. A loss of 0.1 is 10 points in a hundred, from 60 to 50 %, say;
// losses are rounded to whole points for it.
//
// Chess sites draw their lines at 5, 10 and 15 points (Lichess) or at 5, 10 and 20 (Chess.com). Here they lie higher, at what
// the searches can tell: reviews of eight games with 100,000 and with 400,000 nodes a search differ by 2 points a move on average,
// and by 10 or more in one move of twenty.
const (
	InaccuracyLoss = 0.10
	MistakeLoss    = 0.20
	BlunderLoss    = 0.30
)

// A Label says in a word how good a move was.
type Label uint8

const (
	Best        Label = iota + 1 // no better move was found, or the move won
	Good                         // it lost less than [InaccuracyLoss]
	Inaccuracy                   // it lost [InaccuracyLoss] or more
	Mistake                      // it lost [MistakeLoss] or more
	Blunder                      // it lost [BlunderLoss] or more
	MissedWin                    // it lost [InaccuracyLoss] or more because a forced win was overlooked, see [Move.Missed]
	MissedBlock                  // it lost [InaccuracyLoss] or more because a forced win was not stopped, see [Move.Unstopped]
	Forced                       // the only move that was legal, or that stopped a five
	Lost                         // the game was lost already: there was nothing to lose any more
	Foul                         // forbidden for Black under renju, whether White claimed it or not
	Book                         // a known opening move, or the first stone on an empty board: not judged
)

// Labels returns all labels, in the order of the constants.
func Labels() []Label {
	return []Label{Best, Good, Inaccuracy, Mistake, Blunder, MissedWin, MissedBlock, Forced, Lost, Foul, Book}
}

// judged reports whether a move with the label counts for its player's accuracy: where there was no choice, or nothing to
// lose, everybody plays perfectly.
func (l Label) judged() bool { return l != Forced && l != Lost && l != Book }

// A Win is a forced win with its proof.
type Win struct {
	Kind WinKind        `json:"kind"`
	Line []gomoku.Point `json:"line"` // both sides' moves from the winner's first one to the five; the loser's are best defenses
}

// A WinKind says by which moves a win is forced.
type WinKind uint8

const (
	ByFive   WinKind = iota + 1 // at once
	ByFours                     // by fours alone (VCF)
	ByThrees                    // by fours and open threes (VCT)
	BySearch                    // with quiet moves too
)

// An Eval is what a position is worth to a side.
type Eval struct {
	Score   gomoku.Score `json:"score"`
	Mate    int          `json:"mate,omitempty"` // plies to a certain win, negative to a certain loss, 0 if nothing is certain; see [gomoku.Score.Mate]
	WinRate float64      `json:"winRate"`        // chances from 0 to 1, to four decimals
}

// A Move is a move of the game and what the review found out about it. Scores and chances are those of the side that moved.
type Move struct {
	Number   int            `json:"number"` // from 1
	Color    gomoku.Color   `json:"color"`
	Point    gomoku.Point   `json:"point"` // gomoku.NoPoint is a pass
	Label    Label          `json:"label"`
	Before   Eval           `json:"before"`          // with the best move
	After    Eval           `json:"after"`           // with the move played
	Loss     float64        `json:"loss"`            // of chances, by which After falls short of Before: from 0 to 1
	Accuracy float64        `json:"accuracy"`        // of this move, from 0 to 100, see [Player]
	Best     gomoku.Point   `json:"best"`            // the best move, which may be the one played
	Line     []gomoku.Point `json:"line"`            // how the game would have gone on with the best move, which comes first
	Reply    []gomoku.Point `json:"reply,omitempty"` // how it was expected to go on after the move played, the opponent first

	Missed    *Win `json:"missed,omitempty"`    // the mover's win that was there and that the move let slip
	Unstopped *Win `json:"unstopped,omitempty"` // the opponent's win that was there before and that another move would have stopped
	Allowed   *Win `json:"allowed,omitempty"`   // the opponent's win that the move made possible

	Depth int `json:"depth"` // plies that the search before the move looked ahead; 0 where none was needed
}

// Wins reports whether the move ended the game with a five.
func (m Move) Wins() bool { return m.After.Mate == 1 && m.Label == Best }

// blackWinRate is Black's share of an eval of the side c.
func blackWinRate(c gomoku.Color, e Eval) float64 {
	if c == gomoku.White {
		return rounded(1-e.WinRate, 4)
	}
	return e.WinRate
}
