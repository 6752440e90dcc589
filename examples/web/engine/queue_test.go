package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func newQueue(workers, most, perClient int) *queue {
	q := &queue{clients: map[string]*client{}, most: most, perClient: perClient}
	for range workers {
		q.free = append(q.free, &worker{})
	}
	return q
}

// idle reports an error if the queue is not as it was in the beginning.
func idle(t *testing.T, q *queue, workers int) {
	t.Helper()
	if running, waiting := q.counts(); running != 0 || waiting != 0 || len(q.free) != workers || len(q.clients) != 0 || len(q.turns) != 0 {
		t.Errorf("at the end: %d running, %d waiting, %d free, %d clients, %d turns", running, waiting, len(q.free), len(q.clients), len(q.turns))
	}
}

// A client with many requests does not delay the others.
func TestQueueIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, 100, 100)
		var order []string
		var all sync.WaitGroup
		ask := func(name string, n int) {
			for range n {
				all.Go(func() {
					w, err := q.borrow(t.Context(), name)
					if err != nil {
						t.Error(err)
						return
					}
					order = append(order, name) // one at a time: there is one worker
					time.Sleep(time.Second)
					q.giveBack(name, w)
				})
				synctest.Wait()
			}
		}
		ask("greedy", 5)
		ask("a", 1)
		ask("b", 2)
		all.Wait()
		if want := []string{"greedy", "greedy", "a", "b", "greedy", "b", "greedy", "greedy"}; !slices.Equal(order, want) {
			t.Errorf("the order is %v, want %v", order, want)
		}
		idle(t, q, 1)
	})
}

func TestQueueRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, 2, 2)
		w, err := q.borrow(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		results := make(chan error, 10)
		wait := func(ctx context.Context, name string) {
			go func() {
				w, err := q.borrow(ctx, name)
				results <- err
				if err == nil {
					q.giveBack(name, w)
				}
			}()
			synctest.Wait()
		}
		impatient, leave := context.WithCancelCause(t.Context())
		wait(impatient, "a")
		wait(t.Context(), "b")
		if _, err := q.borrow(t.Context(), "a"); err != errGreedy {
			t.Errorf("the third request of a client: %v", err)
		}
		if _, err := q.borrow(t.Context(), "c"); err != errFull {
			t.Errorf("a full queue: %v", err)
		}
		gone := errors.New("gone")
		leave(gone)
		synctest.Wait()
		if err := <-results; err != gone {
			t.Errorf("a client that left: %v", err)
		}
		q.giveBack("a", w)
		synctest.Wait()
		if err := <-results; err != nil {
			t.Errorf("the next in turn: %v", err)
		}
		idle(t, q, 1)

		w, err = q.borrow(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		wait(t.Context(), "b")
		q.close()
		synctest.Wait()
		if err := <-results; err != errClosed {
			t.Errorf("waiting when the queue is closed: %v", err)
		}
		if _, err := q.borrow(t.Context(), "c"); err != errClosed {
			t.Errorf("after the end: %v", err)
		}
		q.giveBack("a", w)
		idle(t, q, 1)
	})
}

// Whatever clients do, every worker comes back.
func TestQueueInCrowds(t *testing.T) {
	q := newQueue(3, 20, 3)
	done := make(chan bool)
	for i := range 40 {
		go func() {
			name := string(rune('a' + i%7))
			for n := range 200 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(n%5)*20*time.Microsecond)
				if w, err := q.borrow(ctx, name); err == nil {
					q.giveBack(name, w)
				}
				cancel()
			}
			done <- true
		}()
	}
	for range 40 {
		<-done
	}
	idle(t, q, 3)
}
