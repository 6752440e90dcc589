package games

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/gomoku-go/gomoku/examples/web/exchange"
	"github.com/gomoku-go/gomoku/examples/web/service"
)

// maxBody is the size of the largest request in bytes. An act with ten points takes a twentieth of it.
const maxBody = 4 << 10

// ServeHTTP answers a request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := h.origins.Check(r); err != nil {
		h.refuse(w, http.StatusForbidden, errors.New("the request comes from a page of another site"))
		return
	}
	h.mux.ServeHTTP(w, r)
}

// read reads one JSON object and nothing else.
func read(w http.ResponseWriter, r *http.Request, to any) error {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil && err != io.EOF { // an empty body is an object without fields
		return fmt.Errorf("the request is not read: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("the request goes on after its end: want one JSON object")
	}
	return nil
}

func (h *Handler) refuse(w http.ResponseWriter, status int, err error) {
	h.mu.Lock()
	h.stats.Refused++
	h.mu.Unlock()
	answer := service.Fail(err)
	switch {
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable:
		answer.Code = service.Busy
		w.Header().Set("Retry-After", "10")
	case status == http.StatusInternalServerError:
		answer.Code = service.Internal
	}
	exchange.JSON(w, status, answer)
}

// unreadable returns the status of a request that was not read.
func unreadable(err error) int {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusBadRequest
}

// statusOf returns the status of a request that was read and refused.
func statusOf(err error) int {
	switch {
	case errors.Is(err, errUnknown):
		return http.StatusNotFound
	case errors.Is(err, errForeign):
		return http.StatusForbidden
	case errors.Is(err, errStale):
		return http.StatusConflict
	case errors.Is(err, errTooMany), errors.Is(err, errStreams):
		return http.StatusTooManyRequests
	case errors.Is(err, errStopping):
		return http.StatusServiceUnavailable
	}
	return http.StatusUnprocessableEntity
}

func (h *Handler) open(w http.ResponseWriter, r *http.Request) {
	var q struct {
		setting
		Side string `json:"side"`
	}
	if err := read(w, r, &q); err != nil {
		h.refuse(w, unreadable(err), err)
		return
	}
	second := false
	switch q.Side {
	case "", "first":
	case "second":
		second = true
	case "random":
		second = rand.IntN(2) == 1
	default:
		h.refuse(w, http.StatusBadRequest, fmt.Errorf("side is %q: want first, second or random", q.Side))
		return
	}
	g, err := h.openGame(q.setting, h.o.Client(r))
	if err != nil {
		h.refuse(w, statusOf(err), err)
		return
	}
	you, opponent := g.opened.First, g.opened.Second
	if second {
		you, opponent = opponent, you
	}
	exchange.JSON(w, http.StatusCreated, map[string]string{"id": g.id, "you": you, "opponent": opponent, "spectator": g.opened.Spectator})
}

func (h *Handler) act(w http.ResponseWriter, r *http.Request) {
	var q struct {
		act
		Token string `json:"token"`
		Seq   *int   `json:"seq"`
	}
	err := read(w, r, &q)
	if err == nil && q.Seq == nil {
		err = errors.New("the request has no seq: want the number of the state that you act on")
	}
	if err != nil {
		h.refuse(w, unreadable(err), err)
		return
	}
	seq, err := h.actIn(r.PathValue("id"), q.Token, *q.Seq, q.act)
	if err != nil {
		status := statusOf(err)
		h.mu.Lock()
		if h.journal.bad != nil && errors.Is(err, h.journal.bad) {
			status = http.StatusInternalServerError
		}
		h.mu.Unlock()
		h.refuse(w, status, err)
		return
	}
	exchange.JSON(w, http.StatusOK, map[string]int{"seq": seq})
}

// events streams the states of a game. A client that is slow misses states, but never the last one.
func (h *Handler) events(w http.ResponseWriter, r *http.Request) {
	client := h.o.Client(r)
	h.mu.Lock()
	g, who, err := h.find(r.PathValue("id"), r.URL.Query().Get("token"))
	all := 0
	for _, n := range h.streams {
		all += n
	}
	switch {
	case err != nil:
	case h.closed:
		err = errStopping
	case all >= h.o.Streams, h.streams[client] >= h.o.PerPerson:
		err = errStreams
	}
	if err != nil {
		h.mu.Unlock()
		h.refuse(w, statusOf(err), err)
		return
	}
	h.streams[client]++
	g.come(who, 1)
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.streams[client]--; h.streams[client] == 0 {
			delete(h.streams, client)
		}
		g.come(who, -1)
	}()

	out := exchange.NewStream(w)
	tick := time.NewTicker(exchange.KeepAlive)
	defer tick.Stop()
	for {
		h.mu.Lock()
		known := h.games[g.id] == g
		state := h.state(g, who, clockNow())
		changed := g.changed
		h.mu.Unlock()
		if !known {
			_ = out.Write("event: gone\ndata: {}\n\n") // an error means that the client has left
			return
		}
		if out.Event(state.Seq, state) != nil {
			return
		}
	wait:
		for {
			select {
			case <-changed:
				break wait
			case <-tick.C:
				if out.Alive() != nil {
					return
				}
			case <-r.Context().Done():
				return
			case <-h.done:
				return
			}
		}
	}
}
