package gomocup

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gomoku-go/gomoku"
)

// A position is a board with the stones in the order in which they came. It is never changed, only replaced, so that a command
// either takes effect completely or not at all.
type position struct {
	size   int
	rule   gomoku.Rule
	stones []stone
	turn   gomoku.Color // also after the game is over, when the board has none
	board  *gomoku.Board
}

var errGameOver = errors.New("the game is over: send START, RESTART or TAKEBACK")

type stone struct {
	point gomoku.Point
	color gomoku.Color
}

// newPosition returns the position with these stones, which must be on the board, each on a point of its own.
func newPosition(size int, rule gomoku.Rule, stones []stone, turn gomoku.Color) (*position, error) {
	p := &position{size: size, rule: rule, stones: stones, turn: turn}
	if p.replay() {
		return p, nil
	}
	var black, white []gomoku.Point
	for _, s := range stones {
		if s.color == gomoku.Black {
			black = append(black, s.point)
		} else {
			white = append(white, s.point)
		}
	}
	var err error
	p.board, err = gomoku.NewPosition(size, rule, black, white, turn)
	return p, err
}

// replay sets up the board by playing the stones, and reports whether they make a game: Black and White in turn, no foul, and none
// after a five.
func (p *position) replay() bool {
	b, err := gomoku.NewBoard(p.size, p.rule)
	if err != nil {
		return false
	}
	toMove := gomoku.Black
	for _, s := range p.stones {
		if s.color != toMove || b.Play(s.point) != nil {
			return false
		}
		toMove = toMove.Opponent()
	}
	p.board = b
	return toMove == p.turn
}

// listedPosition is the position of a BOARD list, in which the side to move is "own". The counts say which color that
// is: Black has as many stones as White before its move, or fewer where the list fits no game.
func listedPosition(size int, rule gomoku.Rule, list []listed) (*position, error) {
	balance := 0
	for _, l := range list {
		if l.field == own {
			balance++
		} else {
			balance--
		}
	}
	turn := gomoku.Black
	if balance < 0 {
		turn = gomoku.White
	}
	stones := make([]stone, 0, len(list))
	seen := make(map[gomoku.Point]bool, len(list))
	for _, l := range list {
		p, err := l.square.point(size)
		if err != nil {
			return nil, err
		}
		if seen[p] {
			return nil, fmt.Errorf("two stones on %v", l.square)
		}
		seen[p] = true
		color := turn
		if l.field == theirs {
			color = turn.Opponent()
		}
		stones = append(stones, stone{p, color})
	}
	return newPosition(size, rule, stones, turn)
}

// play is the position after a move of the side to move.
func (p *position) play(s square) (*position, error) {
	point, err := s.point(p.size)
	if err != nil {
		return nil, err
	}
	b := p.board.Clone()
	switch err := b.Play(point); {
	case errors.Is(err, gomoku.ErrGameOver):
		return nil, errGameOver
	case errors.Is(err, gomoku.ErrOccupied):
		return nil, fmt.Errorf("%v is occupied", s)
	case errors.Is(err, gomoku.ErrForbidden):
		return nil, fmt.Errorf("%v is forbidden for black", s)
	case err != nil:
		return nil, fmt.Errorf("%v: %w", s, err)
	}
	return &position{
		size: p.size, rule: p.rule, board: b, turn: p.turn.Opponent(),
		stones: append(slices.Clip(p.stones), stone{point, p.turn}),
	}, nil
}

// takeBack is the position without the stone on the square, whichever move it was. The other side is to move then, so
// that two stones may be taken back in either order.
func (p *position) takeBack(s square) (*position, error) {
	point, err := s.point(p.size)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(p.stones, func(s stone) bool { return s.point == point })
	if i < 0 {
		return nil, fmt.Errorf("there is no stone on %v to take back", s)
	}
	return newPosition(p.size, p.rule, slices.Concat(p.stones[:i], p.stones[i+1:]), p.turn.Opponent())
}

// forbidden lists the fouls of the side to move as yxshowforbid wants it: two digits for each number, and a dot at the end.
func (p *position) forbidden() string {
	list := "FORBID "
	if p.turn == gomoku.Black {
		for _, q := range p.board.AppendForbidden(nil) {
			s := squareOf(q, p.size)
			list += fmt.Sprintf("%02d%02d", s.x, s.y)
		}
	}
	return list + "."
}
