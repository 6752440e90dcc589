package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gomoku-go/gomoku"
)

// maxBody is the size of the largest request in bytes. All moves of the largest board take a tenth of it.
const maxBody = 16 << 10

// A request is a position and how long to think about it.
type request struct {
	Position *gomoku.Board `json:"position"` // as gomoku.ParsePosition reads it: "h8i9", "renju 15 h8i9h7"
	Level    gomoku.Level  `json:"level"`    // "1" to "10"; left out: full strength
	Limits   struct {
		Millis int   `json:"millis"` // left out: a second, or the longest search if that is shorter
		Depth  int   `json:"depth"`
		Nodes  int64 `json:"nodes"`
		Lines  int   `json:"lines"` // how many moves to tell with their lines, the best first
	} `json:"limits"`
}

// A reply is the result of the search, and what the server adds.
type reply struct {
	gomoku.Result
	Chances      float64 `json:"chances"`      // of the side to move, a win counting 1 and a draw ½
	WaitedMillis int64   `json:"waitedMillis"` // for a searcher, before the search began
}

// newHandler returns the routes of the server.
func newHandler(pool *pool, c config, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /move", func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		answer, err := findMove(pool, c.search, w, r)
		status := statusOf(err)
		switch {
		case err == nil:
			writeJSON(w, status, answer)
			log.Info("move", "client", r.RemoteAddr, "status", status, "took", time.Since(start),
				"move", answer.Best, "nodes", answer.Stats.Nodes, "stop", answer.Stop, "waitedMillis", answer.WaitedMillis)
			return
		case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable:
			retry := math.Ceil(c.search.Seconds()) // by then all searches that run now are over
			w.Header().Set("Retry-After", strconv.Itoa(int(retry)))
		}
		writeJSON(w, status, map[string]string{"error": err.Error()})
		log.Warn("no move", "client", r.RemoteAddr, "status", status, "took", time.Since(start), "error", err)
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		status, text := http.StatusOK, "ok"
		if pool.closed() {
			status, text = http.StatusServiceUnavailable, "stopping"
		}
		writeJSON(w, status, map[string]any{"status": text, "running": pool.running(), "waiting": pool.waiting()})
	})
	return mux
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // an error means that the client has left
}

// findMove reads a request, waits for a searcher, and searches.
func findMove(pool *pool, longest time.Duration, w http.ResponseWriter, r *http.Request) (*reply, error) {
	request, err := readRequest(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return nil, err
	}
	limits, err := request.limits(longest)
	if err != nil {
		return nil, err
	}
	arrived := time.Now()
	searcher, err := pool.borrow(r.Context())
	if err != nil {
		return nil, err
	}
	defer pool.giveBack(searcher)
	waited := time.Since(arrived)
	if err := searcher.Set(gomoku.WithLevel(cmp.Or(request.Level, gomoku.Expert))); err != nil {
		return nil, err
	}
	result, err := searcher.Search(r.Context(), request.Position, limits...) // the context ends when the client leaves
	if err != nil {
		return nil, err
	}
	return &reply{result, result.Score.WinRate(request.Position.Rule()), waited.Milliseconds()}, nil
}

// readRequest reads one JSON object and nothing else. An unknown field is an error: most often its name is misspelled.
func readRequest(body io.Reader) (*request, error) {
	q := new(request)
	d := json.NewDecoder(body)
	d.DisallowUnknownFields()
	if err := d.Decode(q); err != nil {
		return nil, bodyError(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("the body goes on after the request: want one JSON object")
	}
	if q.Position == nil {
		return nil, errors.New(`no position: want one such as {"position": "h8i9"}`)
	}
	return q, nil
}

// bodyError says what is wrong with a body in the words of the API, not in those of Go.
func bodyError(err error) error {
	if err == io.EOF {
		return errors.New(`the body is not a request: it is empty: want one such as {"position": "h8i9"}`)
	}
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return fmt.Errorf("the body is not a request: %w", err)
	}
	field, want := strings.TrimPrefix(wrong.Field, "."), "a whole number"
	switch field {
	case "":
		field, want = "the body", "an object"
	case "position":
		want = `a string such as "h8i9"`
	case "level":
		want = `a string such as "3"`
	case "limits":
		want = `an object such as {"millis": 500}`
	}
	return fmt.Errorf("the body is not a request: %s is a JSON %s: want %s", field, wrong.Value, want)
}

// limits returns the limits of the search. A time, which counts from the start of the search, is always among them.
func (q *request) limits(longest time.Duration) ([]gomoku.SearchOption, error) {
	if most := longest.Milliseconds(); q.Limits.Millis < 0 || int64(q.Limits.Millis) > most {
		return nil, fmt.Errorf("limits.millis is %d: want 1 to %d", q.Limits.Millis, most)
	}
	budget := min(time.Second, longest)
	if q.Limits.Millis > 0 {
		budget = time.Duration(q.Limits.Millis) * time.Millisecond
	}
	limits := []gomoku.SearchOption{gomoku.WithTimeBudget(budget)}
	if q.Limits.Depth != 0 { // numbers below zero are refused by the search
		limits = append(limits, gomoku.WithDepth(q.Limits.Depth))
	}
	if q.Limits.Nodes != 0 {
		limits = append(limits, gomoku.WithNodes(q.Limits.Nodes))
	}
	if q.Limits.Lines != 0 {
		limits = append(limits, gomoku.WithMultiPV(q.Limits.Lines))
	}
	return limits, nil
}

// statusOf returns the HTTP status that an error stands for.
func statusOf(err error) int {
	_, tooLarge := errors.AsType[*http.MaxBytesError](err)
	switch {
	case err == nil:
		return http.StatusOK
	case errors.Is(err, errQueueFull):
		return http.StatusTooManyRequests
	case errors.Is(err, errWaited), errors.Is(err, errStopping), errors.Is(err, errLeft), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable // a client that has left does not see it
	case errors.Is(err, gomoku.ErrGameOver), errors.Is(err, gomoku.ErrNoMove):
		return http.StatusUnprocessableEntity // a correct request, for a position without a move
	case tooLarge:
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusBadRequest
}
