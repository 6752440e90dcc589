package engine

import (
	"slices"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A rootList collects the moves at the root, best first by their order.
type rootList struct {
	t     *thread
	moves []rootMove
}

// add appends the empty cell c unless it is there already, not wanted or a foul.
func (l *rootList) add(c position.Cell) {
	if !l.t.p.Empty(c) || !l.t.shared.limits.allows(c) || !l.t.legal(c) || hasMove(l.moves, c) {
		return
	}
	l.moves = append(l.moves, rootMove{cell: c, score: -infinity, line: []position.Cell{c}})
}

func (l *rootList) addAll(cells []position.Cell) {
	for _, c := range cells {
		l.add(c)
	}
}

// addEmpty appends all empty cells.
func (l *rootList) addEmpty() {
	empty := l.t.p.EmptyCells()
	l.addAll(empty.Append(nil))
}

// addPicked appends the moves of a packed list by their order.
func (l *rootList) addPicked(list []uint64) {
	for word := pickBest(list); word != 0; word = pickBest(list) {
		l.add(cellOf(word))
	}
}

// addFives appends the winning moves.
func (l *rootList) addFives() {
	p := l.t.p
	us := p.Side()
	l.addAll(p.AppendClass(nil, us, pattern.ClassFive)) // foul suspects are not fives, but they do no harm after one
	slices.SortStableFunc(l.moves, func(a, b rootMove) int { return btoi(p.Wins(us, b.cell)) - btoi(p.Wins(us, a.cell)) })
}

// addStops appends the moves onto the opponent's fives: the game is lost, but who stops one of two may hope.
func (l *rootList) addStops() {
	p := l.t.p
	them := p.Side().Opponent()
	for _, c := range p.AppendClass(nil, them, pattern.ClassFive) {
		if p.Wins(them, c) {
			l.add(c)
		}
	}
}

// addNeighborhood appends all moves near the stones, blocks and fives included by their order.
func (l *rootList) addNeighborhood(n *node) {
	p := l.t.p
	var list []uint64
	near := p.Candidates()
	for _, c := range near.Append(nil) {
		list = l.t.appendMove(list, n, c)
	}
	for _, color := range [2]pattern.Color{n.us, n.them} {
		for _, c := range p.AppendClass(nil, color, pattern.ClassOpenThree) {
			if !near.Has(c) {
				list = l.t.appendMove(list, n, c)
			}
		}
	}
	l.addPicked(list)
}

// addWanted appends the moves that the caller wants searched.
func (l *rootList) addWanted(n *node, wanted []position.Cell) {
	var list []uint64
	for _, c := range wanted {
		if l.t.p.Empty(c) {
			list = l.t.appendMove(list, n, c)
		}
	}
	l.addPicked(list)
}

// rootMoves lists the moves to choose from, best first by their order. A plain search looks only at what can save the game;
// other searches want to know about all moves, but of symmetric ones about one.
func (t *thread) rootMoves(plain bool) []rootMove {
	p, n, limits := t.p, &t.stack[0], t.shared.limits
	n.enterRoot(p)
	l := &rootList{t: t}
	if limits.Moves != nil {
		l.addWanted(n, limits.Moves)
		return l.moves
	}
	if p.Stones() == 0 {
		if l.add(center(p)); plain && len(l.moves) > 0 {
			return l.moves
		}
		l.addEmpty()
	}
	if p.Fives(n.us) > 0 && !limits.Balance {
		l.addFives()
	}
	if plain {
		t.generate(n, 0)
		l.addPicked(n.picker.list)
	}
	if len(l.moves) == 0 && n.inFive {
		l.addStops()
	}
	if len(l.moves) == 0 || !plain {
		n.kind = NodeQuiet
		l.addNeighborhood(n)
	}
	if len(l.moves) == 0 {
		l.addEmpty()
	}
	if !plain && !limits.Twins {
		l.moves = dropTwins(l.moves, p)
	}
	return l.moves
}

// center returns the middle of the board, of an even one the cell above and to the right of it.
func center(p *position.Position) position.Cell { return position.CellAt(p.Size()/2, p.Size()/2) }

// legal reports whether the side to move may play the empty cell c: Black's fouls are no fouls of White.
func (t *thread) legal(c position.Cell) bool {
	return t.p.Side() == pattern.White || t.p.Foul(c) == position.NoFoul
}

func hasMove(moves []rootMove, c position.Cell) bool {
	return slices.ContainsFunc(moves, func(m rootMove) bool { return m.cell == c })
}

func sortMoves(moves []rootMove) {
	slices.SortStableFunc(moves, func(a, b rootMove) int { return b.score - a.score })
}

// linesOf appends the lines of moves to lines, copied.
func linesOf(lines []Line, moves []rootMove) []Line {
	for _, m := range moves {
		lines = append(lines, Line{Moves: slices.Clone(m.line), Score: m.score})
	}
	return lines
}
