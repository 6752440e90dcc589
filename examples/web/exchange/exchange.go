// Package exchange has what the handlers of examples/web do alike: who a request comes from, answers in JSON, and streams of
// server-sent events.
package exchange

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Address returns the IP address that a request comes from. Behind a proxy that is the proxy's.
func Address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// Header returns a function that says who a request comes from by a header in which a proxy names the client: by its last value, which
// the proxy itself has added. Without the header it is the address. Who can reach the program past the proxy may call itself
// whatever it likes.
func Header(name string) func(*http.Request) string {
	return func(r *http.Request) string {
		values := r.Header.Values(name)
		if len(values) == 0 {
			return Address(r)
		}
		last := values[len(values)-1]
		return strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
	}
}

// JSON answers a request.
func JSON(w http.ResponseWriter, status int, body any) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // an error means that the client has left
}

// Of a stream.
const (
	Slowest   = 10 * time.Second // a client that takes no bytes for so long has left
	KeepAlive = 15 * time.Second // between two events, so that no proxy closes the connection
)

// A Stream writes server-sent events. After the first error it writes nothing.
type Stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	until   time.Time // when the client must have taken everything; zero: see Slowest
	err     error
}

// NewStream begins a stream. The deadline for reading the request no longer counts: it would end a long stream.
func NewStream(w http.ResponseWriter) *Stream {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Accel-Buffering", "no") // tells nginx to pass events on as they come
	s := &Stream{w: w, control: http.NewResponseController(w)}
	_ = s.control.SetReadDeadline(time.Time{}) // not every ResponseWriter has deadlines
	return s
}

// EndBy sets the time by which the client must have taken all that comes from now on.
func (s *Stream) EndBy(t time.Time) { s.until = t }

// Event writes an event with its number.
func (s *Stream) Event(id int, event any) error {
	return s.event("id: "+strconv.Itoa(id)+"\n", event)
}

// Data writes an event that has no number.
func (s *Stream) Data(event any) error { return s.event("", event) }

func (s *Stream) event(head string, event any) error {
	text, err := json.Marshal(event)
	if err != nil {
		return err
	}
	return s.Write(head + "data: " + string(text) + "\n\n")
}

// Alive writes a comment, so that the connection stays open.
func (s *Stream) Alive() error { return s.Write(": still here\n\n") }

// Write writes text that is whole events.
func (s *Stream) Write(text string) error {
	if s.err != nil {
		return s.err
	}
	until := s.until
	if until.IsZero() {
		until = time.Now().Add(Slowest)
	}
	_ = s.control.SetWriteDeadline(until)
	if _, s.err = s.w.Write([]byte(text)); s.err == nil {
		if s.err = s.control.Flush(); errors.Is(s.err, http.ErrNotSupported) {
			s.err = nil
		}
	}
	return s.err
}
