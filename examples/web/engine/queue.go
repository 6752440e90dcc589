package engine

import (
	"context"
	"errors"
	"sync"

	"github.com/gomoku-go/gomoku/examples/web/service"
)

// Why a request gets no service.
var (
	errFull   = errors.New("the server has too much to do: try again later")
	errGreedy = errors.New("too many requests at once: wait for the answers of the others")
	errLate   = errors.New("no search ended in time: try again later")
	errClosed = errors.New("the server is stopping")
)

// A queue lends services to clients, round-robin.
type queue struct {
	mu      sync.Mutex
	free    []*worker
	clients map[string]*client // those with requests on the way
	turns   []*client          // those with requests that wait, in the order of their turns
	waiting int
	running int
	closed  bool

	most      int // requests that may wait
	perClient int // requests of a client that may run and wait
}

// A worker is a service and the client that used it last.
type worker struct {
	service *service.Service
	last    string
}

type client struct {
	name     string
	requests int            // running and waiting
	waiting  []chan *worker // each gets a worker, or is closed if the queue is
}

// borrow returns a worker as soon as it is the client's turn. The caller gives it back.
func (q *queue) borrow(ctx context.Context, name string) (*worker, error) {
	q.mu.Lock()
	c := q.clients[name]
	switch {
	case q.closed:
		q.mu.Unlock()
		return nil, errClosed
	case c != nil && c.requests >= q.perClient:
		q.mu.Unlock()
		return nil, errGreedy
	case len(q.free) == 0 && q.waiting >= q.most:
		q.mu.Unlock()
		return nil, errFull
	}
	if c == nil {
		c = &client{name: name}
		q.clients[name] = c
	}
	c.requests++
	if n := len(q.free); n > 0 { // then nobody waits
		w := q.free[n-1]
		q.free = q.free[:n-1]
		q.running++
		q.mu.Unlock()
		return w, nil
	}
	turn := make(chan *worker, 1)
	if len(c.waiting) == 0 {
		q.turns = append(q.turns, c)
	}
	c.waiting = append(c.waiting, turn)
	q.waiting++
	q.mu.Unlock()

	select {
	case w, ok := <-turn:
		if !ok {
			return nil, errClosed
		}
		return w, nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case w, ok := <-turn: // it came at the same moment
		if ok {
			q.release(c, w)
		}
	default:
		q.forget(c, turn)
		q.leave(c)
	}
	return nil, context.Cause(ctx)
}

// giveBack takes a worker back from a client.
func (q *queue) giveBack(name string, w *worker) {
	w.last = name
	q.mu.Lock()
	defer q.mu.Unlock()
	q.release(q.clients[name], w)
}

// release lends a worker of c to the client whose turn it is.
func (q *queue) release(c *client, w *worker) {
	q.leave(c)
	if len(q.turns) == 0 {
		q.running--
		q.free = append(q.free, w)
		return
	}
	next := q.turns[0]
	q.turns = q.turns[1:]
	turn := next.waiting[0]
	next.waiting = next.waiting[1:]
	q.waiting--
	if len(next.waiting) > 0 {
		q.turns = append(q.turns, next)
	}
	turn <- w
}

// forget takes a request that waits out of the queue.
func (q *queue) forget(c *client, turn chan *worker) {
	for i, t := range c.waiting {
		if t == turn {
			c.waiting = append(c.waiting[:i], c.waiting[i+1:]...)
			q.waiting--
			break
		}
	}
	if len(c.waiting) > 0 {
		return
	}
	for i, other := range q.turns {
		if other == c {
			q.turns = append(q.turns[:i], q.turns[i+1:]...)
			return
		}
	}
}

// leave ends a request of c.
func (q *queue) leave(c *client) {
	if c.requests--; c.requests == 0 {
		delete(q.clients, c.name)
	}
}

// close refuses all requests that wait, and all that come from now on.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	for _, c := range q.turns {
		for _, turn := range c.waiting {
			close(turn)
			q.leave(c)
		}
		c.waiting = nil
	}
	q.turns, q.waiting = nil, 0
}

func (q *queue) counts() (running, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.running, q.waiting
}
