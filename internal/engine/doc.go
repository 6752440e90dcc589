// Package engine searches for the best move: iterative deepening over a principal variation search with the threats of the
// game taken from the position's counters.
//
// Files use what stands above them in this list, and nothing below:
//
//	score.go       scores and depths
//	params.go      the numbers and switches of the techniques
//	tracer.go      what a Tracer is told
//	result.go      what a search returns, and its statistics
//	config.go      what a search is given
//	time.go        the time manager
//	moves.go       moves in a list, packed
//	node.go        what is kept of each ply
//	history.go     which moves cut
//	searching.go   which moves other threads are searching
//	shared.go      what all threads of a search have in common, and why it ended
//	thread.go      one thread's search: its position, its evaluation, its limits
//	trace.go       telling the tracer
//	generate.go    the moves of a node, and their order
//	prune.go       how a node ends without a move: counters, leaves, table, futility, razoring
//	reductions.go  how deep a move is searched, and which are skipped
//	picker.go      the moves of a node one by one
//	search.go      the search of a node
//	symmetry.go    symmetric moves at the root
//	rootmoves.go   the moves at the root
//	rootsearch.go  the search of the root
//	balance.go     the move nearest to a score
//	aspiration.go  the window of an iteration
//	ties.go        moves as good as the best
//	forced.go      wins by force at the root
//	iterate.go     iterative deepening, with several lines where they are wanted
//	helpers.go     the other threads
//	engine.go      the Engine
//	solve.go       its search for a forced win
package engine
