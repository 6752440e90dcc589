// Server answers positions with moves over HTTP: JSON in, JSON out, and a pool of searchers behind it.
//
//	go run ./examples/server -addr localhost:8080
//	curl -d '{"position": "h8i9i8", "limits": {"millis": 200}}' localhost:8080/move
//
// # POST /move
//
// The request is a JSON object. Only the position is needed:
//
//   - "position": a string of moves such as "h8i9", or more, as gomoku.ParsePosition reads it: "renju 15 h8i9h7" names the rule
//     and the size of the board, and "freestyle 15" is an empty board
//   - "level": a string from "1", for beginners, to "10"; or "easy", "medium", "hard", "expert"; full strength if it is left out
//   - "limits": an object of numbers: "millis" is the time of the search, at most that of -search, and 1000 if it is left out;
//     "depth" and "nodes" limit the search further; "lines" asks for several moves
//
// The reply is a gomoku.Result, with the winning chances of the side to move, and the time that the request waited for a searcher:
//
//	{"best":"h7","score":35,"depth":14,"lines":[{"moves":["h7","g8"],"score":35}],"stop":"time","stats":{…},"chances":0.54,"waitedMillis":0}
//
// An error is {"error": "what is wrong"}, with one of these status codes:
//
//   - 400: the request makes no sense
//   - 413: the request is longer than 16 KiB
//   - 422: the game is over, or there is no legal move
//   - 429: the queue is full. Retry-After says when to try again, in seconds
//   - 503: no searcher became free in time, or the server is stopping; with Retry-After too
//
// # GET /healthz
//
// The status is 200 while the server takes requests and 503 while it stops. The reply says how many searches run and how many
// requests wait: {"running":0,"status":"ok","waiting":0}.
//
// # How it works
//
// Every search wants a whole processor, so the server bounds how many run:
//
//   - There is one search at a time for each searcher (-searchers). More requests wait in a queue (-queue).
//   - The time limit of a search counts from its start, not from the request.
//   - Every search has a time limit, so every request ends. When a client disconnects, its search stops.
//   - A searcher forgets everything between two requests: no client sees what a search for another client found.
//   - SIGTERM or Ctrl-C stops the server gracefully: running searches are finished and answered, waiting requests are refused.
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

// config holds the values of the flags.
type config struct {
	searchers int           // searches at the same time
	queue     int           // requests that may wait for one
	wait      time.Duration // the longest that a request waits
	search    time.Duration // the longest search that a client may ask for
	hashBytes int64         // memory of each searcher
}

func main() {
	c := config{}
	flag.CommandLine.Init("server", flag.ExitOnError) // its name in -h, whatever file it runs from
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

// serve answers requests until ctx ends. Then it accepts no more requests, and returns when the running searches are finished and
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
	// Shutdown gives connections that have sent nothing yet five seconds of their own.
	grace, done := context.WithTimeout(context.Background(), c.search+10*time.Second)
	defer done()
	if err := server.Shutdown(grace); err != nil { // a client that reads too slowly, say
		return errors.Join(fmt.Errorf("not all requests were answered: %w", err), server.Close())
	}
	log.Info("stopped")
	return nil
}
