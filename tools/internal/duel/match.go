package duel

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/gomoku-go/gomoku"
)

// A Match is a number of games between two players, two from every opening with colors changed.
type Match struct {
	Players  [2]*Spec // A and B
	Size     int
	Rule     gomoku.Rule
	Games    int
	Openings Openings // nil: the empty board
	Seed     uint64
	MaxPly   int // a draw then; 0: none
	Parallel int // games at a time
	Clock    Clock

	OpeningsSum string            // Checksum of the file of openings, if there is one
	Done        map[int]*Game     // finished earlier, by number: yielded in their turn, not played
	Finished    func(*Game) error // told of each game as soon as it ends, in whatever order; an error ends the match
}

// Run plays the match and yields its games in the order of their numbers, whatever order they end in: what is made of
// them is then the same for any Parallel, as long as the players do not depend on time. It stops when the loop breaks.
// When ctx ends, the finished games are yielded, with numbers missing. An error comes last.
//
// A match that goes on after a kill is the same as one that was never killed: numbers decide openings, colors and seeds.
func (m *Match) Run(ctx context.Context) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		tasks := make(chan task)
		games := make(chan *Game)
		failed := make(chan error, 1)
		var workers sync.WaitGroup
		fail := func(err error) {
			if err != nil {
				select {
				case failed <- err:
				default: // one is enough
				}
				cancel()
			}
		}
		for range m.Parallel {
			workers.Go(func() { fail(m.work(ctx, tasks, games)) })
		}
		workers.Go(func() {
			defer close(tasks)
			fail(m.setTasks(ctx, tasks))
		})
		go func() {
			workers.Wait()
			close(games)
		}()

		waiting := map[int]*Game{}
		for n, g := range m.Done {
			if n < m.Games {
				waiting[n] = g
			}
		}
		next, stopped := 0, false
		advance := func() {
			for ; waiting[next] != nil && !stopped; next++ {
				stopped = !yield(waiting[next], nil)
				delete(waiting, next)
			}
			if stopped {
				cancel()
			}
		}
		advance()
		for g := range games {
			if g.Reason == Interrupted {
				continue
			}
			// Games that the loop will not see are finished nevertheless.
			if m.Finished != nil {
				fail(m.Finished(g))
			}
			waiting[g.Number] = g
			advance()
		}
		cancel()
		for ; len(waiting) > 0 && !stopped; next++ {
			if g := waiting[next]; g != nil {
				stopped = !yield(g, nil)
				delete(waiting, next)
			}
		}
		close(failed)
		if err := <-failed; err != nil && !stopped {
			yield(nil, err)
		}
	}
}

// A task is a game to play.
type task struct {
	number  int
	opening []gomoku.Point
}

func (m *Match) setTasks(ctx context.Context, tasks chan<- task) error {
	var opening []gomoku.Point
	for n := range m.Games {
		if n%2 == 0 && m.Openings != nil {
			var err error
			if opening, err = m.Openings(); err != nil {
				return err
			}
		}
		if g := m.Done[n]; g != nil {
			if g.Opening != len(opening) || len(g.Moves) < len(opening) || !slices.Equal(g.Moves[:g.Opening], opening) || g.Black != Side(n%2) {
				return fmt.Errorf("game %d of the log began otherwise than it would today", n)
			}
			continue
		}
		select {
		case tasks <- task{n, opening}:
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// work plays games with players of its own.
func (m *Match) work(ctx context.Context, tasks <-chan task, games chan<- *Game) error {
	var players [2]Player
	for i, spec := range m.Players {
		p, err := spec.New(m.Clock)
		if err != nil {
			return err
		}
		players[i] = p
	}
	for t := range tasks {
		g := &Game{Number: t.number, Rule: m.Rule, Size: m.Size, Seed: gameSeed(m.Seed, t.number/2), Black: Side(t.number % 2)}
		if err := g.play(ctx, players, t.opening, m.MaxPly); err != nil {
			return err
		}
		games <- g
	}
	return nil
}

// gameSeed mixes the match's seed with the pair's number (the finishing step of splitmix64).
func gameSeed(seed uint64, pair int) uint64 {
	z := seed + (uint64(pair)+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
