package engine

import "sync"

// A door counts the requests that are on the way, of any kind, from their first byte to the last byte of the answer. It bounds the
// memory that they take.
type door struct {
	mu      sync.Mutex
	all     int
	clients map[string]int

	most      int // requests of all clients
	perClient int
}

// enter lets a request in. The caller calls leave at its end.
func (d *door) enter(name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.clients[name] >= d.perClient:
		return errGreedy
	case d.all >= d.most:
		return errFull
	}
	d.clients[name]++
	d.all++
	return nil
}

func (d *door) leave(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all--
	if d.clients[name]--; d.clients[name] == 0 {
		delete(d.clients, name)
	}
}

func (d *door) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.all
}
