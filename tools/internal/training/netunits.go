package training

import (
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/tools/internal/training/data"
)

// Units of the net's integers: a hidden output of 1 is hiddenUnit, a sum of a layer of 1 is sumUnit, a lane of 1 is laneUnit.
const (
	hiddenUnit = 256
	sumUnit    = hiddenUnit << eval.LayerShift
	laneUnit   = 256
	outUnit    = data.EvalScale * (1 << eval.OutShift) / hiddenUnit
)

// inputScale brings the inputs to sizes that learn equally fast.
func inputScale(i int) float32 {
	switch {
	case i < eval.InCounts:
		return 1.0 / 8
	case i == eval.InCounts+eval.Stones:
		return 1.0 / 20
	case i == eval.InCounts+eval.Balance || i == eval.InCounts+eval.Total:
		return eval.PointUnit / float32(data.EvalScale)
	}
	return 1.0 / 4
}

// inputUnit is what the integers have for a unit of the input before its scale.
func inputUnit(i int) float32 {
	if i < eval.InCounts {
		return laneUnit
	}
	return 1 << eval.CountShift
}

var inputScales = func() (s [eval.HeadInputs]float32) {
	for i := range s {
		s[i] = inputScale(i)
	}
	return s
}()
