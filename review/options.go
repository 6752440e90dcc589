package review

import "github.com/gomoku-go/gomoku"

// DefaultNodes is how many nodes a search of a review takes where [Options] name no limit: some 50 ms.
const DefaultNodes = 100_000

// Options say how a game is reviewed. Nil, like the zero value, stands for the defaults.
type Options struct {
	// Limits end each single search, of which a move takes two to five: [gomoku.WithTimeBudget], [gomoku.WithDepth] or
	// [gomoku.WithNodes]. With a limit by depth or nodes, and one thread, the review is the same on every machine. Default:
	// [DefaultNodes].
	Limits []gomoku.SearchOption

	// Search holds other options of the searcher: an evaluator, threads, memory. Those that make it play like a person,
	// vary, or open from a book ([gomoku.WithLevel] and the like) make a bad judge.
	Search []gomoku.Option

	// Color is whose moves are judged. Default: both sides'.
	Color gomoku.Color

	// Progress, if not nil, is called after every move that was judged, with the number of moves judged so far and of all
	// that are to be. The review waits for it.
	Progress func(done, all int)
}
