// Package selfplay plays games to learn from, from openings by chance that a longer search calls even.
package selfplay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/engine"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/checksum"
)

// NewEngine returns the engine that Play takes.
func NewEngine(w eval.Set) *engine.Engine {
	return engine.New(engine.Config{Weights: w, Defense: position.DefenseUnit, Radius: position.DefaultRadius, HashBytes: 4 << 20, Params: engine.DefaultParams()})
}

// begin turns an opening into the beginning of a record: of a draw, as long as nobody wins.
func begin(p *position.Position, rule pattern.Rule) *games.Game {
	g := &games.Game{Game: gomoku.Game{Rule: gomoku.Rule(rule), Size: p.Size(), Outcome: gomoku.Draw}, Random: p.Len()}
	for i := range p.Len() {
		g.Moves = append(g.Moves, pointOf(p.Move(i)))
	}
	return g
}

func pointOf(c position.Cell) gomoku.Point { return gomoku.At(c.XY()) }

// Play plays one game of an engine with itself. A move has nodes/2 to 3·nodes/2 nodes, by chance. The game ends when a side has
// a win that is certain, for that side. When ctx ends the game is not to be used.
func Play(ctx context.Context, e *engine.Engine, rule pattern.Rule, size int, nodes int64, r *rand.Rand) *games.Game {
	p := Balanced(ctx, e, rule, size, 4*nodes, r)
	g := begin(p, rule)
	for !p.Full() && ctx.Err() == nil {
		l := engine.Limits{Nodes: nodes/2 + r.Int64N(nodes), MultiPV: 1}
		found := e.Search(ctx, p, l)
		if found.Best == position.None || len(found.Lines) == 0 {
			return g
		}
		score, best := found.Lines[0].Score, pointOf(found.Best)
		g.Moves, g.Plies = append(g.Moves, best), append(g.Plies, games.Ply{Score: gomoku.Score(score), Best: best})
		if p.Wins(p.Side(), found.Best) || score > engine.MaxEval || score < -engine.MaxEval {
			side := p.Side()
			if score <= 0 {
				side = side.Opponent()
			}
			g.Outcome = gomoku.BlackWins + gomoku.Outcome(side)
			return g
		}
		p.Play(found.Best)
	}
	return g
}

var errBook = errors.New("a player answered from its opening book, which has no score to learn from: leave book=true out")

// PlayPlayers plays one game between Black and White, whose limits are their own, to the end on the board. The opening comes
// from the engine, by searches of 4·nodes. When ctx ends the game is not to be used.
func PlayPlayers(ctx context.Context, e *engine.Engine, players [2]*gomoku.Searcher, rule pattern.Rule, size int, nodes int64, r *rand.Rand) (*games.Game, error) {
	p := Balanced(ctx, e, rule, size, 4*nodes, r)
	g := begin(p, rule)
	b, err := gomoku.NewBoard(size, g.Rule)
	if err != nil {
		return nil, err
	}
	for _, q := range g.Moves {
		if err := b.Play(q); err != nil {
			return nil, err
		}
	}
	for _, s := range players {
		s.Clear()
		if err := s.Set(gomoku.WithSeed(r.Uint64())); err != nil {
			return nil, err
		}
	}
	for b.Outcome() == gomoku.Undecided && ctx.Err() == nil {
		found, err := players[b.Turn()-gomoku.Black].Search(ctx, b)
		switch {
		case errors.Is(err, gomoku.ErrNoMove): // Black under renju: a draw
			return g, nil
		case err != nil:
			return nil, err
		case found.Stop == gomoku.StopBook:
			return nil, errBook
		}
		// A player may have a reason not to play its best move: a weak level, or a choice among equals.
		ply := games.Ply{Score: found.Score, Best: found.Best}
		if len(found.Lines) > 0 && len(found.Lines[0].Moves) > 0 {
			ply = games.Ply{Score: found.Lines[0].Score, Best: found.Lines[0].Moves[0]}
		}
		if err := b.Play(found.Best); err != nil {
			return nil, err
		}
		g.Moves, g.Plies = append(g.Moves, found.Best), append(g.Plies, ply)
	}
	g.Outcome = b.Outcome()
	return g, nil
}

// even is how far from zero the score of an opening may lie: openings that one side as good as wins teach little, and most
// random ones are of that kind.
const even = 100

// Balanced returns an opening by chance that is even by a search.
func Balanced(ctx context.Context, e *engine.Engine, rule pattern.Rule, size int, nodes int64, r *rand.Rand) *position.Position {
	p := position.New(position.StandardTables(size, rule))
	for {
		for p.Len() > 0 {
			p.Undo()
		}
		opening(p, r)
		first := e.Search(ctx, p, engine.Limits{Nodes: nodes, MultiPV: 1})
		if ctx.Err() != nil || len(first.Lines) > 0 && max(first.Lines[0].Score, -first.Lines[0].Score) < even {
			return p
		}
	}
}

// opening puts some stones near the center.
func opening(p *position.Position, r *rand.Rand) {
	stones := 1 + r.IntN(7)
	spread := 2 + r.IntN(3)
	for p.Len() < stones {
		c := position.CellAt(p.Size()/2+r.IntN(2*spread+1)-spread, p.Size()/2+r.IntN(2*spread+1)-spread)
		if p.Empty(c) && p.Foul(c) == position.NoFoul && !p.Wins(p.Side(), c) {
			p.Play(c)
		}
	}
}

// ReadWeights reads a weight file, and its checksum. Without a name it returns the empty set, which stands for the built-in
// weights, and no checksum.
func ReadWeights(name string) (set eval.Set, sum string, err error) {
	if name == "" {
		return set, "", nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return set, "", err
	}
	if set, err = eval.Read(bytes.NewReader(data)); err != nil {
		return set, "", fmt.Errorf("%s: %w", name, err)
	}
	sum, err = checksum.Of(bytes.NewReader(data))
	return set, sum, err
}
