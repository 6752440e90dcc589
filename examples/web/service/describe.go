package service

import (
	"context"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
)

type describeRequest struct {
	head
	place
}

// Described says what is on a board.
type Described struct {
	Type     string         `json:"type"`     // "described"
	Position string         `json:"position"` // the whole text, moves included
	Size     int            `json:"size"`
	Rule     gomoku.Rule    `json:"rule"`
	Black    []gomoku.Point `json:"black"` // all stones on the board
	White    []gomoku.Point `json:"white"`
	Moves    []gomoku.Point `json:"moves"` // since the set-up; "-" is a pass
	Turn     gomoku.Color   `json:"turn"`
	Outcome  gomoku.Outcome `json:"outcome"`
	Winner   gomoku.Color   `json:"winner"`
	Row      []gomoku.Point `json:"row,omitempty"` // the winning row

	// Forbidden are the points where Black may not play under Renju, if Black is to move.
	Forbidden []Forbids `json:"forbidden,omitempty"`

	Last    *gomoku.Point `json:"last,omitempty"`
	Opening *Named        `json:"opening,omitempty"` // of the 26 openings of Renju
}

// Forbids is a point where Black may not play, and why.
type Forbids struct {
	Point gomoku.Point `json:"point"`
	Foul  gomoku.Foul  `json:"foul"`
}

// Named is the name of an opening.
type Named struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

func describe(_ *Service, _ context.Context, q *describeRequest, _ func(any)) (d Described, err error) {
	b, err := q.board()
	if err != nil {
		return d, err
	}
	return Describe(b), nil
}

// Describe says what is on a board.
func Describe(b *gomoku.Board) Described {
	d := Described{
		Type: "described", Position: b.Position(), Size: b.Size(), Rule: b.Rule(), Black: []gomoku.Point{}, White: []gomoku.Point{},
		Moves: b.Moves(), Turn: b.Turn(), Outcome: b.Outcome(), Winner: b.Winner(), Row: b.WinningRow(),
	}
	if d.Moves == nil {
		d.Moves = []gomoku.Point{}
	}
	for p := range points(b) {
		switch b.At(p) {
		case gomoku.Black:
			d.Black = append(d.Black, p)
		case gomoku.White:
			d.White = append(d.White, p)
		}
	}
	if b.Outcome() == gomoku.Undecided && b.Turn() == gomoku.Black {
		for _, p := range b.AppendForbidden(nil) {
			d.Forbidden = append(d.Forbidden, Forbids{p, b.Forbidden(p)})
		}
	}
	if p, ok := b.LastMove(); ok {
		d.Last = &p
	}
	if o, ok := opening.Identify(b); ok {
		d.Opening = &Named{o.Code, o.Name}
	}
	return d
}

// points yields the points of a board, row by row from the bottom.
func points(b *gomoku.Board) func(yield func(gomoku.Point) bool) {
	return func(yield func(gomoku.Point) bool) {
		for y := range b.Size() {
			for x := range b.Size() {
				if !yield(gomoku.At(x, y)) {
					return
				}
			}
		}
	}
}
