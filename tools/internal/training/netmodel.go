package training

import (
	"math"
	"math/rand/v2"

	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/internal/pattern"
)

// A netModel is a net in floating point, with a threat table to be added to the one that the points came with. All numbers
// are in one vector: the embedding of each color, then the head of each side to move.
type netModel struct {
	colors int // 1 if both colors share their numbers
	theta  []float32
	bounds []float32 // of what the engine's integers can hold
	adam   moments[float32]
}

// The places of the numbers of one color: an embedding, and a head from headAt on.
const (
	lanes        = eval.Lanes
	width        = eval.HeadWidth
	embedNumbers = pattern.NumCodes * lanes

	atThreat     = 0
	atMask       = atThreat + eval.NumThreats
	atFirst      = atMask + eval.NumThreats*width
	atFirstBias  = atFirst + eval.HeadInputs*width
	atSecond     = atFirstBias + width
	atSecondBias = atSecond + width*width
	atOut        = atSecondBias + width
	atOutBias    = atOut + width
	headNumbers  = atOutBias + 1
)

func (m *netModel) embedAt(color pattern.Color) int { return int(color) % m.colors * embedNumbers }

func (m *netModel) headAt(side pattern.Color) int {
	return m.colors*embedNumbers + int(side)%m.colors*headNumbers
}

func newNetModel(colors int, r *rand.Rand) *netModel {
	n := colors * (embedNumbers + headNumbers)
	m := &netModel{colors: colors, theta: make([]float32, n), bounds: make([]float32, n), adam: newMoments[float32](n)}
	draw := func(at, n int, deviation float64) {
		for i := range n {
			m.theta[at+i] = float32(r.NormFloat64() * deviation)
		}
	}
	for i := range m.bounds {
		m.bounds[i] = 100
	}
	for color := range pattern.Color(colors) {
		draw(m.embedAt(color), embedNumbers, 0.1)
		for i := range embedNumbers {
			m.bounds[m.embedAt(color)+i] = eval.MaxEmbed / float32(laneUnit)
		}
		h := m.headAt(color)
		draw(h+atFirst, eval.HeadInputs*width, 1/math.Sqrt(eval.HeadInputs))
		draw(h+atSecond, width*width, 1.4/math.Sqrt(width))
		for j := range width {
			m.theta[h+atFirstBias+j], m.theta[h+atSecondBias+j] = 0.3, 0.3
			m.bounds[h+atOut+j] = math.MaxInt16 / float32(outUnit)
		}
		for i := range eval.HeadInputs * width {
			m.bounds[h+atFirst+i] = eval.MaxWeight / (sumUnit * inputScale(i/width) / inputUnit(i/width))
		}
		for i := range width * width {
			m.bounds[h+atSecond+i] = eval.MaxWeight / float32(sumUnit/hiddenUnit)
		}
		for i := range eval.NumThreats * width {
			m.bounds[h+atMask+i] = eval.MaxWeight / float32(sumUnit>>eval.MaskShift)
		}
	}
	return m
}
