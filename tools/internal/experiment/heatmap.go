package experiment

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"github.com/gomoku-go/gomoku/tools/internal/plots"
)

// heatMaps is the layout of the heat maps of a picture.
var heatMaps = plots.Layout{
	Width: 420 * vg.Inch / 96, Height: 380 * vg.Inch / 96, // pixels
	Between: 4 * vg.Millimeter, PadTop: vg.Millimeter, PadBottom: vg.Millimeter, PadLeft: vg.Millimeter, PadRight: 2 * vg.Millimeter,
}

// paler makes the colors weaker than they could be: the numbers must be readable on the strongest ones.
const paler = 1.5

// A heat is the first round of a table as gonum's heat map takes it: the second parameter, if there is one, runs to the right, the
// first one up. Places are whole numbers, for values need not lie evenly.
type heat struct{ share [][]float64 } // in percent, by row and column

func (h heat) Dims() (c, r int)   { return len(h.share[0]), len(h.share) }
func (h heat) X(c int) float64    { return float64(c) }
func (h heat) Y(r int) float64    { return float64(r) }
func (h heat) Z(c, r int) float64 { return h.share[r][c] }

// Draw draws the first round of each table, as PNG or SVG by the ending: .png or .svg.
func (s *Grid) Draw(w io.Writer, ending string) error {
	widest := 5.0 // how far from 50 % the colors reach at least, so that chance does not look like much
	for _, t := range s.tables {
		for i := range t.rounds[0].Cells {
			widest = max(widest, math.Abs(100*t.rounds[0].Cells[i].Tally.Score()-50))
		}
	}
	var list []*plot.Plot
	for _, t := range s.tables {
		p, err := s.heatMap(t, widest)
		if err != nil {
			return err
		}
		list = append(list, p)
	}
	return plots.Write(w, ending, list, heatMaps)
}

// heatMap draws the first round of a table: blue loses, red wins. The best cell has a frame, a broken one if others are within
// its error, and none if others are as good.
func (s *Grid) heatMap(t *table, widest float64) (*plot.Plot, error) {
	at, r := s.index(t), &t.rounds[0]
	up, right := r.Axes[at[0]], []float64{0}
	if len(at) == 2 {
		right = r.Axes[at[1]]
	}
	var h heat
	var labels plotter.XYLabels
	var best plotter.XY
	for y, v := range up {
		var row []float64
		for x, v2 := range right {
			c := findCell(r, at, []float64{v, v2}[:len(at)])
			share := 100 * c.Tally.Score()
			row = append(row, share)
			place := plotter.XY{X: float64(x), Y: float64(y)}
			labels.XYs, labels.Labels = append(labels.XYs, place), append(labels.Labels, fmt.Sprintf("%.1f", share))
			if c == r.Best() {
				best = place
			}
		}
		h.share = append(h.share, row)
	}
	colors := moreland.SmoothBlueRed()
	colors.SetMin(0)
	colors.SetMax(1)
	m := plotter.NewHeatMap(h, colors.Palette(255))
	m.Min, m.Max = 50-paler*widest, 50+paler*widest
	numbers, err := plotter.NewLabels(labels)
	if err != nil {
		return nil, err
	}
	for i := range numbers.TextStyle {
		numbers.TextStyle[i].XAlign, numbers.TextStyle[i].YAlign = text.XCenter, text.YCenter
	}
	const half = 0.48
	frame, err := plotter.NewLine(plotter.XYs{
		{X: best.X - half, Y: best.Y - half}, {X: best.X + half, Y: best.Y - half}, {X: best.X + half, Y: best.Y + half},
		{X: best.X - half, Y: best.Y + half}, {X: best.X - half, Y: best.Y - half},
	})
	if err != nil {
		return nil, err
	}
	frame.Width = vg.Points(2)

	p := plot.New()
	p.Title.Text = fmt.Sprintf("score in %%, %d games a cell", r.Cells[0].Tally.Games())
	p.Y.Label.Text, p.Y.Tick.Marker = t.axes[0].Name, ticks(t.axes[0].Name, up)
	p.X.Tick.Marker = plot.ConstantTicks{}
	if len(at) == 2 {
		p.X.Label.Text, p.X.Tick.Marker = t.axes[1].Name, ticks(t.axes[1].Name, right)
	}
	p.Add(m, numbers)
	switch {
	case r.Tied():
		p.Title.Text += "\nno cell is best"
	case within(r) > 0:
		p.Title.Text += "\nbroken frame: the highest, within the error of others"
		frame.Dashes = []vg.Length{vg.Points(3), vg.Points(3)}
		p.Add(frame)
	default:
		p.Add(frame)
	}
	return p, nil
}

// ticks names the places of an axis by the values.
func ticks(name string, values []float64) plot.Ticker {
	var marks plot.ConstantTicks
	for i, v := range values {
		marks = append(marks, plot.Tick{Value: float64(i), Label: value(name, v)})
	}
	return marks
}
