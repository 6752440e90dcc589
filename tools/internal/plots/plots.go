// Package plots draws diagrams and writes them as pictures.
package plots

import (
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Inks are colors that people who do not tell red from green can tell apart (Okabe and Ito, 2008).
var Inks = []color.Color{
	color.RGBA{0, 114, 178, 255}, color.RGBA{213, 94, 0, 255}, color.RGBA{0, 158, 115, 255}, color.RGBA{204, 121, 167, 255}, color.RGBA{230, 159, 0, 255},
}

// New returns an empty diagram with a grid.
func New(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.Padding = vg.Points(4)
	p.Add(plotter.NewGrid())
	p.Legend.Top = true
	return p
}

// AddLine adds a line with its points to a diagram, and to the legend if it has a name.
func AddLine(p *plot.Plot, name string, xys plotter.XYs, ink color.Color, dashes ...vg.Length) error {
	line, points, err := plotter.NewLinePoints(xys)
	if err != nil {
		return err
	}
	line.Color, line.Width, line.Dashes = ink, vg.Points(1.5), dashes
	points.Color, points.Radius, points.Shape = ink, vg.Points(1.8), draw.CircleGlyph{}
	p.Add(line, points)
	if name != "" {
		p.Legend.Add(name, line)
	}
	return nil
}

// A Layout is the size of each diagram of a picture, and the space around them.
type Layout struct {
	Width, Height                                 vg.Length
	Between, PadTop, PadBottom, PadLeft, PadRight vg.Length
}

// Small is for curves.
var Small = Layout{
	Width: 3.2 * vg.Inch, Height: 2.8 * vg.Inch,
	Between: vg.Points(8), PadTop: vg.Points(4), PadBottom: vg.Points(4), PadLeft: vg.Points(4), PadRight: vg.Points(8),
}

// Write draws diagrams side by side, as PNG or SVG by the ending: .png or .svg.
func Write(w io.Writer, ending string, list []*plot.Plot, l Layout) error {
	c, err := draw.NewFormattedCanvas(l.Width*vg.Length(len(list)), l.Height, ending[1:])
	if err != nil {
		return err
	}
	tiles := draw.Tiles{Rows: 1, Cols: len(list), PadX: l.Between, PadTop: l.PadTop, PadBottom: l.PadBottom, PadLeft: l.PadLeft, PadRight: l.PadRight}
	for i, at := range plot.Align([][]*plot.Plot{list}, tiles, draw.New(c))[0] {
		list[i].Draw(at)
	}
	_, err = c.WriteTo(w)
	return err
}
