// Package gomoku plays five in a row: boards that know the rules, a search for the best move, solvers for forced wins,
// opening books, and interfaces for evaluators of one's own.
//
//	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
//	s, _ := gomoku.NewSearcher(gomoku.WithTimeBudget(time.Second))
//	r, err := s.Search(ctx, b)
//	b.Play(r.Best)
//
// It is pure Go without dependencies, reads no files at run time, and keeps nothing running between calls.
//
// # Rules
//
// Two players put stones on the points of a board in turn, Black first, and five in a row win. A [Rule] says what that means
// to the point: [Freestyle], [Standard], [Renju], [Caro] or [CaroOverline]. Under Renju some points are forbidden for Black;
// [Board.Forbidden] names the [Foul].
//
// A [Point] is a place: At(7, 7) is column 7 and row 7 counted from zero at the bottom left, written h8, the center of a
// board of 15×15. It means the same on every size, from [MinSize] to [MaxSize]. A [Color] is Black, White or Empty. All these
// types read and write their names as text, and so fit flags, JSON and logs.
//
// # Boards
//
// A [Board] is a game in progress. [Board.Play], [Board.Pass] and [Board.Undo] move on it, and a move that the rules refuse
// changes nothing and returns [ErrOccupied], [ErrForbidden] or another static error:
//
//	if err := b.Play(gomoku.At(7, 7)); errors.Is(err, gomoku.ErrForbidden) {
//		...
//	}
//
// [Board.Outcome] tells at once whether the game is over, and [Board.WinningRow] why. Positions come from [NewPosition]
// and, as a diagram, from [ParseBoard], which reads what [Board.String] draws. A [Game] is a record to be stored:
// [NewGame] makes one of a board, and [Game.Board] replays it with every move checked. Package record reads and writes the
// files in which games travel: SGF, PSQ and others.
//
// With every stone the board keeps up to date what a stone of either color would make on every empty point: a [Shape], from
// a two to a five. [Board.Shape] reads it for a point, [Board.Shapes] for each line through it, and [Board.CountPoints] says how
// many points make one. [Board.CountShapes] counts the shapes that stand on the board.
//
// # Evaluators
//
// An [Evaluator] gives a position a [Score] from the view of the side to move. The search uses a [NewPatternEvaluator] unless
// told otherwise; [NewShapeEvaluator] is the simple one of textbooks. Your own needs one method, or one function:
//
//	e := gomoku.EvaluatorFunc(func(b *gomoku.Board) gomoku.Score {
//		own, other := b.Turn(), b.Turn().Opponent()
//		return gomoku.Score(100 * (b.CountPoints(own, gomoku.OpenThree) - b.CountPoints(other, gomoku.OpenThree)))
//	})
//	s, err := gomoku.NewSearcher(gomoku.WithEvaluator(e))
//
// Fives, and threats to make one, are the search's business: an evaluator only judges what is still open. If it has more to
// offer, it may also be an [IncrementalEvaluator], which is told of every move instead of looking at the whole board; a
// [MoveScorer], which says what to try first; or a [DefenseWeighter], for [WithDefenseWeight]. Package evaltest checks
// that an evaluator keeps its contract, and package tune seeks better numbers for it by games.
//
// # Searching
//
// A [Searcher] is made with options and serves one game, in which it remembers what it has found out. [Searcher.Search] gives
// the best move. How long it looks is said by a [SearchOption], of the searcher or of one call: [WithTimeBudget], [WithDepth],
// [WithNodes], or a deadline of the context; without any it takes a second. That the time is over, or the context canceled,
// is a normal end with a result and no error: [Result.Stop] says why. An error means that there is no move to give.
//
// [Searcher.Analyze] is a loop over ever deeper results, for a program that shows them; [WithMultiPV] gives it several moves
// with their true scores. [Searcher.Solve] asks a narrower question and often answers it much deeper: does the side to move
// win by threats alone? [WithLevel] makes an opponent that people can beat, and [WithBook] plays openings from a [Book].
//
// The first search makes tables and allocates memory, some ten milliseconds; [Searcher.Prepare] does that ahead.
//
// A score up to [MaxEval] is an opinion, and one beyond it is a proof: [Score.Mate] tells in how many plies the game ends.
// A ply is one move of one side. [Score.WinRate] says what a score is worth in games of equals.
//
// # Configuration
//
// A Searcher takes its options as functions, because one option may serve a searcher for good, a change of it by [Searcher.Set], or a
// single call. All other packages of this module take a pointer to a struct named Options, and nil stands for the defaults.
//
// # Concurrency
//
// A Board is for one goroutine at a time; [Board.Clone] makes others. A Searcher runs one search at a time, and a concurrent
// call gets [ErrBusy]; a server makes a Searcher for each game. Search never changes its board. Evaluators get boards of the
// search's own, on as many goroutines as there are workers. The built-in evaluators, and a Book that nobody adds to, may be
// shared.
//
// WebAssembly has a single thread. There a search gives way every five milliseconds: other goroutines run, its context can
// be canceled, and in a browser the page stays alive, in a hidden tab too. Call it on a goroutine of its own, as package
// syscall/js wants it of everything that takes time: called inside of a [syscall/js.Func], it gives way to goroutines but
// blocks the page. [WithThreads] gains nothing there, and as the page shares the thread, a search in a Web Worker gets more
// of it.
//
// # Reproducibility
//
// A new or cleared Searcher with one thread, and with a limit by depth or nodes instead of time, gives the same result for the
// same position and options on every platform: the search decides by integers only. Whatever is left to chance, among book
// moves, ties and a level's slips, is a function of the position and [WithSeed]. Another version of this package may play
// differently.
package gomoku
