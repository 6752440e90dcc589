// Package review analyzes a game: how good every move was, what was better, what was missed, and which move lost the game.
//
//	r, err := review.Analyze(ctx, game, nil)
//	if err != nil {
//		return err
//	}
//	r.WriteText(os.Stdout)
//	if m := r.Losing(); m != nil {
//		fmt.Println(m.Color, "lost the game with move", m.Number, m.Point)
//	}
//
// Games come from a board ([gomoku.NewGame]), from JSON, or from files in many formats (package record).
//
// # Winning chances
//
// Moves are judged by winning chances, as on chess sites. A side's chances are the share of the points that it can expect, from 0 to
// 1, where a draw is half a point; [gomoku.Score.WinRate] computes them from a score. The loss of a move is the mover's chances with
// the best move minus those with the move played. A [Label] sums it up: a loss of 0.10 is an inaccuracy, 0.20 a mistake, and 0.30 a
// blunder (see [InaccuracyLoss]).
//
// Scores of searches that begin at different positions differ by chance. So the move played and the best move are compared by
// searches of the two positions after them, with the same limits.
//
// # Missed wins
//
// A win by fours (VCF, victory by continuous fours) leaves the opponent a single answer at every step. A win by threes (VCT, victory
// by continuous threats) also uses open threes, each of which threatens a win by fours. A [Move] names the forced win that the mover
// missed, the opponent's win that it did not stop, and the opponent's win that it made possible. Each of them comes with its proof: a
// line of moves of both sides that ends with the five, and that was played out on a board.
//
// The labels [MissedWin] and [MissedBlock] mean that the chances fell because of it. A player who misses a win by fours and still
// has a won game, or leaves a threat unanswered in a lost game, finds this in the move but not in its label.
//
// # The whole game
//
// A [Review] adds the chances after every move (for a graph), the turning points, the losing move, and each player's accuracy. The
// accuracy is a number from 0 to 100, computed from the losses by the formula of Lichess: see [Player].
//
// A review can be written as JSON and read back without loss. The names of its fields are stable.
//
// # Cost
//
// A move takes two searches, one of the position after it and one of the position after the best move, and a few more where a win
// or a block was missed. With [DefaultNodes] per search, a game of 40 moves takes about five seconds. [Moves] yields each move as
// soon as it is judged.
package review
