// Package games keeps the games that the engine plays with itself: a compact file format that survives a kill at any moment.
//
// # Format
//
// A file is the eight bytes "gomoku:\x01", the last of which is the version, and then blocks. The first block is the
// settings of the run as a JSON object, every other one is a game, in the order in which they ended:
//
//	2 bytes  n, the length of the content (little-endian, like all numbers of a block's head)
//	2 bytes  ^n
//	4 bytes  CRC-32C of the content
//	n bytes  content
//
// A writer writes a block by one call at the end of the file. When it is killed, the last block is cut short; when the machine
// dies, there may be zeros behind or in place of it. A block that is not as above, with nothing but zeros behind it, is
// therefore a torn tail: a reader stops before it, and a writer that goes on cuts it off. Any other damage is an error.
//
// The content of a game is made of the variable-length numbers of encoding/binary, uvarint but where noted. A point is
// y*size+x, counted from the bottom left.
//
//	number    of the game in its run, which is what its opening and all random choices depend on
//	rule      0 freestyle, 1 standard, 2 renju, 3 caro, 4 caro-overline
//	size      of the board
//	result    0 draw, 1 Black won, 2 White won
//	random    so many moves were put by chance
//	moves     how many moves there are in all
//	          then, for each of them:
//	point     where the stone went
//	score     of a move that was not by chance: varint, from the mover's view, twice that of the library, plus 1 if the best
//	          move is another than the one played
//	best      only if it is another: the point
//
// In the mean a position of 15×15 takes four to five bytes.
package games

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/gomoku-go/gomoku"
)

// A Game is a game of self-play: its record, of which a file keeps size, rule, moves and outcome, and what the searches said.
type Game struct {
	Number uint64 // in its run
	gomoku.Game
	Random int   // so many of the moves were put by chance
	Plies  []Ply // of Moves[Random:]
}

// A Ply is what the search had to say of a move.
type Ply struct {
	Score gomoku.Score // from the mover's view
	Best  gomoku.Point // the best move; the one played unless the player had a reason to play another
}

// Mover is the color that made the i-th move.
func (g *Game) Mover(i int) gomoku.Color { return gomoku.Black + gomoku.Color(i&1) }

// Points is what the game brought the color: 1, ½ or 0.
func (g *Game) Points(c gomoku.Color) float64 {
	switch g.Outcome.Winner() {
	case c:
		return 1
	case gomoku.Empty:
		return 0.5
	}
	return 0
}

// results are the outcomes by the number of the format.
var results = [...]gomoku.Outcome{gomoku.Draw, gomoku.BlackWins, gomoku.WhiteWins}

// Sum is the SHA-256 of the contents of games in their order, in hexadecimal: what was learned from them follows from it.
func Sum(list []*Game) string {
	h := sha256.New()
	var content []byte
	for _, g := range list {
		content = g.appendTo(content[:0])
		h.Write(content)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// most is the greatest score that a game may hold, which is that of a win on the board.
var most = gomoku.WinIn(0)

// check says what makes g no game. Whether the moves follow the rule is not asked.
func (g *Game) check() error {
	switch {
	case g.Rule > gomoku.CaroOverline:
		return fmt.Errorf("rule %d: want 0 to %d", g.Rule, gomoku.CaroOverline)
	case g.Size < gomoku.MinSize || g.Size > gomoku.MaxSize:
		return fmt.Errorf("size %d: want %d to %d", g.Size, gomoku.MinSize, gomoku.MaxSize)
	case g.Outcome == gomoku.Undecided || g.Outcome > gomoku.Draw:
		return fmt.Errorf("outcome %v: want a win or a draw", g.Outcome)
	case len(g.Black)+len(g.White) > 0 || slices.Contains(g.Moves, gomoku.NoPoint):
		return errors.New("a game with stones set up, or with a pass")
	case len(g.Moves) > g.Size*g.Size:
		return fmt.Errorf("%d moves on size %d", len(g.Moves), g.Size)
	case g.Random < 0 || g.Random > len(g.Moves):
		return fmt.Errorf("%d moves by chance of %d", g.Random, len(g.Moves))
	case len(g.Plies) != len(g.Moves)-g.Random:
		return fmt.Errorf("%d plies for %d moves, %d of them by chance", len(g.Plies), len(g.Moves), g.Random)
	}
	var taken [gomoku.MaxSize * gomoku.MaxSize]bool
	free := func(p gomoku.Point) bool {
		x, y := p.XY()
		return x >= 0 && max(x, y) < g.Size && !taken[y*g.Size+x]
	}
	for i, p := range g.Moves {
		if k := i - g.Random; k >= 0 {
			if ply := g.Plies[k]; !free(ply.Best) {
				return fmt.Errorf("move %d: the best move, %v, is no empty point", i+1, ply.Best)
			} else if ply.Score > most || ply.Score < -most {
				return fmt.Errorf("move %d: score %d: want %d to %d", i+1, ply.Score, -most, most)
			}
		}
		if !free(p) {
			return fmt.Errorf("move %d: %v is no empty point", i+1, p)
		}
		x, y := p.XY()
		taken[y*g.Size+x] = true
	}
	return nil
}

// appendTo appends the content of the game's block.
func (g *Game) appendTo(b []byte) []byte {
	point := func(p gomoku.Point) {
		x, y := p.XY()
		b = binary.AppendUvarint(b, uint64(y*g.Size+x))
	}
	for _, v := range []uint64{g.Number, uint64(g.Rule), uint64(g.Size), uint64(g.Outcome.Winner()), uint64(g.Random), uint64(len(g.Moves))} {
		b = binary.AppendUvarint(b, v)
	}
	for i, p := range g.Moves {
		point(p)
		if k := i - g.Random; k >= 0 {
			ply := g.Plies[k]
			if ply.Best == p {
				b = binary.AppendVarint(b, 2*int64(ply.Score))
			} else {
				b = binary.AppendVarint(b, 2*int64(ply.Score)+1)
				point(ply.Best)
			}
		}
	}
	return b
}

var errShort = errors.New("ends too early")

// decode reads the content of a game's block.
func decode(b []byte) (*Game, error) {
	bad := false
	take := func(most uint64) int {
		v, n := binary.Uvarint(b)
		if n <= 0 || v > most {
			bad, b = true, nil
			return 0
		}
		b = b[n:]
		return int(v)
	}
	g := new(Game)
	var n int
	g.Number, n = binary.Uvarint(b)
	if n <= 0 {
		return nil, errShort
	}
	b = b[n:]
	g.Rule = gomoku.Rule(take(255))
	g.Size = take(gomoku.MaxSize)
	result := take(uint64(len(results) - 1))
	g.Random = take(gomoku.MaxSize * gomoku.MaxSize)
	moves := take(gomoku.MaxSize * gomoku.MaxSize)
	if bad || g.Size == 0 {
		return nil, errors.New("no game begins so")
	}
	g.Outcome = results[result]
	point := func() gomoku.Point {
		i := take(uint64(g.Size*g.Size - 1))
		return gomoku.At(i%g.Size, i/g.Size)
	}
	g.Moves = make([]gomoku.Point, 0, moves)
	for i := range moves {
		p := point()
		g.Moves = append(g.Moves, p)
		if i >= g.Random {
			v, n := binary.Varint(b)
			if n <= 0 || v < -2*int64(most) || v > 2*int64(most)+1 {
				bad = true
				break
			}
			b = b[n:]
			ply := Ply{gomoku.Score(v >> 1), p}
			if v&1 != 0 {
				ply.Best = point()
			}
			g.Plies = append(g.Plies, ply)
		}
		if bad {
			break
		}
	}
	switch {
	case bad:
		return nil, fmt.Errorf("move %d is none", len(g.Moves))
	case len(b) > 0:
		return nil, fmt.Errorf("%d bytes behind the last move", len(b))
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	return g, nil
}
