// Package match lets two players play many games, and says which is stronger, by how much, and how sure that is.
//
//	mine := match.Searcher("mine", gomoku.WithEvaluator(e), gomoku.WithNodes(500))
//	builtIn := match.Searcher("built-in", gomoku.WithNodes(500))
//	t, err := match.Play(ctx, mine, builtIn, &match.Options{Games: 200})
//	fmt.Println(t) // 131.5 of 200, 65.8 % [60.1, 71.4]
//
// A [Contender] is one of the two sides: a searcher with its options ([Searcher]), a function ([Func]), or anything that makes a
// [Player], such as the client for engines of package gomocup. [Play] returns the result, and [Run] is a loop over the games
// as they end, for a program that shows or keeps them. [Schedule] plays any other list of games: a tournament.
//
// # Games
//
// Every opening is played twice, with the colors changed, because whoever moves first has a large advantage. Openings are even by a search and
// all different ([Openings]), or the caller's own. A [Game] is a [gomoku.Game] with what the match knows of it: the time, nodes, depth and score of
// every move among other things. Package record writes it as SGF or PSQ.
//
// A player loses by a foul, an illegal move, an error, or a move that comes too late; [Game] has the reason. A
// player that panics or cannot begin ends the match.
//
// # Statistics
//
// A [Tally] counts the games from the view of the first contender, A. Games decide little: after 100 of them a score of
// 50 % may as well have been 40 or 60. [Tally.Interval] says how much, by pairs of games, and [Tally.Elo] says the same in Elo. For the question whether a
// change is an improvement, an [SPRT] needs the fewest games: it ends the match as soon as they decide.
//
// # Reproducibility
//
// The same contenders and options give the same games, whatever the number of processors, if the players do not depend on
// time. A match that takes hours is kept in a [Log], and goes on from it after a kill.
package match
