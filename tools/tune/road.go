package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/match"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/checksum"
	"github.com/gomoku-go/gomoku/tools/internal/matchlog"
	"github.com/gomoku-go/gomoku/tools/internal/players"
	"github.com/gomoku-go/gomoku/tools/internal/progress"
	"github.com/gomoku-go/gomoku/tools/internal/selfplay"
)

// A roadMap is what decides where a road leads. Its names in JSON are those of the flags.
type roadMap struct {
	Rule       gomoku.Rule `json:"rule"`
	Size       int         `json:"size"`
	From       string      `json:"from"` // none, builtin, or the SHA-256 of the weight file
	Games      int         `json:"games"`
	Nodes      int64       `json:"nodes"`
	MatchGames int         `json:"match-games"`
	MatchNodes int64       `json:"match-nodes"`
	Elo0       float64     `json:"elo0"`
	Elo1       float64     `json:"elo1"`
	Seed       uint64      `json:"seed"`
	Fit        fitSettings `json:"fit"`
}

// A round is what came of one.
type round struct {
	Games     int         `json:"games"` // played in the round
	Positions int         `json:"positions"`
	Fit       summary     `json:"fit"` // to the games of all rounds so far
	Match     match.Count `json:"match"`
	Low       float64     `json:"low"` // 95 % interval of the score
	High      float64     `json:"high"`
	Verdict   string      `json:"verdict"`
	Adopted   bool        `json:"adopted"`
}

// A roadState says which rounds are over. Its file is in the directory with all that the road made: start.weights, and for
// each round N.games, N.weights with the record of the fit, and N.match.jsonl.
type roadState struct {
	Map    roadMap `json:"road"`
	Rounds []round `json:"rounds"`

	dir string
}

// road plays, fits and proves, round by round, and goes on after a kill where it was.
func road(args []string) error {
	fs := flag.NewFlagSet("road", flag.ExitOnError)
	var m roadMap
	dir := fs.String("dir", "", "directory of the road; one that holds a part of it goes on")
	rounds := fs.Int("rounds", 3, "rounds in all")
	from := fs.String("from", "builtin", "weights to begin with: none (all zero), builtin, or a file")
	parallel := fs.Int("parallel", runtime.NumCPU(), "games at a time")
	fs.TextVar(&m.Rule, "rule", gomoku.Freestyle, "freestyle, standard, renju, caro or caro-overline")
	fs.IntVar(&m.Size, "size", gomoku.DefaultSize, "board size")
	fs.IntVar(&m.Games, "games", 5000, "games of self-play a round")
	fs.Int64Var(&m.Nodes, "nodes", 2000, "nodes a move in self-play, half of it more or less by chance")
	fs.IntVar(&m.MatchGames, "match-games", 400, "games of the match of a round, at most")
	fs.Int64Var(&m.MatchNodes, "match-nodes", 5000, "nodes a move in the match")
	fs.Float64Var(&m.Elo0, "elo0", 0, "with -elo1: new weights are taken if the test accepts that they are stronger by elo1 rather than elo0, either error 5 %")
	fs.Float64Var(&m.Elo1, "elo1", 40, "see -elo0; equal to it: all games of a match are played, and the new weights taken if the 95 % interval of their score lies above one half")
	fs.Uint64Var(&m.Seed, "seed", 1, "seed of everything")
	m.Fit.flags(fs)
	fs.Parse(args)
	m.Fit.Seed = m.Seed
	switch {
	case fs.NArg() > 0:
		return fmt.Errorf("road: unexpected argument %q: see -help", fs.Arg(0))
	case *dir == "" || strings.Contains(*dir, ","):
		return fmt.Errorf("-dir %q: want a directory, without a comma in its name", *dir)
	case *rounds < 1 || m.Games < 2 || m.MatchGames < 2 || *parallel < 1:
		return errors.New("-rounds and -parallel: want at least 1, -games, of which one is kept back, and -match-games at least 2")
	case m.Nodes < leastNodes || m.MatchNodes < leastNodes:
		return fmt.Errorf("-nodes and -match-nodes: want at least %d", leastNodes)
	case !(m.Elo1 >= m.Elo0 && m.Elo0 >= -1000 && m.Elo1 <= 1000):
		return fmt.Errorf("-elo0 %v, -elo1 %v: want -1000 to 1000, -elo1 not below -elo0", m.Elo0, m.Elo1)
	}
	if _, err := gomoku.NewBoard(m.Size, m.Rule); err != nil {
		return fmt.Errorf("-size %d: %w", m.Size, err)
	}
	if err := m.Fit.valid(); err != nil {
		return err
	}
	start, err := startWeights(&m, *from)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	if err := os.MkdirAll(*dir, 0o755); err != nil {
		return err
	}
	s, err := openRoad(*dir, m, start)
	if err != nil {
		return err
	}
	for len(s.Rounds) < *rounds {
		if err := s.round(ctx, *parallel, os.Stdout, os.Stderr); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return errors.New("interrupted: the same command goes on")
		}
	}
	return s.finish(os.Stdout)
}

const leastNodes = 10

// startWeights makes what -from says, and notes in the map what that is.
func startWeights(m *roadMap, from string) (*weightFile, error) {
	f := new(weightFile)
	m.From = from
	switch from {
	case "none":
		f.set[m.Rule] = new(eval.Weights)
	case "builtin":
		f.set[m.Rule] = eval.BuiltIn(pattern.Rule(m.Rule))
	default:
		var data []byte
		var err error
		if f, data, err = readWeightFile(from); err != nil {
			return nil, err
		}
		m.From = sumOf(data)
	}
	start, _, err := m.Fit.start(f, m.Rule)
	if err != nil {
		return nil, fmt.Errorf("-from %s: %w", from, err)
	}
	f.set[m.Rule] = start
	return f, nil
}

// openRoad begins a road in a directory, or finds the one that it holds.
func openRoad(dir string, m roadMap, start *weightFile) (*roadState, error) {
	s, err := readRoad(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		s = &roadState{Map: m, dir: dir}
		if err := start.write(s.weightsOf(0), nil); err != nil {
			return nil, err
		}
		return s, s.save()
	case err != nil:
		return nil, err
	case s.Map != m:
		was, err1 := json.Marshal(s.Map)
		is, err2 := json.Marshal(m)
		return nil, errors.Join(fmt.Errorf("%s holds another road; to go on only -rounds and -parallel may change, or give another directory.\nwas %s\nis  %s", dir, was, is), err1, err2)
	}
	return s, nil
}

func readRoad(dir string) (*roadState, error) {
	name := filepath.Join(dir, "road.json")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	s := &roadState{dir: dir}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

func (s *roadState) save() error {
	data, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	return writeFile(s.path("road.json"), append(data, '\n'))
}

func (s *roadState) path(name string) string { return filepath.Join(s.dir, name) }

// weightsOf names the weight file of a round; round 0 is the start.
func (s *roadState) weightsOf(n int) string {
	if n == 0 {
		return s.path("start.weights")
	}
	return s.path(fmt.Sprintf("%d.weights", n))
}

// taken is the last round whose weights were taken.
func (s *roadState) taken() int {
	for n := len(s.Rounds); n > 0; n-- {
		if s.Rounds[n-1].Adopted {
			return n
		}
	}
	return 0
}

// seed is that of a round: 256 rounds from one seed share nothing with those of another.
func (s *roadState) seed(n int) uint64 { return s.Map.Seed<<8 + uint64(n) }

// round does what is left of the next round. It returns nil early when ctx ends.
func (s *roadState) round(ctx context.Context, parallel int, out, errs io.Writer) (err error) {
	n := len(s.Rounds) + 1
	var r round

	// The file of games stays open until the end of the round: its lock keeps a second process away.
	set, sum, err := selfplay.ReadWeights(s.weightsOf(s.taken()))
	if err != nil {
		return err
	}
	settings := games.Settings{Nodes: s.Map.Nodes, Rule: s.Map.Rule, Size: s.Map.Size, Seed: s.seed(n), Weights: []string{sum}}
	if settings.Program, err = checksum.Program(); err != nil {
		return err
	}
	w, err := games.Open(s.gamesOf(n), settings)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	missing, _ := w.Missing(s.Map.Games)
	fmt.Fprintf(out, "round %d: self-play, %d of %d games are there\n", n, s.Map.Games-missing, s.Map.Games)
	bar := progress.New(missing, errs)
	player := func() (selfplay.Player, error) { return selfplay.WithItself(set, settings), nil }
	err = selfplay.Fill(ctx, w, s.Map.Games, parallel, player, func(*games.Game) { _ = bar.Add(1) })
	_ = bar.Finish()
	if err != nil || ctx.Err() != nil {
		return err
	}

	var names []string
	for k := range n {
		names = append(names, s.gamesOf(k+1))
	}
	fitted, list, err := s.fit(n, names, out)
	if err != nil {
		return err
	}
	r.Fit = *fitted
	for _, g := range list[len(list)-s.Map.Games:] {
		r.Games++
		r.Positions += len(g.Plies)
	}

	if err := s.match(ctx, &r, n, parallel, out, errs); err != nil || ctx.Err() != nil {
		return err
	}
	s.Rounds = append(s.Rounds, r)
	fmt.Fprintf(out, "round %d: %s\n", n, r.Verdict)
	return s.save()
}

func (s *roadState) gamesOf(n int) string { return s.path(fmt.Sprintf("%d.games", n)) }

// fit makes the weight file of a round from the games of all rounds so far, unless it is there, and returns what it says.
func (s *roadState) fit(n int, names []string, out io.Writer) (*summary, []*games.Game, error) {
	list, err := readGames(strings.Join(names, ","))
	if err != nil {
		return nil, nil, err
	}
	name := s.weightsOf(n)
	f, _, err := readWeightFile(name)
	if errors.Is(err, os.ErrNotExist) {
		if f, _, err = readWeightFile(s.weightsOf(0)); err != nil {
			return nil, nil, err
		}
		record, fitErr := s.Map.Fit.fit(f, list, s.Map.Rule, out)
		if fitErr != nil {
			return nil, nil, fitErr
		}
		err = f.write(name, record)
	}
	if err != nil {
		return nil, nil, err
	}
	fit := f.fitOf(s.Map.Rule)
	if fit == nil || fit.Data != games.Sum(list) {
		return nil, nil, fmt.Errorf("%s was not fitted to the games of this road: remove it, and the same command makes it anew", name)
	}
	return fit, list, nil
}

// match plays the new weights against those before, and judges.
func (s *roadState) match(ctx context.Context, r *round, n, parallel int, out, errs io.Writer) (err error) {
	o := &match.Options{Size: s.Map.Size, Rule: s.Map.Rule, Games: s.Map.MatchGames, Seed: s.seed(n), Parallel: parallel}
	test := match.SPRT{Elo0: s.Map.Elo0, Elo1: s.Map.Elo1}
	fixed := test.Elo0 == test.Elo1
	if !fixed {
		o.SPRT = &test
	}
	var sides [2]*match.Contender
	with := map[string]string{}
	for i, name := range []string{s.weightsOf(n), s.weightsOf(s.taken())} {
		spec, err := players.Parse(fmt.Sprintf("nodes=%d,weights=%s", s.Map.MatchNodes, name))
		if err != nil {
			return err
		}
		sides[i] = spec.Contender(players.EngineLimits{})
		with["weights of "+match.Side(i).String()] = spec.WeightsSum()
	}
	log, err := matchlog.Open(s.path(fmt.Sprintf("%d.match.jsonl", n)), sides[0], sides[1], o, with)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	fmt.Fprintf(out, "round %d: match, %d of %d games are there\n", n, len(o.Done), o.Games)

	var t match.Tally
	bar := progress.New(o.Games, errs)
	for g, err := range match.Run(ctx, sides[0], sides[1], o) {
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		t.Add(g)
		_ = bar.Add(1)
	}
	_ = bar.Finish()
	r.Match = t.Total()
	r.Low, r.High = t.Interval()
	if fixed {
		r.Adopted = r.Low > 0.5
		r.Verdict = "interval above 50 %"
		if !r.Adopted {
			r.Verdict = "interval not above 50 %"
		}
	} else {
		r.Adopted = test.Decide(t) == match.AcceptedH1
		r.Verdict = fmt.Sprintf("LLR %+.2f, %v", test.LLR(t), test.Decide(t))
	}
	if r.Adopted {
		r.Verdict += ": taken"
	} else {
		r.Verdict += ": not taken"
	}
	return nil
}

// finish writes what the road came to: the weights, named by their rule, and the table of rounds.
func (s *roadState) finish(out io.Writer) error {
	from, to := s.weightsOf(s.taken()), s.path(s.Map.Rule.String()+".weights")
	for _, ending := range []string{recordEnding, ""} {
		data, err := os.ReadFile(from + ending)
		if errors.Is(err, os.ErrNotExist) && ending != "" {
			if err := os.Remove(to + ending); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
			continue // the start has no record
		}
		if err == nil {
			err = writeFile(to+ending, data)
		}
		if err != nil {
			return err
		}
	}
	text := s.text()
	fmt.Fprintf(out, "%s\nweights: %s\n", text, to)
	return writeFile(s.path("rounds.md"), []byte(text))
}

// text is the table of rounds.
func (s *roadState) text() string {
	m := s.Map
	begin := m.From
	if m.From != "none" && m.From != "builtin" {
		begin = "the file with the SHA-256 " + m.From
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%v %dx%d, weights to begin with: %s. %d games a round at %d nodes a move; matches at %d nodes; seed %d.\n\n", m.Rule, m.Size, m.Size, begin, m.Games, m.Nodes, m.MatchNodes, m.Seed)
	rows := [][]string{{"Round", "Games", "Positions searched", "Learned from, all rounds", "Loss of values", "of moves", "of the net, without → with", "Match against the weights before", "Score [95 %]", "Elo", "Verdict"}}
	for i, r := range s.Rounds {
		l := r.Fit.Losses
		net := "none"
		if v, ok := l["net"]; ok {
			net = fmt.Sprintf("%.5f → %.5f", l["without net"], v)
		}
		loss := func(name string) string {
			if v, ok := l[name]; ok {
				return fmt.Sprintf("%.5f", v)
			}
			return "kept"
		}
		rows = append(rows, []string{
			fmt.Sprint(i + 1), fmt.Sprint(r.Games), fmt.Sprint(r.Positions), fmt.Sprint(r.Fit.Positions),
			loss("values"), loss("moves"), net,
			fmt.Sprintf("%d games: +%d =%d −%d", r.Match.Games(), r.Match.Won, r.Match.Drawn, r.Match.Lost),
			fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*r.Match.Score(), 100*r.Low, 100*r.High),
			fmt.Sprintf("%+.0f", match.Elo(r.Match.Score())), r.Verdict,
		})
	}
	b.WriteString(markdown(rows, 0))
	return b.String()
}
