// Web is a board in the browser: play the machine, analyze, solve puzzles, and play another person by a link.
//
//	go run ./examples/web
//
// It prints a link and opens the browser. The engine runs in the browser, compiled to WebAssembly, or in this program: the page
// offers both. The first start builds the browser's engine, which takes a minute.
//
//	go run ./examples/web -export DIR
//
// writes the page as files that any web server can serve to any number of people, without this program. Games between two people
// need the program.
//
// For others to reach the program, listen on all addresses (-addr ""), behind a proxy that speaks HTTPS. Then -client-header names the
// header in which the proxy says who the client is, such as X-Forwarded-For: the limits for each client count by it.
//
// # Rooms
//
//   - page: the files of the page, and how they are served
//   - service: what page and engine say to each other; it does the work
//   - engine: the service over HTTP; other programs may mount it
//   - wasm and build: the service in the browser
//   - games: games between two people
//   - exchange: what engine and games share of HTTP
//
// GET /healthz answers 200 while the program takes requests, and GET /metrics has counters in the format of Prometheus.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/gomoku-go/gomoku/examples/web/build"
	"github.com/gomoku-go/gomoku/examples/web/page"
)

// config holds the values of the flags.
type config struct {
	addr      string
	port      int
	noBrowser bool
	export    string
	data      string
	searches  int
	longest   time.Duration
	client    string
	verbose   bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "web:", err)
		}
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	c, err := parse(args, stderr)
	if err != nil {
		return err
	}
	level := slog.LevelWarn
	if c.verbose {
		level = slog.LevelInfo
	}
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level}))
	site, err := page.New(build.Engine, build.Loader)
	if err != nil {
		return err
	}
	say := func(text string) { fmt.Fprintln(stdout, text) }
	if c.export != "" {
		site.Add(build.Wasm(ctx, say))
		if err := site.Export(c.export); err != nil {
			return err
		}
		fmt.Fprintf(stdout, "the page is in %s\n", c.export)
		return nil
	}
	s, err := newServer(c, site, log)
	if err != nil {
		return err
	}
	listener, err := listen(c.addr, c.port)
	if err != nil {
		return errors.Join(err, s.close())
	}
	go func() {
		files, err := build.Wasm(ctx, say)
		if err != nil && ctx.Err() == nil {
			say(fmt.Sprintf("%v\nthe page will use the engine of this program", err))
		}
		site.Add(files, err)
	}()
	url := link(listener.Addr(), c.addr)
	fmt.Fprintf(stdout, "the board is at %s (Ctrl-C ends the program)\n", url)
	if !c.noBrowser {
		open(url)
	}
	return s.serve(ctx, listener)
}

func parse(args []string, stderr io.Writer) (c config, err error) {
	f := flag.NewFlagSet("web", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&c.addr, "addr", "localhost", `the address to listen on; "" for all of this machine`)
	f.IntVar(&c.port, "port", 8080, "the port to listen on; if it is taken, a free one; 0 for any")
	f.BoolVar(&c.noBrowser, "no-browser", false, "do not open the browser")
	f.StringVar(&c.export, "export", "", "write the page into this directory, for any web server, and end")
	f.StringVar(&c.data, "data", "", "the directory that keeps games between people; default: gomoku in the user's configuration directory")
	f.IntVar(&c.searches, "searches", max(runtime.GOMAXPROCS(0)-1, 1), "searches that may run at once in this program")
	f.DurationVar(&c.longest, "longest", time.Minute, "the longest search in this program")
	f.StringVar(&c.client, "client-header", "", "the header in which a proxy names the client, such as X-Forwarded-For; without a proxy leave it empty")
	f.BoolVar(&c.verbose, "v", false, "log every search and game")
	if err := f.Parse(args); err != nil {
		return c, err
	}
	switch {
	case f.NArg() > 0:
		return c, fmt.Errorf("unexpected argument %q; -h lists the flags", f.Arg(0))
	case c.port < 0 || c.port > 65535:
		return c, fmt.Errorf("-port %d: want 0 to 65535", c.port)
	case c.searches < 1:
		return c, fmt.Errorf("-searches %d: want 1 or more", c.searches)
	case c.longest < time.Second:
		return c, fmt.Errorf("-longest %v: want 1s or more", c.longest)
	}
	if c.data == "" && c.export == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return c, fmt.Errorf("no place to keep games: %w. Name one with -data", err)
		}
		c.data = filepath.Join(dir, "gomoku")
	}
	return c, nil
}

// listen listens on the port, or on a free one if it is taken.
func listen(host string, port int) (net.Listener, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if errors.Is(err, syscall.EADDRINUSE) {
		l, err = net.Listen("tcp", net.JoinHostPort(host, "0"))
	}
	return l, err
}

// link returns the address of the page for a browser on this machine.
func link(addr net.Addr, host string) string {
	_, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return "http://" + addr.String() + "/"
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}

// open opens the browser. If that does not work, the link is on the screen.
func open(url string) {
	command := []string{"xdg-open", url}
	switch runtime.GOOS {
	case "darwin":
		command[0] = "open"
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", url}
	}
	c := exec.Command(command[0], command[1:]...)
	if c.Start() == nil {
		go func() { _ = c.Wait() }()
	}
}
