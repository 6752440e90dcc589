package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/gomoku-go/gomoku/examples/web/engine"
	"github.com/gomoku-go/gomoku/examples/web/exchange"
	"github.com/gomoku-go/gomoku/examples/web/games"
	"github.com/gomoku-go/gomoku/examples/web/page"
	"github.com/gomoku-go/gomoku/examples/web/service"
	"github.com/gomoku-go/gomoku/record/charset"
)

// A server has all that the program serves.
type server struct {
	mux      *http.ServeMux
	engine   *engine.Handler
	games    *games.Handler
	log      *slog.Logger
	stopping atomic.Bool
	requests atomic.Int64
}

func newServer(c config, site *page.Site, log *slog.Logger) (*server, error) {
	s := &server{mux: http.NewServeMux(), log: log}
	client := exchange.Address
	if c.client != "" {
		client = exchange.Header(c.client)
	}
	var err error
	s.engine, err = engine.New(engine.Options{
		Searches: c.searches, Client: client, Log: log,
		Service: service.Options{MaxTime: c.longest, MaxRequest: 4 << 20, Decoder: charset.Decode},
	})
	if err != nil {
		return nil, err
	}
	s.games, err = games.Open(games.Options{Journal: filepath.Join(c.data, "games.jsonl"), Client: client, Log: log})
	if err != nil {
		return nil, err
	}
	s.mux.Handle("/", site)
	s.mux.Handle("/engine/run", s.engine)
	s.mux.Handle("/games", s.games)
	s.mux.Handle("/games/", s.games)
	s.mux.HandleFunc("GET /api", s.api)
	s.mux.HandleFunc("GET /healthz", s.healthz)
	s.mux.HandleFunc("GET /metrics", s.metrics)
	return s, nil
}

// ServeHTTP serves everything, with the headers that keep the page safe.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.requests.Add(1)
	page.Secure(w.Header())
	s.mux.ServeHTTP(w, r)
}

// api says what this program offers beside the page. A server of files does not have it.
func (s *server) api(w http.ResponseWriter, _ *http.Request) {
	exchange.JSON(w, http.StatusOK, map[string]any{"engine": true, "games": true})
}

func (s *server) healthz(w http.ResponseWriter, _ *http.Request) {
	status, text := http.StatusOK, "ok"
	if s.stopping.Load() {
		status, text = http.StatusServiceUnavailable, "stopping"
	}
	exchange.JSON(w, status, map[string]any{"status": text})
}

// metrics writes counters in the text format of Prometheus.
func (s *server) metrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	e, g := s.engine.Stats(), s.games.Stats()
	for _, m := range []struct {
		name, kind, help string
		value            int64
	}{
		{"gomoku_requests_total", "counter", "Requests of any kind.", s.requests.Load()},
		{"gomoku_searches_running", "gauge", "Searches that run.", int64(e.Running)},
		{"gomoku_searches_waiting", "gauge", "Searches that wait for their turn.", int64(e.Waiting)},
		{"gomoku_searches_total", "counter", "Searches answered.", e.Searches},
		{"gomoku_searches_canceled_total", "counter", "Searches whose client left.", e.Canceled},
		{"gomoku_engine_quick_total", "counter", "Requests to the engine that needed no search.", e.Quick},
		{"gomoku_engine_refused_total", "counter", "Requests to the engine that were refused.", e.Refused},
		{"gomoku_games", "gauge", "Games between people.", int64(g.Games)},
		{"gomoku_game_streams", "gauge", "Pages that look at a game.", int64(g.Streams)},
		{"gomoku_games_opened_total", "counter", "Games opened.", g.Opened},
		{"gomoku_game_acts_total", "counter", "Acts in games that were acknowledged.", g.Acts},
		{"gomoku_games_refused_total", "counter", "Requests to games that were refused.", g.Refused},
	} {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %d\n", m.name, m.help, m.name, m.kind, m.name, m.value)
	}
}

// grace is how long requests may take to end when the program is stopped.
const grace = 5 * time.Second

// serve answers requests until ctx ends.
func (s *server) serve(ctx context.Context, listener net.Listener) error {
	h := &http.Server{
		Handler:           s,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelInfo), // clients that speak no HTTP, mostly
		MaxHeaderBytes:    16 << 10,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute, // a file on a slow line; streams are written, not read
		IdleTimeout:       2 * time.Minute,
	}
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(listener) }()
	select {
	case err := <-failed:
		return errors.Join(err, s.close())
	case <-ctx.Done():
	}
	s.stopping.Store(true)
	err := s.close()
	enough, done := context.WithTimeout(context.Background(), grace)
	defer done()
	if late := h.Shutdown(enough); late != nil {
		_ = h.Close() // what is left is a client that reads too slowly
	}
	return err
}

// close ends all searches and games; what they keep is safe.
func (s *server) close() error {
	s.engine.Close()
	return s.games.Close()
}
