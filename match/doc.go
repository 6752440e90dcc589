// Package match plays many games between two players, and says which one is stronger, by how much, and how certain that is.
//
//	mine := match.Searcher("mine", gomoku.WithEvaluator(e), gomoku.WithNodes(500))
//	builtIn := match.Searcher("built-in", gomoku.WithNodes(500))
//	t, err := match.Play(ctx, mine, builtIn, &match.Options{Games: 200})
//	fmt.Println(t) // 131.5 of 200, 65.8 % [60.1, 71.4]
//
// A [Contender] is one of the two sides: a searcher with its options ([Searcher]), a function ([Func]), or anything else that
// makes a [Player], such as the Engine of package gomocup, which runs another program. [Play] returns the result. [Run] is a
// loop over the games as they end, for a program that shows or stores them. [Schedule] plays any list of games, for example a
// tournament.
//
// # Games
//
// Every opening is played twice with the colors changed, because Black has a large advantage. The openings are the caller's own,
// or they are made: all different, and even according to a search ([Openings]). A [Game] is a [gomoku.Game] with what the match
// adds, among other things the time, nodes, depth and score of every move. Package record writes it as SGF or PSQ.
//
// A player loses by a foul, an illegal move, an error, or a move that comes too late; [Game] has the reason. A player that panics
// or cannot begin ends the match.
//
// # Statistics
//
// A [Tally] counts the games from the view of the first contender, A. It takes many games to tell two players apart: when 100 of
// them give 50 %, the true score may be 40 or 60. [Tally.Interval] tells the range, computed from pairs of games, and [Tally.Elo]
// the same in Elo. To find out whether a change is an improvement, an [SPRT] needs the fewest games: it ends the match as soon
// as the answer is clear.
//
// # Reproducibility
//
// The same contenders and options give the same games on any number of processors, if the players do not depend on time. A match
// that takes hours can write a [Log], and continue from it after a crash or a kill.
package match
