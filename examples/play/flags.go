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
	f := &flagParser{FlagSet: flag.NewFlagSet("play", flag.ContinueOnError), set: set, w: w}
	f.SetOutput(io.Discard) // one line about an error is enough
	f.gameFlags()
	f.machineFlags()
	f.fileFlags()
	f.screenFlags()
	switch err := f.Parse(args); {
	case err == nil:
	case f.bad != nil:
		return nil, f.bad
	default:
		return nil, flagError(w, err)
	}
	if set.help || set.version {
		return set, nil
	}
	if f.NArg() > 0 {
		return nil, w.errorf(w.unexpectedArg, quote(f.Arg(0)))
	}
	set.keep(f.FlagSet)
	set.settle()
	if err := set.settleReview(w); err != nil {
		return nil, err
	}
	return set, set.settleOpening(w)
}

// A flagParser defines the flags. Its errors are in the player's language.
type flagParser struct {
	*flag.FlagSet
	set *settings
	w   *words
	bad error // an error of ours, which the flag package would wrap into words of its own
}

// A valueParser takes the value of a flag and stores it, or returns what is wanted instead.
type valueParser func(value string) (want string)

func (f *flagParser) register(name string, parse valueParser) {
	f.Func(name, "", func(value string) error {
		f.set.given[name], f.set.values[name] = true, value
		if want := parse(value); want != "" {
			f.bad = f.w.errorf(f.w.badFlag, name, quote(value), want)
			return f.bad
		}
		return nil
	})
}

func (f *flagParser) boolean(name string, p *bool) {
	f.BoolFunc(name, "", func(value string) error {
		f.set.given[name], f.set.values[name] = true, value
		v, err := strconv.ParseBool(value)
		if err != nil {
			f.bad = f.w.errorf(f.w.badFlag, name, quote(value), f.w.wantBool)
			return f.bad
		}
		*p = v
		return nil
	})
}

func (f *flagParser) integer(p *int, from, to int) valueParser {
	return func(value string) string {
		n, err := strconv.Atoi(value)
		if err != nil || n < from || n > to {
			if to == math.MaxInt32 {
				return fmt.Sprintf(f.w.wantAtLeast, from)
			}
			return fmt.Sprintf(f.w.wantRange, strconv.Itoa(from), strconv.Itoa(to))
		}
		*p = n
		return ""
	}
}

func (f *flagParser) duration(p *time.Duration, least time.Duration, example string) valueParser {
	return func(value string) string {
		d, err := time.ParseDuration(value)
		if seconds, bare := strconv.ParseFloat(value, 64); bare == nil && seconds >= 0 && seconds <= maxTime.Seconds() {
			d, err = time.Duration(seconds*float64(time.Second)), nil // a number alone is seconds
		}
		if err != nil || d < least || d > maxTime {
			return fmt.Sprintf(f.w.wantDuration, example)
		}
		*p = d
		return ""
	}
}

func (f *flagParser) oneOf(choose func(i int), names ...string) valueParser {
	return func(value string) string {
		i := slices.Index(names, strings.ToLower(value))
		if i < 0 {
			return fmt.Sprintf(f.w.wantOneOf, strings.Join(names, ", "))
		}
		choose(i)
		return ""
	}
}

func (f *flagParser) file(p *string) valueParser {
	return func(value string) string {
		if value == "" {
			return f.w.wantFile
		}
		*p = value
		return ""
	}
}

// gameFlags say what is played, and by whom.
func (f *flagParser) gameFlags() {
	set, w := f.set, f.w
	f.register("size", f.integer(&set.size, gomoku.MinSize, gomoku.MaxSize))
	f.register("rule", f.oneOf(func(i int) { set.rule = gomoku.Rule(i) }, "freestyle", "standard", "renju", "caro", "caro-overline"))
	f.register("color", f.oneOf(func(i int) {
		set.human = [3]bool{gomoku.Black: i == 0 || i == 2, gomoku.White: i == 1 || i == 2}
	}, "black", "white", "both", "none"))
	f.register("clock", f.duration(&set.clock, 0, "10m"))
	f.register("opening", func(value string) string {
		if set.opening = 0; strings.EqualFold(value, "none") || set.opening.UnmarshalText([]byte(value)) == nil {
			return ""
		}
		return fmt.Sprintf(w.wantOneOf, openingNames)
	})
	f.register("name", func(value string) string {
		if strings.TrimSpace(value) == "" || strings.ContainsFunc(value, unicode.IsControl) {
			return w.wantName
		}
		set.name = value
		return ""
	})
}

// machineFlags say how the machine plays.
func (f *flagParser) machineFlags() {
	set, w := f.set, f.w
	f.register("level", func(value string) string {
		if set.level.UnmarshalText([]byte(value)) != nil {
			return fmt.Sprintf(w.wantOneOf, "1, 2, … 10, easy, medium, hard, expert")
		}
		return ""
	})
	f.register("time", f.duration(&set.time, 1, "800ms"))
	f.register("depth", f.integer(&set.depth, 0, math.MaxInt32))
	f.register("nodes", f.integer(&set.nodes, 0, math.MaxInt32))
	f.register("radius", f.integer(&set.radius, 1, gomoku.MaxSize))
	f.register("width", f.integer(&set.width, 0, math.MaxInt32))
	f.register("evaluator", f.oneOf(func(i int) { set.evaluator = [...]string{"pattern", "shape"}[i] }, "pattern", "shape"))
	f.register("defense", func(value string) string {
		const from, to = 0.1, 10
		weight, err := strconv.ParseFloat(value, 64)
		if err != nil || !(weight >= from && weight <= to) {
			return fmt.Sprintf(w.wantRange, "0.1", "10")
		}
		set.defense = weight
		return ""
	})
	f.register("book", f.file(&set.book))
	f.register("seed", func(value string) string {
		n, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return fmt.Sprintf(w.wantAtLeast, 0)
		}
		set.seed = n
		return ""
	})
}

// fileFlags say which file is loaded or reviewed, and how it is read.
func (f *flagParser) fileFlags() {
	set, w := f.set, f.w
	f.register("load", f.file(&set.load))
	f.register("review", f.file(&set.review.file))
	f.register("game", func(value string) string { return set.review.parseGame(w, value) })
	f.register("charset", func(value string) string {
		decoder, err := charset.Fallback(value)
		if err != nil {
			return w.wantCharset
		}
		set.decoder = decoder
		return ""
	})
	f.boolean("json", &set.review.json)
}

// screenFlags say what is shown, and in which form.
func (f *flagParser) screenFlags() {
	set := f.set
	f.register("coords", f.oneOf(func(i int) { set.style = style(i) }, "letters", "rowcol"))
	f.register("lang", f.oneOf(func(int) {}, "en", "zh")) // languageOf has read it already
	f.boolean("stats", &set.stats)
	f.boolean("quiet", &set.quiet)
	f.boolean("ascii", &set.ascii)
	f.boolean("version", &set.version)
	f.boolean("h", &set.help)
	f.boolean("help", &set.help)
}

// settle fills in what the flags leave open. With -depth or -nodes a game can be repeated, so the default time and level do not
// apply then. Without -seed each game has a seed of its own.
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

// command is the command line that continues a saved game, with this program as it was started.
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

// keep notes the flags to repeat when a saved game is continued: all but those whose values are in the saved game.
func (set *settings) keep(fs *flag.FlagSet) {
	ofGame := []string{"load", "size", "rule", "clock", "opening", "game", "charset"}
	fs.Visit(func(f *flag.Flag) {
		if !slices.Contains(ofGame, f.Name) {
			set.kept = append(set.kept, "-"+f.Name+"="+set.values[f.Name])
		}
	})
}
