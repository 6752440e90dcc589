// Package review analyzes a game: how good every move was, what was better, what was missed, and which move lost the game.
//
//	r, err := review.Analyze(ctx, game, nil)
//	r.WriteText(os.Stdout)
//	if m := r.Losing(); m != nil {
//		fmt.Println(m.Color, "lost the game with move", m.Number, m.Point)
//	}
//
// Games come from a board ([gomoku.NewGame]), from JSON, or from files in many formats (package record).
//
// # Chances
//
// Moves are judged by winning chances, as chess sites do it: what a side may expect of the game, from 0 to 1, a draw counting
// as one half. [gomoku.Score.WinRate] makes them of scores. The loss of a move is what it took from the mover's own chances:
// those with the best move less those with the move played. A [Label] sums it up. A loss of 10 points in a hundred is an
// inaccuracy, 20 points a mistake, and 30 points a blunder: see [InaccuracyLoss].
//
// The move played and the best move are compared by the same search after either of them, because scores of searches that
// begin at different positions differ by chance.
//
// # Wins that were missed
//
// A win by fours (VCF, victory by continuous fours) leaves the opponent one answer at every step. A win by threes (VCT, victory
// by continuous threats) uses open threes as well, each of which threatens a win by fours. A [Move] says which forced win the mover
// let slip, which win of the opponent it did not stop, and which one it made possible. Each of these claims comes with its proof: a
// line of both sides' moves that ends with the five, and that was played out on a board before the claim was made.
//
// The labels [MissedWin] and [MissedBlock] say more: that the result changed by it. Whoever overlooks a win by fours and still
// wins, or leaves a threat unanswered in a game that was lost anyway, finds the fact in the move but not in its label.
//
// # The whole game
//
// A [Review] adds the chances after every move, for a graph, the turning points, the losing move, and each player's accuracy,
// a number from 0 to 100 made of the losses by the formula of Lichess: see [Player].
//
// A review is data: it can be written as JSON and read again without loss. The names of its fields are stable.
//
// # Cost
//
// A move takes two searches, one of the position after it and one of the position after the best move, and a few more where
// a win or a block was missed. With [DefaultNodes] a search, a game of 40 moves takes some five seconds. [Moves] yields
// the moves one by one while it goes on.
package review
