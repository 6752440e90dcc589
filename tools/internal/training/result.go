package training

import (
	"io"
	"math"

	"github.com/gomoku-go/gomoku"
	"github.com/gomoku-go/gomoku/internal/eval"
	"github.com/gomoku-go/gomoku/tools/games"
	"github.com/gomoku-go/gomoku/tools/internal/training/curve"
)

// A Result is what came of a fit.
type Result struct {
	Weights    *eval.Weights
	Training   int                // positions
	Validation int                // positions of the games held out
	Losses     map[string]float64 // on the games held out, by the names of the curves, and "without net"
	Curves     []curve.Curve
}

// A fit is one that is being done.
type fit struct {
	Result
	settings Settings
	rule     gomoku.Rule
	games    []*games.Game
	colors   int // 2 if Black and White have weights of their own
	log      io.Writer
}

// add notes a curve, and the loss of the epoch that was taken.
func (f *fit) add(c curve.Curve) {
	f.Curves = append(f.Curves, c)
	f.Losses[c.Name] = rounded(c.Taken().Validation)
}

// rounded is a loss as it is told.
func rounded(x float64) float64 { return math.Round(x*1e5) / 1e5 }
