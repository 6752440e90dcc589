package gomoku

import (
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
)

// A Board is a game in progress: the stones, whose turn it is, and the moves so far. It knows the rule, refuses illegal moves, and
// sees at once when the game is over. It also knows what a stone on each empty point would be worth to either side, see
// [Board.Shape]: Play and Undo keep that up to date, and allocate nothing.
//
// Make a Board with [NewBoard], [NewPosition], [ParsePosition] or [ParseBoard]. The zero Board has no points: it refuses every move
// and returns zero values. A Board must be used by one goroutine at a time, and must not be copied by assignment; use
// [Board.Clone].
type Board struct {
	// The position is here by value, and an engine may move on it behind the board's back: whatever changes with a
	// move must be read from the position. Only the end of the game is known to the board alone, and no engine plays on
	// after the end.
	pos     position.Position
	size    int // 0 in the zero Board, whose pos must not be touched
	rule    Rule
	outcome Outcome

	unclaimed []int // which moves, from 0, are fouls that White did not claim
}

// NewBoard returns an empty board with Black to move. The size must lie between [MinSize] and [MaxSize].
func NewBoard(size int, rule Rule) (*Board, error) {
	if err := checkBoard(size, rule); err != nil {
		return nil, err
	}
	return newBoard(size, rule), nil
}

func checkBoard(size int, rule Rule) error {
	if size < MinSize || size > MaxSize {
		return kindError(ErrSize, "board size %d: want %d to %d", size, MinSize, MaxSize)
	}
	if !rule.valid() {
		return kindError(ErrRule, "%v: want one of: %s", rule, strings.Join(ruleNames, ", "))
	}
	return nil
}

func newBoard(size int, rule Rule) *Board {
	b := &Board{size: size, rule: rule}
	b.pos.Reset(position.StandardTables(size, pattern.Rule(rule)))
	return b
}

// NewPosition returns a board with stones already on it, in any number, and turn, Black or White, to move. [Board.Undo] does not take
// these stones back. It is an error to name a point twice, to name one that the board does not have, or to set up winning rows for
// both colors. One winning row, or a full board, means that the game is over. Black stones on points that [Renju] forbids are
// accepted.
func NewPosition(size int, rule Rule, black, white []Point, turn Color) (*Board, error) {
	if err := checkBoard(size, rule); err != nil {
		return nil, err
	}
	if !turn.isSide() {
		return nil, errorf("%v to move: want black or white", turn)
	}
	b := newBoard(size, rule)
	b.pos.SetSide(turn.side())
	for _, p := range black {
		if err := b.put(Black, p); err != nil {
			return nil, err
		}
	}
	for _, p := range white {
		if err := b.put(White, p); err != nil {
			return nil, err
		}
	}
	blackLine, whiteLine := b.winningLine(black), b.winningLine(white)
	switch {
	case blackLine != nil && whiteLine != nil:
		return nil, errorf("both colors have a winning row: black %v-%v, white %v-%v",
			blackLine[0], blackLine[len(blackLine)-1], whiteLine[0], whiteLine[len(whiteLine)-1])
	case blackLine != nil:
		b.outcome = BlackWins
	case whiteLine != nil:
		b.outcome = WhiteWins
	case b.pos.Full():
		b.outcome = Draw
	}
	return b, nil
}

func (b *Board) put(c Color, p Point) error {
	if !p.on(b.size) {
		return explain(ErrOffBoard, "%v stone on %v of a %dx%d board", c, p, b.size, b.size)
	}
	if !b.pos.Empty(p.cell()) {
		return explain(ErrOccupied, "second stone, %v, on %v", c, p)
	}
	b.pos.Put(p.cell(), c.side())
	return nil
}

// winningLine returns a winning row through one of the points, all of which hold stones, or nil.
func (b *Board) winningLine(points []Point) []Point {
	for _, p := range points {
		if line := b.lineThrough(p.cell()); line != nil {
			return line
		}
	}
	return nil
}

func (b *Board) lineThrough(c position.Cell) []Point {
	first, step, n := b.pos.FiveThrough(c)
	if n == 0 {
		return nil
	}
	line := make([]Point, n)
	for i := range line {
		line[i] = pointOf((first + position.Cell(i)*step) % position.None) // steps wrap
	}
	return line
}

// Size returns the number of rows, which equals the number of columns.
func (b *Board) Size() int { return b.size }

// Rule returns the rule the game is played by.
func (b *Board) Rule() Rule { return b.rule }

// At returns what is on p. It returns Empty for a point that the board does not have.
func (b *Board) At(p Point) Color {
	if !p.on(b.size) {
		return Empty
	}
	if side, ok := b.pos.Stone(p.cell()); ok {
		return colorOf(side)
	}
	return Empty
}

// Turn returns the color that is to move, or Empty once the game is over.
func (b *Board) Turn() Color {
	if b.size == 0 || b.outcome != Undecided {
		return Empty
	}
	return colorOf(b.pos.Side())
}

// Play puts a stone of the side to move on p. If that is not allowed, it returns [ErrOffBoard], [ErrOccupied], [ErrForbidden] or
// [ErrGameOver] and changes nothing. When the stone completes a winning row or fills the board, the game is over: see
// [Board.Outcome].
func (b *Board) Play(p Point) error {
	if err := b.check(p); err != nil {
		return err
	}
	c, side := p.cell(), b.pos.Side()
	won := b.pos.Wins(side, c)
	b.pos.Play(c)
	switch {
	case won:
		b.outcome = winOf(colorOf(side))
	case b.pos.Full():
		b.outcome = Draw
	}
	return nil
}

// PlayUnclaimed plays p as [Board.Play] does, but does not refuse a foul of Black under [Renju]: a foul that White does not
// claim stands, and the game goes on (Renju International Federation, rule 9.8). A row of more than five does not win then.
// Where p is no foul it is Play.
func (b *Board) PlayUnclaimed(p Point) error {
	err := b.Play(p)
	if err != ErrForbidden {
		return err
	}
	b.unclaimed = append(b.unclaimed, b.Len())
	b.pos.Play(p.cell())
	if b.pos.Full() {
		b.outcome = Draw
	}
	return nil
}

// check says why the side to move may not play p.
func (b *Board) check(p Point) error {
	switch {
	case b.outcome != Undecided:
		return ErrGameOver
	case !p.on(b.size):
		return ErrOffBoard
	case !b.pos.Empty(p.cell()):
		return ErrOccupied
	case b.rule == Renju && b.pos.Side() == pattern.Black && b.pos.Foul(p.cell()) != position.NoFoul:
		return ErrForbidden
	}
	return nil
}

// Pass gives the turn to the opponent. A player may pass at any time while the game goes on, and any number of times; passing never
// ends a game. A pass is a move, so [Board.Undo] takes it back. Pass returns [ErrGameOver] when the game is over.
func (b *Board) Pass() error {
	if b.size == 0 {
		return ErrOffBoard
	}
	if b.outcome != Undecided {
		return ErrGameOver
	}
	b.pos.Pass()
	return nil
}

// PlayMoves plays all of the moves in order, or none of them. NoPoint is a pass. An error gives the number of the first move that is
// refused, counted from one, and wraps the error that [Board.Play] returns for it.
func (b *Board) PlayMoves(moves ...Point) error {
	for i, p := range moves {
		if err := b.playOrPass(p); err != nil {
			for range i {
				b.Undo()
			}
			return explain(err, "move %d, %v", i+1, p)
		}
	}
	return nil
}

func (b *Board) playOrPass(p Point) error {
	if p == NoPoint {
		return b.Pass()
	}
	return b.Play(p)
}

// Undo takes back the last move and returns its point, or NoPoint if it was a pass. ok is false if there is no move to take back.
// Stones that were set up stay.
func (b *Board) Undo() (p Point, ok bool) {
	if b.Len() == 0 {
		return NoPoint, false
	}
	c := b.pos.Undo()
	b.outcome = Undecided // nobody moves after the end
	if n := len(b.unclaimed); n > 0 && b.unclaimed[n-1] == b.Len() {
		b.unclaimed = b.unclaimed[:n-1]
	}
	return pointOf(c), true
}

// IsLegal reports whether the side to move may play p now.
func (b *Board) IsLegal(p Point) bool { return b.check(p) == nil }

// Forbidden returns the foul that a black stone on the empty point p would be under [Renju], whoever is to move. Under the other
// rules, and for any other point, it returns NoFoul.
func (b *Board) Forbidden(p Point) Foul {
	if b.rule != Renju || !p.on(b.size) || !b.pos.Empty(p.cell()) {
		return NoFoul
	}
	return Foul(b.pos.Foul(p.cell()))
}

// Outcome returns the state of the game. It stays Undecided if only forbidden points are left for Black, because Black may pass.
func (b *Board) Outcome() Outcome { return b.outcome }

// Winner returns the color that has won, or Empty.
func (b *Board) Winner() Color { return b.outcome.Winner() }

// WinningRow returns the points of the row that won, from one end to the other, or nil if nobody has won. If the last stone completed
// several rows, it returns one of them.
func (b *Board) WinningRow() []Point {
	winner := b.Winner()
	if winner == Empty {
		return nil
	}
	if n := b.pos.Len(); n > 0 {
		return b.lineThrough(b.pos.Move(n - 1)) // no pass: the game would have ended before it
	}
	for y := range b.size {
		for x := range b.size {
			if p := At(x, y); b.At(p) == winner {
				if line := b.lineThrough(p.cell()); line != nil {
					return line
				}
			}
		}
	}
	return nil
}

// Len returns the number of moves that Undo can take back, including passes.
func (b *Board) Len() int {
	if b.size == 0 {
		return 0
	}
	return b.pos.Len()
}

// Stones returns the number of stones on the board, including those that were set up.
func (b *Board) Stones() int {
	if b.size == 0 {
		return 0
	}
	return b.pos.Stones()
}

// start returns the stones that were set up before the first move, and the color that was to move then.
func (b *Board) start() (black, white []Point, first Color) {
	setUp := b.Clone()
	for setUp.Len() > 0 {
		setUp.Undo()
	}
	for y := range b.size {
		for x := range b.size {
			switch p := At(x, y); setUp.At(p) {
			case Black:
				black = append(black, p)
			case White:
				white = append(white, p)
			}
		}
	}
	return black, white, colorOf(setUp.pos.Side())
}

// Moves returns the moves that were played, in order, in a new slice. A pass is NoPoint. Stones that were set up are not included.
func (b *Board) Moves() []Point {
	moves := make([]Point, b.Len())
	for i := range moves {
		moves[i] = pointOf(b.pos.Move(i))
	}
	return moves
}

// LastMove returns the point of the last move, the one that Undo would take back, or NoPoint if it was a pass. ok is false if there is
// no such move; stones that were set up are not moves.
func (b *Board) LastMove() (p Point, ok bool) {
	n := b.Len()
	if n == 0 {
		return NoPoint, false
	}
	return pointOf(b.pos.Move(n - 1)), true
}

// AppendLegal appends to dst every point that the side to move may play, and returns the extended slice. The points come row by row
// from the bottom, and from left to right within a row.
func (b *Board) AppendLegal(dst []Point) []Point {
	for y := range b.size {
		for x := range b.size {
			if p := At(x, y); b.IsLegal(p) {
				dst = append(dst, p)
			}
		}
	}
	return dst
}

// AppendForbidden appends to dst every point where a black stone would be a foul under [Renju], see [Board.Forbidden], and returns
// the extended slice, in the order of AppendLegal. It does not matter whose turn it is. Under the other rules there are no such points.
func (b *Board) AppendForbidden(dst []Point) []Point {
	if b.rule != Renju {
		return dst
	}
	for y := range b.size {
		for x := range b.size {
			if p := At(x, y); b.Forbidden(p) != NoFoul {
				dst = append(dst, p)
			}
		}
	}
	return dst
}

// Hash returns a number that identifies the position: it depends on stones, turn, size and rule, but not on the order of the moves. Two
// different positions have the same hash with a chance of one in 2^64. Hashes are the same in all runs of one version of this package,
// but may differ in another version, so do not store them.
func (b *Board) Hash() uint64 {
	if b.size == 0 {
		return 0
	}
	return b.pos.Hash()
}

// Clone returns a copy of the board and its moves. What happens to one does not affect the other.
func (b *Board) Clone() *Board {
	c := &Board{size: b.size, rule: b.rule, outcome: b.outcome, unclaimed: slices.Clone(b.unclaimed)}
	if b.size != 0 {
		c.pos.CopyFrom(&b.pos)
	}
	return c
}

// Shape returns the strongest shape that a stone of color c on the empty point p would make in any one line. It is NoShape if c cannot
// put a stone there. The fouls of [Renju] do not matter here.
func (b *Board) Shape(c Color, p Point) Shape {
	best := NoShape
	for _, s := range b.Shapes(c, p) {
		best = max(best, s)
	}
	return best
}

// Shapes returns the shapes that a stone of color c on the empty point p would make, one for each line through p: the row, the column,
// the rising diagonal and the falling diagonal. It shows combinations such as a double three, or a four and a three.
func (b *Board) Shapes(c Color, p Point) [4]Shape {
	if !c.isSide() || !p.on(b.size) || !b.pos.Empty(p.cell()) {
		return [4]Shape{}
	}
	s := b.pos.Shapes(c.side(), p.cell())
	return [4]Shape{Shape(s[0]), Shape(s[1]), Shape(s[2]), Shape(s[3])}
}

// CountPoints returns the number of empty points p for which Shape(c, p) is s. It takes almost no time, because the board keeps count.
func (b *Board) CountPoints(c Color, s Shape) int {
	if b.size == 0 || !c.isSide() || s > Five {
		return 0
	}
	return b.pos.ShapeCount(c.side(), pattern.Shape(s))
}

// CountShapes returns how many shapes s of color c are on the board. Stones in one line that belong together, at most four points
// apart and with no stone of the opponent between them, count once, as the strongest shape that any of them is part of. It looks at
// every line and takes about a microsecond.
func (b *Board) CountShapes(c Color, s Shape) int {
	if b.size == 0 || !c.isSide() || s == NoShape || s > Five {
		return 0
	}
	return b.pos.Lines(c.side(), pattern.Shape(s))
}
