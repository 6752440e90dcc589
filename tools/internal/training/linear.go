package training

import (
	"math"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
	"github.com/gomoku-go/gomoku/internal/position"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
	"github.com/gomoku-go/gomoku/tools/internal/training/logistic"
)

// moveScale is how many units of a move's score are one unit of log-odds, so that histories and move scores are of one size.
const moveScale = 100

// linearBatch is how many examples make a step.
const linearBatch = 4096

// A linear model is a linear function of the points and the threat mask for values, and of the two codes of a point for moves.
type linear struct {
	colors                        int
	point, threat, attack, defend *table
}

func newLinear(colors int) *linear {
	return &linear{colors: colors, point: newCodeTable(colors), threat: newThreatTable(colors), attack: newCodeTable(colors), defend: newCodeTable(colors)}
}

// value returns the log-odds of the side to move.
func (m *linear) value(e *valueExample) float64 {
	v := m.threat.current[e.threat]
	for _, f := range e.points {
		v += float64(f.count) * m.point.current[f.code]
	}
	return v
}

// odds returns the probabilities of the moves, in dst.
func (m *linear) odds(e *valueExample, dst []float64) []float64 {
	dst = dst[:0]
	for _, c := range e.moves {
		dst = append(dst, m.attack.current[c.us]+m.defend.current[c.them])
	}
	logistic.Softmax(dst)
	return dst
}

// A linearGradient is that of one worker.
type linearGradient struct{ point, threat, attack, defend []float64 }

// add adds the gradient of an example, one of n of a step.
func (g *linearGradient) add(m *linear, e *valueExample, n float64, odds []float64) []float64 {
	d := (logistic.Chance(m.value(e)) - float64(e.target)) / n
	g.threat[e.threat] += d
	for _, f := range e.points {
		g.point[f.code] += d * float64(f.count)
	}
	odds = m.odds(e, odds)
	for k, o := range odds {
		if k == 0 {
			o--
		}
		g.attack[e.moves[k].us] += o / n
		g.defend[e.moves[k].them] += o / n
	}
	return odds
}

// learn goes over the examples once.
func (m *linear) learn(train []valueExample, rate, decay float64) {
	var gradients [workers]linearGradient
	for w := range gradients {
		of := func(t *table) []float64 { return make([]float64, len(t.touched)) }
		gradients[w] = linearGradient{of(m.point), of(m.threat), of(m.attack), of(m.defend)}
	}
	batches(train, linearBatch, func(part []valueExample) {
		each(func(w int) {
			var odds []float64
			for i := w; i < len(part); i += workers {
				odds = gradients[w].add(m, &part[i], float64(len(part)), odds)
			}
		})
		for _, g := range gradients {
			m.point.take(g.point)
			m.threat.take(g.threat)
			m.attack.take(g.attack)
			m.defend.take(g.defend)
		}
		m.point.step(rate, decay)
		m.threat.step(rate, decay)
		m.attack.step(4*rate, decay)
		m.defend.step(4*rate, decay)
	})
}

// losses returns the mean losses, and how often the best move is the first by its score.
func (m *linear) losses(list []valueExample) (value, move, top float64) {
	moves := 0
	var odds []float64
	for i := range list {
		e := &list[i]
		p := min(max(logistic.Chance(m.value(e)), 1e-9), 1-1e-9)
		y := float64(e.target)
		value -= y*math.Log(p) + (1-y)*math.Log(1-p)
		if len(e.moves) > 0 {
			moves++
			odds = m.odds(e, odds)
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
func (m *linear) weights() *eval.Weights {
	w := new(eval.Weights)
	nothing := m.emptyPoint()
	for color := range 2 {
		codes, masks := 0, 0
		if m.colors == 2 {
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
		for code := range pattern.NumCodes {
			w.Point[color][code] = round(m.point.current[codes+code]-nothing, data.EvalScale, -eval.MaxPoint, eval.MaxPoint)
			w.Attack[color][code] = round(m.attack.current[codes+code]-a, moveScale, 0, eval.MaxMove)
			w.Defend[color][code] = round(m.defend.current[codes+code]-d, moveScale, 0, eval.MaxMove)
		}
		for mask := range eval.NumThreats {
			w.Threat[color][mask] = round(m.threat.current[masks+mask], data.EvalScale, -eval.MaxPoint, eval.MaxPoint)
		}
	}
	return w
}

// emptyPoint returns the mean value of a point of the empty board, which is to be worth nothing to either side. The difference
// of both sides does not know what all points have in common, but a defense weight does.
func (m *linear) emptyPoint() float64 {
	sum, n := 0.0, 0
	empty := position.New(position.StandardTables(15, pattern.Freestyle))
	all := empty.EmptyCells()
	for _, c := range all.Append(nil) {
		for side := range 2 {
			sum += m.point.current[empty.Lines4(pattern.Black, c).Code()+side%m.colors*pattern.NumCodes]
			n++
		}
	}
	return sum / float64(n)
}
