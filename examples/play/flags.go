package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/opening"
	"github.com/gomoku-go/gomoku/record/charset"
)

const (
	defaultTime  = 800 * time.Millisecond
	defaultLevel = gomoku.Hard
	maxTime      = 1000 * time.Hour // what no game needs, and no sum of times overflows
)

// settings is what the flags say.
type settings struct {
	size      int
	rule      gomoku.Rule
	human     [3]bool // by gomoku.Color: whom a person plays
	level     gomoku.Level
	depth     int // 0: no limit
	nodes     int // 0: no limit
	radius    int
	width     int
	defense   float64
	time      time.Duration // most a move may take; 0: no limit
	seed      uint64
	book      string
	style     style
	clock     time.Duration // 0: none
	load      string
	review    reviewSettings
	opening   opening.Protocol // 0: none
	evaluator string
	stats     bool
	quiet     bool
	ascii     bool
	help      bool
	version   bool
	name      string // of the person, in records
	decoder   func(charset string, text []byte) (string, error)
	given     map[string]bool   // flags that were set
	values    map[string]string // and to what
	kept      []string          // the command line of a game that goes on
}

// flagOrder is how -h lists the flags.
var flagOrder = []string{
	"size", "rule", "color", "level", "time", "depth", "nodes", "radius", "width", "evaluator", "defense", "book", "seed", "clock", "opening", "load", "review", "game", "charset", "json",
	"coords", "lang", "name", "ascii", "stats", "quiet", "version", "h",
}

// parseFlags reads the command line. Errors are in the language of w and name the flag, the value and what is wanted.
func parseFlags(w *words, args []string) (*settings, error) {
	set := &settings{
		size: gomoku.DefaultSize, human: [3]bool{gomoku.Black: true}, level: defaultLevel, radius: 2, defense: 1,
		time: defaultTime, book: "default", evaluator: "pattern", name: "human", decoder: charset.Decode,
		given: make(map[string]bool), values: make(map[string]string),
	}
	fs := flag.NewFlagSet("play", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // one line about an error is enough
	var bad error            // an error of ours, which the flag package would wrap into words of its own
	register := func(name string, parse func(value string) (want string)) {
		fs.Func(name, "", func(value string) error {
			set.given[name], set.values[name] = true, value
			if want := parse(value); want != "" {
				bad = w.errorf(w.badFlag, name, quote(value), want)
				return bad
			}
			return nil
		})
	}
	integer := func(p *int, from, to int) func(string) string {
		return func(value string) string {
			n, err := strconv.Atoi(value)
			if err != nil || n < from || n > to {
				if to == math.MaxInt32 {
					return fmt.Sprintf(w.wantAtLeast, from)
				}
				return fmt.Sprintf(w.wantRange, strconv.Itoa(from), strconv.Itoa(to))
			}
			*p = n
			return ""
		}
	}
	duration := func(p *time.Duration, least time.Duration, example string) func(string) string {
		return func(value string) string {
			d, err := time.ParseDuration(value)
			if seconds, bare := strconv.ParseFloat(value, 64); bare == nil && seconds >= 0 && seconds <= maxTime.Seconds() {
				d, err = time.Duration(seconds*float64(time.Second)), nil // a number alone is seconds
			}
			if err != nil || d < least || d > maxTime {
				return fmt.Sprintf(w.wantDuration, example)
			}
			*p = d
			return ""
		}
	}
	oneOf := func(choose func(i int), names ...string) func(string) string {
		return func(value string) string {
			i := slices.Index(names, strings.ToLower(value))
			if i < 0 {
				return fmt.Sprintf(w.wantOneOf, strings.Join(names, ", "))
			}
			choose(i)
			return ""
		}
	}
	boolean := func(name string, p *bool) {
		fs.BoolFunc(name, "", func(value string) error {
			set.given[name], set.values[name] = true, value
			v, err := strconv.ParseBool(value)
			if err != nil {
				bad = w.errorf(w.badFlag, name, quote(value), w.wantBool)
				return bad
			}
			*p = v
			return nil
		})
	}

	register("size", integer(&set.size, gomoku.MinSize, gomoku.MaxSize))
	register("rule", oneOf(func(i int) { set.rule = gomoku.Rule(i) }, "freestyle", "standard", "renju", "caro", "caro-overline"))
	register("color", oneOf(func(i int) {
		set.human = [3]bool{gomoku.Black: i == 0 || i == 2, gomoku.White: i == 1 || i == 2}
	}, "black", "white", "both", "none"))
	register("level", func(value string) string {
		if set.level.UnmarshalText([]byte(value)) != nil {
			return fmt.Sprintf(w.wantOneOf, "1, 2, … 10, easy, medium, hard, expert")
		}
		return ""
	})
	register("time", duration(&set.time, 1, "800ms"))
	register("depth", integer(&set.depth, 0, math.MaxInt32))
	register("nodes", integer(&set.nodes, 0, math.MaxInt32))
	register("radius", integer(&set.radius, 1, gomoku.MaxSize))
	register("width", integer(&set.width, 0, math.MaxInt32))
	register("evaluator", oneOf(func(i int) { set.evaluator = [...]string{"pattern", "shape"}[i] }, "pattern", "shape"))
	register("defense", func(value string) string {
		const from, to = 0.1, 10
		f, err := strconv.ParseFloat(value, 64)
		if err != nil || !(f >= from && f <= to) {
			return fmt.Sprintf(w.wantRange, "0.1", "10")
		}
		set.defense = f
		return ""
	})
	file := func(p *string) func(string) string {
		return func(value string) string {
			if value == "" {
				return w.wantFile
			}
			*p = value
			return ""
		}
	}
	register("book", file(&set.book))
	register("seed", func(value string) string {
		n, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return fmt.Sprintf(w.wantAtLeast, 0)
		}
		set.seed = n
		return ""
	})
	register("clock", duration(&set.clock, 0, "10m"))
	register("load", file(&set.load))
	register("review", file(&set.review.file))
	register("game", func(value string) string { return set.review.parseGame(w, value) })
	register("charset", func(value string) string {
		decoder, err := charset.Fallback(value)
		if err != nil {
			return w.wantCharset
		}
		set.decoder = decoder
		return ""
	})
	register("opening", func(value string) string {
		if set.opening = 0; strings.EqualFold(value, "none") || set.opening.UnmarshalText([]byte(value)) == nil {
			return ""
		}
		return fmt.Sprintf(w.wantOneOf, openingNames)
	})
	register("coords", oneOf(func(i int) { set.style = style(i) }, "letters", "rowcol"))
	register("lang", oneOf(func(int) {}, "en", "zh")) // languageOf has seen to it
	boolean("json", &set.review.json)
	boolean("stats", &set.stats)
	boolean("quiet", &set.quiet)
	boolean("ascii", &set.ascii)
	register("name", func(value string) string {
		if strings.TrimSpace(value) == "" || strings.ContainsFunc(value, unicode.IsControl) {
			return w.wantName
		}
		set.name = value
		return ""
	})
	boolean("version", &set.version)
	boolean("h", &set.help)
	boolean("help", &set.help)

	switch err := fs.Parse(args); {
	case err == nil:
	case bad != nil:
		return nil, bad
	default:
		return nil, flagError(w, err)
	}
	if set.help || set.version {
		return set, nil
	}
	if fs.NArg() > 0 {
		return nil, w.errorf(w.unexpectedArg, quote(fs.Arg(0)))
	}
	set.keep(fs)
	set.settle()
	if err := set.settleReview(w); err != nil {
		return nil, err
	}
	return set, set.settleOpening(w)
}

// settle decides what was left open. A depth or a number of nodes makes a game that can be repeated, so it comes without the default time and level, unless they
// were asked for; a game without a seed is unlike the last one.
func (set *settings) settle() {
	if set.depth > 0 || set.nodes > 0 {
		if !set.given["time"] {
			set.time = 0
		}
		if !set.given["level"] {
			set.level = gomoku.Expert
		}
	}
	if !set.given["seed"] {
		set.seed = uint64(time.Now().UnixNano())
	}
}

// flagError puts the flag package's own errors into the player's language.
func flagError(w *words, err error) error {
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: "); ok {
		return w.errorf(w.unknownFlag, name)
	}
	if name, ok := strings.CutPrefix(err.Error(), "flag needs an argument: "); ok {
		return w.errorf(w.flagNeedsArg, name)
	}
	return err
}

// usage is the text of -h.
func usage(w *words) string {
	var s strings.Builder
	s.WriteString(w.usageHead)
	for _, name := range flagOrder {
		f := w.flags[name]
		left := "  -" + name
		if f.arg != "" {
			left += " " + f.arg
		}
		fmt.Fprintf(&s, "%s%s %s", left, strings.Repeat(" ", max(26-textWidth(left), 0)), f.text)
		if f.def != "" {
			fmt.Fprintf(&s, w.defaultIs, f.def)
		}
		s.WriteByte('\n')
	}
	s.WriteString(w.usageTail)
	return s.String()
}

// openBook reads the book that -book names; nil is none.
func (set *settings) openBook(w *words) (*gomoku.Book, error) {
	switch set.book {
	case "none":
		return nil, nil
	case "default":
		return gomoku.DefaultBook(), nil
	}
	f, err := os.Open(set.book)
	if err == nil {
		defer f.Close()
		var book *gomoku.Book
		if book, err = gomoku.ReadBook(f); err == nil {
			return book, nil
		}
	}
	return nil, w.errorf(w.cannotReadBook, quote(set.book), cause(err))
}

// searchOptions are the options of every searcher of a game.
func (set *settings) searchOptions() []gomoku.Option {
	opts := []gomoku.Option{}
	if set.evaluator == "shape" {
		opts = append(opts, gomoku.WithEvaluator(new(gomoku.ShapeEvaluator)))
	}
	if set.defense != 1 {
		opts = append(opts, gomoku.WithDefenseWeight(set.defense))
	}
	if set.given["radius"] {
		opts = append(opts, gomoku.WithRadius(set.radius))
	}
	if set.given["width"] {
		opts = append(opts, gomoku.WithWidth(set.width))
	}
	if set.depth > 0 {
		opts = append(opts, gomoku.WithDepth(set.depth))
	}
	if set.nodes > 0 {
		opts = append(opts, gomoku.WithNodes(int64(set.nodes)))
	}
	if set.time > 0 {
		opts = append(opts, gomoku.WithTimeBudget(set.time))
	}
	return opts
}

// machineOptions are those of the machine as an opponent.
func (set *settings) machineOptions(book *gomoku.Book, seed uint64) []gomoku.Option {
	opts := append(set.searchOptions(), gomoku.WithLevel(set.level), gomoku.WithSeed(seed))
	if book != nil {
		opts = append(opts, gomoku.WithBook(book))
	}
	return opts
}

// optionFlags names the flags that set the library's options.
var optionFlags = map[string]string{
	"WithDefenseWeight": "defense", "WithRadius": "radius", "WithWidth": "width", "WithDepth": "depth", "WithNodes": "nodes", "WithTimeBudget": "time",
	"WithLevel": "level", "WithSeed": "seed", "WithBook": "book", "WithEvaluator": "evaluator",
}

// optionError turns the library's refusal of an option into one of the flag behind it.
func optionError(w *words, err error) error {
	oe, ok := errors.AsType[*gomoku.OptionError](err)
	if !ok {
		return err
	}
	name, ok := optionFlags["With"+strings.TrimPrefix(oe.Option, "With")]
	if !ok {
		return err
	}
	return w.errorf(w.badFlag, name, quote(fmt.Sprint(oe.Value)), oe.Want)
}

// command is the command line that goes on with a saved game, as this program was started.
func (set *settings) command(file string) string {
	program := os.Args[0]
	if info, ok := debug.ReadBuildInfo(); ok && strings.Contains(filepath.ToSlash(program), "/go-build") {
		program = "go run " + info.Path // started by go run, from a file that is gone soon
	} else {
		program = shellQuote(program)
	}
	words := []string{program, "-load", shellQuote(file)}
	for _, arg := range set.kept {
		words = append(words, shellQuote(arg))
	}
	return strings.Join(words, " ")
}

// shellQuote quotes a word for a shell where that is needed.
func shellQuote(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./=:,+@%", r)
	}) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// keep notes the flags that mean something for a game that goes on: all but those that a saved game says itself.
func (set *settings) keep(fs *flag.FlagSet) {
	ofGame := []string{"load", "size", "rule", "clock", "opening", "game", "charset"}
	fs.Visit(func(f *flag.Flag) {
		if !slices.Contains(ofGame, f.Name) {
			set.kept = append(set.kept, "-"+f.Name+"="+set.values[f.Name])
		}
	})
}
