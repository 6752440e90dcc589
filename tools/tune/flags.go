package main

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/tools/internal/experiment"
	"github.com/gomoku-go/gomoku/tools/internal/training"
)

// newFlags returns the flags of a command whose -h shows the introduction before them.
func newFlags(name, introduction string, stdout io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard) // errors are returned
	f.Usage = func() {
		fmt.Fprintf(stdout, "usage: go run ./tune %s [flags]\n\n%s\n\nflags:\n", name, strings.TrimSpace(introduction))
		f.VisitAll(func(one *flag.Flag) {
			value, text := flag.UnquoteUsage(one)
			if one.DefValue != "" && one.DefValue != "false" {
				text += fmt.Sprintf(" (default: %s)", one.DefValue)
			}
			fmt.Fprintf(stdout, "  %s\n%s", strings.TrimSpace("-"+one.Name+" "+value), wrap(text, "        ", 90))
		})
	}
	return f
}

// parse reads the flags of a command that takes nothing else. Help is shown for -h alone.
func parse(f *flag.FlagSet, args []string, hint string) error {
	help := f.Usage
	f.Usage = func() {}
	switch err := f.Parse(args); {
	case err == flag.ErrHelp:
		help()
		return err
	case err != nil:
		return fmt.Errorf("%w; tune %s -h lists the flags", err, f.Name())
	case f.NArg() > 0:
		return fmt.Errorf("%s: unexpected argument %q: %s", f.Name(), f.Arg(0), hint)
	}
	return nil
}

// wrap breaks a text into lines of a width, each indented.
func wrap(text, indent string, width int) string {
	var b strings.Builder
	line := indent
	for _, word := range strings.Fields(text) {
		if len(line)+len(word)+1 > width && line != indent {
			fmt.Fprintln(&b, line)
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	fmt.Fprintln(&b, line)
	return b.String()
}

const seeFlags = "all is said by flags, which -h lists"

// data is a flag for files of games.
func dataFlag(f *flag.FlagSet, text string) *string {
	return f.String("data", "", "`files` of games, separated by commas"+text)
}

const dataHint = "files of games go after -data, separated by commas"

func ruleFlag(f *flag.FlagSet, rule *gomoku.Rule) {
	f.TextVar(rule, "rule", gomoku.Freestyle, "freestyle, standard, renju, caro or caro-overline")
}

func sizeFlag(f *flag.FlagSet, size *int) {
	f.IntVar(size, "size", gomoku.DefaultSize, "size of the board")
}

func parallelFlag(f *flag.FlagSet, n *int) {
	f.IntVar(n, "parallel", runtime.GOMAXPROCS(0), "games at a time; changes nothing but the time")
}

// trainingFlags are what fit and pipeline have in common.
func trainingFlags(f *flag.FlagSet, rule *gomoku.Rule, s *training.Settings) {
	ruleFlag(f, rule)
	f.IntVar(&s.Epochs, "epochs", 12, "epochs for the values of points and threats")
	f.Float64Var(&s.Lambda, "lambda", 0.8, "what each later score of a game counts for a position, relative to the one before; 1: the result alone")
	f.Float64Var(&s.Rate, "rate", 0.003, "learning rate of Adam at the start")
	f.Float64Var(&s.Decay, "decay", 2e-4, "weight decay of what a code has beyond its lines and pairs of lines")
	f.IntVar(&s.NetEpochs, "net", 14, "`epochs` for the net; 0: none")
	f.Float64Var(&s.NetRate, "net-rate", 0.002, "learning rate of the net at the start")
	f.Float64Var(&s.NetDecay, "net-decay", 0.01, "weight decay of the net")
	f.IntVar(&s.PolicyEpochs, "policy", 8, "`epochs` for the policy; 0: none beyond the tables")
	f.Float64Var(&s.PolicyRate, "policy-rate", 0.02, "learning rate of the policy at the start")
	f.Float64Var(&s.PolicyDecay, "policy-decay", 0.01, "weight decay of the policy")
	f.IntVar(&s.Patience, "patience", 4, "stop after so many epochs that were no better on the games held out, and take the best; 0: run all and take the last")
	f.BoolVar(&s.Keep, "keep", false, "keep the values of the weights to begin with and fit the rest alone")
	f.BoolVar(&s.Warm, "warm", false, "with -keep: begin with their net and policy too, not with random numbers; wants a small -net-rate and -policy-rate")
	f.Uint64Var(&s.Seed, "seed", 1, "seed of all random numbers")
}

// gameFlags are what grid and spsa have in common.
func gameFlags(f *flag.FlagSet, r *experiment.Runner, evaluator string, depth int, nodes int64) {
	g := &r.Games
	f.StringVar(&r.Evaluator, "evaluator", evaluator, "pattern or shape; for one of your own see package gomoku/tune")
	f.StringVar(&r.Weights, "weights", "", "weight `file` of the pattern evaluator; without one it is the built-in")
	f.StringVar(&r.Set, "set", "", "other parameters, for both sides: NAME=VALUE, separated by commas")
	f.IntVar(&r.Depth, "depth", depth, "depth of the searches in plies; 0: no limit")
	f.Int64Var(&r.Nodes, "nodes", nodes, "nodes a move; 0: no limit")
	ruleFlag(f, &g.Rule)
	sizeFlag(f, &g.Size)
	f.Uint64Var(&g.Seed, "seed", 1, "seed of openings and all other random choices")
	f.StringVar(&r.Openings, "openings", "", "`file` of openings, one a line as x,y x,y …, Black first; without one they are made from -seed")
	parallelFlag(f, &r.Run.Parallel)
	f.StringVar(&r.Log, "log", "", "`file` that takes every game as soon as it ends; the same command continues from it after a kill")
}
