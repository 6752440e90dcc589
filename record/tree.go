package record

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gomoku-go/gomoku"
)

// A Node is a move, with what the file says about it and the moves that may follow. The colors alternate along every path from the
// root, beginning with [gomoku.Game].First, or with the Turn of the last Setup. If a color moves twice in a file, there is a pass
// between the two moves.
type Node struct {
	Move      gomoku.Point // NoPoint is a pass; the root, and nodes with a Setup, have no move
	Setup     *Setup       // a new position instead of a move; nil in all other nodes, and in the root
	Unclaimed bool         // the move is a foul of Black under renju that White did not claim: the game goes on
	Comment   string       // lines end with \n
	Props     map[string][]string
	Children  []*Node // the first one is the main line
}

// A Setup is a position that is set up within a record, as annotators do to compare two positions: all stones on the board, and who
// moves next.
type Setup struct {
	Black, White []gomoku.Point
	Turn         gomoku.Color
}

// A Tree is a game with its variations. Game is the main line, with set-up, tags and result. Root is the position before the first
// move, and the path of first children from it has the moves of Game. If that path comes to a [Setup], the moves of Game end there.
//
// The trees that [Read] returns are valid: [gomoku.Game.Board] has no error, every variation follows the rules, and Game and Root have
// the same main line. [Write] requires the same. A tree whose Root is nil has no variations.
type Tree struct {
	Game *gomoku.Game
	Root *Node
}

// FromGame returns the tree of a game, without variations. It shares nothing with g. A nil g gives the tree of an empty Game, which
// [Write] refuses.
func FromGame(g *gomoku.Game) *Tree {
	if g == nil {
		g = new(gomoku.Game)
	}
	g = g.Clone()
	return &Tree{g, rootOf(g)}
}

// rootOf returns the root of the tree of a game without variations.
func rootOf(g *gomoku.Game) *Node {
	root := new(Node)
	n := root
	for i, p := range g.Moves {
		n = n.Add(p)
		n.Unclaimed = slices.Contains(g.Unclaimed, i)
	}
	return root
}

// Add adds a sequence of moves below n and returns the node of the last one. Moves that are there already are followed; a new move
// becomes the last child of its node. NoPoint is a pass. Add does not check the rules; [Tree.Walk] and [Write] do.
//
// Add does not change the Game of a Tree. A move that is added after the last move of the main line continues it, and [Write] then
// refuses the tree until Game.Moves has that move too. To make a new main line, give all its moves to [FromGame].
func (n *Node) Add(moves ...gomoku.Point) *Node {
	for _, p := range moves {
		i := slices.IndexFunc(n.Children, func(c *Node) bool { return c != nil && c.Setup == nil && c.Move == p })
		if i < 0 {
			i = len(n.Children)
			n.Children = append(n.Children, &Node{Move: p})
		}
		n = n.Children[i]
	}
	return n
}

// Walk calls visit for the root and then for every other node, parents before children and main lines before variations, with the
// position of the node. The board belongs to Walk: visit must neither change nor keep it. A foul of Black that ended the game is not
// on the board; for fouls that did not end it, see [Node].Unclaimed.
//
// Walk stops at the first error of visit, which it returns, and at the first node that breaks the rules.
func (t *Tree) Walk(visit func(n *Node, b *gomoku.Board) error) error {
	switch {
	case t == nil || t.Game == nil:
		return errors.New("record: the tree has no game")
	case visit == nil:
		return errors.New("record: Walk wants a function")
	}
	b, root, err := t.start()
	if err == nil {
		err = visit(root, b)
	}
	if err != nil {
		return err
	}
	w := walker{visit: visit, left: 1 << 24}
	return w.children(root, b, 1, false)
}

// start returns the position before the first move, and the root.
func (t *Tree) start() (*gomoku.Board, *Node, error) {
	g := t.Game
	first := g.First
	if first == gomoku.Empty {
		first = gomoku.Black
	}
	b, err := gomoku.NewPosition(g.Size, g.Rule, g.Black, g.White, first)
	root := t.Root
	if root == nil {
		root = rootOf(g)
	}
	return b, root, err
}

// A walker visits the nodes below a node. In a tree that contains itself it ends at an occupied point or at a limit.
type walker struct {
	visit func(n *Node, b *gomoku.Board) error
	left  int // nodes that may still be visited: one node may be in many places
}

func (w *walker) children(n *Node, b *gomoku.Board, ply int, foul bool) error {
	for _, child := range n.Children {
		if child == nil {
			return fmt.Errorf("record: the tree has a nil node at move %d", ply)
		}
		if w.left--; w.left < 0 || ply > maxDepth {
			return fmt.Errorf("record: the tree has no end, or more than %d moves in a row", maxDepth)
		}
		if err := w.child(child, b, ply, foul); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) child(n *Node, b *gomoku.Board, ply int, foul bool) error {
	if s := n.Setup; s != nil {
		b, err := gomoku.NewPosition(b.Size(), b.Rule(), s.Black, s.White, s.Turn)
		if err != nil {
			return fmt.Errorf("record: variation, move %d, a position that is set up: %w", ply, bare(err))
		}
		if err := w.visit(n, b); err != nil {
			return err
		}
		return w.children(n, b, ply+1, false)
	}
	isFoul, err := playOn(b, n.Move, foul)
	if err == nil && n.Unclaimed {
		if isFoul {
			isFoul, err = false, b.PlayUnclaimed(n.Move)
		} else {
			b.Undo()
			err = fmt.Errorf("%v: no foul, but Unclaimed is set", n.Move)
		}
	}
	if err != nil {
		return fmt.Errorf("record: variation, move %d, %w", ply, bare(err))
	}
	if err := w.visit(n, b); err != nil {
		return err
	}
	if err := w.children(n, b, ply+1, isFoul); err != nil {
		return err
	}
	if !isFoul {
		b.Undo()
	}
	return nil
}

// check says what is wrong with a tree that is to be written: it must be one that Read could have returned.
func check(t *Tree) error {
	if t == nil || t.Game == nil {
		return errors.New("the tree has no game")
	}
	g := t.Game
	if len(g.Moves) > maxDepth {
		return fmt.Errorf("more than %d moves in a row", maxDepth)
	}
	if _, err := g.Board(); err != nil {
		return bare(err)
	}
	if t.Root == nil {
		return nil
	}
	if t.Root.Move != gomoku.NoPoint || t.Root.Setup != nil {
		return fmt.Errorf("the root has the move %v or a Setup: want NoPoint and nil; moves begin with its children, and Game says what is set up", t.Root.Move)
	}
	n := t.Root
	for i, p := range g.Moves {
		if len(n.Children) == 0 || n.Children[0] == nil || n.Children[0].Setup != nil || n.Children[0].Move != p {
			return fmt.Errorf("move %d of the game, %v, is not the first one in the tree", i+1, p)
		}
		n = n.Children[0]
		if n.Unclaimed != slices.Contains(g.Unclaimed, i) {
			return fmt.Errorf("move %d, %v, is an unclaimed foul in the game or in the tree, but not in both", i+1, p)
		}
	}
	if len(n.Children) > 0 && (n.Children[0] == nil || n.Children[0].Setup == nil) {
		return fmt.Errorf("the main line of the tree goes on after the %d moves of the game", len(g.Moves))
	}
	return bare(t.Walk(func(*Node, *gomoku.Board) error { return nil }))
}

// addProp adds values to a property.
func (n *Node) addProp(name string, values ...string) {
	if n.Props == nil {
		n.Props = make(map[string][]string)
	}
	n.Props[name] = append(n.Props[name], values...)
}
