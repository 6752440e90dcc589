// Convert turns game records from one format into another: whole archives, with a count of what could not be read.
//
//	go run ./examples/convert -to sgf game.psq                     # to standard output
//	go run ./examples/convert -to sgf -o archive.sgf *.psq         # many files into one
//	go run ./examples/convert -to psq -o games/ renjunet_v10.rif   # an archive into many files
//	go run ./examples/convert -to lib -lenient -charset GBK -o out.lib tree.sgf
//
// The format of a file is detected from its content; the documentation of package record lists the formats. Formats for writing are
// sgf, psq, moves, pos and lib. If the new format cannot store something that belongs to the game, such as a position that was set
// up, the game is skipped and counted.
//
// The exit status is 0 if every game was converted, 1 if some were skipped, and 2 if nothing could be done.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/record"
	"github.com/gomoku-go/gomoku/record/charset"
)

var formats = map[string]record.Format{
	"sgf": record.SGF, "psq": record.PSQ, "moves": record.Moves, "pos": record.Pos, "lib": record.RenLib,
}

const formatNames = "sgf, psq, moves, pos or lib"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(stderr, "convert:", err)
		return 2
	}
	c.stdin, c.stdout, c.stderr = stdin, stdout, stderr
	if err := c.convert(); err != nil {
		fmt.Fprintln(stderr, "convert:", err)
		return 2
	}
	games := "games"
	if c.written == 1 {
		games = "game"
	}
	fmt.Fprintf(stderr, "%d %s converted, %d skipped\n", c.written, games, c.skipped)
	if c.skipped > 0 {
		return 1
	}
	return 0
}

// A conversion is what the flags ask for, and how it goes.
type conversion struct {
	to      record.Format
	ending  string
	out     string // a file, a directory that ends with a separator, or empty for standard output
	force   bool
	options record.Options
	files   []string

	stdin            io.Reader
	stdout, stderr   io.Writer
	written, skipped int
}

func parse(args []string, stderr io.Writer) (*conversion, error) {
	c := new(conversion)
	f := flag.NewFlagSet("convert", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintln(stderr, "Usage: convert -to FORMAT [flags] [FILE...]\n\nConverts game records. Without a file, or for -, it reads standard input.")
		f.PrintDefaults()
	}
	to := f.String("to", "", "the `format` to write: "+formatNames)
	f.StringVar(&c.out, "o", "", "the `file` to write, or a directory with / at its end for one file per game; - or nothing: standard output")
	f.BoolVar(&c.force, "f", false, "overwrite files")
	lenient := f.Bool("lenient", false, "skip games that cannot be read, and say why")
	set := f.String("charset", "", "the `charset` of files that do not name theirs, such as GBK")
	f.TextVar(&c.options.Rule, "rule", gomoku.Freestyle, "the `rule` of games whose file does not say it")
	f.IntVar(&c.options.Size, "size", gomoku.DefaultSize, "the board `size` of games whose file does not say it")
	f.BoolVar(&c.options.Lines, "lines", false, "read each line of a string of moves as a game")
	f.BoolVar(&c.options.AnyGame, "any-game", false, "read SGF files of another game, or of a rule that is not supported")
	f.BoolVar(&c.options.UnclaimedFouls, "unclaimed-fouls", false, "let games of renju go on after a foul, as if White had not claimed it")
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		return nil, errors.New("see -h")
	}
	if *to == "" {
		return nil, fmt.Errorf("no format to write: want -to %s; see -h", formatNames)
	}
	if c.out == "-" {
		c.out = ""
	}
	var ok bool
	if c.to, ok = formats[strings.ToLower(*to)]; !ok {
		return nil, fmt.Errorf("-to %q: want %s", *to, formatNames)
	}
	c.ending = "." + strings.ToLower(*to)
	c.options.Decoder = charset.Decode
	if *set != "" {
		var err error
		if c.options.Decoder, err = charset.Fallback(*set); err != nil {
			return nil, err
		}
	}
	if *lenient {
		c.options.Skipped = func(err *record.SyntaxError) {
			c.skipped++
			fmt.Fprintf(c.stderr, "game %d: %v\n", err.Game, err)
		}
	}
	if c.files = f.Args(); len(c.files) == 0 {
		c.files = []string{"-"}
	}
	return c, nil
}

// convert reads all files before it writes the first one.
func (c *conversion) convert() error {
	var trees []*record.Tree
	for _, name := range c.files {
		some, err := c.read(name)
		if err != nil {
			if name == "-" {
				name = "standard input"
			}
			return fmt.Errorf("%s: %w", name, err)
		}
		trees = append(trees, some...)
	}
	sound := trees[:0]
	for _, t := range trees {
		if err := record.Write(io.Discard, c.to, t); err != nil {
			c.skipped++
			fmt.Fprintln(c.stderr, err)
			continue
		}
		sound = append(sound, t)
	}
	if len(sound) == 0 {
		return errors.New("no game to write")
	}
	c.written = len(sound)
	if strings.HasSuffix(c.out, "/") || strings.HasSuffix(c.out, string(filepath.Separator)) {
		return c.writeFiles(sound)
	}
	return c.writeFile(c.out, sound)
}

func (c *conversion) read(name string) ([]*record.Tree, error) {
	if name == "-" {
		return c.inFlags(record.Read(c.stdin, &c.options))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return c.inFlags(record.Read(f, &c.options))
}

// inFlags replaces the names of options in an error of package record by those of the flags.
func (c *conversion) inFlags(trees []*record.Tree, err error) ([]*record.Tree, error) {
	if err != nil {
		err = errors.New(strings.NewReplacer(
			"set Options.Decoder, for which package record/charset has functions", "name a charset, as in -charset GBK",
			"set Options.AnyGame", "use -any-game", "set Options.Lines", "use -lines", "Options.UnclaimedFouls is set", "-unclaimed-fouls is given", "Options.Size", "-size",
		).Replace(err.Error()))
	}
	return trees, err
}

// writeFiles writes one file per game into the directory of -o.
func (c *conversion) writeFiles(trees []*record.Tree) error {
	if err := os.MkdirAll(c.out, 0o777); err != nil {
		return err
	}
	digits := len(fmt.Sprint(len(trees)))
	for i, t := range trees {
		if err := c.writeFile(filepath.Join(c.out, fmt.Sprintf("%0*d%s", digits, i+1, c.ending)), []*record.Tree{t}); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes all games into one file: SGF holds any number, moves have one line per game, and the other formats hold one game.
func (c *conversion) writeFile(name string, trees []*record.Tree) error {
	if len(trees) > 1 && c.to != record.SGF && c.to != record.Moves {
		return fmt.Errorf("%d games, but a %v file holds one: name a directory with -o, with / at its end", len(trees), c.to)
	}
	var buf bytes.Buffer
	for games := range slices.Chunk(trees, c.perWrite(trees)) {
		if err := record.Write(&buf, c.to, games...); err != nil {
			return err
		}
	}
	if name == "" {
		_, err := c.stdout.Write(buf.Bytes())
		return err
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if c.force {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(name, flags, 0o666)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists: -f overwrites it", name)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(buf.Bytes())
	return errors.Join(err, f.Close())
}

// perWrite is the number of games for one call of record.Write.
func (c *conversion) perWrite(trees []*record.Tree) int {
	if c.to == record.SGF {
		return len(trees)
	}
	return 1
}
