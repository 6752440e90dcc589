package training

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
)

// A set is the examples that a model has.
type set[E any] struct {
	train, validation []E
	sample            []E // some of train
}

// newSet makes the examples of the games of f, and notes how many there are.
func newSet[E any](f *fit, examples func(*games.Game) []E) (*set[E], error) {
	s := new(set[E])
	s.train, s.validation = data.Split(f.games, examples)
	if len(s.train) == 0 || len(s.validation) == 0 {
		return nil, fmt.Errorf("too few games of %v: %d of them have %d positions for training and %d for validation", f.rule, len(f.games), len(s.train), len(s.validation))
	}
	s.sample = data.Sample(s.train)
	return s, nil
}

// epochs shuffles the training examples and calls epoch, up to n times or until it reports that it does no better.
func (s *set[E]) epochs(n int, r *rand.Rand, patience int, log io.Writer, epoch func(i int) (stalled bool)) {
	for i := range n {
		r.Shuffle(len(s.train), func(i, j int) { s.train[i], s.train[j] = s.train[j], s.train[i] })
		if epoch(i) {
			fmt.Fprintf(log, "no better for %d epochs\n", patience)
			return
		}
	}
}

// falling is the learning rate of the i-th of n epochs: it falls exponentially, after all of them to this share.
func falling(rate, share float64, i, n int) float64 {
	return rate * math.Pow(share, float64(i)/float64(n))
}

// workers share the work of a step. Their number is part of the result: sums of floating-point numbers depend on their order.
const workers = 2

// each runs f for every worker, side by side.
func each(f func(w int)) {
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() { f(w) })
	}
	wg.Wait()
}

// batches divides examples into the parts that make a step of the optimizer each.
func batches[E any](train []E, size int, step func(part []E)) {
	for start := 0; start < len(train); start += size {
		step(train[start:min(start+size, len(train))])
	}
}

// newGradients makes a vector of n numbers for every worker.
func newGradients(n int) (list [workers][]float32) {
	for w := range list {
		list[w] = make([]float32, n)
	}
	return list
}
