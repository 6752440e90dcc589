package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A loss is what a model still gets wrong after a pass: on a sample of what it learned from, and on the games kept back.
type loss struct {
	Learned float64 `json:"learned"`
	Kept    float64 `json:"kept"`
}

// A curve is how the losses of a model fell, pass by pass.
type curve struct {
	Name   string `json:"name"`
	Best   int    `json:"best"` // the pass whose numbers were taken, counted from 1
	Losses []loss `json:"losses"`
}

// add notes the losses of another pass, and reports whether its numbers are those to take: the best so far on the games kept
// back. Without patience every pass is.
func (c *curve) add(l loss, patience int) bool {
	c.Losses = append(c.Losses, l)
	better := c.Best == 0 || patience == 0 || l.Kept < c.Losses[c.Best-1].Kept
	if better {
		c.Best = len(c.Losses)
	}
	return better
}

// stalled reports whether the last passes, as many as the patience, brought nothing.
func (c *curve) stalled(patience int) bool { return patience > 0 && len(c.Losses)-c.Best >= patience }

// best are the losses of the pass that was taken.
func (c *curve) best() loss { return c.Losses[c.Best-1] }

// fixedSample returns some of the positions to learn from, spread over all games, whose loss is looked at after every pass.
func fixedSample[S any](train []S) (some []S) {
	const most = 20_000
	for i := 0; i < len(train); i += 1 + (len(train)-1)/most {
		some = append(some, train[i])
	}
	return some
}

// curveRows are the curves as a table: a row for each pass, two columns for each curve.
func curveRows(curves []curve) (rows [][]string) {
	head, passes := []string{"pass"}, 0
	for _, c := range curves {
		head = append(head, c.Name+", learned", c.Name+", kept back")
		passes = max(passes, len(c.Losses))
	}
	rows = append(rows, head)
	for i := range passes {
		row := []string{strconv.Itoa(i + 1)}
		for _, c := range curves {
			if i < len(c.Losses) {
				l := c.Losses[i]
				row = append(row, fmt.Sprintf("%.5f", l.Learned), fmt.Sprintf("%.5f", l.Kept))
			} else {
				row = append(row, "", "")
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// markdown writes rows as a table whose first row is its head and whose columns hold numbers, but for the first left ones.
func markdown(rows [][]string, left int) string {
	var b strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			for k := range row {
				if k < left {
					b.WriteString("| --- ")
				} else {
					b.WriteString("| ---: ")
				}
			}
			b.WriteString("|\n")
		}
	}
	return b.String()
}

// writeCurves writes the curves to a file, as its ending says: .md, .csv, .png or .svg.
func writeCurves(name string, curves []curve) error {
	switch ending := filepath.Ext(name); ending {
	case ".md":
		return writeFile(name, []byte(markdown(curveRows(curves), 0)))
	case ".csv":
		var b bytes.Buffer
		if err := csv.NewWriter(&b).WriteAll(curveRows(curves)); err != nil {
			return err
		}
		return writeFile(name, b.Bytes())
	default:
		plots, err := curvePlots(curves)
		if err != nil {
			return err
		}
		return writePlots(name, plots)
	}
}

// endingOf checks that a file's ending is one of those.
func endingOf(name string, endings ...string) error {
	for _, e := range endings {
		if filepath.Ext(name) == e {
			return nil
		}
	}
	return fmt.Errorf("%s: want a name that ends in %s", name, strings.Join(endings, ", "))
}

// Colors that can be told apart by people who see red and green alike (Okabe and Ito, 2008).
var inks = []color.Color{
	color.RGBA{0, 114, 178, 255}, color.RGBA{213, 94, 0, 255}, color.RGBA{0, 158, 115, 255}, color.RGBA{204, 121, 167, 255}, color.RGBA{230, 159, 0, 255},
}

func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.Padding = vg.Points(4)
	p.Add(plotter.NewGrid())
	p.Legend.Top = true
	return p
}

// addLine adds a line with its points to a plot, and to the legend if it has a name.
func addLine(p *plot.Plot, name string, xys plotter.XYs, ink color.Color, dashes ...vg.Length) error {
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

// curvePlots draws each curve by itself: their losses are of different sizes.
func curvePlots(curves []curve) (plots []*plot.Plot, err error) {
	for _, c := range curves {
		p := newPlot(c.Name, "pass", "loss")
		var learned, kept plotter.XYs
		for i, l := range c.Losses {
			learned = append(learned, plotter.XY{X: float64(i + 1), Y: l.Learned})
			kept = append(kept, plotter.XY{X: float64(i + 1), Y: l.Kept})
		}
		if err := addLine(p, "learned", learned, inks[0], vg.Points(4), vg.Points(2)); err != nil {
			return nil, err
		}
		if err := addLine(p, "kept back", kept, inks[1]); err != nil {
			return nil, err
		}
		taken, err := plotter.NewScatter(kept[c.Best-1 : c.Best])
		if err != nil {
			return nil, err
		}
		taken.Color, taken.Radius, taken.Shape = inks[1], vg.Points(5), draw.RingGlyph{}
		p.Add(taken)
		p.Legend.Add("taken", taken)
		plots = append(plots, p)
	}
	return plots, nil
}

// writePlots draws plots side by side, in the format of the file's ending.
func writePlots(name string, plots []*plot.Plot) error {
	if err := endingOf(name, ".png", ".svg"); err != nil {
		return err
	}
	const width, height = 3.2 * vg.Inch, 2.8 * vg.Inch
	c, err := draw.NewFormattedCanvas(width*vg.Length(len(plots)), height, filepath.Ext(name)[1:])
	if err != nil {
		return err
	}
	tiles := draw.Tiles{Rows: 1, Cols: len(plots), PadX: vg.Points(8), PadTop: vg.Points(4), PadBottom: vg.Points(4), PadLeft: vg.Points(4), PadRight: vg.Points(8)}
	for i, at := range plot.Align([][]*plot.Plot{plots}, tiles, draw.New(c))[0] {
		plots[i].Draw(at)
	}
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	return writeFile(name, b.Bytes())
}

// writeFile writes a file that is whole or as it was, whatever ends the program.
func writeFile(name string, data []byte) error {
	if err := os.WriteFile(name+".new", data, 0o644); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}
