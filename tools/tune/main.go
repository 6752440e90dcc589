// Command tune trains the weights of the built-in evaluation, and compares values of parameters, by the engine's own games.
// Without arguments it lists its commands.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// A command is one of those of tune.
type command struct {
	name   string
	does   string // in a line
	takes  string // how long
	writes string
	run    func(ctx context.Context, args []string, stdout, stderr io.Writer) error
	stops  string // what an interrupt leaves; empty if one ends the program at once
}

var commands = []command{
	{"fit", "trains weights on games of self-play", "half a minute for 100,000 positions", "the weight file and its record", fit, ""},
	{"pipeline", "self-play, fit and match, round by round", "minutes to hours", "weights, games and a table in -dir", runPipeline, "interrupted; the same command continues"},
	{"winrate", "fits the scale of Score.WinRate to games", "seconds", "nothing: it prints tables", winRate, "interrupted"},
	{"report", "brings docs/evaluation.md up to date", "seconds", "the document and its pictures", writeReport, ""},
	{"grid", "plays all combinations of some parameters", "5 minutes", "-table, -plot and -log, if given", grid, "interrupted; with -log the same command continues"},
	{"spsa", "improves many parameters at once by games", "20 minutes to hours", "-log, if given", spsa, "interrupted; with -log the same command continues"},
}

// renamed are commands of earlier versions.
var renamed = map[string]string{"road": "pipeline"}

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

// run runs the command that the arguments begin with.
func run(args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		usage(stderr)
		return errors.New("which command?")
	}
	name := args[0]
	switch name {
	case "-h", "-help", "--help", "help":
		usage(stdout)
		return nil
	}
	for _, c := range commands {
		if c.name == name {
			return c.start(args[1:], stdout, stderr)
		}
	}
	if now, ok := renamed[name]; ok {
		return fmt.Errorf("the command %s is called %s now: see tune %s -h", name, now, now)
	}
	return fmt.Errorf("no command %q: tune -h lists them", name)
}

// start runs the command until it ends or is interrupted. A second interrupt ends the program at once.
func (c *command) start(args []string, stdout, stderr io.Writer) error {
	ctx := context.Background()
	if c.stops != "" {
		var stop context.CancelFunc
		ctx, stop = signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
		defer stop()
		context.AfterFunc(ctx, stop)
	}
	err := c.run(ctx, args, stdout, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return nil
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return errors.New(c.stops)
	}
	return err
}

func usage(w io.Writer) {
	fmt.Fprint(w, "usage: go run ./tune COMMAND [flags]; -h after a command explains it and its flags\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-10s%s\n  %-10stakes %s; writes %s\n", c.name, c.does, "", c.takes, c.writes)
	}
	fmt.Fprint(w, "\nTimes are those of two cores with the default flags.\n")
}
