package opening

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gomoku-go/gomoku"
)

// A State is where an opening protocol stands: who may do what next. It is for one goroutine at a time. The zero State refuses
// everything; [NewState] makes one.
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
}

// areas are the sides of the central square in which the first, second… stone must lie; 0 is no limit.
var areas = [...][5]int{
	Swap:        {},
	Swap2:       {},
	RIFSwap:     {1, 3, 5},
	Soosorv8:    {1, 3, 5},
	Taraguchi10: {1, 3, 5, 7, 9},
}

// smallest is the side of the smallest board on which a protocol always comes to its end: its squares fit, and there are enough
// fifth moves that differ.
var smallest = [...]int{Swap: gomoku.MinSize, Swap2: gomoku.MinSize, RIFSwap: gomoku.MinSize, Soosorv8: 7, Taraguchi10: 9}

// NewState starts a protocol on an empty board. The protocols of renju, RIFSwap, Soosorv8 and Taraguchi10, need a center and
// so an odd size; Soosorv8 needs at least 7×7 points and Taraguchi10 9×9. Any rule will do.
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
		s.black = First
	}
	return s, nil
}

// Protocol returns which protocol it is, 0 of the zero State.
func (s *State) Protocol() Protocol {
	if s == nil {
		return 0
	}
	return s.protocol
}

// Board returns a copy of the board as it stands. Candidates for the fifth move do not lie on it. Once the protocol is done, the
// game goes on from there.
func (s *State) Board() *gomoku.Board {
	if s == nil || s.board == nil {
		return nil
	}
	return s.board.Clone()
}

// Done reports whether the protocol has come to its end. White is to move then, and both players have their colors.
func (s *State) Done() bool { return s.step().end }

// Color returns which color a player has as things stand, Empty while nobody has one: until the first choice in Swap,
// Swap2, RIFSwap and Soosorv8. In Taraguchi10 First begins as Black.
func (s *State) Color(p Player) gomoku.Color {
	switch {
	case s == nil || s.black == 0 || p != First && p != Second:
		return gomoku.Empty
	case s.black == p:
		return gomoku.Black
	}
	return gomoku.White
}

// Clone returns a copy that goes its own way.
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
		return First
	case second:
		return Second
	case black:
		return s.black
	}
	return s.black.Other()
}

// Next returns whose turn it is and the form of every action that is allowed, as [Action] describes: how many stones may be put,
// how many fifth moves declared, which ones there are to choose from. When the protocol is done, it is nobody's turn.
func (s *State) Next() (Player, []Action) {
	st := s.step()
	var actions []Action
	if st.colors {
		actions = append(actions, Action{Kind: TakeBlack}, Action{Kind: TakeWhite})
	}
	switch {
	case st.put > 0:
		actions = append(actions, Action{Kind: Put, N: st.put})
	case st.fifths:
		actions = append(actions, Action{Kind: Put, N: s.fifths})
	case st.declare > 0:
		actions = append(actions, Action{Kind: Offer, N: st.declare})
	case st.ten > 0:
		actions = append(actions, Action{Kind: Offer, N: st.ten})
	case st.choose:
		actions = append(actions, Action{Kind: Choose, Points: slices.Clone(s.offered)})
	}
	if actions == nil {
		return 0, nil
	}
	return s.player(), actions
}

// Area returns the square within which the next stone must lie: its lowest and highest point. Where the next action puts
// several stones, it is that of the first of them; where any point will do, the whole board.
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

// Apply carries out what the player whose turn it is does. What the protocol does not allow is an error that names its rule, and
// then nothing changes. Errors about points wrap [gomoku.ErrOffBoard] and [gomoku.ErrOccupied].
func (s *State) Apply(a Action) error {
	if s == nil || s.board == nil {
		return errZero
	}
	player, allowed := s.Next()
	if len(allowed) == 0 {
		return s.refuse("the opening is over: play on with the board")
	}
	i := slices.IndexFunc(allowed, func(t Action) bool { return t.Kind == a.Kind })
	if i < 0 {
		return s.refuse("the %v player may %s, not %v", player, formsOf(allowed), a.Kind)
	}
	switch form := allowed[i]; a.Kind {
	case Put:
		switch {
		case len(a.Points) != form.N:
			return s.refuse("the %v player may %s, not %d", player, formsOf(allowed), len(a.Points))
		case a.N != 0 && a.N != form.N:
			return s.refuse("the %v player may %s: N is %d", player, formsOf(allowed), a.N)
		}
		if s.step().fifths {
			return s.putFifths(a.Points)
		}
		return s.put(a.Points)
	case Offer:
		return s.offer(a, form.N)
	case Choose:
		return s.choose(a)
	default:
		return s.take(a, player)
	}
}

// refuse makes the error of an action that the protocol does not allow.
func (s *State) refuse(format string, args ...any) error {
	return fmt.Errorf("opening: %v: "+format, append([]any{s.protocol}, args...)...)
}

// formsOf says what is allowed.
func formsOf(allowed []Action) string {
	text := ""
	for i, a := range allowed {
		switch {
		case i > 0 && i == len(allowed)-1:
			text += " or "
		case i > 0:
			text += ", "
		}
		switch {
		case a.Kind == Put && a.N == 1:
			text += "put 1 stone"
		case a.Kind == Put:
			text += fmt.Sprintf("put %d stones", a.N)
		case a.Kind == Offer:
			text += fmt.Sprintf("offer %d fifth moves", a.N)
		default:
			text += a.String()
		}
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

// putFifths takes the candidates for the fifth move. A single one is the move.
func (s *State) putFifths(points []gomoku.Point) error {
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

func (s *State) offer(a Action, most int) error {
	st := s.step()
	least := most
	if st.declare > 0 {
		least = 1
	}
	switch {
	case len(a.Points) > 0:
		return s.refuse("an offer is a number without points: put the fifth moves when their turn comes")
	case a.N < least || a.N > most:
		if least == most {
			return s.refuse("an offer is one of %d fifth moves, not %d", most, a.N)
		}
		return s.refuse("there may be %d to %d fifth moves, not %d", least, most, a.N)
	}
	s.fifths = a.N
	s.advance()
	if st.ten > 0 {
		for !s.step().fifths {
			s.at++
		}
	}
	return nil
}

func (s *State) choose(a Action) error {
	switch {
	case len(a.Points) != 1 || a.N > 1 || a.N < 0:
		return s.refuse("choose one of the fifth moves %v, not %d", s.offered, max(len(a.Points), a.N))
	case !slices.Contains(s.offered, a.Points[0]):
		return s.refuse("%v is none of the fifth moves to choose from: %v", a.Points[0], s.offered)
	}
	if err := s.board.Play(a.Points[0]); err != nil {
		return s.refuse("stone 5 on %v: %w", a.Points[0], err)
	}
	s.offered = nil
	s.advance()
	return nil
}

func (s *State) take(a Action, player Player) error {
	if len(a.Points) > 0 || a.N != 0 {
		return s.refuse("to %v takes neither points nor a number", a.Kind)
	}
	s.black = player
	if a.Kind == TakeWhite {
		s.black = player.Other()
	}
	if s.step().put > 0 { // the other player's choice is off
		s.advance()
	}
	s.advance()
	return nil
}

func (s *State) advance() { s.at++ }
