package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/games"
)

// moveScale is how many units of the order of moves are one unit of log-odds, so that histories and move scores are of one size.
const moveScale = 100

// scale is how many units of the evaluation are one unit of log-odds.
const scale = 200

// A sample is a position as the model sees it.
type sample struct {
	points []feature // own minus opponent's points by code, or by code and color where the colors differ
	threat int32
	target float32
	moves  []candidate // choices for the move model, the best one first
}

type feature struct {
	code  int32
	count float32
}

type candidate struct{ mine, his int32 }

// fitSettings are what decides what comes of games. Their names in JSON are those of the flags.
type fitSettings struct {
	Passes       int     `json:"epochs"`
	Lambda       float64 `json:"lambda"`
	Rate         float64 `json:"rate"`
	Decay        float64 `json:"decay"`
	NetPasses    int     `json:"net"`
	NetRate      float64 `json:"net-rate"`
	NetDecay     float64 `json:"net-decay"`
	PolicyPasses int     `json:"policy"`
	PolicyRate   float64 `json:"policy-rate"`
	PolicyDecay  float64 `json:"policy-decay"`
	Patience     int     `json:"patience"`
	Keep         bool    `json:"keep,omitempty"`
	Warm         bool    `json:"warm,omitempty"`
	Seed         uint64  `json:"seed"`
}

// flags gives the settings their flags and defaults.
func (s *fitSettings) flags(fs *flag.FlagSet) {
	fs.IntVar(&s.Passes, "epochs", 12, "passes over the data")
	fs.Float64Var(&s.Lambda, "lambda", 0.8, "what each later score of a game counts for a position, relative to the one before; 1: the result alone")
	fs.Float64Var(&s.Rate, "rate", 0.003, "learning rate of Adam at the start")
	fs.Float64Var(&s.Decay, "decay", 2e-4, "weight decay of what a code has beyond its lines and pairs of lines")
	fs.IntVar(&s.NetPasses, "net", 14, "passes over the data for the net; 0: none")
	fs.Float64Var(&s.NetRate, "net-rate", 0.002, "learning rate of the net at the start")
	fs.Float64Var(&s.NetDecay, "net-decay", 0.01, "weight decay of the net")
	fs.IntVar(&s.PolicyPasses, "policy", 8, "passes over the data for the order of moves; 0: none beyond the tables")
	fs.Float64Var(&s.PolicyRate, "policy-rate", 0.02, "learning rate of the order of moves at the start")
	fs.Float64Var(&s.PolicyDecay, "policy-decay", 0.01, "weight decay of the order of moves")
	fs.IntVar(&s.Patience, "patience", 4, "stop after so many passes that were no better on the games kept back, and take the best; 0: take the last")
	fs.BoolVar(&s.Keep, "keep", false, "keep the points of the weights to begin with and fit the rest alone")
	fs.BoolVar(&s.Warm, "warm", false, "with -keep: begin with their net and order of moves too, not by chance; wants a small -net-rate and -policy-rate")
}

func (s *fitSettings) valid() error {
	positive := func(x float64) bool { return x > 0 && x <= 1 }
	share := func(x float64) bool { return x >= 0 && x <= 1 }
	switch {
	case s.Passes < 1 && !s.Keep:
		return fmt.Errorf("-epochs %d: want at least 1", s.Passes)
	case s.NetPasses < 0 || s.NetPasses+s.PolicyPasses == 0 && s.Keep:
		return fmt.Errorf("-net %d: want at least 0 passes, with -keep and -policy 0 at least 1", s.NetPasses)
	case s.PolicyPasses < 0:
		return fmt.Errorf("-policy %d: want at least 0 passes", s.PolicyPasses)
	case !(s.Lambda >= 0 && s.Lambda <= 1):
		return fmt.Errorf("-lambda %v: want 0 to 1", s.Lambda)
	case !positive(s.Rate) || !positive(s.NetRate) || !positive(s.PolicyRate):
		return fmt.Errorf("-rate %v, -net-rate %v, -policy-rate %v: want more than 0 and at most 1", s.Rate, s.NetRate, s.PolicyRate)
	case !share(s.Decay) || !share(s.NetDecay) || !share(s.PolicyDecay):
		return fmt.Errorf("-decay %v, -net-decay %v, -policy-decay %v: want 0 to 1", s.Decay, s.NetDecay, s.PolicyDecay)
	case s.Warm && !s.Keep:
		return errors.New("-warm: wants -keep too")
	case s.Patience < 0:
		return fmt.Errorf("-patience %d: want at least 0", s.Patience)
	}
	return nil
}

func fit(args []string) error {
	fs := flag.NewFlagSet("fit", flag.ExitOnError)
	data := fs.String("data", "", "files of games, separated by commas")
	out := fs.String("out", "", "weight file to write; a record of the fit goes beside it, with "+recordEnding+" behind its name")
	base := fs.String("base", "", "weight file whose other rules are kept; with -keep the fit begins with it, for a rule that it does not have with its freestyle")
	curvesTo := fs.String("curves", "", "files for the learning curves, separated by commas: .md, .csv, .png or .svg")
	var rule gomoku.Rule
	fs.TextVar(&rule, "rule", gomoku.Freestyle, "freestyle, standard, renju, caro or caro-overline")
	var s fitSettings
	s.flags(fs)
	fs.Uint64Var(&s.Seed, "seed", 1, "seed of the order of samples")
	fs.Parse(args)
	if fs.NArg() > 0 {
		return fmt.Errorf("fit: unexpected argument %q: files of games go after -data, separated by commas", fs.Arg(0))
	}
	if err := s.valid(); err != nil {
		return err
	}
	if *out == "" || *data == "" {
		return errors.New("fit needs -data and -out")
	}
	for _, name := range fields(*curvesTo) {
		if err := endingOf(name, ".md", ".csv", ".png", ".svg"); err != nil {
			return err
		}
	}
	for _, name := range append(fields(*curvesTo), *out) { // better now than after all the work
		if _, err := os.Stat(filepath.Dir(name)); err != nil {
			return err
		}
	}
	for _, name := range fields(*data) {
		if a, err := os.Stat(name); err == nil {
			if b, err := os.Stat(*out); err == nil && os.SameFile(a, b) {
				return fmt.Errorf("-out %s would overwrite the games of -data", *out)
			}
		}
	}
	f := new(weightFile)
	if *base != "" {
		var err error
		if f, _, err = readWeightFile(*base); err != nil {
			return err
		}
	}
	list, err := readGames(*data)
	if err != nil {
		return err
	}
	record, err := s.fit(f, list, rule, os.Stdout)
	if err != nil {
		return err
	}
	if err := f.write(*out, record); err != nil {
		return err
	}
	for _, name := range fields(*curvesTo) {
		if err := writeCurves(name, record.Curves); err != nil {
			return err
		}
	}
	return nil
}

// start returns the weights that a rule begins with, those of freestyle where the file has none of its own, and the rule that they
// were made for.
func (s *fitSettings) start(f *weightFile, rule gomoku.Rule) (w *eval.Weights, from gomoku.Rule, err error) {
	w, from = f.set[rule], rule
	if free := f.set[gomoku.Freestyle]; w == nil && free != nil {
		w, from = eval.Adapt(free, pattern.Rule(rule)), gomoku.Freestyle
	}
	switch {
	case w == nil:
		return nil, from, fmt.Errorf("no weights for %v, nor for freestyle", rule)
	case s.Warm && (w.Net == nil || w.Policy == nil):
		return nil, from, fmt.Errorf("no net or no order of moves for %v, which -warm wants", rule)
	}
	return w, from, nil
}

// fit fits the weights of a rule to the games of the rule, puts them into f, and tells w how it goes.
func (s fitSettings) fit(f *weightFile, list []*games.Game, rule gomoku.Rule, w io.Writer) (*fitRecord, error) {
	list = slices.DeleteFunc(slices.Clone(list), func(g *games.Game) bool { return g.Rule != rule })
	split := rule == gomoku.Renju // Black and White have weights of their own
	r := &fitRecord{summary: summary{Rule: rule, Data: games.Sum(list), Games: len(list), Settings: s, Losses: map[string]float64{}}}
	for i := range list {
		if keptBack(i) {
			r.KeptBack++
		}
	}
	var weights *eval.Weights
	if s.Keep {
		start, from, err := s.start(f, rule)
		if err != nil {
			return nil, fmt.Errorf("-keep: -base: %w", err)
		}
		copied := *start
		weights = &copied
		if kept := f.fitOf(from); kept != nil {
			copied := *kept // the record that follows takes its place
			r.Kept = &copied
		}
	} else {
		var err error
		if weights, err = fitPoints(r, list, split, w); err != nil {
			return nil, err
		}
	}
	if s.PolicyPasses > 0 {
		if err := fitPolicy(r, weights, list, split, w); err != nil {
			return nil, err
		}
	}
	if s.NetPasses > 0 {
		if err := fitNet(r, weights, list, split, w); err != nil {
			return nil, err
		}
	}
	f.set[rule] = weights
	return r, nil
}

// keptBack reports whether the i-th game of a rule is to check, not to learn from: whole games are, for the positions of one
// are much alike.
func keptBack(i int) bool { return i%20 == 0 }

// divide makes positions of games, those to learn from and those to check.
func divide[S any](list []*games.Game, samples func(*games.Game) []S) (train, check []S) {
	for i, g := range list {
		if s := samples(g); keptBack(i) {
			check = append(check, s...)
		} else {
			train = append(train, s...)
		}
	}
	return train, check
}

// fitPoints fits all but the net, and notes in r what came of it.
func fitPoints(r *fitRecord, list []*games.Game, split bool, w io.Writer) (*eval.Weights, error) {
	s := r.Settings
	train, check := divide(list, func(g *games.Game) []sample { return samples(g, s.Lambda, split) })
	r.Positions, r.Checked = len(train), len(check)
	fmt.Fprintf(w, "%d games, %d positions to learn from, %d to check\n", len(list), len(train), len(check))
	if len(train) == 0 || len(check) == 0 {
		return nil, fmt.Errorf("too few games of %v: %d of them have %d positions to learn from and %d to check", r.Rule, len(list), len(train), len(check))
	}
	m, some := newModel(split), fixedSample(train)
	random := rand.New(rand.NewPCG(s.Seed, 0))
	values, moves := curve{Name: "values"}, curve{Name: "moves"} // two models that share nothing: each has its own best pass
	best := map[*table][]float64{}
	for epoch := range s.Passes {
		random.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		step := s.Rate * math.Pow(0.1, 1.5*float64(epoch)/float64(s.Passes))
		m.learn(train, step, s.Decay)
		learnedValue, learnedMove, _ := m.check(some)
		value, move, top := m.check(check)
		if values.add(loss{learnedValue, value}, s.Patience) {
			best[m.point], best[m.threat] = slices.Clone(m.point.current), slices.Clone(m.threat.current)
		}
		if moves.add(loss{learnedMove, move}, s.Patience) {
			best[m.attack], best[m.defend] = slices.Clone(m.attack.current), slices.Clone(m.defend.current)
		}
		fmt.Fprintf(w, "pass %2d: value loss %.5f (learned from: %.5f), move loss %.5f (%.5f), best move first %.3f\n",
			epoch+1, value, learnedValue, move, learnedMove, top)
		if values.stalled(s.Patience) && moves.stalled(s.Patience) {
			fmt.Fprintf(w, "no better for %d passes\n", s.Patience)
			break
		}
	}
	for t, current := range best {
		t.current = current
	}
	r.Curves = append(r.Curves, values, moves)
	r.Losses[values.Name], r.Losses[moves.Name] = rounded(values.best().Kept), rounded(moves.best().Kept)
	return m.weights(), nil
}

// readGames reads files of games, those of each file by their numbers: which of them end first is chance.
func readGames(names string) (list []*games.Game, err error) {
	all := fields(names)
	sums := map[string]string{} // names of the files by their games
	for i, name := range all {
		if slices.Contains(all[:i], name) {
			return nil, fmt.Errorf("%s is there twice: its games would be learned from and checked with at once", name)
		}
		start := len(list)
		for g, err := range games.All(name) {
			if err != nil {
				return nil, err
			}
			list = append(list, g)
		}
		slices.SortFunc(list[start:], func(a, b *games.Game) int { return cmp.Compare(a.Number, b.Number) })
		if len(list) == start {
			continue
		}
		sum := games.Sum(list[start:])
		if first, ok := sums[sum]; ok {
			return nil, fmt.Errorf("%s and %s hold the same games, which would be learned from and checked with at once: leave one out", first, name)
		}
		sums[sum] = name
	}
	return list, nil
}

func cellOf(p gomoku.Point) position.Cell { return position.CellAt(p.XY()) }

// samples turns a game into positions. Those that the counters decide are left out: the search never evaluates them.
func samples(g *games.Game, lambda float64, split bool) (list []sample) {
	lessons(g, position.StandardTables(g.Size, pattern.Rule(g.Rule)), lambda, func(p *position.Position, k int, target float32) {
		me, he := p.Side(), p.Side().Opponent()
		s := sample{threat: int32(p.Threats()), target: target}
		if split && me == pattern.White {
			s.threat += eval.NumThreats
		}
		counts := map[int32]float32{}
		empty := p.EmptyCells()
		for _, q := range empty.Append(nil) {
			for _, color := range [2]pattern.Color{me, he} {
				code := int32(p.Lines4(color, q).Code())
				if split && color == pattern.White {
					code += int32(pattern.NumCodes)
				}
				if color == me {
					counts[code]++
				} else {
					counts[code]--
				}
			}
		}
		for code, n := range counts {
			if n != 0 {
				s.points = append(s.points, feature{code, n})
			}
		}
		slices.SortFunc(s.points, func(a, b feature) int { return cmp.Compare(a.code, b.code) }) // sums depend on the order
		s.moves = choices(p, cellOf(g.Plies[k].Best), split)
		list = append(list, s)
	})
	return list
}

// targets returns, for each searched move of a game, what the evaluation of the position before it should say, as Black's
// chance to win: the mean of the search's scores from there on and of the result in the end, each later one counting lambda
// times the one before (temporal differences, Sutton 1988). The search alone would teach the evaluation what it believes
// already, and the result alone a little about much at a time.
func targets(g *games.Game, lambda float64) []float64 {
	list := make([]float64, len(g.Plies))
	next := g.Points(gomoku.Black)
	for k := len(list) - 1; k >= 0; k-- {
		chance := sigmoid(float64(g.Plies[k].Score) / scale) // a certain score is as good as 0 or 1
		if g.Mover(g.Random+k) == gomoku.White {
			chance = 1 - chance
		}
		next = (1-lambda)*chance + lambda*next
		list[k] = next
	}
	return list
}

// lessons visits the positions of a game that teach something: the one before the k-th searched move, with the chance of its
// mover to win. Where the counters decide an evaluation is never asked for, and where the search has seen the end there is
// nothing to learn.
func lessons(g *games.Game, t *position.Tables, lambda float64, visit func(p *position.Position, k int, target float32)) {
	target := targets(g, lambda)
	p := position.New(t)
	for i, q := range g.Moves {
		me, he := p.Side(), p.Side().Opponent()
		if k := i - g.Random; k >= 0 && p.Fives(me)+p.Fives(he)+p.WinFours(me) == 0 {
			if _, certain := g.Plies[k].Score.Mate(); !certain {
				chance := target[k]
				if me == pattern.White {
					chance = 1 - chance
				}
				visit(p, k, float32(chance))
			}
		}
		c := cellOf(q)
		if p.Wins(me, c) {
			break
		}
		p.Play(c)
	}
}

// choices lists the candidate moves, the best one first.
func choices(p *position.Position, best position.Cell, split bool) (list []candidate) {
	me, he := p.Side(), p.Side().Opponent()
	near := p.Candidates()
	if !near.Has(best) {
		return nil
	}
	add := func(q position.Cell) {
		c := candidate{int32(p.Lines4(me, q).Code()), int32(p.Lines4(he, q).Code())}
		if split && me == pattern.White {
			c.mine += int32(pattern.NumCodes)
			c.his += int32(pattern.NumCodes)
		}
		list = append(list, c)
	}
	add(best)
	for _, q := range near.Append(nil) {
		if q != best && p.Foul(q) == position.NoFoul {
			add(q)
		}
	}
	return list
}

// A table is a vector of values by code that are the sum of parts: one for each line, one for each pair of lines, and one
// of the code's own, which decay pulls to zero. Rare codes thus get their value from their lines.
type table struct {
	parts   []int32 // for each value, perValue indices into theta
	each    int
	owns    int // theta from here on are values of codes alone
	theta   []float64
	grad    []float64
	m, v    []float64
	current []float64 // the sums
	touched []float64 // gradient by value
}

func newTable(values, each, shared int, part func(value int) []int32) *table {
	t := &table{each: each + 1, owns: shared}
	n := shared + values
	t.theta, t.grad, t.m, t.v = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	t.current, t.touched = make([]float64, values), make([]float64, values)
	for value := range values {
		t.parts = append(append(t.parts, part(value)...), int32(shared+value))
	}
	return t
}

func (t *table) sum() {
	for value := range t.current {
		s := 0.0
		for _, i := range t.parts[value*t.each : (value+1)*t.each] {
			s += t.theta[i]
		}
		t.current[value] = s
	}
}

// step is one step of Adam (Kingma and Ba, 2015).
func (t *table) step(rate, decay float64, n int) {
	clear(t.grad)
	for value, g := range t.touched {
		if g != 0 {
			for _, i := range t.parts[value*t.each : (value+1)*t.each] {
				t.grad[i] += g
			}
		}
	}
	clear(t.touched)
	c1, c2 := 1-math.Pow(0.9, float64(n)), 1-math.Pow(0.999, float64(n))
	for i, g := range t.grad {
		if i >= t.owns {
			g += decay * t.theta[i]
		}
		t.m[i] = 0.9*t.m[i] + 0.1*g
		t.v[i] = 0.999*t.v[i] + 0.001*g*g
		t.theta[i] -= rate * (t.m[i] / c1) / (math.Sqrt(t.v[i]/c2) + 1e-8)
	}
	t.sum()
}

// linesOf returns, for every code, its four lines in ascending order.
func linesOf() [][4]int {
	list := make([][4]int, pattern.NumCodes)
	n := int(pattern.NumLines)
	for a := range n {
		for b := range a + 1 {
			for c := range b + 1 {
				for d := range c + 1 {
					lines := pattern.Lines(a) | pattern.Lines(b)<<4 | pattern.Lines(c)<<8 | pattern.Lines(d)<<12
					list[lines.Code()] = [4]int{d, c, b, a}
				}
			}
		}
	}
	return list
}

// newCodeTable makes a table by code, for one color or for both.
func newCodeTable(colors int) *table {
	lines := linesOf()
	n := int(pattern.NumLines)
	block := n + n*n
	return newTable(colors*pattern.NumCodes, 10, colors*block, func(value int) (parts []int32) {
		offset := value / pattern.NumCodes * block
		l := lines[value%pattern.NumCodes]
		for i, a := range l {
			parts = append(parts, int32(offset+a))
			for _, b := range l[i+1:] {
				parts = append(parts, int32(offset+n+a*n+b))
			}
		}
		return parts
	})
}

func newThreatTable(colors int) *table {
	const bits = 11
	block := bits + bits*bits + 1
	each := bits + bits*(bits-1)/2
	return newTable(colors*eval.NumThreats, each, colors*block, func(value int) (parts []int32) {
		offset := value / eval.NumThreats * block
		mask := value % eval.NumThreats
		pad := int32(offset + block - 1) // stands for bits that are not set
		for i := range bits {
			if mask>>i&1 != 0 {
				parts = append(parts, int32(offset+i))
			} else {
				parts = append(parts, pad)
			}
			for j := i + 1; j < bits; j++ {
				if mask>>i&mask>>j&1 != 0 {
					parts = append(parts, int32(offset+bits+i*bits+j))
				} else {
					parts = append(parts, pad)
				}
			}
		}
		return parts
	})
}

// A model is a linear function of the points and the threat mask for values, and of the two codes of a point for moves.
type model struct {
	split                         bool
	point, threat, attack, defend *table
	steps                         int
}

func newModel(split bool) *model {
	colors := 1
	if split {
		colors = 2
	}
	return &model{split: split, point: newCodeTable(colors), threat: newThreatTable(colors), attack: newCodeTable(colors), defend: newCodeTable(colors)}
}

func (m *model) value(s *sample) float64 {
	v := m.threat.current[s.threat]
	for _, f := range s.points {
		v += float64(f.count) * m.point.current[f.code]
	}
	return v
}

func (m *model) odds(s *sample, dst []float64) []float64 {
	dst = dst[:0]
	highest := math.Inf(-1)
	for _, c := range s.moves {
		v := m.attack.current[c.mine] + m.defend.current[c.his]
		dst = append(dst, v)
		highest = max(highest, v)
	}
	total := 0.0
	for i := range dst {
		dst[i] = math.Exp(dst[i] - highest)
		total += dst[i]
	}
	for i := range dst {
		dst[i] /= total
	}
	return dst
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// batch is how many samples make a step.
const batch = 4096

func (m *model) learn(train []sample, rate, decay float64) {
	const workers = 2
	type gradient struct{ point, threat, attack, defend []float64 }
	var grads [workers]gradient
	for i := range grads {
		grads[i] = gradient{
			make([]float64, len(m.point.touched)), make([]float64, len(m.threat.touched)),
			make([]float64, len(m.attack.touched)), make([]float64, len(m.defend.touched)),
		}
	}
	for start := 0; start < len(train); start += batch {
		part := train[start:min(start+batch, len(train))]
		n := float64(len(part))
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				g := &grads[w]
				var odds []float64
				for i := w; i < len(part); i += workers {
					s := &part[i]
					d := (sigmoid(m.value(s)) - float64(s.target)) / n
					g.threat[s.threat] += d
					for _, f := range s.points {
						g.point[f.code] += d * float64(f.count)
					}
					odds = m.odds(s, odds)
					for k, o := range odds {
						if k == 0 {
							o--
						}
						g.attack[s.moves[k].mine] += o / n
						g.defend[s.moves[k].his] += o / n
					}
				}
			})
		}
		wg.Wait()
		m.steps++
		for _, g := range grads {
			for t, from := range map[*table][]float64{m.point: g.point, m.threat: g.threat, m.attack: g.attack, m.defend: g.defend} {
				for i, v := range from {
					t.touched[i] += v
				}
				clear(from)
			}
		}
		m.point.step(rate, decay, m.steps)
		m.threat.step(rate, decay, m.steps)
		m.attack.step(4*rate, decay, m.steps)
		m.defend.step(4*rate, decay, m.steps)
	}
}

// check returns the mean losses, and how often the best move is the first by its score.
func (m *model) check(list []sample) (value, move, top float64) {
	moves := 0
	var odds []float64
	for i := range list {
		s := &list[i]
		p := min(max(sigmoid(m.value(s)), 1e-9), 1-1e-9)
		y := float64(s.target)
		value -= y*math.Log(p) + (1-y)*math.Log(1-p)
		if len(s.moves) > 0 {
			moves++
			odds = m.odds(s, odds)
			move -= math.Log(max(odds[0], 1e-12))
			best := true
			for _, o := range odds[1:] {
				best = best && o < odds[0]
			}
			if best {
				top++
			}
		}
	}
	return value / float64(len(list)), move / float64(max(moves, 1)), top / float64(max(moves, 1))
}

// weights turns the model into the engine's integers.
func (m *model) weights() *eval.Weights {
	w := new(eval.Weights)
	for color := range 2 {
		codes, masks := 0, 0
		if m.split {
			codes, masks = color*pattern.NumCodes, color*eval.NumThreats
		}
		round := func(v, unit float64, low, high int) int16 {
			return int16(min(max(int(math.Round(v*unit)), low), high))
		}
		lowest := func(t *table) float64 {
			low := math.Inf(1)
			for code := range pattern.NumCodes {
				low = min(low, t.current[codes+code])
			}
			return max(low, -20)
		}
		a, d := lowest(m.attack), lowest(m.defend)
		// The empty board is worth nothing to either side. The difference of both does not know what all points have in common,
		// but a defense weight does.
		nothing, points := 0.0, 0
		empty := position.New(position.StandardTables(15, pattern.Freestyle))
		all := empty.EmptyCells()
		for _, c := range all.Append(nil) {
			for side := range 2 {
				code := empty.Lines4(pattern.Black, c).Code()
				if m.split {
					code += side * pattern.NumCodes
				}
				nothing += m.point.current[code]
				points++
			}
		}
		nothing /= float64(points)
		for code := range pattern.NumCodes {
			w.Point[color][code] = round(m.point.current[codes+code]-nothing, scale, -eval.MaxPoint, eval.MaxPoint)
			w.Attack[color][code] = round(m.attack.current[codes+code]-a, moveScale, 0, eval.MaxMove)
			w.Defend[color][code] = round(m.defend.current[codes+code]-d, moveScale, 0, eval.MaxMove)
		}
		for mask := range eval.NumThreats {
			w.Threat[color][mask] = round(m.threat.current[masks+mask], scale, -eval.MaxPoint, eval.MaxPoint)
		}
	}
	return w
}
