package review

import "github.com/gomoku-go/gomoku"

// DefaultNodes is the number of nodes of each search if [Options] set no limit. It takes about 50 ms.
const DefaultNodes = 100_000

// Options say how a game is reviewed. Nil means the defaults, as does the zero value.
type Options struct {
	// Limits apply to each search, and a move takes two to five searches: [gomoku.WithTimeBudget], [gomoku.WithDepth] or
	// [gomoku.WithNodes]. With a limit by depth or nodes, and one thread, the review is the same on every machine. Default:
	// [DefaultNodes].
	Limits []gomoku.SearchOption

	// Search holds other options of the searcher: an evaluator, threads, memory. Do not use those that make it weaker, random
	// or follow a book, such as [gomoku.WithLevel].
	Search []gomoku.Option

	// Color is the side whose moves are judged. Default: both sides.
	Color gomoku.Color

	// First and Last are the numbers of the first and the last move to judge, so that several reviews can share the work: give all
	// their moves to [Summarize]. The sum is not that of a single review to the last digit, because the searches of a review share
	// what they learn. Default: all moves.
	First, Last int

	// Progress, if not nil, is called after each judged move, with the number of moves judged so far and the number of moves
	// to judge. The review waits until it returns.
	Progress func(done, all int)
}
