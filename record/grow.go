package record

import (
	"errors"
	"fmt"

	"github.com/gomoku-go/gomoku"
)

// A grower builds a tree move by move and plays along on a board, so that nothing against the rules gets into it. It also
// notes the moves of the main line, and how they end.
type grower struct {
	rd   *reader
	path []step // from the root to where the next move goes

	moves     []gomoku.Point // of the main line
	unclaimed []int          // fouls among them that White did not claim
	outcome   gomoku.Outcome // after them
	end       *Node          // the last of them
	foul      bool           // which is a foul that ended the game
}

// A step is a node of the path.
type step struct {
	node  *Node
	board *gomoku.Board // the position of the node; steps between two set-ups share one board
	foul  bool          // the move is a foul, and the board stands before it
	main  bool          // the node belongs to the main line of the game
}

// grow starts a tree at the position that the game has set up.
func (rd *reader) grow(g *gomoku.Game, root *Node) (*grower, error) {
	if err := rd.count(); err != nil {
		return nil, err
	}
	b, err := rd.startBoard(g)
	if err != nil {
		return nil, err
	}
	gr := &grower{rd: rd, path: []step{{node: root, board: b, main: true}}}
	gr.outcome = b.Outcome()
	return gr, nil
}

// startBoard returns the board on which the moves of g begin. A board is large compared to a game, so games that begin without
// stones, as nearly all do, share one.
func (rd *reader) startBoard(g *gomoku.Game) (*gomoku.Board, error) {
	if g.First != gomoku.Black || len(g.Black)+len(g.White) > 0 {
		b, err := gomoku.NewPosition(g.Size, g.Rule, g.Black, g.White, g.First)
		return b, bare(err)
	}
	if b := rd.empty; b != nil && b.Size() == g.Size && b.Rule() == g.Rule {
		for b.Len() > 0 { // the moves of the game before
			b.Undo()
		}
		return b, nil
	}
	b, err := gomoku.NewBoard(g.Size, g.Rule)
	rd.empty = b
	return b, bare(err)
}

// count takes one from the nodes that may still be read.
func (rd *reader) count() error {
	if rd.nodes == 0 {
		return fmt.Errorf("more than %d games, moves and properties: raise Options.MaxNodes to read them", rd.MaxNodes)
	}
	rd.nodes--
	return nil
}

// last is the step of the last move.
func (g *grower) last() *step { return &g.path[len(g.path)-1] }

// played is how many moves and set-ups lie between the root and the last node.
func (g *grower) played() int { return len(g.path) - 1 }

// turn is the color that moves next. It alternates after the end of a game too.
func (g *grower) turn(first gomoku.Color) gomoku.Color {
	for i := len(g.path) - 1; ; i-- {
		c := first
		if s := g.path[i].node.Setup; s != nil {
			c = s.Turn
		} else if i > 0 {
			continue
		}
		if (len(g.path)-1-i)%2 == 1 {
			c = c.Opponent()
		}
		return c
	}
}

// play adds a move below the last one.
func (g *grower) play(p gomoku.Point) (*Node, error) {
	if len(g.path) > maxDepth {
		return nil, fmt.Errorf("more than %d moves in a row", maxDepth)
	}
	if g.rd.UnclaimedFouls {
		if err := g.goOn(); err != nil {
			return nil, err
		}
	}
	from := g.last()
	foul, err := playOn(from.board, p, from.foul)
	if err != nil {
		return nil, err
	}
	n := &Node{Move: p}
	if err := g.add(step{node: n, board: from.board, foul: foul}); err != nil {
		if !foul {
			from.board.Undo()
		}
		return nil, err
	}
	if g.last().main {
		g.moves, g.end = append(g.moves, p), n
		g.foul, g.outcome = foul, from.board.Outcome()
	}
	return n, nil
}

// goOn lets the game go on after a foul, as one that White did not claim. Where the last move is no foul it does nothing.
func (g *grower) goOn() error {
	last := g.last()
	if !last.foul {
		return nil
	}
	if err := last.board.PlayUnclaimed(last.node.Move); err != nil {
		return fmt.Errorf("%v: %w", last.node.Move, bare(err))
	}
	last.foul, last.node.Unclaimed = false, true
	if last.main {
		g.foul, g.outcome = false, last.board.Outcome()
		g.unclaimed = append(g.unclaimed, len(g.moves)-1)
	}
	return nil
}

// setUp adds a new position below the last node. The main line of the game ends before it.
func (g *grower) setUp(s *Setup) (*Node, error) {
	if len(g.path) > maxDepth {
		return nil, fmt.Errorf("more than %d moves in a row", maxDepth)
	}
	b := g.last().board
	b, err := gomoku.NewPosition(b.Size(), b.Rule(), s.Black, s.White, s.Turn)
	if err != nil {
		return nil, bare(err)
	}
	n := &Node{Setup: s}
	return n, g.add(step{node: n, board: b})
}

// add puts a step at the end of the path, and its node below the last one.
func (g *grower) add(s step) error {
	if err := g.rd.count(); err != nil {
		return err
	}
	from := g.last()
	s.main = from.main && len(from.node.Children) == 0 && s.node.Setup == nil
	from.node.Children = append(from.node.Children, s.node)
	g.path = append(g.path, s)
	return nil
}

// back goes up to where so many moves and set-ups have been played.
func (g *grower) back(played int) {
	for len(g.path)-1 > played {
		s := g.last()
		if !s.foul && s.node.Setup == nil {
			s.board.Undo()
		}
		g.path = g.path[:len(g.path)-1]
	}
}

// finish completes the game with the main line of its tree, and is the end of the grower: its board is for the next game.
// The outcome of the game is what the file says; the board may add to that, but not contradict it.
func (g *grower) finish(game *gomoku.Game) (*Tree, error) {
	if g.foul && g.rd.UnclaimedFouls && (game.Outcome == gomoku.BlackWins || game.Outcome == gomoku.Draw) {
		g.foul, g.end.Unclaimed = false, true
		g.unclaimed = append(g.unclaimed, len(g.moves)-1)
	}
	game.Moves, game.Unclaimed = g.moves, g.unclaimed
	if game.Moves == nil {
		game.Moves = []gomoku.Point{}
	}
	outcome, reason := g.outcome, gomoku.ByFive
	switch {
	case g.foul:
		outcome, reason = gomoku.WhiteWins, gomoku.ByFoul
	case outcome == gomoku.Draw:
		reason = gomoku.ByFullBoard
	}
	if outcome != gomoku.Undecided {
		if game.Outcome != gomoku.Undecided && game.Outcome != outcome {
			return nil, fmt.Errorf("the result is said to be %v, but the moves end with %v (%v) under %v; the rule may be another one",
				game.Outcome, outcome, reason, game.Rule)
		}
		game.Outcome, game.Reason = outcome, reason
	}
	return &Tree{game, g.path[0].node}, nil
}

// playOn plays a move or a pass, after a foul or not. A foul is not an error, because it may end a game,
// but it is not played on the board.
func playOn(b *gomoku.Board, p gomoku.Point, afterFoul bool) (foul bool, err error) {
	move := p.String()
	switch {
	case afterFoul:
		return false, fmt.Errorf("%w: nothing may follow Black's foul, unless Options.UnclaimedFouls is set", bare(gomoku.ErrGameOver))
	case p == gomoku.NoPoint:
		move = "a pass"
		err = b.Pass()
	default:
		err = b.Play(p)
	}
	switch {
	case errors.Is(err, gomoku.ErrForbidden):
		return true, nil
	case errors.Is(err, gomoku.ErrGameOver):
		return false, fmt.Errorf("%s after the end: %w, %v under %v; the rule may be another one", move, bare(err), b.Outcome(), b.Rule())
	case err != nil:
		return false, fmt.Errorf("%s: %w", move, bare(err))
	}
	return false, nil
}
