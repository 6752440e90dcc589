package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/gomoku-go/gomoku"
)

// A pool lends searchers, each to one request at a time, and bounds how many requests wait for one.
type pool struct {
	free     chan *gomoku.Searcher // the searchers that are not lent
	places   chan struct{}         // holds an element for each request that has a searcher or waits for one
	wait     time.Duration         // the longest that a request waits
	stopping chan struct{}         // closed by close
	close    func()                // refuses all requests that wait, and all that come from now on
}

// Why a request gets no searcher.
var (
	errQueueFull = errors.New("too many requests: the queue is full")
	errWaited    = errors.New("no searcher became free in time")
	errStopping  = errors.New("the server is stopping")
	errLeft      = errors.New("the client has left")
)

func newPool(c config) (*pool, error) {
	if c.searchers < 1 || c.queue < 0 || c.wait <= 0 || c.search < time.Millisecond {
		return nil, errors.New("want a searcher or more, a queue of 0 or more, a wait greater than 0 and a search of 1ms or more")
	}
	p := &pool{
		free:     make(chan *gomoku.Searcher, c.searchers),
		places:   make(chan struct{}, c.searchers+c.queue),
		wait:     c.wait,
		stopping: make(chan struct{}),
	}
	p.close = sync.OnceFunc(func() { close(p.stopping) })
	board, err := gomoku.NewBoard(gomoku.DefaultSize, gomoku.Freestyle)
	if err != nil {
		return nil, err
	}
	for range c.searchers {
		s, err := gomoku.NewSearcher(gomoku.WithHashSize(c.hashBytes))
		if err != nil {
			return nil, err
		}
		if err := s.Prepare(board); err != nil { // allocate memory now and not in the first request
			return nil, err
		}
		p.free <- s
	}
	return p, nil
}

// borrow returns a searcher without memory of earlier searches, as soon as one is free. The caller gives it back.
func (p *pool) borrow(ctx context.Context) (*gomoku.Searcher, error) {
	if p.closed() {
		return nil, errStopping
	}
	select {
	case p.places <- struct{}{}:
	default:
		return nil, errQueueFull
	}
	timeout := time.NewTimer(p.wait)
	defer timeout.Stop()
	var err error
	select {
	case s := <-p.free:
		return s, nil
	case <-timeout.C:
		err = errWaited
	case <-p.stopping:
		err = errStopping
	case <-ctx.Done():
		err = errLeft
	}
	<-p.places
	return nil, err
}

// giveBack takes a searcher back, and makes it forget what it has learned.
func (p *pool) giveBack(s *gomoku.Searcher) {
	if err := s.Clear(); err != nil {
		panic("unreachable: nobody else has the searcher: " + err.Error())
	}
	p.free <- s
	<-p.places
}

func (p *pool) closed() bool {
	select {
	case <-p.stopping:
		return true
	default:
		return false
	}
}

func (p *pool) running() int { return cap(p.free) - len(p.free) }
func (p *pool) waiting() int { return max(len(p.places)-p.running(), 0) }
