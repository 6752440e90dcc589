// Server answers positions with moves over HTTP: JSON in, JSON out, and a pool of searchers behind it.
//
//	go run ./examples/server -addr localhost:8080
//	curl -d '{"position": "h8i9i8", "limits": {"millis": 200}}' localhost:8080/move
//
// The reply is a gomoku.Result, with the chances that go with its score, and how long the request waited for a searcher:
//
//	{"best":"h7","score":35,"depth":14,"lines":[{"moves":["h7","g8"],"score":35}],"stop":"time","stats":{…},"chances":0.54,"waitedMillis":0}
//
// What the program shows is how to serve many clients with searches that each want a whole processor:
//
//   - As many searches run at once as there are searchers (-searchers), and so many more requests may wait (-queue). One more is
//     refused at once (429), and one that waits too long is given up (503). Both replies say when to try again (Retry-After).
//   - The time of a search counts from its own start. What the request waited before that is told.
//   - Every search has a limit of time, so every request ends. A client that leaves ends its search.
//   - A searcher forgets everything between two requests: no client sees what the search for another one has found.
//   - SIGTERM or Ctrl-C ends the program gracefully: searches that run are finished and answered, requests that wait are refused.
//
// GET /healthz says whether the server takes requests (200) or is about to end (503), and how many searches run and wait.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

// A config is what the flags say.
type config struct {
	searchers int           // searches at the same time
	queue     int           // requests that may wait for one
	wait      time.Duration // the longest that a request waits
	search    time.Duration // the longest search that a client may ask for
	hashBytes int64         // memory of each searcher
}

func main() {
	c := config{}
	addr := flag.String("addr", "localhost:8080", "the address to listen on; port 0 chooses a free one")
	flag.IntVar(&c.searchers, "searchers", runtime.GOMAXPROCS(0), "searches that may run at once")
	flag.IntVar(&c.queue, "queue", 16, "requests that may wait while all searchers are busy")
	flag.DurationVar(&c.wait, "wait", 10*time.Second, "the longest that a request waits")
	flag.DurationVar(&c.search, "search", 5*time.Second, "the longest search that a client may ask for")
	flag.Int64Var(&c.hashBytes, "hash", 16<<20, "bytes of memory for each searcher's positions")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "server: unexpected argument %q; -h lists the flags\n", flag.Arg(0))
		os.Exit(2)
	}
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	listener, err := net.Listen("tcp", *addr)
	if err == nil {
		err = serve(ctx, listener, c, log)
	}
	if err != nil {
		log.Error("server failed", "error", err)
		os.Exit(1)
	}
}

// serve answers requests until ctx ends. Then it takes no more, lets the searches that run come to their ends, and returns when all are
// answered.
func serve(ctx context.Context, listener net.Listener, c config, log *slog.Logger) error {
	defer listener.Close()
	pool, err := newPool(c)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:        newHandler(pool, c, log),
		ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelError),
		MaxHeaderBytes: 8 << 10,
		ReadTimeout:    10 * time.Second,
		WriteTimeout:   10*time.Second + c.wait + c.search + 5*time.Second, // reading, waiting, searching, writing
		IdleTimeout:    time.Minute,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	log.Info("listening", "addr", listener.Addr().String(), "searchers", c.searchers, "queue", c.queue)
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("stopping", "running", pool.running(), "waiting", pool.waiting())
	pool.close()
	grace, done := context.WithTimeout(context.Background(), c.search+2*time.Second)
	defer done()
	if err := server.Shutdown(grace); err != nil { // a client that reads too slowly, say
		return errors.Join(fmt.Errorf("not all requests were answered: %w", err), server.Close())
	}
	log.Info("stopped")
	return nil
}
