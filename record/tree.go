package record

import (
	"errors"
	"fmt"

	"github.com/gomoku-go/gomoku"
)

// A grower builds a tree move by move, and plays along on a board, so that nothing against the rules gets into it.
type grower struct {
	rd    *reader
	board *gomoku.Board
	path  []*Node // from the root to where the next move goes
	foul  bool    // the last of path is a foul: it ended the game, and the board stands before it
}

// grow starts a tree at the position that the game has set up.
func (rd *reader) grow(g *gomoku.Game, root *Node) (*grower, error) {
	if rd.nodes == 0 {
		return nil, rd.tooMany()
	}
	rd.nodes--
	// A board is large beside a game: those that begin without stones share one.
	shared := g.First == gomoku.Black && len(g.Black)+len(g.White) == 0
	b := rd.board
	if !shared || b == nil || b.Size() != g.Size || b.Rule() != g.Rule {
		var err error
		if b, err = gomoku.NewPosition(g.Size, g.Rule, g.Black, g.White, g.First); err != nil {
			return nil, err
		}
	}
	if shared {
		rd.board = b
		for b.Len() > 0 { // a game that was refused may be left
			b.Undo()
		}
	}
	return &grower{rd: rd, board: b, path: []*Node{root}}, nil
}

func (rd *reader) tooMany() error {
	return fmt.Errorf("more than %d games, moves and properties: raise Options.MaxNodes to read them", rd.MaxNodes)
}

// last is the node of the last move.
func (g *grower) last() *Node { return g.path[len(g.path)-1] }

// play adds a move below the last one.
func (g *grower) play(p gomoku.Point) (*Node, error) {
	if g.rd.nodes == 0 {
		return nil, g.rd.tooMany()
	}
	if len(g.path) > maxDepth {
		return nil, fmt.Errorf("more than %d moves in a row", maxDepth)
	}
	foul, err := playOn(g.board, p, g.foul)
	if err != nil {
		return nil, err
	}
	g.rd.nodes--
	n, parent := &Node{Move: p}, g.last()
	parent.Children = append(parent.Children, n)
	g.path = append(g.path, n)
	g.foul = foul
	return n, nil
}

// playOn plays a move or a pass, after a foul or not. A foul is no error, for it may end a game, but the board does not
// have it.
func playOn(b *gomoku.Board, p gomoku.Point, afterFoul bool) (foul bool, err error) {
	move := p.String()
	switch {
	case afterFoul:
		return false, fmt.Errorf("%w: nothing may follow Black's foul", gomoku.ErrGameOver)
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
		return false, fmt.Errorf("%s after the end: %w, %v under %v; the rule may be another one", move, err, b.Outcome(), b.Rule())
	case err != nil:
		return false, fmt.Errorf("%s: %w", move, err)
	}
	return false, nil
}

// back goes up to where so many moves have been played.
func (g *grower) back(moves int) {
	for len(g.path)-1 > moves {
		g.path = g.path[:len(g.path)-1]
		if g.foul {
			g.foul = false
		} else {
			g.board.Undo()
		}
	}
}

// finish completes the game with the main line of its tree, and is the end of the grower: its board is for
// the next game. The outcome of the game is what the file says; the board may add to that, but not contradict it.
func (g *grower) finish(game *gomoku.Game) (*Tree, error) {
	g.back(0)
	game.Moves = make([]gomoku.Point, 0, 64)
	foul := false
	for n := g.path[0]; len(n.Children) > 0; {
		n = n.Children[0]
		game.Moves = append(game.Moves, n.Move)
		var err error
		if foul, err = playOn(g.board, n.Move, false); err != nil {
			return nil, err // unreachable: it was played before
		}
	}
	outcome, reason := g.board.Outcome(), gomoku.ByFive
	switch {
	case foul:
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
	return &Tree{game, g.path[0]}, nil
}

// check says what is wrong with a tree that is to be written: it has to be one that Read could have returned.
func check(t *Tree) error {
	if t == nil || t.Game == nil {
		return errors.New("the tree has no game")
	}
	g := t.Game
	if len(g.Moves) > maxDepth {
		return fmt.Errorf("more than %d moves in a row", maxDepth)
	}
	b, err := g.Board()
	if err != nil {
		return err
	}
	if t.Root == nil {
		return nil
	}
	if t.Root.Move != gomoku.NoPoint {
		return fmt.Errorf("the root has the move %v: want NoPoint; moves begin with its children", t.Root.Move)
	}
	n := t.Root
	for i, p := range g.Moves {
		if len(n.Children) == 0 || n.Children[0] == nil || n.Children[0].Move != p {
			return fmt.Errorf("move %d of the game, %v, is not the first one in the tree", i+1, p)
		}
		n = n.Children[0]
	}
	if len(n.Children) > 0 {
		return fmt.Errorf("the main line of the tree goes on after the %d moves of the game", len(g.Moves))
	}
	for b.Len() > 0 {
		b.Undo()
	}
	c := checker{board: b, left: 1 << 24}
	return c.children(t.Root, 1, false)
}

// A checker looks at all variations. A tree that bites its tail ends at an occupied point or at the limits.
type checker struct {
	board *gomoku.Board
	left  int // nodes; larger trees than that are not in memory, but one node may be in many places
}

func (c *checker) children(n *Node, ply int, foul bool) error {
	for _, child := range n.Children {
		if child == nil {
			return fmt.Errorf("a move %d in the tree is nil", ply)
		}
		if c.left--; c.left < 0 || ply > maxDepth {
			return fmt.Errorf("the tree has no end, or more than %d moves in a row", maxDepth)
		}
		isFoul, err := playOn(c.board, child.Move, foul)
		if err != nil {
			return fmt.Errorf("variation, move %d, %w", ply, err)
		}
		if err := c.children(child, ply+1, isFoul); err != nil {
			return err
		}
		if !isFoul {
			c.board.Undo()
		}
	}
	return nil
}

// addProp adds values to a property.
func (n *Node) addProp(name string, values ...string) {
	if n.Props == nil {
		n.Props = make(map[string][]string)
	}
	n.Props[name] = append(n.Props[name], values...)
}
