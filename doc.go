// Package gomoku plays five in a row. It provides boards that know the rules, a strong search for the best move, solvers for
// forced wins, opening books, and interfaces for writing your own evaluator.
//
//	b, _ := gomoku.NewBoard(15, gomoku.Freestyle)
//	s, _ := gomoku.NewSearcher(gomoku.WithTimeBudget(time.Second))
//	r, err := s.Search(ctx, b)
//	b.Play(r.Best)
//
// The package is pure Go without dependencies. It reads no files at run time, and nothing runs in the background between calls.
//
// # Rules
//
// Two players take turns to put stones on the points of a board. Black begins, and five in a row win. What exactly counts as five
// depends on the [Rule]: [Freestyle], [Standard], [Renju], [Caro] or [CaroOverline]. Under Renju some points are forbidden for
// Black; [Board.Forbidden] says why, with a [Foul].
//
// A [Point] is a place on the board: At(7, 7) is column 7 and row 7, counted from zero at the bottom left. It is written h8 and is the
// center of a 15×15 board. Points mean the same on boards of every size, from [MinSize] to [MaxSize]. A [Color] is Black, White or
// Empty. These types, and all others with a fixed set of values, read and write their names as text, so they work with flags,
// JSON and logs.
//
// # Boards
//
// A [Board] is a game in progress. [Board.Play], [Board.Pass] and [Board.Undo] change it. A move that the rules do not allow changes
// nothing and returns [ErrOccupied], [ErrForbidden] or another error:
//
//	if err := b.Play(gomoku.At(7, 7)); errors.Is(err, gomoku.ErrForbidden) {
//		...
//	}
//
// [Board.Outcome] says whether the game is over, and [Board.WinningRow] which stones won it. [NewPosition] sets up a position, and
// [ParseBoard] reads one from a diagram such as [Board.String] draws. [Board.Position] writes a whole game as one line of text, and
// [ParsePosition] reads it. A [Symmetry] turns or mirrors points, moves and boards.
//
// A [Game] is a record for storage: [NewGame] makes one from a board, and [Game.Board] replays it, checking every move. Package record
// reads and writes the files in which games are exchanged, such as SGF and PSQ.
//
// A board also knows the [Shape] that a stone of either color would make on each empty point, from a two to a five. [Board.Shape] returns
// it for a point, [Board.Shapes] for each line through a point, and [Board.CountPoints] the number of points that would make it.
// [Board.CountShapes] counts the shapes already on the board.
//
// # Searching
//
// A [Searcher] is made with options and serves one game, remembering what it has found out so far. [Searcher.Search] returns the best
// move. Set how long it thinks with a [SearchOption], for all searches or for one: [WithTimeBudget], [WithDepth] or [WithNodes]; a
// deadline of the context counts too. Without any of these it takes a second. It is no error when the time is up or the context is
// canceled: Search returns the best move so far, and [Result.Stop] says why it stopped. An error means that there is no move.
//
// [Searcher.Analyze] is a loop over deeper and deeper results, for programs that show the search at work. [WithMultiPV] asks for several
// moves with exact scores. [Searcher.Solve] answers a narrower question, often much deeper: can the side to move win by threats
// alone? [WithLevel] makes an opponent that people can beat, and [WithBook] plays openings from a [Book].
//
// The first search allocates memory and builds tables, which takes some tens of milliseconds; [Searcher.Prepare] does this in advance.
//
// A score up to [MaxEval] is an estimate; beyond that the game is decided, and [Score.Mate] says in how many plies it ends. (A ply is
// one move of one side.) [Score.WinRate] turns a score into winning chances.
//
// # Evaluators
//
// An [Evaluator] gives a position a [Score], from the point of view of the side to move. The search uses a [PatternEvaluator] unless
// told otherwise; a [ShapeEvaluator] is the simple one of textbooks. To write your own you need one method, or just a function:
//
//	e := gomoku.EvaluatorFunc(func(b *gomoku.Board) gomoku.Score {
//		own, other := b.Turn(), b.Turn().Opponent()
//		return gomoku.Score(100 * (b.CountPoints(own, gomoku.OpenThree) - b.CountPoints(other, gomoku.OpenThree)))
//	})
//	s, err := gomoku.NewSearcher(gomoku.WithEvaluator(e))
//
// The search takes care of fives and of threats to make one, so an evaluator only has to judge positions in which nothing is decided.
// It can do more by implementing [IncrementalEvaluator], to be told of every move instead of looking at the whole board;
// [MoveScorer], to say which moves to try first; or [DefenseWeighter], for [WithDefenseWeight]. Package evaltest tests whether an
// evaluator does what the search relies on, and package tune finds better numbers for it by playing games.
//
// # Configuration
//
// A Searcher takes its options as functions, because an option may be meant for the searcher as a whole, for a later change by
// [Searcher.Set], or for a single call. Every other package of this module takes a pointer to a struct named Options, where nil means
// the defaults.
//
// # Concurrency
//
// A Board must be used by one goroutine at a time; [Board.Clone] makes more of them. A Searcher runs one search at a time, and a
// concurrent call returns [ErrBusy], so a server needs a Searcher for each game that is being played. Search never changes the board
// it is given. It calls an evaluator with boards of its own, on as many goroutines as it has threads. The built-in evaluators can be
// shared, and so can a Book as long as nobody adds to it.
//
// WebAssembly has a single thread. There a search gives way every five milliseconds: other goroutines run, its context can
// be canceled, and in a browser the page stays alive, in a hidden tab too. Call it on a goroutine of its own, as package
// syscall/js wants it of everything that takes time: called inside of a [syscall/js.Func], it gives way to goroutines but
// blocks the page. [WithThreads] gains nothing there, and as the page shares the thread, a search in a Web Worker gets more
// of it.
//
// # Reproducibility
//
// A new or cleared Searcher with one thread, and with a limit of depth or nodes instead of time, gives the same result for the same
// position and options on every platform, because the search decides by integers only. Choices at random, among book moves, equally
// good moves or the moves of a level, depend only on the position and on [WithSeed]. Another version of this package may play
// differently.
package gomoku
