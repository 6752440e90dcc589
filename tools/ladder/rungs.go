package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/level"
	"github.com/gomoku-go/gomoku/match"
)

// A rung is a player of the ladder.
type rung struct {
	index     int
	name      string // also of the file
	level     int    // 0: a player below the levels
	plan      string // what decides how it plays: games by another plan do not count
	contender *match.Contender

	moves, nodes int64
	times        []time.Duration // of its moves
}

// careful is in how many of a hundred moves the players between the random one and the novice do what the novice would.
var careful = []int{5, 10, 20, 30, 50, 70, 85}

// makeRungs returns the players from the lowest up: the levels, and with from 0 those below them.
func makeRungs(from, top int, nodes int64) (rungs []*rung) {
	add := func(r *rung) {
		r.index = len(rungs)
		r.contender.Name = r.name
		rungs = append(rungs, r)
	}
	if from == 0 {
		add(&rung{name: "random", plan: "any legal move", contender: match.Func("", random)})
		for _, percent := range careful {
			move := func(ctx context.Context, b *gomoku.Board, r *rand.Rand) (gomoku.Point, error) {
				if r.IntN(100) < percent {
					return novice(ctx, b, r)
				}
				return random(ctx, b, r)
			}
			add(&rung{name: fmt.Sprintf("novice %d %%", percent), plan: fmt.Sprintf("novice in %d of 100 moves, else random", percent), contender: match.Func("", move)})
		}
		add(&rung{name: "novice", plan: "fives and open fours, own ones first, else next to a stone", contender: match.Func("", novice)})
	}
	for n := max(from, 1); n <= top; n++ {
		options := []gomoku.Option{gomoku.WithLevel(gomoku.Level(n))}
		plan := fmt.Sprintf("%d nodes", nodes)
		if n == level.Top {
			options = append(options, gomoku.WithNodes(nodes))
		} else {
			plan = level.Of(n).String()
		}
		add(&rung{name: strconv.Itoa(n), level: n, plan: plan, contender: match.Searcher("", options...)})
	}
	return rungs
}

// count adds what a game says of the player, who is the given side of it.
func (r *rung) count(g *match.Game, side match.Side) {
	for i, ply := range g.Plies {
		if g.Mover(g.Opening+i) == side {
			r.moves++
			r.nodes += ply.Nodes
			r.times = append(r.times, ply.Time)
		}
	}
}

// typicalTime returns the median of the times of its moves, which other work on the machine changes little.
func (r *rung) typicalTime() time.Duration {
	if len(r.times) == 0 {
		return 0
	}
	times := slices.Clone(r.times)
	slices.Sort(times)
	return times[len(times)/2]
}

// random plays any legal move.
func random(_ context.Context, b *gomoku.Board, r *rand.Rand) (gomoku.Point, error) {
	return pick(b.AppendLegal(nil), r)
}

// novice makes a five, blocks a five, makes an open four or prevents one, in this order; else it plays beside a stone.
func novice(_ context.Context, b *gomoku.Board, r *rand.Rand) (gomoku.Point, error) {
	const ranks = 5
	var moves [ranks][]gomoku.Point
	legal := b.AppendLegal(nil)
	own, other := b.Turn(), b.Turn().Opponent()
	for _, p := range legal {
		mine, theirs := b.Shape(own, p), b.Shape(other, p)
		switch {
		case mine == gomoku.Five:
			moves[0] = append(moves[0], p)
		case theirs == gomoku.Five:
			moves[1] = append(moves[1], p)
		case mine == gomoku.OpenFour:
			moves[2] = append(moves[2], p)
		case theirs == gomoku.OpenFour:
			moves[3] = append(moves[3], p)
		case besideStone(b, p):
			moves[4] = append(moves[4], p)
		}
	}
	for _, list := range moves {
		if len(list) > 0 {
			return pick(list, r)
		}
	}
	return pick(legal, r)
}

// besideStone reports whether one of the eight points around p has a stone.
func besideStone(b *gomoku.Board, p gomoku.Point) bool {
	x, y := p.XY()
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			if q := gomoku.At(x+dx, y+dy); q != gomoku.NoPoint && b.At(q) != gomoku.Empty {
				return true
			}
		}
	}
	return false
}

func pick(moves []gomoku.Point, r *rand.Rand) (gomoku.Point, error) {
	if len(moves) == 0 {
		return gomoku.NoPoint, gomoku.ErrNoMove
	}
	return moves[r.IntN(len(moves))], nil
}
