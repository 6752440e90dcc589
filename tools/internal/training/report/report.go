// Package report writes the parts of docs/evaluation.md that come from data: what a weight file says, its learning curves, how
// reliable predictions of results are, and the rounds of a pipeline. Each part lies between two marks and is written anew as a
// whole.
package report

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/plot"

	"github.com/gomoku-go/gomoku/tools/internal/atomicfile"
	"github.com/gomoku-go/gomoku/tools/internal/plots"
	"github.com/gomoku-go/gomoku/tools/internal/training/pipeline"
	"github.com/gomoku-go/gomoku/tools/internal/training/weightfile"
)

// Options say what a report is about. A part that they do not name stays as it is.
type Options struct {
	Document string   // the file to bring up to date
	Images   string   // the directory for its pictures
	Weights  string   // the weight file; the record of its fit lies beside it
	Data     []string // files of games to check predictions with
	HeldOut  bool     // of those games only the ones that a fit to the same files holds out
	Pipeline string   // the directory of a pipeline
}

// Update brings a document up to date. If anything is wrong it stays as it is.
func Update(o Options) error {
	text, err := os.ReadFile(o.Document)
	if err != nil {
		return err
	}
	link, err := filepath.Rel(filepath.Dir(o.Document), o.Images)
	if err != nil {
		return err
	}
	d := &document{text: string(text), link: filepath.ToSlash(link), pictures: map[string][]*plot.Plot{}}
	if err := d.update(o); err != nil {
		return err
	}
	if err := os.MkdirAll(o.Images, 0o755); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(d.pictures)) {
		var b bytes.Buffer
		if err := plots.Write(&b, filepath.Ext(name), d.pictures[name], plots.Small); err != nil {
			return err
		}
		if err := atomicfile.Write(filepath.Join(o.Images, name), b.Bytes()); err != nil {
			return err
		}
	}
	return atomicfile.Write(o.Document, []byte(d.text))
}

// update writes the parts.
func (d *document) update(o Options) error {
	f, content, err := weightfile.Read(o.Weights)
	if err != nil {
		return err
	}
	facts, err := weightFacts(f, content)
	if err != nil {
		return fmt.Errorf("%s: %w", o.Weights, err)
	}
	curves, err := d.curves(f)
	if err != nil {
		return err
	}
	parts := [][2]string{{"weights", facts}, {"curves", curves}}
	if len(o.Data) > 0 {
		c, err := checkPredictions(o.Data, o.HeldOut)
		if err != nil {
			return err
		}
		if d.pictures["reliability.png"], err = c.plots(); err != nil {
			return err
		}
		parts = append(parts, [2]string{"reliability", fmt.Sprintf("![Predicted and observed win rates](%s/reliability.png)\n\n%s", d.link, c.text())})
	}
	if o.Pipeline != "" {
		p, err := pipeline.Read(o.Pipeline)
		if err != nil {
			return err
		}
		parts = append(parts, [2]string{"rounds", p.Markdown()})
	}
	for _, part := range parts {
		if d.text, err = replacePart(d.text, part[0], part[1]); err != nil {
			return fmt.Errorf("%s: %w", o.Document, err)
		}
	}
	return nil
}
