package curve

import (
	"bytes"
	"path/filepath"

	"github.com/gomoku-go/gomoku/tools/internal/atomicfile"
	"github.com/gomoku-go/gomoku/tools/internal/plots"
)

// Formats are the endings of the files that Write writes.
var Formats = []string{".md", ".csv", ".png", ".svg"}

// Write writes the curves to a file, as a table or as a picture, by its ending.
func Write(name string, curves []Curve) error {
	var b bytes.Buffer
	switch ending := filepath.Ext(name); ending {
	case ".md":
		b.WriteString(Table(curves).Markdown(0))
	case ".csv":
		if err := Table(curves).WriteCSV(&b); err != nil {
			return err
		}
	default:
		list, err := Plots(curves)
		if err != nil {
			return err
		}
		if err := plots.Write(&b, ending, list, plots.Small); err != nil {
			return err
		}
	}
	return atomicfile.Write(name, b.Bytes())
}
