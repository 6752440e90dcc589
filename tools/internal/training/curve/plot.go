package curve

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/gomoku-go/gomoku/tools/internal/plots"
)

// Plots draws each curve by itself: their losses are of different sizes.
func Plots(curves []Curve) (list []*plot.Plot, err error) {
	for _, c := range curves {
		p := plots.New(c.Name, "epoch", "loss")
		var training, validation plotter.XYs
		for i, l := range c.Losses {
			training = append(training, plotter.XY{X: float64(i + 1), Y: l.Training})
			validation = append(validation, plotter.XY{X: float64(i + 1), Y: l.Validation})
		}
		if err := plots.AddLine(p, "training", training, plots.Inks[0], vg.Points(4), vg.Points(2)); err != nil {
			return nil, err
		}
		if err := plots.AddLine(p, "validation", validation, plots.Inks[1]); err != nil {
			return nil, err
		}
		taken, err := plotter.NewScatter(validation[c.Best-1 : c.Best])
		if err != nil {
			return nil, err
		}
		taken.Color, taken.Radius, taken.Shape = plots.Inks[1], vg.Points(5), draw.RingGlyph{}
		p.Add(taken)
		p.Legend.Add("taken", taken)
		list = append(list, p)
	}
	return list, nil
}
