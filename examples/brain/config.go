package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gomoku-go/gomoku"
)

// A config holds the settings that do not come from the manager. They are in a file beside the program, because managers pass no flags,
// or in flags, which take precedence.
type config struct {
	book    bool
	level   gomoku.Level
	log     string
	seed    uint64
	threads int
	gtp     bool
}

const mostThreads = 256 // of the library

func defaultConfig() config {
	return config{book: true, level: gomoku.Expert, threads: 1}
}

// flags are the settings by name. Setting one changes c.
func (c *config) flags() *flag.FlagSet {
	f := flag.NewFlagSet("brain", flag.ContinueOnError)
	f.BoolVar(&c.book, "book", c.book, "use the opening book")
	f.TextVar(&c.level, "level", c.level, "strength: 1 to 10, or easy (2), medium (5), hard (8), expert (10)")
	f.StringVar(&c.log, "log", c.log, "`file` to append the conversation to")
	f.Uint64Var(&c.seed, "seed", c.seed, "seed of every random choice, 0 for another one each time")
	f.BoolVar(&c.gtp, "gtp", c.gtp, "speak the Go Text Protocol, for programs such as Sabaki")
	f.Func("threads", fmt.Sprintf("`number` of threads to search with, 1 to %d", mostThreads), func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > mostThreads {
			return fmt.Errorf("want 1 to %d threads", mostThreads)
		}
		c.threads = n
		return nil
	})
	return f
}

func (c *config) parse(args []string) error {
	f := c.flags()
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		err := fmt.Errorf("brain: unexpected argument %q", f.Arg(0))
		fmt.Fprintln(f.Output(), err)
		return err
	}
	return nil
}

func (c *config) options() []gomoku.Option {
	seed := c.seed
	if seed == 0 {
		seed = rand.Uint64()
	}
	options := []gomoku.Option{gomoku.WithSeed(seed), gomoku.WithLevel(c.level)}
	if c.book {
		options = append(options, gomoku.WithBook(gomoku.DefaultBook()))
	}
	return options
}

// readBeside reads the file beside the program if there is one, and returns its name. An error leaves c as it was.
func (c *config) readBeside(program func() (string, error)) (name string, err error) {
	exe, err := program()
	if err != nil {
		return "the file of settings", err
	}
	if ext := filepath.Ext(exe); strings.EqualFold(ext, ".exe") {
		exe = strings.TrimSuffix(exe, ext)
	}
	name = exe + ".ini"
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return name, nil
	}
	if err != nil {
		return name, err
	}
	defer f.Close()
	return filepath.Base(name), c.read(f, filepath.Dir(name))
}

// read takes lines "name = value". A log without a folder goes into dir. An error leaves c as it was.
func (c *config) read(r io.Reader, dir string) error {
	const most = 1 << 16 // bytes
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return err
	}
	if len(data) > most {
		return fmt.Errorf("longer than %d bytes, which settings are not", most)
	}
	changed := *c
	known := changed.flags()
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(string(data), "\ufeff")) {
		n++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		name, value = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)
		if !ok || known.Lookup(name) == nil {
			return fmt.Errorf("line %d: %.60q: want book, level, log, seed, threads or gtp = value", n, line)
		}
		if name == "log" && value != "" && !filepath.IsAbs(value) {
			value = filepath.Join(dir, value)
		}
		if err := known.Set(name, value); err != nil {
			return fmt.Errorf("line %d: %s = %.60s: %w", n, name, value, err)
		}
	}
	*c = changed
	return nil
}
