package opening

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gomoku-go/gomoku"
)

// A State is the progress of an opening protocol: who may do what next. It must be used by one goroutine at a time. [NewState] makes
// one; the zero State refuses everything.
type State struct {
	protocol Protocol
	board    *gomoku.Board
	at       int            // index of the step
	black    Player         // 0 while nobody has a color
	fifths   int            // how many fifth moves were declared
	offered  []gomoku.Point // the fifth moves to choose from
}

// who acts at a step.
type who uint8

const (
	first who = iota
	second
	black
	white
)

// A step of a protocol. It allows what its fields name.
type step struct {
	by      who
	put     int // so many stones, where colors are taken, in place of that
	colors  bool
	declare int // 1 to so many fifth moves
	ten     int // in place of taking a color, stay Black and offer so many fifth moves
	fifths  bool
	choose  bool
	end     bool
}

var scripts = [...][]step{
	Swap: {
		{by: first, put: 3},
		{by: second, colors: true},
		{end: true},
	},
	Swap2: {
		{by: first, put: 3},
		{by: second, colors: true, put: 2},
		{by: first, colors: true},
		{end: true},
	},
	RIFSwap: {
		{by: first, put: 3},
		{by: second, colors: true},
		{by: white, put: 1},
		{by: black, fifths: true},
		{by: white, choose: true},
		{end: true},
	},
	Soosorv8: {
		{by: first, put: 3},
		{by: second, colors: true},
		{by: white, put: 1},
		{by: white, declare: 8},
		{by: black, colors: true},
		{by: black, fifths: true},
		{by: white, choose: true},
		{end: true},
	},
	Taraguchi10: {
		{by: black, put: 1},
		{by: white, colors: true},
		{by: white, put: 1},
		{by: black, colors: true},
		{by: black, put: 1},
		{by: white, colors: true},
		{by: white, put: 1},
		{by: black, colors: true, ten: 10},
		{by: black, put: 1},
		{by: white, colors: true},
		{end: true},
		{by: black, fifths: true}, // after an offer of ten
		{by: white, choose: true},
		{end: true},
	},
	Yamaguchi: {
		{by: first, put: 3},
		{by: first, declare: 12},
		{by: second, colors: true},
		{by: white, put: 1},
		{by: black, fifths: true},
		{by: white, choose: true},
		{end: true},
	},
}

// areas are the sides of the central square in which the first, second… stone must lie; 0 is no limit.
var areas = [...][5]int{
	Swap:        {},
	Swap2:       {},
	RIFSwap:     {1, 3, 5},
	Soosorv8:    {1, 3, 5},
	Taraguchi10: {1, 3, 5, 7, 9},
	Yamaguchi:   {1, 3, 5},
}

// smallest is the side of the smallest board on which a protocol always comes to its end: its squares fit, and there are enough
// fifth moves that differ.
var smallest = [...]int{Swap: gomoku.MinSize, Swap2: gomoku.MinSize, RIFSwap: gomoku.MinSize, Soosorv8: 7, Taraguchi10: 9, Yamaguchi: 7}

// NewState starts a protocol on an empty board. The protocols of renju, which are RIFSwap, Soosorv8, Taraguchi10 and Yamaguchi, need a
// board with a center, so the size must be odd; Soosorv8 and Yamaguchi need at least 7×7 points and Taraguchi10 9×9. Any rule is
// allowed.
func NewState(p Protocol, size int, rule gomoku.Rule) (*State, error) {
	if !p.valid() {
		return nil, errProtocol(p)
	}
	b, err := gomoku.NewBoard(size, rule)
	switch {
	case err != nil:
		return nil, err
	case areas[p][0] != 0 && (size%2 == 0 || size < smallest[p]):
		return nil, fmt.Errorf("opening: %v: no game on a board of size %d: want an odd size, which has a center, from %d on", p, size, smallest[p])
	}
	s := &State{protocol: p, board: b}
	switch p {
	case RIFSwap:
		s.fifths = 2
	case Taraguchi10:
		s.black = FirstPlayer
	}
	return s, nil
}

// Protocol returns the protocol, or 0 for the zero State.
func (s *State) Protocol() Protocol {
	if s == nil {
		return 0
	}
	return s.protocol
}

// Board returns a copy of the board as it is now. Candidates for the fifth move are not on it. Once the protocol is done, the game
// continues from this board.
func (s *State) Board() *gomoku.Board {
	if s == nil || s.board == nil {
		return nil
	}
	return s.board.Clone()
}

// Done reports whether the protocol is over. Then both players have a color, and White is to move.
func (s *State) Done() bool { return s.step().end }

// Color returns the color that a player has at the moment. It is Empty as long as nobody has one, which in Swap, Swap2, RIFSwap and
// Soosorv8 is until the first choice. In Taraguchi10 FirstPlayer begins as Black.
func (s *State) Color(p Player) gomoku.Color {
	switch {
	case s == nil || s.black == 0 || p != FirstPlayer && p != SecondPlayer:
		return gomoku.Empty
	case s.black == p:
		return gomoku.Black
	}
	return gomoku.White
}

// Clone returns an independent copy.
func (s *State) Clone() *State {
	if s == nil {
		return nil
	}
	c := *s
	c.board = s.Board()
	c.offered = slices.Clone(s.offered)
	return &c
}

// step is the current one; that of the zero State allows nothing.
func (s *State) step() step {
	if s == nil || s.board == nil {
		return step{}
	}
	return scripts[s.protocol][s.at]
}

// player is who acts at the current step.
func (s *State) player() Player {
	switch s.step().by {
	case first:
		return FirstPlayer
	case second:
		return SecondPlayer
	case black:
		return s.black
	}
	return s.black.Other()
}

// Next returns the player whose turn it is and what that player may do. When the protocol is over, it returns 0 and nil.
func (s *State) Next() (Player, []Choice) {
	st := s.step()
	var choices []Choice
	if st.colors {
		choices = append(choices, Choice{Kind: TakeBlack}, Choice{Kind: TakeWhite})
	}
	switch {
	case st.put > 0:
		choices = append(choices, Choice{Kind: PutStones, Points: st.put})
	case st.fifths:
		choices = append(choices, Choice{Kind: OfferFifths, Points: s.fifths})
	case st.declare > 0:
		choices = append(choices, Choice{Kind: DeclareFifths, MinFifths: 1, MaxFifths: st.declare})
	case st.ten > 0:
		choices = append(choices, Choice{Kind: DeclareFifths, MinFifths: st.ten, MaxFifths: st.ten})
	case st.choose:
		choices = append(choices, Choice{Kind: ChooseFifth, Points: 1, Candidates: slices.Clone(s.offered)})
	}
	if choices == nil {
		return 0, nil
	}
	return s.player(), choices
}

// Area returns the square in which the next stone must lie, by its lowest and its highest point; the whole board if it may lie
// anywhere. If the next action puts several stones, the square is that of the first.
func (s *State) Area() (low, high gomoku.Point) {
	if s == nil || s.board == nil {
		return gomoku.NoPoint, gomoku.NoPoint
	}
	return s.area(s.board.Stones())
}

// area is that of the stone after so many others.
func (s *State) area(stones int) (low, high gomoku.Point) {
	n, side := s.board.Size(), s.board.Size()
	if a := areas[s.protocol]; stones < len(a) && a[stones] != 0 && !s.step().fifths {
		side = min(a[stones], n)
	}
	from := (n - side) / 2
	return gomoku.At(from, from), gomoku.At(from+side-1, from+side-1)
}

// within reports whether p lies in the square.
func within(p, low, high gomoku.Point) bool {
	x, y := p.XY()
	left, bottom := low.XY()
	right, top := high.XY()
	return left <= x && x <= right && bottom <= y && y <= top
}

var errZero = errors.New("opening: the zero State has no protocol: make one with NewState")

// Apply carries out an action of the player whose turn it is. If the protocol does not allow the action, Apply returns an error that
// names the rule, and changes nothing. Errors about points wrap [gomoku.ErrOffBoard], [gomoku.ErrOccupied] or [gomoku.ErrForbidden].
func (s *State) Apply(a Action) error {
	if s == nil || s.board == nil {
		return errZero
	}
	player, allowed := s.Next()
	if len(allowed) == 0 {
		return s.refuse("the opening is over: play on with the board")
	}
	i := slices.IndexFunc(allowed, func(c Choice) bool { return c.Kind == a.Kind })
	if i < 0 {
		return s.refuse("the %v player may %s, not %v", player, list(allowed), a.Kind)
	}
	choice := allowed[i]
	switch {
	case len(a.Points) != choice.Points && choice.Points == 0:
		return s.refuse("to %v takes no points, not %v", a.Kind, a.Points)
	case len(a.Points) != choice.Points:
		return s.refuse("the %v player may %s, not %d", player, list(allowed), len(a.Points))
	case a.Fifths != 0 && a.Kind != DeclareFifths:
		return s.refuse("to %v takes no number of fifth moves, not %d", a.Kind, a.Fifths)
	}
	switch a.Kind {
	case PutStones:
		return s.put(a.Points)
	case OfferFifths:
		return s.offerFifths(a.Points)
	case DeclareFifths:
		return s.declareFifths(a.Fifths, choice)
	case ChooseFifth:
		return s.chooseFifth(a.Points[0])
	default:
		return s.take(a.Kind, player)
	}
}

// refuse makes the error of an action that the protocol does not allow.
func (s *State) refuse(format string, args ...any) error {
	return fmt.Errorf("opening: %v: "+format, append([]any{s.protocol}, args...)...)
}

// list says what is allowed.
func list(choices []Choice) string {
	text := ""
	for i, c := range choices {
		switch {
		case i > 0 && i == len(choices)-1:
			text += " or "
		case i > 0:
			text += ", "
		}
		text += c.String()
	}
	return text
}

func (s *State) put(points []gomoku.Point) error {
	b := s.board.Clone()
	for _, p := range points {
		if err := s.check(b, p); err != nil {
			return err
		}
		if err := b.Play(p); err != nil {
			return s.refuse("stone %d on %v: %w", b.Stones()+1, p, err)
		}
	}
	s.board = b
	s.advance()
	return nil
}

// check looks whether the next stone of b may lie on p.
func (s *State) check(b *gomoku.Board, p gomoku.Point) error {
	n := b.Stones() + 1
	switch low, high := s.area(n - 1); {
	case !within(p, gomoku.At(0, 0), gomoku.At(b.Size()-1, b.Size()-1)):
		return s.refuse("stone %d on %v: %w", n, p, gomoku.ErrOffBoard)
	case b.At(p) != gomoku.Empty:
		return s.refuse("stone %d on %v: %w", n, p, gomoku.ErrOccupied)
	case within(p, low, high):
		return nil
	case low == high:
		return s.refuse("stone %d must lie on the center, %v, not on %v", n, low, p)
	default:
		side := areas[s.protocol][n-1]
		return s.refuse("stone %d must lie within the central %d×%d points, %v to %v, not on %v", n, side, side, low, high, p)
	}
}

// offerFifths takes the candidates for the fifth move. A single one is the move.
func (s *State) offerFifths(points []gomoku.Point) error {
	for i, p := range points {
		if err := s.check(s.board, p); err != nil {
			return err
		}
		switch q := twin(s.board, p, points[:i]); q {
		case gomoku.NoPoint:
		case p:
			return s.refuse("the fifth moves must differ, and %v is there twice", p)
		default:
			return s.refuse("the fifth moves must differ, and %v makes the same shape as %v, turned or mirrored", p, q)
		}
		if !s.board.IsLegal(p) {
			return s.refuse("stone 5 on %v: %w", p, gomoku.ErrForbidden)
		}
	}
	if len(points) == 1 {
		if err := s.board.Play(points[0]); err != nil {
			return s.refuse("stone 5 on %v: %w", points[0], err)
		}
		s.advance() // there is nothing to choose
	} else {
		s.offered = slices.Clone(points)
	}
	s.advance()
	return nil
}

func (s *State) declareFifths(n int, c Choice) error {
	switch {
	case n >= c.MinFifths && n <= c.MaxFifths:
	case c.MinFifths < c.MaxFifths:
		return s.refuse("there may be %d to %d fifth moves, not %d", c.MinFifths, c.MaxFifths, n)
	default:
		return s.refuse("there must be %d fifth moves, not %d", c.MaxFifths, n)
	}
	s.fifths = n
	ten := s.step().ten > 0
	s.advance()
	if ten {
		for !s.step().fifths {
			s.at++
		}
	}
	return nil
}

func (s *State) chooseFifth(p gomoku.Point) error {
	if !slices.Contains(s.offered, p) {
		return s.refuse("%v is none of the fifth moves to choose from: %v", p, s.offered)
	}
	if err := s.board.Play(p); err != nil {
		return s.refuse("stone 5 on %v: %w", p, err)
	}
	s.offered = nil
	s.advance()
	return nil
}

func (s *State) take(kind ActionKind, player Player) error {
	s.black = player
	if kind == TakeWhite {
		s.black = player.Other()
	}
	if s.step().put > 0 { // the other player's choice is off
		s.advance()
	}
	s.advance()
	return nil
}

func (s *State) advance() { s.at++ }
