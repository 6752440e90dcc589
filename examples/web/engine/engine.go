package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/gomoku-go/gomoku/examples/web/exchange"
	"github.com/gomoku-go/gomoku/examples/web/service"
)

// Options configure a [Handler]. The zero value is right for a small server.
type Options struct {
	Searches  int           // searches at once; 0 means one for each processor
	Queue     int           // requests that may wait for one; 0 means 64
	PerClient int           // searches of a client that may run and wait; 0 means 4
	Requests  int           // requests on the way at once, of any kind; 0 means 256. A client may have 4×PerClient of them
	Wait      time.Duration // the longest that a request waits; 0 means 30 seconds

	// Service configures the services, one for each search. Its MaxTime is the longest search; 0 means a minute here.
	Service service.Options

	// Client returns who makes a request: its searches are counted together. Nil means the IP address that the connection comes
	// from. Behind a proxy that is the proxy, so set it to the header that the proxy adds.
	Client func(*http.Request) string

	Log *slog.Logger // of requests that searched; nil means none
}

// A Handler answers requests of package service. It is safe for concurrent use.
type Handler struct {
	o          Options
	door       *door
	queue      *queue
	quick      *service.Service // for requests that do not search
	quickTurns chan struct{}    // bounds how many of them run at once
	stop       context.Context  // ends when the handler is closed
	close      context.CancelCauseFunc
	origins    *http.CrossOriginProtection

	counts counts
}

type counts struct{ searches, quick, refused, canceled atomic.Int64 }

// New returns a Handler, or an error if an option makes no sense.
func New(o Options) (*Handler, error) {
	setDefault(&o.Searches, runtime.GOMAXPROCS(0))
	setDefault(&o.Queue, 64)
	setDefault(&o.PerClient, 4)
	setDefault(&o.Requests, 256)
	setDefault(&o.Wait, 30*time.Second)
	setDefault(&o.Service.MaxTime, time.Minute)
	setDefault(&o.Service.MaxRequest, 1<<20)
	if o.Searches < 0 || o.Queue < 0 || o.PerClient < 0 || o.Requests < 0 || o.Wait < 0 {
		return nil, errors.New("engine: want a search or more at once, and no negative numbers")
	}
	if o.Client == nil {
		o.Client = exchange.Address
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	h := &Handler{
		o: o, door: &door{clients: map[string]int{}, most: o.Requests, perClient: 4 * o.PerClient},
		queue:      &queue{clients: map[string]*client{}, most: o.Queue, perClient: o.PerClient},
		quickTurns: make(chan struct{}, 2*runtime.GOMAXPROCS(0)), origins: http.NewCrossOriginProtection(),
	}
	h.stop, h.close = context.WithCancelCause(context.Background())
	for range o.Searches {
		s, err := service.New(o.Service)
		if err != nil {
			return nil, err
		}
		h.queue.free = append(h.queue.free, &worker{service: s})
	}
	h.quick = h.queue.free[0].service
	return h, nil
}

func setDefault[T int | time.Duration](to *T, value T) {
	if *to == 0 {
		*to = value
	}
}

// Close refuses new requests and ends the searches that run: they are answered with what they have found. It does not wait for them;
// call it before [http.Server.Shutdown], which does.
func (h *Handler) Close() {
	h.queue.close()
	h.close(errClosed)
}

// Stats counts what a [Handler] has done.
type Stats struct {
	OnTheWay         int   // requests at the moment, of any kind
	Running, Waiting int   // searches at the moment
	Searches, Quick  int64 // requests answered
	Refused          int64 // requests refused as a whole
	Canceled         int64 // searches whose client left
}

// Stats returns the counts.
func (h *Handler) Stats() Stats {
	running, waiting := h.queue.counts()
	return Stats{h.door.count(), running, waiting, h.counts.searches.Load(), h.counts.quick.Load(), h.counts.refused.Load(), h.counts.canceled.Load()}
}

// ServeHTTP answers a request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		h.refuse(w, http.StatusMethodNotAllowed, errors.New("want a POST request"))
		return
	}
	if err := h.origins.Check(r); err != nil {
		h.refuse(w, http.StatusForbidden, errors.New("the request comes from a page of another site"))
		return
	}
	if h.stop.Err() != nil {
		h.refuse(w, http.StatusServiceUnavailable, errClosed)
		return
	}
	name := h.o.Client(r)
	if err := h.door.enter(name); err != nil {
		h.refuse(w, http.StatusTooManyRequests, err)
		return
	}
	defer h.door.leave(name)
	body, err := h.read(w, r)
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		h.refuse(w, http.StatusRequestEntityTooLarge, fmt.Errorf("the request is longer than %d bytes", h.o.Service.MaxRequest))
		return
	} else if err != nil {
		h.refuse(w, http.StatusBadRequest, fmt.Errorf("the request did not come in whole: %w", err))
		return
	}
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	defer context.AfterFunc(h.stop, func() { cancel(errClosed) })()
	if service.Searches(body) {
		h.search(ctx, w, r, name, body)
	} else {
		h.answerQuickly(ctx, w, body)
	}
}

// Of a connection.
const (
	slowestRequest = time.Minute // a request takes no longer to come in
	backlog        = 64          // events that a slow client may be behind; more are left out
)

// read reads a request.
func (h *Handler) read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(slowestRequest)) // not every ResponseWriter has deadlines
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(h.o.Service.MaxRequest)))
	if err == nil {
		_ = control.SetReadDeadline(time.Time{}) // it would end a long wait in the queue
	}
	return body, err
}

// search waits for a service and streams what it finds.
func (h *Handler) search(ctx context.Context, w http.ResponseWriter, r *http.Request, name string, body []byte) {
	arrived := time.Now()
	waiting, enough := context.WithTimeoutCause(ctx, h.o.Wait, errLate)
	worker, err := h.queue.borrow(waiting, name)
	enough()
	switch {
	case err == nil:
	case r.Context().Err() != nil:
		h.counts.canceled.Add(1)
		return
	case errors.Is(err, errGreedy), errors.Is(err, errFull):
		h.refuse(w, http.StatusTooManyRequests, err)
		return
	default:
		h.refuse(w, http.StatusServiceUnavailable, err)
		return
	}
	waited, begun := time.Since(arrived), time.Now()
	h.stream(ctx, w, func(ctx context.Context, emit func(any)) any {
		defer h.queue.giveBack(name, worker) // at once: it does not wait for a client that reads slowly
		if worker.last != name {
			worker.service.Clear() // nobody sees what another one's analysis has found
		}
		answer := h.run(ctx, worker.service, body, emit)
		h.counts.searches.Add(1)
		return answer
	})
	left := r.Context().Err() != nil
	if left {
		h.counts.canceled.Add(1)
	}
	h.o.Log.Info("search", "client", name, "waited", waited, "took", time.Since(begun), "left", left)
}

// answerQuickly answers a request that does not search.
func (h *Handler) answerQuickly(ctx context.Context, w http.ResponseWriter, body []byte) {
	select {
	case h.quickTurns <- struct{}{}:
	case <-ctx.Done(): // only a client that is still there sees this
		h.refuse(w, http.StatusServiceUnavailable, context.Cause(ctx))
		return
	}
	answer := h.run(ctx, h.quick, body, func(any) {})
	<-h.quickTurns
	h.counts.quick.Add(1)
	_ = write(exchange.NewStream(w), answer) // an error means that the client has left
}

// run has the service answer a request.
func (h *Handler) run(ctx context.Context, s *service.Service, body []byte, emit func(any)) (answer any) {
	defer func() {
		if fault := recover(); fault != nil { // a fault of the engine must not end the games of all others
			h.o.Log.Error("the service panicked", "request", string(body[:min(len(body), 2000)]), "fault", fault)
			answer = service.Error{Type: "error", Code: service.Internal, Message: "a fault in the program: sorry"}
		}
	}()
	return s.Run(ctx, body, emit)
}

// stream writes the events of a search as they come. The search does not wait for a client that reads slowly: it misses events, but
// never the last one.
func (h *Handler) stream(ctx context.Context, w http.ResponseWriter, search func(ctx context.Context, emit func(any)) any) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events, answer := make(chan any, backlog), make(chan any, 1)
	go func() {
		answer <- search(ctx, func(event any) {
			select {
			case events <- event:
			default:
			}
		})
	}()
	out := exchange.NewStream(w)
	tick := time.NewTicker(exchange.KeepAlive)
	defer tick.Stop()
	for {
		var err error
		select {
		case event := <-events:
			err = write(out, event)
		case <-tick.C:
			err = out.Alive()
		case last := <-answer:
			out.EndBy(time.Now().Add(exchange.Slowest))
			for len(events) > 0 {
				_ = write(out, <-events)
			}
			_ = write(out, last)
			return
		}
		if err != nil { // the client has left: the search ends, and its answer comes soon
			cancel()
		}
	}
}

// write writes an event, or the news that it cannot be written.
func write(out *exchange.Stream, event any) error {
	err := out.Data(event)
	if _, ok := errors.AsType[*json.UnsupportedValueError](err); ok {
		return out.Data(service.Error{Type: "error", Code: service.Internal, Message: err.Error()})
	}
	return err
}

// refuse answers a request that is not carried out.
func (h *Handler) refuse(w http.ResponseWriter, status int, err error) {
	h.counts.refused.Add(1)
	code := service.Busy
	switch status {
	case http.StatusRequestEntityTooLarge:
		code = service.TooLarge
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", strconv.Itoa(int(max(h.o.Service.MaxTime/time.Second, 1))))
	default:
		code = service.Syntax
	}
	exchange.JSON(w, status, service.Error{Type: "error", Code: code, Message: err.Error()})
}
