package review

import (
	"github.com/gomoku-go/gomoku"
)

// The losses of winning chances from which a move is an inaccuracy, a mistake or a blunder. A loss of 0.10 means, for example, that
// the chances fell from 60 % to 50 %. Losses are rounded to whole percent before they are compared with these.
//
// The limits of chess sites are 5, 10 and 15 % (Lichess) or 5, 10 and 20 % (Chess.com). They are higher here, because of the
// precision of the searches: reviews of eight games with 100,000 and with 400,000 nodes per search differ by 2 % per move on
// average, and by 10 % or more for one move in twenty.
const (
	InaccuracyLoss = 0.10
	MistakeLoss    = 0.20
	BlunderLoss    = 0.30
)

// A Label says in one word how good a move was.
type Label uint8

const (
	Best        Label = iota + 1 // no better move was found, or the move won
	Good                         // it lost less than [InaccuracyLoss]
	Inaccuracy                   // it lost [InaccuracyLoss] or more
	Mistake                      // it lost [MistakeLoss] or more
	Blunder                      // it lost [BlunderLoss] or more
	MissedWin                    // it lost [InaccuracyLoss] or more because it missed a forced win, see [Move].Missed
	MissedBlock                  // it lost [InaccuracyLoss] or more because it did not stop a forced win, see [Move].Unstopped
	Forced                       // the only legal move, or the only one that stopped a five
	Lost                         // the game was lost already, whatever was played
	Foul                         // forbidden for Black under renju, whether White claimed it or not
	Book                         // a move of the opening book, or the first stone on an empty board: not judged
)

// Labels returns all labels, in the order of the constants.
func Labels() []Label {
	return []Label{Best, Good, Inaccuracy, Mistake, Blunder, MissedWin, MissedBlock, Forced, Lost, Foul, Book}
}

// judged reports whether a move with the label counts for its player's accuracy. Where there was no choice or nothing to lose,
// accuracy would mean nothing.
func (l Label) judged() bool { return l != Forced && l != Lost && l != Book }

// A Win is a forced win with its proof.
type Win struct {
	Kind WinKind        `json:"kind"`
	Line []gomoku.Point `json:"line"` // moves of both sides, from the winner's first one to the five; the loser defends as well as possible
}

// A WinKind says which moves force a win.
type WinKind uint8

const (
	ByFive   WinKind = iota + 1 // a single move makes five
	ByFours                     // fours only (VCF)
	ByThrees                    // fours and open threes (VCT)
	BySearch                    // quiet moves too
)

// An Eval is the value of a position for one side.
type Eval struct {
	Score   gomoku.Score `json:"score"`
	Mate    int          `json:"mate,omitempty"` // plies to a proved win, negative for a proved loss, 0 if nothing is proved; see [gomoku.Score.Mate]
	WinRate float64      `json:"winRate"`        // winning chances, from 0 to 1, to four decimals
}

// A Move is a move of the game and what the review found out about it. Scores and chances are those of the side that moved.
type Move struct {
	Number   int            `json:"number"` // from 1
	Color    gomoku.Color   `json:"color"`
	Point    gomoku.Point   `json:"point"` // gomoku.NoPoint is a pass
	Label    Label          `json:"label"`
	Before   Eval           `json:"before"`          // with the best move
	After    Eval           `json:"after"`           // with the move played
	Loss     float64        `json:"loss"`            // of winning chances: Before.WinRate - After.WinRate, or 0 if that is negative
	Accuracy float64        `json:"accuracy"`        // from 0 to 100, see [Player]
	Best     gomoku.Point   `json:"best"`            // the best move, which may be the one played
	Line     []gomoku.Point `json:"line"`            // the expected line with the best move, which comes first
	Reply    []gomoku.Point `json:"reply,omitempty"` // the expected line after the move played, beginning with the opponent

	Missed    *Win `json:"missed,omitempty"`    // the mover's forced win that the move missed
	Unstopped *Win `json:"unstopped,omitempty"` // the opponent's forced win that another move would have stopped
	Allowed   *Win `json:"allowed,omitempty"`   // the opponent's forced win that the move made possible

	Depth int `json:"depth"` // plies that the search of the position before the move looked ahead; 0 if none was needed
}

// Wins reports whether the move ended the game with a five.
func (m Move) Wins() bool { return m.After.Mate == 1 && m.Label == Best }

// blackWinRate is Black's winning chances, from an Eval of side c.
func blackWinRate(c gomoku.Color, e Eval) float64 {
	if c == gomoku.White {
		return rounded(1-e.WinRate, 4)
	}
	return e.WinRate
}
